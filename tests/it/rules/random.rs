//! Random play over every preset and its layers: nothing panics, what is listed can be played, text and
//! snapshots come back the same, and no piece appears or vanishes but as the rules say.

use super::chance::Chance;
use super::rules;
use delirious::domain::rules::{Due, Form, Kind, Move, Outcome, Played, Point, Roll, RuleSet, Table};
use delirious::domain::seat::BoardNo;

fn pieces(table: &Table) -> usize {
    let boards = table.rules().boards().iter();
    let on = |board: &BoardNo| table.board(*board).pieces().count() + table.board(*board).pyramids().count();
    let standing: usize = boards.map(on).sum();
    standing + table.rules().seats().iter().map(|seat| table.hand(*seat).len()).sum::<usize>()
}

/// How many pieces a move should add to the game (RULES §4.5, §8).
fn added(rules: &RuleSet, played: &Played) -> isize {
    if played.mv.dropped().is_some_and(|form| form.kind == Kind::Bomb) {
        return -1 - isize::try_from(played.destroyed.len()).unwrap();
    }
    assert_eq!(played.destroyed, [], "nothing but a bomb destroys");
    match played.captured {
        None => 0,
        Some(piece) if piece.kind == Kind::King || rules.boards().len() == 1 => -1,
        Some(piece) => isize::from(piece.marks.is_promoted() && rules.value("promoted") == "stays"),
    }
}

/// Plays a game; gives how many moves it had.
fn play_one(start: &Table, chance: &mut Chance, most: usize) -> usize {
    let (mut table, rules) = (start.clone(), start.rules());
    let mut record = Vec::new();
    while table.outcome().is_none() && record.len() < most {
        record.push(step(&mut table, chance, record.len()));
    }
    if table.outcome().is_some() {
        rules.boards().iter().for_each(|board| assert_eq!(table.due(*board), Due::Nothing));
        assert!(table.waiting().is_empty());
        let won = table.outcome().and_then(Outcome::winner).is_some();
        assert_eq!(table.points().first(), won.then_some(&Point::Victory), "{table}");
        let snapshot = serde_json::to_string(&table).unwrap();
        assert_eq!(serde_json::from_str::<Table>(&snapshot).unwrap(), table);
        Table::parse(rules, &table.to_string()).unwrap();
    }
    assert_eq!(replayed(start, &record), table);
    record.len()
}

/// What happened on a board: a move with its roll, or a pass.
type Happened = (BoardNo, Option<(Move, Roll)>);

fn replayed(start: &Table, record: &[Happened]) -> Table {
    let mut table = start.clone();
    for (board, happened) in record {
        match happened {
            Some((mv, roll)) => drop(table.attempt(*board, mv, *roll).unwrap()),
            None => drop(table.pass(*board).unwrap()),
        }
    }
    table
}

fn step(table: &mut Table, chance: &mut Chance, ply: usize) -> Happened {
    let due: Vec<BoardNo> =
        table.rules().boards().iter().copied().filter(|board| table.due(*board) != Due::Nothing).collect();
    assert!(!due.is_empty(), "nothing is due though the game goes on: {table}");
    let board = *chance.of(&due);
    if matches!(table.due(board), Due::Pass(_)) {
        table.pass(board).unwrap();
        return (board, None);
    }
    let kind = table.rules().has_type_die().then(|| u8::try_from(chance.below(6) + 1).unwrap());
    let worst = table.rules().worst_faces() > 0 && chance.below(2) == 0;
    let roll = Roll { kind, worst: worst && table.called(board).is_none() };
    let legal = table.legal(board, roll);
    assert!(!legal.is_empty(), "a turn without a move: {table}");
    assert!(legal.is_sorted() && legal.windows(2).all(|pair| pair[0] != pair[1]), "{legal:?}");
    if ply % 16 == 8 || table.called(board).is_some() {
        check_whole(table, board, roll, &legal, chance);
    }
    // Captures make games that go somewhere.
    let takes = |mv: &&Move| mv.to().is_some_and(|to| table.board(board).piece_at(to).is_some());
    let captures: Vec<Move> = legal.iter().filter(takes).copied().collect();
    let mv =
        if !captures.is_empty() && chance.below(3) == 0 { *chance.of(&captures) } else { *chance.of(&legal) };
    let before = pieces(table);
    let played = table.attempt(board, &mv, roll).unwrap().played().unwrap();
    let expected = before.checked_add_signed(added(table.rules(), &played)).unwrap();
    assert_eq!(pieces(table), expected, "{mv} led to {table}");
    (board, Some((mv, roll)))
}

