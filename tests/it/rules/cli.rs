//! `delirious rules`, run as a program.

use super::START;
use super::cases::{Case, cases};
use std::process::{Command, Stdio};

/// What a run printed, and whether it was exit 0.
struct Run {
    ok: bool,
    code: Option<i32>,
    out: String,
    err: String,
}

fn delirious(args: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_delirious")).arg("rules").args(args).output().unwrap();
    Run {
        ok: output.status.success(),
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn play(case: &Case) -> Run {
    let sets: Vec<String> = case.set.iter().map(|(layer, value)| format!("{layer}={value}")).collect();
    let mut args = vec!["play", "--rules", &case.rules, "--table", &case.table];
    for set in &sets {
        args.extend(["--set", set]);
    }
    args.extend(case.moves.iter().map(String::as_str));
    delirious(&args)
}

#[test]
fn every_case_plays_on_the_command_line_as_in_the_library() {
    for case in cases() {
        let run = play(&case);
        assert_eq!(run.ok, !case.expect.illegal, "{}: {}", case.name, run.err);
        if let Some(result) = &case.expect.result {
            assert!(run.out.contains(&format!("\nresult: {result}\n")), "{}: {}", case.name, run.out);
        }
        if let Some(waiting) = &case.expect.waiting {
            let line = format!("waiting: {}\n", waiting.join(" "));
            assert_eq!(run.out.contains("waiting: "), !waiting.is_empty(), "{}: {}", case.name, run.out);
            assert!(waiting.is_empty() || run.out.ends_with(&line), "{}: {}", case.name, run.out);
        }
    }
}

#[test]
fn play_prints_table_and_result() {
    let table = format!("{START} | {START}");
    let run =
        delirious(&["play", "--rules", "classic-bughouse", "--table", &table, "1:e2e4", "1:d7d5", "1:e4d5"]);
    assert_eq!(
        run.out,
        "table: rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 2 | \
         rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[p] w KQkq - 0 1\nresult: ongoing\n"
    );
}

#[test]
fn legal_prints_sorted_lines_and_takes_moves_of_its_board_without_prefix() {
    let table = format!("{START} | {START}");
    let args = ["legal", "--rules", "bughouse-worst-move", "--table", &table, "--board", "2", "--roll", "2"];
    let run = delirious(&[&args[..], &["e2e4", "1:d2d4"]].concat());
    assert_eq!(run.out, "b8a6\nb8c6\ng8f6\ng8h6\n");
}

#[test]
fn perft_divides() {
    let args =
        ["perft", "--rules", "classic-bughouse", "--board", "k7/2Q5/8/8/8/p7/P7/K7 b - -", "--depth", "2"];
    assert_eq!(delirious(&args).out, "nodes: 0\n");
    let args = ["perft", "--rules", "classic-bughouse", "--board", START, "--depth", "2", "--divide"];
    let out = delirious(&args).out;
    assert!(out.starts_with("a2a3: 20\na2a4: 20\n") && out.ends_with("\nnodes: 400\n"), "{out}");
}

#[test]
fn layers_are_listed() {
    let out = delirious(&["layers"]).out;
    for layer in [
        "worst_faces=0|1|2|3|4|5|6 ",
        "promoted=reverts|stays ",
        "order=simultaneous|round-s1|round-s2 ",
        "gifts=0|1|2|3|4|5|6 ",
        "reward_pick=player|dice ",
        "fairy_set=PIECE,PIECE,... ",
        "events=none|lively|wild|raving ",
    ] {
        assert!(out.contains(layer), "{layer} is missing in {out}");
    }
}

#[test]
fn score_prints_each_point() {
    let table = format!("3k4/pp6/8/8/3n4/8/8/K2R4[X] w - - 0 1 | {START}");
    let args = ["score", "--rules", "fairy-bughouse", "--table", &table];
    let run = delirious(&[&args[..], &["1:X@d4", "2:e2e4", "1:a7a6", "1:d1d8"]].concat());
    assert_eq!(run.out, "+1 victory\n+1 unknown piece\n+1 quiet piece\n");
    let run = delirious(&[&args[..], &["1:X@d4"]].concat());
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
    assert!(run.err.contains("the game goes on"), "{}", run.err);
    let drawn = "7k/8/6K1/8/8/8/8/5Q2[] w - - 0 1 | 7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1";
    let run = delirious(&["score", "--rules", "classic-bughouse", "--table", drawn, "1:f1f7"]);
    assert_eq!((run.ok, run.out.as_str()), (true, ""), "{}", run.err);
}

#[test]
fn refusals_are_exit_1_with_a_reason_on_standard_error() {
    let two = format!("{START} | {START}");
    let table = ["--table", two.as_str()];
    let cases: &[(&[&str], &str)] = &[
        (&["play", "--rules", "chess"], "there is no rule set \"chess\": choose one of classic-bughouse"),
        (&["play", "--rules", "delirious", "1:!storm"], "is no event: write !turn"),
        (&["play", "--rules", "delirious", "!turn"], "names no board"),
        (&["play", "--rules", "delirious", "1:{@}@e2"], "no ring of invisibility in hand"),
        (&["play", "--rules", "delirious", "1:call N?"], "has no hidden knight"),
        (&["play", "--rules", "classic-bughouse", "--set", "events=wild"], "events need king capture"),
        (&["play", "--rules", "classic-bughouse", "1:call e2"], "it has no worst die"),
        (&["play", "--rules", "fairy-bughouse", "1:call e2"], "a pawn is not intelligent"),
        (&["play", "--rules", "fairy-bughouse", "1:call N?"], "no piece is hidden"),
        (&["play", "--rules", "fairy-bughouse", "1:call N!"], "has no intelligent knight in hand"),
        (&["play", "--rules", "fairy-bughouse", "1:{@}@e2"], "no magic items"),
        (&["play", "--rules", "classic-bughouse", "--set", "worst_faces=3"], "needs the type die"),
        (&["play", "--rules", "classic-bughouse", "--set", "type_die=true"], "dice need king capture"),
        (&["play", "--rules", "classic-bughouse", "--set", "order=clockwise"], "choose one of"),
        (&["play", "--rules", "classic-bughouse", "--set", "wind=strong"], "there is no layer"),
        (&["play", "--rules", "classic-bughouse", "--set", "order"], "layer=value"),
        (&["play", "--rules", "bughouse-worst-move", "--set", "boards_play_on=true"], "checkmate"),
        (&["play", "--rules", "fairy-bughouse", "--set", "fairy_set=C,K"], "fairy_set: K is no fairy piece"),
        (&["play", "--rules", "classic-bughouse", "--set", "rewards=1"], "capturing a king"),
        (&["play", "--rules", "dice-chess"], "one board"),
        (&["play", "--rules", "classic-bughouse", "e2e4"], "names no board"),
        (&["play", "--rules", "classic-bughouse", "1:e2e5"], "cannot move to e5"),
        (&["play", "--rules", "classic-bughouse", "1:!turn"], "no events in this game"),
        (&["play", "--rules", "classic-bughouse", "1:sit"], "nobody sits"),
        (&["legal", "--rules", "classic-bughouse", "--board", "1", "--roll", "2"], "no type die"),
        (&["legal", "--rules", "classic-bughouse", "--board", "1", "--worst"], "no worst die"),
        (
            &["legal", "--rules", "bughouse-worst-move", "--set", "worst_faces=0", "--board", "1", "--worst"],
            "no worst die",
        ),
        (&["legal", "--rules", "bughouse-worst-move", "--board", "1", "--roll", "7"], "7"),
        (&["legal", "--rules", "classic-bughouse", "--board", "3"], "no board 3"),
        (&["legal", "--rules", "classic-bughouse", "--board", "one"], "one"),
    ];
    for (args, reason) in cases {
        let run = delirious(&[&args[..2], &args[2..3], &table[..], &args[3..]].concat());
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{args:?}");
        assert!(run.err.contains(reason), "{args:?}: {}", run.err);
    }
}

#[test]
fn a_reader_who_has_gone_away_is_an_error_like_any_other() {
    let log = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/logs/form1-classic-bughouse-mate.json");
    for args in [&["verify", log][..], &["rules", "layers"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new(env!("CARGO_BIN_EXE_delirious"));
        let child = command.args(args).stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}: {err}");
        assert!(err.contains("cannot write the answer"), "{args:?}: {err}");
    }
}

#[test]
fn perft_has_a_bottom() {
    let run = delirious(&["perft", "--rules", "dice-chess", "--board", START, "--depth", "1000000000"]);
    assert_eq!(run.code, Some(1), "{}", run.err);
}

#[test]
fn no_text_brings_it_down() {
    let long = "k".repeat(100_000);
    for table in ["", "|", "x", "k/k", "💥[] w - - 0 1", "[[[", long.as_str(), "8/8/8/8/8/8/8/8[] w - - 0 1"]
    {
        let run = delirious(&["play", "--rules", "dice-chess", "--table", table]);
        assert_eq!(run.code, Some(1), "{table:.40}");
        assert!(!run.err.is_empty() && !run.err.contains("panicked") && run.err.len() < 400, "{}", run.err);
    }
}
