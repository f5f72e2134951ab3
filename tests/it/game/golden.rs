//! Old logs replay for ever (DESIGN §10): whole exports in `tests/logs`, with what they came to.
//!
//! A file here is never written again. New forms of events get new files:
//! `cargo test --test it write_golden_logs -- --ignored` writes those that are missing.

use super::story::Story;
use delirious::domain::game::{
    Bank, Command, Event, Export, ExportEntry, Lapse, LogEntry, MatchLength, Status, fold, verify,
};
use delirious::domain::rules::RuleSet;
use delirious::domain::seat::{BoardNo, Seat};
use delirious::domain::visibility::{Viewer, view};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use time::Duration;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs")
}

/// The log in an export of a match that is over.
fn log(export: &Export) -> Vec<LogEntry> {
    let entry = |entry: &ExportEntry| {
        let at = Event::parse(&entry.public, entry.sealed.as_deref()).unwrap().at;
        LogEntry {
            seq: entry.seq,
            at,
            public: entry.public.clone(),
            sealed: entry.sealed.clone(),
            nonce: entry.nonce.unwrap(),
            head: entry.head,
        }
    };
    export.log.iter().map(entry).collect()
}

/// What a log comes to: the result, the boards, and every line of its story.
fn told(export: &str) -> String {
    let export = Export::parse(export).unwrap();
    let state = fold(export.match_id, &log(&export)).unwrap();
    let view = view(&state, Viewer::Spectator, &super::story::names());
    let mut told = format!("{:?}\n", view.phase);
    for board in &view.boards {
        writeln!(told, "{}", board.fen).unwrap();
    }
    for line in &view.log {
        let sealed = line.roll.as_ref().map_or("", |roll| if roll.sealed { " sealed" } else { " open" });
        writeln!(told, "{} {} | {}{sealed}", line.seq, line.notation, line.words).unwrap();
    }
    told
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the logs are files")]
fn old_logs_replay_for_ever() {
    let mut replayed = 0;
    for file in std::fs::read_dir(folder()).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let export = std::fs::read_to_string(&path).unwrap();
        verify(&export).unwrap_or_else(|failure| panic!("{}: {failure}", path.display()));
        let expected = std::fs::read_to_string(path.with_extension("txt")).unwrap();
        assert_eq!(told(&export), expected, "{}", path.display());
        replayed += 1;
    }
    assert!(replayed >= WANTED.len(), "only {replayed} logs in tests/logs");
    for name in WANTED {
        assert!(folder().join(format!("{name}.json")).exists(), "{name}");
    }
}

/// The logs that should be there: of form 1 some way to end for each preset, of forms 2 to 4 every new
/// event.
const WANTED: [&str; 20] = [
    "form1-classic-bughouse-mate",
    "form1-classic-bughouse-time",
    "form1-monteiro-bughouse-resignation",
    "form1-dice-chess-king-capture",
    "form1-dice-chess-time",
    "form1-worst-move-king-capture",
    "form1-worst-move-time",
    "form1-bughouse-worst-move-king-capture",
    "form1-bughouse-worst-move-time",
    "form1-bughouse-worst-move-resignation",
    "form2-words-and-absences",
    "form2-called-off",
    "form2-nobody-took-the-seat",
    "form2-banks",
    "form2-days-used-by-themselves",
    "form2-a-board-that-stands",
    "form3-three-games",
    "form3-calls",
    "form4-hidden-moves",
    "form4-a-bank-cut-off",
];

/// Gifts, a picked reward, one that the dice pick too late, and the end of a series.
fn three_games() -> Story {
    let mut rules = RuleSet::preset("dice-chess").unwrap();
    rules.set_all([("type_die", "false"), ("gifts", "1"), ("rewards", "2")]).unwrap();
    let length = MatchLength::games(3).unwrap();
    let mut story = Story::started_as(rules, Lapse::Forfeit, |open| open.length = length);
    story.play_in_turn(&["e2e3", "f7f6", "d1h5", "a7a6", "h5e8"]);
    story.wait(Duration::hours(7));
    story.pick(Seat::White1, &["X", "N!"]).unwrap();
    story.play_in_turn(&["e2e3", "X@f7", "d1h5", "a7a6", "h5e8"]);
    story.wait(Duration::days(4));
    story.settle();
    story.play_in_turn(&["g1f3"]);
    story.resign(Seat::Black2).unwrap();
    story
}

