//! One board as it stands: pieces, hands, whose move it is, rights and counters.

use super::geometry::{Geometry, Topology, Wing};
use super::hand::Hand;
use super::kind::{Kind, KindSet};
use super::piece::{Form, Item, Marks, Occupant, Piece};
use super::square::{Square, SquareSet};
use crate::domain::seat::{Army, ByArmy};

/// Where the pieces stand; what attacks are judged by.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Placement {
    pub(super) geometry: &'static Geometry,
    occupants: [Option<Occupant>; 256],
    armies: ByArmy<SquareSet>,
    pyramids: SquareSet,
    colony: SquareSet,
    kings: ByArmy<Option<Square>>,
    /// How many cylindrical pieces an army has on the board.
    cylindrical: ByArmy<u8>,
    /// How many hidden pieces an army has on the board.
    hidden: ByArmy<u8>,
    /// Every kind that the game can have; attacks by others need not be looked for.
    pub(super) kinds: KindSet,
}

impl Placement {
    pub(super) fn empty(geometry: &'static Geometry, kinds: KindSet) -> Self {
        Self {
            geometry,
            occupants: [None; 256],
            armies: ByArmy::default(),
            pyramids: SquareSet::EMPTY,
            colony: SquareSet::EMPTY,
            kings: ByArmy::default(),
            cylindrical: ByArmy::default(),
            hidden: ByArmy::default(),
            kinds,
        }
    }

    /// What takes a square up.
    pub(super) const fn occupant(&self, square: Square) -> Option<Occupant> {
        self.occupants[square.index()]
    }

    /// The piece on a square.
    pub(super) const fn at(&self, square: Square) -> Option<Piece> {
        match self.occupant(square) {
            Some(Occupant::Piece(piece)) => Some(piece),
            _ => None,
        }
    }

