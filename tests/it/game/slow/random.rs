//! Random histories with every command and moved clocks.

use super::deeds::deeds_are_what_is_accepted;
use crate::game::random::{Chance, fairy, length, pick};
use crate::game::story::{ERIN, FRITZ, MATCH, Story, account};
use delirious::domain::game::{
    Bank, Command, Event, EventKind, Lapse, Leaving, OpenTurn, State, Status, VacationDays,
};
use delirious::domain::ids::AccountId;
use delirious::domain::rules::RuleSet;
use delirious::domain::seat::{BoardNo, Seat};
use std::collections::{BTreeMap, BTreeSet};
use time::{Duration, OffsetDateTime};

const DAY: u64 = 86_400;

/// How many histories; `DELIRIOUS_MATCHES` says otherwise.
const HISTORIES: u64 = 400;

fn begin(chance: &mut Chance) -> Story {
    let mut rules = RuleSet::preset(chance.pick(RuleSet::PRESETS)).unwrap();
    if chance.percent(60) {
        fairy(&mut rules, chance);
    }
    let length = length(chance);
    let lapse = chance.pick(&[Lapse::Forfeit, Lapse::OpponentChooses, Lapse::OpponentChooses]);
    let bank = chance.percent(40).then(|| Bank::new(3 * DAY, DAY / 4, 6 * DAY).unwrap());
    let days = chance.pick(&[0, 2, 30]);
    Story::started_as(rules, lapse, |open| {
        open.bank = bank;
        open.length = length;
        open.vacation_days = VacationDays::new(days).unwrap();
    })
}

fn people(story: &Story) -> Vec<AccountId> {
    let seated = Seat::ALL.into_iter().map(account);
    let now = Seat::ALL.into_iter().filter_map(|seat| story.state.account_at(seat));
    seated.chain(now).chain([ERIN, FRITZ]).collect()
}

/// Something about a seat that is empty.
fn about_empty(chance: &mut Chance, people: &[AccountId], seat: Seat) -> Command {
    let (account, stranger) = (chance.pick(people), chance.pick(&[ERIN, FRITZ]));
    match chance.below(9) {
        0..3 => Command::AskToSubstitute { account: stranger, seat },
        3 => Command::WithdrawSubstitute { account: stranger },
        _ => Command::AgreeSubstitute { account, candidate: stranger },
    }
}

/// Something that somebody asks for, sensible or not.
fn command(story: &mut Story, chance: &mut Chance) -> Command {
    let people = people(story);
    let empty = story.state.seat_list().iter().find(|&&seat| story.state.account_at(seat).is_none());
    if let Some(&seat) = empty
        && chance.percent(60)
    {
        return about_empty(chance, &people, seat);
    }
    let account = chance.pick(&people);
    let seat = chance.pick(&Seat::ALL);
    let days = u16::try_from(chance.below(16)).unwrap();
    let from = story.now + Duration::hours(i64::try_from(chance.below(200)).unwrap() - 60);
    let until = from + Duration::hours(i64::try_from(chance.below(300)).unwrap());
    match chance.below(40) {
        0..2 => Command::OfferDraw { account },
        2 => Command::AgreeDraw { account },
        3 => Command::DeclineDraw { account },
        4..6 => Command::GiveTime { account, to: seat, days },
        6..10 => Command::AskPause { account, days: 1 + days % 3 },
        10..14 => Command::AgreePause { account },
        14 => Command::DeclinePause { account },
        15..17 => Command::AskResume { account },
        17..22 => Command::PlanVacation { account, from, until },
        22 => Command::EndVacation { account },
        23..26 => Command::AutoVacation { account, on: chance.percent(80) },
        26 if chance.percent(10) => Command::Abort { account },
        26 if chance.percent(60) => Command::Resign { account },
        27..29 if chance.percent(50) => Command::LeaveForGood { account, why: Leaving::Left },
        29..32 => Command::AskToSubstitute { account, seat },
        32 => Command::WithdrawSubstitute { account },
        _ => Command::AgreeSubstitute { account, candidate: chance.pick(&people) },
    }
}

/// A move that captures a king, if there is one.
fn king_falls(story: &Story, turn: &OpenTurn) -> Option<String> {
    let captures = story.state.settings().rules.ends_by_king_capture();
    let legal = captures.then(|| story.turn(turn.board).legal)?;
    legal.into_iter().find(|mv| mv.san.ends_with('#') && mv.san.contains('x')).map(|mv| mv.text)
}

