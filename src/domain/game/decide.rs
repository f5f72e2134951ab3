//! From a command to the events it causes, pure: `decide(&state, &command, &context)`.
//!
//! Every accepted command is followed by what follows by itself at the same moment: the start, passes,
//! and the roll of each turn that begins (RULES §7).

use super::command::{Command, Context, Open, SaltGiven};
use super::dice_book::MAX_CHAIN;
use super::event::{Event, EventKind, MatchOpened, Moved, NewChain, Rolled, SeatTaken};
use super::follow::Owed;
use super::log::{LogEntry, first_head};
use super::refusal::{Corrupt, Refusal};
use super::state::{Stage, State};
use crate::domain::dice::{ChainId, ChainOf, Draws, follows, roll_seed};
use crate::domain::hash::Hash;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::rules::{Move, RuleSet};
use crate::domain::seat::{BoardNo, Seat};
use crate::domain::stamp;
use time::OffsetDateTime;

/// The first events of a new match: its opening, and the opener's seat if one is taken at once.
pub fn open(command: Open, ctx: &Context<'_>) -> Result<Vec<Event>, Refusal> {
    let Open { match_id, by, name, rules, allowance, bank, vacation_days, lapse, join, seat } = command;
    let anchors = ChainOf::ALL.map(|of| ctx.dice.anchor(ChainId { match_id, of, number: 0 }));
    let opened = MatchOpened {
        name,
        opened_by: by,
        rules,
        rules_revision: RuleSet::REVISION,
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
    let mut draft = Draft::of(state, ctx);
    draft.pass_time()?;
    draft.finish()
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
    let _ = (state, from, until, ctx);
    Ok(Vec::new())
}

/// What a command causes. Settle first: while a decision is overdue everything is
/// [`Refusal::Unsettled`].
pub fn decide(state: &State, command: &Command, ctx: &Context<'_>) -> Result<Vec<Event>, Refusal> {
    if state.is_overdue(moment(state, ctx)) {
        return Err(Refusal::Unsettled);
    }
    let mut draft = Draft::of(state, ctx);
    let caused = may(state, command, ctx)?;
    draft.push(caused)?;
    draft.finish()
}

/// The event that a command causes first, if the match allows it.
fn may(state: &State, command: &Command, ctx: &Context<'_>) -> Result<EventKind, Refusal> {
    match command {
        Command::TakeSeat { account, seat, salt } => take_seat(state, *account, *seat, salt),
        Command::LeaveSeat { account } => {
            Ok(EventKind::SeatLeft { seat: seated_before_start(state, *account)? })
        }
        Command::Cancel { account } => cancel(state, *account),
        Command::Play { account, board, mv, seen, salt } => play(state, *account, *board, mv, *seen, salt),
        Command::Resign { account } => Ok(EventKind::Resigned { seat: playing(state, *account)? }),
        Command::GiveSalt { account, salt } => salt_alone(state, *account, salt),
        Command::RenewChains { number } => renew(state, *number, ctx),
        _ => Err(Refusal::NotYet),
    }
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

    /// Adds what is due by now.
    fn pass_time(&mut self) -> Result<(), Refusal> {
        while let Some(due) = self.state.next_happening(self.at) {
            self.push(due)?;
        }
        Ok(())
    }

    /// Adds what follows by itself.
    fn finish(mut self) -> Result<Vec<Event>, Refusal> {
        while let Some(owed) = self.state.owed() {
            let kind = match owed {
                Owed::Start => EventKind::GameStarted,
                Owed::Pass(seat) => EventKind::Passed { board: seat.board(), seat },
                Owed::Roll(board) => EventKind::Rolled(roll(&self.state, board, self.ctx)?),
            };
            self.push(kind)?;
        }
        Ok(self.events)
    }
}

/// The roll that comes next on a board; refused where the key is not that of the match.
fn roll(state: &State, board: BoardNo, ctx: &Context<'_>) -> Result<Rolled, Refusal> {
    let next = state.dice.next(ChainOf::Board(board));
    let link = ctx.dice.link(next.chain, next.roll);
    if !follows(&next.previous, &link) {
        return Err(Refusal::ForeignKey(next.chain));
    }
    let following = ChainId { number: next.chain.number + 1, ..next.chain };
    Ok(Rolled {
        board,
        chain: next.chain.number,
        roll: next.roll,
        link,
        dice: state.dice_from(board, &link),
        next_anchor: next.announces.then(|| ctx.dice.anchor(following)),
    })
}

impl State {
    /// The dice of the next roll of a board, given its link.
    pub(super) fn dice_from(&self, board: BoardNo, link: &Hash) -> Vec<u8> {
        let next = self.dice.next(ChainOf::Board(board));
        let mut draws = Draws::from_seed(&roll_seed(next.chain, next.roll, link, next.transcript));
        (0..self.dice_of_a_turn()).map(|_| draws.die()).collect()
    }
}

fn take_seat(state: &State, account: AccountId, seat: Seat, salt: &SaltGiven) -> Result<EventKind, Refusal> {
    if !matches!(state.phase, Stage::Open) {
        return Err(Refusal::NotOpen);
    }
    if let Some(own) = state.seat_of(account) {
        return Err(Refusal::OneSeatPerAccount(own));
    }
    if !state.seat_list().contains(&seat) {
        return Err(Refusal::NoSuchSeat(seat));
    }
    if state.seats[seat].is_some() {
        return Err(Refusal::SeatTaken(seat));
    }
    let SaltGiven { salt, drawn_by, next } = salt.clone();
    Ok(EventKind::SeatTaken(SeatTaken { seat, account, salt, drawn_by, next }))
}

fn before_start(state: &State) -> Result<(), Refusal> {
    match state.phase {
        Stage::Open => Ok(()),
        Stage::Running => Err(Refusal::Started),
        Stage::Over { .. } | Stage::Cancelled => Err(Refusal::Over),
    }
}

fn seated_before_start(state: &State, account: AccountId) -> Result<Seat, Refusal> {
    let seat = state.seat_of(account).ok_or(Refusal::NotSeated)?;
    before_start(state).map(|()| seat)
}

fn cancel(state: &State, account: AccountId) -> Result<EventKind, Refusal> {
    before_start(state)?;
    if account == state.settings.opened_by { Ok(EventKind::MatchCancelled) } else { Err(Refusal::NotOpener) }
}

/// The seat of an account in a game that runs.
fn playing(state: &State, account: AccountId) -> Result<Seat, Refusal> {
    let seat = state.seat_of(account).ok_or(Refusal::NotSeated)?;
    match state.phase {
        Stage::Open => Err(Refusal::NotStarted),
        Stage::Running => Ok(seat),
        Stage::Over { .. } | Stage::Cancelled => Err(Refusal::Over),
    }
}

fn play(
    state: &State,
    account: AccountId,
    board: BoardNo,
    mv: &str,
    seen: u64,
    salt: &SaltGiven,
) -> Result<EventKind, Refusal> {
    let seat = playing(state, account)?;
    if seat.board() != board {
        return Err(Refusal::NotYourBoard { own: seat.board(), asked: board });
    }
    // What happened on the other board does not matter here: the rules judge the move as it is now.
    // A position that the log does not have yet was seen by nobody.
    if !(state.board_seq[board]..=state.seq).contains(&seen) {
        return Err(Refusal::Stale { board, changed: state.changed_since(board, seen) });
    }
    let running = state.turns[board].as_ref();
    let Some(turn) = running.filter(|turn| turn.decider == seat) else {
        return Err(Refusal::NotYourTurn { who: running.map(|turn| turn.decider) });
    };
    if let Some(first) = state.frozen_by(board) {
        return Err(Refusal::BoardStands(first));
    }
    let mv: Move = mv.parse().map_err(Refusal::Unreadable)?;
    state.table.admit(board, mv, turn.demand()).map_err(Refusal::Illegal)?;
    let opened = state.dice.seals[seat].would_open(&salt.salt);
    let SaltGiven { salt, drawn_by, next } = salt.clone();
    let chooser = turn.chosen().then_some(seat);
    Ok(EventKind::Moved(Moved { board, seat: turn.mover, chooser, mv, salt, drawn_by, next, opened }))
}

impl State {
    /// The events after `seen` that touched a board.
    fn changed_since(&self, board: BoardNo, seen: u64) -> Vec<u64> {
        let new = self.history.iter().filter(|line| line.seq > seen && line.what.board() == Some(board));
        let mut seqs: Vec<u64> = new.map(|line| line.seq).collect();
        seqs.dedup();
        seqs
    }
}

fn salt_alone(state: &State, account: AccountId, salt: &SaltGiven) -> Result<EventKind, Refusal> {
    let seat = playing(state, account)?;
    if !state.needs_salt_from().contains(&seat) {
        return Err(Refusal::NoSaltNeeded);
    }
    let opened = state.dice.seals[seat].would_open(&salt.salt);
    let SaltGiven { salt, drawn_by, next } = salt.clone();
    Ok(EventKind::Salted { seat, salt, drawn_by, next, opened })
}

fn renew(state: &State, number: u32, ctx: &Context<'_>) -> Result<EventKind, Refusal> {
    if matches!(state.phase, Stage::Over { .. } | Stage::Cancelled) {
        return Err(Refusal::Over);
    }
    let least = state.fresh_chain();
    if !(least..=MAX_CHAIN).contains(&number) {
        return Err(Refusal::ChainNumber(least));
    }
    let chains = ChainOf::ALL.map(|of| {
        let anchor = ctx.dice.anchor(ChainId { match_id: state.match_id, of, number });
        NewChain { of, chain: number, anchor }
    });
    Ok(EventKind::ChainsRenewed { chains })
}
