//! Playing a legal move on one board: the board changes, and facts come out that the table acts on.

use super::eye::Sight;
use super::geometry::Wing;
use super::kind::{Kind, Landing};
use super::moves::Move;
use super::piece::{Form, Item, Marks, Occupant, Piece};
use super::position::{EnPassant, Position};
use super::ruleset::RuleSet;
use super::square::Square;
use crate::domain::seat::Army;
use serde::{Deserialize, Serialize};

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
    /// The cell that was captured (RULES §9).
    pub(super) cell: Option<Square>,
    /// The treasure that it ended on (RULES §9).
    pub(super) taken: Vec<Taken>,
    /// The piece is hidden now.
    pub(super) hid: bool,
}

impl Facts {
    /// Whether something was captured: a piece, or a cell as one captures an enemy piece (RULES §9).
    pub(super) const fn captures(&self) -> bool {
        self.captured.is_some() || self.cell.is_some()
    }
}

/// Treasure that a piece took (RULES §9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    /// Where it lay.
    pub square: Square,
    /// What it was.
    pub item: Item,
    /// Whether it is worn now; it is lost to a king, to whoever wears the like, and under a pyramid.
    pub worn: bool,
}

impl Position {
    /// Plays a legal move of the army to move. A captured piece leaves the board and enters no hand.
    pub(super) fn apply(&mut self, mv: Move, rules: &RuleSet) -> Facts {
        let facts = match mv {
            Move::Step { from, to, promotion } => self.apply_step(from, to, promotion),
            Move::Drop { form, to } => self.apply_drop(form, to, rules),
            Move::Attach { item, to } => self.apply_attach(item, to),
            Move::Call(_) | Move::Sit => return Facts::default(),
        };
        let attached = matches!(mv, Move::Attach { .. });
        let pawn = !attached && facts.moved.is_some_and(|piece| piece.kind.row().pawn);
        if pawn || facts.captures() {
            self.halfmoves = 0;
        } else {
            self.halfmoves = self.halfmoves.saturating_add(1);
        }
        self.keep_rights();
        self.turn_over();
        self.en_passant = self.right_after(mv, pawn && !facts.hid);
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
        match self.placement.clear(victim) {
            Some(Occupant::Piece(captured)) => facts.captured = Some((victim, captured)),
            Some(Occupant::Cell) => facts.cell = Some(victim),
            Some(Occupant::Pyramid) | None => {}
        }
        self.placement.put(to, promoted(piece, promotion).shown());
        if piece.kind == Kind::King {
            facts.castled = self.castle_rook(from, to);
        }
        let rook = facts.castled.map(|wing| self.geometry().castling(piece.army, wing).rook_to);
        facts.taken =
            [Some(to), rook].into_iter().flatten().filter_map(|at| self.take_treasure(at)).collect();
        facts.hid = self.hide(piece, to, &facts);
        facts
    }

    /// Hides a ring's wearer after a quiet move: one that captures nothing, takes nothing, does not promote,
    /// and does not attack the enemy king as its own team sees the board (RULES §10). Says whether it did.
    fn hide(&mut self, piece: Piece, to: Square, facts: &Facts) -> bool {
        let quiet = !facts.captures() && facts.promoted.is_none() && facts.taken.is_empty();
        if !quiet || !piece.marks.wears(Item::Ring) {
            return false;
        }
        let seen = self.seen(Sight::Of(piece.army));
        let king = seen.king(piece.army.other());
        let attacks = king.is_some_and(|king| seen.placement.attackers(king, piece.army).contains(to));
        if !attacks {
            self.placement.put(to, piece.with(Marks::HIDDEN));
        }
        !attacks
    }

    /// Gives the treasure on a square to the piece that stands there now, if it can wear it.
    pub(super) fn take_treasure(&mut self, square: Square) -> Option<Taken> {
        let item = self.treasure_at(square)?;
        self.treasure.retain(|(lies, _)| *lies != square);
        let wearer = self.piece_at(square).filter(|piece| piece.may_wear(item));
        if let Some(piece) = wearer {
            self.placement.put(square, piece.with(item.mark()));
        }
        Some(Taken { square, item, worn: wearer.is_some() })
    }

    /// Lays an item on a piece of the army to move.
    fn apply_attach(&mut self, item: Item, to: Square) -> Facts {
        let piece = self.piece_at(to);
        if let Some(piece) = piece {
            self.hands[self.to_move].take_item(item);
            self.placement.put(to, piece.with(item.mark()));
        }
        Facts { moved: piece, ..Facts::default() }
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
        self.placement.put(castling.rook_to, rook.shown());
        Some(wing)
    }

    fn apply_drop(&mut self, form: Form, to: Square, rules: &RuleSet) -> Facts {
        let (army, piece) = (self.to_move, Piece::new(self.to_move, form));
        self.hands[army].take(form);
        let mut facts = Facts { moved: Some(piece), ..Facts::default() };
        match form.kind.row().landing {
            Landing::Stands => self.placement.put(to, piece),
            Landing::Blocks => self.placement.block(to),
            Landing::Explodes => {
                let block = self.geometry().block(to);
                self.treasure.retain(|(lies, _)| !block.contains(*lies));
                facts.destroyed = self.placement.blast(to);
            }
        }
        facts.taken.extend(self.take_treasure(to));
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

    /// The right to capture en passant that a move just played gives, if whoever is to move now sees that it
    /// can be used: one that nobody can use is none. `stepped`: by a pawn or taxi that all see.
    fn right_after(&self, mv: Move, stepped: bool) -> Option<EnPassant> {
        let right = self.step_passed(mv, stepped)?;
        self.seen(Sight::Of(self.to_move)).en_passant_usable(right).then_some(right)
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
        let takeable_victim = |piece: Piece| {
            (right.passed[1].is_none() || piece.kind == Kind::Taxi) && !piece.marks.wears(Item::Cloak)
        };
        pawn(right.victim, taker.other()).is_some_and(takeable_victim)
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
