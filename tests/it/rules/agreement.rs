//! What a table agrees on fairy pieces: gifts, rewards, who picks, the agreed set (RULES §8).

use super::{Game, START, rules};
use delirious::domain::rules::{Form, Move, Roll, RuleSet, Table};
use delirious::domain::seat::{BoardNo, Seat};

const CORE: &str = "C,G,Z,T,X,Y,N^,B^,R^,Q^,N!,B!,R!,Q!";

fn set_of(preset: &str, layers: &[(&str, &str)]) -> String {
    let set = rules(preset, layers).fairy_set();
    set.iter().map(Form::to_string).collect::<Vec<_>>().join(",")
}

fn refusal(preset: &str, layers: &[(&str, &str)]) -> String {
    let mut rules = RuleSet::by_name(preset).unwrap();
    let before = rules;
    let refused = rules.set_all(layers.iter().copied()).unwrap_err().to_string();
    assert_eq!(rules, before);
    refused
}

fn reread(rules: &RuleSet) -> RuleSet {
    serde_json::from_str(&serde_json::to_string(rules).unwrap()).unwrap()
}

#[test]
fn presets_and_what_they_agree_on() {
    for name in RuleSet::names() {
        let rules = rules(name, &[]);
        let fairy = ["fairy-bughouse", "delirious"].contains(&name);
        assert_eq!((rules.gifts(), rules.rewards()), if fairy { (2, 1) } else { (0, 0) }, "{name}");
        assert!(!rules.rewards_by_dice());
        assert_eq!(set_of(name, &[]), CORE);
        assert_eq!(rules.has_fairy_pieces(), fairy);
        assert_eq!(RuleSet::preset(name).is_some(), name != "delirious");
    }
}

#[test]
fn a_set_is_kept_in_one_order() {
    let set = |text: &str| set_of("dice-chess", &[("gifts", "1"), ("fairy_set", text)]);
    assert_eq!(set("Q!,R^,C"), "C,R^,Q!");
    assert_eq!(set(" N^! , Y!,X , C! ,N!"), "X,N!,C!,Y!,N^!");
    assert_eq!(set(CORE), CORE);
    let rules = rules("dice-chess", &[("gifts", "1"), ("fairy_set", "R^!")]);
    let form = |text: &str| text.parse::<Form>().unwrap();
    assert!(rules.in_fairy_set(form("R^!")));
    for other in ["R", "R^", "R!", "K", "P", "R^!~", "C"] {
        assert!(!rules.in_fairy_set(form(other)), "{other}");
    }
    assert_eq!(reread(&rules), rules);
}

#[test]
fn what_no_agreement_can_be_is_named() {
    for (set, reason) in [
        ("", "at least one piece"),
        (" , ", "at least one piece"),
        ("C,c", "\"c\" names no piece"),
        ("camel", "\"camel\" names no piece"),
        ("C,G,C", "C stands in the agreed set twice"),
        ("N", "N is no fairy piece"),
        ("P", "P is no fairy piece"),
        ("K", "K is no fairy piece"),
        ("P!", "there is no P!"),
        ("C^", "there is no C^"),
        ("Q~", "there is no Q~"),
        ("Q!~~", "there is no Q!~~"),
    ] {
        let refused = refusal("fairy-bughouse", &[("fairy_set", set)]);
        assert!(refused.contains(reason) && refused.starts_with("fairy_set: "), "{set}: {refused}");
    }
    assert!(refusal("fairy-bughouse", &[("gifts", "7")]).contains("choose one of 0, 1, 2"));
    assert!(refusal("fairy-bughouse", &[("reward_pick", "cook")]).contains("choose one of player, dice"));
    assert!(refusal("classic-bughouse", &[("rewards", "1")]).contains("capturing a king"));
    assert!(refusal("fairy-bughouse", &[("fairy", "true")]).contains("there is no layer \"fairy\""));
}

#[test]
fn where_nothing_is_agreed_the_log_is_as_it_was_before_fairy_pieces() {
    for (preset, layers) in [
        ("dice-chess", &[][..]),
        ("dice-chess", &[("fairy_set", "C"), ("reward_pick", "dice")]),
        ("fairy-bughouse", &[("gifts", "0"), ("rewards", "0")]),
    ] {
        let rules = rules(preset, layers);
        let text = serde_json::to_string(&rules).unwrap();
        assert!(
            ["gifts", "rewards", "reward_pick", "fairy"]
                .iter()
                .all(|name| !text.contains(&format!("\"{name}\"")))
        );
        assert_eq!((reread(&rules), set_of(preset, layers).as_str()), (rules, CORE));
    }
    let one = rules("worst-move", &[("rewards", "3"), ("reward_pick", "dice"), ("fairy_set", "X,Z")]);
    let text = serde_json::to_string(&one).unwrap();
    for layer in [r#""gifts":"0""#, r#""rewards":"3""#, r#""reward_pick":"dice""#, r#""fairy_set":"Z,X""#] {
        assert!(text.contains(layer), "{text}");
    }
    assert_eq!(reread(&one), one);
}

#[test]
fn agreements_are_said_in_words() {
    let said = |preset, layers: &[(&str, &str)]| rules(preset, layers).sentences().join(" ");
    let usual = said("fairy-bughouse", &[]);
    for words in [
        "the dice lay 2 pieces of the agreed set into every hand",
        "Whoever captures a king picks one piece of the agreed set",
        "camel, giraffe, zebra, taxi, bomb, pyramid, cylindrical knight",
        "intelligent queen",
        "may call it",
    ] {
        assert!(usual.contains(words), "{usual}");
    }
    let diced = said("dice-chess", &[("rewards", "2"), ("reward_pick", "dice"), ("fairy_set", "C")]);
    assert!(diced.contains("gets 2 pieces of the agreed set by dice"), "{diced}");
    assert!(diced.contains("Captured pieces leave the game") && diced.contains("The agreed set: camel."));
    assert!(!said("dice-chess", &[]).contains("agreed set"));
}

