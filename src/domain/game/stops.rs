//! What makes a clock stand, by the state alone (the table is at the head of `clock`).

use super::offers::Pause;
use super::state::State;
use super::turn::Turn;
use crate::domain::seat::{BoardNo, Seat};
use time::OffsetDateTime;

/// Why a clock stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::domain) enum Stop {
    /// This seat is empty.
    Empty(Seat),
    /// The match pauses.
    Pause,
    /// The decider is on vacation.
    Vacation,
    /// The three-move rule: this seat decides first.
    Frozen(Seat),
}

impl State {
    /// Why the clock of a turn stands; none where it runs.
    pub(in crate::domain) fn stop_of(&self, turn: &Turn) -> Option<Stop> {
        if let Some(seat) = self.empty_seat() {
            Some(Stop::Empty(seat))
        } else if self.pauses() {
            Some(Stop::Pause)
        } else if self.leave[turn.decider].running.is_some() {
            Some(Stop::Vacation)
        } else {
            self.frozen_by(turn.board).map(Stop::Frozen)
        }
    }

    /// The first seat that is empty while the game runs.
    pub(in crate::domain) fn empty_seat(&self) -> Option<Seat> {
        self.vacancies.iter().find(|(_, vacancy)| vacancy.is_some()).map(|(seat, _)| seat)
    }

    /// Whether all clocks stand by everybody's word.
    pub(in crate::domain) fn pauses(&self) -> bool {
        matches!(self.pause, Some(Pause::Runs { .. }))
    }

    /// The hurried seat that this board waits for: its player decides on the other board, and vacation or
    /// a pause has stopped the clock (RULES §5).
    pub(in crate::domain) fn frozen_by(&self, board: BoardNo) -> Option<Seat> {
        let turn = self.turns[board.other()].as_ref().filter(|turn| turn.hurried.is_some())?;
        let stopped = self.pauses() || self.leave[turn.decider].running.is_some();
        stopped.then_some(turn.decider)
    }

    /// Lets every clock run or stand, from a moment on, as the state now says.
    pub(super) fn reclock(&mut self, at: OffsetDateTime) {
        for board in BoardNo::ALL {
            let runs = self.turns[board].as_ref().is_some_and(|turn| self.stop_of(turn).is_none());
            if let Some(turn) = &mut self.turns[board] {
                turn.clock.set(runs, at, &self.outages);
            }
        }
    }
}
