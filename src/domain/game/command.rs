//! What people can ask a match to do.

use super::settings::{Allowance, Join, Lapse, MatchName};
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
    /// The time each decision has.
    pub allowance: Allowance,
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
}

/// What `decide` and `settle` may know of the world.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The time, read after the lock.
    pub now: OffsetDateTime,
    /// Who knows the links of this match's chains.
    pub dice: &'a dyn Links,
}
