//! Old logs replay for ever (DESIGN §10): whole exports in `tests/logs`, with what they came to.
//!
//! A file here is never written again. New forms of events get new files:
//! `cargo test --test it write_golden_logs -- --ignored` writes those that are missing.

use super::random::finished_match;
use super::story::Story;
use delirious::domain::game::{Event, Export, ExportEntry, Lapse, LogEntry, fold, verify};
use delirious::domain::seat::Seat;
use delirious::domain::visibility::{Viewer, view};
use std::collections::BTreeMap;
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
}

/// The logs that should be there: some way to end for each preset.
const WANTED: [&str; 10] = [
    "classic-bughouse-mate",
    "classic-bughouse-time",
    "monteiro-bughouse-resignation",
    "dice-chess-king-capture",
    "dice-chess-time",
    "worst-move-king-capture",
    "worst-move-time",
    "bughouse-worst-move-king-capture",
    "bughouse-worst-move-time",
    "bughouse-worst-move-resignation",
];

fn name(story: &Story) -> String {
    let result = story.result();
    let end = result.rsplit_once(" by ").map_or("ongoing", |(_, by)| by).replace(' ', "-");
    format!("{}-{end}", story.state.settings().rules.preset_name())
}

/// Scholar's mate beside two moves of the other board.
fn mated() -> Story {
    let mut story = Story::started("classic-bughouse", Lapse::Forfeit);
    for (who, mv) in [
        (Seat::White1, "e2e4"),
        (Seat::White3, "e2e4"),
        (Seat::Black2, "e7e5"),
        (Seat::White1, "d1h5"),
        (Seat::Black4, "d7d5"),
        (Seat::White3, "e4d5"),
        (Seat::Black2, "b8c6"),
        (Seat::White1, "f1c4"),
        (Seat::Black2, "P@d3"),
        (Seat::White1, "h5f7"),
    ] {
        story.wait(Duration::minutes(90));
        story.play(who, mv).unwrap();
    }
    story
}

/// Of each name the first match that is long enough to tell something.
fn wanted() -> BTreeMap<String, String> {
    let mut wanted = BTreeMap::from([(name(&mated()), mated().export())]);
    for seed in 0..3_000 {
        let story = finished_match(seed, 60);
        let name = name(&story);
        if WANTED.contains(&name.as_str()) && story.log.len() > 30 {
            wanted.entry(name).or_insert_with(|| story.export());
        }
        if wanted.len() == WANTED.len() {
            break;
        }
    }
    wanted
}

#[test]
#[ignore = "writes files: run it to add logs of a new form"]
#[expect(clippy::disallowed_methods, reason = "the logs are files")]
fn write_golden_logs() {
    for (name, export) in wanted() {
        let path = folder().join(format!("form1-{name}.json"));
        if !path.exists() {
            std::fs::write(path.with_extension("txt"), told(&export)).unwrap();
            std::fs::write(path, export).unwrap();
        }
    }
}
