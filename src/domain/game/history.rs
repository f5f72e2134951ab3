//! The story of a match, line by line, noted while folding so that views need not replay it.

use super::event::AfterLapse;
use super::turn::Fallen;
use crate::domain::ids::AccountId;
use crate::domain::rules::{Move, Outcome};
use crate::domain::seat::{BoardNo, Seat};
use crate::domain::stamp;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::domain) struct Line {
    /// The event that tells it; an event can tell two things (a move and the end).
    pub seq: u64,
    /// When.
    #[serde(with = "stamp")]
    pub at: OffsetDateTime,
    /// What.
    pub what: What,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub(in crate::domain) enum What {
    Opened { by: AccountId },
    Joined { seat: Seat, account: AccountId },
    Left { seat: Seat, account: AccountId },
    Cancelled,
    Started,
    Rolled { mover: Seat, fallen: Fallen },
    Moved(MovedLine),
    Passed { seat: Seat, label: String },
    TimeRanOut { board: BoardNo, decider: Seat, lapse: Option<u8>, follows: AfterLapse },
    Resigned { seat: Seat },
    ChainsRenewed,
    Salted { seat: Seat },
    Ended { outcome: Outcome },
}

/// A decision as the story tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::domain) struct MovedLine {
    /// Whose army.
    pub seat: Seat,
    /// Who chose, when not the mover.
    pub chooser: Option<Seat>,
    /// The move.
    pub mv: Move,
    /// Its short algebraic notation.
    pub san: String,
    /// Its number, `3A.`.
    pub label: String,
    /// The dice that bound it.
    pub roll: Option<Fallen>,
    /// The rolled family had no move, so that this one of another was allowed.
    pub any_instead: bool,
}

impl What {
    /// The board it belongs to, none for what concerns the table.
    pub fn board(&self) -> Option<BoardNo> {
        match self {
            Self::Rolled { mover: seat, .. } | Self::Passed { seat, .. } => Some(seat.board()),
            Self::Moved(line) => Some(line.seat.board()),
            Self::TimeRanOut { board, .. } => Some(*board),
            _ => None,
        }
    }
}
