//! What hidden pieces and events bring: bumps, pieces that show themselves, the event dice of a round
//! (RULES §9, §10).

use super::Moment;
use crate::domain::dice::{ChainOf, Draws, roll_seed};
use crate::domain::game::command::SaltGiven;
use crate::domain::game::event::{Bumped, EventKind, EventRolled, Revealed, Shown, Unseen};
use crate::domain::game::history::{BumpedLine, HappenedLine, Occurred, What};
use crate::domain::game::refusal::Corrupt;
use crate::domain::game::state::State;
use crate::domain::hash::Hash;
use crate::domain::rules::{Chance, Due, Happened, Item, Piece, Square, SquareSet, Table, Tried};
use crate::domain::seat::{Army, BoardNo, Seat};

/// The faces of the die that names an event.
mod named {
    pub const BACTERIA: u8 = 1;
    pub const TURN: u8 = 2;
    pub const CYLINDER: u8 = 3;
    pub const ROW: u8 = 4;
    pub const RING: u8 = 5;
}

/// A cell comes to live where a die falls on at most this.
const FERTILE: u8 = 2;

/// What the event dice of a round gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::domain::game) struct EventDice {
    pub dice: Vec<u8>,
    pub draws: Vec<u8>,
}

impl State {
    pub(super) fn bump(&mut self, now: Moment, bumped: &Bumped) -> Result<(), Corrupt> {
        let (board, mv) = (bumped.board, bumped.mv.ok_or(Corrupt::Sealed)?);
        let turn = self.decision(board, bumped.seat, bumped.chooser)?;
        self.salt(now, turn.decider, ChainOf::Board(board), &bumped.given(), bumped.opened)?;
        let tried = self.table.attempt(board, &mv, turn.demand());
        let tried = tried.map_err(|why| Corrupt::Illegal { mv: mv.to_string(), why })?;
        let Tried::Bumped(bump) = tried else { return Err(Corrupt::Bump) };
        if (bump.square, bump.met.form()) != (bumped.on, bumped.met) {
            return Err(Corrupt::Bump);
        }
        if Unseen::of_bump(&bump) != bumped.hidden {
            return Err(Corrupt::Unseen);
        }
        self.board_seq[board] = now.seq;
        self.tell(
            now,
            What::Bumped(BumpedLine {
                seat: bumped.seat,
                chooser: bumped.chooser,
                mv,
                hidden: bumped.hidden.clone(),
                moved: bump.moved.shown().name(),
                on: bump.square,
                met: bump.met.name(),
                whose: Seat::at(board, bump.met.army),
                roll: turn.roll,
            }),
        );
        self.keep_turn(now, board);
        Ok(())
    }

    pub(super) fn reveal(&mut self, now: Moment, revealed: &Revealed) -> Result<(), Corrupt> {
        let board = revealed.board;
        if revealed.seat.board() != board {
            return Err(Corrupt::Shown);
        }
        let roll = self.demand(board);
        let shown = self.table.reveal(revealed.seat, roll).map_err(|_| Corrupt::Uncalled("revealed"))?;
        if listed(&shown) != revealed.pieces {
            return Err(Corrupt::Shown);
        }
        self.board_seq[board] = now.seq;
        let pieces = shown.iter().map(|(square, piece)| (*square, piece.name())).collect();
        self.tell(now, What::Revealed { seat: revealed.seat, pieces });
        self.keep_turn(now, board);
        Ok(())
    }

    /// A turn goes on after hidden pieces have shown themselves, if its mover still has a move; otherwise it
    /// waits or passes. Who waits keeps the roll.
    fn keep_turn(&mut self, now: Moment, board: BoardNo) {
        let due = self.table.due(board);
        if let Some(turn) = self.turns[board].clone()
            && due != Due::Turn(turn.mover)
        {
            self.refill(board, now.due);
            self.turns[board] = None;
            self.table.lift_call(board);
            self.table.lift_touch(board);
            self.kept_rolls[board] = turn.roll.filter(|_| due == Due::Nothing);
        }
        self.look_around(now);
    }

    /// After a move or a pass: whether it completed a round of its board, so that the event die is due.
    pub(super) fn count_round(&mut self, board: BoardNo) {
        let complete = self.table.mover(board).army() == Army::White && !self.table.board_over(board);
        self.event_due[board] = complete && self.settings.rules.has_events();
    }

