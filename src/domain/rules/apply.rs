//! Playing a legal move on one board: the board changes, and facts come out that the table acts on.

use super::geometry::Wing;
use super::kind::{Kind, Landing};
use super::moves::Move;
use super::piece::{Form, Marks, Piece};
use super::position::{EnPassant, Position};
use super::ruleset::RuleSet;
use super::square::Square;
use crate::domain::seat::Army;

/// What a move did on its board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// What moved or was dropped, as it was before.
    pub(super) moved: Option<Piece>,
    /// What was captured, and where it stood.
    pub(super) captured: Option<(Square, Piece)>,
    pub(super) castled: Option<Wing>,
    pub(super) promoted: Option<Kind>,
    /// What a bomb destroyed, and where it stood (RULES §8).
    pub(super) destroyed: Vec<(Square, Piece)>,
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
                && self.geometry().pawn_captures(piece.army, from).contains(&to)
                && self.placement.is_empty(to)
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

    /// Towards which wing a step of the army to move castles, if it does.
    pub(super) fn castles(&self, from: Square, to: Square) -> Option<Wing> {
        let army = self.to_move;
        Wing::ALL.into_iter().filter(|wing| self.rights.has(army, *wing)).find(|wing| {
            let castling = self.geometry().castling(army, *wing);
            (castling.king_from, castling.king_to) == (from, to)
        })
    }

    /// If the king's move was a castling, moves the rook too.
    fn castle_rook(&mut self, from: Square, to: Square) -> Option<Wing> {
        let wing = self.castles(from, to)?;
        let castling = self.geometry().castling(self.to_move, wing);
        let rook = self.placement.lift(castling.rook_from)?;
        self.placement.put(castling.rook_to, rook);
        Some(wing)
    }

    fn apply_drop(&mut self, form: Form, to: Square, rules: &RuleSet) -> Facts {
        let (army, piece) = (self.to_move, Piece::new(self.to_move, form));
        self.hands[army].take(form);
        let mut facts = Facts { moved: Some(piece), ..Facts::default() };
        match form.kind.row().landing {
            Landing::Stands => self.placement.put(to, piece),
            Landing::Blocks => self.placement.block(to),
            Landing::Explodes => facts.destroyed = self.placement.blast(to),
        }
        if rules.dropped_rook_castles && form.kind == Kind::Rook && self.king_unmoved[army] {
            self.give_right_of_rook(army, to);
        }
        facts
    }

    /// The right to castle with a rook dropped on its corner.
    fn give_right_of_rook(&mut self, army: Army, to: Square) {
        for wing in Wing::ALL {
            if self.geometry().castling(army, wing).rook_from == to {
                self.rights.grant(army, wing);
            }
        }
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

    /// The right that a double step or a leap just played gives, if it was one. The army to move has changed.
    fn step_passed(&self, mv: Move, pawn: bool) -> Option<EnPassant> {
        let (Move::Step { from, to, .. }, true) = (mv, pawn) else { return None };
        let (geometry, stepper) = (self.geometry(), self.to_move.other());
        let first = geometry.ahead(stepper, from)?;
        let second = geometry.ahead(stepper, first)?;
        if second == to {
            return Some(EnPassant { passed: [Some(first), None], victim: to });
        }
        let leap = geometry.leap(stepper, from) == Some(to);
        leap.then_some(EnPassant { passed: [Some(first), Some(second)], victim: to })
    }

    /// Whether an enemy pawn or taxi could capture en passant, pins ignored (RULES §13). What is captured
    /// came from behind the first square passed, so nothing can stand there; a taxi alone passes two.
    pub(super) fn en_passant_usable(&self, right: EnPassant) -> bool {
        let (geometry, taker) = (self.geometry(), self.to_move);
        let pawn = |square: Square, army: Army| {
            self.piece_at(square).filter(|piece| piece.army == army && piece.kind.row().pawn)
        };
        let start = right.passed[0].and_then(|square| geometry.behind(taker.other(), square));
        let takeable = |square: Square| {
            self.placement.is_empty(square)
                && geometry.pawn_attackers(taker, square).iter().any(|from| pawn(*from, taker).is_some())
        };
        pawn(right.victim, taker.other())
            .is_some_and(|piece| right.passed[1].is_none() || piece.kind == Kind::Taxi)
            && start.is_some_and(|start| self.placement.is_empty(start))
            && right.passed.iter().flatten().any(|square| takeable(*square))
    }
}

/// What a piece is after its move.
fn promoted(piece: Piece, promotion: Option<Kind>) -> Piece {
    let Some(kind) = promotion else { return piece };
    let mark = if piece.kind == Kind::Taxi { Marks::PROMOTED_TAXI } else { Marks::PROMOTED };
    Piece { kind, army: piece.army, marks: piece.marks.with(mark) }
}