/// What is too slow to check after every move.
fn check_whole(table: &Table, board: BoardNo, roll: Roll, legal: &[Move], chance: &mut Chance) {
    let text = table.to_string();
    assert_eq!(Table::parse(table.rules(), &text).unwrap().to_string(), text);
    let snapshot = serde_json::to_string(table).unwrap();
    assert_eq!(&serde_json::from_str::<Table>(&snapshot).unwrap(), table);
    assert!(!table.notations(board, &[*chance.of(legal)], roll)[0].is_empty());
    for mv in legal {
        assert_eq!(mv.to_string().parse(), Ok(*mv));
    }
    let stride = (legal.len() / 12).max(7);
    let few = legal.iter().skip(chance.below(stride)).step_by(stride);
    for mv in few {
        let mut after = table.clone();
        after.attempt(board, mv, roll).unwrap_or_else(|error| panic!("{mv} on {table}: {error}"));
    }
    let (file, rank) = (chance.below(12), chance.below(12) + 1);
    let from = format!("{}{rank}", char::from(b'a' + u8::try_from(file).unwrap()));
    let guess: Move = format!("{from}e4").parse().unwrap();
    if !legal.contains(&guess) {
        let mut after = table.clone();
        after.attempt(board, &guess, roll).unwrap_err();
        assert_eq!(&after, table, "a refused move leaves the table as it was");
    }
}

fn play_many(preset: &str, layers: &[(&str, &str)], games: u64) {
    play_from(&Table::start(&rules(preset, layers)), games);
}

fn play_from(start: &Table, games: u64) {
    let mut plies = 0;
    for seed in 1..=games {
        plies += play_one(start, &mut Chance::new(seed), if seed % 16 == 0 { 200 } else { 40 });
    }
    assert!(plies > 0);
}

const GAMES: u64 = 150;

#[test]
fn classic() {
    play_many("classic-bughouse", &[], GAMES);
    play_many("classic-bughouse", &[("order", "round-s1"), ("drop_checks", "forbidden")], GAMES);
}

#[test]
fn classic_played_on() {
    play_many("classic-bughouse", &[("boards_play_on", "true"), ("dropped_rook_castles", "true")], GAMES);
    play_many("classic-bughouse", &[("boards_play_on", "true"), ("order", "round-s2")], GAMES);
}

#[test]
fn monteiro() {
    play_many("monteiro-bughouse", &[], GAMES);
    play_many("monteiro-bughouse", &[("order", "round-s2"), ("promoted", "reverts")], GAMES);
}

#[test]
fn one_board() {
    play_many("dice-chess", &[], GAMES);
    play_many("worst-move", &[("worst_faces", "6")], GAMES);
}

#[test]
fn bughouse_worst_move() {
    play_many("bughouse-worst-move", &[], GAMES);
    play_many("bughouse-worst-move", &[("order", "round-s1")], GAMES);
    play_many("bughouse-worst-move", &[("promoted", "reverts"), ("pawn_drop_ranks", "2-7")], GAMES);
    play_many("bughouse-worst-move", &[("type_die", "false"), ("worst_faces", "0")], GAMES);
}