    pub(super) fn happen(&mut self, now: Moment, rolled: &EventRolled) -> Result<(), Corrupt> {
        let board = rolled.board;
        let next = self.dice.next(ChainOf::Board(board));
        if (rolled.chain, rolled.roll) != (next.chain.number, next.roll) {
            return Err(Corrupt::RollNumber { chain: next.chain.number, roll: next.roll });
        }
        if rolled.next_anchor.is_some() != next.announces {
            return Err(Corrupt::NextAnchor);
        }
        let given = EventDice { dice: rolled.dice.clone(), draws: rolled.draws.clone() };
        let (after, line) = self.occurs(board, &given).ok_or(Corrupt::EventDice)?;
        if line.shown_as_log() != rolled.shown {
            return Err(Corrupt::Shown);
        }
        self.dice.rolled(ChainOf::Board(board), now.seq, rolled.link, rolled.next_anchor);
        self.table = after;
        self.event_due[board] = false;
        self.board_seq[board] = now.seq;
        self.tell(now, What::Happened(line));
        self.look_around(now);
        Ok(())
    }

    /// The event dice of the next roll of a board, given its link.
    pub(in crate::domain::game) fn event_dice_from(&self, board: BoardNo, link: &Hash) -> EventDice {
        let next = self.dice.next(ChainOf::Board(board));
        let mut draws = Draws::from_seed(&roll_seed(next.chain, next.roll, link, next.transcript));
        let mut given = EventDice { dice: vec![draws.die()], draws: Vec::new() };
        if !self.settings.rules.is_event(given.dice[0]) {
            return given;
        }
        let name = draws.die();
        given.dice.push(name);
        let free = self.after_life(board).0.looks_empty(board).len();
        if name == named::BACTERIA {
            given.draws = (0..free).map(|_| draws.die()).collect();
        } else if let (named::RING.., Ok(some @ 1..)) = (name, u32::try_from(free)) {
            given.draws = vec![u8::try_from(draws.below(some)).unwrap_or(u8::MAX)];
        }
        given
    }

    /// Of how many squares the dice draw one for treasure; none where they draw no place.
    pub(in crate::domain) fn places_of_treasure(&self, rolled: &EventRolled) -> Option<u32> {
        rolled.dice.get(1).filter(|name| **name >= named::RING)?;
        u32::try_from(self.after_life(rolled.board).0.looks_empty(rolled.board).len()).ok()
    }

    /// The hidden pieces that event dice would show, as the log writes them.
    pub(in crate::domain::game) fn shown_by(&self, board: BoardNo, given: &EventDice) -> Shown {
        self.occurs(board, given).map(|(_, line)| line.shown_as_log()).unwrap_or_default()
    }

    /// Keeps the books of the dice alone, where moves are sealed and the rules cannot be asked.
    pub(in crate::domain::game) fn keep_dice(&mut self, seq: u64, kind: &EventKind) {
        match kind {
            EventKind::Moved(moved) => {
                self.keep_salt(moved.chooser.unwrap_or(moved.seat), &moved.given(), seq);
            }
            EventKind::Bumped(bumped) => {
                self.keep_salt(bumped.chooser.unwrap_or(bumped.seat), &bumped.given(), seq);
            }
            EventKind::Rolled(rolled) => {
                self.dice.rolled(ChainOf::Board(rolled.board), seq, rolled.link, rolled.next_anchor);
            }
            EventKind::EventRolled(rolled) => {
                self.dice.rolled(ChainOf::Board(rolled.board), seq, rolled.link, rolled.next_anchor);
            }
            EventKind::Salted { seat, salt, drawn_by, next, .. } => {
                let given = SaltGiven { salt: salt.clone(), drawn_by: *drawn_by, next: *next };
                self.keep_salt(*seat, &given, seq);
            }
            EventKind::ChainsRenewed { chains } => {
                for new in chains {
                    self.dice.renew(new.of, new.chain, new.anchor, seq);
                }
            }
            _ => {}
        }
    }

    fn keep_salt(&mut self, seat: Seat, given: &SaltGiven, seq: u64) {
        self.dice.salted(seat, ChainOf::Board(seat.board()), given, seq);
    }

