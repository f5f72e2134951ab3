//! Random play with events, cloaks and hidden pieces: nothing panics, replay equals state, and what a decider
//! or a reader is told does not depend on where pieces hide that it does not see (RULES §9, §10).

use super::chance::Chance as Luck;
use super::rules;
use delirious::domain::rules::{
    Bump, Chance, Due, Eye, Item, Move, Piece, Refusal, Roll, Square, Table, Tried,
};
use delirious::domain::seat::{BoardNo, Seat, Team};

/// Rings and cloaks on both sides, some of them hidden, treasure, cells and items in hands.
const BOARD: &str = "r@nb@qkb$nr@/pppp1p@pp/4n@?3/{@}2%4/4P@3/2N@?5/PPP$P2PP/R@NB$QKB@NR\
                     [CTXYN!{@}{$}ctxyn!{@b}{$b}] w KQkq - 0 1";

fn delirium(layers: &[(&str, &str)]) -> Table {
    let rules = rules("delirious", layers);
    let boards = vec![BOARD; rules.boards().len()];
    Table::parse(&rules, &boards.join(" | ")).unwrap()
}

/// One thing that happened.
#[derive(Clone)]
enum Happened {
    Tried(BoardNo, Move, Roll),
    Passed(BoardNo),
    Revealed(Seat, Roll),
    Chanced(BoardNo, Chance),
}

impl Happened {
    fn apply(&self, table: &mut Table) -> Option<Bump> {
        match self {
            Self::Tried(board, mv, roll) => {
                let tried = table.attempt(*board, mv, *roll);
                if let Tried::Bumped(bump) = tried.unwrap_or_else(|why| panic!("{mv}: {why} at {table}")) {
                    return Some(bump);
                }
            }
            Self::Passed(board) => drop(table.pass(*board).unwrap()),
            Self::Revealed(seat, roll) => drop(table.reveal(*seat, *roll).unwrap()),
            Self::Chanced(board, chance) => drop(table.chance(*board, *chance).unwrap()),
        }
        None
    }
}

/// What chance draws, by what looks empty.
fn event(table: &Table, board: BoardNo, luck: &mut Luck) -> Chance {
    let free = table.looks_empty(board);
    match luck.below(7) {
        0 => Chance::Bacteria(free.into_iter().filter(|_| luck.below(3) == 0).collect()),
        1 => Chance::Turn,
        2 => Chance::Cylinder,
        3 => Chance::Row,
        4 if !free.is_empty() => Chance::Treasure(Item::Ring, *luck.of(&free)),
        5 if !free.is_empty() => Chance::Treasure(Item::Cloak, *luck.of(&free)),
        _ => Chance::Life,
    }
}

fn roll(table: &Table, board: BoardNo, luck: &mut Luck) -> Roll {
    let kind = Some(u8::try_from(luck.below(6) + 1).unwrap());
    Roll { kind, worst: table.called(board).is_none() && luck.below(2) == 0 }
}

/// What a game came by.
#[derive(Default)]
struct Seen {
    plies: usize,
    bumps: usize,
    reveals: usize,
    hidden: usize,
    twins: usize,
}

/// What happens next: chosen by luck among what the rules allow.
fn next(table: &mut Table, luck: &mut Luck, seen: &mut Seen, twins: bool) -> Vec<Happened> {
    let due = |board: &BoardNo| table.due(*board) != Due::Nothing;
    let boards: Vec<BoardNo> = table.rules().boards().iter().copied().filter(due).collect();
    assert!(!boards.is_empty(), "nothing is due though the game goes on: {table}");
    let board = *luck.of(&boards);
    let mut happened = Vec::new();
    let mut happen = |table: &mut Table, what: Happened| {
        let bump = what.apply(table);
        happened.push(what);
        bump
    };
    if let Due::Pass(seat) = table.due(board) {
        happen(table, Happened::Passed(seat.board()));
        return happened;
    }
    let mut roll = roll(table, board, luck);
    while let Some(seat) = table.must_reveal(board, roll) {
        happen(table, Happened::Revealed(seat, roll));
        seen.reveals += 1;
        if !matches!(table.due(board), Due::Turn(_)) {
            return happened;
        }
    }
    loop {
        if twins {
            seen.twins += compare_twins(table, board, roll, luck);
        }
        let legal = table.legal(board, roll);
        assert!(!legal.is_empty(), "a turn without a move, {roll:?}: {table}");
        let mv = *luck.of(&legal);
        seen.plies += 1;
        let called = matches!(mv, Move::Call(_));
        match happen(table, Happened::Tried(board, mv, roll)) {
            Some(bump) => {
                seen.bumps += 1;
                check_bump(table, board, &bump);
                while let Some(seat) = table.must_reveal(board, roll) {
                    happen(table, Happened::Revealed(seat, roll));
                }
            }
            None if called => roll.worst = false,
            None => break,
        }
        if !matches!(table.due(board), Due::Turn(_)) {
            return happened;
        }
    }
    seen.hidden += hidden(table, board, Eye::All).len();
    if table.outcome().is_none() && luck.below(6) == 0 {
        let chance = event(table, board, luck);
        happen(table, Happened::Chanced(board, chance));
    }
    happened
}

