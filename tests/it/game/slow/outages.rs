//! Time in which the service was down is given back before anything else.

use super::{classic, days, hours};
use crate::game::story::{ERIN, Story};
use delirious::domain::game::{Command, Lapse, Leaving, Status};
use delirious::domain::seat::{BoardNo, Seat};
use time::Duration;

#[test]
fn an_outage_over_the_deadline_costs_nobody_the_match() {
    let mut story = classic();
    let due = story.deadline(BoardNo::One).unwrap();
    let from = story.now + days(2);
    story.wait(days(9));
    assert!(story.state.is_overdue(story.now));
    assert_eq!(story.credit(from, story.now), 1);
    assert_eq!(story.settle(), 0);
    assert_eq!(story.deadline(BoardNo::One), Some(due + days(7)));
    assert_eq!(
        story.last_words(1),
        [
            "the service was down from 17 January 2027, 08:04 UTC to 24 January 2027, 08:04 UTC: all clocks stood still"
        ]
    );
    story.play(Seat::White1, "e2e4").unwrap();
    story.check();
}

#[test]
fn time_that_ran_out_before_the_outage_stays_out() {
    let mut story = Story::started("dice-chess", Lapse::OpponentChooses);
    let due = story.deadline(BoardNo::One).unwrap();
    story.wait(days(10));
    // The time ran out an hour before the outage; the opponent's begins when the log says so, after it.
    let from = due + hours(1);
    assert_eq!(story.credit(from, story.now), 1);
    assert_eq!(story.settle(), 1);
    let turn = story.turn(BoardNo::One);
    assert_eq!((turn.mover, turn.decider), (Seat::White1, Seat::Black2));
    assert_eq!(turn.deadline, Some(story.now + days(3)));
    story.check();

    let mut story = Story::started("dice-chess", Lapse::Forfeit);
    story.wait(days(10));
    assert_eq!(story.credit(from, story.now), 0, "the match was over before");
    story.settle();
    assert_eq!(story.state.status(), Status::Over);
}

#[test]
fn a_clock_that_would_start_in_the_outage_starts_after_it() {
    let mut story = classic();
    let begun = story.now;
    story.does(Seat::White1, |account| Command::AskPause { account, days: 4 }).unwrap();
    for seat in [Seat::Black2, Seat::White3, Seat::Black4] {
        story.does(seat, |account| Command::AgreePause { account }).unwrap();
    }
    story.wait(days(8));
    // The pause ended on the fourth day, in the outage.
    assert_eq!(story.credit(begun + days(2), story.now), 1);
    assert_eq!(story.settle(), 1);
    assert_eq!(story.deadline(BoardNo::One), Some(story.now + days(3)));
    story.check();
}

#[test]
fn a_clock_that_begins_in_what_is_settled_after_the_outage_counts_without_it() {
    let mut story = classic();
    story.does(Seat::White1, |account| Command::AutoVacation { account, on: true }).unwrap();
    story.wait(hours(1));
    story.play(Seat::White3, "e2e4").unwrap();
    let (one, two) = (story.deadline(BoardNo::One).unwrap(), story.deadline(BoardNo::Two).unwrap());
    // White1's time ends half an hour before the outage and a day of vacation begins, after the outage.
    let (from, until) = (one + Duration::minutes(30), one + days(2));
    story.now = until;
    assert_eq!(story.credit(from, until), 1);
    story.settle();
    assert_eq!(story.deadline(BoardNo::Two), Some(two + (until - from)));
    assert_eq!(story.state.status(), Status::Running);
    story.check();
}

#[test]
fn no_event_where_no_clock_gains() {
    let mut story = classic();
    let begun = story.now;
    story.wait(days(1));
    assert_eq!(story.credit(begun - days(1), begun), 0, "before the last event");
    assert_eq!(story.credit(story.now, story.now), 0, "no time at all");
    assert_eq!(story.credit(story.now + days(1), story.now + days(2)), 0, "not yet");
    story.does(Seat::White1, |account| Command::AskPause { account, days: 4 }).unwrap();
    for seat in [Seat::Black2, Seat::White3, Seat::Black4] {
        story.does(seat, |account| Command::AgreePause { account }).unwrap();
    }
    let from = story.now;
    story.wait(hours(5));
    assert_eq!(story.credit(from, story.now), 0, "all clocks stood anyway");
    assert_eq!(Story::opened(story.state.settings().rules, Lapse::Forfeit).credit(from, story.now), 0);
}

#[test]
fn several_outages_are_given_back_one_after_the_other_and_none_twice() {
    let mut story = classic();
    let (begun, due) = (story.now, story.deadline(BoardNo::Two).unwrap());
    story.wait(days(4));
    assert_eq!(story.credit(begun + hours(10), begun + hours(20)), 1);
    assert_eq!(story.credit(begun + hours(30), begun + days(4)), 1);
    assert_eq!(story.credit(begun + hours(30), begun + days(4)), 0, "given back already");
    assert_eq!(story.credit(begun + hours(15), begun + hours(25)), 0, "before the last span");
    assert_eq!(story.deadline(BoardNo::Two), Some(due + hours(10) + hours(66)));
    assert_eq!(story.settle(), 0);
    story.play(Seat::White1, "e2e4").unwrap();
    story.check();
}

#[test]
fn a_span_is_cut_to_what_lies_between_the_last_event_and_now() {
    let mut story = classic();
    let due = story.deadline(BoardNo::Two).unwrap();
    story.wait(hours(5));
    story.play(Seat::White1, "e2e4").unwrap();
    let event = story.now;
    story.wait(hours(5));
    assert_eq!(story.credit(event - hours(3), story.now + hours(9)), 1);
    assert_eq!(story.deadline(BoardNo::Two), Some(due + hours(5)));
    assert_eq!(story.deadline(BoardNo::One), Some(event + days(3) + hours(5)));
    story.check();
}

#[test]
fn an_empty_seats_week_is_given_back_too() {
    let mut story = classic();
    let left = story.now;
    story.does(Seat::White1, |account| Command::LeaveForGood { account, why: Leaving::Left }).unwrap();
    story.wait(days(9));
    assert_eq!(story.credit(left + days(1), left + days(4)), 1);
    assert_eq!(story.settle(), 0);
    assert_eq!(story.state.next_due(), Some(left + days(10)));
    story.command(Command::AskToSubstitute { account: ERIN, seat: Seat::White1 }).unwrap();
    story.wait(days(1));
    story.settle();
    assert_eq!(story.result(), "Black2+White3 wins by resignation");
    story.check();
}
