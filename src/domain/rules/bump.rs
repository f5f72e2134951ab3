//! Trying a move where pieces are hidden: what the decider could not see may stop it (RULES §10).
//!
//! What may be tried is judged by the decider's view, what comes of it by the true board. Where a hidden
//! piece is in the way, the move is void, the piece shows itself, and the piece that was touched must move.

use super::eye::Sight;
use super::geometry::Ray;
use super::kind::{Kind, Landing};
use super::moves::{Called, Move};
use super::outcome::Roll;
use super::piece::{Item, Piece};
use super::position::Position;
use super::refusal::Refusal;
use super::square::Square;
use super::table::{Played, Table};
use crate::domain::seat::{BoardNo, Seat};

/// A move that met a hidden piece. It is void, and the turn goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bump {
    /// Whose army moves.
    pub seat: Seat,
    /// What was tried.
    pub mv: Move,
    /// What was to move or to be dropped; with its hidden mark where others do not see it.
    pub moved: Piece,
    /// Where the hidden piece stands.
    pub square: Square,
    /// The piece, which is hidden no longer.
    pub met: Piece,
    /// What must be moved now, if it can be.
    pub touched: Called,
}

/// What came of a move that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tried {
    /// It was played.
    Played(Played),
    /// It met a hidden piece.
    Bumped(Bump),
}

impl Tried {
    /// What was played, if it was.
    #[must_use]
    pub fn played(self) -> Option<Played> {
        match self {
            Self::Played(played) => Some(played),
            Self::Bumped(_) => None,
        }
    }
}

impl Table {
    /// Tries a move, or calls a piece. Refused, the table is as it was.
    pub fn attempt(&mut self, board: BoardNo, mv: &Move, roll: Roll) -> Result<Tried, Refusal> {
        self.admit(board, *mv, roll)?;
        Ok(self.try_out(board, *mv, roll))
    }

    /// Tries a move that may be tried.
    pub(super) fn try_out(&mut self, board: BoardNo, mv: Move, roll: Roll) -> Tried {
        match self.bump(board, mv, roll) {
            None => Tried::Played(self.carry_out(board, mv)),
            Some(bump) => {
                self.boards[board].placement.put(bump.square, bump.met);
                self.touched[board] = Some(bump.touched);
                self.look();
                Tried::Bumped(bump)
            }
        }
    }

    /// The bump that a move would be, on a worst roll one that the opponent chose.
    fn bump(&self, board: BoardNo, mv: Move, roll: Roll) -> Option<Bump> {
        let truth = &self.boards[board];
        if !truth.hides() {
            return None;
        }
        let view = self.view(board, roll.worst);
        let square = Attempt { truth, view: &view }.meets(mv)?;
        let (moved, touched) = match mv {
            Move::Step { from, .. } => (truth.piece_at(from)?, Called::At(from)),
            Move::Drop { form, .. } => (Piece::new(truth.to_move, form), Called::InHand(form)),
            Move::Attach { .. } | Move::Call(_) | Move::Sit => return None,
        };
        let met = truth.piece_at(square)?.shown();
        Some(Bump { seat: self.mover(board), mv, moved, square, met, touched })
    }

    /// The piece that was touched on a board when it bumped into a hidden one, while that binds the decider:
    /// it must move if it can (RULES §10).
    #[must_use]
    pub fn touched(&self, board: BoardNo, roll: Roll) -> Option<Called> {
        self.touched_now(board, roll)
    }

    /// What was touched no longer binds: another decides now.
    pub fn lift_touch(&mut self, board: BoardNo) {
        self.touched[board] = None;
    }

    /// What was touched, as it is seen: a hidden piece by its kind alone.
    pub(super) fn touched_as_seen(&self, board: BoardNo, sight: Sight) -> Option<Called> {
        let touched = self.touched[board]?;
        let Called::At(square) = touched else { return Some(touched) };
        let unseen = |piece: &Piece| piece.is_hidden() && !sight.sees(piece.army);
        let hidden = self.boards[board].piece_at(square).filter(unseen);
        Some(hidden.map_or(touched, |piece| Called::Hidden(piece.called())))
    }
}

