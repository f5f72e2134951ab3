//! Text forms: what is written is read back, and what makes no sense is named, never a panic.

use super::{Game, START, rules};
use delirious::domain::rules::{BoardMove, Move, Position, Roll, RuleSet, Table};
use delirious::domain::seat::BoardNo;
use proptest::prelude::*;

fn board_error(preset: &str, text: &str) -> String {
    Position::parse(&rules(preset, &[]), text).map(|board| board.text()).unwrap_err().to_string()
}

#[test]
fn what_is_wrong_with_a_board_is_named() {
    let cases = [
        ("4k3/8/8/8/3C4/8/8/4K3[] w - - 0 1", "no camels (C on d4)"),
        ("4k3/8/8/8/8/8/8/4K3[Y] w - - 0 1", "no pyramids (Y in hand)"),
        ("4k3/8/8/8/*7/8/8/4K3[] w - - 0 1", "no pyramids (* on a4)"),
        ("4k3/8/8/8/%7/8/8/4K3[] w - - 0 1", "no bacteria"),
        ("4k3/8/8/8/{@}7/8/8/4K3[] w - - 0 1", "no treasure"),
        ("4k3/8/8/8/8/8/8/4K3[{$b}] w - - 0 1", "no magic items"),
        ("4k3/8/8/8/N!7/8/8/4K3[] w - - 0 1", "no intelligent pieces (N! on a4)"),
        ("4k3/8/8/8/Q~~7/8/8/4K3[] w - - 0 1", "no promoted taxis (Q~~ on a4)"),
        ("4k3/8/8/8/n@?7/8/8/4K3[] w - - 0 1", "no ring-wearing pieces"),
        ("4k3/8/8/8/8/8/8/4K3[R^] w - - 0 1", "no cylindrical pieces"),
        ("4k3/8/8/8/P~7/8/8/4K3[] w - - 0 1", "P~ on a4 cannot carry"),
        ("4k3/8/8/8/8/8/8/4K3[Q~] w - - 0 1", "no hand can hold Q~"),
        ("4k3/8/8/8/8/8/8/4K3[k] w - - 0 1", "no hand can hold k"),
        ("4k3/8/8/8/8/8/8/P3K3[] w - - 0 1", "a pawn cannot stand on a1"),
        ("4k2P/8/8/8/8/8/8/4K3[] w - - 0 1", "a pawn cannot stand on h8"),
        ("4k3/8/8/8/8/8/8/8[] w - - 0 1", "the white army has 0 kings"),
        ("4k3/8/8/8/8/8/8/KKK5[] w - - 0 1", "the white army has 3 kings"),
        ("4k3/8/8/8/8/8/8/4K2r[] b - - 0 1", "the king on e1 stands attacked"),
        ("4k3/8/8/8/8/8/4K3[] w - - 0 1", "8 files and 7 ranks"),
        ("4k3/8/8/8/8/8/7/4K3[] w - - 0 1", "rank 2 has 7 squares"),
        ("4k3/8/8/8/8/8/13/4K3[] w - - 0 1", "\"13\" is no number of empty squares"),
        ("4k3/8/8/8/8/8/0/4K3[] w - - 0 1", "\"0\" is no number of empty squares"),
        ("4k3/8/8/8/8/8/8/4K3[N w - - 0 1", "the hands end with ]"),
        ("4k3/8/8/8/8/8/8/4K3[N]x w - - 0 1", "the hands end with ]"),
        ("4k3/8/8/8/8/8/8/4K3[]", "before it says which army"),
        ("4k3/8/8/8/8/8/8/4K3[] x - - 0 1", "\"x\" is no army"),
        ("4k3/8/8/8/8/8/8/4K3[] w KK - 0 1", "\"KK\" are no castling rights"),
        ("4k3/8/8/8/8/8/8/4K3[] w - e4 0 1", "\"e4\" is no square to capture en passant"),
        ("4k3/8/8/8/8/8/8/4K3[] w - e6e6e6 0 1", "is no square to capture en passant"),
        ("4k3/8/8/8/8/8/8/4K3[] w - - -1 1", "\"-1\" is no move counter"),
        ("4k3/8/8/8/8/8/8/4K3[] w - - 0 9999999", "is no move counter"),
        ("4k3/8/8/8/8/8/8/4K3[] w - - 0 1 2", "\"2\" follows the end"),
        ("4k3/8/8/8/8/8/8/4Kö2[] w - - 0 1", "'ö' has no meaning"),
        ("4k3/8/8/8/8/8/8/4KA2[] w - - 0 1", "'A' has no meaning"),
    ];
    for (text, reason) in cases {
        let error = board_error("classic-bughouse", text);
        assert!(error.contains(reason), "{text}: {error}");
    }
    assert_eq!(board_error("dice-chess", "8/8/8/8/8/8/8/8[] w - - 0 1"), "both kings are missing");
    assert!(board_error("dice-chess", &"k".repeat(1 << 20)).contains("too long"));
}

