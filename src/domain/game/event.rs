//! Events: what a match's log consists of (DESIGN §3). They name outcomes, never derived state.
//!
//! The public text is one JSON object, `{"v":1,"at":"…","kind":"moved",…}`. Its form is for ever: a
//! later form gets a higher `v` and a reader of its own here; this one is never changed.

use super::command::SaltGiven;
use super::settings::{Allowance, Join, Lapse, MatchName};
use crate::domain::dice::{ChainOf, DrawnBy, Salt};
use crate::domain::hash::Hash;
use crate::domain::ids::AccountId;
use crate::domain::rules::{Move, RuleSet};
use crate::domain::seat::{BoardNo, Seat};
use crate::domain::stamp;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// The newest form of events, which new ones are written in.
pub const EVENT_VERSION: u32 = 1;

/// Something that happened in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// When, in whole milliseconds.
    pub at: OffsetDateTime,
    /// What.
    pub kind: EventKind,
}

/// What can happen in a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum EventKind {
    /// The first event of every match.
    MatchOpened(MatchOpened),
    /// Somebody sat down.
    SeatTaken(SeatTaken),
    /// Somebody stood up before the start. The salt given on sitting down goes too: the transcript
    /// begins with the salts of those who sit when the game starts.
    SeatLeft {
        /// The seat that is free again.
        seat: Seat,
    },
    /// Called off before the start.
    MatchCancelled,
    /// All seats are taken, the game begins.
    GameStarted,
    /// The dice of a turn.
    Rolled(Rolled),
    /// A decision: a board move, a castling, a drop, a sit.
    Moved(Moved),
    /// A seat without any legal move passed (RULES §6).
    Passed {
        /// Where.
        board: BoardNo,
        /// Whose army.
        seat: Seat,
    },
    /// A decider's time ran out.
    TimeRanOut(TimeRanOut),
    /// A player gave the game up for the team.
    Resigned {
        /// Whose player.
        seat: Seat,
    },
    /// New chains of links after a restore from backup or a change of key.
    ChainsRenewed {
        /// One for the table and each board.
        chains: [NewChain; 3],
    },
    /// A salt by itself, where a board has to roll and no salt came since its chain was renewed.
    Salted {
        /// Whose.
        seat: Seat,
        /// The salt.
        salt: Salt,
        /// Who made it.
        drawn_by: DrawnBy,
        /// The seal on the next.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<Hash>,
        /// Whether it opened the seal that was set; none where none was set.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opened: Option<bool>,
    },
}

/// What a match was opened with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchOpened {
    /// Its name.
    pub name: MatchName,
    /// Who opened it.
    pub opened_by: AccountId,
    /// The rule set.
    pub rules: RuleSet,
    /// The revision of the rules that this match keeps to.
    pub rules_revision: u32,
    /// The time each decision has.
    pub allowance_seconds: Allowance,
    /// What happens when it is out.
    pub lapse: Lapse,
    /// Who may take a seat.
    pub join: Join,
    /// The anchors of the chains 0 of the table, board 1 and board 2.
    pub anchors: [Hash; 3],
}

/// Somebody sat down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatTaken {
    /// Where.
    pub seat: Seat,
    /// Who.
    pub account: AccountId,
    /// The first salt of this seat.
    pub salt: Salt,
    /// Who made it.
    pub drawn_by: DrawnBy,
    /// The seal on the next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Hash>,
}

/// Dice fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rolled {
    /// For which board's turn.
    pub board: BoardNo,
    /// The chain, from 0.
    pub chain: u32,
    /// The roll of that chain, from 1.
    pub roll: u32,
    /// The link that it publishes.
    pub link: Hash,
    /// The type die, then the worst die where there is one.
    pub dice: Vec<u8>,
    /// The anchor of the next chain, published by the event of roll 4000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_anchor: Option<Hash>,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moved {
    /// Where.
    pub board: BoardNo,
    /// Whose army moved.
    pub seat: Seat,
    /// Who chose, when that was not the mover.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chooser: Option<Seat>,
    /// The move (RULES §13), without board prefix.
    #[serde(rename = "move")]
    pub mv: Move,
    /// The decider's salt.
    pub salt: Salt,
    /// Who made it.
    pub drawn_by: DrawnBy,
    /// The seal on the decider's next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Hash>,
    /// Whether the salt opened the seal that was set; none where none was set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened: Option<bool>,
}

