//! From a log to a state. Tolerant of nothing, yet cheap: it plays the moves by the rules and keeps the
//! books; hashes of links, dice and heads are `verify`'s.

mod absence;
mod clocks;
mod hidden;
mod play;
mod series;
mod table;
mod words;

pub(in crate::domain::game) use hidden::{EventDice, listed};

use super::bank::Bank;
use super::clock::Outages;
use super::command::SaltGiven;
use super::dice_book::DiceBook;
use super::event::{Event, EventKind, MatchOpened};
use super::follow::Owed;
use super::history::{Line, What};
use super::log::{LogEntry, first_head};
use super::refusal::Corrupt;
use super::state::{Stage, State};
use crate::domain::ids::MatchId;
use crate::domain::rules::{Due, RuleSet, Table};
use crate::domain::seat::{ByBoard, BySeat, ByTeam};
use time::{Duration, OffsetDateTime};

/// Folds a whole log.
pub fn fold(match_id: MatchId, log: &[LogEntry]) -> Result<State, Corrupt> {
    let (first, rest) = log.split_first().ok_or(Corrupt::Empty)?;
    let mut state = State::open(match_id, first)?;
    for entry in rest {
        state.apply(entry)?;
    }
    Ok(state)
}

/// The number and times of the event that is being applied.
#[derive(Clone, Copy)]
struct Moment {
    seq: u64,
    /// When it was written down.
    at: OffsetDateTime,
    /// When it happened: what clocks count by.
    due: OffsetDateTime,
}

impl Moment {
    fn of(seq: u64, event: &Event) -> Self {
        Self { seq, at: event.at, due: event.moment() }
    }
}

fn need(stage: bool, what: &'static str) -> Result<(), Corrupt> {
    if stage { Ok(()) } else { Err(Corrupt::WrongStage(what)) }
}

impl State {
    /// The state after the first entry of a log.
    pub fn open(match_id: MatchId, first: &LogEntry) -> Result<Self, Corrupt> {
        if first.seq != 1 {
            return Err(Corrupt::Sequence { expected: 1, found: first.seq });
        }
        let mut state = Self::opened(match_id, &first.event()?)?;
        state.head = first.head;
        Ok(state)
    }

    pub(super) fn opened(match_id: MatchId, event: &Event) -> Result<Self, Corrupt> {
        let EventKind::MatchOpened(settings) = &event.kind else { return Err(Corrupt::NoOpening) };
        if settings.rules_revision != RuleSet::REVISION {
            return Err(Corrupt::RulesRevision(settings.rules_revision));
        }
        let mut state = Self::empty(match_id, settings.clone(), event.at, event.form);
        state.tell(Moment::of(1, event), What::Opened { by: settings.opened_by });
        Ok(state)
    }

    fn empty(match_id: MatchId, settings: MatchOpened, at: OffsetDateTime, form: u32) -> Self {
        Self {
            match_id,
            seq: 1,
            form,
            head: first_head(match_id),
            at,
            opened_at: at,
            seats: BySeat::default(),
            sitters: BySeat::default(),
            phase: Stage::Open,
            starts: Vec::new(),
            games: Vec::new(),
            score: ByTeam::default(),
            reward: None,
            gifts_due: false,
            table: Table::start(&settings.rules),
            due: ByBoard::from_fn(|_| Due::Nothing),
            turns: ByBoard::default(),
            kept_rolls: ByBoard::default(),
            event_due: ByBoard::default(),
            banks: BySeat::from_fn(|_| settings.bank.map_or(Duration::ZERO, Bank::start)),
            outages: Outages::default(),
            acted_at: at,
            leave: BySeat::default(),
            draw: None,
            pause: None,
            vacancies: BySeat::default(),
            team_moved: ByTeam::default(),
            lapses: BySeat::default(),
            dice: DiceBook::start(match_id, settings.anchors, 1),
            board_seq: ByBoard::from_fn(|_| 1),
            plies: ByBoard::default(),
            history: Vec::new(),
            settings,
        }
    }