/// The start with every fairy piece in every hand, some twice, on boards of this shape.
fn with_full_hands(preset: &str, layers: &[(&str, &str)], shape: &str) -> Table {
    let rules = rules(preset, layers);
    let forms = "TTTT!N!N^N^!B!B^B^!R!R^R^!Q!Q^Q^!CCC!GG!ZZ!XXX!YYY!";
    let hands = format!("{forms}{}", forms.to_ascii_lowercase());
    let board = format!("rnbqkbnr/tptptptp/8/8/8/8/TPTPTPTP/RN!BQKBNR![{hands}] w KQkq - 0 1{shape}");
    let boards = vec![board; rules.boards().len()];
    Table::parse(&rules, &boards.join(" | ")).unwrap()
}

/// Full hands have thousands of moves.
const FAIRY_GAMES: u64 = 32;

#[test]
fn fairy_bughouse() {
    let round = [("order", "round-s2"), ("worst_faces", "6")];
    play_from(&with_full_hands("fairy-bughouse", &[], ""), FAIRY_GAMES);
    play_from(&with_full_hands("fairy-bughouse", &round, ""), FAIRY_GAMES);
    play_from(&with_full_hands("delirious", &[("promoted", "reverts")], " cyl"), FAIRY_GAMES);
}

#[test]
fn fairy_pieces_elsewhere() {
    play_from(&with_full_hands("worst-move", &[], ""), FAIRY_GAMES);
    play_from(&with_full_hands("dice-chess", &[("gifts", "1")], ""), FAIRY_GAMES);
    play_from(&with_full_hands("classic-bughouse", &[("gifts", "1")], ""), FAIRY_GAMES);
    play_from(&with_full_hands("monteiro-bughouse", &[("gifts", "1")], " cyl"), FAIRY_GAMES);
}

/// Every form that a table can agree on.
const AGREED: &str = "C,G,Z,T,X,Y,N^,B^,R^,Q^,N!,B!,R!,Q!,C!,G!,Z!,T!,X!,Y!,N^!,B^!,R^!,Q^!";

/// The start of a game with pieces of the agreed set in every hand, other ones for each `seed`.
fn with_gifts(preset: &str, layers: &[(&str, &str)], seed: u64) -> Table {
    let mut rules = rules(preset, layers);
    rules.set_all([("gifts", "6"), ("fairy_set", AGREED)]).unwrap();
    let (set, mut chance) = (rules.fairy_set(), Chance::new(seed));
    assert_eq!(set.len(), 24);
    let mut table = Table::start(&rules);
    for seat in rules.seats() {
        let gifts: Vec<Form> = (0..rules.gifts()).map(|_| *chance.of(&set)).collect();
        table.give(*seat, &gifts);
    }
    table
}

#[test]
fn games_with_gifts() {
    let round = [("order", "round-s1"), ("promoted", "reverts")];
    for seed in 1..=FAIRY_GAMES {
        for (preset, layers) in [
            ("fairy-bughouse", &[][..]),
            ("fairy-bughouse", &round),
            ("dice-chess", &[]),
            ("worst-move", &[]),
            ("monteiro-bughouse", &[]),
        ] {
            play_one(&with_gifts(preset, layers, seed), &mut Chance::new(seed), 80);
        }
    }
}

#[test]
fn a_thousand_moves_draw() {
    let rules = rules("bughouse-worst-move", &[]);
    let mut table = Table::start(&rules);
    let dance = ["g1f3", "g8f6", "f3g1", "f6g8"].map(|text| text.parse::<Move>().unwrap());
    for n in 0..1000 {
        assert_eq!(table.outcome(), None, "after {n} moves");
        let board = if n < 500 { BoardNo::One } else { BoardNo::Two };
        table.attempt(board, &dance[n % 4], Roll::default()).unwrap();
    }
    assert_eq!(table.outcome().unwrap().sentence(rules.seats()), "draw by length");
}
