//! Calls of intelligent pieces on worst rolls: chosen, by themselves, and late (RULES §7, §12).

use super::story::{Story, account};
use delirious::domain::game::{AskKind, EventKind, Lapse, Refusal};
use delirious::domain::rules::{self, RuleSet};
use delirious::domain::seat::{BoardNo, Seat};
use delirious::domain::view::LineKind;
use delirious::domain::visibility::Viewer;
use time::Duration;

/// One board where every roll is worst and each begins with three pieces of a set in hand.
fn table(set: &str) -> Story {
    let mut rules = RuleSet::preset("worst-move").unwrap();
    rules.set_all([("worst_faces", "6"), ("gifts", "3"), ("fairy_set", set)]).unwrap();
    Story::started_with(rules, Lapse::OpponentChooses)
}

/// Goes on until the opponent can call beside other things; gives the mover and the call.
fn until_a_call(story: &mut Story) -> (Seat, String) {
    for _ in 0..100 {
        let call = story.legal(BoardNo::One).into_iter().find(|mv| mv.starts_with("call "));
        if let Some(call) = call {
            return (story.turn(BoardNo::One).mover, call);
        }
        story.play_any(BoardNo::One);
    }
    panic!("nothing could be called");
}

/// Goes on until a call has made itself.
fn until_a_call_makes_itself(story: &mut Story) -> Seat {
    for _ in 0..100 {
        let last = story.log.last().unwrap().event().unwrap().kind;
        if let EventKind::Called(call) = last {
            return call.seat;
        }
        story.play_any(BoardNo::One);
    }
    panic!("no call made itself");
}

#[test]
fn the_opponent_calls_and_the_mover_moves_that_piece() {
    let mut story = table("N!");
    let (mover, call) = until_a_call(&mut story);
    assert_eq!(call, "call N!");
    let plies = story.view(Viewer::Spectator).boards[0].plies;
    story.wait(Duration::days(2));
    story.play(mover.opponent(), &call).unwrap();
    let turn = story.turn(BoardNo::One);
    assert_eq!((turn.decider, turn.mover), (mover, mover));
    assert_eq!(turn.deadline, Some(story.now + Duration::days(3)), "a fresh allowance");
    let called = turn.called.unwrap();
    assert_eq!(
        (called.square, &called.words[..], called.by_itself),
        (None, "intelligent knight in hand", false)
    );
    assert!(turn.legal.iter().all(|mv| mv.drop.as_deref() == Some("N!")), "{:?}", turn.legal);
    let view = story.view(Viewer::Seat(mover));
    let line = view.log.last().unwrap();
    assert_eq!(
        (line.kind, line.chooser, view.boards[0].plies),
        (LineKind::Call, Some(mover.opponent()), plies)
    );
    assert_eq!(story.asked_of(account(mover)), [AskKind::Turn]);
    assert_eq!(story.asked_of(account(mover.opponent())), []);
    let other = if mover == Seat::White1 { "g1f3" } else { "g8f6" };
    let refused = story.play(mover, other);
    assert!(matches!(refused, Err(Refusal::Illegal(rules::Refusal::MustMoveCalled(_)))), "{refused:?}");
    let late = story.play(mover.opponent(), other);
    assert_eq!(late, Err(Refusal::NotYourTurn { who: Some(mover) }));
    story.play(mover, &turn.legal[0].text).unwrap();
    assert!(story.turn(BoardNo::One).called.is_none());
    story.check();
}

#[test]
fn the_only_possible_call_makes_itself() {
    let mut story = table("B!,R!,Q!");
    let mover = until_a_call_makes_itself(&mut story);
    let turn = story.turn(BoardNo::One);
    assert_eq!((turn.decider, turn.called.as_ref().map(|called| called.by_itself)), (mover, Some(true)));
    assert!(story.last_words(1)[0].contains("is called by itself"), "{:?}", story.last_words(1));
    assert_eq!(story.asked_of(account(mover)), [AskKind::Turn]);
    let mv = turn.legal[0].text.clone();
    story.play(mover, &mv).unwrap();
    story.check();
}

#[test]
fn a_late_mover_loses_the_call_and_the_opponent_chooses() {
    let mut story = table("N!");
    let (mover, call) = until_a_call(&mut story);
    story.play(mover.opponent(), &call).unwrap();
    story.wait(Duration::days(3));
    story.settle();
    let turn = story.turn(BoardNo::One);
    assert_eq!((turn.decider, turn.called), (mover.opponent(), None));
    assert!(story.legal(BoardNo::One).iter().any(|mv| !mv.starts_with("call ")));
    story.play(mover.opponent(), &call).unwrap();
    story.wait(Duration::days(3));
    story.settle();
    story.wait(Duration::days(3));
    story.settle();
    let free = story.turn(BoardNo::One);
    assert_eq!((free.decider, free.called), (mover, None), "a late chooser leaves the move to the mover");
    story.wait(Duration::days(3));
    story.settle();
    assert!(story.result().ends_with("wins by time"), "the third time");
    story.check();
}

#[test]
fn a_mover_who_is_late_where_only_a_call_is_possible_is_called_again() {
    let mut story = table("B!,R!,Q!");
    let mover = until_a_call_makes_itself(&mut story);
    story.wait(Duration::days(3));
    assert_eq!(story.settle(), 2, "the time ran out, and the call makes itself again");
    assert_eq!(story.turn(BoardNo::One).decider, mover);
    story.check();
}

#[test]
fn a_call_answers_no_draw_offer_and_hurries_nobody() {
    let mut story = table("N!");
    let (mover, call) = until_a_call(&mut story);
    story.does(mover, |account| delirious::domain::game::Command::OfferDraw { account }).unwrap();
    story.play(mover.opponent(), &call).unwrap();
    assert!(story.view(Viewer::Spectator).draw.is_some());
    story.check();
}