    /// Adds the next entry of the log. After an error the state is of no more use.
    pub fn apply(&mut self, entry: &LogEntry) -> Result<(), Corrupt> {
        self.apply_event(entry.seq, &entry.event()?)?;
        self.head = entry.head;
        Ok(())
    }

    /// As [`Self::apply`], for an event that has no head yet.
    pub(super) fn apply_event(&mut self, seq: u64, event: &Event) -> Result<(), Corrupt> {
        self.check_order(seq, event)?;
        self.form = event.form;
        let now = Moment::of(seq, event);
        match &event.kind {
            EventKind::MatchOpened(_) => return Err(Corrupt::OpenedTwice),
            EventKind::SeatTaken(taken) => self.take_seat(now, taken)?,
            EventKind::SeatLeft { seat } => self.leave_seat(now, *seat)?,
            EventKind::MatchCancelled => self.cancel(now)?,
            EventKind::GameStarted => self.start(now),
            EventKind::Rolled(rolled) => self.roll(now, rolled)?,
            EventKind::Moved(moved) => self.play(now, moved)?,
            EventKind::Bumped(bumped) => self.bump(now, bumped)?,
            EventKind::Revealed(revealed) => self.reveal(now, revealed)?,
            EventKind::EventRolled(rolled) => self.happen(now, rolled)?,
            EventKind::Called(call) => self.call_by_itself(now, *call)?,
            EventKind::RewardPicked(picked) => self.pick(now, picked)?,
            EventKind::RewardRolled(rolled) => self.roll_reward(now, rolled)?,
            EventKind::GiftsRolled(rolled) => self.roll_gifts(now, rolled)?,
            EventKind::Passed { board, seat } => self.pass(now, *board, *seat)?,
            EventKind::Resigned { seat } => self.resign(now, *seat)?,
            EventKind::ChainsRenewed { chains } => self.renew(now, chains)?,
            EventKind::Salted { seat, salt, drawn_by, next, opened } => {
                let given = SaltGiven { salt: salt.clone(), drawn_by: *drawn_by, next: *next };
                self.salt_alone(now, *seat, &given, *opened)?;
            }
            kind => {
                let unfit = |refusal: super::Refusal| Corrupt::Unfit(kind.name(), refusal.to_string());
                self.fits(kind, event.at).map_err(unfit)?;
                self.agree(now, kind);
            }
        }
        self.seq = seq;
        self.at = event.at;
        if !matches!(event.kind, EventKind::ClocksCredited { .. }) {
            self.acted_at = event.at;
        }
        self.end_automatic_days(now);
        self.reclock(now.due);
        Ok(())
    }

