//! Events of a board: what chance does between two rounds (RULES §9).
//!
//! Chance sees no more than an onlooker: where a hidden piece stands on a square that looks empty, it shows
//! itself.

use super::apply::Taken;
use super::eye::Sight;
use super::geometry::{Geometry, Topology};
use super::kind::Kind;
use super::piece::{Item, Piece};
use super::position::{Position, Rights};
use super::refusal::Refusal;
use super::square::{MAX_SIDE, Square, SquareSet};
use super::table::Table;
use crate::domain::seat::{BoardNo, ByArmy};

/// What chance does to a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// Cells come to live on squares that look empty.
    Bacteria(SquareSet),
    /// The colony lives one generation of Conway's Life.
    Life,
    /// The board turns by a quarter, clockwise.
    Turn,
    /// First and last file touch from now on, or no longer.
    Cylinder,
    /// An empty rank appears in the middle.
    Row,
    /// An item appears on a square that looks empty.
    Treasure(Item, Square),
}

/// What became of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Happened {
    /// Where cells came to live.
    pub born: SquareSet,
    /// Where cells died.
    pub died: SquareSet,
    /// Hidden pieces that stood where something was to appear, and where; they are hidden no longer.
    pub revealed: Vec<(Square, Piece)>,
    /// The treasure that such a piece took.
    pub taken: Option<Taken>,
    /// Whether the board is another one now.
    pub changed: bool,
}

impl Table {
    /// The squares of a board that look empty to an onlooker, a1, b1 and so on: those on which chance may put
    /// something. Treasure lies where it lies.
    #[must_use]
    pub fn looks_empty(&self, board: BoardNo) -> Vec<Square> {
        self.boards[board].seems_free().iter().collect()
    }

    /// Lets something happen to a board, between a move and the next turn.
    pub fn chance(&mut self, board: BoardNo, chance: Chance) -> Result<Happened, Refusal> {
        if !self.rules.has_events() {
            return Err(Refusal::NoEvents);
        }
        if self.board_over(board) {
            return Err(Refusal::GameOver);
        }
        if self.called[board].is_some() || self.touched[board].is_some() {
            return Err(Refusal::ChanceInTurn(board));
        }
        let happened = self.boards[board].happen(chance);
        self.judge_anew();
        Ok(happened)
    }
}

impl Position {
    fn seems_free(&self) -> SquareSet {
        let treasure: SquareSet = self.treasure.iter().map(|(square, _)| *square).collect();
        self.seen(Sight::Public).placement.empty_squares() & !treasure
    }

    fn happen(&mut self, chance: Chance) -> Happened {
        match chance {
            Chance::Bacteria(squares) => self.grow(squares & self.seems_free()),
            Chance::Life => self.live(),
            Chance::Turn => self.turn(),
            Chance::Cylinder => self.join_files(),
            Chance::Row => self.add_rank(),
            Chance::Treasure(item, square) => self.lay(item, square),
        }
    }

    /// Lets cells live on squares that look empty.
    fn grow(&mut self, squares: SquareSet) -> Happened {
        let mut happened = Happened::default();
        for square in squares.iter() {
            if let Some(piece) = self.show(square) {
                happened.revealed.push((square, piece));
            } else {
                self.placement.grow(square);
                happened.born.insert(square);
            }
        }
        happened.changed = squares != SquareSet::EMPTY;
        happened
    }

    /// Shows a hidden piece.
    fn show(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square)?.shown();
        self.placement.put(square, piece);
        Some(piece)
    }

    /// Birth on three neighbours, survival on two or three.
    fn live(&mut self) -> Happened {
        let (colony, free) = (self.placement.colony(), self.seems_free());
        let neighbours = |square: Square| {
            let around = self.geometry().leaps(Kind::King, square);
            around.iter().filter(|near| colony.contains(**near)).count()
        };
        let lives = |square: &Square| matches!(neighbours(*square), 2 | 3);
        let died: SquareSet = colony.iter().filter(|square| !lives(square)).collect();
        let births: SquareSet = free.iter().filter(|square| neighbours(*square) == 3).collect();
        died.iter().for_each(|square| {
            self.placement.clear(square);
        });
        let changed = died != SquareSet::EMPTY || births != SquareSet::EMPTY;
        Happened { died, changed, ..self.grow(births) }
    }

    /// Everything turns by a quarter, clockwise; the seats stay where they sit.
    fn turn(&mut self) -> Happened {
        let (files, ranks) = (self.geometry().files(), self.geometry().ranks());
        let turned = move |square: Square| Square::at(square.rank(), files - 1 - square.file());
        self.rights = Rights::default();
        self.king_unmoved = ByArmy::default();
        self.reshape(ranks, files, self.geometry().topology(), turned);
        self.en_passant = None;
        Happened { changed: true, ..Happened::default() }
    }

    fn join_files(&mut self) -> Happened {
        let topology = match self.geometry().topology() {
            Topology::Flat => Topology::Cylinder,
            Topology::Cylinder => Topology::Flat,
        };
        self.reshape(self.geometry().files(), self.geometry().ranks(), topology, |square| square);
        let right = self.en_passant;
        let usable = |right| self.seen(Sight::Of(self.to_move)).en_passant_usable(right);
        self.en_passant = right.filter(|right| usable(*right));
        Happened { changed: true, ..Happened::default() }
    }

    /// The upper half moves up by one rank, unless the board has as many as it can have.
    fn add_rank(&mut self) -> Happened {
        let (files, ranks) = (self.geometry().files(), self.geometry().ranks());
        if ranks == MAX_SIDE {
            return Happened::default();
        }
        let apart = move |square: Square| {
            Square::at(square.file(), square.rank() + u8::from(square.rank() >= ranks / 2))
        };
        self.reshape(files, ranks + 1, self.geometry().topology(), apart);
        self.en_passant = None;
        Happened { changed: true, ..Happened::default() }
    }

    fn reshape(&mut self, files: u8, ranks: u8, topology: Topology, to: impl Fn(Square) -> Square) {
        let shape = Geometry::get(usize::from(files), usize::from(ranks), topology);
        let Ok(geometry) = shape else { return };
        self.placement = self.placement.moved_to(geometry, &to);
        self.treasure.iter_mut().for_each(|(square, _)| *square = to(*square));
        self.treasure.sort_unstable();
    }

    /// Lays an item on a square that looks empty; a hidden piece there shows itself and takes it.
    fn lay(&mut self, item: Item, square: Square) -> Happened {
        if !self.seems_free().contains(square) {
            return Happened::default();
        }
        let mut happened = Happened { changed: true, ..Happened::default() };
        self.treasure.push((square, item));
        self.treasure.sort_unstable();
        if let Some(piece) = self.show(square) {
            happened.revealed.push((square, piece));
            happened.taken = self.take_treasure(square);
        }
        happened
    }
}