fn check_bump(table: &Table, board: BoardNo, bump: &Bump) {
    let there = table.board(board).piece_at(bump.square);
    assert_eq!(there, Some(bump.met));
    assert!(!bump.met.is_hidden());
    assert_eq!(bump.seat, table.mover(board), "a bump is no move");
}

fn hidden(table: &Table, board: BoardNo, eye: Eye) -> Vec<(Square, Piece)> {
    let seen = table.seen_by(eye);
    let pieces = seen.board(board).pieces().filter(|(_, piece)| piece.is_hidden());
    pieces.collect()
}

fn play(start: &Table, number: u64, most: usize, twins: bool) -> Seen {
    let (mut table, mut luck, mut seen) = (start.clone(), Luck::new(number), Seen::default());
    let mut record = Vec::new();
    while table.outcome().is_none() && seen.plies < most {
        record.extend(next(&mut table, &mut luck, &mut seen, twins));
        if seen.plies % 8 == 0 {
            check_texts(&table);
        }
    }
    let mut replayed = start.clone();
    for happened in &record {
        happened.apply(&mut replayed);
    }
    assert_eq!(replayed, table, "number {number}");
    seen
}

fn check_texts(table: &Table) {
    let text = table.to_string();
    assert_eq!(Table::parse(table.rules(), &text).unwrap().to_string(), text);
    let snapshot = serde_json::to_string(table).unwrap();
    assert_eq!(&serde_json::from_str::<Table>(&snapshot).unwrap(), table);
    for &board in table.rules().boards() {
        assert_eq!(hidden(table, board, Eye::Public), []);
        for team in Team::ALL {
            let own = |piece: &Piece| Seat::at(board, piece.army).team() == team;
            assert!(hidden(table, board, Eye::Team(team)).iter().all(|(_, piece)| own(piece)));
        }
    }
}

/// Moves one hidden piece to another empty square, and compares all that those are told who do not see it.
/// Gives how many pairs there were.
fn compare_twins(table: &Table, board: BoardNo, roll: Roll, luck: &mut Luck) -> usize {
    let all = hidden(table, board, Eye::All);
    if all.is_empty() || luck.below(3) > 0 {
        return 0;
    }
    let (from, piece) = *luck.of(&all);
    let free: Vec<Square> =
        table.looks_empty(board).into_iter().filter(|s| table.board(board).piece_at(*s).is_none()).collect();
    if free.is_empty() {
        return 0;
    }
    let twin = with_piece_on(table, board, (from, *luck.of(&free)));
    let owner = Seat::at(board, piece.army);
    // Where the piece stands may decide what shows itself: then the rules tell the two apart.
    if twin.must_reveal(board, roll) != table.must_reveal(board, roll) || twin.due(board) != table.due(board)
    {
        return 0;
    }
    let others = owner.opponent();
    for eye in [Eye::Public, Eye::Team(others.team())] {
        assert_eq!(table.seen_by(eye).to_string(), twin.seen_by(eye).to_string());
        assert_eq!(table.seen_by(eye).touched(board, roll), twin.seen_by(eye).touched(board, roll));
    }
    assert_eq!(table.looks_empty(board), twin.looks_empty(board));
    assert_eq!(table.family_fallback(board, roll), twin.family_fallback(board, roll));
    let decider = if roll.worst { table.mover(board).opponent() } else { table.mover(board) };
    if decider.team() == owner.team() {
        return 1;
    }
    let legal = table.legal(board, roll);
    assert_eq!(legal, twin.legal(board, roll), "{table}\n{twin}\n{roll:?}");
    assert_eq!(table.notations(board, &legal, roll), twin.notations(board, &legal, roll));
    assert_eq!(table.only_call(board, roll), twin.only_call(board, roll));
    for _ in 0..20 {
        let guess = guess(table, board, luck);
        let said = |table: &Table| table.admit(board, guess, roll).map_err(|why: Refusal| why.to_string());
        assert_eq!(said(table), said(&twin), "{guess} at {table}");
    }
    1
}