fn play(story: &mut Story, chance: &mut Chance) {
    let turns: Vec<_> =
        story.state.open_turns().into_iter().filter(|turn| turn.account.is_some() && !turn.frozen).collect();
    if turns.is_empty() {
        return;
    }
    let turn = chance.pick(&turns);
    if turn.reward {
        return pick(story, chance, &turn);
    }
    let legal = story.legal(turn.board);
    assert!(!legal.is_empty(), "a turn without a move");
    // Kings fall often, or there would be few rewards.
    let king = if chance.percent(80) { king_falls(story, &turn) } else { None };
    let mv = king.unwrap_or_else(|| legal[chance.below(legal.len())].clone());
    let (salt, seen) = (story.salt(turn.decider), story.state.board_seq(turn.board));
    story.does(turn.decider, |account| Command::Play { account, board: turn.board, mv, seen, salt }).unwrap();
}

fn wait(story: &mut Story, chance: &mut Chance) {
    let span = match chance.below(10) {
        0 => Duration::days(chance.below(12).try_into().unwrap()),
        1..3 => Duration::hours(chance.below(60).try_into().unwrap()),
        3 => story.state.next_due().map_or(Duration::ZERO, |due| due - story.now),
        _ => Duration::milliseconds(chance.below(9_000_000).try_into().unwrap()),
    };
    story.wait(span.max(Duration::ZERO));
}

/// The service was down for the last hours, or is said to have been.
fn outage(story: &mut Story, chance: &mut Chance) {
    let length = Duration::hours(i64::try_from(chance.below(100)).unwrap());
    story.wait(length);
    story.credit(story.now - length, story.now);
}

fn step(story: &mut Story, chance: &mut Chance) {
    wait(story, chance);
    if chance.percent(4) {
        outage(story, chance);
    }
    story.settle();
    if story.state.status() != Status::Running {
        return;
    }
    assert!(story.state.next_due().is_none_or(|due| due > story.now), "something due was not settled");
    if chance.percent(55) {
        play(story, chance);
    } else {
        // Most of what comes to mind is refused: somebody tries again.
        for _ in 0..6 {
            let command = command(story, chance);
            if story.command(command).is_ok() {
                break;
            }
        }
    }
}

/// What stands after every step.
fn holds(story: &Story) {
    let asks = story.state.asks();
    let named: BTreeSet<_> = asks.iter().map(|ask| (ask.to, ask.what, ask.seq)).collect();
    assert_eq!(named.len(), asks.len(), "{asks:?}");
    assert!(asks.iter().all(|ask| story.state.seat_of(ask.to).is_some()), "{asks:?}");
    let due = story.state.next_due();
    for turn in story.state.open_turns() {
        assert!(turn.deadline.is_none_or(|at| Some(at) >= due), "a deadline before the next look");
    }
}

/// What is left of each decision, followed through the log by its deadlines alone: a clock loses the time
/// in which it ran and the service was up, and keeps everything else but for gifts and the three-move rule.
#[derive(Default)]
struct Conservation {
    /// Board and event of the decision, and what it had left at the last event.
    left: BTreeMap<(BoardNo, u64), Duration>,
    outages: Vec<(OffsetDateTime, OffsetDateTime)>,
    allowance: Option<Duration>,
}

impl Conservation {
    /// The time between two moments in which the service was up.
    fn up(&self, from: OffsetDateTime, until: OffsetDateTime) -> Duration {
        let overlap =
            |&(a, b): &(OffsetDateTime, OffsetDateTime)| (b.min(until) - a.max(from)).max(Duration::ZERO);
        (until - from - self.outages.iter().map(overlap).sum::<Duration>()).max(Duration::ZERO)
    }

