//! What follows by itself: the start, passes, the rolls that begin turns, and time running out.

use super::event::{AfterLapse, TimeRanOut};
use super::settings::Lapse;
use super::state::{Stage, State};
use super::turn::Turn;
use crate::domain::rules::Due;
use crate::domain::seat::{BoardNo, Seat};
use time::OffsetDateTime;

/// Something that has to be the next event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::domain) enum Owed {
    /// All seats are taken.
    Start,
    /// A seat without any move passes.
    Pass(Seat),
    /// A turn begins with a roll.
    Roll(BoardNo),
}

impl Owed {
    /// As faults name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "game_started",
            Self::Pass(_) => "passed",
            Self::Roll(_) => "rolled",
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
            Stage::Running => self.settings.rules.boards().iter().find_map(|&board| self.owed_on(board)),
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

    /// The turns whose time is out at `now`, the earliest deadline first.
    fn overdue_turns(&self, now: OffsetDateTime) -> Vec<&Turn> {
        let mut late: Vec<&Turn> =
            self.turns.iter().filter_map(|(_, turn)| turn.as_ref()).filter(|t| t.deadline <= now).collect();
        late.sort_by_key(|turn| (turn.deadline, turn.board));
        late
    }

    /// Whether the time of some decision is out at `now`: then `settle` comes before anything else.
    pub fn is_overdue(&self, now: OffsetDateTime) -> bool {
        self.next_deadline().is_some_and(|deadline| deadline <= now)
    }

    /// What the first decision whose time is out at `now` comes to (RULES §12).
    pub(in crate::domain) fn next_lapse(&self, now: OffsetDateTime) -> Option<TimeRanOut> {
        let late = self.overdue_turns(now);
        let (first, others) = late.split_first()?;
        let mut lapse = self.lapse_of(first);
        let ties = |other: &&&Turn| {
            other.deadline == first.deadline
                && other.decider.team() != first.decider.team()
                && self.lapse_of(other).follows == AfterLapse::Loses
        };
        if lapse.follows == AfterLapse::Loses && others.iter().any(|other| ties(&other)) {
            lapse.follows = AfterLapse::Draws;
        }
        Some(lapse)
    }

    fn lapse_of(&self, turn: &Turn) -> TimeRanOut {
        let lapse = (!turn.chosen()).then(|| self.lapses[turn.mover].saturating_add(1));
        let follows = match (lapse, self.settings.lapse) {
            // A late chooser loses the choice and nothing else, whatever was agreed for movers.
            (None, _) => AfterLapse::MoverChooses,
            (Some(_), Lapse::Forfeit) => AfterLapse::Loses,
            (Some(times), Lapse::OpponentChooses) if times >= Lapse::LAST => AfterLapse::Loses,
            (Some(_), Lapse::OpponentChooses) => AfterLapse::OpponentChooses,
        };
        TimeRanOut { board: turn.board, decider: turn.decider, lapse, follows }
    }
}
