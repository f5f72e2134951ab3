//! Intelligent pieces and calls: what the opponent may choose on a worst roll, and what a call binds the
//! mover to (RULES §7).

use super::moves::{Called, Move};
use super::outcome::{Due, Roll};
use super::piece::{Form, Marks, Piece};
use super::refusal::Refusal;
use super::table::Table;
use crate::domain::seat::{BoardNo, Seat};

/// Whether the opponent may play a move of the mover.
enum Will {
    /// It may.
    Free,
    /// An intelligent piece would move: it can be called instead.
    Own(Called),
    /// An intelligent rook would castle.
    Rook,
}

impl Table {
    /// What the decider of a turn may play: on a worst roll the opponent's choices and calls, after a call
    /// the moves of the piece called, otherwise what the roll allows.
    pub(super) fn offered(&self, board: BoardNo, roll: Roll) -> Vec<Move> {
        let within = self.within_roll(board, roll);
        match (self.called[board], roll.worst) {
            (None, false) => within,
            (None, true) => self.choices(board, within),
            (Some(called), false) => bound(called, within),
            (Some(_), true) => Vec::new(),
        }
    }

    /// The one call that the opponent can make on a worst roll where it can do nothing else; it is then made
    /// by itself (RULES §7).
    #[must_use]
    pub fn only_call(&self, board: BoardNo, roll: Roll) -> Option<Called> {
        if !roll.worst || !matches!(self.due(board), Due::Turn(_)) {
            return None;
        }
        match self.offered(board, roll).as_slice() {
            [Move::Call(called)] => Some(*called),
            _ => None,
        }
    }

    /// The piece that the mover of a board must move, since it was called.
    #[must_use]
    pub fn called(&self, board: BoardNo) -> Option<Called> {
        self.called[board]
    }

    /// The call on a board no longer binds: the mover's time for it has run out.
    pub fn lift_call(&mut self, board: BoardNo) {
        self.called[board] = None;
    }

    /// Of the moves within a roll, those that the opponent may choose, and the pieces that it may call.
    fn choices(&self, board: BoardNo, within: Vec<Move>) -> Vec<Move> {
        let (mut choices, mut calls) = (Vec::with_capacity(within.len()), Vec::new());
        for mv in within {
            match self.will(board, mv) {
                Will::Free => choices.push(mv),
                Will::Own(called) if !calls.contains(&Move::Call(called)) => calls.push(Move::Call(called)),
                Will::Own(_) | Will::Rook => {}
            }
        }
        choices.extend(calls);
        choices
    }

    fn will(&self, board: BoardNo, mv: Move) -> Will {
        let position = &self.boards[board];
        let own = |square| position.piece_at(square).is_some_and(|piece| is_intelligent(piece.form()));
        match mv {
            Move::Step { from, .. } if own(from) => Will::Own(Called::At(from)),
            Move::Step { from, to, .. } => match position.castles(from, to) {
                Some(wing) if own(position.geometry().castling(position.to_move, wing).rook_from) => {
                    Will::Rook
                }
                _ => Will::Free,
            },
            Move::Drop { form, .. } if is_intelligent(form) => Will::Own(Called::InHand(form)),
            Move::Drop { .. } | Move::Attach { .. } | Move::Call(_) | Move::Sit => Will::Free,
        }
    }

    /// Whether a piece may be called with this roll, and if not, why not.
    pub(super) fn calling(&self, seat: Seat, called: Called, roll: Roll) -> Result<(), Refusal> {
        let board = seat.board();
        if let Some(already) = self.called[board] {
            return Err(Refusal::AlreadyCalled(already));
        }
        // Where time has run out the opponent chooses as on worst, whether or not there is a die for it.
        if !roll.worst {
            let no_die = self.rules.worst_faces == 0;
            return Err(if no_die { Refusal::NothingToCall } else { Refusal::CallOnBest });
        }
        let form = self.callable(seat, called)?;
        if !is_intelligent(form) {
            return Err(Refusal::NotIntelligent(form));
        }
        let can_move = self.offered(board, roll).contains(&Move::Call(called));
        if can_move { Ok(()) } else { Err(Refusal::CalledCannotMove(called)) }
    }

    /// The mover's piece that a call names.
    fn callable(&self, seat: Seat, called: Called) -> Result<Form, Refusal> {
        let position = &self.boards[seat.board()];
        match called {
            Called::Hidden(_) => Err(Refusal::NothingHidden),
            Called::InHand(form) if position.hand(seat.army()).count(form) == 0 => {
                Err(Refusal::NotInHand { seat, form })
            }
            Called::InHand(form) => Ok(form),
            Called::At(square) if !position.geometry().has(square) => {
                Err(Refusal::NoSquare { board: seat.board(), square })
            }
            Called::At(square) => match position.piece_at(square) {
                None => Err(Refusal::Empty(square)),
                Some(piece) if piece.army != seat.army() => Err(Refusal::NotOwn { square, mover: seat }),
                Some(piece) => Ok(Piece::form(piece)),
            },
        }
    }

    /// Why a move that the rules and the roll allow is not the decider's to play; none if it is.
    pub(super) fn unwilling(&self, board: BoardNo, mv: Move, roll: Roll) -> Option<Refusal> {
        match (self.called[board], roll.worst) {
            (Some(called), true) => Some(Refusal::AlreadyCalled(called)),
            (Some(called), false) => Some(Refusal::MustMoveCalled(called)),
            (None, true) => match self.will(board, mv) {
                Will::Own(called) => Some(Refusal::CallInstead(called)),
                Will::Rook => Some(Refusal::IntelligentRook),
                Will::Free => None,
            },
            (None, false) => None,
        }
    }
}

const fn is_intelligent(form: Form) -> bool {
    form.marks.contains(Marks::INTELLIGENT)
}

/// The moves of the piece that was called; where it has none, the call binds nothing.
fn bound(called: Called, within: Vec<Move>) -> Vec<Move> {
    let of_called = |mv: &Move| match called {
        Called::At(square) => mv.from() == Some(square),
        Called::InHand(form) => mv.dropped() == Some(form),
        Called::Hidden(_) => false,
    };
    if within.iter().any(of_called) { within.into_iter().filter(of_called).collect() } else { within }
}
