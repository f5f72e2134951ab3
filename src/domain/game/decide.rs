//! From a command to the events it causes, pure: `decide(&state, &command, &context)`.
//!
//! Every accepted command is followed by what follows by itself at the same moment: the start of the first
//! and of every next game, gifts, event dice, hidden pieces that must show themselves, passes, and the roll of
//! each turn that begins (RULES §7, §9, §10).

mod plays;
mod rewards;
mod seats;
mod words;

use super::command::{Command, Context, Open};
use super::event::{CalledByItself, Event, EventKind, MatchOpened};
use super::follow::Owed;
use super::log::{LogEntry, first_head};
use super::refusal::{Corrupt, Refusal};
use super::state::{Stage, State};
use crate::domain::dice::{ChainId, ChainOf};
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::rules::RuleSet;
use crate::domain::seat::Seat;
use crate::domain::stamp;
use time::OffsetDateTime;

/// The first events of a new match: its opening, and the opener's seat if one is taken at once.
pub fn open(command: Open, ctx: &Context<'_>) -> Result<Vec<Event>, Refusal> {
    let Open { match_id, by, name, rules, length, allowance, bank, vacation_days, lapse, join, seat } =
        command;
    let anchors = ChainOf::ALL.map(|of| ctx.dice.anchor(ChainId { match_id, of, number: 0 }));
    let opened = MatchOpened {
        name,
        opened_by: by,
        rules,
        rules_revision: RuleSet::REVISION,
        length,
        allowance_seconds: allowance,
        bank,
        vacation_days,
        lapse,
        join,
        anchors,
    };
    let first = Event::new(ctx.now, EventKind::MatchOpened(opened));
    let Some((seat, salt)) = seat else { return Ok(vec![first]) };
    let state = State::opened(match_id, &first)?;
    let mut events = vec![first];
    events.extend(decide(&state, &Command::TakeSeat { account: by, seat, salt }, ctx)?);
    Ok(events)
}

/// What is overdue at `ctx.now`, and what follows from it; nothing if all is in time. An action does
/// this before every command, and a job where nobody comes (RULES §12).
pub fn settle(state: &State, ctx: &Context<'_>) -> Result<Vec<Event>, Refusal> {
    if !state.is_overdue(moment(state, ctx)) {
        return Ok(Vec::new());
    }
    Draft::of(state, ctx).finish()
}

/// The time between `from` and `until`, in which the service was down, given back to the clocks that
/// would have run. An action does this before it settles. Nothing where no clock gains; a span that
/// begins before the last event begins there, because the service was up then.
pub fn credit(
    state: &State,
    from: OffsetDateTime,
    until: OffsetDateTime,
    ctx: &Context<'_>,
) -> Result<Vec<Event>, Refusal> {
    let mut draft = Draft::of(state, ctx);
    let from = stamp::to_millis(from).max(state.credit_from());
    let until = stamp::to_millis(until).min(draft.at);
    if from < until && state.gains(from, until) {
        draft.push(EventKind::ClocksCredited { from, until })?;
    }
    Ok(draft.events)
}

/// What a command causes. Settle first: while a decision is overdue everything is
/// [`Refusal::Unsettled`].
pub fn decide(state: &State, command: &Command, ctx: &Context<'_>) -> Result<Vec<Event>, Refusal> {
    if state.is_overdue(moment(state, ctx)) {
        return Err(Refusal::Unsettled);
    }
    let mut draft = Draft::of(state, ctx);
    let caused = match command {
        Command::RenewChains { number } => plays::renew(state, *number, ctx)?,
        Command::AutoVacation { account, on } if is_already(state, *account, *on) => return Ok(Vec::new()),
        _ => may(state, command, draft.at)?,
    };
    draft.push(caused)?;
    draft.finish()
}

/// The event that a player's command causes first, if the match allows it at `at`.
pub(in crate::domain) fn may(
    state: &State,
    command: &Command,
    at: OffsetDateTime,
) -> Result<EventKind, Refusal> {
    match command {
        Command::TakeSeat { account, seat, salt } => seats::take_seat(state, *account, *seat, salt),
        Command::LeaveSeat { account } => {
            Ok(EventKind::SeatLeft { seat: seats::seated_before_start(state, *account)? })
        }
        Command::Cancel { account } => seats::cancel(state, *account),
        Command::Play { account, board, mv, seen, salt } => {
            plays::play(state, *account, *board, mv, *seen, salt)
        }
        Command::PickReward { account, pieces, seen, salt } => {
            rewards::pick(state, *account, pieces, *seen, salt)
        }
        Command::GiveSalt { account, salt } => plays::salt_alone(state, *account, salt),
        _ => {
            let asked = words::asked(state, command, at)?;
            state.fits(&asked, at)?;
            Ok(asked)
        }
    }
}

