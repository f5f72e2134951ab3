//! Whether the match allows what clocks, offers and absences ask for: asked by `decide` before such an
//! event is made, and by the fold for every one that a log has.

use super::bank::VacationDays;
use super::event::{Event, EventKind};
use super::offers::{Candidate, MAX_CANDIDATES, MAX_WITHDRAWN, Pause};
use super::refusal::Refusal;
use super::state::{Stage, State};
use crate::domain::ids::AccountId;
use crate::domain::seat::Seat;
use time::{Duration, OffsetDateTime};

const DAY: u64 = 86_400;

/// How far ahead a vacation may begin.
const AHEAD: Duration = Duration::days(366);

impl State {
    /// Whether an event could happen at `at`. What comes by time or at once is not judged here.
    pub(super) fn fits(&self, kind: &EventKind, at: OffsetDateTime) -> Result<(), Refusal> {
        match self.phase {
            Stage::Open => return Err(Refusal::NotStarted),
            Stage::Over { .. } | Stage::Cancelled => return Err(Refusal::Over),
            Stage::Running => {}
        }
        match *kind {
            EventKind::DrawOffered { .. }
            | EventKind::DrawAgreed { .. }
            | EventKind::DrawDeclined { .. }
            | EventKind::Resigned { .. }
                if self.is_between_games() =>
            {
                Err(Refusal::BetweenGames)
            }
            EventKind::DrawOffered { seat } => self.may_offer_draw(seat),
            EventKind::DrawAgreed { seat } => self.may_agree_draw(seat),
            EventKind::DrawDeclined { seat } => self.may_decline_draw(seat),
            EventKind::TimeGiven { seat, to, seconds } => self.may_give(seat, to, seconds),
            EventKind::PauseAsked { seat, days } => self.may_ask_pause(seat, days),
            EventKind::PauseAgreed { seat } => self.may_agree_pause(seat),
            EventKind::PauseDeclined { seat } => self.sits(seat).and_then(|()| self.asked_pause().map(drop)),
            EventKind::ResumeAsked { seat } => self.may_ask_resume(seat),
            EventKind::VacationPlanned { seat, from, until } => self.may_plan(seat, from, until, at),
            EventKind::VacationGivenUp { seat } => self.may_give_up(seat),
            EventKind::AutoVacation { seat, on } => self.may_automate(seat, on),
            EventKind::SeatVacated { seat, .. } => self.sits(seat),
            EventKind::ClocksCredited { from, until } => self.may_credit(from, until, at),
            EventKind::MatchAborted { seat } => self.may_abort(seat),
            EventKind::SubstituteAsked { seat, account } => self.may_ask_for(seat, account),
            EventKind::SubstituteWithdrew { seat, account } => self.candidate(seat, account).map(drop),
            EventKind::SubstituteAgreed { seat, account, by } => self.may_agree_to(seat, account, by),
            _ => Ok(()),
        }
    }

    fn sits(&self, seat: Seat) -> Result<(), Refusal> {
        if self.seats[seat].is_some() { Ok(()) } else { Err(Refusal::NotSeated) }
    }

    /// Somebody sits there, and everybody can speak.
    fn all_sit(&self, seat: Seat) -> Result<(), Refusal> {
        self.sits(seat)?;
        self.empty_seat().map_or(Ok(()), |empty| Err(Refusal::SeatIsEmpty(empty)))
    }

    fn may_offer_draw(&self, seat: Seat) -> Result<(), Refusal> {
        self.all_sit(seat)?;
        if self.draw.is_some() { Err(Refusal::AlreadyAgreed) } else { Ok(()) }
    }

    fn may_agree_draw(&self, seat: Seat) -> Result<(), Refusal> {
        self.sits(seat)?;
        let offer = self.draw.as_ref().ok_or(Refusal::NoDrawOffered)?;
        if offer.words[seat] { Err(Refusal::AlreadyAgreed) } else { Ok(()) }
    }

