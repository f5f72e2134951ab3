//! Playing a legal move on one board: the board changes, and facts come out that the table acts on.

use super::geometry::Wing;
use super::kind::Kind;
use super::moves::Move;
use super::piece::{Form, Marks, Piece};
use super::position::{EnPassant, Position};
use super::ruleset::RuleSet;
use super::square::Square;
use crate::domain::seat::Army;

/// What a move did on its board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// What moved or was dropped, as it was before.
    pub(super) moved: Option<Piece>,
    /// What was captured, and where it stood.
    pub(super) captured: Option<(Square, Piece)>,
    pub(super) castled: Option<Wing>,
    pub(super) promoted: Option<Kind>,
}

impl Position {
    /// Plays a legal move of the army to move. A captured piece leaves the board and enters no hand.
    pub(super) fn apply(&mut self, mv: Move, rules: &RuleSet) -> Facts {
        let facts = match mv {
            Move::Step { from, to, promotion } => self.apply_step(from, to, promotion),
            Move::Drop { form, to } => self.apply_drop(form, to, rules),
            Move::Attach { .. } | Move::Call(_) | Move::Sit => return Facts::default(),
        };
        let pawn = facts.moved.is_some_and(|piece| piece.kind.row().pawn);
        if pawn || facts.captured.is_some() {
            self.halfmoves = 0;
        } else {
            self.halfmoves = self.halfmoves.saturating_add(1);
        }
        self.keep_rights();
        self.turn_over();
        self.en_passant = self.step_passed(mv, pawn).filter(|right| self.en_passant_usable(*right));
        facts
    }

    /// A turn without a move (RULES §6): the army to move changes, an en passant right ends.
    pub(super) fn apply_pass(&mut self) {
        self.halfmoves = self.halfmoves.saturating_add(1);
        self.turn_over();
        self.en_passant = None;
    }

    fn turn_over(&mut self) {
        if self.to_move == Army::Black {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        self.to_move = self.to_move.other();
    }

    fn apply_step(&mut self, from: Square, to: Square, promotion: Option<Kind>) -> Facts {
        let mut facts = Facts { promoted: promotion, ..Facts::default() };
        let Some(piece) = self.placement.lift(from) else { return facts };
        facts.moved = Some(piece);
        let victim = match self.en_passant.filter(|right| {
            right.allows(to)
                && piece.kind.row().pawn
                && from.file() != to.file()
                && self.piece_at(to).is_none()
        }) {
            Some(right) => right.victim,
            None => to,
        };
        facts.captured = self.placement.lift(victim).map(|captured| (victim, captured));
        self.placement.put(to, promoted(piece, promotion));
        if piece.kind == Kind::King {
            facts.castled = self.castle_rook(from, to);
        }
        facts
    }

    /// If the king's move was a castling, moves the rook too.
    fn castle_rook(&mut self, from: Square, to: Square) -> Option<Wing> {
        let geometry = self.geometry();
        let wing = Wing::ALL.into_iter().find(|wing| {
            let castling = geometry.castling(self.to_move, *wing);
            self.rights.has(self.to_move, *wing) && (castling.king_from, castling.king_to) == (from, to)
        })?;
        let castling = geometry.castling(self.to_move, wing);
        let rook = self.placement.lift(castling.rook_from)?;
        self.placement.put(castling.rook_to, rook);
        Some(wing)
    }

    fn apply_drop(&mut self, form: Form, to: Square, rules: &RuleSet) -> Facts {
        let (army, piece) = (self.to_move, Piece::new(self.to_move, form));
        self.hands[army].take(form);
        self.placement.put(to, piece);
        if rules.dropped_rook_castles && form.kind == Kind::Rook && self.king_unmoved[army] {
            for wing in Wing::ALL {
                if self.geometry().castling(army, wing).rook_from == to {
                    self.rights.grant(army, wing);
                }
            }
        }
        Facts { moved: Some(piece), ..Facts::default() }
    }

    /// Ends the rights of kings and rooks that have left their starting squares (RULES §4.4).
    pub(super) fn keep_rights(&mut self) {
        let geometry = self.geometry();
        for army in Army::ALL {
            for wing in Wing::ALL {
                let castling = geometry.castling(army, wing);
                let home = self.king(army) == Some(castling.king_from);
                self.king_unmoved[army] &= home;
                let rook = self.piece_at(castling.rook_from).is_some_and(|piece| {
                    piece.army == army && piece.kind == Kind::Rook && !piece.marks.is_promoted()
                });
                if !home || !rook {
                    self.rights.end(army, wing);
                }
            }
        }
    }

    /// The right that a double step just played gives, if it was one. The army to move has changed.
    fn step_passed(&self, mv: Move, pawn: bool) -> Option<EnPassant> {
        let (Move::Step { from, to, .. }, true) = (mv, pawn) else { return None };
        let passed = self.geometry().ahead(self.to_move.other(), from)?;
        let double = self.geometry().ahead(self.to_move.other(), passed) == Some(to);
        double.then_some(EnPassant { passed: [Some(passed), None], victim: to })
    }

    /// Whether an enemy pawn could capture en passant, pins ignored (RULES §13). The pawn came from behind
    /// the first square passed, so nothing can stand there.
    pub(super) fn en_passant_usable(&self, right: EnPassant) -> bool {
        let (geometry, taker) = (self.geometry(), self.to_move);
        let pawn = |square: Square, army: Army| {
            self.piece_at(square).is_some_and(|piece| piece.army == army && piece.kind.row().pawn)
        };
        let start = right.passed[0].and_then(|square| geometry.behind(taker.other(), square));
        let takeable = |square: Square| {
            self.piece_at(square).is_none()
                && geometry.pawn_attackers(taker, square).iter().any(|from| pawn(*from, taker))
        };
        pawn(right.victim, taker.other())
            && start.is_some_and(|start| self.piece_at(start).is_none())
            && right.passed.iter().flatten().any(|square| takeable(*square))
    }
}

/// What a piece is after its move.
fn promoted(piece: Piece, promotion: Option<Kind>) -> Piece {
    let Some(kind) = promotion else { return piece };
    let mark = if piece.kind == Kind::Taxi { Marks::PROMOTED_TAXI } else { Marks::PROMOTED };
    Piece { kind, army: piece.army, marks: piece.marks.with(mark) }
}