/// Whether the automatic use of vacation stands as asked, so that nothing changes.
fn is_already(state: &State, account: AccountId, on: bool) -> bool {
    playing(state, account).is_ok_and(|seat| state.leave[seat].automatic == on)
}

/// The time of what happens now: never before the last event.
fn moment(state: &State, ctx: &Context<'_>) -> OffsetDateTime {
    stamp::to_millis(ctx.now).max(state.at)
}

/// Seals the first events of a match and folds them. `nonce` gives 16 random bytes for each.
pub fn begin(
    match_id: MatchId,
    events: Vec<Event>,
    mut nonce: impl FnMut() -> [u8; 16],
) -> Result<(State, Vec<LogEntry>), Corrupt> {
    let mut events = events.into_iter();
    let first = events.next().ok_or(Corrupt::Empty)?;
    let first = LogEntry::seal(&first_head(match_id), 1, &first, nonce())?;
    let mut state = State::open(match_id, &first)?;
    let mut log = vec![first];
    log.extend(append(&mut state, events.collect(), nonce)?);
    Ok((state, log))
}

/// Seals events that `settle` or `decide` gave for this very state, and folds them in. `nonce` gives 16
/// random bytes for each.
pub fn append(
    state: &mut State,
    events: Vec<Event>,
    mut nonce: impl FnMut() -> [u8; 16],
) -> Result<Vec<LogEntry>, Corrupt> {
    let mut entries = Vec::with_capacity(events.len());
    for event in events {
        let entry = LogEntry::seal(&state.head, state.seq + 1, &event, nonce())?;
        state.apply(&entry)?;
        entries.push(entry);
    }
    Ok(entries)
}

/// Events in the making, and the state after them.
struct Draft<'a> {
    state: State,
    events: Vec<Event>,
    at: OffsetDateTime,
    ctx: &'a Context<'a>,
}

impl<'a> Draft<'a> {
    fn of(state: &State, ctx: &'a Context<'a>) -> Self {
        Self { state: state.clone(), events: Vec::new(), at: moment(state, ctx), ctx }
    }

    fn push(&mut self, kind: EventKind) -> Result<(), Corrupt> {
        let event = Event::new(self.at, kind);
        self.state.apply_event(self.state.seq + 1, &event)?;
        self.events.push(event);
        Ok(())
    }

    /// Adds what follows by itself: what is due by now, and what follows at once.
    fn finish(mut self) -> Result<Vec<Event>, Refusal> {
        while let Some(next) = self.next()? {
            self.push(next)?;
        }
        Ok(self.events)
    }

    fn next(&self) -> Result<Option<EventKind>, Refusal> {
        // What was due before comes first: what follows at once begins now.
        if let Some(due) = self.state.next_happening(self.at) {
            return Ok(Some(due));
        }
        let Some(owed) = self.state.owed() else { return Ok(None) };
        Ok(Some(match owed {
            Owed::Start => EventKind::GameStarted,
            Owed::Event(board) => EventKind::EventRolled(plays::event(&self.state, board, self.ctx)?),
            Owed::Reveal(seat) => EventKind::Revealed(plays::reveal(&self.state, seat)?),
            Owed::Pass(seat) => EventKind::Passed { board: seat.board(), seat },
            Owed::Roll(board) => EventKind::Rolled(plays::roll(&self.state, board, self.ctx)?),
            Owed::Call(seat, call) => EventKind::Called(CalledByItself { board: seat.board(), seat, call }),
            Owed::Reward(seat) => EventKind::RewardRolled(rewards::roll_reward(&self.state, seat, self.ctx)?),
            Owed::Gifts => EventKind::GiftsRolled(rewards::roll_gifts(&self.state, self.ctx)?),
            Owed::Substitute(seat, account) => EventKind::SubstituteSeated { seat, account },
        }))
    }
}

/// The seat of an account in a match that runs.
fn playing(state: &State, account: AccountId) -> Result<Seat, Refusal> {
    let seat = state.seat_of(account).ok_or(Refusal::NotSeated)?;
    match state.phase {
        Stage::Open => Err(Refusal::NotStarted),
        Stage::Running => Ok(seat),
        Stage::Over { .. } | Stage::Cancelled => Err(Refusal::Over),
    }
}
