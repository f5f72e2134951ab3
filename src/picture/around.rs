//! What cylindrical pieces reach around the edge of a board (RULES §8), as pages and pictures mark it.

use crate::domain::view::BoardView;
use std::collections::{BTreeMap, BTreeSet};

/// The marks of a board: an arrowhead where a way crosses an edge, a dashed frame on what it reaches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Around {
    /// Squares that some piece reaches only by going around, as indices into [`BoardView::squares`].
    pub reached: BTreeSet<usize>,
    /// Crossed edges: the square at the edge, the edge, and which way the arrowhead points. Where ways lead
    /// out and in, it points out.
    pub crossed: BTreeMap<(usize, Edge), Way>,
}

/// An edge that a cylinder glues to the other, as White sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edge {
    /// Beyond file a.
    First,
    /// Beyond the last file.
    Last,
}

/// How a way crosses an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// It leaves the board.
    Out,
    /// It comes back.
    In,
}

impl Edge {
    /// The edge as a viewer sees it who sits on the other side if `turned`: whether it is the right one.
    #[must_use]
    pub const fn is_right(self, turned: bool) -> bool {
        matches!(self, Self::Last) != turned
    }
}

impl Around {
    /// The marks of every piece of `board`.
    #[must_use]
    pub fn of(board: &BoardView) -> Self {
        let mut marks = Self::default();
        for (from, square) in board.squares.iter().enumerate() {
            for name in &square.around {
                if let Some(to) = board.squares.iter().position(|other| other.name == *name) {
                    marks.reached.insert(to);
                    marks.cross(board, from, to);
                }
            }
        }
        marks
    }

    /// A way around that ends left of its start went over the right edge, and the other way round: the short
    /// way would not be around.
    fn cross(&mut self, board: &BoardView, from: usize, to: usize) {
        let (files, ranks) = (usize::from(board.files), usize::from(board.ranks));
        if files == 0 {
            return;
        }
        let ((start_file, start_rank), (end_file, end_rank)) =
            ((from % files, from / files), (to % files, to / files));
        let rightwards = end_file < start_file;
        let (to_edge, beyond) = if rightwards {
            (files - 1 - start_file, end_file)
        } else {
            (start_file, (files - 1).saturating_sub(end_file))
        };
        let climb = end_rank.abs_diff(start_rank);
        // A slide climbs a rank with each file or none; a leap leaves from its own rank and lands on the other.
        let climbs_before = if climb == to_edge + 1 + beyond { to_edge } else { 0 };
        let climbs_after = if climb == to_edge + 1 + beyond { beyond } else { 0 };
        let up = end_rank > start_rank;
        let leaves = if up { start_rank + climbs_before } else { start_rank.saturating_sub(climbs_before) };
        let enters = if up { end_rank.saturating_sub(climbs_after) } else { end_rank + climbs_after };
        let (out, back) = if rightwards { (Edge::Last, Edge::First) } else { (Edge::First, Edge::Last) };
        let at = |rank: usize, edge: Edge| {
            let file = if edge == Edge::First { 0 } else { files - 1 };
            (rank.min(ranks.saturating_sub(1)) * files + file, edge)
        };
        self.crossed.insert(at(leaves, out), Way::Out);
        self.crossed.entry(at(enters, back)).or_insert(Way::In);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::seat::{Army, BoardNo};
    use crate::domain::view::SquareView;

    fn board(from: &str, around: &[&str]) -> BoardView {
        let squares = (0..64u8).map(|index| {
            let name = format!("{}{}", char::from(b'a' + index % 8), index / 8 + 1);
            let around =
                if name == from { around.iter().map(|&to| to.to_owned()).collect() } else { Vec::new() };
            SquareView {
                name,
                light: index % 2 == 0,
                piece: None,
                pyramid: false,
                cell: false,
                treasure: None,
                around,
                last: false,
            }
        });
        BoardView {
            board: BoardNo::One,
            files: 8,
            ranks: 8,
            bottom: Army::White,
            cylinder: false,
            to_move: Army::White,
            squares: squares.collect(),
            plies: 0,
            fen: String::new(),
            seq: 1,
        }
    }

    fn crossed(from: &str, around: &[&str]) -> Vec<(String, Edge, Way)> {
        let board = board(from, around);
        let marks = Around::of(&board);
        assert_eq!(marks.reached.len(), around.len());
        let named = |((at, edge), way): ((usize, Edge), Way)| (board.squares[at].name.clone(), edge, way);
        marks.crossed.into_iter().map(named).collect()
    }

    #[test]
    fn a_rook_leaves_and_comes_back_on_its_rank() {
        let right = crossed("g4", &["a4", "b4"]);
        assert_eq!(right, [("a4".into(), Edge::First, Way::In), ("h4".into(), Edge::Last, Way::Out)]);
    }

    #[test]
    fn a_bishop_climbs_on_its_way() {
        let up = crossed("g2", &["b5"]);
        assert_eq!(up, [("h3".into(), Edge::Last, Way::Out), ("a4".into(), Edge::First, Way::In)]);
        let down = crossed("b5", &["h3", "g2"]);
        assert_eq!(down, [("h3".into(), Edge::Last, Way::In), ("a4".into(), Edge::First, Way::Out)]);
    }

    #[test]
    fn a_knight_leaves_from_its_own_rank() {
        let leap = crossed("h1", &["a3", "b2"]);
        assert_eq!(
            leap,
            [
                ("h1".into(), Edge::Last, Way::Out),
                ("a2".into(), Edge::First, Way::In),
                ("a3".into(), Edge::First, Way::In),
            ]
        );
    }

    #[test]
    fn each_side_sees_its_own_right() {
        assert!(Edge::Last.is_right(false) && Edge::First.is_right(true));
        assert!(!Edge::Last.is_right(true) && !Edge::First.is_right(false));
    }
}
