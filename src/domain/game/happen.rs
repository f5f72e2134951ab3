//! What happens by the mere passing of time, in the order of moments.

use super::event::{AfterLapse, EventKind, TimeRanOut};
use super::offers::{Pause, VACANCY};
use super::settings::Lapse;
use super::state::State;
use super::turn::Turn;
use crate::domain::seat::{BoardNo, Seat};
use time::OffsetDateTime;

/// Something that is due. Of what is due at the same moment the first in this order comes first: so
/// a vacation that begins at the moment of a deadline stops that clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Happening {
    VacationEnds(Seat),
    PauseEnds,
    VacationBegins(Seat),
    /// A day of vacation begins by itself because the decider's time is out.
    AutomaticDay(Seat),
    VacancyEnds(Seat),
    Lapse(BoardNo),
}

impl State {
    /// The earliest moment at which something happens by itself; a job looks at the match then.
    pub fn next_due(&self) -> Option<OffsetDateTime> {
        self.happenings().into_iter().map(|(due, _)| due).min()
    }

    /// Whether something is due at `now`: then `settle` comes before anything else.
    pub fn is_overdue(&self, now: OffsetDateTime) -> bool {
        self.next_due().is_some_and(|due| due <= now)
    }

    /// The event that is due first at `now`.
    pub(super) fn next_happening(&self, now: OffsetDateTime) -> Option<EventKind> {
        let (due, what) = self.happenings().into_iter().min().filter(|(due, _)| *due <= now)?;
        match what {
            Happening::VacationEnds(seat) => Some(EventKind::VacationEnded { seat, due }),
            Happening::PauseEnds => Some(EventKind::PauseEnded { due }),
            Happening::VacationBegins(seat) => Some(EventKind::VacationBegan { seat, due, automatic: false }),
            Happening::AutomaticDay(seat) => Some(EventKind::VacationBegan { seat, due, automatic: true }),
            Happening::VacancyEnds(seat) => Some(EventKind::VacancyEnded { seat, due }),
            Happening::Lapse(board) => {
                self.turns[board].as_ref().map(|turn| EventKind::TimeRanOut(self.lapse(turn, due)))
            }
        }
    }

    fn happenings(&self) -> Vec<(OffsetDateTime, Happening)> {
        if !self.is_running() {
            return Vec::new();
        }
        let mut due = Vec::new();
        for seat in Seat::ALL {
            let leave = &self.leave[seat];
            due.extend(leave.running.map(|leave| (leave.until, Happening::VacationEnds(seat))));
            due.extend(leave.planned.map(|plan| (plan.from, Happening::VacationBegins(seat))));
            due.extend(self.vacancy_ends(seat).map(|at| (at, Happening::VacancyEnds(seat))));
        }
        if let Some(Pause::Runs { until, .. }) = self.pause {
            due.push((until, Happening::PauseEnds));
        }
        for turn in self.turns.iter().filter_map(|(_, turn)| turn.as_ref()) {
            due.extend(turn.clock.deadline(&self.outages).map(|at| (at, self.time_out(turn, at))));
        }
        due
    }

    /// When an empty seat resigns; outages do not count.
    pub(in crate::domain) fn vacancy_ends(&self, seat: Seat) -> Option<OffsetDateTime> {
        self.vacancies[seat].as_ref().map(|vacancy| self.outages.after(vacancy.since, VACANCY))
    }

    fn time_out(&self, turn: &Turn, at: OffsetDateTime) -> Happening {
        if self.leave[turn.decider].affords_a_day(at, self.settings.vacation_days) {
            Happening::AutomaticDay(turn.decider)
        } else {
            Happening::Lapse(turn.board)
        }
    }

    /// What a decision whose time is out at `due` comes to (RULES §12). Where the other team's time is
    /// out at the same moment and both lose, it is a draw.
    fn lapse(&self, turn: &Turn, due: OffsetDateTime) -> TimeRanOut {
        let mut lapse = self.lapse_of(turn, due);
        let ties = |other: &Turn| {
            other.clock.deadline(&self.outages) == Some(due)
                && other.decider.team() != turn.decider.team()
                && self.lapse_of(other, due).follows == AfterLapse::Loses
        };
        let others = self.turns.iter().filter_map(|(_, turn)| turn.as_ref());
        if lapse.follows == AfterLapse::Loses && others.into_iter().any(ties) {
            lapse.follows = AfterLapse::Draws;
        }
        lapse
    }

    fn lapse_of(&self, turn: &Turn, due: OffsetDateTime) -> TimeRanOut {
        let (board, decider, due) = (turn.board, turn.decider, Some(due));
        if turn.reward {
            return TimeRanOut { board, decider, lapse: None, follows: AfterLapse::DicePick, due };
        }
        let lapse = (!turn.chosen()).then(|| self.lapses[turn.mover].saturating_add(1));
        let follows = match (lapse, self.settings.lapse) {
            // A late chooser loses the choice and nothing else, whatever was agreed for movers.
            (None, _) => AfterLapse::MoverChooses,
            (Some(_), Lapse::Forfeit) => AfterLapse::Loses,
            (Some(times), Lapse::OpponentChooses) if times >= Lapse::LAST => AfterLapse::Loses,
            (Some(_), Lapse::OpponentChooses) => AfterLapse::OpponentChooses,
        };
        TimeRanOut { board, decider, lapse, follows, due }
    }
}
