//! Who is owed a mail by a command: what is asked of whom now, and what happened (DESIGN §6).
//!
//! What is asked is compared with what was written down before: new asks are owed, those that stand no
//! more end at once, and reminders follow their deadlines.

use super::error::AppError;
use crate::domain::game::{Ask, AskKind, EventKind, LogEntry, State, Status};
use crate::domain::ids::AccountId;
use crate::domain::notice::{Notice, Wish};
use crate::store::Tx;
use crate::store::mail_settings;
use crate::store::outbox::{self, Owed, Standing};
use std::collections::HashMap;
use time::{Duration, OffsetDateTime};

/// A day before the deadline, where the allowance is at least [`LONG`].
const DAY: Duration = Duration::DAY;
const LONG: Duration = Duration::days(3);

/// An outage that gave less time back is not worth a mail.
const LONG_OUTAGE: Duration = Duration::hours(1);

/// What a command did to a match.
pub(super) struct Change<'a> {
    /// Where the match was in its life before it; none for a new one.
    pub was: Option<Status>,
    /// The events that it wrote.
    pub fresh: &'a [LogEntry],
    /// The match after it.
    pub state: &'a State,
    /// When.
    pub now: OffsetDateTime,
    /// How long mails wait for others to travel with.
    pub hold: Duration,
}

/// Writes into the outbox, in the command's own transaction, what it makes owed and what it ends.
pub(super) async fn settle_mail(tx: &mut Tx, change: Change<'_>) -> Result<(), AppError> {
    let state = change.state;
    let seated: Vec<AccountId> = everybody(state).collect();
    let wishes: HashMap<AccountId, Wish> =
        mail_settings::wishes(tx, state.match_id(), &seated).await?.into_iter().collect();
    let mut owed: Vec<Owed> = change.asked().chain(change.news()?).collect();
    owed.retain(|one| wishes.get(&one.to).is_some_and(|wish| wish.lets_through(one.notice)));
    let standing = Standing { seated: &seated, judged: &judged(state), owed: &owed };
    outbox::end_match_mails(tx, state.match_id(), standing, change.now).await?;
    outbox::owe_match_mails(tx, state.match_id(), &owed, change.now).await?;
    Ok(())
}

fn everybody(state: &State) -> impl Iterator<Item = AccountId> {
    state.seat_list().iter().filter_map(|&seat| state.account_at(seat))
}

/// The notices whose pending mails end when nothing asks for them any more. News stay until they are
/// told, but the end of a match makes all others old.
fn judged(state: &State) -> Vec<Notice> {
    let running = state.status() == Status::Running;
    let seat_open = running && everybody(state).count() < state.seat_list().len();
    let ends = |notice: &Notice| match notice {
        Notice::End | Notice::Aborted => false,
        Notice::SeatOpen => !seat_open,
        notice => !running || notice.is_asked() || notice.is_reminder(),
    };
    Notice::ALL.into_iter().filter(ends).collect()
}