    pub(super) const fn is_empty(&self, square: Square) -> bool {
        self.occupant(square).is_none()
    }

    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        self.clear(square);
        self.occupants[square.index()] = Some(Occupant::Piece(piece));
        self.armies[piece.army].insert(square);
        self.cylindrical[piece.army] += u8::from(piece.marks.contains(Marks::CYLINDRICAL));
        self.hidden[piece.army] += u8::from(piece.is_hidden());
        if piece.kind == Kind::King {
            self.kings[piece.army] = Some(square);
        }
    }

    /// Takes away the piece on a square, if there is one.
    pub(super) fn lift(&mut self, square: Square) -> Option<Piece> {
        let piece = self.at(square)?;
        self.occupants[square.index()] = None;
        self.armies[piece.army].remove(square);
        self.cylindrical[piece.army] -= u8::from(piece.marks.contains(Marks::CYLINDRICAL));
        self.hidden[piece.army] -= u8::from(piece.is_hidden());
        if piece.kind == Kind::King {
            self.kings[piece.army] = None;
        }
        Some(piece)
    }

    /// Takes away the piece or the cell on a square, if there is one.
    pub(super) fn clear(&mut self, square: Square) -> Option<Occupant> {
        if self.occupant(square) == Some(Occupant::Cell) {
            self.occupants[square.index()] = None;
            self.colony.remove(square);
            return Some(Occupant::Cell);
        }
        self.lift(square).map(Occupant::Piece)
    }

    /// Puts a pyramid on an empty square, for ever.
    pub(super) fn block(&mut self, square: Square) {
        self.occupants[square.index()] = Some(Occupant::Pyramid);
        self.pyramids.insert(square);
    }

    /// Lets a cell live on an empty square.
    pub(super) fn grow(&mut self, square: Square) {
        self.occupants[square.index()] = Some(Occupant::Cell);
        self.colony.insert(square);
    }

    /// Takes away what a bomb on a square destroys: every piece of the block but kings (RULES §8), and the
    /// cells. Gives the pieces.
    pub(super) fn blast(&mut self, center: Square) -> Vec<(Square, Piece)> {
        (self.geometry.block(center) & self.colony).iter().for_each(|square| {
            self.clear(square);
        });
        let block = self.geometry.block(center).iter();
        let mortal = |square: &Square| self.at(*square).is_some_and(|piece| piece.kind != Kind::King);
        let doomed: Vec<Square> = block.filter(mortal).collect();
        doomed.into_iter().filter_map(|square| Some((square, self.lift(square)?))).collect()
    }

    pub(super) fn army(&self, army: Army) -> SquareSet {
        self.armies[army]
    }

    pub(super) fn king(&self, army: Army) -> Option<Square> {
        self.kings[army]
    }

    pub(super) fn pyramids(&self) -> SquareSet {
        self.pyramids
    }

    pub(super) fn colony(&self) -> SquareSet {
        self.colony
    }

    /// Whether an army has hidden pieces on this board.
    pub(super) fn hides(&self, army: Army) -> bool {
        self.hidden[army] > 0
    }

    pub(super) fn empty_squares(&self) -> SquareSet {
        let pieces = self.armies[Army::White] | self.armies[Army::Black];
        self.geometry.all() & !(pieces | self.pyramids | self.colony)
    }

    /// The same on a board of another shape, each square's occupant where `to` says.
    pub(super) fn moved_to(&self, geometry: &'static Geometry, to: impl Fn(Square) -> Square) -> Self {
        let mut moved = Self::empty(geometry, self.kinds);
        for square in self.geometry.squares() {
            match self.occupant(square) {
                Some(Occupant::Piece(piece)) => moved.put(to(square), piece),
                Some(Occupant::Pyramid) => moved.block(to(square)),
                Some(Occupant::Cell) => moved.grow(to(square)),
                None => {}
            }
        }
        moved
    }

    /// The shape on which a piece with these marks moves (RULES §8).
    pub(super) fn shape(&self, marks: Marks) -> &'static Geometry {
        if marks.contains(Marks::CYLINDRICAL) { self.geometry.around() } else { self.geometry }
    }

    /// The shape with touching files, where this board has none and a piece of an army moves on it.
    pub(super) fn around(&self, army: Army) -> Option<&'static Geometry> {
        let flat = self.geometry.topology() == Topology::Flat;
        (flat && self.cylindrical[army] > 0).then(|| self.geometry.around())
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
    /// The treasure that lies on squares, on which nothing else stands (RULES §9).
    pub(super) treasure: Vec<(Square, Item)>,
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

    /// What takes a square up: a piece, a pyramid or a cell.
    #[must_use]
    pub const fn occupant_at(&self, square: Square) -> Option<Occupant> {
        self.placement.occupant(square)
    }

    /// What a bomb dropped on `center` destroys, and where it stands, a1 first (RULES §8).
    #[must_use]
    pub fn destroyed_by_bomb(&self, center: Square) -> Vec<(Square, Piece)> {
        self.placement.clone().blast(center)
    }

    /// The piece on a square.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.placement.at(square)
    }

    /// Every piece on the board with its square, a1 first.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.geometry().squares().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// The treasure on a square, which counts as empty all the same (RULES §9).
    #[must_use]
    pub fn treasure_at(&self, square: Square) -> Option<Item> {
        self.treasure.iter().find(|(lies, _)| *lies == square).map(|(_, item)| *item)
    }

    /// The squares of the colony of bacteria, a1 first.
    pub fn colony(&self) -> impl Iterator<Item = Square> {
        self.placement.colony().iter()
    }

    /// The hidden pieces of an army with their squares, a1 first.
    pub(super) fn hidden(&self, army: Army) -> impl Iterator<Item = (Square, Piece)> {
        let some = self.placement.hides(army);
        self.placement.army(army).iter().filter(move |_| some).filter_map(|square| {
            let piece = self.piece_at(square).filter(|piece| piece.is_hidden())?;
            Some((square, piece))
        })
    }

    /// Whether a piece of either army is hidden on this board.
    pub(super) fn hides(&self) -> bool {
        Army::ALL.into_iter().any(|army| self.placement.hides(army))
    }

    /// The squares of the pyramids, a1 first.
    pub fn pyramids(&self) -> impl Iterator<Item = Square> {
        self.placement.pyramids().iter()
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
