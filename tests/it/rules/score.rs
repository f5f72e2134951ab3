//! Points of a game, each with its reason (RULES §11).

use super::{Game, START, rules};
use delirious::domain::rules::{DrawBy, Outcome, Point, RuleSet, Table, WinBy};
use delirious::domain::seat::{BoardNo, Seat, Team};

/// The table after moves, each with its board.
fn played(rules: &RuleSet, table: &str, moves: &str) -> Table {
    let mut game = Game::at(rules, table);
    for mv in moves.split_whitespace() {
        game.play(mv).unwrap_or_else(|why| panic!("{mv} on {table}: {why}"));
    }
    game.0
}

fn names(table: &Table) -> Vec<&'static str> {
    let kept: Table = serde_json::from_str(&serde_json::to_string(table).unwrap()).unwrap();
    assert_eq!(kept.points(), table.points());
    table.points().into_iter().map(Point::name).collect()
}

const V: &str = "victory";
const M: &str = "moving check";
const U: &str = "unknown piece";
const Q: &str = "quiet piece";

#[test]
fn an_item_attached_gives_no_check() {
    let rules = rules("delirious", &[]);
    let board = format!("3k4/pp6/8/8/8/8/8/K2R4[{{$}}] w - - 0 1 | {START}");
    assert_eq!(names(&played(&rules, &board, "1:{$}@d1 1:a7a6 1:d1d8")), [V]);
}

#[test]
fn a_captured_king() {
    let rules = rules("fairy-bughouse", &[]);
    for (what, board, moves, expected) in [
        ("no move before", "4k3/8/8/8/8/8/8/K3R3[] w - -", "1:e1e8", &[V][..]),
        ("a rook's check", "3k4/pp6/8/8/8/8/8/K3R3[] w - -", "1:e1d1 1:a7a6 1:d1d8", &[V, M]),
        ("a king who walks into it", "3k4/8/8/8/8/8/8/K3R3[] w - -", "1:a1a2 1:d8e8 1:e1e8", &[V]),
        ("a dropped rook", "3k4/pp6/8/8/8/8/8/K7[R] w - -", "1:R@d1 1:a7a6 1:d1d8", &[V]),
        (
            "a check that still stands after another move",
            "3k4/pp6/8/8/8/8/8/K7[R] w - -",
            "1:R@d1 1:a7a6 1:a1a2 1:b7b6 1:d1d8",
            &[V, M, Q],
        ),
        ("around the edge", "k7/pp6/8/8/8/8/8/K6R^[] w - -", "1:h1h8 1:a7a6 1:h8a8", &[V, M, U]),
        ("a camel's check", "3k4/pp6/8/8/8/8/1C6/K2R4[] w - -", "1:b2c5 1:a7a6 1:d1d8", &[V, M, U]),
        ("a camel's capture", "3k4/pp6/8/2C5/8/8/8/K3R3[] w - -", "1:e1d1 1:a7a6 1:c5d8", &[V, M, U]),
        (
            "a camel that captures without a check",
            "3k4/8/8/8/2C5/8/8/K7[] w - -",
            "1:a1a2 1:d8d7 1:c4d7",
            &[V, U],
        ),
        ("an intelligent rook", "3k4/pp6/8/8/8/8/8/K3R!3[] w - -", "1:e1d1 1:a7a6 1:d1d8", &[V, M]),
        ("a bomb opens the line", "3k4/pp6/8/8/3n4/8/8/K2R4[X] w - -", "1:X@d4 1:a7a6 1:d1d8", &[V, U, Q]),
        ("a bomb on the own king", "3k4/pp6/8/8/8/8/1n6/K2R4[X] w - -", "1:X@a1 1:a7a6 1:d1d8", &[V, U, Q]),
        ("a pyramid beside it", "3k4/pp6/8/8/8/8/8/K2R4[Y] w - -", "1:Y@h4 1:a7a6 1:d1d8", &[V, U, Q]),
        ("a discovered attack", "3k4/pp6/8/8/3N4/8/8/K2R4[] w - -", "1:d4b3 1:a7a6 1:d1d8", &[V, M, Q]),
        ("a camel discovers", "3k4/pp6/8/8/3C4/8/8/K2R4[] w - -", "1:d4g3 1:a7a6 1:d1d8", &[V, M, U, Q]),
        ("castling, the rook attacks", "3k4/pp6/8/8/8/8/8/R3K3[] w Q -", "1:e1c1 1:a7a6 1:d1d8", &[V, M]),
        ("castling, neither does", "3k4/pp6/8/6B1/8/8/8/4K2R[] w K -", "1:e1g1 1:a7a6 1:g5d8", &[V, M, Q]),
        ("a promotion", "3k4/pp5P/8/8/8/8/8/K7[] w - -", "1:h7h8q 1:a7a6 1:h8d8", &[V, M]),
        ("a taxi that is a queen now", "3k4/pp5T/8/8/8/8/8/K7[] w - -", "1:h7h8q 1:a7a6 1:h8d8", &[V, M]),
        ("a taxi", "3k4/pp6/2T5/8/8/8/8/K7[] w - -", "1:c6c7 1:a7a6 1:c7d8q", &[V, M, U]),
        ("black captures", "k3r3/8/8/8/8/8/PP6/3K4[] b - -", "1:e8d8 1:a2a3 1:d8d1", &[V, M]),
        (
            "only moves of that board count",
            "3k4/pp6/8/8/8/8/8/K3R3[] w - -",
            "1:e1d1 2:e2e4 1:a7a6 1:d1d8",
            &[V, M],
        ),
    ] {
        let table = played(&rules, &format!("{board} | {START}"), moves);
        assert_eq!(names(&table), expected, "{what}");
        let army = if board.contains(" b ") { Seat::Black2 } else { Seat::White1 };
        assert_eq!(table.captor(), Some(army), "{what}");
    }
}

