//! The rules against a second, slow model of the same words, on thousands of random boards.

mod model;
mod play;

use super::chance::Chance;
use super::rules;
use delirious::domain::rules::{Due, Move, Outcome, Roll, RuleSet, Table, WinBy};
use delirious::domain::seat::BoardNo;
use model::{Board, Words};

/// A rule set, as the library and as the model know it.
fn known(preset: &str, layers: &[(&str, &str)]) -> (RuleSet, Words) {
    let rules = rules(preset, layers);
    let words = Words {
        mate: rules.value("ends_by") == "checkmate",
        kept_free: if rules.value("pawn_drop_ranks") == "2-6" { 2 } else { 1 },
        stays: rules.value("promoted") == "stays",
    };
    (rules, words)
}

/// How a random board is made.
#[derive(Clone, Copy)]
struct Plan {
    files: usize,
    ranks: usize,
    /// Of a hundred squares, so many hold something.
    dense: usize,
    castling: bool,
}

impl Plan {
    fn random(chance: &mut Chance) -> Self {
        let side = |chance: &mut Chance| if chance.below(4) == 0 { 8 + chance.below(5) } else { 8 };
        Self {
            files: side(chance),
            ranks: side(chance),
            dense: *chance.of(&[5, 12, 25, 45]),
            castling: chance.below(3) == 0,
        }
    }

    fn board(self, chance: &mut Chance) -> String {
        let size = self.files * self.ranks;
        let mut cells: Vec<String> = (0..size).map(|n| self.cell(chance, n)).collect();
        let home =
            if self.castling { [size - self.files + 4, 4] } else { [0, 1].map(|_| chance.below(size)) };
        if self.castling {
            self.put_rooks(chance, &mut cells);
        }
        let other = if home[0] == home[1] { (home[1] + size / 2) % size } else { home[1] };
        "K".clone_into(&mut cells[home[0]]);
        "k".clone_into(&mut cells[other]);
        let ranks: Vec<String> = cells.chunks(self.files).map(rank_text).collect();
        let hands: String = (0..chance.below(5)).map(|_| random_man(chance, true)).collect();
        let army = *chance.of(&["w", "b"]);
        let rights = if self.castling { "KQkq" } else { "-" };
        let cylinder = *chance.of(&["", "", " cyl"]);
        format!("{}[{hands}] {army} {rights} - 0 1{cylinder}", ranks.join("/"))
    }

    /// Something to castle with in the corners, and nothing between on one wing of each army.
    fn put_rooks(self, chance: &mut Chance, cells: &mut [String]) {
        let (size, last) = (cells.len(), self.files - 1);
        for (corner, black) in [(0, true), (last, true), (size - self.files, false), (size - 1, false)] {
            let rook = *chance.of(&["R", "R", "R!", "R^", "N"]);
            cells[corner] = if black { rook.to_ascii_lowercase() } else { rook.to_owned() };
        }
        cells[1..4].fill("1".to_owned());
        cells[size - self.files + 5..size - 1].fill("1".to_owned());
    }

    fn cell(self, chance: &mut Chance, n: usize) -> String {
        let edge = n < self.files || n >= self.files * (self.ranks - 1);
        if chance.below(100) >= self.dense {
            return "1".to_owned();
        }
        if chance.below(12) == 0 {
            return "*".to_owned();
        }
        let man = random_man(chance, false);
        if edge && man.starts_with(['P', 'p', 'T', 't']) { "1".to_owned() } else { man }
    }
}

/// Squares of a rank, `1` where nothing stands, with runs of those as numbers.
fn rank_text(cells: &[String]) -> String {
    let runs = cells.chunk_by(|a, b| a == "1" && b == "1");
    runs.map(|run| if run[0] == "1" { run.len().to_string() } else { run.concat() }).collect()
}

