//! Whether a move may be played, and if not, why not.

use super::generate::Generator;
use super::kind::{Kind, Landing};
use super::moves::Move;
use super::outcome::{Due, Roll};
use super::piece::{Form, Item, Marks, Occupant, Piece};
use super::position::Position;
use super::refusal::Refusal;
use super::ruleset::{Permission, RuleSet};
use super::square::Square;
use super::table::{Table, rolled};
use crate::domain::seat::{BoardNo, Seat};

impl Table {
    /// Whether a move may be played on a board with this roll, and if not, why not.
    pub fn admit(&self, board: BoardNo, mv: Move, roll: Roll) -> Result<(), Refusal> {
        let seat = self.decider_moves(board)?;
        match mv {
            Move::Sit => return self.sitting(seat, roll),
            Move::Attach { .. } if !self.rules.has_items() => return Err(Refusal::NoItems),
            Move::Call(called) => return self.calling(seat, called, roll),
            Move::Attach { .. } | Move::Step { .. } | Move::Drop { .. } => {}
        }
        if self.offered(board, roll).contains(&mv) {
            return Ok(());
        }
        let within = self.within_roll(board, roll).contains(&mv);
        let view = self.view(board, roll.worst);
        let unwilling = if within { self.unwilling(board, mv, roll) } else { self.fault(&view, seat, mv) };
        Err(unwilling.unwrap_or_else(|| match rolled(roll) {
            Some(family) => Refusal::WrongFamily { family },
            None => Refusal::KingAttacked(mv),
        }))
    }

    /// The seat whose turn is due on a board, or why none is.
    fn decider_moves(&self, board: BoardNo) -> Result<Seat, Refusal> {
        match self.due(board) {
            Due::Turn(seat) => Ok(seat),
            Due::Pass(seat) => Err(Refusal::MustPass(seat)),
            Due::Reveal(seat) => Err(Refusal::MustReveal(seat)),
            Due::Nothing if !self.rules.boards().contains(&board) => Err(Refusal::NoSuchBoard(board)),
            Due::Nothing if self.outcome.is_some() => Err(Refusal::GameOver),
            Due::Nothing if self.ended[board].is_some() => Err(Refusal::BoardOver(board)),
            Due::Nothing => match self.turn.filter(|turn| *turn != self.mover(board)) {
                Some(turn) => Err(Refusal::OthersTurn(turn)),
                None => Err(Refusal::Waits(self.mover(board))),
            },
        }
    }

    /// What is wrong with a move whatever was rolled; none if nothing is.
    fn fault(&self, position: &Position, seat: Seat, mv: Move) -> Option<Refusal> {
        let absent = [mv.from(), mv.to()].into_iter().flatten().find(|s| !position.geometry().has(*s));
        if let Some(square) = absent {
            return Some(Refusal::NoSquare { board: seat.board(), square });
        }
        match mv {
            Move::Step { from, to, .. } => self.step_fault(position, seat, mv, (from, to)),
            Move::Drop { form, to } => self.drop_fault(position, seat, mv, (form, to)),
            Move::Attach { item, to } => attach_fault(position, seat, item, to),
            Move::Call(_) | Move::Sit => None,
        }
    }

    fn step_fault(
        &self,
        position: &Position,
        seat: Seat,
        mv: Move,
        (from, to): (Square, Square),
    ) -> Option<Refusal> {
        let piece = match own_piece(position, seat, from) {
            Ok(piece) => piece,
            Err(refusal) => return Some(refusal),
        };
        if Generator::new(position, &self.rules, seat.army()).all().contains(&mv) {
            return None;
        }
        let careless = Generator::careless(position, &self.rules, seat.army()).all();
        let castling = piece.kind == Kind::King && castles_to(position, seat, from, to);
        if castling {
            return Some(Refusal::CannotCastle(seat));
        }
        if careless.contains(&mv) {
            return Some(Refusal::KingAttacked(mv));
        }
        let same_squares = |other: &&Move| other.from() == Some(from) && other.to() == Some(to);
        Some(match careless.iter().find(same_squares) {
            Some(_) if mv.promotion().is_none() => Refusal::PromotionMissing { from, to },
            Some(_) => Refusal::NoPromotion(mv),
            None if position.occupant_at(to) == Some(Occupant::Pyramid) => Refusal::Pyramid(to),
            None if reaches_cloak(position, &self.rules, (from, to)) => Refusal::Cloaked(to),
            None => Refusal::CannotReach { kind: piece.kind, from, to },
        })
    }