#[test]
fn a_mate() {
    let rules = rules("classic-bughouse", &[("gifts", "1")]);
    for (what, board, mv, expected) in [
        ("a knight moves", "6rk/6pp/8/6N1/8/8/8/4K3[] w - -", "1:g5f7", &[V, M][..]),
        ("a knight is dropped", "6rk/6pp/8/8/8/8/8/4K3[N] w - -", "1:N@f7", &[V]),
        ("a giraffe moves", "k7/8/2g5/8/8/8/6PP/6RK[] b - -", "1:c6g5", &[V, M, U]),
        ("a bomb opens two lines", "6rk/8/5p1p/8/8/8/8/B3K2R[X] w - -", "1:X@g6", &[V, U, Q]),
    ] {
        let table = played(&rules, &format!("{board} | {START}"), mv);
        assert_eq!(names(&table), expected, "{what}");
        assert_eq!(table.captor(), None);
    }
}

#[test]
fn boards_that_play_on() {
    let rules = rules("classic-bughouse", &[("boards_play_on", "true")]);
    let text = "7k/8/6K1/8/8/8/8/5Q2[] w - - 0 1 | 6rk/6pp/8/6N1/8/8/8/4K3[] w - - 0 1";
    assert_eq!(names(&played(&rules, text, "2:g5f7 1:f1f7")), [V], "the last move was the losers'");
    assert_eq!(names(&played(&rules, text, "1:f1f7 2:g5f7")), [V, M]);
}

#[test]
fn other_ends() {
    let check = |outcome: Outcome| {
        let board = "3k4/pp6/8/8/8/8/8/K3R3[] w - -";
        let mut table = played(&rules("fairy-bughouse", &[]), &format!("{board} | {START}"), "1:e1d1");
        assert_eq!(names(&table), [] as [&str; 0], "the game goes on");
        table.end(outcome);
        assert_eq!(table.captor(), None);
        names(&table)
    };
    assert_eq!(check(Outcome::Win { team: Team::First, by: WinBy::Resignation }), [V]);
    assert_eq!(check(Outcome::Win { team: Team::First, by: WinBy::Time }), [V]);
    assert_eq!(check(Outcome::Draw { by: DrawBy::Agreement }), [] as [&str; 0]);
}

#[test]
fn a_finished_table_given_as_text_tells_of_the_victory_alone() {
    let text = format!("K3R3/8/8/8/8/8/8/8[] b - - 0 1 | {START}");
    let table = Table::parse(&rules("fairy-bughouse", &[]), &text).unwrap();
    assert_eq!((names(&table), table.captor()), (vec![V], Some(Seat::White1)));
    assert!(table.board_over(BoardNo::Two));
}
