//! Every row of the oracle, counted by two independent generators, and two cylinders.

use super::{START, rules};
use delirious::domain::rules::{Move, Position, RuleSet};
use serde::Deserialize;

#[derive(Deserialize)]
struct Row {
    rules: String,
    fairy: bool,
    board: String,
    depth: u32,
    nodes: u64,
    moves: Option<Vec<String>>,
}

/// Counting more than this takes too long without optimisation.
const SHALLOW: u64 = 400_000;

fn rows() -> Vec<Row> {
    let lines = include_str!("../../data/perft.jsonl").lines();
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn rule_set(row: &Row) -> RuleSet {
    match row.rules.as_str() {
        "king-capture" if row.fairy => rules("delirious", &[]),
        "king-capture" => rules("bughouse-worst-move", &[]),
        "monteiro-bughouse" => rules("monteiro-bughouse", &[("pawn_drop_mate", "allowed")]),
        other => rules(other, &[]),
    }
}

fn check(rows: &[Row]) {
    for row in rows {
        let rules = rule_set(row);
        let position = Position::parse(&rules, &row.board).unwrap();
        assert_eq!(position.perft(&rules, row.depth), row.nodes, "{} {} {}", row.rules, row.board, row.depth);
        if let Some(moves) = &row.moves {
            let divided = position.perft_divided(&rules, 1);
            let found: Vec<String> = divided.iter().map(|(mv, _): &(Move, u64)| mv.to_string()).collect();
            assert_eq!(&found, moves, "{} {}", row.rules, row.board);
        }
    }
}

fn check_rows(deep: bool, expected: usize) {
    let rows: Vec<Row> = rows().into_iter().filter(|row| (row.nodes > SHALLOW) == deep).collect();
    assert_eq!(rows.len(), expected);
    check(&rows);
}

#[test]
fn shallow_rows_agree() {
    check_rows(false, 751);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "a minute without optimisation; script/bench counts them too")]
fn deeper_rows_agree() {
    check_rows(true, 131);
}

#[test]
fn cylinders_agree() {
    let rules = rules("classic-bughouse", &[]);
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 cyl";
    for (board, counts) in
        [(format!("{START} cyl"), [20, 392, 9162]), (kiwipete.to_owned(), [51, 2599, 135_626])]
    {
        let position = Position::parse(&rules, &board).unwrap();
        assert_eq!([1, 2, 3].map(|depth| position.perft(&rules, depth)), counts, "{board}");
    }
}
