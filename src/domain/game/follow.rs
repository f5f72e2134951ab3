//! What follows at once: the start, passes, the rolls that begin turns, substitutes who have the words.

use super::state::{Stage, State};
use crate::domain::ids::AccountId;
use crate::domain::rules::Due;
use crate::domain::seat::{BoardNo, Seat};

/// Something that has to be the next event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::domain) enum Owed {
    /// All seats are taken.
    Start,
    /// A seat without any move passes.
    Pass(Seat),
    /// A turn begins with a roll.
    Roll(BoardNo),
    /// Somebody has all words for an empty seat.
    Substitute(Seat, AccountId),
}

impl Owed {
    /// As faults name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "game_started",
            Self::Pass(_) => "passed",
            Self::Roll(_) => "rolled",
            Self::Substitute(..) => "substitute_seated",
        }
    }
}

impl State {
    /// What has to be the next event, at the same time as the last; board 1 comes before board 2.
    pub(in crate::domain) fn owed(&self) -> Option<Owed> {
        match self.phase {
            Stage::Open => {
                let full = self.seat_list().iter().all(|&seat| self.seats[seat].is_some());
                full.then_some(Owed::Start)
            }
            Stage::Running => {
                let boards = self.settings.rules.boards().iter();
                let substitute = || self.ready_substitute().map(|(seat, who)| Owed::Substitute(seat, who));
                boards.copied().find_map(|board| self.owed_on(board)).or_else(substitute)
            }
            Stage::Over { .. } | Stage::Cancelled => None,
        }
    }

    fn owed_on(&self, board: BoardNo) -> Option<Owed> {
        match self.due[board] {
            Due::Pass(seat) => Some(Owed::Pass(seat)),
            Due::Turn(_) if self.turns[board].is_none() && self.dice.may_roll(board) => {
                self.settings.rules.has_type_die().then_some(Owed::Roll(board))
            }
            _ => None,
        }
    }
}
