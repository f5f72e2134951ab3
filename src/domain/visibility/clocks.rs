//! Clocks, vacations, offers and empty seats as one viewer sees them.

use super::names::Speaker;
use crate::domain::game::{Candidate, Leaving, MatchOpened, Pause, State, Stop, Turn};
use crate::domain::seat::{BySeat, Seat};
use crate::domain::view::{CandidateView, DrawView, PauseView, VacancyView, VacationView};
use crate::domain::zone::duration_words;
use time::Duration;

/// Whole seconds.
pub(super) fn seconds(span: Duration) -> u64 {
    u64::try_from(span.whole_seconds()).unwrap_or(0)
}

/// What a decision has, or with a bank what each seat begins with.
pub(super) fn allowance_seconds(settings: &MatchOpened) -> u64 {
    settings.bank.map_or(settings.allowance_seconds.seconds(), |bank| seconds(bank.start()))
}

/// `3 days for each decision`, `a bank of 10 days for each player, 1 day more for each decision, up to 30
/// days`.
pub(super) fn time_words(settings: &MatchOpened) -> String {
    let words = |span| duration_words(seconds(span));
    match settings.bank {
        None => format!("{} for each decision", words(settings.allowance_seconds.duration())),
        Some(bank) => format!(
            "a bank of {} for each player, {} more for each decision, up to {}",
            words(bank.start()),
            words(bank.add()),
            words(bank.cap())
        ),
    }
}

/// Why the clock of a turn stands.
pub(super) fn stopped(speaker: &Speaker<'_>, turn: &Turn) -> Option<String> {
    Some(match speaker.state.stop_of(turn)? {
        Stop::Empty(seat) => format!("{seat} is empty"),
        Stop::Pause => "the match pauses".to_owned(),
        Stop::Vacation => format!("{} is on vacation", speaker.seat(turn.decider)),
        Stop::Frozen(first) => format!("{} decides first on the other board", speaker.seat(first)),
    })
}

/// What is in a seat's bank.
pub(super) fn bank_left(state: &State, seat: Seat) -> Option<Duration> {
    state.settings.bank?;
    let deciding = state.turn(seat.board()).filter(|turn| turn.decider == seat);
    let left = |turn: &Turn| turn.clock.left_at(state.at, &state.outages).saturating_add(turn.aside);
    Some(deciding.map_or(state.banks[seat], left))
}

/// The vacation that runs, or else the one that is planned.
pub(super) fn vacation(state: &State, seat: Seat) -> Option<VacationView> {
    let book = &state.leave[seat];
    let running = book.running.map(|leave| VacationView {
        from: leave.began,
        until: leave.until,
        running: true,
        automatic: leave.automatic,
    });
    let planned = || {
        let plan = book.planned?;
        Some(VacationView { from: plan.from, until: plan.until, running: false, automatic: false })
    };
    running.or_else(planned)
}

/// Whole days left in the year of the last event.
pub(super) fn vacation_left_days(state: &State, seat: Seat) -> u16 {
    let left = state.leave[seat].left(state.at.year(), state.settings.vacation_days);
    u16::try_from(left.whole_days()).unwrap_or(0)
}

/// An empty seat with those who ask for it.
pub(super) fn vacancy(speaker: &Speaker<'_>, seat: Seat) -> Option<VacancyView> {
    let state = speaker.state;
    let vacancy = state.vacancies[seat].as_ref()?;
    let partner = state.partner_of(seat).filter(|&partner| state.account_at(partner).is_some());
    let candidate = |candidate: &Candidate| CandidateView {
        seq: candidate.seq,
        player: speaker.person(candidate.account),
        partner_agreed: partner.map(|partner| candidate.words[partner]),
        opponent_agreed: candidate.has_word_of(seat.team().other()),
    };
    Some(VacancyView {
        until: state.vacancy_ends(seat)?,
        deleted: vacancy.why == Leaving::Deleted,
        candidates: vacancy.candidates.iter().map(candidate).collect(),
    })
}

/// The draw that is proposed.
pub(super) fn draw(state: &State) -> Option<DrawView> {
    let offer = state.draw.as_ref()?;
    Some(DrawView { seq: offer.seq, by: offer.by, agreed: said(offer.words) })
}

/// The pause that is proposed or runs.
pub(super) fn pause(state: &State) -> Option<PauseView> {
    Some(match state.pause.as_ref()? {
        Pause::Asked { seq, by, days, words } => {
            PauseView::Asked { seq: *seq, by: *by, days: *days, agreed: said(*words) }
        }
        Pause::Runs { until, words, .. } => PauseView::Running { until: *until, resume: said(*words) },
    })
}

fn said(words: BySeat<bool>) -> Vec<Seat> {
    words.iter().filter(|(_, word)| **word).map(|(seat, _)| seat).collect()
}
