//! What people can ask a match to do.

use super::bank::{Bank, VacationDays};
use super::event::Leaving;
use super::settings::{Allowance, Join, Lapse, MatchLength, MatchName};
use crate::domain::dice::{DrawnBy, Links, Salt};
use crate::domain::hash::Hash;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::rules::RuleSet;
use crate::domain::seat::{BoardNo, Seat};
use time::OffsetDateTime;

/// A salt with what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaltGiven {
    /// The salt.
    pub salt: Salt,
    /// Who made it.
    pub drawn_by: DrawnBy,
    /// The seal on the same seat's next salt.
    pub next: Option<Hash>,
}

/// How somebody opens a match; no state exists before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// The match's new id.
    pub match_id: MatchId,
    /// Who opens it.
    pub by: AccountId,
    /// Its name.
    pub name: MatchName,
    /// The rule set.
    pub rules: RuleSet,
    /// How many games, or points, it goes for.
    pub length: MatchLength,
    /// The time each decision has.
    pub allowance: Allowance,
    /// A bank of time for each seat instead of `allowance`.
    pub bank: Option<Bank>,
    /// The days of vacation that each player has in a year.
    pub vacation_days: VacationDays,
    /// What happens when it is out.
    pub lapse: Lapse,
    /// Who may take a seat.
    pub join: Join,
    /// The seat that the opener takes at once.
    pub seat: Option<(Seat, SaltGiven)>,
}

/// What somebody wants to do in a match that is open or runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Sit down. When all seats are taken the game starts by itself.
    TakeSeat {
        /// Who.
        account: AccountId,
        /// Where.
        seat: Seat,
        /// The seat's first salt.
        salt: SaltGiven,
    },
    /// Stand up before the start.
    LeaveSeat {
        /// Who.
        account: AccountId,
    },
    /// Call the match off before the start; the opener may.
    Cancel {
        /// Who.
        account: AccountId,
    },
    /// Decide the running turn of the own board, as mover or as chooser.
    Play {
        /// Who.
        account: AccountId,
        /// Where.
        board: BoardNo,
        /// The move (RULES §13), without board prefix.
        mv: String,
        /// The `seq` of the board that the sender saw (`BoardView::seq`).
        seen: u64,
        /// The decider's salt.
        salt: SaltGiven,
    },
    /// Pick the reward for a captured king.
    PickReward {
        /// Who.
        account: AccountId,
        /// The forms, of the agreed set and as many as agreed: `C`, `R^`.
        pieces: Vec<String>,
        /// The `seq` of the board that the sender saw.
        seen: u64,
        /// The decider's salt.
        salt: SaltGiven,
    },
    /// Give the game up.
    Resign {
        /// Who.
        account: AccountId,
    },
    /// Give a salt by itself, where the own board cannot roll without one.
    GiveSalt {
        /// Who.
        account: AccountId,
        /// The salt.
        salt: SaltGiven,
    },
    /// Start new chains, after a restore from backup or a change of key. The host does.
    RenewChains {
        /// The number of the new chains: larger than any before ([`super::State::fresh_chain`]), also
        /// than those that a lost part of the log may have used.
        number: u32,
    },
    /// Propose a draw; where a proposal stands, agree to it.
    OfferDraw {
        /// Who.
        account: AccountId,
    },
    /// Agree to the draw that is proposed.
    AgreeDraw {
        /// Who.
        account: AccountId,
    },
    /// Decline the draw that somebody else proposed.
    DeclineDraw {
        /// Who.
        account: AccountId,
    },
    /// Give time to an opponent for the running decision.
    GiveTime {
        /// Who.
        account: AccountId,
        /// Somebody of the other team who decides now.
        to: Seat,
        /// 1 to 14 days.
        days: u16,
    },
    /// Propose a pause of the whole match.
    AskPause {
        /// Who.
        account: AccountId,
        /// 1 to 60 days, from the moment all have agreed.
        days: u16,
    },
    /// Agree to the pause that is proposed.
    AgreePause {
        /// Who.
        account: AccountId,
    },
    /// Decline the pause that is proposed, or take the own proposal back.
    DeclinePause {
        /// Who.
        account: AccountId,
    },
    /// Ask to end the running pause now, or agree to that.
    AskResume {
        /// Who.
        account: AccountId,
    },
    /// Plan a vacation in place of the one planned before; one that begins now or earlier begins now.
    PlanVacation {
        /// Who.
        account: AccountId,
        /// Its first moment.
        from: OffsetDateTime,
        /// The first moment after it.
        until: OffsetDateTime,
    },
    /// End the running vacation, or drop the planned one.
    EndVacation {
        /// Who.
        account: AccountId,
    },
    /// Whether vacation is to be used by itself, day by day, when the time runs out.
    AutoVacation {
        /// Who.
        account: AccountId,
        /// From now on.
        on: bool,
    },
    /// Call the match off before each team has made a move.
    Abort {
        /// Who.
        account: AccountId,
    },
    /// Leave a running match for good: the seat is open for 7 days, then it resigns.
    LeaveForGood {
        /// Who.
        account: AccountId,
        /// Why.
        why: Leaving,
    },
    /// Ask to take an empty seat.
    AskToSubstitute {
        /// Who.
        account: AccountId,
        /// The empty seat.
        seat: Seat,
    },
    /// Take that back.
    WithdrawSubstitute {
        /// Who.
        account: AccountId,
    },
    /// Agree to somebody who would take an empty seat.
    AgreeSubstitute {
        /// Who agrees.
        account: AccountId,
        /// Who would take the seat.
        candidate: AccountId,
    },
}

impl Command {
    /// Who asks; none for what the host does.
    #[must_use]
    pub fn account(&self) -> Option<AccountId> {
        match self {
            Self::RenewChains { .. } => None,
            Self::TakeSeat { account, .. }
            | Self::LeaveSeat { account }
            | Self::Cancel { account }
            | Self::Play { account, .. }
            | Self::PickReward { account, .. }
            | Self::Resign { account }
            | Self::GiveSalt { account, .. }
            | Self::OfferDraw { account }
            | Self::AgreeDraw { account }
            | Self::DeclineDraw { account }
            | Self::GiveTime { account, .. }
            | Self::AskPause { account, .. }
            | Self::AgreePause { account }
            | Self::DeclinePause { account }
            | Self::AskResume { account }
            | Self::PlanVacation { account, .. }
            | Self::EndVacation { account }
            | Self::AutoVacation { account, .. }
            | Self::Abort { account }
            | Self::LeaveForGood { account, .. }
            | Self::AskToSubstitute { account, .. }
            | Self::WithdrawSubstitute { account }
            | Self::AgreeSubstitute { account, .. } => Some(*account),
        }
    }
}

/// What `decide` and `settle` may know of the world.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The time, read after the lock.
    pub now: OffsetDateTime,
    /// Who knows the links of this match's chains.
    pub dice: &'a dyn Links,
}