    /// The table after its colony has lived a generation, where there is one.
    fn after_life(&self, board: BoardNo) -> (Table, Happened) {
        let mut table = self.table.clone();
        let colony = table.board(board).colony().next().is_some();
        let lived = colony.then(|| table.chance(board, Chance::Life).ok()).flatten().unwrap_or_default();
        (table, lived)
    }

    /// What a round's end does to a board with these dice; none if they are not those of this table.
    fn occurs(&self, board: BoardNo, given: &EventDice) -> Option<(Table, HappenedLine)> {
        let (mut table, lived) = self.after_life(board);
        let (&first, named) = given.dice.split_first()?;
        let rules = &self.settings.rules;
        let dice = given.dice.iter().all(|die| (1..=6).contains(die));
        if !dice || named.len() != usize::from(rules.is_event(first)) {
            return None;
        }
        let mut line = HappenedLine {
            board,
            dice: given.dice.clone(),
            born: lived.born.len(),
            died: lived.died.len(),
            occurred: None,
            shown: Vec::new(),
            taken: None,
        };
        line.shows(board, &lived);
        if let Some(&name) = named.first() {
            let (chance, occurred) = named_event(&table, board, name, &given.draws)?;
            let happened = match chance {
                Some(chance) => table.chance(board, chance).ok()?,
                None => Happened::default(),
            };
            line.occurred = Some(occurred.as_it_was(&happened));
            line.taken = happened.taken;
            line.shows(board, &happened);
        } else if !given.draws.is_empty() {
            return None;
        }
        Some((table, line))
    }
}

/// The event that a die names, with its draws; none where they do not belong to it.
fn named_event(table: &Table, board: BoardNo, name: u8, draws: &[u8]) -> Option<(Option<Chance>, Occurred)> {
    let free = table.looks_empty(board);
    let plain = |chance, occurred| draws.is_empty().then_some((Some(chance), occurred));
    match name {
        named::BACTERIA => {
            let dice = draws.len() == free.len() && draws.iter().all(|die| (1..=6).contains(die));
            let fertile = free.iter().zip(draws).filter(|(_, die)| **die <= FERTILE);
            let squares: SquareSet = fertile.map(|(square, _)| *square).collect();
            dice.then_some((Some(Chance::Bacteria(squares)), Occurred::Bacteria { cells: 0 }))
        }
        named::TURN => plain(Chance::Turn, Occurred::Turn),
        named::CYLINDER => plain(Chance::Cylinder, Occurred::Cylinder { on: is_flat(table, board) }),
        named::ROW => plain(Chance::Row, Occurred::Row { fits: true }),
        _ => {
            let item = if name == named::RING { Item::Ring } else { Item::Cloak };
            match draws {
                [] if free.is_empty() => Some((None, Occurred::Treasure { item, square: None })),
                [place] => {
                    let square = *free.get(usize::from(*place))?;
                    let occurred = Occurred::Treasure { item, square: Some(square) };
                    Some((Some(Chance::Treasure(item, square)), occurred))
                }
                _ => None,
            }
        }
    }
}

fn is_flat(table: &Table, board: BoardNo) -> bool {
    table.board(board).geometry().topology() == crate::domain::rules::Topology::Flat
}

impl Occurred {
    fn as_it_was(self, happened: &Happened) -> Self {
        match self {
            Self::Bacteria { .. } => Self::Bacteria { cells: happened.born.len() },
            Self::Row { .. } => Self::Row { fits: happened.changed },
            other => other,
        }
    }
}

impl HappenedLine {
    fn shows(&mut self, board: BoardNo, happened: &Happened) {
        let shown = happened.revealed.iter();
        self.shown.extend(shown.map(|(square, piece)| (Seat::at(board, piece.army), *square, *piece)));
    }

    fn shown_as_log(&self) -> Shown {
        self.shown.iter().map(|(_, square, piece)| (*square, piece.form())).collect()
    }
}

/// Pieces that show themselves, as the log writes them.
pub(in crate::domain::game) fn listed(shown: &[(Square, Piece)]) -> Shown {
    shown.iter().map(|(square, piece)| (*square, piece.form())).collect()
}
