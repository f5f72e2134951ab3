//! Events: what a match's log consists of (DESIGN §3). They name outcomes, never derived state.
//!
//! The public text is one JSON object, `{"v":4,"at":"…","kind":"moved",…}`; `form` reads and writes it.
//! Things that come by the mere passing of time carry the exact moment, `due`, beside the moment of
//! writing, `at`; clocks count by `due`.

mod form;
mod parts;

pub use form::{EVENT_VERSION, EventError};
pub use parts::{
    AfterLapse, Bumped, CalledByItself, EventRolled, GiftsRolled, Leaving, MatchOpened, Moved, NewChain,
    Pieces, Revealed, RewardPicked, RewardRolled, Rolled, SeatTaken, Shown, TimeRanOut, Unseen,
};

use crate::domain::dice::{DrawnBy, Salt};
use crate::domain::hash::Hash;
use crate::domain::ids::AccountId;
use crate::domain::seat::{BoardNo, Seat};
use crate::domain::stamp;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// Something that happened in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The form that it is written in.
    pub form: u32,
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
    /// All seats are taken, the first game begins; or the one before is over, and the next begins with
    /// seats exchanged.
    GameStarted,
    /// The dice of a turn.
    Rolled(Rolled),
    /// A decision: a board move, a castling, a drop, a call, a sit.
    Moved(Moved),
    /// A decision that met a hidden piece.
    Bumped(Bumped),
    /// Hidden pieces showed themselves.
    Revealed(Revealed),
    /// The event dice of a round.
    EventRolled(EventRolled),
    /// A seat without any legal move passed (RULES §6).
    Passed {
        /// Where.
        board: BoardNo,
        /// Whose army.
        seat: Seat,
    },
    /// The only possible call was made by itself.
    Called(CalledByItself),
    /// A reward was picked by who captured the king.
    RewardPicked(RewardPicked),
    /// A reward was picked by the dice.
    RewardRolled(RewardRolled),
    /// Gifts at the start of a game.
    GiftsRolled(GiftsRolled),
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
    /// A seat's player proposes a draw.
    DrawOffered {
        /// Whose player.
        seat: Seat,
    },
    /// A seat's player agrees to the draw; the last word that was missing ends the game.
    DrawAgreed {
        /// Whose player.
        seat: Seat,
    },
    /// A seat's player declines the draw.
    DrawDeclined {
        /// Whose player.
        seat: Seat,
    },
    /// Time given to an opponent for the running decision.
    TimeGiven {
        /// Whose player gives.
        seat: Seat,
        /// Who gets it.
        to: Seat,
        /// How much, whole days.
        seconds: u64,
    },
    /// A seat's player proposes a pause.
    PauseAsked {
        /// Whose player.
        seat: Seat,
        /// Its length.
        days: u16,
    },
    /// A seat's player agrees to the pause; with the last word that was missing it begins.
    PauseAgreed {
        /// Whose player.
        seat: Seat,
    },
    /// A seat's player declines the pause, or takes the own proposal back.
    PauseDeclined {
        /// Whose player.
        seat: Seat,
    },
    /// A seat's player would end the running pause now; with the last word that was missing it ends.
    ResumeAsked {
        /// Whose player.
        seat: Seat,
    },
    /// The agreed length of a pause is over.
    PauseEnded {
        /// The exact moment.
        #[serde(with = "stamp")]
        due: OffsetDateTime,
    },
    /// A vacation for later; it takes the place of one that was planned before.
    VacationPlanned {
        /// Whose player.
        seat: Seat,
        /// Its first moment.
        #[serde(with = "stamp")]
        from: OffsetDateTime,
        /// The first moment after it.
        #[serde(with = "stamp")]
        until: OffsetDateTime,
    },
    /// A vacation begins.
    VacationBegan {
        /// Whose player.
        seat: Seat,
        /// The exact moment.
        #[serde(with = "stamp")]
        due: OffsetDateTime,
        /// Begun by itself for a day because the time ran out.
        automatic: bool,
    },
    /// A vacation is over.
    VacationEnded {
        /// Whose player.
        seat: Seat,
        /// The exact moment.
        #[serde(with = "stamp")]
        due: OffsetDateTime,
    },
    /// A planned vacation is dropped, or a running one ended early.
    VacationGivenUp {
        /// Whose player.
        seat: Seat,
    },
    /// Whether vacation is used by itself when the time runs out.
    AutoVacation {
        /// Whose player.
        seat: Seat,
        /// From now on.
        on: bool,
    },
    /// The service was down: no clock counts that span.
    ClocksCredited {
        /// Its first moment.
        #[serde(with = "stamp")]
        from: OffsetDateTime,
        /// The first moment after it.
        #[serde(with = "stamp")]
        until: OffsetDateTime,
    },
    /// Called off before each team had made a move.
    MatchAborted {
        /// Whose player did.
        seat: Seat,
    },
    /// A player left for good: the seat is open for 7 days, and all clocks stand.
    SeatVacated {
        /// The seat.
        seat: Seat,
        /// Why.
        why: Leaving,
    },
    /// Somebody would take an empty seat.
    SubstituteAsked {
        /// The seat.
        seat: Seat,
        /// Who.
        account: AccountId,
    },
    /// Somebody would no longer take it.
    SubstituteWithdrew {
        /// The seat.
        seat: Seat,
        /// Who.
        account: AccountId,
    },
    /// Somebody at the table agrees to a substitute.
    SubstituteAgreed {
        /// The empty seat.
        seat: Seat,
        /// Who would take it.
        account: AccountId,
        /// Whose player agrees.
        by: Seat,
    },
    /// A substitute sits down; follows at once when the words are there.
    SubstituteSeated {
        /// The seat.
        seat: Seat,
        /// Who.
        account: AccountId,
    },
    /// Nobody took an empty seat within 7 days: it resigns.
    VacancyEnded {
        /// The seat.
        seat: Seat,
        /// The exact moment.
        #[serde(with = "stamp")]
        due: OffsetDateTime,
    },
}

