//! Which moves an army has on a board (RULES §4–§6, §8): those of pieces here, of pawns and taxis in
//! `pawn_steps`, out of the hand in `drops`.

use super::attack::Safety;
use super::geometry::{Castling, Geometry, Topology, Wing};
use super::kind::Kind;
use super::moves::Move;
use super::piece::{Item, Occupant, Piece};
use super::position::Position;
use super::ruleset::RuleSet;
use super::square::{Square, SquareSet};
use crate::domain::seat::Army;

/// Generates the moves of one army, which need not be the one to move.
pub(super) struct Generator<'a> {
    pub(super) position: &'a Position,
    pub(super) rules: &'a RuleSet,
    pub(super) army: Army,
    /// Only where check matters.
    pub(super) safety: Option<Safety>,
}

impl<'a> Generator<'a> {
    pub(super) fn new(position: &'a Position, rules: &'a RuleSet, army: Army) -> Self {
        let king = position.king(army).filter(|_| !rules.ends_by_king_capture());
        let safety = king.map(|king| Safety::of(&position.placement, king, army));
        Self { position, rules, army, safety }
    }

    /// The same without a thought for the king's safety.
    pub(super) const fn careless(position: &'a Position, rules: &'a RuleSet, army: Army) -> Self {
        Self { position, rules, army, safety: None }
    }

    /// Every legal move, in no order.
    pub(super) fn all(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.steps(&mut moves);
        for (form, _) in self.position.hand(self.army).iter() {
            moves.extend(self.drop_squares(form).iter().map(|to| Move::Drop { form, to }));
        }
        for item in Item::ALL {
            moves.extend(self.attach_squares(item).iter().map(|to| Move::Attach { item, to }));
        }
        moves
    }

    /// Where an item in hand may be attached: to own visible pieces that can put it on (RULES §10).
    fn attach_squares(&self, item: Item) -> SquareSet {
        if self.position.hand(self.army).items(item) == 0 {
            return SquareSet::EMPTY;
        }
        let fits = |piece: Piece| !piece.is_hidden() && piece.may_wear(item);
        self.own().iter().filter(|square| self.position.piece_at(*square).is_some_and(fits)).collect()
    }

    /// How many legal moves there are; `spare` is emptied and filled.
    pub(super) fn count(&self, spare: &mut Vec<Move>) -> u64 {
        spare.clear();
        self.steps(spare);
        let drops: u32 =
            self.position.hand(self.army).iter().map(|(form, _)| self.drop_squares(form).len()).sum();
        let attached: u32 = Item::ALL.into_iter().map(|item| self.attach_squares(item).len()).sum();
        spare.len() as u64 + u64::from(drops + attached)
    }

    /// Whether there is a legal move.
    pub(super) fn any(&self) -> bool {
        let hand = self.position.hand(self.army);
        if hand.iter().any(|(form, _)| !self.drop_squares(form).is_empty()) {
            return true;
        }
        if Item::ALL.into_iter().any(|item| !self.attach_squares(item).is_empty()) {
            return true;
        }
        let mut moves = Vec::new();
        self.own().iter().any(|from| {
            self.steps_from(from, &mut moves);
            !moves.is_empty()
        })
    }

    /// Whether the army is mated (RULES §5): in check without a move, and no piece of any kind could be
    /// dropped between. Where no more pieces come, `last` says so, and being without a move is enough.
    pub(super) fn mated(&self, last: bool) -> bool {
        let beyond_help = |safety: &Safety| safety.in_check() && (last || safety.blocks.is_empty());
        self.safety.as_ref().is_some_and(beyond_help) && !self.any()
    }

    /// Where the piece on a square may go.
    pub(super) fn reach(&self, from: Square) -> SquareSet {
        let mut moves = Vec::new();
        self.steps_from(from, &mut moves);
        moves.iter().filter_map(Move::to).collect()
    }

    fn own(&self) -> SquareSet {
        self.position.placement.army(self.army)
    }

    fn steps(&self, moves: &mut Vec<Move>) {
        self.own().iter().for_each(|from| self.steps_from(from, moves));
    }

