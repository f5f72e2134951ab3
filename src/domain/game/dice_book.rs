//! The dice of a running match, as far as everybody may know them: which roll comes next on which
//! chain, what the transcripts are, who sealed what.

use crate::domain::dice::{ANNOUNCE_AT, CHAIN_LENGTH, ChainId, ChainOf, Mark, Salt, SealBook, Transcript};
use crate::domain::hash::Hash;
use crate::domain::ids::MatchId;
use crate::domain::seat::{Army, BoardNo, BySeat, Seat};
use serde::{Deserialize, Serialize};

/// The largest number that a renewed chain may have; announced ones count on from there.
pub(in crate::domain) const MAX_CHAIN: u32 = u32::MAX / 2;

/// Where a chain stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::domain) struct ChainState {
    number: u32,
    /// Rolls made.
    rolls: u32,
    /// The last link published; the anchor before the first roll.
    link: Hash,
    /// The event that published the anchor.
    anchored_at: u64,
    /// The chain that follows, once announced, and the event that did.
    announced: Option<(Hash, u64)>,
    transcript: Transcript,
    /// Whose salt ends the transcript.
    last_salt: Option<Seat>,
    /// The event of the last salt given with a decision, or by itself.
    salted_at: Option<u64>,
}

/// The roll that comes next on a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::domain) struct NextRoll {
    /// The chain.
    pub chain: ChainId,
    /// Its number on that chain.
    pub roll: u32,
    /// The link (or anchor) that its own link has to hash to.
    pub previous: Hash,
    /// Where in the log the chain's anchor stands.
    pub anchored_at: u64,
    /// The salts so far.
    pub transcript: Transcript,
    /// Whether its event publishes the next chain's anchor.
    pub announces: bool,
}

/// All dice of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::domain) struct DiceBook {
    match_id: MatchId,
    /// In the order of [`ChainOf::ALL`].
    chains: [ChainState; 3],
    /// Every seat's salts and seals.
    pub seals: BySeat<SealBook>,
}

impl ChainState {
    fn start(match_id: MatchId, of: ChainOf, number: u32, anchor: Hash, seq: u64) -> Self {
        let transcript = Transcript::start(match_id, of);
        Self {
            number,
            rolls: 0,
            link: anchor,
            anchored_at: seq,
            announced: None,
            transcript,
            last_salt: None,
            salted_at: None,
        }
    }

    /// The largest chain number that the log has named.
    fn named(&self) -> u32 {
        self.number + u32::from(self.announced.is_some())
    }

    fn add(&mut self, seat: Seat, salt: &Salt) {
        self.transcript = self.transcript.with(salt);
        self.last_salt = Some(seat);
    }
}

impl DiceBook {
    /// The dice of a match that was opened at event `seq` with these anchors.
    pub fn start(match_id: MatchId, anchors: [Hash; 3], seq: u64) -> Self {
        let chains =
            std::array::from_fn(|i| ChainState::start(match_id, ChainOf::ALL[i], 0, anchors[i], seq));
        Self { match_id, chains, seals: BySeat::default() }
    }

    fn chain(&self, of: ChainOf) -> &ChainState {
        &self.chains[usize::from(of.number())]
    }

    fn chain_mut(&mut self, of: ChainOf) -> &mut ChainState {
        &mut self.chains[usize::from(of.number())]
    }

    /// The roll that comes next. A chain is used up to its last link; the one announced at roll
    /// [`ANNOUNCE_AT`] follows it.
    pub fn next(&self, of: ChainOf) -> NextRoll {
        let state = self.chain(of);
        let (number, roll, previous, anchored_at) = match state.announced {
            Some((anchor, seq)) if state.rolls >= CHAIN_LENGTH => (state.number + 1, 1, anchor, seq),
            _ => (state.number, state.rolls + 1, state.link, state.anchored_at),
        };
        let chain = ChainId { match_id: self.match_id, of, number };
        let announces = roll == ANNOUNCE_AT;
        NextRoll { chain, roll, previous, anchored_at, transcript: state.transcript, announces }
    }

    /// Whether a board may roll: a salt of it must have come after the anchor of its chain, which
    /// fails only between a renewal of chains and the next salt.
    pub fn may_roll(&self, board: BoardNo) -> bool {
        let of = ChainOf::Board(board);
        let anchored_at = Some(self.next(of).anchored_at);
        let seated = |&army: &Army| self.seals[Seat::at(board, army)].latest_seq() > anchored_at;
        // A substitute's book of seals is new, but the salts of whoever sat there before stay.
        self.chain(of).salted_at > anchored_at || Army::ALL.iter().any(seated)
    }

    /// Whether the table may roll: a salt for it must have come after the anchor of its chain.
    pub fn table_may_roll(&self) -> bool {
        self.chain(ChainOf::Table).salted_at > Some(self.next(ChainOf::Table).anchored_at)
    }

    /// The mark of the roll that comes next on a board.
    pub fn mark(&self, board: BoardNo) -> Mark {
        let of = ChainOf::Board(board);
        let Some(last) = self.chain(of).last_salt else { return Mark::Open };
        self.seals[last].mark(&self.seals[last.opponent()], self.next(of).anchored_at)
    }

