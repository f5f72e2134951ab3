//! The shape of a board as data: its squares, whether its edges touch, and which way each seat faces.
//!
//! A [`Geometry`] is made once for each size and topology and holds, for every square, the lists of
//! squares that the rows of the table of kinds reach from it. Nothing else knows how squares lie.

use super::kind::{Kind, ROWS, Slide};
use super::shape::{Facing, Lists, Shape};
use super::square::{MAX_SIDE, Square, SquareSet};
use crate::domain::seat::{Army, ByArmy};
use std::fmt;
use std::sync::OnceLock;

/// Whether the first and last files touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topology {
    /// They do not.
    Flat,
    /// They do.
    Cylinder,
}

/// A size that boards do not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board of {files} files and {ranks} ranks: boards are 8 to 12 squares each way")]
pub struct NoSuchGeometry {
    /// Files asked for.
    pub files: usize,
    /// Ranks asked for.
    pub ranks: usize,
}

/// What is on the way in one direction, and which pieces slide along it.
pub(super) struct Ray<'a> {
    pub(super) slide: Slide,
    pub(super) squares: &'a [Square],
    /// Whether it goes towards the last file.
    pub(super) rightwards: bool,
}

/// Castling on one side of the board, for one army.
#[derive(Clone, Debug)]
pub(super) struct Castling {
    pub(super) king_from: Square,
    pub(super) king_to: Square,
    pub(super) rook_from: Square,
    pub(super) rook_to: Square,
    /// The squares between king and rook.
    pub(super) between: Vec<Square>,
    /// The squares that the king crosses and reaches.
    pub(super) king_path: Vec<Square>,
}

/// The side of the board towards which a king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wing {
    /// Towards the last file.
    King,
    /// Towards the first file.
    Queen,
}

impl Wing {
    pub(super) const ALL: [Self; 2] = [Self::King, Self::Queen];
}

/// A board's shape.
pub struct Geometry {
    files: u8,
    ranks: u8,
    topology: Topology,
    squares: SquareSet,
    rays: [(Slide, bool, Lists); 8],
    leaps: [Lists; Kind::COUNT],
    sides: ByArmy<Facing>,
}

const MIN_SIDE: u8 = 8;
const SIDES: usize = (MAX_SIDE - MIN_SIDE + 1) as usize;

static KNOWN: [OnceLock<Geometry>; SIDES * SIDES * 2] = [const { OnceLock::new() }; SIDES * SIDES * 2];

