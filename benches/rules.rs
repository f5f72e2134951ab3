//! How fast the rules count: perft of one board, and every row of the oracle. Run by `script/bench`.
//!
//! Prints one line for each figure: a name, a tab, a number.

#![expect(clippy::expect_used, reason = "a benchmark that cannot go on fails loudly")]
#![expect(clippy::disallowed_methods, reason = "a benchmark looks at the clock")]

use delirious::domain::rules::{Position, RuleSet};
use std::time::Instant;

/// The position that python-chess counts beside us.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R[PNBRQpnbrq] w KQkq - 0 1";
const DEPTH: u32 = 3;
const ROUNDS: u32 = 20;

fn main() {
    perft();
    oracle();
}

/// Nodes in a second, the best of a few rounds.
fn perft() {
    let rules = RuleSet::preset("classic-bughouse").expect("a preset");
    let position = Position::parse(&rules, KIWIPETE).expect("a board");
    let (mut best, mut nodes) = (f64::INFINITY, 0);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        nodes = position.perft(&rules, DEPTH);
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("perft_nodes\t{nodes}");
    println!("perft_seconds\t{best:.6}");
}

/// Counts the rows that the tests leave out without optimisation, too.
fn oracle() {
    let (mut agree, mut rows, mut nodes) = (0u32, 0u32, 0u64);
    let start = Instant::now();
    for line in include_str!("../tests/data/perft.jsonl").lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("a row");
        let preset = match row["rules"].as_str().expect("a rule set") {
            "king-capture" if row["fairy"] == true => "delirious",
            "king-capture" => "bughouse-worst-move",
            preset => preset,
        };
        let mut rules = RuleSet::by_name(preset).expect("a preset");
        rules.set("pawn_drop_mate", "allowed").expect("a layer");
        let position = Position::parse(&rules, row["board"].as_str().expect("a board")).expect("a board");
        let depth = u32::try_from(row["depth"].as_u64().expect("a depth")).expect("a small depth");
        let counted = position.perft(&rules, depth);
        rows += 1;
        nodes += counted;
        agree += u32::from(Some(counted) == row["nodes"].as_u64());
    }
    println!("oracle_rows\t{rows}");
    println!("oracle_agree\t{agree}");
    println!("oracle_nodes\t{nodes}");
    println!("oracle_seconds\t{:.3}", start.elapsed().as_secs_f64());
}
