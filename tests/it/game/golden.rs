//! Old logs replay for ever (DESIGN §10): whole exports in `tests/logs`, with what they came to.
//!
//! A file here is never written again. New forms of events get new files:
//! `cargo test --test it write_golden_logs -- --ignored` writes those that are missing.

use super::slow::eventful;
use super::story::{ERIN, Story};
use delirious::domain::game::{
    Bank, Command, Event, Export, ExportEntry, Lapse, Leaving, LogEntry, Status, VacationDays, fold, verify,
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

/// The logs that should be there: of form 1 some way to end for each preset, of form 2 every new event.
const WANTED: [&str; 16] = [
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
];

/// Called off when one team had moved.
fn called_off() -> Story {
    let mut story = Story::started("bughouse-worst-move", Lapse::OpponentChooses);
    story.wait(Duration::hours(5));
    story.play_any(BoardNo::One);
    story.does(Seat::Black4, |account| Command::Abort { account }).unwrap();
    story
}

/// A deleted account's seat that nobody got.
fn nobody_took_the_seat() -> Story {
    let mut story = Story::started("classic-bughouse", Lapse::Forfeit);
    story.wait(Duration::hours(5));
    story.play(Seat::White1, "e2e4").unwrap();
    story.does(Seat::Black2, |account| Command::LeaveForGood { account, why: Leaving::Deleted }).unwrap();
    story.command(Command::AskToSubstitute { account: ERIN, seat: Seat::Black2 }).unwrap();
    story.wait(Duration::days(8));
    story.settle();
    story
}

/// Banks, a lapse, a late chooser, and the third lapse.
fn banks() -> Story {
    let rules = RuleSet::preset("worst-move").unwrap();
    let day = 86_400;
    let bank = Bank::new(2 * day, day / 4, 3 * day).unwrap();
    let mut story = Story::started_as(rules, Lapse::OpponentChooses, |open| open.bank = Some(bank));
    for n in 0.. {
        if story.state.status() != Status::Running {
            break;
        }
        if n % 3 == 2 {
            story.now = story.state.next_due().unwrap() + Duration::minutes(7);
            story.settle();
        } else {
            story.wait(Duration::hours(2));
            story.play_any(BoardNo::One);
        }
    }
    story
}

/// Days of vacation that go until none is left.
fn days_used_by_themselves() -> Story {
    let rules = RuleSet::preset("dice-chess").unwrap();
    let days = VacationDays::new(3).unwrap();
    let mut story = Story::started_as(rules, Lapse::Forfeit, |open| open.vacation_days = days);
    for seat in [Seat::White1, Seat::Black2] {
        story.does(seat, |account| Command::AutoVacation { account, on: true }).unwrap();
    }
    story.wait(Duration::hours(80));
    story.play_any(BoardNo::One);
    let down = story.now + Duration::hours(30);
    story.wait(Duration::hours(50));
    story.credit(down, story.now);
    for _ in 0..9 {
        story.wait(Duration::hours(23));
        story.settle();
    }
    story
}

/// A hurried player on vacation, whose partner's board stands.
fn a_board_that_stands() -> Story {
    let mut story = Story::started("classic-bughouse", Lapse::Forfeit);
    let from = story.now + Duration::hours(4);
    let until = from + Duration::days(20);
    story.does(Seat::White1, |account| Command::PlanVacation { account, from, until }).unwrap();
    for n in 0..3 {
        story.wait(Duration::hours(3));
        story.play(Seat::White3, ["a2a3", "b2b3", "c2c3"][n]).unwrap();
        story.play(Seat::Black4, ["a7a6", "b7b6", "c7c6"][n]).unwrap();
    }
    story.wait(Duration::days(9));
    story.play(Seat::White1, "e2e4").unwrap();
    story.wait(Duration::days(4));
    story.settle();
    story
}

/// The logs of form 2, by name.
fn of_form2() -> Vec<(&'static str, Story)> {
    vec![
        ("form2-words-and-absences", eventful()),
        ("form2-called-off", called_off()),
        ("form2-nobody-took-the-seat", nobody_took_the_seat()),
        ("form2-banks", banks()),
        ("form2-days-used-by-themselves", days_used_by_themselves()),
        ("form2-a-board-that-stands", a_board_that_stands()),
    ]
}

#[test]
#[ignore = "writes files: run it to add logs of a new form"]
#[expect(clippy::disallowed_methods, reason = "the logs are files")]
fn write_golden_logs() {
    for (name, story) in of_form2() {
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
fn a_match_of_form_1_goes_on_in_form_3() {
    let mut story = begun_in_form1("classic-bughouse-mate", 12);
    assert!(story.log.iter().all(|entry| entry.public.starts_with("{\"v\":1,")));
    story.wait(Duration::hours(1));
    let (at, decider) = (story.now, story.turn(BoardNo::One).decider);
    let until = at + Duration::days(8);
    story.does(decider, |account| Command::PlanVacation { account, from: at, until }).unwrap();
    story.wait(Duration::days(1));
    story.play_any(BoardNo::One);
    assert!(story.log.last().unwrap().public.starts_with("{\"v\":3,"));
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
