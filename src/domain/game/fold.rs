//! From a log to a state. Tolerant of nothing, yet cheap: it plays the moves by the rules and keeps the
//! books; hashes of links, dice and heads are `verify`'s.

use super::bank::Bank;
use super::clock::Outages;
use super::command::SaltGiven;
use super::dice_book::{DiceBook, MAX_CHAIN};
use super::event::{
    AfterLapse, Event, EventKind, MatchOpened, Moved, NewChain, Rolled, SeatTaken, TimeRanOut,
};
use super::follow::Owed;
use super::history::{Line, MovedLine, What};
use super::log::{LogEntry, first_head};
use super::refusal::Corrupt;
use super::state::{Chair, Sitter, Stage, State};
use super::turn::{Fallen, Turn};
use crate::domain::dice::{ChainOf, SealBook};
use crate::domain::ids::MatchId;
use crate::domain::rules::{DrawBy, Due, Family, Move, Outcome, RuleSet, Table, WinBy};
use crate::domain::seat::{BoardNo, ByBoard, BySeat, ByTeam, Seat};
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

/// Whether the dice asked for a piece of this family, or for none in particular.
fn rolled_family(roll: Option<Fallen>, family: Family) -> bool {
    let asked = roll.and_then(|fallen| Family::of_die(fallen.kind));
    asked.is_none_or(|asked| asked == Family::Any || asked == family)
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
        let mut state = Self::empty(match_id, settings.clone(), event.at);
        state.tell(Moment::of(1, event), What::Opened { by: settings.opened_by });
        Ok(state)
    }

    fn empty(match_id: MatchId, settings: MatchOpened, at: OffsetDateTime) -> Self {
        Self {
            match_id,
            seq: 1,
            head: first_head(match_id),
            at,
            opened_at: at,
            seats: BySeat::default(),
            sitters: BySeat::default(),
            phase: Stage::Open,
            table: Table::start(&settings.rules),
            due: ByBoard::from_fn(|_| Due::Nothing),
            turns: ByBoard::default(),
            kept_rolls: ByBoard::default(),
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
        let now = Moment::of(seq, event);
        match &event.kind {
            EventKind::MatchOpened(_) => return Err(Corrupt::OpenedTwice),
            EventKind::SeatTaken(taken) => self.take_seat(now, taken)?,
            EventKind::SeatLeft { seat } => self.leave_seat(now, *seat)?,
            EventKind::MatchCancelled => self.cancel(now)?,
            EventKind::GameStarted => self.start(now),
            EventKind::Rolled(rolled) => self.roll(now, rolled)?,
            EventKind::Moved(moved) => self.play(now, moved)?,
            EventKind::Passed { board, seat } => self.pass(now, *board, *seat)?,
            EventKind::TimeRanOut(lapse) => self.run_out(now, lapse),
            EventKind::Resigned { seat } => self.resign(now, *seat)?,
            EventKind::ChainsRenewed { chains } => self.renew(now, chains)?,
            EventKind::Salted { seat, salt, drawn_by, next, opened } => {
                let given = SaltGiven { salt: salt.clone(), drawn_by: *drawn_by, next: *next };
                self.salt_alone(now, *seat, &given, *opened)?;
            }
            _ => return Err(Corrupt::Unfit("this event", "it cannot be folded yet".to_owned())),
        }
        self.seq = seq;
        self.at = event.at;
        if !matches!(event.kind, EventKind::ClocksCredited { .. }) {
            self.acted_at = event.at;
        }
        self.reclock(now.due);
        Ok(())
    }

    /// The number, the time, and that nothing else had to come first.
    fn check_order(&self, seq: u64, event: &Event) -> Result<(), Corrupt> {
        if seq != self.seq + 1 {
            return Err(Corrupt::Sequence { expected: self.seq + 1, found: seq });
        }
        if event.at < self.at {
            return Err(Corrupt::TimeBack);
        }
        let called = match &event.kind {
            EventKind::GameStarted => Some(Owed::Start),
            EventKind::Passed { seat, .. } => Some(Owed::Pass(*seat)),
            EventKind::Rolled(rolled) => Some(Owed::Roll(rolled.board)),
            _ => None,
        };
        match (self.owed(), called) {
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

    fn take_seat(&mut self, now: Moment, taken: &SeatTaken) -> Result<(), Corrupt> {
        need(matches!(self.phase, Stage::Open), "seat_taken")?;
        if !self.seat_list().contains(&taken.seat) || self.seats[taken.seat].is_some() {
            return Err(Corrupt::Seat(taken.seat));
        }
        if self.seat_of(taken.account).is_some() {
            return Err(Corrupt::TwoSeats);
        }
        self.seats[taken.seat] = Some(Chair { account: taken.account, salt: Some(taken.salt.clone()) });
        self.sitters[taken.seat].push(Sitter { seq: now.seq, account: taken.account });
        self.dice.seals[taken.seat] = SealBook::seated(now.seq, taken.drawn_by, taken.next);
        self.tell(now, What::Joined { seat: taken.seat, account: taken.account });
        Ok(())
    }

    fn leave_seat(&mut self, now: Moment, seat: Seat) -> Result<(), Corrupt> {
        need(matches!(self.phase, Stage::Open), "seat_left")?;
        let chair = self.seats[seat].take().ok_or(Corrupt::Seat(seat))?;
        self.dice.seals[seat] = SealBook::default();
        self.tell(now, What::Left { seat, account: chair.account });
        Ok(())
    }

    fn cancel(&mut self, now: Moment) -> Result<(), Corrupt> {
        need(matches!(self.phase, Stage::Open), "match_cancelled")?;
        self.phase = Stage::Cancelled;
        self.tell(now, What::Cancelled);
        Ok(())
    }

    fn start(&mut self, now: Moment) {
        self.phase = Stage::Running;
        let seats = Seat::ALL.into_iter();
        let salts = seats.filter_map(|seat| Some((seat, self.seats[seat].as_ref()?.salt.as_ref()?)));
        self.dice.seated(salts);
        self.board_seq = ByBoard::from_fn(|_| now.seq);
        self.tell(now, What::Started);
        self.look_around(now);
    }

    fn roll(&mut self, now: Moment, rolled: &Rolled) -> Result<(), Corrupt> {
        let board = rolled.board;
        let Due::Turn(mover) = self.due[board] else { return Err(Corrupt::Uncalled("rolled")) };
        let next = self.dice.next(ChainOf::Board(board));
        if (rolled.chain, rolled.roll) != (next.chain.number, next.roll) {
            return Err(Corrupt::RollNumber { chain: next.chain.number, roll: next.roll });
        }
        if rolled.next_anchor.is_some() != next.announces {
            return Err(Corrupt::NextAnchor);
        }
        let fallen = self.read_dice(board, &rolled.dice)?;
        self.dice.rolled(ChainOf::Board(board), now.seq, rolled.link, rolled.next_anchor);
        self.tell(now, What::Rolled { mover, fallen });
        self.begin_turn(now, mover, Some(fallen));
        self.board_seq[board] = now.seq;
        Ok(())
    }

    /// How many dice a turn rolls.
    pub(super) fn dice_of_a_turn(&self) -> usize {
        1 + usize::from(self.settings.rules.worst_faces() > 0)
    }

    fn read_dice(&self, board: BoardNo, dice: &[u8]) -> Result<Fallen, Corrupt> {
        let wanted = self.dice_of_a_turn();
        if dice.len() != wanted || !dice.iter().all(|die| (1..=6).contains(die)) {
            return Err(Corrupt::Dice(wanted));
        }
        let worst_die = dice.get(1).copied();
        let worst = worst_die.is_some_and(|die| die <= self.settings.rules.worst_faces());
        Ok(Fallen { kind: dice[0], worst_die, worst, mark: self.dice.mark(board) })
    }

    fn play(&mut self, now: Moment, moved: &Moved) -> Result<(), Corrupt> {
        let board = moved.board;
        let turn = self.turns[board].clone().ok_or(Corrupt::NotTheTurn(board))?;
        if moved.seat != turn.mover || moved.chooser != turn.chosen().then_some(turn.decider) {
            return Err(Corrupt::NotTheTurn(board));
        }
        if self.frozen_by(board).is_some() {
            return Err(Corrupt::NotTheTurn(board));
        }
        self.salt(now, turn.decider, &moved.given(), moved.opened)?;
        let label = self.table.label(board);
        let (played, san) = self
            .table
            .play_noted(board, &moved.mv, turn.demand())
            .map_err(|why| Corrupt::Illegal { mv: moved.mv.to_string(), why })?;
        self.refill(board, now.due);
        self.turns[board] = None;
        if moved.mv == Move::Sit {
            self.kept_rolls[board] = turn.roll;
        } else {
            self.plies[board] += 1;
        }
        self.board_seq[board] = now.seq;
        let (seat, chooser, mv) = (moved.seat, moved.chooser, moved.mv);
        let any_instead = played.moved.is_some_and(|piece| !rolled_family(turn.roll, piece.form().family()));
        let line = MovedLine { seat, chooser, mv, san, label, roll: turn.roll, any_instead };
        self.tell(now, What::Moved(line));
        self.look_around(now);
        Ok(())
    }

    fn pass(&mut self, now: Moment, board: BoardNo, seat: Seat) -> Result<(), Corrupt> {
        let uncalled = Corrupt::Uncalled("passed");
        if self.due[board] != Due::Pass(seat) {
            return Err(uncalled);
        }
        let label = self.table.label(board);
        self.table.pass(board).map_err(|_| uncalled)?;
        self.plies[board] += 1;
        self.board_seq[board] = now.seq;
        self.tell(now, What::Passed { seat, label });
        self.look_around(now);
        Ok(())
    }

    fn run_out(&mut self, now: Moment, lapse: &TimeRanOut) {
        let TimeRanOut { board, decider, lapse: times, follows, .. } = *lapse;
        if let Some(times) = times {
            self.lapses[decider] = times;
        }
        self.board_seq[board] = now.seq;
        self.tell(now, What::TimeRanOut { board, decider, lapse: times, follows });
        match follows {
            AfterLapse::Loses => {
                self.end(now, Outcome::Win { team: decider.team().other(), by: WinBy::Time });
            }
            AfterLapse::Draws => self.end(now, Outcome::Draw { by: DrawBy::Time }),
            AfterLapse::OpponentChooses | AfterLapse::MoverChooses => {
                self.refill(board, now.due);
                self.fall_to(now, board, decider.opponent());
            }
        }
    }

    fn resign(&mut self, now: Moment, seat: Seat) -> Result<(), Corrupt> {
        need(matches!(self.phase, Stage::Running), "resigned")?;
        if self.seats[seat].is_none() {
            return Err(Corrupt::Seat(seat));
        }
        self.tell(now, What::Resigned { seat });
        self.end(now, Outcome::Win { team: seat.team().other(), by: WinBy::Resignation });
        Ok(())
    }

    fn renew(&mut self, now: Moment, chains: &[NewChain; 3]) -> Result<(), Corrupt> {
        need(matches!(self.phase, Stage::Open | Stage::Running), "chains_renewed")?;
        let least = self.dice.fresh_number();
        let numbers = least..=MAX_CHAIN;
        let in_order =
            chains.iter().zip(ChainOf::ALL).all(|(new, of)| new.of == of && numbers.contains(&new.chain));
        if !in_order {
            return Err(Corrupt::NewChains(least));
        }
        for new in chains {
            self.dice.renew(new.of, new.chain, new.anchor, now.seq);
        }
        self.tell(now, What::ChainsRenewed);
        Ok(())
    }

    fn salt_alone(
        &mut self,
        now: Moment,
        seat: Seat,
        given: &SaltGiven,
        opened: Option<bool>,
    ) -> Result<(), Corrupt> {
        if !self.needs_salt_from().contains(&seat) {
            return Err(Corrupt::Uncalled("salted"));
        }
        self.salt(now, seat, given, opened)?;
        self.tell(now, What::Salted { seat });
        Ok(())
    }

    fn salt(
        &mut self,
        now: Moment,
        seat: Seat,
        given: &SaltGiven,
        opened: Option<bool>,
    ) -> Result<(), Corrupt> {
        if self.dice.seals[seat].would_open(&given.salt) != opened {
            return Err(Corrupt::SealWord);
        }
        self.dice.salted(seat, given, now.seq);
        Ok(())
    }

    /// After the table changed: the result, or what each board asks for now. Finding out looks for
    /// legal moves, so boards whose turn runs on are not asked again.
    fn look_around(&mut self, now: Moment) {
        if let Some(outcome) = self.table.outcome().cloned() {
            return self.close(now, outcome);
        }
        for &board in self.settings.rules.boards() {
            if self.turns[board].is_some() {
                continue;
            }
            self.due[board] = self.table.due(board);
            if let Due::Turn(mover) = self.due[board] {
                let kept = self.kept_rolls[board].take();
                if kept.is_some() || !self.settings.rules.has_type_die() {
                    self.begin_turn(now, mover, kept);
                }
            }
        }
    }

    fn begin_turn(&mut self, now: Moment, mover: Seat, roll: Option<Fallen>) {
        let time = self.time_of(Turn::decider_of(mover, roll));
        self.turns[mover.board()] = Some(Turn::begin(now.seq, mover, roll, now.due, time));
    }

    /// A running decision falls to another seat, with a fresh allowance or that seat's bank.
    fn fall_to(&mut self, now: Moment, board: BoardNo, decider: Seat) {
        let time = self.time_of(decider);
        if let Some(turn) = &mut self.turns[board] {
            turn.fall_to(decider, now.seq, now.due, time);
        }
    }

    /// What a seat's decision begins with.
    fn time_of(&self, decider: Seat) -> Duration {
        match self.settings.bank {
            Some(_) => self.banks[decider],
            None => self.settings.allowance_seconds.duration(),
        }
    }

    /// A decision of a board is over, by a move or by time: what is left goes back into the bank.
    fn refill(&mut self, board: BoardNo, at: OffsetDateTime) {
        if let (Some(bank), Some(turn)) = (self.settings.bank, &self.turns[board]) {
            let left = turn.clock.left_at(at, &self.outages).saturating_add(turn.aside);
            self.banks[turn.decider] = bank.refilled(left);
        }
    }

    /// An end that comes from outside the board.
    fn end(&mut self, now: Moment, outcome: Outcome) {
        self.table.end(outcome.clone());
        self.close(now, outcome);
    }

    fn close(&mut self, now: Moment, outcome: Outcome) {
        self.tell(now, What::Ended { outcome: outcome.clone() });
        self.phase = Stage::Over { outcome, at: now.at };
        self.turns = ByBoard::default();
        self.kept_rolls = ByBoard::default();
        self.due = ByBoard::from_fn(|_| Due::Nothing);
    }

    fn tell(&mut self, now: Moment, what: What) {
        self.history.push(Line { seq: now.seq, at: now.at, what });
    }
}
