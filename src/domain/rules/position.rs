//! One board as it stands: pieces, hands, whose move it is, rights and counters.

use super::geometry::{Geometry, Wing};
use super::hand::Hand;
use super::kind::{Kind, KindSet};
use super::piece::{Form, Piece};
use super::square::{Square, SquareSet};
use crate::domain::seat::{Army, ByArmy};

/// Where the pieces stand; what attacks are judged by.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Placement {
    pub(super) geometry: &'static Geometry,
    cells: [Option<Piece>; 256],
    armies: ByArmy<SquareSet>,
    kings: ByArmy<Option<Square>>,
    /// Every kind that the game can have; attacks by others need not be looked for.
    pub(super) kinds: KindSet,
}

impl Placement {
    pub(super) fn empty(geometry: &'static Geometry, kinds: KindSet) -> Self {
        Self { geometry, cells: [None; 256], armies: ByArmy::default(), kings: ByArmy::default(), kinds }
    }

    pub(super) const fn at(&self, square: Square) -> Option<Piece> {
        self.cells[square.index()]
    }

    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        self.lift(square);
        self.cells[square.index()] = Some(piece);
        self.armies[piece.army].insert(square);
        if piece.kind == Kind::King {
            self.kings[piece.army] = Some(square);
        }
    }

    /// Takes away what stands on a square, if anything does.
    pub(super) fn lift(&mut self, square: Square) -> Option<Piece> {
        let piece = self.cells[square.index()].take()?;
        self.armies[piece.army].remove(square);
        if piece.kind == Kind::King {
            self.kings[piece.army] = None;
        }
        Some(piece)
    }

    pub(super) fn army(&self, army: Army) -> SquareSet {
        self.armies[army]
    }

    pub(super) fn king(&self, army: Army) -> Option<Square> {
        self.kings[army]
    }

    pub(super) fn empty_squares(&self) -> SquareSet {
        self.geometry.all() & !(self.armies[Army::White] | self.armies[Army::Black])
    }
}

/// A right to capture en passant, for the army to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EnPassant {
    /// The squares passed over, in the order passed; a taxi's leap passes two (RULES §8).
    pub(super) passed: [Option<Square>; 2],
    /// Where the pawn stands that is captured.
    pub(super) victim: Square,
}

impl EnPassant {
    pub(super) fn allows(self, square: Square) -> bool {
        self.passed.contains(&Some(square))
    }
}

/// The castling rights of both armies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rights(u8);

impl Rights {
    const fn bit(army: Army, wing: Wing) -> u8 {
        1 << (army as u8 * 2 + wing as u8)
    }

    pub(super) const fn has(self, army: Army, wing: Wing) -> bool {
        self.0 & Self::bit(army, wing) != 0
    }

    pub(super) const fn any(self, army: Army) -> bool {
        self.has(army, Wing::King) || self.has(army, Wing::Queen)
    }

    pub(super) const fn grant(&mut self, army: Army, wing: Wing) {
        self.0 |= Self::bit(army, wing);
    }

    pub(super) const fn end(&mut self, army: Army, wing: Wing) {
        self.0 &= !Self::bit(army, wing);
    }
}

/// One board as it stands.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    pub(super) placement: Placement,
    pub(super) hands: ByArmy<Hand>,
    pub(super) to_move: Army,
    pub(super) rights: Rights,
    /// Whether the king still stands where it started, whatever became of the rooks (RULES §4.4).
    pub(super) king_unmoved: ByArmy<bool>,
    pub(super) en_passant: Option<EnPassant>,
    pub(super) halfmoves: u32,
    pub(super) fullmoves: u32,
}

impl Position {
    /// The board's shape.
    #[must_use]
    pub const fn geometry(&self) -> &'static Geometry {
        self.placement.geometry
    }

    /// What stands on a square.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.placement.at(square)
    }

    /// Every piece on the board with its square, a1 first.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.geometry().squares().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// The army to move.
    #[must_use]
    pub const fn to_move(&self) -> Army {
        self.to_move
    }

    /// An army's hand.
    #[must_use]
    pub fn hand(&self, army: Army) -> &Hand {
        &self.hands[army]
    }

    /// The number of the move that is about to be played, as text counts them: up by one after Black's.
    #[must_use]
    pub const fn move_number(&self) -> u32 {
        self.fullmoves
    }

    /// The square of an army's king; none where it has been captured.
    #[must_use]
    pub fn king(&self, army: Army) -> Option<Square> {
        self.placement.king(army)
    }

    /// Gives an army a piece to drop.
    pub(super) fn receive(&mut self, army: Army, form: Form) {
        self.hands[army].add(form);
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text())
    }
}