    fn step(&mut self, before: &State, event: &Event, after: &State, was: OffsetDateTime) -> OffsetDateTime {
        let credit = matches!(event.kind, EventKind::ClocksCredited { .. });
        let now = if credit { was } else { event.moment() };
        assert!(was <= now, "moments go on");
        let spent: BTreeMap<_, _> = before
            .open_turns()
            .iter()
            .map(|turn| {
                (
                    (turn.board, turn.seq),
                    turn.deadline.map_or(Duration::ZERO, |_| self.up(was.max(turn.began_at), now)),
                )
            })
            .collect();
        if let EventKind::ClocksCredited { from, until } = event.kind {
            self.outages.push((from, until));
        }
        let hurried: BTreeMap<_, _> =
            before.open_turns().iter().map(|turn| (turn.board, turn.hurried.is_some())).collect();
        let mut left = BTreeMap::new();
        for turn in after.open_turns() {
            let key = (turn.board, turn.seq);
            let runs_for = turn.deadline.map(|deadline| self.up(now.max(turn.began_at), deadline));
            let Some(known) = self.left.get(&key) else {
                if let (Some(runs_for), Some(allowance)) = (runs_for, self.allowance) {
                    assert_eq!(runs_for, allowance, "a decision begins with its whole allowance");
                }
                left.extend(runs_for.or(self.allowance).map(|known| (key, known)));
                continue;
            };
            let mut expected = (*known - spent[&key]).max(Duration::ZERO);
            match event.kind {
                EventKind::TimeGiven { to, seconds, .. } if to == turn.decider => {
                    expected += Duration::seconds(seconds.try_into().unwrap());
                }
                EventKind::Moved(_) if turn.hurried.is_some() && !hurried[&turn.board] => {
                    expected = expected.min(Duration::DAY);
                }
                _ => {}
            }
            if let Some(runs_for) = runs_for {
                assert_eq!(runs_for, expected, "time was lost or given by {event:?}");
            }
            left.insert(key, expected);
        }
        self.left = left;
        now
    }
}

/// Folds the log again, one event after the other.
fn clocks_are_conserved(story: &Story) {
    let mut state = State::open(MATCH, &story.log[0]).unwrap();
    let bank = state.settings().bank.is_some();
    let allowance = (!bank).then(|| state.settings().allowance_seconds.duration());
    let mut books = Conservation { allowance, ..Conservation::default() };
    let mut moment = state.updated_at();
    for entry in &story.log[1..] {
        let before = state.clone();
        state.apply(entry).unwrap();
        moment = books.step(&before, &entry.event().unwrap(), &state, moment);
    }
    assert_eq!(state, story.state);
}

fn history(seed: u64) -> BTreeSet<&'static str> {
    let mut chance = Chance::of(seed);
    let mut story = begin(&mut chance);
    for n in 0..60 {
        step(&mut story, &mut chance);
        holds(&story);
        if n % 6 == 0 {
            deeds_are_what_is_accepted(&story);
        }
        if story.state.status() != Status::Running {
            break;
        }
    }
    story.check();
    clocks_are_conserved(&story);
    let text = story.export();
    KINDS.iter().copied().filter(|kind| text.contains(&format!("\\\"kind\\\":\\\"{kind}\\\""))).collect()
}

/// What so many histories must have shown.
const KINDS: [&str; 29] = [
    "time_ran_out",
    "draw_offered",
    "draw_agreed",
    "draw_declined",
    "time_given",
    "pause_asked",
    "pause_agreed",
    "pause_declined",
    "pause_ended",
    "resume_asked",
    "vacation_planned",
    "vacation_began",
    "vacation_ended",
    "vacation_given_up",
    "auto_vacation",
    "clocks_credited",
    "match_aborted",
    "seat_vacated",
    "substitute_asked",
    "substitute_withdrew",
    "substitute_agreed",
    "substitute_seated",
    "vacancy_ended",
    "moved",
    "rolled",
    "called",
    "reward_picked",
    "reward_rolled",
    "gifts_rolled",
];

#[test]
fn hundreds_of_random_histories() {
    let histories = crate::game::random::matches_asked_for(HISTORIES);
    let half = |from: u64| {
        let tried = (from..histories)
            .step_by(2)
            .map(|seed| std::panic::catch_unwind(|| history(seed)).unwrap_or_else(|_| panic!("seed {seed}")));
        tried.flatten().collect::<BTreeSet<_>>()
    };
    let seen: BTreeSet<&str> = std::thread::scope(|threads| {
        let halves = [0, 1].map(|from| threads.spawn(move || half(from)));
        halves.into_iter().flat_map(|half| half.join().unwrap()).collect()
    });
    let missing: Vec<_> = KINDS.iter().filter(|kind| !seen.contains(*kind)).collect();
    assert!(histories < HISTORIES || missing.is_empty(), "no history had {missing:?}");
}
