//! The one way to write to a match's log: lock, read the clock, settle, decide, append, outbox, commit
//! (DESIGN §3). Every command of a match is a paragraph of calls to a [`Ledger`].

use super::error::AppError;
use super::obligations::{self, Change};
use super::pulse;
use super::read_model;
use crate::app::App;
use crate::domain::game::{self, Command, Context, Event, FOLD_VERSION, LogEntry, Refusal, State, Status};
use crate::domain::hash::Hash;
use crate::domain::ids::MatchId;
use crate::random;
use crate::store::outages::{self, Outage};
use crate::store::snapshots::Snapshot;
use crate::store::{Connection, Tx, events, matches, mine, snapshots};
use time::OffsetDateTime;

/// Events between two snapshots; folding so many takes less than writing a snapshot at every event.
const SNAPSHOT_EVERY: u64 = 64;

/// A match's log, locked for one transaction.
pub(super) struct Ledger {
    pub(super) tx: Tx,
    pub(super) now: OffsetDateTime,
    app: App,
    state: State,
    before: Before,
    fresh: Vec<LogEntry>,
    /// Outages that the match was not given back yet, oldest first.
    owed: Vec<Outage>,
    given_back: Option<i64>,
}

/// What stood before this transaction; the difference to what stands after it is owed as mail.
pub(super) struct Before {
    pub(super) status: Option<Status>,
    seq: u64,
}

/// Whether a locked row is waited for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wait {
    /// Until its holder is done.
    Yes,
    /// Not at all: whoever holds it settles what is overdue. Nor is anything done while nobody serves:
    /// time that passes then is no player's.
    No,
}

impl Ledger {
    /// Locks a match and folds its log; none where there is no such match (or, without waiting, where
    /// somebody else holds it).
    pub(super) async fn lock(app: &App, id: MatchId, wait: Wait) -> Result<Option<Self>, AppError> {
        let mut tx = app.begin().await?;
        let row = match wait {
            Wait::Yes => matches::lock_match(&mut tx, id).await?,
            Wait::No => matches::lock_match_if_free(&mut tx, id).await?,
        };
        let Some(row) = row else { return Ok(None) };
        let mut gaps = outages::gaps(&mut tx, id).await?;
        if pulse::is_silent(app, &gaps) {
            if wait == Wait::No {
                return Ok(None);
            }
            // Somebody is here again, perhaps before the pulse: the outage ends now.
            pulse::beat_in(&mut tx, app).await?;
            gaps = outages::gaps(&mut tx, id).await?;
        }
        let now = app.clock.now().max(row.updated_at);
        let state = load(&mut tx, id).await?;
        let before = Before { status: Some(state.status()), seq: state.seq() };
        Ok(Some(Self {
            tx,
            now,
            app: app.clone(),
            state,
            before,
            fresh: Vec::new(),
            owed: gaps.owed,
            given_back: None,
        }))
    }