impl Change<'_> {
    /// What is asked of whom, with its reminders.
    fn asked(&self) -> impl Iterator<Item = Owed> {
        let asks = self.state.asks();
        asks.into_iter()
            .flat_map(|ask| [Some(self.ask(&ask)), reminder_day(&ask), reminder_fifth(&ask)])
            .flatten()
    }

    fn ask(&self, ask: &Ask) -> Owed {
        let notice = match ask.what {
            AskKind::Turn => Notice::Turn,
            AskKind::Choose => Notice::Choose,
            AskKind::Reward => Notice::Reward,
            AskKind::Salt => Notice::Salt,
            AskKind::ChosenFor => Notice::ChosenFor,
            AskKind::Hurry => Notice::Hurry,
            AskKind::DrawOffer => Notice::DrawOffer,
            AskKind::PauseOffer | AskKind::ResumeOffer => Notice::PauseOffer,
            AskKind::Substitute => Notice::Substitute,
        };
        // Whom the opponent chooses for has no deadline to keep.
        let deadline = ask.deadline.filter(|_| notice != Notice::ChosenFor);
        Owed { to: ask.to, notice, seq: ask.seq, deadline, due_at: self.due(notice) }
    }

    /// The three-move rule mails at once.
    fn due(&self, notice: Notice) -> OffsetDateTime {
        if notice == Notice::Hurry { self.now } else { self.now + self.hold }
    }

    /// What happened.
    fn news(&self) -> Result<Vec<Owed>, AppError> {
        let mut news = Vec::new();
        for entry in self.fresh {
            let event =
                entry.event().map_err(|error| super::ledger::corrupt(self.state.match_id(), &error))?;
            let ended = self.game_over(entry.seq).map(|notice| (notice, None));
            for (notice, only) in ended.into_iter().chain(self.notice_of(&event.kind, entry.seq)) {
                let to = everybody(self.state).filter(|account| only.is_none_or(|only| only == *account));
                news.extend(to.map(|to| self.told(notice, to, entry.seq)));
            }
        }
        if self.state.status() == Status::Over && self.was != Some(Status::Over) {
            news.extend(everybody(self.state).map(|to| self.told(Notice::End, to, self.state.seq())));
        }
        Ok(news)
    }

    /// Whether the event ended a game that others follow; the end of the match tells of its last one.
    fn game_over(&self, seq: u64) -> Option<Notice> {
        let goes_on = self.state.status() == Status::Running;
        let ended = goes_on && self.state.games().iter().any(|game| game.last_seq == seq);
        ended.then_some(Notice::GameOver)
    }

    fn told(&self, notice: Notice, to: AccountId, seq: u64) -> Owed {
        Owed { to, notice, seq, deadline: None, due_at: self.due(notice) }
    }

    /// What an event tells, and to whom alone if not to all.
    fn notice_of(&self, event: &EventKind, seq: u64) -> Option<(Notice, Option<AccountId>)> {
        let running = self.state.status() == Status::Running;
        let alone = |notice, seat| {
            self.state.account_at(self.state.seat_now(seat, seq)).map(|account| (notice, Some(account)))
        };
        match event {
            EventKind::MatchAborted { .. } => Some((Notice::Aborted, None)),
            // The end tells all of it.
            _ if !running => None,
            EventKind::GameStarted if self.state.game() == 1 => Some((Notice::Start, None)),
            EventKind::TimeRanOut(lapse) => alone(Notice::TimeRanOut, lapse.decider),
            EventKind::VacationBegan { seat, automatic: true, .. } => alone(Notice::VacationUsed, *seat),
            EventKind::ClocksCredited { from, until } if *until - *from >= LONG_OUTAGE => {
                Some((Notice::Credited, None))
            }
            EventKind::SeatVacated { .. } => Some((Notice::SeatOpen, None)),
            EventKind::SubstituteSeated { .. } => Some((Notice::SubstituteSeated, None)),
            _ => None,
        }
    }
}

/// The deadline of a decision that its decider is reminded of.
fn to_remind(ask: &Ask) -> Option<OffsetDateTime> {
    ask.deadline.filter(|_| matches!(ask.what, AskKind::Turn | AskKind::Choose | AskKind::Reward))
}

fn reminder_day(ask: &Ask) -> Option<Owed> {
    reminder(ask, Notice::LastDay, DAY).filter(|_| ask.allowance >= LONG)
}

fn reminder_fifth(ask: &Ask) -> Option<Owed> {
    reminder(ask, Notice::LastFifth, ask.allowance / 5)
}

/// Due so long before the deadline.
fn reminder(ask: &Ask, notice: Notice, before: Duration) -> Option<Owed> {
    let deadline = to_remind(ask)?;
    // A log may claim the end of time.
    let due_at = deadline.checked_sub(before)?;
    Some(Owed { to: ask.to, notice, seq: ask.seq, deadline: Some(deadline), due_at })
}
