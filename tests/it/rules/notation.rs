//! Short algebraic notation and BPGN's numbers.

use super::{Game, START, rules};
use delirious::domain::rules::{Move, Roll};
use delirious::domain::seat::BoardNo;

/// The notation of a move on board 1.
fn san(preset: &str, board: &str, mv: &str) -> String {
    let rules = rules(preset, &[]);
    let table = if rules.boards().len() == 1 { board.to_owned() } else { format!("{board} | {START}") };
    Game::at(&rules, &table)
        .0
        .notations(BoardNo::One, &[mv.parse::<Move>().unwrap()], Roll::default())
        .remove(0)
}

#[test]
fn moves_of_a_checkmate_game() {
    for (board, mv, notation) in [
        (START, "e2e4", "e4"),
        (START, "g1f3", "Nf3"),
        (START, "e2e5", "e2e5"),
        ("4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1", "e4d5", "exd5"),
        ("4k3/8/8/2PpP3/8/8/8/4K3[] w - d6 0 1", "c5d6", "cxd6"),
        ("8/P3k3/8/8/8/8/8/4K3[] w - - 0 1", "a7a8q", "a8=Q"),
        ("1n2k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7b8r", "axb8=R+"),
        ("4k3/8/8/8/8/8/8/R3K2R[] w KQ - 0 1", "e1g1", "O-O"),
        ("3k4/8/8/8/8/8/8/R3K2R[] w KQ - 0 1", "e1c1", "O-O-O+"),
        ("4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "N@f3", "N@f3"),
        ("4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "P@d7", "P@d7+"),
        ("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@f6", "N@f6+"),
        ("6rk/6pp/8/6N1/8/8/8/4K3[] w - - 0 1", "g5f7", "Nf7#"),
        // A distant check without an answer waits, so it is no mate.
        ("7k/P1Q5/8/8/3KP3/8/1PPP1PPP/RNB2BNR[] w - - 1 25", "a7a8q", "a8=Q+"),
        // By file, by rank, by both; a pinned rival needs no telling apart.
        ("4k3/8/8/8/8/8/4K3/R6R[] w - - 0 1", "a1d1", "Rad1"),
        ("4k3/8/R7/8/8/8/4K3/R7[] w - - 0 1", "a1a3", "R1a3"),
        ("8/k7/8/8/4Q2Q/8/8/K6Q[] w - - 0 1", "h4e1", "Qh4e1"),
        ("4k3/4r3/8/8/8/4N3/8/N3K3[] w - - 0 1", "a1c2", "Nc2"),
        ("3rk3/8/8/8/3Q~4/8/8/4K3[] b - - 0 1", "d8d4", "Rxd4"),
    ] {
        assert_eq!(san("classic-bughouse", board, mv), notation, "{board}");
    }
}

#[test]
fn moves_of_a_king_capture_game() {
    for (board, mv, notation) in [
        ("4k3/8/8/8/8/8/4R3/4K3[] w - - 0 1", "e2e8", "Rxe8#"),
        ("4k3/8/8/8/8/8/R7/4K3[] w - - 0 1", "a2e2", "Re2+"),
        ("4k3/4r3/8/8/8/4N3/8/N3K3[] w - - 0 1", "a1c2", "Nac2"),
    ] {
        assert_eq!(san("dice-chess", board, mv), notation, "{board}");
    }
}

#[test]
fn numbers_tell_the_seat() {
    let mut game =
        Game::at(&rules("classic-bughouse", &[("order", "round-s2")]), &format!("{START} | {START}"));
    let labels = |game: &Game| BoardNo::ALL.map(|board| game.0.label(board));
    assert_eq!(labels(&game), ["1A.", "1B."]);
    assert_eq!(game.0.notations(BoardNo::One, &[Move::Sit], Roll::default()), ["sit"]);
    game.play("1:e2e4").unwrap();
    assert_eq!(labels(&game), ["1a.", "1B."]);
    game.play("1:e7e5").unwrap();
    game.play("2:e2e4").unwrap();
    assert_eq!(labels(&game), ["2A.", "1b."]);
}
