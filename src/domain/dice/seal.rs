//! Seals on salts, and the mark of a roll.
//!
//! Against a host who knows the links and also plays, a roll is beyond anybody's choice *when the last
//! salt in it opened a seal that was set before the other player's latest salt was known, and that
//! other salt is honestly random* (DESIGN §4). A board has two seats, and all its salts are theirs. So,
//! for the board of a roll, let *last* be the seat whose salt ends the transcript and *other* the seat
//! across. The roll is [`Mark::Sealed`] exactly when all of this holds:
//!
//! 1. last's salt opened a seal: it is the salt that the decision before (or the taking of the seat)
//!    promised by `next`. Before the first decision of a board nothing has been opened, so its first
//!    roll is open.
//! 2. that promise stands earlier in the log than other's latest salt. Where last decided twice with
//!    no salt of other's between (its own move and then the other's on a worst roll, say), it knew
//!    other's salt when it made the promise: open.
//! 3. other's latest salt was not drawn by the server. A host draws the server's salts, so they cannot
//!    be called honest against a host. (That a typed salt is random is the player's own part.)
//! 4. other's latest salt is later than the anchor of the chain that rolls. A host who starts a new
//!    chain, or announces one, when both salts are known to it could choose among chains.
//!
//! Whoever leaves a promise unopened makes the next roll open, and the counts show it.

use super::salt::Salt;
use crate::domain::hash::Hash;
use serde::{Deserialize, Serialize};

/// Who made a salt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawnBy {
    /// The player: typed, or made by the player's browser.
    Player,
    /// The server, for a browser without JavaScript.
    Server,
}

/// Whether a roll was beyond everybody's choice, see the module's head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// Beyond anybody's choice, if the other player's salt is honestly random.
    Sealed,
    /// Nobody can foresee it without the key; a host who also plays could have influenced it.
    Open,
}

/// The salts of one seat: what it promised, what it opened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealBook {
    /// The seal set with the latest salt.
    promised: Option<Hash>,
    latest: Option<Latest>,
    decisions: u32,
    opened: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Latest {
    seq: u64,
    drawn_by: DrawnBy,
    /// Where in the log the seal that this salt opened was set.
    sealed_at: Option<u64>,
}

impl SealBook {
    /// The salt given on taking the seat at event `seq`; forgets whoever sat there before.
    #[must_use]
    pub fn seated(seq: u64, drawn_by: DrawnBy, next: Option<Hash>) -> Self {
        let latest = Some(Latest { seq, drawn_by, sealed_at: None });
        Self { promised: next, latest, decisions: 0, opened: 0 }
    }

    /// Whether this salt opens the seal that is set; none where no seal is set.
    #[must_use]
    pub fn would_open(&self, salt: &Salt) -> Option<bool> {
        self.promised.map(|seal| seal == salt.seal())
    }

    /// The salt of a decision at event `seq`, with the seal on the next.
    pub fn decided(&mut self, seq: u64, salt: &Salt, drawn_by: DrawnBy, next: Option<Hash>) {
        let opens = self.would_open(salt) == Some(true);
        let sealed_at = self.latest.filter(|_| opens).map(|before| before.seq);
        self.latest = Some(Latest { seq, drawn_by, sealed_at });
        self.promised = next;
        self.decisions += 1;
        self.opened += u32::from(opens);
    }

    /// The event that set the seal on this player's next salt, if one is set.
    #[must_use]
    pub fn promised_at(&self) -> Option<u64> {
        self.promised.and(self.latest_seq())
    }

    /// The event that brought this seat's latest salt.
    #[must_use]
    pub fn latest_seq(&self) -> Option<u64> {
        self.latest.map(|latest| latest.seq)
    }

    /// How many decisions this seat made, and how many of them opened a seal.
    #[must_use]
    pub const fn counts(&self) -> (u32, u32) {
        (self.decisions, self.opened)
    }

    /// The mark of a roll of a chain whose anchor was published at event `anchored_at`, where the
    /// transcript ends with this seat's salt and `other` sits across.
    #[must_use]
    pub fn mark(&self, other: &Self, anchored_at: u64) -> Mark {
        let Some(sealed_at) = self.latest.and_then(|last| last.sealed_at) else { return Mark::Open };
        let Some(across) = other.latest else { return Mark::Open };
        let honest = across.drawn_by == DrawnBy::Player;
        if honest && sealed_at < across.seq && anchored_at < across.seq { Mark::Sealed } else { Mark::Open }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn salt(text: &str) -> Salt {
        Salt::new(text.as_bytes().to_vec()).unwrap()
    }

    /// White sits down at 2 promising `w1`, Black at 3 promising `b1`; White then opens `w1` at 5.
    fn white_has_moved() -> (SealBook, SealBook) {
        let mut white = SealBook::seated(2, DrawnBy::Player, Some(salt("w1").seal()));
        let black = SealBook::seated(3, DrawnBy::Player, Some(salt("b1").seal()));
        white.decided(5, &salt("w1"), DrawnBy::Player, Some(salt("w2").seal()));
        (white, black)
    }

    #[test]
    fn an_opened_seal_older_than_the_other_salt_seals_the_roll() {
        let (white, black) = white_has_moved();
        assert_eq!(white.mark(&black, 1), Mark::Sealed);
        assert_eq!(white.counts(), (1, 1));
    }

    #[test]
    fn the_roll_before_any_decision_is_open() {
        let (_, black) = white_has_moved();
        let fresh = SealBook::seated(2, DrawnBy::Player, Some(salt("w1").seal()));
        assert_eq!(black.mark(&fresh, 1), Mark::Open);
    }

    #[test]
    fn a_broken_or_missing_seal_leaves_the_roll_open() {
        let (mut white, mut black) = white_has_moved();
        black.decided(7, &salt("not b1"), DrawnBy::Player, None);
        assert_eq!(black.mark(&white, 1), Mark::Open);
        assert_eq!(black.counts(), (1, 0));
        white.decided(9, &salt("w2"), DrawnBy::Player, None);
        assert_eq!(white.mark(&black, 1), Mark::Sealed);
        black.decided(11, &salt("anything"), DrawnBy::Player, None);
        assert_eq!(black.would_open(&salt("more")), None);
        assert_eq!(black.mark(&white, 1), Mark::Open);
    }

    #[test]
    fn two_decisions_in_a_row_leave_the_roll_open() {
        let (mut white, black) = white_has_moved();
        white.decided(7, &salt("w2"), DrawnBy::Player, None);
        assert_eq!(white.counts(), (2, 2));
        assert_eq!(white.mark(&black, 1), Mark::Open);
    }

    #[test]
    fn a_salt_that_the_server_drew_across_leaves_the_roll_open() {
        let (white, _) = white_has_moved();
        let black = SealBook::seated(3, DrawnBy::Server, None);
        assert_eq!(white.mark(&black, 1), Mark::Open);
    }

    #[test]
    fn a_chain_anchored_after_the_other_salt_leaves_the_roll_open() {
        let (white, black) = white_has_moved();
        assert_eq!(white.mark(&black, 4), Mark::Open);
    }

    #[test]
    fn the_later_sitter_cannot_seal_against_the_earlier() {
        let mut white = SealBook::seated(4, DrawnBy::Player, Some(salt("w1").seal()));
        let black = SealBook::seated(3, DrawnBy::Player, None);
        white.decided(6, &salt("w1"), DrawnBy::Player, None);
        assert_eq!(white.mark(&black, 1), Mark::Open);
    }
}