#[test]
fn gifts_are_in_hand_before_the_first_move() {
    let forms = ["C", "R^!", "C"].map(|text| text.parse::<Form>().unwrap());
    for preset in ["fairy-bughouse", "worst-move", "classic-bughouse"] {
        let mut table = Table::start(&rules(preset, &[("gifts", "3")]));
        table.give(Seat::Black2, &forms);
        table.give(Seat::White1, &[]);
        let hand: Vec<String> = table.hand(Seat::Black2).iter().map(|(f, n)| format!("{n}{f}")).collect();
        assert_eq!(hand, ["1R^!", "2C"], "{preset}");
        assert!(table.hand(Seat::White1).is_empty() && table.outcome().is_none());
        let mut game = Game(table);
        for mv in ["1:e2e4", "1:C@e5", "1:d2d4"] {
            game.play(mv).unwrap();
        }
        let board = game.0.board(BoardNo::One).text();
        assert!(board.starts_with("rnbqkbnr/pppppppp/8/4c3/3PP3/8/PPP2PPP/RNBQKBNR[r^!c] b"), "{board}");
    }
}

/// A gift that changes nothing is no second table for repetition.
#[test]
fn gifts_are_no_repetition() {
    let rules = rules("classic-bughouse", &[("gifts", "1")]);
    let mut table = Table::start(&rules);
    (0..5).for_each(|_| table.give(Seat::White1, &[]));
    let mut game = Game(table);
    for mv in ["1:g1f3", "1:g8f6", "1:f3g1", "1:f6g8"] {
        game.play(mv).unwrap();
    }
    assert_eq!(game.result(), "ongoing");
}

#[test]
fn a_call_is_lifted() {
    let board = "4k3/8/8/8/8/8/8/1N!2K1N!1[] w - - 0 1";
    let mut table = Game::at(&rules("fairy-bughouse", &[]), &format!("{board} | {START}")).0;
    let worst = Roll { kind: None, worst: true };
    let offered = table.legal(BoardNo::One, worst);
    table.attempt(BoardNo::One, &"call b1".parse().unwrap(), worst).unwrap();
    assert_eq!(table.legal(BoardNo::One, worst), []);
    table.lift_call(BoardNo::One);
    assert_eq!((table.called(BoardNo::One), table.legal(BoardNo::One, worst)), (None, offered));
    table.attempt(BoardNo::One, &"call g1".parse().unwrap(), worst).unwrap();
}

/// Where time has run out the opponent chooses as on worst, in games without that die too.
#[test]
fn calls_without_a_worst_die() {
    let board = "4k3/8/8/8/8/8/8/1N!2K3[] w - - 0 1";
    let rules = rules("fairy-bughouse", &[("worst_faces", "0"), ("type_die", "false")]);
    let mut table = Table::parse(&rules, &format!("{board} | {START}")).unwrap();
    let call: Move = "call b1".parse().unwrap();
    let refused = table.admit(BoardNo::One, call, Roll::default()).unwrap_err().to_string();
    assert!(refused.contains("no worst die"), "{refused}");
    let worst = Roll { kind: None, worst: true };
    assert!(table.legal(BoardNo::One, worst).contains(&call));
    table.attempt(BoardNo::One, &call, worst).unwrap();
}

#[test]
fn what_is_reached_around_the_edge_alone() {
    for (board, from, around) in [
        ("4k3/8/8/8/8/8/8/R^3K3[] w - -", "a1", "f1 g1 h1"),
        ("4k3/8/8/8/8/8/8/R3K3[] w - -", "a1", ""),
        ("4k3/8/8/8/8/8/8/r^2nK3[] w - -", "a1", "e1 f1 g1 h1"),
        ("4k3/8/8/8/8/8/8/N^3K3[] w - -", "a1", "g2 h3"),
        ("4k3/8/8/8/8/8/8/N^!3K3[] b - -", "a1", "g2 h3"),
        ("4k3/8/8/8/8/8/6P1/N^3K3[] w - -", "a1", "h3"),
        ("4k3/8/8/8/8/8/6p1/N^3K3[] w - -", "a1", "g2 h3"),
        ("4k3/8/8/7*/8/8/8/3B^K3[] w - -", "d1", ""),
        ("4k3/8/8/8/8/8/8/3B^K3[] w - -", "d1", "a6 g6 b7 f7 c8 e8"),
        ("4k3/8/8/8/8/8/8/C3K3[] w - -", "a1", ""),
        ("4k3/8/8/8/8/8/8/4K3[] w - -", "a1", ""),
    ] {
        let table = Game::at(&rules("fairy-bughouse", &[]), &format!("{board} | {START}")).0;
        let reached = table.reach_around(BoardNo::One, from.parse().unwrap());
        let names: Vec<String> = reached.iter().map(|square| square.to_string()).collect();
        assert_eq!(names.join(" "), around, "{board}");
    }
}

#[test]
fn every_piece_says_how_it_moves() {
    let said = |text: &str| text.parse::<Form>().unwrap().how_it_moves();
    assert_eq!(said("C"), "It leaps three squares one way and one the other, over anything.");
    assert_eq!(
        said("R^!"),
        "It slides along ranks and files, around the left and right edge of the board too; the opponent never moves it, but can call it."
    );
    for letter in "PNBRQCGZTXYK".chars() {
        let said = said(&letter.to_string());
        assert!(said.ends_with('.') && said.matches('.').count() == 1, "{letter}: {said}");
    }
}