#[test]
fn what_is_wrong_with_a_table_is_named() {
    let round = rules("classic-bughouse", &[("order", "round-s2")]);
    let two = format!("{START} | {START}");
    let cases = [
        (START.to_owned(), "1 parts"),
        (format!("{two} | {START} | {START}"), "4 parts"),
        (format!("{two} | White5 0 0 0 0"), "no seat is called \"White5\""),
        (format!("{two} | White1 0 0 0"), "is no third part"),
        (format!("{two} | White1 0 0 0 4"), "\"4\" is no number of sits"),
        (format!("{two} | Black2 0 0 0 0"), "Black2 cannot be to move"),
        (format!("{START} | 8/8"), "board 2: "),
    ];
    for (text, reason) in cases {
        let error = Table::parse(&round, &text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let simultaneous = rules("classic-bughouse", &[]);
    assert!(Table::parse(&simultaneous, &format!("{two} | White1 0 0 0 0")).is_err());
    let fallen = ["8/8/8/8/8/8/8/4K3[] b - - 0 1", "8/8/8/8/8/8/8/4K3[] b - - 0 1"].join(" | ");
    let error = Table::parse(&rules("bughouse-worst-move", &[]), &fallen).unwrap_err().to_string();
    assert!(error.contains("both boards have been won"), "{error}");
}

#[test]
fn text_is_written_in_one_way() {
    let rules = rules("classic-bughouse", &[]);
    for (written, read) in [
        ("4k3/8/8/8/8/8/8/4K3 b - -", "4k3/8/8/8/8/8/8/4K3[] b - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3[qNnQPp] w - - 3", "4k3/8/8/8/8/8/8/4K3[PNQpnq] w - - 3 1"),
        ("4k3/8/8/8/8/8/8/R3K3[] w kqQK - 0 1", "4k3/8/8/8/8/8/8/R3K3[] w Q - 0 1"),
        // Nobody could take on e6, and nothing has just passed c6.
        ("4k3/8/8/3Pp3/8/8/8/4K3[] w - e6 0 1", "4k3/8/8/3Pp3/8/8/8/4K3[] w - e6 0 1"),
        ("4k3/8/8/2P1p3/8/8/8/4K3[] w - e6 0 1", "4k3/8/8/2P1p3/8/8/8/4K3[] w - - 0 1"),
        ("4k3/8/8/3P4/8/8/8/4K3[] w - c6 0 1", "4k3/8/8/3P4/8/8/8/4K3[] w - - 0 1"),
        ("4k7/11/11/11/11/11/11/11/4K6[] w - - 0 1 cyl", "4k6/11/11/11/11/11/11/11/4K6[] w - - 0 1 cyl"),
    ] {
        let found = Position::parse(&rules, written).map(|board| board.text());
        let found =
            found.or_else(|_| Position::parse(&rules, &written.replace("4k7", "4k6")).map(|b| b.text()));
        assert_eq!(found.unwrap(), read);
    }
}

#[test]
fn en_passant_is_written_only_where_a_pawn_could_take() {
    let rules = rules("classic-bughouse", &[]);
    let table = format!("{START} | 4k3/8/8/8/3p4/8/4P3/4K3[] w - - 0 1");
    let mut game = Game::at(&rules, &table);
    game.play("1:e2e4").unwrap();
    game.play("2:e2e4").unwrap();
    assert_eq!(
        game.0.board(BoardNo::One).text(),
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1"
    );
    assert_eq!(game.0.board(BoardNo::Two).text(), "4k3/8/8/8/3pP3/8/8/4K3[] b - e3 0 1");
}

#[test]
fn counters_follow_moves_drops_and_passes() {
    let mut game = Game::at(
        &rules("bughouse-worst-move", &[]),
        &format!("kb6/prp5/rpN5/pN6/N7/8/8/4K3[] w - - 0 1 | {START}"),
    );
    game.play("1:e1e2").unwrap();
    assert!(game.0.board(BoardNo::One).text().ends_with(" w - - 2 2"), "{}", game.0);
    let mut game =
        Game::at(&rules("classic-bughouse", &[]), &format!("4k3/8/8/8/8/8/8/4K3[NP] w - - 7 9 | {START}"));
    for (mv, end) in [("1:N@a1", " b - - 8 9"), ("1:e8d8", " w - - 9 10"), ("1:P@a2", " b - - 0 10")] {
        game.play(mv).unwrap();
        assert!(game.0.board(BoardNo::One).text().ends_with(end), "{mv}: {}", game.0);
    }
}

#[test]
fn the_third_part_tells_turn_and_sits() {
    let rules = rules("classic-bughouse", &[("order", "round-s1")]);
    let mut game = Game::at(&rules, &format!("{START} | {START}"));
    assert!(game.0.to_string().ends_with(" | White1 0 0 0 0"));
    game.play("1:sit").unwrap();
    game.play("2:e2e4").unwrap();
    game.play("2:sit").unwrap();
    assert!(game.0.to_string().ends_with(" | White1 1 0 0 1"), "{}", game.0);
}

#[test]
fn the_mover_has_changed_after_the_end() {
    let mut game = Game::at(&rules("dice-chess", &[]), "4k3/8/8/8/8/8/4R3/4K3[] w - - 5 1");
    game.play("1:e2e8").unwrap();
    assert_eq!(game.0.to_string(), "4R3/8/8/8/8/8/8/4K3[] b - - 0 1");
    let again = Game::at(game.0.rules(), &game.0.to_string());
    assert_eq!((again.result(), again.legal(BoardNo::One, Roll::default())), (game.result(), vec![]));
}

#[test]
fn moves_are_written_as_they_are_read() {
    for text in [
        "e2e4",
        "e7e8q",
        "l11l12",
        "a9a10n",
        "N@f3",
        "P@e5",
        "N^!@c3",
        "X@d4",
        "Y@d4",
        "{@}@e4",
        "{$}@a1",
        "call e4",
        "call N!",
        "call N?",
        "call N^!?",
        "sit",
    ] {
        assert_eq!(text.parse::<Move>().map(|mv| mv.to_string()), Ok(text.to_owned()));
    }
    for text in [
        "", "e2", "e2e", "e2e44", "e0e1", "m1m2", "e2e13", "e7e8k", "e7e8Q", "n@f3", "N@", "N~@f3", "N@f3x",
        "@f3", "{#}@e4", "call", "call ", "call n", "Sit", "sit ", " e2e4", "e2-e4", "O-O", "ö2e4", "e2ö4",
        "é", "call ö",
    ] {
        assert!(text.parse::<Move>().is_err(), "{text:?}");
    }
    assert_eq!("2:N@f3".parse::<BoardMove>().map(|mv| mv.to_string()), Ok("2:N@f3".to_owned()));
    for text in ["N@f3", "3:N@f3", ":e2e4", "1:", "1:1:e2e4", "11:e2e4"] {
        assert!(text.parse::<BoardMove>().is_err(), "{text:?}");
    }
}

#[test]
fn a_rule_set_is_written_with_all_its_layers() {
    for preset in RuleSet::names() {
        let rules = rules(preset, &[]);
        let text = serde_json::to_string(&rules).unwrap();
        assert_eq!(serde_json::from_str::<RuleSet>(&text).unwrap(), rules);
        assert!(!rules.sentences().is_empty() && !rules.title().is_empty());
        for layer in RuleSet::layers() {
            let value = rules.value(layer.name);
            let written = text.contains(&format!("\"{}\":\"{value}\"", layer.name));
            let fairy = ["gifts", "rewards", "reward_pick", "fairy_set"].contains(&layer.name);
            let left_out =
                (fairy && !rules.has_fairy_pieces()) || (layer.name == "events" && value == "none");
            assert_eq!(written, !left_out, "{}: {text}", layer.name);
            assert!(layer.values().is_none() || rules.choices(layer.name).contains(&value.as_str()));
        }
    }
    assert!(
        serde_json::from_str::<RuleSet>(r#"{"preset":"classic-bughouse","layers":{"type_die":"true"}}"#)
            .is_err()
    );
}

proptest! {
    #[test]
    fn no_text_of_a_board_panics(text in r"\PC{0,80}", fields in "( [wb-] ?[KQkq-]{0,5} ?[a-l0-9-]{0,6} ?[0-9-]{0,9} ?[0-9]{0,9} ?(cyl)?)?") {
        for preset in RuleSet::names() {
            let _ = Position::parse(&rules(preset, &[]), &format!("{text}{fields}"));
            let _ = Table::parse(&rules(preset, &[]), &text);
        }
    }

    #[test]
    fn boards_of_board_letters_are_read_or_refused(
        text in r"([pnbrqkcgztPNBRQKCGZTXY1-9~^!@$?*%/]{0,14}/){0,12}[kKqQ1-8]{1,8}(\[[pnbrqtxPNBRQCGZTXY~!^{}@$b]{0,10}\])? [wb] (-|[KQkq]{1,4}) (-|[a-h][36]|e3e4) [0-9]{1,3} [0-9]{1,3}( cyl)?"
    ) {
        for preset in RuleSet::names() {
            if let Ok(board) = Position::parse(&rules(preset, &[]), &text) {
                let written = board.text();
                let again = Position::parse(&rules(preset, &[]), &written).map(|board| board.text());
                prop_assert_eq!(again, Ok(written));
            }
        }
    }

    #[test]
    fn a_board_with_a_few_letters_changed_is_read_or_refused(
        place in 0usize..43, letters in "[pnbrqkctPNBRQKGZT1-8/~^!*]{1,3}", depth in 1u32..3
    ) {
        let mut text = START.to_owned();
        text.replace_range(place..=place, &letters);
        for preset in RuleSet::names() {
            if let Ok(board) = Position::parse(&rules(preset, &[]), &text) {
                let _ = board.perft(&rules(preset, &[]), depth.min(1));
            }
        }
    }

    #[test]
    fn no_text_of_a_move_panics(text in r"\PC{0,12}", like in "[1-3]?:?[a-mA-Z{]?[0-9]{0,2}[@^!~}]{0,2}[a-m]?[0-9]{0,3}[qk]?") {
        for text in [text, like] {
            let _ = text.parse::<BoardMove>();
            if let Ok(mv) = text.parse::<Move>() {
                prop_assert_eq!(mv.to_string(), text);
            }
        }
    }

    #[test]
    fn no_move_brings_a_table_down(like in "([a-l]([1-9]|1[0-2])[a-l]([1-9]|1[0-2])[qrbn]?)|([PNBRQKCGZTXY][!^]?@[a-l]([1-9]|1[0-2]))|(call ([a-h][1-8]|[NTX]!))") {
        if let Ok(mv) = like.parse::<Move>() {
            let rules = rules("bughouse-worst-move", &[]);
            let mut table = Table::start(&rules);
            let before = table.clone();
            match table.attempt(BoardNo::Two, &mv, Roll::default()) {
                Ok(_) => prop_assert!(before.legal(BoardNo::Two, Roll::default()).contains(&mv)),
                Err(why) => prop_assert!(!why.to_string().is_empty() && table == before),
            }
        }
    }
}