fn random_man(chance: &mut Chance, in_hand: bool) -> String {
    let forms = "P P P T T T! N N! N^ B B^ B^! R R! R^ Q Q^ C C! G Z Z!";
    let apart = if in_hand { " X X! Y Y!" } else { " Q~ N~ R~~ Q!~~ B~~" };
    let all: Vec<&str> = forms.split(' ').chain(apart.trim().split(' ')).collect();
    let man = *chance.of(&all);
    if chance.below(2) == 0 { man.to_owned() } else { man.to_ascii_lowercase() }
}

/// What the model makes of the table is what the table says.
fn compare(table: &Table, board: &Board, words: Words, chance: &mut Chance) -> Vec<String> {
    let expected = board.moves(words);
    let found: Vec<String> = table.legal(BoardNo::One, Roll::default()).iter().map(Move::to_string).collect();
    assert_eq!(found, expected, "{table}");
    let read = Table::parse(table.rules(), &table.to_string()).unwrap();
    assert_eq!(read.legal(BoardNo::One, Roll::default()), table.legal(BoardNo::One, Roll::default()));
    if !words.mate {
        let (die, worst) = (u8::try_from(chance.below(6) + 1).unwrap(), chance.below(2) == 0);
        let offered = table.legal(BoardNo::One, Roll { kind: Some(die), worst });
        let offered: Vec<String> = offered.iter().map(Move::to_string).collect();
        assert_eq!(offered, board.rolled(&expected, die, worst), "{die} {worst}: {table}");
    }
    expected
}

fn stands_as(table: &Table, board: &Board) {
    let text = table.board(BoardNo::One).text();
    let read = Board::read(&text);
    assert_eq!((&read.men, &read.pyramids), (&board.men, &board.pyramids), "{text}");
    assert_eq!(read.rights, board.rights, "{text}");
    let sorted = |board: &Board| {
        board.hands.clone().map(|mut hand| {
            hand.sort();
            hand
        })
    };
    assert_eq!(sorted(&read), sorted(board), "{text}");
}

/// Plays from a board until something ends; gives how many positions were compared.
fn line(rules: &RuleSet, words: Words, text: &str, chance: &mut Chance) -> usize {
    let other = "7k/8/8/8/8/8/8/K7[] w - - 0 1";
    let Ok(mut table) = Table::parse(rules, &format!("{text} | {other}")) else { return 0 };
    let mut board = Board::read(text);
    for ply in 0..6 {
        let mated = matches!(table.outcome(), Some(Outcome::Win { by: WinBy::Mate, .. }));
        assert_eq!(mated, board.is_mated(words), "{table}");
        if table.outcome().is_some() || !matches!(table.due(BoardNo::One), Due::Turn(_)) {
            let ended = table.outcome().is_some() && !mated;
            assert!(ended || board.moves(words).is_empty(), "{table}");
            return ply;
        }
        let moves = compare(&table, &board, words, chance);
        let mv = chance.of(&moves);
        table.attempt(BoardNo::One, &mv.parse().unwrap(), Roll::default()).unwrap();
        board = board.after(mv, words);
        stands_as(&table, &board);
    }
    6
}

fn compare_many(preset: &str, layers: &[(&str, &str)], boards: u64, at_least: usize) {
    let (rules, words) = known(preset, layers);
    let mut compared = 0;
    for seed in 1..=boards {
        let mut chance = Chance::new(seed);
        let text = Plan::random(&mut chance).board(&mut chance);
        compared += line(&rules, words, &text, &mut chance);
    }
    assert!(compared >= at_least, "{compared} positions");
}

#[test]
fn king_capture_games_agree_with_the_model() {
    compare_many("fairy-bughouse", &[], 1000, 3000);
}

#[test]
fn checkmate_games_agree_with_the_model() {
    compare_many("classic-bughouse", &[("gifts", "1")], 1500, 2000);
}

#[test]
fn monteiro_games_agree_with_the_model() {
    let layers = [("gifts", "1"), ("pawn_drop_mate", "allowed")];
    compare_many("monteiro-bughouse", &layers, 500, 700);
}
