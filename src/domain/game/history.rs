//! The story of a match, line by line, noted while folding so that views need not replay it.

use super::event::{AfterLapse, Leaving, Pieces, Unseen};
use super::series::Ending;
use super::turn::Fallen;
use crate::domain::ids::AccountId;
use crate::domain::rules::{Called, Item, Move, Noted, Outcome, Piece, Point, Square, Taken};
use crate::domain::seat::{BoardNo, ByTeam, Seat, Team};
use crate::domain::stamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
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
    Opened {
        by: AccountId,
    },
    Joined {
        seat: Seat,
        account: AccountId,
    },
    Left {
        seat: Seat,
        account: AccountId,
    },
    Cancelled,
    Started {
        /// From 1.
        game: u32,
    },
    Rolled {
        mover: Seat,
        fallen: Fallen,
    },
    Moved(MovedLine),
    Bumped(BumpedLine),
    Revealed {
        seat: Seat,
        pieces: Vec<(Square, String)>,
    },
    Happened(HappenedLine),
    Called(CalledLine),
    Rewarded {
        seat: Seat,
        pieces: Pieces,
        by_dice: bool,
    },
    Gifts {
        gifts: BTreeMap<Seat, Pieces>,
    },
    Passed {
        seat: Seat,
        label: String,
    },
    TimeRanOut {
        board: BoardNo,
        decider: Seat,
        lapse: Option<u8>,
        follows: AfterLapse,
    },
    Resigned {
        seat: Seat,
    },
    ChainsRenewed,
    Salted {
        seat: Seat,
    },
    DrawOffered {
        seat: Seat,
    },
    DrawAgreed {
        seat: Seat,
    },
    DrawDeclined {
        seat: Seat,
    },
    TimeGiven {
        seat: Seat,
        to: Seat,
        days: u64,
    },
    PauseAsked {
        seat: Seat,
        days: u16,
    },
    PauseAgreed {
        seat: Seat,
    },
    PauseDeclined {
        seat: Seat,
        /// It was this seat's own proposal.
        own: bool,
    },
    PauseBegan {
        days: u16,
    },
    ResumeAsked {
        seat: Seat,
    },
    PauseEnded {
        early: bool,
    },
    VacationPlanned {
        seat: Seat,
        #[serde(with = "stamp")]
        from: OffsetDateTime,
        #[serde(with = "stamp")]
        until: OffsetDateTime,
    },
    VacationBegan {
        seat: Seat,
        automatic: bool,
    },
    VacationEnded {
        seat: Seat,
        automatic: bool,
    },
    VacationGivenUp {
        seat: Seat,
        running: bool,
    },
    AutoVacation {
        seat: Seat,
        on: bool,
    },
    ClocksCredited {
        #[serde(with = "stamp")]
        from: OffsetDateTime,
        #[serde(with = "stamp")]
        until: OffsetDateTime,
    },
    Hurried {
        seat: Seat,
    },
    Aborted {
        seat: Seat,
    },
    Vacated {
        seat: Seat,
        why: Leaving,
    },
    SubstituteAsked {
        seat: Seat,
        account: AccountId,
    },
    SubstituteWithdrew {
        seat: Seat,
        account: AccountId,
    },
    SubstituteAgreed {
        seat: Seat,
        account: AccountId,
        by: Seat,
    },
    SubstituteSeated {
        seat: Seat,
        account: AccountId,
    },
    VacancyEnded {
        seat: Seat,
    },
    /// A game is over.
    Ended {
        outcome: Outcome,
    },
    Scored {
        team: Team,
        points: Vec<Point>,
        score: ByTeam<u32>,
    },
    /// A match of several games is over.
    MatchEnded {
        ending: Ending,
    },
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
    /// Its short algebraic notation, as each may know it.
    pub san: Noted,
    /// What all may know of it, where that is not the move itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<Unseen>,
    /// It captured a cell of a colony.
    #[serde(default)]
    pub cell: bool,
    /// The treasure that it took.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken: Vec<Taken>,
    /// Its number, `3A.`.
    pub label: String,
    /// The dice that bound it.
    pub roll: Option<Fallen>,
    /// The rolled family had no move, so that this one of another was allowed.
    pub any_instead: bool,
    /// What a bomb destroyed, and where it stood.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub destroyed: Vec<(Square, String)>,
}

/// A try that met a hidden piece, as the story tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::domain) struct BumpedLine {
    /// Whose army was to move.
    pub seat: Seat,
    /// Who chose, when not the mover.
    pub chooser: Option<Seat>,
    /// What was tried.
    pub mv: Move,
    /// What all may know of that, where it is not the move itself.
    pub hidden: Option<Unseen>,
    /// The piece that was to move or to be dropped: `rook`.
    pub moved: String,
    /// Where the hidden piece stands, and what it is.
    pub on: Square,
    pub met: String,
    /// Whose it is.
    pub whose: Seat,
    /// The dice that bound the try.
    pub roll: Option<Fallen>,
}

/// What a round's end did to a board, as the story tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::domain) struct HappenedLine {
    pub board: BoardNo,
    /// The event die, and the die that names an event.
    pub dice: Vec<u8>,
    /// The colony's generation.
    pub born: u32,
    pub died: u32,
    pub occurred: Option<Occurred>,
    /// Hidden pieces that showed themselves.
    pub shown: Vec<(Seat, Square, Piece)>,
    /// The treasure that one of them took.
    pub taken: Option<Taken>,
}

impl HappenedLine {
    /// Whether squares are elsewhere after it.
    pub fn reshapes(&self) -> bool {
        matches!(self.occurred, Some(Occurred::Turn | Occurred::Row { fits: true }))
    }
}

/// An event (RULES §9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(in crate::domain) enum Occurred {
    Bacteria {
        cells: u32,
    },
    Turn,
    Cylinder {
        /// The files touch now.
        on: bool,
    },
    Row {
        /// The board had room for it.
        fits: bool,
    },
    Treasure {
        item: Item,
        /// None where no square looked empty.
        square: Option<Square>,
    },
}

/// A call as the story tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::domain) struct CalledLine {
    /// Whose piece.
    pub seat: Seat,
    /// Which.
    pub called: Called,
    /// `intelligent knight on e4`, `intelligent knight in hand`.
    pub piece: String,
    /// It was the only thing that the opponent could do, and was made by itself.
    pub by_itself: bool,
    /// The dice that bound it.
    pub roll: Option<Fallen>,
}

impl What {
    /// The board it belongs to, none for what concerns the table.
    pub fn board(&self) -> Option<BoardNo> {
        match self {
            Self::Rolled { mover: seat, .. } | Self::Passed { seat, .. } | Self::Revealed { seat, .. } => {
                Some(seat.board())
            }
            Self::Moved(line) => Some(line.seat.board()),
            Self::Bumped(line) => Some(line.seat.board()),
            Self::Happened(line) => Some(line.board),
            Self::Called(line) => Some(line.seat.board()),
            Self::TimeRanOut { board, .. } => Some(*board),
            _ => None,
        }
    }

    /// The account that it names beside those who sit at the table.
    pub fn account(&self) -> Option<AccountId> {
        match self {
            Self::Joined { account, .. }
            | Self::Left { account, .. }
            | Self::SubstituteAsked { account, .. }
            | Self::SubstituteWithdrew { account, .. }
            | Self::SubstituteAgreed { account, .. }
            | Self::SubstituteSeated { account, .. } => Some(*account),
            _ => None,
        }
    }
}
