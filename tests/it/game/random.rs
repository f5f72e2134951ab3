//! Random series of games over all presets, with every fairy piece: no panic, replay equals state, snapshots
//! go on as if nothing had happened, and `verify` accepts what came out.

use super::story::{Story, account};
use delirious::domain::dice::{DrawnBy, Salt};
use delirious::domain::game::{Command, Lapse, MatchLength, OpenTurn, SaltGiven, State, Status, verify};
use delirious::domain::rules::RuleSet;
use delirious::domain::seat::Seat;
use delirious::domain::visibility::Viewer;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use time::Duration;

/// How many matches; `DELIRIOUS_MATCHES` says otherwise.
const MATCHES: u64 = 1_000;

/// Ways to end that so many random matches must have shown.
const ENDS: [&str; 4] = ["king capture", "time", "resignation", "ongoing"];

/// Steps after which a match is left as it stands.
const STEPS: u32 = 40;

pub struct Chance(ChaCha8Rng);

impl Chance {
    pub fn of(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0.next_u32() as usize % n
    }

    pub fn percent(&mut self, n: usize) -> bool {
        self.below(100) < n
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// A preset, here and there with a layer changed.
fn rules(chance: &mut Chance) -> RuleSet {
    let mut rules = RuleSet::preset(chance.pick(RuleSet::PRESETS)).unwrap();
    let layers = [
        ("order", "round-s1"),
        ("order", "round-s2"),
        ("worst_faces", "6"),
        ("worst_faces", "0"),
        ("boards_play_on", "true"),
        ("drop_checks", "forbidden"),
    ];
    if chance.percent(40) {
        let (layer, value) = chance.pick(&layers);
        // Not every rule set can have every layer.
        let _ = rules.set(layer, value);
    }
    rules
}

/// A salt as somebody might send it: sealed, broken, drawn by the server, empty.
fn salt(story: &mut Story, chance: &mut Chance, seat: Seat) -> SaltGiven {
    let mut given = story.salt(seat);
    match chance.below(8) {
        0 => given.salt = Salt::new(Vec::new()).unwrap(),
        1 => given.next = None,
        2 => given.drawn_by = DrawnBy::Server,
        _ => {}
    }
    given
}

/// Gifts, rewards and the set that some king-capture rule sets agree on: often all that exists, so that
/// every piece is seen.
pub fn fairy(rules: &mut RuleSet, chance: &mut Chance) {
    let number = |chance: &mut Chance| chance.pick(&[0, 1, 1, 2, 3]).to_string();
    let set = chance.pick(&[EVERY_PIECE, EVERY_PIECE, "X,Y,T", "N!,R!,Q!,B!"]);
    let (gifts, rewards, pick) = (number(chance), number(chance), chance.pick(&["player", "dice"]));
    let layers =
        [("gifts", &gifts[..]), ("rewards", &rewards[..]), ("reward_pick", pick), ("fairy_set", set)];
    // Checkmate games have no fairy pieces.
    let _ = rules.set_all(layers);
}

/// Everything that a table can agree on.
const EVERY_PIECE: &str = "C,G,Z,T,X,Y,N^,B^,R^,Q^,N!,B!,R!,Q!,C!,G!,Z!,N^!,B^!,R^!,Q^!";

pub fn length(chance: &mut Chance) -> MatchLength {
    match chance.below(6) {
        0..2 => MatchLength::ONE,
        2..4 => MatchLength::games(2).unwrap(),
        4 => MatchLength::games(3).unwrap(),
        _ => MatchLength::points(3).unwrap(),
    }
}

/// Picks a reward, whatever is in the set.
pub fn pick(story: &mut Story, chance: &mut Chance, turn: &OpenTurn) {
    let rules = &story.state.settings().rules;
    let (set, number) = (rules.fairy_set(), rules.rewards());
    let pieces: Vec<String> = (0..number).map(|_| chance.pick(&set).to_string()).collect();
    let pieces: Vec<&str> = pieces.iter().map(|piece| &piece[..]).collect();
    story.pick(turn.decider, &pieces).unwrap();
}

fn play(story: &mut Story, chance: &mut Chance) {
    let turns = story.state.open_turns();
    let Some(turn) = (!turns.is_empty()).then(|| chance.pick(&turns)) else { return };
    if turn.reward {
        return pick(story, chance, &turn);
    }
    let legal = story.legal(turn.board);
    assert!(!legal.is_empty(), "a turn without a move");
    let capture = legal.iter().find(|mv| chance.percent(3) && !mv.contains('@')).cloned();
    let mv = capture.unwrap_or_else(|| legal[chance.below(legal.len())].clone());
    let given = salt(story, chance, turn.decider);
    let seen = story.state.board_seq(turn.board);
    story.play_salted(turn.decider, &mv, seen, given).unwrap();
}

/// One thing that happens.
fn step(story: &mut Story, chance: &mut Chance) {
    match chance.below(100) {
        0..2 => story.wait(Duration::days(3)),
        2..4 => story.wait(Duration::days(20)),
        4..5 if chance.percent(20) => {
            let seat = chance.pick(story.state.seat_list());
            let _ = story.resign(seat);
        }
        5..8 => {
            let seat = chance.pick(story.state.seat_list());
            let garbage = chance.pick(&["e2e4", "sit", "call e4", "K@e4", "a1a1", "", "\u{1f40e}", "{@}@e4"]);
            let _ = story.play(seat, garbage);
        }
        8..9 if chance.percent(20) => {
            let number = story.state.fresh_chain();
            let _ = story.command(Command::RenewChains { number });
        }
        _ => {
            story.settle();
            if story.state.status() == Status::Running {
                play(story, chance);
            }
        }
    }
    story.wait(Duration::milliseconds(1_234_567));
}

/// After a renewal a board may wait for a salt.
fn salt_what_is_dry(story: &mut Story) {
    if let Some(seat) = story.state.needs_salt_from().first().copied() {
        let salt = story.salt(seat);
        story.command(Command::GiveSalt { account: account(seat), salt }).unwrap();
    }
}

fn through_a_snapshot(state: &State) -> State {
    serde_json::from_str(&serde_json::to_string(state).unwrap()).unwrap()
}

/// A random match, left after so many steps if it is not over by then.
fn finished_match(seed: u64, steps: u32) -> Story {
    let mut chance = Chance::of(seed);
    let mut rules = rules(&mut chance);
    let lapse = chance.pick(&[Lapse::Forfeit, Lapse::OpponentChooses, Lapse::OpponentChooses]);
    if chance.percent(60) {
        fairy(&mut rules, &mut chance);
    }
    let length = length(&mut chance);
    let mut story = Story::started_as(rules, lapse, |open| open.length = length);
    for _ in 0..steps {
        step(&mut story, &mut chance);
        salt_what_is_dry(&mut story);
        if chance.percent(5) {
            let reread = through_a_snapshot(&story.state);
            assert_eq!(reread, story.state, "seed {seed}");
            story.state = reread;
        }
        if story.state.status() != Status::Running {
            break;
        }
    }
    story
}

fn random_match(seed: u64) -> String {
    let story = finished_match(seed, STEPS);
    assert_eq!(story.replayed().unwrap(), story.state, "seed {seed}");
    let verified = verify(&story.export()).unwrap_or_else(|failure| panic!("seed {seed}: {failure}"));
    assert_eq!((verified.events, verified.head), (story.state.seq(), story.state.head()));
    assert_eq!(verified.result, story.result());
    let _ = story.view(Viewer::Spectator);
    story.result()
}

#[expect(clippy::disallowed_methods, reason = "the tester says how many")]
pub fn matches_asked_for(usual: u64) -> u64 {
    std::env::var("DELIRIOUS_MATCHES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
fn a_thousand_random_matches() {
    let matches = matches_asked_for(MATCHES);
    let half = |from: u64| (from..matches).step_by(2).map(random_match).collect::<Vec<_>>();
    let results: Vec<String> = std::thread::scope(|threads| {
        let halves = [0, 1].map(|from| threads.spawn(move || half(from)));
        halves.into_iter().flat_map(|half| half.join().unwrap()).collect()
    });
    // A few matches need not show every way to end.
    let ends: &[&str] = if matches < MATCHES { &["ongoing"] } else { &ENDS };
    for end in ends {
        assert!(results.iter().any(|result| result.ends_with(end)), "no match ended so: {end}");
    }
}