    fn may_decline_draw(&self, seat: Seat) -> Result<(), Refusal> {
        self.sits(seat)?;
        let offer = self.draw.as_ref().ok_or(Refusal::NoDrawOffered)?;
        if offer.by == seat { Err(Refusal::OwnOffer) } else { Ok(()) }
    }

    fn may_give(&self, seat: Seat, to: Seat, seconds: u64) -> Result<(), Refusal> {
        self.sits(seat)?;
        if !self.seat_list().contains(&to) || to.team() == seat.team() {
            return Err(Refusal::NotAnOpponent);
        }
        if self.turns[to.board()].as_ref().is_none_or(|turn| turn.decider != to) {
            return Err(Refusal::DecidesNothing(to));
        }
        let whole_days = seconds.is_multiple_of(DAY) && (1..=14).contains(&(seconds / DAY));
        if whole_days { Ok(()) } else { Err(Refusal::GiftDays) }
    }

    fn may_ask_pause(&self, seat: Seat, days: u16) -> Result<(), Refusal> {
        self.all_sit(seat)?;
        match &self.pause {
            Some(Pause::Asked { days, .. }) => Err(Refusal::PauseProposed(*days)),
            Some(Pause::Runs { .. }) => Err(Refusal::PauseRuns),
            None if (1..=60).contains(&days) => Ok(()),
            None => Err(Refusal::PauseDays),
        }
    }

    fn asked_pause(&self) -> Result<&crate::domain::seat::BySeat<bool>, Refusal> {
        match &self.pause {
            Some(Pause::Asked { words, .. }) => Ok(words),
            _ => Err(Refusal::NoPauseProposed),
        }
    }

    fn may_agree_pause(&self, seat: Seat) -> Result<(), Refusal> {
        self.sits(seat)?;
        if self.asked_pause()?[seat] { Err(Refusal::AlreadyAgreed) } else { Ok(()) }
    }

    fn may_ask_resume(&self, seat: Seat) -> Result<(), Refusal> {
        let Some(Pause::Runs { words, .. }) = &self.pause else { return Err(Refusal::NoPause) };
        self.all_sit(seat)?;
        if words[seat] { Err(Refusal::AlreadyAgreed) } else { Ok(()) }
    }

    fn may_plan(
        &self,
        seat: Seat,
        from: OffsetDateTime,
        until: OffsetDateTime,
        at: OffsetDateTime,
    ) -> Result<(), Refusal> {
        self.sits(seat)?;
        let (book, days): (_, VacationDays) = (&self.leave[seat], self.settings.vacation_days);
        if from < at || until <= from {
            Err(Refusal::VacationOrder)
        } else if from - at > AHEAD {
            Err(Refusal::VacationTooFar)
        } else if book.running.is_some_and(|leave| !leave.automatic) {
            Err(Refusal::VacationRuns)
        } else if let Some((year, days)) = book.too_much(from, until, days) {
            Err(Refusal::VacationBudget { year, days })
        } else {
            Ok(())
        }
    }

    fn may_give_up(&self, seat: Seat) -> Result<(), Refusal> {
        self.sits(seat)?;
        let book = &self.leave[seat];
        let runs = book.running.is_some_and(|leave| !leave.automatic);
        if book.planned.is_some() || runs { Ok(()) } else { Err(Refusal::NoVacation) }
    }

    fn may_automate(&self, seat: Seat, on: bool) -> Result<(), Refusal> {
        self.sits(seat)?;
        if on && self.settings.vacation_days.days() == 0 { Err(Refusal::NoVacationDays) } else { Ok(()) }
    }

    /// A span since the last event, in which some clock would have run.
    fn may_credit(
        &self,
        from: OffsetDateTime,
        until: OffsetDateTime,
        at: OffsetDateTime,
    ) -> Result<(), Refusal> {
        let since = self.credit_from();
        if since <= from && from < until && until <= at && self.gains(from, until) {
            Ok(())
        } else {
            Err(Refusal::NoCredit)
        }
    }

