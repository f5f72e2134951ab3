//! How the lists of a [`Geometry`](super::Geometry) are made: offsets, edges that touch, directions.

use super::geometry::{Castling, Topology, Wing};
use super::square::{Square, SquareSet};
use crate::domain::seat::Army;

/// Where an army's men go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    /// One step forward, as (files, ranks).
    forward: (i8, i8),
    /// The file on which its king starts, and those of its rooks, queen's side first.
    king_file: u8,
    rook_files: [u8; 2],
}

/// For every square a list of squares.
#[derive(Default)]
pub(super) struct Lists {
    spans: Vec<(u16, u16)>,
    squares: Vec<Square>,
}

impl Lists {
    pub(super) fn of(mut list: impl FnMut(Square) -> Vec<Square>) -> Self {
        let mut lists = Self::default();
        for square in SquareSet::ALL.iter() {
            let start = lists.squares.len();
            lists.squares.extend(list(square));
            let end = |n| u16::try_from(n).unwrap_or(u16::MAX);
            lists.spans.push((end(start), end(lists.squares.len())));
        }
        lists
    }

    pub(super) fn at(&self, square: Square) -> &[Square] {
        let (start, end) = self.spans[square.index()];
        &self.squares[usize::from(start)..usize::from(end)]
    }
}

/// What depends on an army's direction.
pub(super) struct Facing {
    pub(super) ahead: Lists,
    pub(super) behind: Lists,
    pub(super) captures: Lists,
    /// From where this army's pawns attack a square.
    pub(super) captured_from: Lists,
    /// The rank of every square, counted from the army's own side, from 1.
    pub(super) rank: Vec<u8>,
    /// The squares of each rank, so counted.
    pub(super) rank_sets: Vec<SquareSet>,
    pub(super) castlings: [Castling; 2],
}

/// What the lists of a geometry are made from.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub(super) files: u8,
    pub(super) ranks: u8,
    pub(super) topology: Topology,
}

impl Shape {
    pub(super) fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.ranks).flat_map(move |rank| (0..self.files).map(move |file| Square::at(file, rank)))
    }

    /// The square so many files and ranks away, around the edge where files touch.
    fn offset(self, from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
        let width = i16::from(self.files);
        let rank = i16::from(from.rank()) + i16::from(ranks);
        let file = i16::from(from.file()) + i16::from(files);
        let file = if self.topology == Topology::Cylinder { file.rem_euclid(width) } else { file };
        if !(0..i16::from(self.ranks)).contains(&rank) || !(0..width).contains(&file) {
            return None;
        }
        Some(Square::at(u8::try_from(file).ok()?, u8::try_from(rank).ok()?))
    }

    fn has(self, square: Square) -> bool {
        square.file() < self.files && square.rank() < self.ranks
    }

    /// The squares along a direction, up to the edge or to the start.
    pub(super) fn ray(self, from: Square, direction: (i8, i8)) -> Vec<Square> {
        if !self.has(from) {
            return Vec::new();
        }
        std::iter::successors(self.offset(from, direction), |square| self.offset(*square, direction))
            .take_while(|square| *square != from)
            .collect()
    }

    /// The squares that vectors and their mirror images reach, each once.
    pub(super) fn leaps(self, from: Square, vectors: &[(i8, i8)]) -> Vec<Square> {
        let images = vectors.iter().flat_map(|&(m, n)| {
            [(m, n), (n, m)].into_iter().flat_map(|(m, n)| [(m, n), (-m, n), (m, -n), (-m, -n)])
        });
        self.distinct(from, images)
    }

    fn distinct(self, from: Square, offsets: impl Iterator<Item = (i8, i8)>) -> Vec<Square> {
        let mut reached = Vec::new();
        for square in offsets.filter_map(|offset| self.offset(from, offset)) {
            if self.has(from) && square != from && !reached.contains(&square) {
                reached.push(square);
            }
        }
        reached
    }

    fn side(self, army: Army) -> Side {
        let forward = match army {
            Army::White => (0, 1),
            Army::Black => (0, -1),
        };
        Side { forward, king_file: 4, rook_files: [0, self.files - 1] }
    }

    /// All that depends on where an army's men go.
    pub(super) fn facing(self, army: Army) -> Facing {
        let side = self.side(army);
        let (df, dr) = side.forward;
        let captures = [(df + dr, dr - df), (df - dr, dr + df)];
        let back = captures.map(|(files, ranks)| (-files, -ranks));
        let mut rank = vec![0; 256];
        for square in self.squares() {
            rank[square.index()] = match side.forward {
                (0, 1) => square.rank() + 1,
                (0, _) => self.ranks - square.rank(),
                (1, _) => square.file() + 1,
                _ => self.files - square.file(),
            };
        }
        let last = rank.iter().copied().max().unwrap_or_default();
        let on = |n: u8| self.squares().filter(|square| rank[square.index()] == n).collect();
        let rank_sets = (1..=last).map(on).collect();
        Facing {
            ahead: Lists::of(|square| self.distinct(square, [side.forward].into_iter())),
            behind: Lists::of(|square| self.distinct(square, [(-df, -dr)].into_iter())),
            captures: Lists::of(|square| self.distinct(square, captures.into_iter())),
            captured_from: Lists::of(|square| self.distinct(square, back.into_iter())),
            rank,
            rank_sets,
            castlings: Wing::ALL.map(|wing| self.castling(side, wing)),
        }
    }

    /// The king goes two squares towards the rook, which lands on the square that it crossed.
    fn castling(self, side: Side, wing: Wing) -> Castling {
        let home = if side.forward == (0, 1) { 0 } else { self.ranks - 1 };
        let king = side.king_file;
        let rook = match wing {
            Wing::Queen => side.rook_files[0],
            Wing::King => side.rook_files[1],
        };
        let towards = |steps: u8| if rook > king { king + steps } else { king - steps };
        let square = |file| Square::at(file, home);
        Castling {
            king_from: square(king),
            king_to: square(towards(2)),
            rook_from: square(rook),
            rook_to: square(towards(1)),
            between: (king.min(rook) + 1..king.max(rook)).map(square).collect(),
            king_path: [towards(1), towards(2)].map(square).to_vec(),
        }
    }
}