impl Geometry {
    /// The shape with so many files and ranks.
    pub fn get(files: usize, ranks: usize, topology: Topology) -> Result<&'static Self, NoSuchGeometry> {
        let side = |n: usize| u8::try_from(n).ok().filter(|n| (MIN_SIDE..=MAX_SIDE).contains(n));
        match (side(files), side(ranks)) {
            (Some(f), Some(r)) => Ok(Self::known(f, r, topology)),
            _ => Err(NoSuchGeometry { files, ranks }),
        }
    }

    fn known(files: u8, ranks: u8, topology: Topology) -> &'static Self {
        let place = usize::from(files - MIN_SIDE) * SIDES + usize::from(ranks - MIN_SIDE);
        KNOWN[place * 2 + topology as usize].get_or_init(|| Self::make(files, ranks, topology))
    }

    /// The board that all games start on.
    pub(super) fn standard() -> &'static Self {
        Self::known(MIN_SIDE, MIN_SIDE, Topology::Flat)
    }

    /// The board of this size whose first and last files touch, on which cylindrical pieces move (RULES §8).
    pub(super) fn around(&self) -> &'static Self {
        Self::known(self.files, self.ranks, Topology::Cylinder)
    }

    fn make(files: u8, ranks: u8, topology: Topology) -> Self {
        let shape = Shape { files, ranks, topology };
        let directions = [Slide::Straight, Slide::Diagonal].into_iter();
        let mut directions = directions.flat_map(|s| s.directions().into_iter().map(move |d| (s, d)));
        Self {
            files,
            ranks,
            topology,
            squares: shape.squares().collect(),
            rays: std::array::from_fn(|_| {
                let (slide, direction) = directions.next().unwrap_or((Slide::Straight, (1, 0)));
                (slide, direction.0 > 0, Lists::of(|square| shape.ray(square, direction)))
            }),
            leaps: std::array::from_fn(|kind| Lists::of(|square| shape.leaps(square, ROWS[kind].leaps))),
            sides: ByArmy::from_fn(|army| shape.facing(army)),
        }
    }

    /// Files, 8 to 12.
    #[must_use]
    pub const fn files(&self) -> u8 {
        self.files
    }

    /// Ranks, 8 to 12.
    #[must_use]
    pub const fn ranks(&self) -> u8 {
        self.ranks
    }

    /// Whether first and last file touch.
    #[must_use]
    pub const fn topology(&self) -> Topology {
        self.topology
    }

    /// Every square, rank 1 first, file a first.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        self.squares.iter()
    }

    /// Whether the board has this square.
    #[must_use]
    pub const fn has(&self, square: Square) -> bool {
        self.squares.contains(square)
    }

    pub(super) const fn all(&self) -> SquareSet {
        self.squares
    }

    /// The eight rays that leave a square.
    pub(super) fn rays(&self, from: Square) -> impl Iterator<Item = Ray<'_>> {
        self.rays.iter().map(move |(slide, rightwards, lists)| Ray {
            slide: *slide,
            squares: lists.at(from),
            rightwards: *rightwards,
        })
    }

    /// The squares that a kind leaps to; the same from which it leaps here.
    pub(super) fn leaps(&self, kind: Kind, from: Square) -> &[Square] {
        self.leaps[kind as usize].at(from)
    }

    /// The 3×3 block around a square, as far as the board has it.
    pub(super) fn block(&self, center: Square) -> SquareSet {
        let mut block: SquareSet = self.leaps(Kind::King, center).iter().copied().collect();
        block.insert(center);
        block
    }

    /// The square before an army's man.
    pub(super) fn ahead(&self, army: Army, from: Square) -> Option<Square> {
        self.sides[army].ahead.at(from).first().copied()
    }

    /// The square behind an army's man.
    pub(super) fn behind(&self, army: Army, from: Square) -> Option<Square> {
        self.sides[army].behind.at(from).first().copied()
    }

    /// The square that an army's taxi reaches by its leap: three squares ahead (RULES §8).
    pub(super) fn leap(&self, army: Army, from: Square) -> Option<Square> {
        (0..3).try_fold(from, |square, _| self.ahead(army, square))
    }

    /// The squares that an army's pawn attacks.
    pub(super) fn pawn_captures(&self, army: Army, from: Square) -> &[Square] {
        self.sides[army].captures.at(from)
    }

    /// The squares from which an army's pawn attacks this one.
    pub(super) fn pawn_attackers(&self, army: Army, to: Square) -> &[Square] {
        self.sides[army].captured_from.at(to)
    }

    /// The rank of a square from an army's own side, from 1 (RULES §1).
    pub(super) fn rank_for(&self, army: Army, square: Square) -> u8 {
        self.sides[army].rank[square.index()]
    }

    /// The rank on which an army's pawns promote.
    pub(super) fn last_rank(&self, army: Army) -> u8 {
        u8::try_from(self.sides[army].rank_sets.len()).unwrap_or(u8::MAX)
    }

    /// The squares of each rank from an army's own side, rank 1 first.
    pub(super) fn rank_sets(&self, army: Army) -> &[SquareSet] {
        &self.sides[army].rank_sets
    }

    /// How an army castles towards a wing.
    pub(super) fn castling(&self, army: Army, wing: Wing) -> &Castling {
        &self.sides[army].castlings[wing as usize]
    }
}

impl PartialEq for Geometry {
    fn eq(&self, other: &Self) -> bool {
        (self.files, self.ranks, self.topology) == (other.files, other.ranks, other.topology)
    }
}

impl Eq for Geometry {}

impl fmt::Debug for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{} {:?}", self.files, self.ranks, self.topology)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(squares: &[Square]) -> String {
        let mut names: Vec<String> = squares.iter().map(ToString::to_string).collect();
        names.sort();
        names.join(" ")
    }

    fn square(name: &str) -> Square {
        name.parse().expect(name)
    }

    #[test]
    fn a_knight_on_a_cylinder_goes_around_the_edge() {
        let flat = Geometry::get(8, 8, Topology::Flat).expect("a board");
        let cylinder = Geometry::get(8, 8, Topology::Cylinder).expect("a board");
        assert_eq!(names(flat.leaps(Kind::Knight, square("a1"))), "b3 c2");
        assert_eq!(names(cylinder.leaps(Kind::Knight, square("a1"))), "b3 c2 g2 h3");
    }

    #[test]
    fn two_ways_around_a_cylinder_lead_to_one_square() {
        let cylinder = Geometry::get(8, 8, Topology::Cylinder).expect("a board");
        assert_eq!(names(cylinder.leaps(Kind::Giraffe, square("a1"))), "b5 e2 h5");
    }

    #[test]
    fn ranks_are_counted_from_the_own_side() {
        let tall = Geometry::get(8, 12, Topology::Flat).expect("a board");
        assert_eq!(
            (tall.rank_for(Army::White, square("e2")), tall.rank_for(Army::Black, square("e11"))),
            (2, 2)
        );
        assert_eq!(
            (tall.last_rank(Army::White), tall.ahead(Army::Black, square("a11"))),
            (12, Some(square("a10")))
        );
        assert_eq!(names(tall.pawn_captures(Army::Black, square("a11"))), "b10");
    }

    #[test]
    fn sizes_are_8_to_12() {
        assert!(Geometry::get(7, 8, Topology::Flat).is_err());
        assert!(Geometry::get(8, 13, Topology::Flat).is_err());
        assert!(Geometry::get(12, 12, Topology::Cylinder).is_ok());
    }
}
