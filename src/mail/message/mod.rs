//! What the mails say: a view and its [`Reader`] become a [`Letter`].
//!
//! All letters have one form, `Content`: one sentence that says what to do, the roll, the time left, a link,
//! the boards, the news, the log head. Two templates render it, `templates/mail/letter.txt` and `letter.html`.
//! A mail about a match is made of points (`turns`, `offers`, `news`), which `of_match` puts together.

mod account;
mod address;
mod boards;
mod digest;
mod invitation;
mod news;
mod of_match;
mod offers;
mod point;
mod turns;
mod words;

pub use account::{already_registered, reset, verify};
pub use address::{address_held, address_note, prove_address};
pub use digest::{Count, Listed, SHOWN, digest};
pub use invitation::invitation;
pub use of_match::{Choice, MatchLetter, of_match};

use crate::domain::view::View;
use crate::domain::zone::Zone;
use askama::Template;
use time::OffsetDateTime;
use url::Url;

/// The longest list of news in a mail; the page has the rest.
const NEWS: usize = 20;

/// A line of the plain part is not longer, but for addresses.
const WIDTH: usize = 76;

/// A mail without an address: what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// One printable line.
    pub subject: String,
    /// The plain part.
    pub text: String,
    /// The HTML part; it shows the picture as `cid:boards`.
    pub html: String,
    /// Whether the HTML part has a place for the picture of the boards.
    pub wants_picture: bool,
}

/// Who reads the mail, where, and when it is written.
#[derive(Clone, Debug)]
pub struct Reader {
    /// Where links lead.
    pub base_url: Url,
    /// Whose clock the times are told by.
    pub zone: Zone,
    /// The time of writing.
    pub now: OffsetDateTime,
}

/// A letter that could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LetterError {
    /// A template failed.
    #[error("a mail's template failed: {0}")]
    Template(#[from] askama::Error),
}

/// What both templates show, top to bottom.
#[derive(Debug, Default)]
struct Content {
    subject: String,
    /// The one sentence that says what to do.
    lead: String,
    paragraphs: Vec<String>,
    action: Option<Action>,
    boards: Option<boards::Boards>,
    news_title: &'static str,
    news: Vec<words::News>,
    more_news: usize,
    /// The matches of a digest.
    entries: Vec<Entry>,
    more_entries: usize,
    /// Number and head of the log's last event.
    log: Option<(u64, String)>,
    /// Why the reader gets this mail.
    why: String,
    /// What the reader can do about such mails.
    footer: Vec<Footer>,
}

/// A match in a digest.
#[derive(Debug)]
struct Entry {
    title: String,
    /// When the reader's decision is due, or empty.
    when: String,
    what: String,
    url: String,
}

#[derive(Debug)]
struct Footer {
    label: String,
    url: String,
}

#[derive(Debug)]
struct Action {
    label: &'static str,
    url: String,
}

#[derive(Template)]
#[template(path = "mail/letter.txt", escape = "none")]
struct Text<'a> {
    c: &'a Content,
}

#[derive(Template)]
#[template(path = "mail/letter.html")]
struct Html<'a> {
    c: &'a Content,
}

impl Text<'_> {
    /// A paragraph in lines of a mail's width.
    #[expect(clippy::unused_self, reason = "templates call methods")]
    fn wrapped(&self, paragraph: &str) -> String {
        words::wrapped(paragraph, WIDTH)
    }
}

impl Content {
    /// The frame of a mail about a match: its boards, what is new to the reader, its log head.
    fn about(view: &View, reader: &Reader, subject: &str, lead: String) -> Self {
        let (news, more_news) = words::news(view, NEWS);
        Self {
            subject: format!("{subject}: {}", words::one_line(&view.name)),
            lead,
            action: Some(Action { label: "Open the match", url: reader.match_page(view) }),
            boards: boards::Boards::of(view),
            news_title: if view.has_decided() { "Since your last turn" } else { "So far" },
            news,
            more_news,
            log: Some((view.seq, view.head.clone())),
            ..Self::default()
        }
    }

    /// Names the button for what the reader is to do.
    fn act(&mut self, label: &'static str) {
        if let Some(action) = &mut self.action {
            action.label = label;
        }
    }

    fn letter(self) -> Result<Letter, LetterError> {
        Ok(Letter {
            text: Text { c: &self }.render()? + "\n",
            html: Html { c: &self }.render()?,
            wants_picture: self.boards.is_some(),
            subject: words::one_line(&self.subject),
        })
    }
}

impl Reader {
    /// An address of the site; `path` is made of fixed words, ids and tokens.
    fn link(&self, path: &str) -> String {
        format!("{}/{path}", self.base_url.as_str().trim_end_matches('/'))
    }

    /// A moment by the reader's clock, with the zone's name: `Thursday 3 December 2026, 18:40 (Europe/Madrid)`.
    fn moment(&self, at: OffsetDateTime) -> String {
        format!("{} ({})", self.zone.full(at), self.zone)
    }

    fn match_page(&self, view: &View) -> String {
        self.link(&format!("m/{}", view.match_id))
    }

    fn mail_page(&self, view: &View) -> String {
        self.link(&format!("m/{}/mail", view.match_id))
    }

    /// The address that ends mails of one kind; the header for one click names it too (RFC 8058).
    #[must_use]
    pub fn unsubscribe(&self, token: &str) -> String {
        self.link(&format!("unsubscribe/{token}"))
    }
}
