//! Checks an export whole, with nothing but what it contains: form, heads, rules and dice.

use super::event::{Event, EventKind, EventRolled, GiftsRolled, Pieces, RewardRolled, Rolled};
use super::export::{Export, ExportEntry};
use super::follow::Owed;
use super::log::{first_head, next_head};
use super::refusal::Corrupt;
use super::state::State;
use crate::domain::dice::{ChainOf, follows};
use crate::domain::hash::Hash;
use crate::domain::ids::MatchId;

/// What a check found in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The match.
    pub match_id: MatchId,
    /// Its name.
    pub name: String,
    /// Events in the log.
    pub events: u64,
    /// Rolls among them.
    pub rolls: u64,
    /// Decisions among them.
    pub moves: u64,
    /// `ongoing`, or the result as the command line prints it.
    pub result: String,
    /// The log head after the last event.
    pub head: Hash,
    /// The first event whose move is sealed as long as its game runs: from there on links and dice have been
    /// checked, and of the rules nothing; none where everything was.
    pub sealed_from: Option<u64>,
}

/// The first thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{why}", place(*seq))]
pub struct Failure {
    /// The event that fails; none for the file as a whole.
    pub seq: Option<u64>,
    /// Why.
    pub why: Corrupt,
}

fn place(seq: Option<u64>) -> String {
    seq.map_or_else(String::new, |seq| format!("event {seq}: "))
}

/// Checks the text of an export. Public data alone suffices: the heads, that the rules allow every move
/// and called for every roll and pass and that none is missing, the deadlines, the links back to the
/// anchors, the dice from links and salts, and the words on seals. After the first move that is still sealed
/// no more than heads, links and dice can be.
pub fn verify(text: &str) -> Result<Verified, Failure> {
    let whole = |why| Failure { seq: None, why };
    let export = Export::parse(text).map_err(whole)?;
    let mut check = Check::new(export.match_id);
    for (expected, entry) in (1..).zip(&export.log) {
        check.entry(expected, entry).map_err(|why| Failure { seq: Some(expected), why })?;
    }
    if check.head != export.head {
        return Err(whole(Corrupt::Head { expected: check.head }));
    }
    check.finish().map_err(whole)
}

struct Check {
    match_id: MatchId,
    head: Hash,
    state: Option<State>,
    rolls: u64,
    moves: u64,
    sealed_from: Option<u64>,
    last_seq: u64,
}

impl Check {
    fn new(match_id: MatchId) -> Self {
        Self {
            match_id,
            head: first_head(match_id),
            state: None,
            rolls: 0,
            moves: 0,
            sealed_from: None,
            last_seq: 0,
        }
    }

    fn entry(&mut self, expected: u64, entry: &ExportEntry) -> Result<(), Corrupt> {
        if entry.seq != expected {
            return Err(Corrupt::Sequence { expected, found: entry.seq });
        }
        let sealed = entry.sealed_part().ok_or_else(|| {
            Corrupt::Unreadable("an entry gives its nonce, or the hash of its sealed part".to_owned())
        })?;
        self.head = next_head(&self.head, entry.seq, &entry.public, &sealed);
        if self.head != entry.head {
            return Err(Corrupt::Head { expected: self.head });
        }
        self.last_seq = entry.seq;
        let event = match &entry.nonce {
            Some(_) => Event::parse(&entry.public, entry.sealed.as_deref())?,
            None => Event::parse_public(&entry.public)?,
        };
        if event.kind.is_sealed() {
            self.sealed_from.get_or_insert(entry.seq);
        }
        self.event(entry.seq, &event)
    }

    fn event(&mut self, seq: u64, event: &Event) -> Result<(), Corrupt> {
        let Some(state) = &mut self.state else {
            self.state = Some(State::opened(self.match_id, event)?);
            return Ok(());
        };
        let sealed = self.sealed_from.is_some();
        match &event.kind {
            EventKind::Rolled(rolled) => {
                self.rolls += 1;
                check_dice(state, rolled, sealed)?;
            }
            EventKind::EventRolled(rolled) => {
                self.rolls += 1;
                check_event(state, rolled, sealed)?;
            }
            EventKind::RewardRolled(rolled) => {
                self.rolls += 1;
                check_reward(state, rolled, sealed)?;
            }
            EventKind::GiftsRolled(rolled) => {
                self.rolls += 1;
                check_gifts(state, rolled, sealed)?;
            }
            EventKind::Moved(_) | EventKind::Bumped(_) | EventKind::RewardPicked(_) => self.moves += 1,
            _ => {}
        }
        if sealed {
            state.keep_dice(seq, &event.kind);
            return Ok(());
        }
        state.apply_event(seq, event)
    }

