//! What needs several words: a draw, a pause, a substitute.

use super::event::Leaving;
use crate::domain::ids::AccountId;
use crate::domain::seat::{BySeat, Seat, Team};
use crate::domain::stamp;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// How long an empty seat waits for a substitute.
pub(in crate::domain) const VACANCY: Duration = Duration::days(7);

/// How many people may ask for one empty seat at a time.
pub(in crate::domain) const MAX_CANDIDATES: usize = 10;

/// How often one of them may take that back; each ask is a mail to others.
pub(in crate::domain) const MAX_WITHDRAWN: usize = 2;

/// A draw that somebody proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::domain) struct DrawOffer {
    /// The event that proposed it.
    pub seq: u64,
    /// Who did.
    pub by: Seat,
    /// Whose word is there.
    pub words: BySeat<bool>,
}

/// A pause: proposed, or running.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub(in crate::domain) enum Pause {
    /// Words are missing.
    Asked { seq: u64, by: Seat, days: u16, words: BySeat<bool> },
    /// All clocks stand.
    Runs {
        #[serde(with = "stamp")]
        until: OffsetDateTime,
        /// The event that first asked to end it now, and whose word for that is there.
        resume: Option<u64>,
        words: BySeat<bool>,
    },
}

/// An empty seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::domain) struct Vacancy {
    /// The event that emptied it.
    pub seq: u64,
    #[serde(with = "stamp")]
    pub since: OffsetDateTime,
    pub why: Leaving,
    /// Who asks for it, oldest first.
    pub candidates: Vec<Candidate>,
    /// Who asked and took that back: each ask is a mail to others, so nobody does so for ever.
    pub withdrew: Vec<AccountId>,
}

/// Somebody who asks for an empty seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::domain) struct Candidate {
    /// The event that asked.
    pub seq: u64,
    pub account: AccountId,
    /// Whose word is there.
    pub words: BySeat<bool>,
}

impl Candidate {
    /// Whether somebody of a team has agreed.
    pub fn has_word_of(&self, team: Team) -> bool {
        self.words.iter().any(|(seat, &word)| word && seat.team() == team)
    }

    /// Whether the word of `by` is still needed for taking `seat`: the partner's is, and one of an
    /// opponent (RULES §12).
    pub fn lacks(&self, seat: Seat, by: Seat) -> bool {
        let opponents = seat.team().other();
        !self.words[by] && (by.team() != opponents || !self.has_word_of(opponents))
    }
}
