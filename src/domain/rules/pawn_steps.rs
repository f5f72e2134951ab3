//! How pawns and taxis move (RULES §4, §8).

use super::generate::Generator;
use super::kind::Kind;
use super::moves::Move;
use super::piece::Piece;
use super::position::EnPassant;
use super::square::Square;

impl Generator<'_> {
    pub(super) fn pawn_steps(&self, piece: Piece, from: Square, moves: &mut Vec<Move>) {
        let geometry = self.position.geometry();
        let free = |square: &Square| self.position.placement.is_empty(*square);
        let first = geometry.ahead(self.army, from).filter(free);
        if let Some(to) = first {
            self.pawn_step(piece, from, to, moves);
            let second = geometry.ahead(self.army, to).filter(free);
            if let Some(to) = second.filter(|_| geometry.rank_for(self.army, from) == 2) {
                self.pawn_step(piece, from, to, moves);
            }
        }
        for &to in geometry.pawn_captures(self.army, from) {
            match self.position.occupant_at(to) {
                Some(there) if self.may_take(there, to) => self.pawn_step(piece, from, to, moves),
                Some(_) => {}
                None => {
                    let right = self.en_passant(to).filter(|r| self.safe_after(from, to, Some(r.victim)));
                    if right.is_some() {
                        moves.push(Move::Step { from, to, promotion: None });
                    }
                }
            }
        }
        if piece.kind == Kind::Taxi {
            self.taxi_steps(piece, from, moves);
        }
    }

    /// What a taxi has beyond a pawn: a step straight back, and the leap from rank 2 to rank 5.
    fn taxi_steps(&self, piece: Piece, from: Square, moves: &mut Vec<Move>) {
        let geometry = self.position.geometry();
        let leap = (geometry.rank_for(self.army, from) == 2).then(|| geometry.leap(self.army, from));
        for to in geometry.behind(self.army, from).into_iter().chain(leap.flatten()) {
            if self.position.placement.is_empty(to) {
                self.step(piece, from, to, moves);
            }
        }
    }

    /// The right to capture en passant on a square; it belongs to the army to move.
    fn en_passant(&self, to: Square) -> Option<EnPassant> {
        self.position.en_passant.filter(|right| self.army == self.position.to_move && right.allows(to))
    }

    /// Adds a step forward, with every choice where it promotes.
    fn pawn_step(&self, piece: Piece, from: Square, to: Square, moves: &mut Vec<Move>) {
        let count = moves.len();
        self.step(piece, from, to, moves);
        let geometry = self.position.geometry();
        if moves.len() > count && geometry.rank_for(self.army, to) == geometry.last_rank(self.army) {
            moves.truncate(count);
            moves.extend(Kind::PROMOTIONS.map(|kind| Move::Step { from, to, promotion: Some(kind) }));
        }
    }
}
