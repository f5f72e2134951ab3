//! Worked cases: those of the shared pages, and our own for the sentences that they leave out.

use super::{Game, rules};
use delirious::domain::rules::{Roll, RuleSet};
use delirious::domain::seat::{BoardNo, Seat};
use serde::Deserialize;
use std::collections::BTreeMap;

type ByName<T> = BTreeMap<String, T>;

/// One case: after `moves` on `table`, what `expect` names holds.
#[derive(Deserialize)]
pub struct Case {
    pub name: String,
    pub rules: String,
    pub table: String,
    pub moves: Vec<String>,
    pub expect: Expect,
    #[serde(default)]
    pub set: ByName<String>,
    pub roll: Option<u8>,
    #[serde(default)]
    pub worst: bool,
}

#[derive(Deserialize)]
pub struct Expect {
    pub result: Option<String>,
    pub waiting: Option<Vec<String>>,
    pub board1: Option<String>,
    pub touched: Option<String>,
    #[serde(default)]
    pub illegal: bool,
    #[serde(default)]
    pub hands: ByName<String>,
    #[serde(default)]
    pub legal_has: ByName<Vec<String>>,
    #[serde(default)]
    pub legal_not: ByName<Vec<String>>,
    #[serde(default)]
    pub legal_count: ByName<usize>,
}

/// Every case.
pub fn cases() -> Vec<Case> {
    let shared = include_str!("../../data/cases_rules.jsonl").lines();
    let own = include_str!("../../data/cases_own.jsonl").lines();
    shared.chain(own).map(|line| serde_json::from_str::<Case>(line).unwrap()).collect()
}

/// The pieces of a hand as a case writes them, each with its marks, sorted.
fn forms(hand: &str) -> Vec<String> {
    let mut forms: Vec<String> = Vec::new();
    for letter in hand.to_ascii_uppercase().chars() {
        match forms.last_mut().filter(|_| !letter.is_ascii_alphabetic()) {
            Some(form) => form.push(letter),
            None => forms.push(letter.to_string()),
        }
    }
    forms.sort_unstable();
    forms
}

impl Case {
    fn rule_set(&self) -> RuleSet {
        let layers: Vec<(&str, &str)> = self.set.iter().map(|(l, v)| (l.as_str(), v.as_str())).collect();
        rules(&self.rules, &layers)
    }

    /// Plays the moves; none when the last one is refused.
    fn play(&self) -> Option<Game> {
        let mut game = Game::at(&self.rule_set(), &self.table);
        for (n, mv) in self.moves.iter().enumerate() {
            if let Err(why) = game.play(mv) {
                assert_eq!(n + 1, self.moves.len(), "{}: {why}", self.name);
                return None;
            }
        }
        Some(game)
    }

    fn check(&self) {
        let (name, expect) = (&self.name, &self.expect);
        let Some(game) = self.play() else { return assert!(expect.illegal, "{name}: refused") };
        assert!(!expect.illegal, "{name}: an illegal move was played");
        if let Some(result) = &expect.result {
            assert_eq!(&game.result(), result, "{name}");
        }
        if let Some(waiting) = &expect.waiting {
            let found: Vec<&str> = game.0.waiting().iter().map(|seat| seat.name()).collect();
            assert_eq!(&found, waiting, "{name}");
        }
        if let Some(board) = &expect.board1 {
            let text = game.0.board(BoardNo::One).text();
            assert_eq!(text.split('[').next(), Some(board.as_str()), "{name}");
        }
        if let Some(touched) = &expect.touched {
            assert_eq!(&game.touched(), touched, "{name}");
        }
        for (seat, hand) in &expect.hands {
            let seat: Seat = seat.parse().unwrap();
            let held = game.0.hand(seat).iter();
            let mut found: Vec<String> =
                held.flat_map(|(form, n)| vec![form.to_string(); usize::from(n)]).collect();
            found.sort_unstable();
            assert_eq!(found, forms(hand), "{name}: hand of {seat}");
        }
        self.check_legal(&game);
    }

    fn check_legal(&self, game: &Game) {
        let (name, expect) = (&self.name, &self.expect);
        let roll = Roll { kind: self.roll, worst: self.worst };
        let legal = |board: &str| {
            let board = BoardNo::try_from(board.parse::<u8>().unwrap()).unwrap();
            game.clone().shown(board, roll).legal(board, roll)
        };
        for (board, moves) in &expect.legal_has {
            let legal = legal(board);
            for mv in moves {
                assert!(legal.contains(mv), "{name}: {mv} is missing in {legal:?}");
            }
        }
        for (board, moves) in &expect.legal_not {
            let legal = legal(board);
            for mv in moves {
                assert!(!legal.contains(mv), "{name}: {mv} should not be legal");
            }
        }
        for (board, count) in &expect.legal_count {
            assert_eq!(legal(board).len(), *count, "{name}: {:?}", legal(board));
        }
    }
}

#[test]
fn every_case_holds() {
    let cases = cases();
    assert_eq!(cases.len(), 59 + 345);
    cases.iter().for_each(Case::check);
}
