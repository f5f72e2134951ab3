//! Matches with events, cloaks and hidden pieces: they replay and verify, and two worlds that differ in a
//! hidden move are told alike to all who may not know of it (DESIGN §5).

use super::random::Chance;
use super::story::{ERIN, MATCH, Story, names};
use delirious::domain::game::{Event, EventKind, Lapse, LogEntry, Refusal, Status, verify};
use delirious::domain::rules::RuleSet;
use delirious::domain::seat::Seat;
use delirious::domain::visibility::{Viewer, proof, told};
use std::collections::BTreeMap;
use time::Duration;

fn rules(layers: &[(&str, &str)]) -> RuleSet {
    let mut rules = RuleSet::by_name("delirious").unwrap();
    rules.set_all(layers.iter().copied()).unwrap();
    rules
}

fn begun(chance: &mut Chance) -> Story {
    let events = chance.pick(&["raving", "raving", "wild", "lively"]);
    let order = chance.pick(&["simultaneous", "simultaneous", "round-s1"]);
    let worst = chance.pick(&["3", "3", "0", "6"]);
    let rules = rules(&[("events", events), ("order", order), ("worst_faces", worst)]);
    Story::started_with(rules, Lapse::OpponentChooses)
}

/// Somebody who decides plays something.
fn step(story: &mut Story, chance: &mut Chance) {
    story.wait(Duration::minutes(7));
    story.settle();
    let turns = story.state.open_turns();
    if story.state.status() != Status::Running || turns.is_empty() {
        return;
    }
    let turn = chance.pick(&turns);
    let legal = story.legal(turn.board);
    assert!(!legal.is_empty(), "a turn without a move");
    let tempting = tempting(story, turn.decider, &legal);
    let from = if !tempting.is_empty() && chance.percent(75) { &tempting } else { &legal };
    let mv = from[chance.below(from.len())].clone();
    story.play(turn.decider, &mv).unwrap();
}

/// Moves onto treasure and of those who wear a ring: left to luck alone, rings would be too rare.
fn tempting(story: &Story, decider: Seat, legal: &[String]) -> Vec<String> {
    let treasure =
        |entry: &LogEntry| entry.public.contains("\"event_rolled\"") && entry.public.contains("\"draws\"");
    if !story.log.iter().any(treasure) {
        return Vec::new();
    }
    let view = story.view(Viewer::Seat(decider));
    let squares =
        view.boards.iter().filter(|board| board.board == decider.board()).flat_map(|board| &board.squares);
    let mut tempting = Vec::new();
    for square in squares {
        let name = &square.name;
        if square.treasure.is_some() {
            tempting.extend(legal.iter().filter(|mv| mv.ends_with(name)).cloned());
        }
        if square.piece.as_ref().is_some_and(|piece| piece.marks.contains('@')) {
            tempting.extend(legal.iter().filter(|mv| mv.starts_with(name)).cloned());
        }
    }
    tempting
}

/// How often each kind of event came; hidden moves count beside others.
fn kinds(story: &Story) -> BTreeMap<&'static str, usize> {
    let mut kinds = BTreeMap::new();
    for entry in &story.log {
        let kind = match Event::parse(&entry.public, entry.sealed.as_deref()).unwrap().kind {
            EventKind::Moved(moved) if moved.hidden.is_some() => "hidden",
            EventKind::Bumped(_) => "bumped",
            EventKind::Revealed(_) => "revealed",
            EventKind::EventRolled(rolled) if rolled.dice.len() > 1 => "event",
            _ => continue,
        };
        *kinds.entry(kind).or_default() += 1;
    }
    kinds
}

/// A match that ends after hidden moves, bumps, pieces that had to show themselves, and events.
pub fn with_all_events() -> Story {
    let complete = |number: u64| {
        let mut chance = Chance::of(number);
        let mut story = begun(&mut chance);
        for _ in 0..80 {
            step(&mut story, &mut chance);
        }
        let running = story.state.status() == Status::Running;
        let kinds = kinds(&story);
        let all = ["hidden", "bumped", "event"].iter().all(|kind| kinds.contains_key(kind));
        (running && all).then(|| {
            story.resign(Seat::White1).unwrap();
            story
        })
    };
    (0..).find_map(complete).unwrap()
}

const MATCHES: u64 = 60;

#[test]
fn random_delirium_replays_and_verifies() {
    let mut seen = BTreeMap::<&str, usize>::new();
    for number in 0..MATCHES {
        let mut chance = Chance::of(number);
        let mut story = begun(&mut chance);
        for _ in 0..120 {
            step(&mut story, &mut chance);
        }
        assert_eq!(story.replayed().unwrap(), story.state, "match {number}");
        for (kind, count) in kinds(&story) {
            *seen.entry(kind).or_default() += count;
        }
        let open = verify(&story.export()).unwrap_or_else(|failure| panic!("match {number}: {failure}"));
        if story.state.status() == Status::Running {
            let sealed = story.log.iter().find(|entry| entry.sealed.is_some()).map(|entry| entry.seq);
            assert_eq!(open.sealed_from, sealed, "match {number}");
            story.resign(Seat::White1).unwrap();
        }
        let whole = verify(&story.export()).unwrap_or_else(|failure| panic!("match {number}: {failure}"));
        assert_eq!((whole.sealed_from, whole.head), (None, story.state.head()));
        story.check();
    }
    for (kind, least) in [("hidden", 200), ("bumped", 10), ("event", 1000)] {
        assert!(seen.get(kind).is_some_and(|count| *count >= least), "too few of {kind}: {seen:?}");
    }
}