/// A move of the army to move, and the two boards that it is about.
struct Attempt<'a> {
    /// The board as it is.
    truth: &'a Position,
    /// The board as the decider sees it.
    view: &'a Position,
}

impl Attempt<'_> {
    /// The square of the hidden piece that stops a move.
    fn meets(&self, mv: Move) -> Option<Square> {
        match mv {
            Move::Drop { form, .. } if form.kind.row().landing == Landing::Explodes => None,
            Move::Drop { to, .. } => self.first_unseen([to]),
            Move::Step { from, to, .. } => self.step_meets(self.view.piece_at(from)?, from, to),
            Move::Attach { .. } | Move::Call(_) | Move::Sit => None,
        }
    }

    fn step_meets(&self, piece: Piece, from: Square, to: Square) -> Option<Square> {
        if piece.kind.row().pawn {
            return self.pawn_meets(piece, from, to);
        }
        let castling = (piece.kind == Kind::King).then(|| self.view.castles(from, to)).flatten();
        if let Some(wing) = castling {
            let castling = self.truth.geometry().castling(piece.army, wing);
            let mut between = castling.between.clone();
            between.sort_by_key(|square| square.file().abs_diff(from.file()));
            return self.first_unseen(between);
        }
        let shape = self.truth.placement.shape(piece.marks);
        if shape.leaps(piece.kind, from).contains(&to) {
            return self.landing_meets(piece, to);
        }
        let ways: Vec<Ray<'_>> = shape
            .rays(from)
            .filter(|ray| piece.kind.slides(ray.slide) && Self::is_free(self.view, ray, to))
            .collect();
        if ways.iter().any(|ray| Self::is_free(self.truth, ray, to)) {
            return self.landing_meets(piece, to);
        }
        // Of two ways that look free the shorter one is tried, rightwards if equal.
        let steps = |ray: &&Ray<'_>| ray.squares.iter().position(|square| *square == to);
        let way = ways.iter().min_by_key(|ray| (steps(ray), !ray.rightwards))?;
        self.first_unseen(way.squares.iter().copied())
    }

    /// Ahead and back a pawn or taxi needs free squares; only a leap goes over what stands between.
    fn pawn_meets(&self, piece: Piece, from: Square, to: Square) -> Option<Square> {
        let geometry = self.truth.geometry();
        let first = geometry.ahead(piece.army, from);
        let double = first.and_then(|square| geometry.ahead(piece.army, square)) == Some(to);
        if geometry.pawn_captures(piece.army, from).contains(&to) {
            self.landing_meets(piece, to)
        } else {
            self.first_unseen(first.filter(|_| double).into_iter().chain([to]))
        }
    }

    /// A capture takes an enemy's hidden piece, but for a wearer of a cloak where two attackers are missing;
    /// the mover's own is met.
    fn landing_meets(&self, piece: Piece, to: Square) -> Option<Square> {
        self.first_unseen([to]).filter(|_| {
            self.truth.piece_at(to).is_some_and(|there| {
                let two = || self.view.placement.attackers(to, piece.army).len() > 1;
                there.army == piece.army || (there.marks.wears(Item::Cloak) && !two())
            })
        })
    }

    fn is_free(board: &Position, way: &Ray<'_>, to: Square) -> bool {
        let before = way.squares.iter().take_while(|square| **square != to);
        way.squares.contains(&to) && before.copied().all(|square| board.placement.is_empty(square))
    }

    /// The first of some squares on which something stands that the decider does not see.
    fn first_unseen(&self, squares: impl IntoIterator<Item = Square>) -> Option<Square> {
        let unseen = |square: &Square| {
            self.view.placement.is_empty(*square) && !self.truth.placement.is_empty(*square)
        };
        squares.into_iter().find(unseen)
    }
}
