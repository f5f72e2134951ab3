//! The three-move rule (RULES §5).

use super::{classic, days, hours};
use crate::game::story::{Story, account};
use delirious::domain::game::{AskKind, Command, Lapse, Refusal};
use delirious::domain::rules::RuleSet;
use delirious::domain::seat::{BoardNo, Seat};
use delirious::domain::view::Deed;

/// Board 2 plays so many moves of Black4, White1's partner, while White1 thinks.
fn partner_moves(story: &mut Story, moves: usize) {
    for n in 0..moves {
        story.play(Seat::White3, ["a2a3", "b2b3", "c2c3", "d2d3"][n]).unwrap();
        story.play(Seat::Black4, ["a7a6", "b7b6", "c7c6", "d7d6"][n]).unwrap();
    }
}

#[test]
fn the_partners_third_move_leaves_a_day() {
    let mut story = classic();
    partner_moves(&mut story, 2);
    assert!(!story.turn(BoardNo::One).hurried);
    story.play(Seat::White3, "h2h3").unwrap();
    story.wait(hours(1));
    story.play(Seat::Black4, "h7h6").unwrap();
    let turn = story.turn(BoardNo::One);
    assert!(turn.hurried);
    assert_eq!(turn.deadline, Some(story.now + days(1)));
    assert_eq!(story.last_words(1), ["dora moved three times meanwhile: ana has a day at most to decide"]);
    let hurry = story.state.asks().into_iter().find(|ask| ask.what == AskKind::Hurry).unwrap();
    assert_eq!((hurry.to, hurry.seq), (account(Seat::White1), story.state.seq()));
    assert_eq!((hurry.deadline, hurry.allowance), (turn.deadline, days(1)));
    story.play(Seat::White1, "e2e4").unwrap();
    assert!(story.state.asks().iter().all(|ask| ask.what != AskKind::Hurry));
    assert_eq!(story.deadline(BoardNo::One), Some(story.now + days(3)));
    story.check();
}

#[test]
fn less_than_a_day_stays_what_it_is() {
    let mut story = classic();
    let due = story.deadline(BoardNo::One);
    story.wait(days(2) + hours(5));
    partner_moves(&mut story, 3);
    assert_eq!(story.deadline(BoardNo::One), due);
    assert!(story.turn(BoardNo::One).hurried);
}

#[test]
fn moves_before_the_decision_fell_to_the_decider_do_not_count() {
    let mut story = classic();
    partner_moves(&mut story, 2);
    story.play(Seat::White1, "e2e4").unwrap();
    story.play(Seat::Black2, "e7e5").unwrap();
    story.play(Seat::White3, "h2h3").unwrap();
    story.play(Seat::Black4, "h7h6").unwrap();
    assert!(!story.turn(BoardNo::One).hurried, "one move since the decision began anew");
}

#[test]
fn moves_that_an_opponent_chose_for_the_partner_count_and_a_chooser_is_bound_too() {
    for seed in 0..40_u32 {
        let mut story = Story::started("bughouse-worst-move", Lapse::OpponentChooses);
        for _ in 0..seed % 4 {
            story.play_any(BoardNo::One);
        }
        let decider = story.turn(BoardNo::One).decider;
        let seq = story.turn(BoardNo::One).seq;
        let mut counted = 0;
        while story.state.ending().is_none() && counted < 3 {
            let army = story.turn(BoardNo::Two).mover;
            story.play_any(BoardNo::Two);
            counted += u32::from(army == decider.partner());
        }
        if story.state.ending().is_none() {
            let turn = story.turn(BoardNo::One);
            assert_eq!((turn.seq, turn.hurried), (seq, true), "{decider}");
            return;
        }
    }
    panic!("every story ended early");
}

#[test]
fn a_round_table_does_not_know_the_rule() {
    let mut rules = RuleSet::preset("classic-bughouse").unwrap();
    rules.set("order", "round-s1").unwrap();
    let mut story = Story::started_with(rules, Lapse::Forfeit);
    for _ in 0..12 {
        let board = story.state.open_turns()[0].board;
        story.play_any(board);
        assert!(story.state.open_turns().iter().all(|turn| turn.hurried.is_none()));
    }
}

#[test]
fn a_hurried_decider_on_vacation_stops_the_partners_board() {
    let mut story = classic();
    let at = story.now;
    story
        .does(Seat::White1, |account| Command::PlanVacation { account, from: at, until: at + days(9) })
        .unwrap();
    partner_moves(&mut story, 3);
    let turn = story.turn(BoardNo::Two);
    assert_eq!((turn.frozen, turn.deadline, turn.legal.len()), (true, None, 0));
    assert_eq!(turn.stopped.as_deref(), Some("ana decides first on the other board"));
    assert_eq!(story.play(Seat::White3, "e2e4"), Err(Refusal::BoardStands(Seat::White1)));
    assert!(!story.deeds(Seat::White3).contains(&Deed::Play { board: BoardNo::Two }));
    story.wait(days(5));
    assert_eq!(story.settle(), 0, "nobody is late");
    story.play(Seat::White1, "e2e4").unwrap();
    assert_eq!(story.deadline(BoardNo::Two), Some(story.now + days(3)), "White3's clock had not begun");
    story.play(Seat::White3, "e2e4").unwrap();
    story.check();
}

#[test]
fn a_vacation_that_begins_after_the_third_move_stops_the_board_with_what_was_left() {
    let mut story = classic();
    partner_moves(&mut story, 3);
    story.wait(hours(20));
    let (at, due) = (story.now, story.deadline(BoardNo::Two).unwrap());
    story
        .does(Seat::White1, |account| Command::PlanVacation { account, from: at, until: at + days(2) })
        .unwrap();
    assert!(story.turn(BoardNo::Two).frozen);
    story.wait(days(2));
    story.settle();
    assert!(!story.turn(BoardNo::Two).frozen, "back from vacation, four hours are left");
    assert_eq!(story.deadline(BoardNo::One), Some(story.now + hours(4)));
    assert_eq!(story.deadline(BoardNo::Two), Some(due + days(2)));
    story.check();
}

#[test]
fn a_pause_stops_the_partners_board_of_a_hurried_decider_and_no_other() {
    let mut story = classic();
    partner_moves(&mut story, 3);
    story.does(Seat::White1, |account| Command::AskPause { account, days: 4 }).unwrap();
    for seat in [Seat::Black2, Seat::White3, Seat::Black4] {
        story.does(seat, |account| Command::AgreePause { account }).unwrap();
    }
    assert_eq!(story.play(Seat::White3, "e2e4"), Err(Refusal::BoardStands(Seat::White1)));
    story.play(Seat::White1, "e2e4").unwrap();
    story.play(Seat::White3, "e2e4").unwrap();
    story.check();
}

#[test]
fn a_waiting_seat_is_never_bound() {
    let mut story = classic();
    for (who, mv) in
        [(Seat::White1, "f2f3"), (Seat::Black2, "e7e6"), (Seat::White1, "g2g4"), (Seat::Black2, "d8h4")]
    {
        story.play(who, mv).unwrap();
    }
    partner_moves(&mut story, 4);
    assert!(story.state.asks().iter().all(|ask| ask.what != AskKind::Hurry));
}
