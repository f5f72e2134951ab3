//! Who is away: vacations, empty seats, substitutes.

use super::Moment;
use crate::domain::dice::SealBook;
use crate::domain::game::clock::plus;
use crate::domain::game::event::Leaving;
use crate::domain::game::history::What;
use crate::domain::game::offers::{Candidate, Pause, Vacancy};
use crate::domain::game::state::{Chair, Sitter, State};
use crate::domain::game::vacation::{Leave, LeaveBook, Plan};
use crate::domain::ids::AccountId;
use crate::domain::rules::{Outcome, WinBy};
use crate::domain::seat::{BySeat, Seat};
use time::{Duration, OffsetDateTime};

/// What a substitute's bank has at least for the decision that waits.
const FIRST_DECISION: Duration = Duration::DAY;

impl State {
    pub(super) fn plan_vacation(
        &mut self,
        now: Moment,
        seat: Seat,
        from: OffsetDateTime,
        until: OffsetDateTime,
    ) {
        self.leave[seat].planned = Some(Plan { from, until });
        self.tell(now, What::VacationPlanned { seat, from, until });
    }

    /// A day that runs by itself gives way to the planned vacation.
    pub(super) fn begin_vacation(&mut self, now: Moment, seat: Seat, automatic: bool) {
        let book = &mut self.leave[seat];
        book.end(now.due);
        let planned = if automatic { None } else { book.planned.take() };
        let until = planned.map_or_else(|| plus(now.due, Duration::DAY), |plan| plan.until);
        book.running = Some(Leave { began: now.due, until, automatic });
        self.tell(now, What::VacationBegan { seat, automatic });
    }

    pub(super) fn end_vacation(&mut self, now: Moment, seat: Seat) {
        let automatic = self.leave[seat].end(now.due).is_some_and(|leave| leave.automatic);
        self.tell(now, What::VacationEnded { seat, automatic });
    }

    pub(super) fn give_up_vacation(&mut self, now: Moment, seat: Seat) {
        let book = &mut self.leave[seat];
        let running = book.planned.take().is_none();
        if running {
            book.end(now.due);
        }
        self.tell(now, What::VacationGivenUp { seat, running });
    }

    pub(super) fn auto_vacation(&mut self, now: Moment, seat: Seat, on: bool) {
        self.leave[seat].automatic = on;
        self.tell(now, What::AutoVacation { seat, on });
    }

    /// A day that began by itself ends with the decision that it was for.
    pub(super) fn end_automatic_days(&mut self, now: Moment) {
        for seat in Seat::ALL {
            let decides = self.turns[seat.board()].as_ref().is_some_and(|turn| turn.decider == seat);
            if !decides && self.leave[seat].running.is_some_and(|leave| leave.automatic) {
                self.end_vacation(now, seat);
            }
        }
    }

    /// What was offered to the one who leaves is answered by nobody, and the word given holds no more.
    pub(super) fn vacate(&mut self, now: Moment, seat: Seat, why: Leaving) {
        self.tell(now, What::Vacated { seat, why });
        self.seats[seat] = None;
        self.leave[seat] = LeaveBook::default();
        self.draw = None;
        self.pause.take_if(|pause| matches!(pause, Pause::Asked { .. }));
        if let Some(Pause::Runs { words, .. }) = &mut self.pause {
            words[seat] = false;
        }
        for vacancy in Seat::ALL {
            let open = self.vacancies[vacancy].iter_mut();
            open.flat_map(|open| &mut open.candidates).for_each(|candidate| candidate.words[seat] = false);
        }
        let vacancy =
            Vacancy { seq: now.seq, since: now.due, why, candidates: Vec::new(), withdrew: Vec::new() };
        self.vacancies[seat] = Some(vacancy);
    }

    pub(super) fn ask_for_seat(&mut self, now: Moment, seat: Seat, account: AccountId) {
        if let Some(vacancy) = &mut self.vacancies[seat] {
            vacancy.candidates.push(Candidate { seq: now.seq, account, words: BySeat::default() });
        }
        self.tell(now, What::SubstituteAsked { seat, account });
    }

    pub(super) fn withdraw(&mut self, now: Moment, seat: Seat, account: AccountId) {
        if let Some(vacancy) = &mut self.vacancies[seat] {
            vacancy.candidates.retain(|candidate| candidate.account != account);
            vacancy.withdrew.push(account);
        }
        self.tell(now, What::SubstituteWithdrew { seat, account });
    }

    pub(super) fn agree_to(&mut self, now: Moment, seat: Seat, account: AccountId, by: Seat) {
        let candidates = self.vacancies[seat].iter_mut().flat_map(|vacancy| &mut vacancy.candidates);
        candidates.filter(|candidate| candidate.account == account).for_each(|c| c.words[by] = true);
        self.tell(now, What::SubstituteAgreed { seat, account, by });
    }

    /// A new player with a new book of seals and of vacations. The decision that waits falls to them anew.
    pub(super) fn substitute(&mut self, now: Moment, seat: Seat, account: AccountId) {
        self.vacancies[seat] = None;
        self.seats[seat] = Some(Chair { account, salt: None });
        self.sitters[seat].push(Sitter { seq: now.seq, account });
        self.dice.seals[seat] = SealBook::default();
        self.tell(now, What::SubstituteSeated { seat, account });
        let board = seat.board();
        if let Some(turn) = self.turns[board].as_ref().filter(|turn| turn.decider == seat) {
            let left = turn.clock.left_at(now.due, &self.outages).saturating_add(turn.aside);
            if self.settings.bank.is_some() {
                self.banks[seat] = left.max(FIRST_DECISION);
            }
            self.fall_to(now, board, seat);
        }
    }

    pub(super) fn end_vacancy(&mut self, now: Moment, seat: Seat) {
        self.tell(now, What::VacancyEnded { seat });
        let winner = seat.team().other();
        if self.game_is_on() {
            let outcome = Outcome::Win { team: winner, by: WinBy::Resignation };
            self.table.end(outcome.clone());
            self.record(now, &outcome);
        }
        self.finish(now, self.ending_for(winner));
    }
}