    /// The roll that comes next was made at event `seq` and published this link.
    pub fn rolled(&mut self, of: ChainOf, seq: u64, link: Hash, next_anchor: Option<Hash>) {
        let next = self.next(of);
        let state = self.chain_mut(of);
        if next.chain.number != state.number {
            state.number = next.chain.number;
            state.anchored_at = next.anchored_at;
            state.announced = None;
        }
        state.rolls = next.roll;
        state.link = link;
        if let Some(anchor) = next_anchor {
            state.announced = Some((anchor, seq));
        }
    }

    /// The salts of those who sit when the game starts, in the order of RULES §1.
    pub fn seated<'a>(&mut self, salts: impl Iterator<Item = (Seat, &'a Salt)>) {
        for (seat, salt) in salts {
            for of in [ChainOf::Table, ChainOf::Board(seat.board())] {
                self.chain_mut(of).add(seat, salt);
            }
            let seated = self.seals[seat].latest_seq();
            let table = self.chain_mut(ChainOf::Table);
            table.salted_at = table.salted_at.max(seated);
        }
    }

    /// A salt of a seat, given at event `seq` for the dice of its board or of the table.
    pub fn salted(&mut self, seat: Seat, of: ChainOf, given: &super::command::SaltGiven, seq: u64) {
        self.seals[seat].decided(seq, &given.salt, given.drawn_by, given.next);
        let chain = self.chain_mut(of);
        chain.add(seat, &given.salt);
        chain.salted_at = Some(seq);
    }

    /// Two players exchange seats: their seals go with them, the salts in the transcripts are theirs still.
    pub fn exchange(&mut self, one: Seat, other: Seat) {
        self.seals.swap(one, other);
        for last in self.chains.iter_mut().filter_map(|chain| chain.last_salt.as_mut()) {
            *last = match *last {
                seat if seat == one => other,
                seat if seat == other => one,
                seat => seat,
            };
        }
    }

    /// The least number that new chains may have.
    pub fn fresh_number(&self) -> u32 {
        self.chains.iter().map(ChainState::named).max().unwrap_or(0) + 1
    }

    /// A new chain takes the place of the running one; a salt must come before its first roll.
    pub fn renew(&mut self, of: ChainOf, number: u32, anchor: Hash, seq: u64) {
        let state = self.chain_mut(of);
        state.number = number;
        state.rolls = 0;
        state.link = anchor;
        state.anchored_at = seq;
        state.announced = None;
    }

    /// The chain in use and its rolls so far, for `readyz` and the proof.
    pub fn in_use(&self, of: ChainOf) -> (ChainId, u32, Hash) {
        let state = self.chain(of);
        let chain = ChainId { match_id: self.match_id, of, number: state.number };
        (chain, state.rolls, state.link)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    const BOARD: ChainOf = ChainOf::Board(BoardNo::One);

    fn anchors(byte: u8) -> [Hash; 3] {
        [Hash([byte; 32]); 3]
    }

    #[test]
    fn a_chain_is_used_to_its_end_and_the_announced_one_follows() {
        let mut book = DiceBook::start(MatchId(Uuid::nil()), anchors(1), 1);
        let announced = Hash([9; 32]);
        for k in 1..=CHAIN_LENGTH {
            let next = book.next(BOARD);
            assert_eq!((next.chain.number, next.roll, next.anchored_at), (0, k, 1));
            assert_eq!(next.announces, k == ANNOUNCE_AT);
            let anchor = next.announces.then_some(announced);
            book.rolled(BOARD, 10 + u64::from(k), Hash([2; 32]), anchor);
        }
        let next = book.next(BOARD);
        assert_eq!((next.chain.number, next.roll, next.previous), (1, 1, announced));
        assert_eq!(next.anchored_at, 10 + u64::from(ANNOUNCE_AT));
        book.rolled(BOARD, 5000, Hash([3; 32]), None);
        let next = book.next(BOARD);
        assert_eq!((next.chain.number, next.roll, next.previous), (1, 2, Hash([3; 32])));
        assert_eq!(book.fresh_number(), 2);
        assert_eq!(book.next(ChainOf::Table).roll, 1, "other chains are as they were");
    }

    #[test]
    fn a_renewed_chain_waits_for_a_salt_of_its_own_board() {
        let mut book = DiceBook::start(MatchId(Uuid::nil()), anchors(1), 1);
        let given = |text: &str| super::super::command::SaltGiven {
            salt: Salt::new(text.as_bytes().to_vec()).unwrap(),
            drawn_by: crate::domain::dice::DrawnBy::Player,
            next: None,
        };
        book.salted(Seat::White1, ChainOf::Board(Seat::White1.board()), &given("a"), 5);
        assert!(book.may_roll(BoardNo::One));
        book.renew(BOARD, 1, Hash([4; 32]), 6);
        assert!(!book.may_roll(BoardNo::One));
        book.salted(Seat::White3, ChainOf::Board(Seat::White3.board()), &given("b"), 7);
        assert!(!book.may_roll(BoardNo::One));
        book.salted(Seat::Black2, ChainOf::Board(Seat::Black2.board()), &given("c"), 8);
        assert!(book.may_roll(BoardNo::One));
    }
}