    fn drop_fault(
        &self,
        position: &Position,
        seat: Seat,
        mv: Move,
        (form, to): (Form, Square),
    ) -> Option<Refusal> {
        if position.hand(seat.army()).count(form) == 0 {
            return Some(Refusal::NotInHand { seat, form });
        }
        match position.occupant_at(to) {
            Some(Occupant::Pyramid) => return Some(Refusal::Pyramid(to)),
            Some(_) if form.kind.row().landing != Landing::Explodes => return Some(Refusal::Occupied(to)),
            _ => {}
        }
        let generator = Generator::new(position, &self.rules, seat.army());
        if form.kind.row().pawn && !generator.pawn_drop_ranks().contains(to) {
            let last = position.geometry().last_rank(seat.army()) - self.rules.pawn_drop_ranks.kept_free();
            return Some(Refusal::PawnDropRank { kind: form.kind, square: to, seat, first: 2, last });
        }
        if generator.drop_squares(form).contains(to) {
            return None;
        }
        let careless = Generator::careless(position, &self.rules, seat.army());
        Some(if careless.drop_squares(form).contains(to) {
            Refusal::KingAttacked(mv)
        } else if self.rules.drop_checks == Permission::Forbidden {
            Refusal::DropCheck
        } else {
            Refusal::PawnDropMate
        })
    }
}

/// The mover's piece on a square, or why there is none.
fn own_piece(position: &Position, mover: Seat, square: Square) -> Result<Piece, Refusal> {
    match position.occupant_at(square) {
        None => Err(Refusal::Empty(square)),
        Some(Occupant::Pyramid) => Err(Refusal::Pyramid(square)),
        Some(Occupant::Cell) => Err(Refusal::Cell(square)),
        Some(Occupant::Piece(piece)) if piece.army != mover.army() => Err(Refusal::NotOwn { square, mover }),
        Some(Occupant::Piece(piece)) => Ok(piece),
    }
}

/// What is wrong with attaching an item (RULES §10).
fn attach_fault(position: &Position, seat: Seat, item: Item, to: Square) -> Option<Refusal> {
    if position.hand(seat.army()).items(item) == 0 {
        return Some(Refusal::NoItemInHand { seat, item });
    }
    let piece = match own_piece(position, seat, to) {
        Ok(piece) => piece,
        Err(refusal) => return Some(refusal),
    };
    if piece.kind == Kind::King {
        Some(Refusal::KingWears)
    } else if piece.is_hidden() {
        Some(Refusal::AttachToHidden(to))
    } else {
        piece.marks.wears(item).then_some(Refusal::WornAlready { square: to, item })
    }
}

/// Whether nothing but a cloak keeps a piece from capturing what stands on a square.
fn reaches_cloak(position: &Position, rules: &RuleSet, (from, to): (Square, Square)) -> bool {
    let Some(wearer) = position.piece_at(to).filter(|piece| piece.marks.wears(Item::Cloak)) else {
        return false;
    };
    let mut bare = position.clone();
    bare.placement.put(to, Piece { marks: wearer.marks.without(Marks::CLOAK), ..wearer });
    position
        .piece_at(from)
        .is_some_and(|piece| Generator::careless(&bare, rules, piece.army).reach(from).contains(to))
}

/// Whether a king's move has the shape of a castling.
fn castles_to(position: &Position, seat: Seat, from: Square, to: Square) -> bool {
    super::geometry::Wing::ALL.into_iter().any(|wing| {
        let castling = position.geometry().castling(seat.army(), wing);
        (castling.king_from, castling.king_to) == (from, to)
    })
}
