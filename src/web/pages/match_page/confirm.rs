//! The question before what cannot be taken back: resigning, calling off, leaving for good.

use super::words::handle;
use super::{Side, sides};
use crate::domain::view::{Deed, View};
use crate::domain::zone::Zone;
use crate::web::chrome::Chrome;
use askama::Template;
use askama_web::WebTemplate;
use time::OffsetDateTime;
use uuid::Uuid;

/// What cannot be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Final {
    /// Giving the game up for the team.
    Resign,
    /// Calling the match off before each team has moved.
    Abort,
    /// Leaving the seat for ever.
    Leave,
}

impl Final {
    /// All of them, the mildest first.
    pub const ALL: [Self; 3] = [Self::Abort, Self::Resign, Self::Leave];

    /// The last part of its address.
    #[must_use]
    pub const fn action(self) -> &'static str {
        match self {
            Self::Resign => "resign",
            Self::Abort => "abort",
            Self::Leave => "leave-for-good",
        }
    }

    /// What a link to the question says, and what it would mean.
    #[must_use]
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Resign => ("Resign this game", "your team loses"),
            Self::Abort => ("Call the match off", "nobody wins; only before both teams have moved"),
            Self::Leave => ("Leave for good", "your seat is open to a substitute for 7 days"),
        }
    }

    /// The deed that the view must offer.
    #[must_use]
    pub const fn deed(self) -> Deed {
        match self {
            Self::Resign => Deed::Resign,
            Self::Abort => Deed::Abort,
            Self::Leave => Deed::LeaveForGood,
        }
    }

    /// Why it cannot be done now, where the view does not offer it.
    #[must_use]
    pub const fn why_not(self) -> &'static str {
        match self {
            Self::Resign => "Only a player of a running match can resign it.",
            Self::Abort => {
                "Only a player can call a running match off, and only before both teams have moved."
            }
            Self::Leave => "Only a player of a running match can leave it for good.",
        }
    }
}

/// The question in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// `Resign this game?`
    pub title: &'static str,
    /// What it means.
    pub words: String,
    /// The button, before the match's name.
    pub yes: &'static str,
}

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "match/confirm.html")]
pub struct ConfirmPage {
    /// The frame.
    pub chrome: Chrome,
    /// `/m/{id}`.
    pub page: String,
    /// The match's name.
    pub name: String,
    /// The question.
    pub question: Question,
    /// The last part of the form's address.
    pub action: &'static str,
    /// Idempotency key.
    pub key: Uuid,
    /// The boards once more.
    pub sides: Vec<Side>,
}

/// Lays out the question. `view` is that of a player who may do it.
#[must_use]
pub fn render_confirm(
    what: Final,
    view: &View,
    chrome: Chrome,
    zone: &Zone,
    now: OffsetDateTime,
    key: Uuid,
) -> ConfirmPage {
    let partner = view.you.and_then(|you| handle(view, you.partner()));
    ConfirmPage {
        page: format!("/m/{}", view.match_id),
        name: view.name.clone(),
        question: question(what, partner),
        action: what.action(),
        key,
        sides: sides(view, zone, now, None),
        chrome,
    }
}

fn question(what: Final, partner: Option<&str>) -> Question {
    match what {
        Final::Resign => Question {
            title: "Resign this game?",
            words: match partner {
                Some(partner) => format!(
                    "It loses the game for you and for {partner}, your partner. It cannot be taken back."
                ),
                None => "It loses the game. It cannot be taken back.".to_owned(),
            },
            yes: "Yes, resign",
        },
        Final::Abort => Question {
            title: "Call this match off?",
            words: "It ends for everybody at the table, and nobody wins or loses it. It cannot be taken back."
                .to_owned(),
            yes: "Yes, call off",
        },
        Final::Leave => Question {
            title: "Leave this match for good?",
            words: match partner {
                Some(partner) => format!(
                    "All clocks stand, and for 7 days somebody else may take your seat, if {partner} and one \
                     opponent agree. If nobody does, the seat resigns and {partner} loses with it. \
                     You come back only as a substitute, if they agree."
                ),
                None => "All clocks stand, and for 7 days somebody else may take your seat, if your opponent agrees. \
                         If nobody does, the seat resigns. You come back only as a substitute, if your opponent agrees."
                    .to_owned(),
            },
            yes: "Yes, leave",
        },
    }
}
