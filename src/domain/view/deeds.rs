//! What a viewer may do now, and the offers and absences that it is about.

use super::Player;
use crate::domain::seat::{BoardNo, Seat};
use serde::Serialize;
use time::OffsetDateTime;

/// Something that the viewer may do now. Pages and mails offer these and judge nothing themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "deed", rename_all = "snake_case")]
pub enum Deed {
    /// Decide the running turn of the own board.
    Play {
        /// The board.
        board: BoardNo,
    },
    /// Pick the reward for a captured king.
    PickReward,
    /// Give a salt by itself.
    GiveSalt,
    /// Sit down before the start.
    TakeSeat {
        /// A free seat.
        seat: Seat,
    },
    /// Stand up before the start.
    LeaveSeat,
    /// Call the match off before the start.
    Cancel,
    /// Give the game up for the team.
    Resign,
    /// Propose a draw.
    OfferDraw,
    /// Agree to the draw that is proposed.
    AgreeDraw,
    /// Decline it.
    DeclineDraw,
    /// Give 1 to 14 days to an opponent who decides now.
    GiveTime {
        /// To whom.
        to: Seat,
    },
    /// Propose a pause of 1 to 60 days.
    AskPause,
    /// Agree to the pause that is proposed.
    AgreePause,
    /// Decline it, or take the own proposal back.
    DeclinePause,
    /// Ask to end the running pause, or agree to that.
    AskResume,
    /// Plan a vacation, or begin one.
    PlanVacation,
    /// End the running vacation early, or drop the planned one.
    EndVacation,
    /// Switch the automatic use of vacation.
    AutoVacation {
        /// What it would be.
        on: bool,
    },
    /// Call the match off before each team has made a move.
    Abort,
    /// Leave for good: the seat is open to substitutes.
    LeaveForGood,
    /// Agree to somebody who would take an empty seat.
    AgreeSubstitute {
        /// The empty seat.
        seat: Seat,
        /// Who would take it.
        candidate: Player,
    },
    /// Ask to take an empty seat.
    AskToSubstitute {
        /// The seat.
        seat: Seat,
    },
    /// Take that back.
    WithdrawSubstitute {
        /// The seat.
        seat: Seat,
    },
}

/// A draw that somebody proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DrawView {
    /// The event that proposed it.
    pub seq: u64,
    /// Who did.
    pub by: Seat,
    /// Whose word is there, the proposer's included.
    pub agreed: Vec<Seat>,
}

/// A pause that is proposed or runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum PauseView {
    /// Words are missing.
    Asked {
        /// The event that proposed it.
        seq: u64,
        /// Who did.
        by: Seat,
        /// Its length.
        days: u16,
        /// Whose word is there, the proposer's included.
        agreed: Vec<Seat>,
    },
    /// All clocks stand.
    Running {
        /// When it ends by itself.
        until: OffsetDateTime,
        /// Who would end it now.
        resume: Vec<Seat>,
    },
}

/// A vacation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VacationView {
    /// Its first moment.
    pub from: OffsetDateTime,
    /// The first moment after it.
    pub until: OffsetDateTime,
    /// It has begun; otherwise it is planned.
    pub running: bool,
    /// Begun by itself, for as long as the decision is open.
    pub automatic: bool,
}

/// An empty seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VacancyView {
    /// When it resigns.
    pub until: OffsetDateTime,
    /// Whether the account of who sat there was deleted; otherwise the player left.
    pub deleted: bool,
    /// Who asks for it, oldest first.
    pub candidates: Vec<CandidateView>,
}

/// Somebody who asks for an empty seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CandidateView {
    /// The event that asked.
    pub seq: u64,
    /// Who.
    pub player: Player,
    /// Whether the partner has agreed; none where no partner sits.
    pub partner_agreed: Option<bool>,
    /// Whether an opponent has agreed.
    pub opponent_agreed: bool,
}