    /// Clocks, offers and absences: what `fits` has let pass.
    fn agree(&mut self, now: Moment, kind: &EventKind) {
        match *kind {
            EventKind::TimeRanOut(lapse) => self.run_out(now, lapse),
            EventKind::TimeGiven { seat, to, seconds } => self.give_time(now, seat, to, seconds),
            EventKind::ClocksCredited { from, until } => self.credit(now, from, until),
            EventKind::DrawOffered { seat } => self.offer_draw(now, seat),
            EventKind::DrawAgreed { seat } => self.agree_draw(now, seat),
            EventKind::DrawDeclined { seat } => self.decline_draw(now, seat),
            EventKind::PauseAsked { seat, days } => self.ask_pause(now, seat, days),
            EventKind::PauseAgreed { seat } => self.agree_pause(now, seat),
            EventKind::PauseDeclined { seat } => self.decline_pause(now, seat),
            EventKind::ResumeAsked { seat } => self.ask_resume(now, seat),
            EventKind::PauseEnded { .. } => self.end_pause(now, false),
            EventKind::VacationPlanned { seat, from, until } => self.plan_vacation(now, seat, from, until),
            EventKind::VacationBegan { seat, automatic, .. } => self.begin_vacation(now, seat, automatic),
            EventKind::VacationEnded { seat, .. } => self.end_vacation(now, seat),
            EventKind::VacationGivenUp { seat } => self.give_up_vacation(now, seat),
            EventKind::AutoVacation { seat, on } => self.auto_vacation(now, seat, on),
            EventKind::MatchAborted { seat } => self.abort(now, seat),
            EventKind::SeatVacated { seat, why } => self.vacate(now, seat, why),
            EventKind::SubstituteAsked { seat, account } => self.ask_for_seat(now, seat, account),
            EventKind::SubstituteWithdrew { seat, account } => self.withdraw(now, seat, account),
            EventKind::SubstituteAgreed { seat, account, by } => self.agree_to(now, seat, account, by),
            EventKind::SubstituteSeated { seat, account } => self.substitute(now, seat, account),
            EventKind::VacancyEnded { seat, .. } => self.end_vacancy(now, seat),
            // Every other kind was told apart by the caller.
            _ => {}
        }
    }

    /// The number, the time, and that nothing else had to come first.
    fn check_order(&self, seq: u64, event: &Event) -> Result<(), Corrupt> {
        if seq != self.seq + 1 {
            return Err(Corrupt::Sequence { expected: self.seq + 1, found: seq });
        }
        if event.at < self.at {
            return Err(Corrupt::TimeBack);
        }
        if event.form < self.form {
            return Err(Corrupt::FormBack);
        }
        let called = match &event.kind {
            EventKind::GameStarted => Some(Owed::Start),
            EventKind::Passed { seat, .. } => Some(Owed::Pass(*seat)),
            EventKind::Rolled(rolled) => Some(Owed::Roll(rolled.board)),
            EventKind::EventRolled(rolled) => Some(Owed::Event(rolled.board)),
            EventKind::Revealed(revealed) => Some(Owed::Reveal(revealed.seat)),
            EventKind::Called(call) => Some(Owed::Call(call.seat, call.call)),
            EventKind::RewardRolled(rolled) => Some(Owed::Reward(rolled.seat)),
            EventKind::GiftsRolled(_) => Some(Owed::Gifts),
            EventKind::SubstituteSeated { seat, account } => Some(Owed::Substitute(*seat, *account)),
            _ => None,
        };
        match (self.owed(), called) {
            // What was due before comes first; what is owed waits for it, but no later than this moment.
            (Some(_), None) if event.kind.is_by_time() && event.at == self.at => self.check_due(event),
            (Some(owed), called) if called != Some(owed) => Err(Corrupt::Missing(owed.name())),
            (None, Some(called)) => Err(Corrupt::Uncalled(called.name())),
            (Some(owed), _) if event.at != self.at => Err(Corrupt::NotAtOnce(owed.name())),
            _ => self.check_due(event),
        }
    }

    /// What happens by the passing of time happens when it is due and as it is due, and nothing else
    /// comes before it; but for the time that an outage gives back.
    fn check_due(&self, event: &Event) -> Result<(), Corrupt> {
        let mut due = self.next_happening(event.at);
        if event.form == 1
            && let Some(EventKind::TimeRanOut(lapse)) = &mut due
        {
            lapse.due = None;
        }
        match (&event.kind, due) {
            (EventKind::ClocksCredited { .. }, _) => Ok(()),
            (kind, due) if kind.is_by_time() => {
                if due.as_ref() == Some(kind) {
                    Ok(())
                } else {
                    Err(Corrupt::NotDue(kind.name()))
                }
            }
            (_, Some(_)) => Err(Corrupt::Late),
            (_, None) => Ok(()),
        }
    }

    fn tell(&mut self, now: Moment, what: What) {
        self.history.push(Line { seq: now.seq, at: now.at, what });
    }
}