    fn steps_from(&self, from: Square, moves: &mut Vec<Move>) {
        let Some(piece) = self.position.piece_at(from) else { return };
        if piece.kind.row().pawn {
            return self.pawn_steps(piece, from, moves);
        }
        let shape = self.position.placement.shape(piece.marks);
        for &to in shape.leaps(piece.kind, from) {
            if self.position.occupant_at(to).is_none_or(|there| self.may_take(there, to)) {
                self.step(piece, from, to, moves);
            }
        }
        self.slides(shape, piece, from, moves);
        if piece.kind == Kind::King {
            self.castlings(moves);
        }
    }

    /// Whether what stands on a square can be captured: enemy pieces, but a wearer of a cloak only where two
    /// attack it (RULES §10), and cells (RULES §9).
    #[inline]
    pub(super) fn may_take(&self, occupant: Occupant, on: Square) -> bool {
        match occupant {
            Occupant::Pyramid => false,
            Occupant::Cell => true,
            Occupant::Piece(piece) if piece.army == self.army => false,
            Occupant::Piece(piece) if !piece.marks.wears(Item::Cloak) => true,
            Occupant::Piece(_) => self.position.placement.attackers(on, self.army).len() > 1,
        }
    }

    /// Around a cylinder two ways can lead to a square: it is listed once, by whichever way is free.
    fn slides(&self, shape: &Geometry, piece: Piece, from: Square, moves: &mut Vec<Move>) {
        let (wraps, start) = (shape.topology() == Topology::Cylinder, moves.len());
        for ray in shape.rays(from).filter(|ray| piece.kind.slides(ray.slide)) {
            for &to in ray.squares {
                let there = self.position.occupant_at(to);
                if there.is_some_and(|there| !self.may_take(there, to)) {
                    break;
                }
                if !wraps || moves[start..].iter().all(|mv| mv.to() != Some(to)) {
                    self.step(piece, from, to, moves);
                }
                if there.is_some() {
                    break;
                }
            }
        }
    }

    /// Adds a step that the piece can make, unless it leaves the king attacked.
    #[inline]
    pub(super) fn step(&self, piece: Piece, from: Square, to: Square, moves: &mut Vec<Move>) {
        let safe = match &self.safety {
            None => true,
            Some(_) if piece.kind == Kind::King => {
                !self.position.placement.attacked(to, self.army.other(), Some(from))
            }
            Some(safety) => {
                (!safety.in_check() || safety.answers.contains(to))
                    && (!safety.pinned.contains(from) || self.safe_after(from, to, None))
            }
        };
        if safe {
            moves.push(Move::Step { from, to, promotion: None });
        }
    }

    /// Whether the king is safe after a step that also takes away what stands on `victim`.
    pub(super) fn safe_after(&self, from: Square, to: Square, victim: Option<Square>) -> bool {
        if self.safety.is_none() {
            return true;
        }
        let mut after = self.position.placement.clone();
        victim.map(|square| after.lift(square));
        if let Some(piece) = after.lift(from) {
            after.put(to, piece);
        }
        after.king(self.army).is_none_or(|king| !after.attacked(king, self.army.other(), None))
    }

    fn castlings(&self, moves: &mut Vec<Move>) {
        for wing in Wing::ALL {
            if self.position.rights.has(self.army, wing) && self.castles(wing) {
                let castling = self.position.geometry().castling(self.army, wing);
                moves.push(Move::Step { from: castling.king_from, to: castling.king_to, promotion: None });
            }
        }
    }

    fn castles(&self, wing: Wing) -> bool {
        let castling = self.position.geometry().castling(self.army, wing);
        let placement = &self.position.placement;
        if castling.between.iter().any(|square| !placement.is_empty(*square)) {
            return false;
        }
        let Some(safety) = &self.safety else { return true };
        let attacked =
            |square: &Square| placement.attacked(*square, self.army.other(), Some(castling.king_from));
        !safety.in_check() && !castling.king_path.iter().any(attacked) && self.safe_after_castling(castling)
    }

    /// Around a cylinder the rook that leaves can open a way to the king.
    fn safe_after_castling(&self, castling: &Castling) -> bool {
        let mut after = self.position.placement.clone();
        for (from, to) in [(castling.king_from, castling.king_to), (castling.rook_from, castling.rook_to)] {
            if let Some(piece) = after.lift(from) {
                after.put(to, piece);
            }
        }
        !after.attacked(castling.king_to, self.army.other(), None)
    }
}