    /// Starts the log of a new match.
    pub(super) async fn open(app: &App, open: game::Open) -> Result<Result<Self, Refusal>, AppError> {
        let tx = app.begin().await?;
        let now = app.clock.now();
        let match_id = open.match_id;
        let events = match game::open(open, &Context { now, dice: &app.dice }) {
            Ok(events) => events,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let (state, fresh) =
            game::begin(match_id, events, random::bytes).map_err(|error| corrupt(match_id, &error))?;
        let before = Before { status: None, seq: 0 };
        Ok(Ok(Self { tx, now, app: app.clone(), state, before, fresh, owed: Vec::new(), given_back: None }))
    }

    /// The match as it stands, what this transaction did included.
    pub(super) fn state(&self) -> &State {
        &self.state
    }

    /// The transaction and the match, for reading beside it.
    pub(super) fn reading(&mut self) -> (&mut Tx, &State) {
        (&mut self.tx, &self.state)
    }

    /// Gives back the time of outages, then ends what is overdue. Every command does this first.
    pub(super) fn settle(&mut self) -> Result<(), AppError> {
        for outage in std::mem::take(&mut self.owed) {
            let events = game::credit(&self.state, outage.from, outage.until, &self.context())
                .map_err(|error| corrupt(self.state.match_id(), &error))?;
            self.take(events)?;
            self.given_back = Some(outage.id);
        }
        let events = game::settle(&self.state, &self.context())
            .map_err(|error| corrupt(self.state.match_id(), &error))?;
        self.take(events)
    }

    /// Judges a command; a refusal changes nothing.
    pub(super) fn decide(&mut self, command: &Command) -> Result<Result<(), Refusal>, AppError> {
        match game::decide(&self.state, command, &self.context()) {
            Ok(events) => self.take(events).map(Ok),
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    fn context(&self) -> Context<'_> {
        Context { now: self.now, dice: &self.app.dice }
    }

    fn take(&mut self, events: Vec<Event>) -> Result<(), AppError> {
        let id = self.state.match_id();
        let fresh =
            game::append(&mut self.state, events, random::bytes).map_err(|error| corrupt(id, &error))?;
        self.fresh.extend(fresh);
        Ok(())
    }

    /// Writes events, read model, mails and commits. Without new events nothing is written but what the
    /// caller wrote in `tx`.
    pub(super) async fn commit(mut self) -> Result<State, AppError> {
        if !self.fresh.is_empty() {
            let id = self.state.match_id();
            if self.before.status.is_none() {
                matches::save_read_model(&mut self.tx, &read_model::row(&self.state)).await?;
            }
            let rows: Vec<_> = self.fresh.iter().map(stored).collect();
            events::append_events(&mut self.tx, id, &rows).await?;
            matches::save_read_model(&mut self.tx, &read_model::row(&self.state)).await?;
            self.settle_mail().await?;
            self.snapshot(id).await?;
        }
        if let Some(outage) = self.given_back {
            outages::given_back(&mut self.tx, self.state.match_id(), outage).await?;
        }
        self.tx.commit().await?;
        Ok(self.state)
    }

    /// Writes down who is owed which mail; [`Self::commit`] does it where something happened.
    pub(super) async fn settle_mail(&mut self) -> Result<(), AppError> {
        let change = Change {
            was: self.before.status,
            fresh: &self.fresh,
            state: &self.state,
            now: self.now,
            hold: self.app.settings.mail_hold,
        };
        obligations::settle_mail(&mut self.tx, change).await
    }

    async fn snapshot(&mut self, id: MatchId) -> Result<(), AppError> {
        let crossed = self.before.seq / SNAPSHOT_EVERY != self.state.seq() / SNAPSHOT_EVERY;
        if !crossed && self.state.status() != Status::Over {
            return Ok(());
        }
        let state = serde_json::to_vec(&self.state).map_err(|e| AppError::Unwritable(e.to_string()))?;
        let snapshot = Snapshot { seq: self.state.seq(), state };
        Ok(snapshots::save_snapshot(&mut self.tx, id, FOLD_VERSION, &snapshot, self.now).await?)
    }
}

/// Folds a match's log, from its newest snapshot where there is one.
pub(super) async fn load(conn: &mut Connection, id: MatchId) -> Result<State, AppError> {
    if let Some(state) = from_snapshot(conn, id).await? {
        let rest = entries(conn, id, state.seq() + 1).await?;
        return continue_fold(state, &rest);
    }
    replay(conn, id).await
}

/// Folds a match's whole log, whatever snapshots say.
pub(super) async fn replay(conn: &mut Connection, id: MatchId) -> Result<State, AppError> {
    let all = entries(conn, id, 1).await?;
    game::fold(id, &all).map_err(|error| corrupt(id, &error))
}

/// The state right after event `at`, which the log has.
pub(super) async fn replay_to(conn: &mut Connection, id: MatchId, at: u64) -> Result<State, AppError> {
    let mut log = entries(conn, id, 1).await?;
    log.retain(|entry| entry.seq <= at);
    game::fold(id, &log).map_err(|error| corrupt(id, &error))
}

/// The state that a snapshot holds; one that no longer reads counts as none.
pub(super) async fn from_snapshot(conn: &mut Connection, id: MatchId) -> Result<Option<State>, AppError> {
    let snapshot = snapshots::latest_snapshot(conn, id, FOLD_VERSION).await?;
    Ok(snapshot.and_then(|snapshot| serde_json::from_slice(&snapshot.state).ok()))
}

/// The entries of a log from `from_seq` on.
pub(super) async fn entries(
    conn: &mut Connection,
    id: MatchId,
    from_seq: u64,
) -> Result<Vec<LogEntry>, AppError> {
    Ok(events::events(conn, id, from_seq).await?.into_iter().map(entry).collect())
}

/// The states of several matches, from their newest snapshots on.
pub(super) async fn load_many(conn: &mut Connection, ids: &[MatchId]) -> Result<Vec<State>, AppError> {
    let logs = mine::logs(conn, ids, FOLD_VERSION).await?;
    let mut states = Vec::with_capacity(logs.len());
    for (id, log) in logs {
        let kept = log.snapshot.and_then(|snapshot| serde_json::from_slice::<State>(&snapshot.state).ok());
        states.push(match kept {
            Some(state) => {
                let rest: Vec<LogEntry> = log.events.into_iter().map(entry).collect();
                continue_fold(state, &rest)?
            }
            // None, or one that no longer reads: its events are not all at hand.
            None => replay(conn, id).await?,
        });
    }
    Ok(states)
}

fn continue_fold(mut state: State, rest: &[LogEntry]) -> Result<State, AppError> {
    for entry in rest {
        state.apply(entry).map_err(|error| corrupt(state.match_id(), &error))?;
    }
    Ok(state)
}

fn stored(entry: &LogEntry) -> events::StoredEvent {
    events::StoredEvent {
        seq: entry.seq,
        at: entry.at,
        public: entry.public.clone(),
        sealed: entry.sealed.clone(),
        nonce: entry.nonce,
        head: *entry.head.bytes(),
    }
}

fn entry(stored: events::StoredEvent) -> LogEntry {
    let events::StoredEvent { seq, at, public, sealed, nonce, head } = stored;
    LogEntry { seq, at, public, sealed, nonce, head: Hash(head) }
}

pub(super) fn corrupt(match_id: MatchId, error: &impl std::fmt::Display) -> AppError {
    AppError::Corrupt { match_id, why: error.to_string() }
}