    fn finish(self) -> Result<Verified, Corrupt> {
        let state = self.state.ok_or(Corrupt::Empty)?;
        if let Some(owed) = state.owed().filter(|_| self.sealed_from.is_none()) {
            return Err(Corrupt::Unfinished(owed.name()));
        }
        Ok(Verified {
            match_id: self.match_id,
            name: state.settings.name.to_string(),
            events: self.last_seq,
            rolls: self.rolls,
            moves: self.moves,
            result: state.result().unwrap_or_else(|| "ongoing".to_owned()),
            head: self.head,
            sealed_from: self.sealed_from,
        })
    }
}

/// That a roll was called for, has the next number, and leads back to the link before. This is judged
/// before what it gave.
fn check_link(
    state: &State,
    owed: Owed,
    sealed: bool,
    of: ChainOf,
    number: (u32, u32),
    link: &Hash,
) -> Result<(), Corrupt> {
    if !sealed && state.owed() != Some(owed) {
        return Err(Corrupt::Uncalled(owed.name()));
    }
    let next = state.dice.next(of);
    if number != (next.chain.number, next.roll) {
        return Err(Corrupt::RollNumber { chain: next.chain.number, roll: next.roll });
    }
    if follows(&next.previous, link) { Ok(()) } else { Err(Corrupt::Link) }
}

/// That the dice of a turn follow from link and salts.
fn check_dice(state: &State, rolled: &Rolled, sealed: bool) -> Result<(), Corrupt> {
    let number = (rolled.chain, rolled.roll);
    let owed = Owed::Roll(rolled.board);
    check_link(state, owed, sealed, ChainOf::Board(rolled.board), number, &rolled.link)?;
    let dice = state.dice_from(rolled.board, &rolled.link);
    if dice == rolled.dice { Ok(()) } else { Err(Corrupt::WrongDice(dice)) }
}

/// The same for the event dice of a round. Where moves are sealed it is not known which squares looked empty,
/// and so how many more there should be.
fn check_event(state: &State, rolled: &EventRolled, sealed: bool) -> Result<(), Corrupt> {
    let number = (rolled.chain, rolled.roll);
    let owed = Owed::Event(rolled.board);
    check_link(state, owed, sealed, ChainOf::Board(rolled.board), number, &rolled.link)?;
    let given = state.event_dice_from(rolled.board, &rolled.link);
    let right = given.dice == rolled.dice && (sealed || given.draws == rolled.draws);
    if right { Ok(()) } else { Err(Corrupt::WrongEventDice([given.dice, given.draws].concat())) }
}

/// The same for a reward.
fn check_reward(state: &State, rolled: &RewardRolled, sealed: bool) -> Result<(), Corrupt> {
    let number = (rolled.chain, rolled.roll);
    check_link(state, Owed::Reward(rolled.seat), sealed, ChainOf::Table, number, &rolled.link)?;
    let pieces = state.reward_from(&rolled.link);
    if pieces == rolled.pieces { Ok(()) } else { Err(Corrupt::WrongPieces(text(&pieces))) }
}

/// The same for gifts.
fn check_gifts(state: &State, rolled: &GiftsRolled, sealed: bool) -> Result<(), Corrupt> {
    let number = (rolled.chain, rolled.roll);
    check_link(state, Owed::Gifts, sealed, ChainOf::Table, number, &rolled.link)?;
    let gifts = state.gifts_from(&rolled.link);
    if gifts == rolled.gifts {
        return Ok(());
    }
    let each: Vec<String> = gifts.iter().map(|(seat, pieces)| format!("{seat} {}", text(pieces))).collect();
    Err(Corrupt::WrongPieces(each.join(", ")))
}

fn text(pieces: &Pieces) -> String {
    pieces.0.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