    /// The first moment that could still be given back: no event and no span given back comes after it.
    pub(super) fn credit_from(&self) -> OffsetDateTime {
        self.outages.last_end().map_or(self.acted_at, |end| end.max(self.acted_at))
    }

    /// Whether some clock would run in the span, also one that starts by itself before its end.
    pub(super) fn gains(&self, from: OffsetDateTime, until: OffsetDateTime) -> bool {
        let mut ahead = self.clone();
        while !ahead.runs_after(from) {
            let Some(kind) = ahead.next_happening(until).filter(|kind| kind.due() < Some(until)) else {
                return false;
            };
            if ahead.apply_event(ahead.seq + 1, &Event::new(until, kind)).is_err() {
                return false;
            }
        }
        true
    }

    fn runs_after(&self, at: OffsetDateTime) -> bool {
        let turns = self.turns.iter().filter_map(|(_, turn)| turn.as_ref());
        let deadlines = turns.filter_map(|turn| turn.clock.deadline(&self.outages));
        let vacancies = Seat::ALL.into_iter().filter_map(|seat| self.vacancy_ends(seat));
        self.is_running() && deadlines.chain(vacancies).any(|end| end > at)
    }

    fn may_abort(&self, seat: Seat) -> Result<(), Refusal> {
        self.sits(seat)?;
        let both = self.team_moved.iter().all(|(_, moved)| *moved);
        if both || self.game() > 1 || self.is_between_games() { Err(Refusal::TooLateToAbort) } else { Ok(()) }
    }

    fn may_ask_for(&self, seat: Seat, account: AccountId) -> Result<(), Refusal> {
        if !self.seat_list().contains(&seat) {
            return Err(Refusal::NoSuchSeat(seat));
        }
        if let Some(own) = self.seat_of(account) {
            return Err(Refusal::OneSeatPerAccount(own));
        }
        let vacancy = self.vacancies[seat].as_ref().ok_or(Refusal::SeatNotEmpty(seat))?;
        let was_on = |other: Seat| self.sitters[other].iter().any(|sitter| sitter.account == account);
        if Seat::ALL.into_iter().any(|other| other.team() != seat.team() && was_on(other)) {
            return Err(Refusal::SatAgainst);
        }
        if Seat::ALL.into_iter().any(|other| self.candidate(other, account).is_ok()) {
            return Err(Refusal::AlreadyAsked);
        }
        if vacancy.withdrew.iter().filter(|&&other| other == account).count() >= MAX_WITHDRAWN {
            return Err(Refusal::AskedBefore);
        }
        if vacancy.candidates.len() >= MAX_CANDIDATES { Err(Refusal::TooManyCandidates) } else { Ok(()) }
    }

    /// Somebody who asks for an empty seat.
    pub(in crate::domain) fn candidate(&self, seat: Seat, account: AccountId) -> Result<&Candidate, Refusal> {
        let candidates = self.vacancies[seat].iter().flat_map(|vacancy| &vacancy.candidates);
        candidates.into_iter().find(|asks| asks.account == account).ok_or(Refusal::NoCandidate)
    }

    fn may_agree_to(&self, seat: Seat, account: AccountId, by: Seat) -> Result<(), Refusal> {
        self.sits(by)?;
        if self.candidate(seat, account)?.lacks(seat, by) { Ok(()) } else { Err(Refusal::AlreadyAgreed) }
    }

    /// Somebody who asks for an empty seat and has all words that it needs.
    pub(super) fn ready_substitute(&self) -> Option<(Seat, AccountId)> {
        Seat::ALL.into_iter().find_map(|seat| {
            let partner = self.partner_of(seat).filter(|&partner| self.seats[partner].is_some());
            let ready = |candidate: &&Candidate| {
                partner.is_none_or(|partner| candidate.words[partner])
                    && candidate.has_word_of(seat.team().other())
            };
            let candidates = self.vacancies[seat].iter().flat_map(|vacancy| &vacancy.candidates);
            candidates.into_iter().find(ready).map(|candidate| (seat, candidate.account))
        })
    }
}
