//! When hidden pieces show themselves instead of the rules (RULES §10).

use super::generate::Generator;
use super::outcome::{Due, Roll};
use super::piece::Piece;
use super::refusal::Refusal;
use super::square::Square;
use super::table::Table;
use crate::domain::seat::{BoardNo, Seat};

impl Table {
    /// The seat whose hidden pieces on a board have to show themselves before its turn goes on: one that has
    /// no move in its own view; the mover, where the public board has a move of the rolled family and its own
    /// view has none; the chooser of a worst roll, where it sees nothing to choose.
    #[must_use]
    pub fn must_reveal(&self, board: BoardNo, roll: Roll) -> Option<Seat> {
        match self.due(board) {
            Due::Reveal(seat) => Some(seat),
            Due::Turn(seat) if self.boards[board].hides() => self.roll_reveals(seat, roll),
            Due::Turn(_) | Due::Pass(_) | Due::Nothing => None,
        }
    }

    fn roll_reveals(&self, seat: Seat, roll: Roll) -> Option<Seat> {
        let (board, mover) = (seat.board(), seat.army());
        let placement = &self.boards[board].placement;
        if placement.hides(mover) && self.is_stuck_in_family(board, roll) {
            return Some(seat);
        }
        let chooses = roll.worst && self.called[board].is_none() && placement.hides(mover.other());
        (chooses && self.offered(board, roll).is_empty()).then(|| seat.opponent())
    }

    /// Whether a family binds the mover of which it sees no move.
    fn is_stuck_in_family(&self, board: BoardNo, roll: Roll) -> bool {
        let Some(family) = self.bound_to(board, roll) else { return false };
        let view = self.view(board, false);
        let moves = Generator::new(&view, &self.rules, view.to_move).all();
        moves.iter().all(|mv| view.family(*mv) != family)
    }

    /// Shows the hidden pieces of the seat that [`Table::must_reveal`] names, and judges the board anew.
    /// Gives them and where they stand, a1 first.
    pub fn reveal(&mut self, seat: Seat, roll: Roll) -> Result<Vec<(Square, Piece)>, Refusal> {
        if self.must_reveal(seat.board(), roll) != Some(seat) {
            return Err(Refusal::NoReveal(seat));
        }
        let position = &mut self.boards[seat.board()];
        let shown: Vec<(Square, Piece)> =
            position.hidden(seat.army()).map(|(square, piece)| (square, piece.shown())).collect();
        for (square, piece) in &shown {
            position.placement.put(*square, *piece);
        }
        self.judge_anew();
        Ok(shown)
    }

    /// Judges a table that has changed without a move; at a round table the turn goes on if its seat waits.
    pub(super) fn judge_anew(&mut self) {
        self.look();
        self.judge();
        if let (Some(turn), Some(order)) = (self.turn, self.rules.order.round()) {
            self.turn = self.turn_from(order.iter().position(|seat| *seat == turn).unwrap_or_default());
        }
    }
}