impl Moved {
    /// The salt with what belongs to it.
    #[must_use]
    pub fn given(&self) -> SaltGiven {
        SaltGiven { salt: self.salt.clone(), drawn_by: self.drawn_by, next: self.next }
    }
}

/// A decider's time ran out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeRanOut {
    /// Where.
    pub board: BoardNo,
    /// Who did not decide.
    pub decider: Seat,
    /// The how-manyth time this seat, as mover, was late in this game; none for a late chooser.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lapse: Option<u8>,
    /// What follows.
    pub follows: AfterLapse,
}

/// What follows when time ran out (RULES §12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AfterLapse {
    /// The opponent chooses this one move.
    OpponentChooses,
    /// The chooser was late: the mover chooses.
    MoverChooses,
    /// The late seat's team loses.
    Loses,
    /// Both teams lost by time at the same moment: a draw.
    Draws,
}

/// A chain that replaces another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewChain {
    /// 0 for the table, else the board.
    #[serde(rename = "board")]
    pub of: ChainOf,
    /// Its number.
    pub chain: u32,
    /// Its anchor.
    pub anchor: Hash,
}

/// Text that is no event.
#[derive(Debug, thiserror::Error)]
pub enum EventError {
    /// Not even a JSON object with a version.
    #[error("the event is no JSON object with a version: {0}")]
    Malformed(serde_json::Error),
    /// A version that this program does not know.
    #[error("the event has form {0}, which this version of delirious does not know: use a newer one")]
    UnknownVersion(u32),
    /// A known version, but not its form.
    #[error("the event does not keep to form {version}: {error}")]
    Form {
        /// The version it claims.
        version: u32,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// A sealed part that this kind of event does not have.
    #[error("the event has a sealed part, but its kind has none")]
    UnexpectedSeal,
}

#[derive(Deserialize)]
struct Versioned {
    v: u32,
}

/// Form 1.
#[derive(Serialize, Deserialize)]
struct Form1<K> {
    v: u32,
    #[serde(with = "stamp")]
    at: OffsetDateTime,
    #[serde(flatten)]
    kind: K,
}

impl Event {
    /// An event at a time, which is cut to the millisecond.
    #[must_use]
    pub fn new(at: OffsetDateTime, kind: EventKind) -> Self {
        Self { at: stamp::to_millis(at), kind }
    }

    /// The public text in the newest form; fails only for years past 9999.
    pub fn public_text(&self) -> Result<String, EventError> {
        serde_json::to_string(&Form1 { v: EVENT_VERSION, at: self.at, kind: &self.kind })
            .map_err(|error| EventError::Form { version: EVENT_VERSION, error })
    }

    /// Reads an event of any known form from its public and sealed texts.
    pub fn parse(public: &str, sealed: Option<&str>) -> Result<Self, EventError> {
        let Versioned { v } = serde_json::from_str(public).map_err(EventError::Malformed)?;
        match v {
            1 => Self::parse_form1(public, sealed),
            v => Err(EventError::UnknownVersion(v)),
        }
    }

    fn parse_form1(public: &str, sealed: Option<&str>) -> Result<Self, EventError> {
        let form: Form1<EventKind> =
            serde_json::from_str(public).map_err(|error| EventError::Form { version: 1, error })?;
        // No kind of form 1 hides anything yet.
        if sealed.is_some() {
            Err(EventError::UnexpectedSeal)
        } else {
            Ok(Self { at: form.at, kind: form.kind })
        }
    }
}