/// Calls that the opponent chose and that made themselves.
fn calls() -> Story {
    let mut rules = RuleSet::preset("worst-move").unwrap();
    rules.set_all([("worst_faces", "6"), ("gifts", "4"), ("fairy_set", "N!,B!,R!")]).unwrap();
    let mut story = Story::started_with(rules, Lapse::OpponentChooses);
    for n in 0..24 {
        story.wait(Duration::hours(11));
        let call = story.legal(BoardNo::One).into_iter().find(|mv| mv.starts_with("call "));
        match call {
            Some(call) => story.play(story.turn(BoardNo::One).decider, &call).unwrap(),
            None if n % 9 == 8 => story.wait(Duration::days(3)),
            None => story.play_any(BoardNo::One),
        }
        if story.state.status() != Status::Running {
            return story;
        }
    }
    story.resign(Seat::Black2).unwrap();
    story
}

/// The end cuts a decision off, and its time goes back into the bank.
fn a_bank_cut_off() -> Story {
    let rules = RuleSet::preset("classic-bughouse").unwrap();
    let bank = Some(Bank::new(10 * 86_400, 86_400, 12 * 86_400).unwrap());
    let mut story = Story::started_as(rules, Lapse::Forfeit, |open| {
        open.bank = bank;
        open.length = MatchLength::games(2).unwrap();
    });
    for game in [Seat::Black4, Seat::White3] {
        story.wait(Duration::days(4));
        story.play_in_turn(&["e2e4", "e7e5"]);
        story.resign(game).unwrap();
    }
    story
}

/// The logs of forms 3 and 4, by name. Those of form 3 are kept as they were written.
fn of_late_forms() -> Vec<(&'static str, Story)> {
    vec![
        ("form3-three-games", three_games()),
        ("form3-calls", calls()),
        ("form4-hidden-moves", super::delirium::with_all_events()),
        ("form4-a-bank-cut-off", a_bank_cut_off()),
    ]
}

#[test]
#[ignore = "writes files: run it to add logs of a new form"]
#[expect(clippy::disallowed_methods, reason = "the logs are files")]
fn write_golden_logs() {
    for (name, story) in of_late_forms() {
        story.check();
        let path = folder().join(format!("{name}.json"));
        if !path.exists() {
            std::fs::write(path.with_extension("txt"), told(&story.export())).unwrap();
            std::fs::write(path, story.export()).unwrap();
        }
    }
}

/// A match that began in form 1 and is still running.
#[expect(clippy::disallowed_methods, reason = "the logs are files")]
fn begun_in_form1(name: &str, entries: usize) -> Story {
    let text = std::fs::read_to_string(folder().join(format!("form1-{name}.json"))).unwrap();
    let mut log = log(&Export::parse(&text).unwrap());
    log.truncate(entries);
    Story::of_log(log)
}

#[test]
fn a_match_of_form_1_goes_on_in_form_4() {
    let mut story = begun_in_form1("classic-bughouse-mate", 12);
    assert!(story.log.iter().all(|entry| entry.public.starts_with("{\"v\":1,")));
    story.wait(Duration::hours(1));
    let (at, decider) = (story.now, story.turn(BoardNo::One).decider);
    let until = at + Duration::days(8);
    story.does(decider, |account| Command::PlanVacation { account, from: at, until }).unwrap();
    story.wait(Duration::days(1));
    story.play_any(BoardNo::One);
    assert!(story.log.last().unwrap().public.starts_with("{\"v\":4,"));
    assert_eq!(story.view(Viewer::Spectator).vacation_days, 30);
    story.check();
}

#[test]
fn moves_of_form_1_do_not_hurry_anybody() {
    for entry in std::iter::successors(Some(7), |n| Some(n + 1)).take(20) {
        let story = begun_in_form1("bughouse-worst-move-time", entry);
        assert!(story.state.open_turns().iter().all(|turn| turn.hurried.is_none()));
    }
}
