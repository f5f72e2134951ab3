//! Pauses by everybody's word, and time given.

use super::{MS, classic, days, hours};
use crate::game::story::{Story, account};
use delirious::domain::game::{AskKind, Command, Lapse, MatchLength, Refusal, Status};
use delirious::domain::rules::RuleSet;
use delirious::domain::seat::{BoardNo, Seat};
use delirious::domain::view::PauseView;
use delirious::domain::visibility::Viewer;

fn pause(story: &mut Story, length: u16) {
    story.does(Seat::White1, |account| Command::AskPause { account, days: length }).unwrap();
    for seat in [Seat::Black2, Seat::White3, Seat::Black4] {
        story.does(seat, |account| Command::AgreePause { account }).unwrap();
    }
}

#[test]
fn in_a_pause_all_clocks_stand_and_go_on_with_what_they_had() {
    let mut story = classic();
    story.wait(days(1));
    let begun = story.now;
    pause(&mut story, 10);
    assert_eq!(BoardNo::ALL.map(|board| story.deadline(board)), [None, None]);
    assert_eq!(story.state.next_due(), Some(begun + days(10)));
    let turn = story.turn(BoardNo::One);
    assert_eq!((turn.left_seconds, turn.stopped.as_deref()), (2 * 86_400, Some("the match pauses")));
    story.wait(days(10) - MS);
    assert_eq!(story.settle(), 0);
    story.wait(hours(5));
    assert_eq!(story.settle(), 1);
    assert_eq!(story.deadline(BoardNo::One), Some(begun + days(12)), "by the exact end, not by the look");
    assert_eq!(story.last_words(1), ["the pause is over"]);
    story.check();
}

#[test]
fn a_pause_goes_on_from_one_game_into_the_next() {
    let rules = RuleSet::preset("dice-chess").unwrap();
    let mut story = Story::started_as(rules, Lapse::Forfeit, |open| {
        open.length = MatchLength::games(2).unwrap();
    });
    story.does(Seat::White1, |account| Command::AskPause { account, days: 5 }).unwrap();
    story.does(Seat::Black2, |account| Command::AgreePause { account }).unwrap();
    let begun = story.now;
    story.wait(days(1));
    story.resign(Seat::White1).unwrap();
    assert_eq!((story.state.status(), story.deadline(BoardNo::One)), (Status::Running, None));
    story.wait(days(4));
    assert_eq!(story.settle(), 1, "it ends as agreed, whoever sits where by now");
    assert_eq!(story.deadline(BoardNo::One), Some(begun + days(8)));
    story.check();
}

#[test]
fn moves_stay_possible_and_begin_with_a_clock_that_stands() {
    let mut story = classic();
    pause(&mut story, 3);
    story.wait(days(1));
    story.play(Seat::White1, "e2e4").unwrap();
    assert_eq!(story.deadline(BoardNo::One), None);
    story.wait(days(2));
    story.settle();
    assert_eq!(story.deadline(BoardNo::One), Some(story.now + days(3)));
    story.check();
}

#[test]
fn a_lapse_right_after_a_pause_comes_at_its_own_moment() {
    let mut story = classic();
    story.play(Seat::White3, "e2e4").unwrap();
    story.wait(days(2));
    pause(&mut story, 1);
    story.wait(days(30));
    // The pause ends after a day and White1's last day runs: nobody looked, and it is settled in order.
    assert_eq!(story.settle(), 2);
    assert_eq!(story.result(), "Black2+White3 wins by time");
    assert_eq!(story.state.ending().is_some(), story.last_words(4)[0] == "the pause is over");
}

#[test]
fn all_words_end_a_pause_early() {
    let mut story = classic();
    pause(&mut story, 60);
    let resume = |account| Command::AskResume { account };
    for seat in [Seat::Black4, Seat::White1, Seat::Black2] {
        story.does(seat, resume).unwrap();
        assert_eq!(story.does(seat, resume), Err(Refusal::AlreadyAgreed));
    }
    assert_eq!(story.asked_of(account(Seat::White3)), [AskKind::Turn, AskKind::ResumeOffer]);
    story.wait(days(4));
    story.does(Seat::White3, resume).unwrap();
    assert_eq!(story.deadline(BoardNo::One), Some(story.now + days(3)));
    assert_eq!(story.does(Seat::White3, resume), Err(Refusal::NoPause));
    assert_eq!(story.last_words(1), ["all have agreed: the pause is over"]);
    story.check();
}

#[test]
fn a_proposal_is_declined_withdrawn_and_agreed_to_by_proposing_the_same() {
    let mut story = classic();
    let ask = |days| move |account| Command::AskPause { account, days };
    let decline = |account| Command::DeclinePause { account };
    assert_eq!(story.does(Seat::White1, ask(0)), Err(Refusal::PauseDays));
    assert_eq!(story.does(Seat::White1, ask(61)), Err(Refusal::PauseDays));
    assert_eq!(story.does(Seat::White1, decline), Err(Refusal::NoPauseProposed));
    story.does(Seat::White1, ask(5)).unwrap();
    assert_eq!(story.does(Seat::Black2, ask(6)), Err(Refusal::PauseProposed(5)));
    story.does(Seat::White1, decline).unwrap();
    story.does(Seat::White1, ask(6)).unwrap();
    story.does(Seat::Black2, ask(6)).unwrap();
    let view = story.view(Viewer::Spectator);
    assert!(matches!(view.pause, Some(PauseView::Asked { days: 6, agreed, .. })
        if agreed == [Seat::White1, Seat::Black2]));
    story.does(Seat::White3, decline).unwrap();
    assert_eq!(story.view(Viewer::Spectator).pause, None);
    pause(&mut story, 2);
    assert_eq!(story.does(Seat::White1, ask(2)), Err(Refusal::PauseRuns));
    story.check();
}

#[test]
fn an_opponent_is_given_days_while_deciding() {
    let mut story = classic();
    let give = |to, days| move |account| Command::GiveTime { account, to, days };
    let before = story.deadline(BoardNo::One).unwrap();
    story.wait(days(2));
    assert_eq!(story.does(Seat::Black4, give(Seat::White1, 1)), Err(Refusal::NotAnOpponent), "the partner");
    assert_eq!(story.does(Seat::White1, give(Seat::Black2, 1)), Err(Refusal::DecidesNothing(Seat::Black2)));
    assert_eq!(story.does(Seat::Black2, give(Seat::White1, 0)), Err(Refusal::GiftDays));
    assert_eq!(story.does(Seat::Black2, give(Seat::White1, 15)), Err(Refusal::GiftDays));
    story.does(Seat::Black2, give(Seat::White1, 4)).unwrap();
    story.does(Seat::White3, give(Seat::White1, 1)).unwrap();
    assert_eq!(story.deadline(BoardNo::One), Some(before + days(5)));
    assert_eq!(story.last_words(2), ["bruno gives ana 4 days more", "carla gives ana 1 day more"]);
    story.play(Seat::White1, "e2e4").unwrap();
    assert_eq!(story.deadline(BoardNo::One), Some(story.now + days(3)), "the next decision has its own time");
    assert_eq!(story.state.status(), Status::Running);
    story.check();
}