/// The same table with a hidden piece elsewhere; nothing else differs.
fn with_piece_on(table: &Table, board: BoardNo, (from, to): (Square, Square)) -> Table {
    let mut form = serde_json::to_value(table).unwrap();
    let at = table.rules().boards().iter().position(|other| *other == board).unwrap();
    let text = form["boards"][at].as_str().unwrap().to_owned();
    form["boards"][at] = swapped(&text, from, to).into();
    for touched in form.get_mut("touched").and_then(|touched| touched.as_array_mut()).into_iter().flatten() {
        if touched.as_str() == Some(&from.to_string()) {
            *touched = to.to_string().into();
        }
    }
    serde_json::from_value(form).unwrap()
}

/// A board's text with what stands on two squares exchanged.
fn swapped(text: &str, one: Square, other: Square) -> String {
    let (placement, rest) = text.split_once('[').unwrap();
    let mut ranks: Vec<Vec<String>> = placement.split('/').map(squares).collect();
    let height = ranks.len();
    let at = |square: Square| (height - 1 - usize::from(square.rank()), usize::from(square.file()));
    let ((r, f), (s, g)) = (at(one), at(other));
    let (first, second) = (ranks[r][f].clone(), ranks[s][g].clone());
    (ranks[r][f], ranks[s][g]) = (second, first);
    let written: Vec<String> = ranks.iter().map(|rank| joined(rank)).collect();
    format!("{}[{rest}", written.join("/"))
}

/// Squares as a rank's text.
fn joined(squares: &[String]) -> String {
    let mut text = String::new();
    for run in squares.chunk_by(|one, other| one == "1" && other == "1") {
        if run[0] == "1" { text += &run.len().to_string() } else { text += &run[0] }
    }
    text
}

/// What a rank's text says of each square; `1` for nothing.
fn squares(rank: &str) -> Vec<String> {
    let mut squares: Vec<String> = Vec::new();
    let mut letters = rank.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter.is_ascii_digit() {
            let mut run = letter.to_string();
            run.extend(std::iter::from_fn(|| letters.next_if(char::is_ascii_digit)));
            squares.extend(vec!["1".to_owned(); run.parse().unwrap()]);
        } else if letter == '{' {
            squares.push(std::iter::once('{').chain(letters.by_ref().take(2)).collect());
        } else {
            let marks: String = std::iter::from_fn(|| letters.next_if(|c| "^!~@$?".contains(*c))).collect();
            squares.push(format!("{letter}{marks}"));
        }
    }
    squares
}

fn guess(table: &Table, board: BoardNo, luck: &mut Luck) -> Move {
    let squares: Vec<Square> = table.board(board).geometry().squares().collect();
    let (from, to) = (*luck.of(&squares), *luck.of(&squares));
    let text = match luck.below(6) {
        0 => format!("N@{to}"),
        1 => format!("{{@}}@{to}"),
        2 => ["call N?", "call P?", "call B?", "call N!"][luck.below(4)].to_owned(),
        3 => format!("call {to}"),
        _ => format!("{from}{to}"),
    };
    text.parse().unwrap()
}

const GAMES: u64 = 60;

#[test]
fn random_games_replay_and_hide_nothing_in_text() {
    let mut total = Seen::default();
    for layers in [&[][..], &[("order", "round-s1")], &[("worst_faces", "0"), ("promoted", "reverts")]] {
        for seed in 1..=GAMES {
            let seen = play(&delirium(layers), seed, if seed % 10 == 0 { 300 } else { 60 }, false);
            total.bumps += seen.bumps;
            total.reveals += seen.reveals;
            total.hidden += seen.hidden;
        }
    }
    assert!(total.bumps > 100 && total.hidden > 1000, "{} bumps, {} hidden", total.bumps, total.hidden);
    assert!(total.reveals > 0);
}

#[test]
fn what_others_are_told_does_not_depend_on_where_a_piece_hides() {
    let mut twins = 0;
    for layers in [&[][..], &[("order", "round-s2")], &[("type_die", "true"), ("worst_faces", "6")]] {
        for seed in 1..=2 * GAMES {
            twins += play(&delirium(layers), seed, 40, true).twins;
        }
    }
    assert!(twins > 1000, "only {twins} pairs were compared");
}

#[test]
fn one_board_delirium() {
    let rules = rules("worst-move", &[("events", "raving")]);
    let start = Table::parse(&rules, BOARD).unwrap();
    for seed in 1..=GAMES {
        play(&start, seed, 60, seed % 3 == 0);
    }
}