/// What is sent with the heads and hashes of sealed parts replaced: they alone may differ.
fn blank(text: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for part in text.split('"') {
        let hash = part.len() == 64 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
        let head =
            hash && matches!(words.iter().rev().nth(1).map(String::as_str), Some("head" | "sealed_hash"));
        words.push(if head { "(hash)".to_owned() } else { part.to_owned() });
    }
    words.join("\"")
}

/// All that the match's views, proof, export and refusals say to those who are not of a team.
fn told_to_others(story: &Story, wearer: Seat) -> Vec<String> {
    let seats = story.state.seat_list().iter().copied();
    let rivals: Vec<Seat> = seats.filter(|seat| seat.team() != wearer.team()).collect();
    let viewers =
        rivals.iter().map(|&seat| Viewer::Seat(seat)).chain([Viewer::Visitor(ERIN), Viewer::Spectator]);
    let mut said: Vec<String> =
        viewers.map(|viewer| blank(&serde_json::to_string(&story.view(viewer)).unwrap())).collect();
    said.push(blank(&serde_json::to_string(&proof(MATCH, &story.log, &names()).unwrap()).unwrap()));
    said.push(blank(&story.export()));
    for &rival in &rivals {
        for mv in ["e2e4", "a1a8", "N@c3", "call N?", "call P?", "{@}@e4", "g8f6", "sit"] {
            let mut asks = story.clone();
            if let Err(refusal) = asks.play_seen(rival, mv, 1) {
                said.push(told(&refusal, &asks.state, asks.at(rival), &names()));
            }
            let mut plays = story.clone();
            said.push(match plays.play(rival, mv) {
                // What comes of a move that may be tried is the rules' to reveal.
                Ok(()) => "tried".to_owned(),
                Err(Refusal::Broken(fault)) => panic!("{fault}"),
                Err(refusal) => told(&refusal, &plays.state, plays.at(rival), &names()),
            });
        }
    }
    said
}

/// The public texts of a log since an entry.
fn public(story: &Story, from: usize) -> Vec<&str> {
    story.log[from..].iter().map(|entry| entry.public.as_str()).collect()
}

/// Two moves of a piece that all others learn the same of; the worlds after them.
fn parted(story: &Story, chance: &mut Chance) -> Option<(Seat, [Story; 2])> {
    let turns = story.state.open_turns();
    let turn = (!turns.is_empty()).then(|| chance.pick(&turns))?;
    let legal = story.legal(turn.board);
    let after = |mv: &String| {
        let mut world = story.clone();
        world.wait(Duration::minutes(7));
        world.play(turn.decider, mv).unwrap();
        world
    };
    let sealed = |world: &Story| world.log[story.log.len()].sealed.is_some();
    let one = after(&legal[chance.below(legal.len())]);
    if !sealed(&one) {
        return None;
    }
    let from = story.log.len();
    let others = legal
        .iter()
        .map(after)
        .filter(|world| sealed(world) && world.log[from].sealed != one.log[from].sealed);
    let alike: Vec<Story> = others.filter(|world| public(world, from) == public(&one, from)).collect();
    let other = alike.get(chance.below(alike.len().max(1)))?.clone();
    Some((turn.mover, [one, other]))
}

/// Lets both worlds go on in the same way as long as the rules reveal the same; gives how often they were
/// compared.
fn compare(wearer: Seat, mut worlds: [Story; 2], chance: &mut Chance) -> usize {
    let mut compared = 0;
    for _ in 0..6 {
        let [one, other] = &worlds;
        let differs =
            told_to_others(one, wearer).into_iter().zip(told_to_others(other, wearer)).find(|(a, b)| a != b);
        if let Some((one, other)) = differs {
            let at = one
                .bytes()
                .zip(other.bytes())
                .position(|(a, b)| a != b)
                .unwrap_or_default()
                .saturating_sub(120);
            panic!("…{}\n…{}", &one[at..(at + 400).min(one.len())], &other[at..(at + 400).min(other.len())]);
        }
        partners_see_the_same(one, wearer);
        compared += 1;
        let turns = one.state.open_turns();
        if turns.is_empty() {
            break;
        }
        let turn = chance.pick(&turns);
        let (mut legal, second) = (one.legal(turn.board), other.legal(turn.board));
        legal.retain(|mv| second.contains(mv));
        if legal.is_empty() {
            break;
        }
        let (mv, from) = (legal[chance.below(legal.len())].clone(), one.log.len());
        for world in &mut worlds {
            world.wait(Duration::minutes(7));
            world.play(turn.decider, &mv).unwrap();
        }
        if public(&worlds[0], from) != public(&worlds[1], from) || worlds[0].state.status() != Status::Running
        {
            break;
        }
    }
    compared
}

fn partners_see_the_same(story: &Story, wearer: Seat) {
    let fens = |seat: Seat| -> Vec<String> {
        story.view(Viewer::Seat(seat)).boards.into_iter().map(|board| board.fen).collect()
    };
    assert_eq!(fens(wearer), fens(wearer.partner()));
}

#[test]
fn two_worlds_that_differ_in_a_hidden_move_are_told_alike() {
    let (mut pairs, mut compared) = (0, 0);
    for number in 0..MATCHES {
        let mut chance = Chance::of(1_000 + number);
        let mut story = begun(&mut chance);
        for _ in 0..100 {
            step(&mut story, &mut chance);
            if story.state.status() != Status::Running {
                break;
            }
            if !story.log.iter().any(|entry| entry.public.contains('@')) {
                continue;
            }
            if let Some((wearer, worlds)) = parted(&story, &mut chance) {
                pairs += 1;
                compared += compare(wearer, worlds, &mut chance);
            }
        }
    }
    assert!(pairs >= 40 && compared >= 200, "{pairs} pairs, compared {compared} times");
}
