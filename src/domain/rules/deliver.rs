//! What comes into hands: gifts and rewards before a game, captured pieces in it (RULES §4, §8).

use super::apply::Facts;
use super::kind::Kind;
use super::piece::{Form, Marks};
use super::ruleset::Promoted;
use super::table::Table;
use crate::domain::seat::Seat;

impl Table {
    /// Lays pieces into a seat's hand, before the first move of a game (RULES §8).
    pub fn give(&mut self, seat: Seat, pieces: &[Form]) {
        for form in pieces {
            self.boards[seat.board()].receive(seat.army(), *form);
        }
        self.seen.clear();
        self.look();
        self.judge();
    }

    /// Lays what a move captured into the hands that it goes to.
    pub(super) fn deliver(&mut self, seat: Seat, facts: &Facts) -> Vec<(Seat, Form)> {
        let arrived = self.arrivals(seat, facts);
        for (to, form) in &arrived {
            self.boards[to.board()].receive(to.army(), *form);
        }
        arrived
    }

    /// What a move of `seat` captured, and into which hands it goes (RULES §4).
    pub(super) fn arrivals(&self, seat: Seat, facts: &Facts) -> Vec<(Seat, Form)> {
        let Some((_, piece)) = facts.captured.filter(|_| self.rules.boards == 2) else { return Vec::new() };
        if piece.kind == Kind::King {
            return Vec::new();
        }
        let pawn = if piece.marks.contains(Marks::PROMOTED_TAXI) { Kind::Taxi } else { Kind::Pawn };
        let form = Form { kind: piece.kind, marks: piece.marks.in_hand() };
        match (piece.marks.is_promoted(), self.rules.promoted) {
            (false, _) => vec![(seat.partner(), form)],
            (true, Promoted::Reverts) => vec![(seat.partner(), Form { kind: pawn, ..form })],
            (true, Promoted::Stays) => vec![(seat.partner(), form), (seat.opponent(), Form::plain(pawn))],
        }
    }
}
