//! Decisions, salts, rolls and chains.

use super::playing;
use crate::domain::dice::{ChainId, ChainOf, Draws, follows, roll_seed};
use crate::domain::game::command::{Context, SaltGiven};
use crate::domain::game::dice_book::{MAX_CHAIN, NextRoll};
use crate::domain::game::event::{Bumped, EventKind, EventRolled, Moved, NewChain, Revealed, Rolled, Unseen};
use crate::domain::game::fold::{EventDice, listed};
use crate::domain::game::refusal::Refusal;
use crate::domain::game::state::{Stage, State};
use crate::domain::game::turn::Turn;
use crate::domain::hash::Hash;
use crate::domain::ids::AccountId;
use crate::domain::rules::{Move, Tried};
use crate::domain::seat::{BoardNo, Seat};

pub(super) fn play(
    state: &State,
    account: AccountId,
    board: BoardNo,
    mv: &str,
    seen: u64,
    salt: &SaltGiven,
) -> Result<EventKind, Refusal> {
    let seat = playing(state, account)?;
    if seat.board() != board {
        return Err(Refusal::NotYourBoard { own: seat.board(), asked: board });
    }
    if state.is_between_games() {
        return Err(Refusal::BetweenGames);
    }
    fresh(state, board, seen)?;
    let running = state.turns[board].as_ref();
    let Some(turn) = running.filter(|turn| turn.decider == seat) else {
        return Err(Refusal::NotYourTurn { who: running.map(|turn| turn.decider) });
    };
    if let Some(first) = state.frozen_by(board) {
        return Err(Refusal::BoardStands(first));
    }
    let mv: Move = mv.parse().map_err(Refusal::Unreadable)?;
    let tried = attempt(state, turn, mv)?;
    let opened = state.dice.seals[seat].would_open(&salt.salt);
    let SaltGiven { salt, drawn_by, next } = salt.clone();
    let (seat, chooser, mv) = (turn.mover, turn.chosen().then_some(seat), Some(mv));
    Ok(match tried {
        Some(Tried::Bumped(bump)) => {
            let (hidden, on, met) = (Unseen::of_bump(&bump), bump.square, bump.met.form());
            EventKind::Bumped(Bumped {
                board,
                seat,
                chooser,
                mv,
                hidden,
                on,
                met,
                salt,
                drawn_by,
                next,
                opened,
            })
        }
        played => {
            let hidden = played.and_then(Tried::played).and_then(|played| Unseen::of(&played));
            EventKind::Moved(Moved { board, seat, chooser, mv, hidden, salt, drawn_by, next, opened })
        }
    })
}

/// What comes of a move; none where nothing can be hidden, and so it is what was asked for.
fn attempt(state: &State, turn: &Turn, mv: Move) -> Result<Option<Tried>, Refusal> {
    if !state.settings.rules.has_items() {
        state.table.admit(turn.board, mv, turn.demand()).map_err(Refusal::Illegal)?;
        return Ok(None);
    }
    let tried = state.table.clone().attempt(turn.board, &mv, turn.demand());
    tried.map(Some).map_err(Refusal::Illegal)
}

/// The hidden pieces of a seat that have to show themselves.
pub(super) fn reveal(state: &State, seat: Seat) -> Result<Revealed, Refusal> {
    let board = seat.board();
    let shown = state.table.clone().reveal(seat, state.demand(board)).map_err(Refusal::Illegal)?;
    Ok(Revealed { board, seat, pieces: listed(&shown) })
}

/// The event dice of a round.
pub(super) fn event(state: &State, board: BoardNo, ctx: &Context<'_>) -> Result<EventRolled, Refusal> {
    let (next, link, next_anchor) = link(state, ChainOf::Board(board), ctx)?;
    let given = state.event_dice_from(board, &link);
    let shown = state.shown_by(board, &given);
    let EventDice { dice, draws } = given;
    Ok(EventRolled {
        board,
        chain: next.chain.number,
        roll: next.roll,
        link,
        dice,
        draws,
        shown,
        next_anchor,
    })
}

/// That the sender has seen a board as it is.
pub(super) fn fresh(state: &State, board: BoardNo, seen: u64) -> Result<(), Refusal> {
    // What happened on the other board does not matter here: the rules judge the move as it is now.
    // A position that the log does not have yet was seen by nobody.
    if !(state.board_seq[board]..=state.seq).contains(&seen) {
        return Err(Refusal::Stale { board, changed: state.changed_since(board, seen) });
    }
    Ok(())
}

impl State {
    /// The events after `seen` that touched a board.
    fn changed_since(&self, board: BoardNo, seen: u64) -> Vec<u64> {
        let new = self.history.iter().filter(|line| line.seq > seen && line.what.board() == Some(board));
        let mut seqs: Vec<u64> = new.map(|line| line.seq).collect();
        seqs.dedup();
        seqs
    }
}

pub(super) fn salt_alone(state: &State, account: AccountId, salt: &SaltGiven) -> Result<EventKind, Refusal> {
    let seat = playing(state, account)?;
    if !state.needs_salt_from().contains(&seat) {
        return Err(Refusal::NoSaltNeeded);
    }
    let opened = state.dice.seals[seat].would_open(&salt.salt);
    let SaltGiven { salt, drawn_by, next } = salt.clone();
    Ok(EventKind::Salted { seat, salt, drawn_by, next, opened })
}

/// The roll that comes next on a board; refused where the key is not that of the match.
pub(super) fn roll(state: &State, board: BoardNo, ctx: &Context<'_>) -> Result<Rolled, Refusal> {
    let (next, link, next_anchor) = link(state, ChainOf::Board(board), ctx)?;
    Ok(Rolled {
        board,
        chain: next.chain.number,
        roll: next.roll,
        link,
        dice: state.dice_from(board, &link),
        next_anchor,
    })
}

/// The next roll of a chain, the link that it publishes and the anchor that it announces.
pub(super) fn link(
    state: &State,
    of: ChainOf,
    ctx: &Context<'_>,
) -> Result<(NextRoll, Hash, Option<Hash>), Refusal> {
    let next = state.dice.next(of);
    let link = ctx.dice.link(next.chain, next.roll);
    if !follows(&next.previous, &link) {
        return Err(Refusal::ForeignKey(next.chain));
    }
    let following = ChainId { number: next.chain.number + 1, ..next.chain };
    Ok((next, link, next.announces.then(|| ctx.dice.anchor(following))))
}

impl State {
    /// The dice of the next roll of a board, given its link.
    pub(in crate::domain::game) fn dice_from(&self, board: BoardNo, link: &Hash) -> Vec<u8> {
        let next = self.dice.next(ChainOf::Board(board));
        let mut draws = Draws::from_seed(&roll_seed(next.chain, next.roll, link, next.transcript));
        (0..self.dice_of_a_turn()).map(|_| draws.die()).collect()
    }
}

pub(super) fn renew(state: &State, number: u32, ctx: &Context<'_>) -> Result<EventKind, Refusal> {
    if matches!(state.phase, Stage::Over { .. } | Stage::Cancelled) {
        return Err(Refusal::Over);
    }
    let least = state.fresh_chain();
    if !(least..=MAX_CHAIN).contains(&number) {
        return Err(Refusal::ChainNumber(least));
    }
    let chains = ChainOf::ALL.map(|of| {
        let anchor = ctx.dice.anchor(ChainId { match_id: state.match_id, of, number });
        NewChain { of, chain: number, anchor }
    });
    Ok(EventKind::ChainsRenewed { chains })
}
