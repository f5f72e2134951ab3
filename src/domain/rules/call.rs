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
    /// What the decider of a turn may play, as it sees the board: on a worst roll the opponent's choices and
    /// calls, after a call the moves of the piece called, otherwise what the roll allows; and of these the
    /// moves of a piece that was touched, if it has one.
    pub(super) fn offered(&self, board: BoardNo, roll: Roll) -> Vec<Move> {
        let offered = self.untouched(board, roll);
        match self.touched[board] {
            Some(touched) => self.bound(board, touched, offered),
            None => offered,
        }
    }

    fn untouched(&self, board: BoardNo, roll: Roll) -> Vec<Move> {
        let within = self.within_roll(board, roll);
        match (self.called[board], roll.worst) {
            (None, false) => within,
            (None, true) => self.choices(board, roll, within),
            (Some(called), false) => self.bound(board, called, within),
            (Some(_), true) => Vec::new(),
        }
    }

    /// The piece that was touched in a bump, if it still binds the decider: it has a move (RULES §10).
    pub(super) fn touched_now(&self, board: BoardNo, roll: Roll) -> Option<Called> {
        let touched = self.touched[board]?;
        self.untouched(board, roll).iter().any(|mv| self.is_of(board, touched, *mv)).then_some(touched)
    }

    /// The moves of a piece; where it has none, it binds nothing.
    fn bound(&self, board: BoardNo, to: Called, moves: Vec<Move>) -> Vec<Move> {
        if moves.iter().any(|mv| self.is_of(board, to, *mv)) {
            moves.into_iter().filter(|mv| self.is_of(board, to, *mv)).collect()
        } else {
            moves
        }
    }

    fn is_of(&self, board: BoardNo, called: Called, mv: Move) -> bool {
        match called {
            Called::At(square) => mv.from() == Some(square),
            Called::InHand(form) => mv.dropped() == Some(form),
            Called::Hidden(form) => mv
                .from()
                .and_then(|from| self.boards[board].piece_at(from))
                .is_some_and(|piece| piece.is_hidden() && piece.called() == form),
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
    fn choices(&self, board: BoardNo, roll: Roll, within: Vec<Move>) -> Vec<Move> {
        let (mut choices, mut calls) = (Vec::with_capacity(within.len()), Vec::new());
        for mv in within {
            match self.will(board, mv) {
                Will::Free => choices.push(mv),
                Will::Own(called) if !calls.contains(&Move::Call(called)) => calls.push(Move::Call(called)),
                Will::Own(_) | Will::Rook => {}
            }
        }
        calls.extend(self.hidden_calls(board, roll));
        choices.extend(calls);
        choices
    }

    /// The mover's hidden pieces that may be called: those of a family that the roll allows, whether or not
    /// they can move (RULES §10).
    fn hidden_calls(&self, board: BoardNo, roll: Roll) -> Vec<Move> {
        let position = &self.boards[board];
        if !position.placement.hides(position.to_move) {
            return Vec::new();
        }
        let bound = self.bound_to(board, roll);
        let hidden = position.hidden(position.to_move).map(|(_, piece)| piece.called());
        let mut forms: Vec<Form> =
            hidden.filter(|form| bound.is_none_or(|family| form.family() == family)).collect();
        forms.sort_unstable();
        forms.dedup();
        forms.into_iter().map(|form| Move::Call(Called::Hidden(form))).collect()
    }

    fn will(&self, board: BoardNo, mv: Move) -> Will {
        let position = self.view(board, true);
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
        if !is_intelligent(form) && !matches!(called, Called::Hidden(_)) {
            return Err(Refusal::NotIntelligent(form));
        }
        if self.offered(board, roll).contains(&Move::Call(called)) {
            return Ok(());
        }
        Err(match self.touched_now(board, roll) {
            Some(touched) => Refusal::MustMoveTouched(touched),
            None => Refusal::CalledCannotMove(called),
        })
    }

    /// The mover's piece that a call names.
    fn callable(&self, seat: Seat, called: Called) -> Result<Form, Refusal> {
        let position = self.view(seat.board(), true);
        match called {
            Called::Hidden(_) if !self.rules.has_items() => Err(Refusal::NothingHidden),
            Called::Hidden(form) => {
                let mut hidden = self.boards[seat.board()].hidden(seat.army());
                let some = hidden.any(|(_, piece)| piece.called() == form);
                if some { Ok(form) } else { Err(Refusal::NoneHidden { seat, form }) }
            }
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
                Will::Free => self.touched_now(board, roll).map(Refusal::MustMoveTouched),
            },
            (None, false) => self.touched_now(board, roll).map(Refusal::MustMoveTouched),
        }
    }
}

const fn is_intelligent(form: Form) -> bool {
    form.marks.contains(Marks::INTELLIGENT)
}