impl EventKind {
    /// The exact moment of something that came by the mere passing of time.
    #[must_use]
    pub fn due(&self) -> Option<OffsetDateTime> {
        match self {
            Self::TimeRanOut(lapse) => lapse.due,
            Self::PauseEnded { due }
            | Self::VacationBegan { due, .. }
            | Self::VacationEnded { due, .. }
            | Self::VacancyEnded { due, .. } => Some(*due),
            _ => None,
        }
    }
}

impl EventKind {
    /// Whether it comes by the mere passing of time.
    #[must_use]
    pub fn is_by_time(&self) -> bool {
        matches!(
            self,
            Self::TimeRanOut(_)
                | Self::PauseEnded { .. }
                | Self::VacationBegan { .. }
                | Self::VacationEnded { .. }
                | Self::VacancyEnded { .. }
        )
    }

    /// As the log writes it, for the words of faults.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::TimeRanOut(_) => "time_ran_out",
            Self::PauseEnded { .. } => "pause_ended",
            Self::VacationBegan { .. } => "vacation_began",
            Self::VacationEnded { .. } => "vacation_ended",
            Self::VacancyEnded { .. } => "vacancy_ended",
            Self::DrawOffered { .. } => "draw_offered",
            Self::DrawAgreed { .. } => "draw_agreed",
            Self::DrawDeclined { .. } => "draw_declined",
            Self::TimeGiven { .. } => "time_given",
            Self::PauseAsked { .. } => "pause_asked",
            Self::PauseAgreed { .. } => "pause_agreed",
            Self::PauseDeclined { .. } => "pause_declined",
            Self::ResumeAsked { .. } => "resume_asked",
            Self::VacationPlanned { .. } => "vacation_planned",
            Self::VacationGivenUp { .. } => "vacation_given_up",
            Self::AutoVacation { .. } => "auto_vacation",
            Self::ClocksCredited { .. } => "clocks_credited",
            Self::MatchAborted { .. } => "match_aborted",
            Self::SeatVacated { .. } => "seat_vacated",
            Self::SubstituteAsked { .. } => "substitute_asked",
            Self::SubstituteWithdrew { .. } => "substitute_withdrew",
            Self::SubstituteAgreed { .. } => "substitute_agreed",
            Self::SubstituteSeated { .. } => "substitute_seated",
            _ => "this event",
        }
    }
}

impl Event {
    /// An event of the newest form at a time, which is cut to the millisecond.
    #[must_use]
    pub fn new(at: OffsetDateTime, kind: EventKind) -> Self {
        Self { form: EVENT_VERSION, at: stamp::to_millis(at), kind }
    }

    /// The moment that clocks count by.
    #[must_use]
    pub fn moment(&self) -> OffsetDateTime {
        self.kind.due().unwrap_or(self.at)
    }
}
