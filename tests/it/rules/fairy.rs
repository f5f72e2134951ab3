//! Fairy pieces beyond lists of moves (RULES §8): text, facts, counters, refusals, and calls (RULES §7).

use super::{Game, START, rules};
use delirious::domain::rules::{Called, Move, Occupant, Position, Roll, Table};
use delirious::domain::seat::{BoardNo, Seat};

const WORST: Roll = Roll { kind: None, worst: true };

fn game(board: &str) -> Game {
    Game::at(&rules("fairy-bughouse", &[]), &format!("{board} | {START}"))
}

fn board_one(game: &Game) -> String {
    game.0.board(BoardNo::One).text()
}

fn called(text: &str) -> Called {
    match text.parse() {
        Ok(Move::Call(called)) => called,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn a_leap_leaves_two_squares_if_either_can_be_used() {
    for (board, mv, after) in [
        ("4k3/8/8/3p4/8/8/4T3/K7[] w - - 0 1", "1:e2e5", "4k3/8/8/3pT3/8/8/8/K7[] b - e3e4 0 1"),
        ("4k3/8/8/8/5p2/8/4T3/K7[] w - - 0 1", "1:e2e5", "4k3/8/8/4T3/5p2/8/8/K7[] b - e3e4 0 1"),
        ("4k3/8/8/8/5p2/4N3/4T3/K7[] w - - 0 1", "1:e2e5", "4k3/8/8/4T3/5p2/4N3/8/K7[] b - - 0 1"),
        ("4k3/8/8/8/8/8/4T3/K7[] w - - 5 1", "1:e2e5", "4k3/8/8/4T3/8/8/8/K7[] b - - 0 1"),
        ("4k3/8/8/8/5p2/8/4T3/K7[] w - - 0 1", "1:e2e4", "4k3/8/8/8/4Tp2/8/8/K7[] b - e3 0 1"),
        ("k7/4t3/8/8/3P4/8/8/K7[] b - - 0 1", "1:e7e4", "k7/8/8/8/3Pt3/8/8/K7[] w - e6e5 0 2"),
    ] {
        let mut game = game(board);
        game.play(mv).unwrap();
        assert_eq!(board_one(&game), after);
        let read = Position::parse(game.0.rules(), after).unwrap();
        assert_eq!(&read, game.0.board(BoardNo::One), "{after}");
    }
}

#[test]
fn two_passed_squares_are_a_taxis_alone() {
    let rules = rules("fairy-bughouse", &[]);
    for (written, read) in [
        ("4k3/8/8/3pP3/8/8/8/K7[] b - e3e4 0 1", "4k3/8/8/3pP3/8/8/8/K7[] b - - 0 1"),
        ("4k3/8/8/3pT3/8/8/4N3/K7[] b - e3e4 0 1", "4k3/8/8/3pT3/8/8/4N3/K7[] b - - 0 1"),
        ("k7/T7/8/8/8/8/8/K6T w - -", "k7/T7/8/8/8/8/8/K6T[] w - - 0 1"),
        ("k7/8/8/8/*6*/8/8/K7[Y!XyN^!] w - -", "k7/8/8/8/*6*/8/8/K7[N^!XY!y] w - - 0 1"),
        ("k7/8/8/Q!~~R^!6/8/8/8/K7[] w - -", "k7/8/8/Q!~~R^!6/8/8/8/K7[] w - - 0 1"),
    ] {
        assert_eq!(Position::parse(&rules, written).map(|board| board.text()), Ok(read.to_owned()));
    }
}

#[test]
fn what_no_fairy_board_can_have_is_named() {
    let rules = rules("fairy-bughouse", &[]);
    for (placement, reason) in [
        ("4k3/8/8/8/P!7/8/8/4K3[]", "P! on a4 cannot carry the marks"),
        ("4k!3/8/8/8/8/8/8/4K3[]", "k! on e8 cannot carry"),
        ("4k3/8/8/8/C^7/8/8/4K3[]", "C^ on a4 cannot carry"),
        ("4k3/8/8/8/8/8/8/4K3[T^]", "T^ in hand cannot carry"),
        ("4k3/8/8/8/N^~7/8/8/4K3[]", "N^~ on a4 cannot carry"),
        ("4k3/8/8/8/N!~7/8/8/4K3[]", "N!~ on a4 cannot carry"),
        ("4k3/8/8/8/C~~7/8/8/4K3[]", "C~~ on a4 cannot carry"),
        ("4k3/8/8/8/8/8/8/4K3[Q~~]", "no hand can hold Q~~"),
        ("4k3/8/8/8/Y7/8/8/4K3[]", "Y on a4 cannot be: a pyramid on the board is written *"),
        ("4k3/8/8/8/x7/8/8/4K3[]", "x on a4 cannot be"),
        ("T3k3/8/8/8/8/8/8/4K3[]", "a taxi cannot stand on a8"),
        ("4k3/8/8/8/8/8/8/4K2t[]", "a taxi cannot stand on h1"),
        ("4k3/8/8/8/8/8/8/P3K3[]", "a pawn cannot stand on a1"),
        ("4k3/8/8/8/8/8/8/4K3[*]", "'*' has no meaning"),
        ("4k3/8/8/8/N@7/8/8/4K3[]", "no ring-wearing pieces"),
        ("4k3/8/8/8/{$}7/8/8/4K3[]", "no treasure ({$} on a4)"),
        ("4k3/8/8/8/8/8/8/4K3[{@}]", "no magic items"),
    ] {
        let error = Position::parse(&rules, &format!("{placement} w - - 0 1")).unwrap_err().to_string();
        assert!(error.contains(reason), "{placement}: {error}");
    }
}

#[test]
fn a_bomb_tells_what_it_destroyed() {
    let mut game = game("7k/8/8/3q~4/4N!3/4*K2/8/8[X] w - - 3 1");
    let tried = game.0.attempt(BoardNo::One, &"X@e4".parse().unwrap(), Roll::default()).unwrap();
    let played = tried.played().unwrap();
    let told: Vec<String> = played.destroyed.iter().map(|(at, piece)| format!("{piece} {at}")).collect();
    assert_eq!(told, ["N! e4", "q~ d5"]);
    assert_eq!((played.captured, played.arrived.len()), (None, 0));
    assert_eq!(board_one(&game), "7k/8/8/8/8/4*K2/8/8[] b - - 4 1");
    let position = game.0.board(BoardNo::One);
    let pyramid = "e3".parse().unwrap();
    assert_eq!(position.occupant_at(pyramid), Some(Occupant::Pyramid));
    assert_eq!((position.piece_at(pyramid), position.pyramids().collect::<Vec<_>>()), (None, vec![pyramid]));
}

#[test]
fn the_halfmove_clock_minds_pawns_taxis_and_captures() {
    for (board, mv, clock) in [
        ("7k/8/8/8/8/4T3/8/K7[] w - - 7 1", "1:e3e2", 0),
        ("7k/8/8/8/8/8/8/K7[T] w - - 7 1", "1:T@e4", 0),
        ("7k/8/8/8/8/8/8/K7[Y] w - - 7 1", "1:Y@e4", 8),
        ("7k/8/8/4p3/8/8/8/K7[X] w - - 7 1", "1:X@e4", 8),
        ("7k/8/8/8/8/8/8/K6C[] w - - 7 1", "1:h1g4", 8),
        ("7k/8/8/8/6p1/8/8/K6C[] w - - 7 1", "1:h1g4", 0),
    ] {
        let mut game = game(board);
        game.play(mv).unwrap();
        assert!(board_one(&game).ends_with(&format!(" b - - {clock} 1")), "{mv}: {}", game.0);
    }
}

#[test]
fn refusals_say_what_to_do() {
    let board = "4k1n!1/8/8/8/*7/8/8/RN!1QK2R![NN!TX] w K - 0 1";
    for (mv, worst, reason) in [
        ("N@a4", false, "a pyramid stands on a4 for ever"),
        ("X@a4", false, "a pyramid stands on a4"),
        ("a1a4", false, "a pyramid stands on a4"),
        ("a4a5", false, "a pyramid stands on a4"),
        ("N@b1", false, "drop on an empty square"),
        ("T@a7", false, "a taxi cannot be dropped on a7: drop it on ranks 2 to 6"),
        ("call b1", false, "called on worst rolls alone"),
        ("b1c3", true, "write call b1 instead"),
        ("N!@c3", true, "write call N! instead"),
        ("e1g1", true, "does not castle with it"),
        ("call d1", true, "a queen is not intelligent"),
        ("call N", true, "a knight is not intelligent"),
        ("call g8", true, "is not White1's"),
        ("call c1", true, "no piece stands on c1"),
        ("call a4", true, "no piece stands on a4"),
        ("call a9", true, "no square a9"),
        ("call R!", true, "no intelligent rook in hand"),
        ("call N?", true, "no piece is hidden"),
    ] {
        let (mut table, mv) = (game(board).0, mv.parse().unwrap());
        let before = table.clone();
        let refusal = table.attempt(BoardNo::One, &mv, Roll { kind: None, worst }).unwrap_err().to_string();
        assert!(refusal.contains(reason), "{mv}: {refusal}");
        assert_eq!(table, before);
    }
    let stuck = game("4k3/8/8/8/8/1P6/2P5/N!3K3[] w - - 0 1").0.attempt(
        BoardNo::One,
        &"call a1".parse().unwrap(),
        WORST,
    );
    assert!(stuck.unwrap_err().to_string().contains("has no move with this roll"));
}

#[test]
fn a_call_is_kept_until_its_move() {
    let mut table = game("4k3/8/8/8/8/8/8/1N!2K3[N!] w - - 3 9").0;
    let text = table.to_string();
    let tried = table.attempt(BoardNo::One, &"call b1".parse().unwrap(), WORST).unwrap();
    let played = tried.played().unwrap();
    assert_eq!((played.moved, table.called(BoardNo::One)), (None, Some(called("call b1"))));
    assert_eq!((table.to_string(), table.moves_played()), (text, 0));
    let kept: Table = serde_json::from_str(&serde_json::to_string(&table).unwrap()).unwrap();
    assert_eq!(kept, table);
    let refusal =
        |mv: &str, roll| table.admit(BoardNo::One, mv.parse().unwrap(), roll).unwrap_err().to_string();
    assert!(refusal("e1e2", Roll::default()).contains("the piece on b1 was called: play a move of it"));
    assert!(refusal("call N!", WORST).contains("the piece on b1 was called, and the mover now plays it"));
    assert!(refusal("b1c3", WORST).contains("the mover now plays it"));
    table.attempt(BoardNo::One, &"b1c3".parse().unwrap(), Roll::default()).unwrap();
    assert_eq!((table.called(BoardNo::One), table.moves_played()), (None, 1));
}

#[test]
fn a_call_that_is_all_the_opponent_can_do() {
    let knight = Roll { kind: Some(2), worst: true };
    for (board, only) in [
        ("4k3/8/8/8/8/8/8/1N!2K3[] w - - 0 1", Some("call b1")),
        ("4k3/8/8/8/8/8/8/4K3[N!N!] w - - 0 1", Some("call N!")),
        ("4k3/8/8/8/8/8/8/1N!2K3[N!] w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/1N!2K1N1[] w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/4K1N1[] w - - 0 1", None),
    ] {
        let table = game(board).0;
        assert_eq!(table.only_call(BoardNo::One, knight), only.map(called), "{board}");
        assert_eq!(table.only_call(BoardNo::One, Roll { worst: false, ..knight }), None);
    }
}

/// Between call and move the partner's piece can bring the rolled family back to life.
#[test]
fn a_call_binds_nothing_where_its_piece_has_no_move_within_the_roll() {
    let board = "4k3/8/8/8/8/8/8/1N!2K3[] w - - 0 1";
    let other = "4k3/8/8/8/8/8/8/4K2r[] b - - 0 1";
    let mut table = Table::parse(&rules("fairy-bughouse", &[]), &format!("{board} | {other}")).unwrap();
    let roll = Roll { kind: Some(4), worst: true };
    table.attempt(BoardNo::One, &"call b1".parse().unwrap(), roll).unwrap();
    let free = Roll { worst: false, ..roll };
    assert_eq!(table.legal(BoardNo::One, free).len(), 3);
    let other = "4k3/8/8/8/8/8/8/4K2R[] b - - 0 1";
    let mut table =
        Table::parse(&rules("fairy-bughouse", &[]), &format!("{board} | {}", other.replace("4K2R", "4K1qR")))
            .unwrap();
    table.attempt(BoardNo::One, &"call b1".parse().unwrap(), roll).unwrap();
    table.attempt(BoardNo::Two, &"g1h1".parse().unwrap(), Roll::default()).unwrap();
    let legal = table.legal(BoardNo::One, free);
    assert_eq!(legal.len(), 61, "the rook that came: {legal:?}");
}

#[test]
fn nobody_sits_after_a_call() {
    let rules = rules("fairy-bughouse", &[("order", "round-s2")]);
    let board = "4k3/8/8/8/8/8/8/1N!2K3[] w - - 0 1";
    let mut table = Table::parse(&rules, &format!("{board} | {START}")).unwrap();
    let sit = Move::Sit;
    assert!(table.admit(BoardNo::One, sit, Roll::default()).is_ok());
    table.attempt(BoardNo::One, &"call b1".parse().unwrap(), WORST).unwrap();
    assert!(table.admit(BoardNo::One, sit, Roll::default()).is_err());
    assert!(!table.legal(BoardNo::One, Roll::default()).contains(&sit));
    assert_eq!(table.turn(), Some(Seat::White1));
}

#[test]
fn notation_of_fairy_moves() {
    for (board, mv, notation) in [
        ("4k3/8/8/8/8/8/4T3/K7[] w - - 0 1", "e2e5", "Te5"),
        ("4k3/8/8/8/3t4/8/4P3/K7[] w - - 0 1", "e2e4", "e4"),
        ("k7/8/8/8/3tP3/8/8/K7[] b - e3 0 1", "d4e3", "Txe3"),
        ("6k1/T7/8/8/8/8/8/K7[] w - - 0 1", "a7a8q", "Ta8=Q+"),
        ("4k3/8/8/8/8/8/8/R^6K[] w - - 0 1", "a1b1", "R^b1"),
        ("4k3/8/8/8/8/8/8/N!1N4K[] w - - 0 1", "a1b3", "N!b3"),
        ("4k3/8/8/8/8/4N3/8/K3R3[X] w - - 0 1", "X@d3", "X@d3+"),
        ("7k/8/8/8/8/8/R^6N/K7[] w - - 0 1", "a2a8", "R^a8+"),
        ("4k3/8/8/8/8/8/8/K7[Y] w - - 0 1", "Y@d3", "Y@d3"),
    ] {
        assert_eq!(
            game(board).0.notations(BoardNo::One, &[mv.parse().unwrap()], Roll::default()),
            [notation],
            "{board}"
        );
    }
}
