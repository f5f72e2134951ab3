//! A bank of time instead of an allowance for each decision.

use super::{MS, days, hours};
use crate::game::story::{Story, account};
use delirious::domain::game::{Bank, BankError, Command, Lapse, MatchLength, Open, Status};
use delirious::domain::rules::RuleSet;
use delirious::domain::seat::{BoardNo, Seat};
use delirious::domain::visibility::Viewer;

const DAY: u64 = 86_400;

fn bank(open: &mut Open) {
    open.bank = Some(Bank::new(10 * DAY, DAY, 12 * DAY).unwrap());
}

fn banked(preset: &str, lapse: Lapse) -> Story {
    Story::started_as(RuleSet::preset(preset).unwrap(), lapse, bank)
}

fn in_bank(story: &Story, seat: Seat) -> u64 {
    story.view(Viewer::Spectator).seats[seat as usize].bank_left_seconds.unwrap()
}

#[test]
fn a_bank_runs_while_its_seat_decides_and_each_decision_adds_up_to_the_cap() {
    let mut story = banked("classic-bughouse", Lapse::Forfeit);
    let begun = story.now;
    assert_eq!(story.deadline(BoardNo::One), Some(begun + days(10)));
    story.wait(days(4));
    story.play(Seat::White1, "e2e4").unwrap();
    assert_eq!((in_bank(&story, Seat::White1), in_bank(&story, Seat::Black2)), (7 * DAY, 10 * DAY));
    story.wait(days(1));
    story.play(Seat::Black2, "e7e5").unwrap();
    assert_eq!(in_bank(&story, Seat::Black2), 10 * DAY);
    assert_eq!(story.deadline(BoardNo::One), Some(story.now + days(7)));
    for _ in 0..3 {
        let mv = story.legal(BoardNo::Two)[0].clone();
        story.play(story.turn(BoardNo::Two).decider, &mv).unwrap();
    }
    assert_eq!(in_bank(&story, Seat::Black4), 11 * DAY);
    let view = story.view(Viewer::Spectator);
    assert_eq!(view.time, "a bank of 10 days for each player, 1 day more for each decision, up to 12 days");
    story.check();
}

/// Others wait while this one decides; the end comes between.
#[test]
fn a_decision_that_the_end_cuts_off_counts_as_made_at_that_moment() {
    let mut story = Story::started_as(RuleSet::preset("classic-bughouse").unwrap(), Lapse::Forfeit, |open| {
        bank(open);
        open.length = MatchLength::games(2).unwrap();
    });
    story.wait(days(4));
    story.resign(Seat::Black4).unwrap();
    // Opponents have exchanged seats; both sides that decided used 4 days and got one.
    assert_eq!((in_bank(&story, Seat::Black2), in_bank(&story, Seat::Black4)), (7 * DAY, 7 * DAY));
    assert_eq!((in_bank(&story, Seat::White1), in_bank(&story, Seat::White3)), (10 * DAY, 10 * DAY));
    story.check();
}

#[test]
fn adding_stops_at_the_cap_but_a_gift_beyond_it_stays() {
    let mut story = banked("dice-chess", Lapse::Forfeit);
    for _ in 0..5 {
        let decider = story.turn(BoardNo::One).decider;
        story.play_any(BoardNo::One);
        assert!(in_bank(&story, decider) <= 12 * DAY);
    }
    let decider = story.turn(BoardNo::One).decider;
    let give = |account| Command::GiveTime { account, to: decider, days: 14 };
    story.does(decider.opponent(), give).unwrap();
    let before = in_bank(&story, decider);
    assert!(before > 24 * DAY);
    story.play_any(BoardNo::One);
    assert_eq!(in_bank(&story, decider), before, "neither cut nor added to");
    story.check();
}

#[test]
fn a_bank_that_is_empty_is_a_lapse_and_the_next_decision_has_what_a_decision_adds() {
    let mut story = banked("dice-chess", Lapse::OpponentChooses);
    story.wait(days(10) + hours(7));
    story.settle();
    let turn = story.turn(BoardNo::One);
    assert_eq!((turn.mover, turn.decider), (Seat::White1, Seat::Black2));
    assert_eq!(
        turn.deadline,
        Some(story.now + days(10)),
        "the opponent's bank runs from the moment it is told"
    );
    assert_eq!(in_bank(&story, Seat::White1), DAY);
    story.play_any(BoardNo::One);
    story.play_any(BoardNo::One);
    assert_eq!(story.deadline(BoardNo::One), Some(story.now + days(1)));
    story.check();
}

#[test]
fn the_third_lapse_loses_with_a_bank_too() {
    let mut story = banked("dice-chess", Lapse::OpponentChooses);
    let mut lapses = 0;
    while story.state.status() == Status::Running {
        if story.turn(BoardNo::One).decider == Seat::White1 {
            story.now = story.deadline(BoardNo::One).unwrap();
            story.settle();
            lapses += 1;
        } else {
            story.play_any(BoardNo::One);
        }
    }
    assert_eq!((lapses, story.result().as_str()), (3, "Black2 wins by time"));
    story.check();
}

#[test]
fn the_three_move_rule_lays_the_rest_of_a_bank_aside() {
    let mut story = banked("classic-bughouse", Lapse::Forfeit);
    story.wait(days(2));
    for (who, mv) in [
        (Seat::White3, "a2a3"),
        (Seat::Black4, "a7a6"),
        (Seat::White3, "b2b3"),
        (Seat::Black4, "b7b6"),
        (Seat::White3, "c2c3"),
        (Seat::Black4, "c7c6"),
    ] {
        story.play(who, mv).unwrap();
    }
    assert_eq!(story.deadline(BoardNo::One), Some(story.now + days(1)));
    assert_eq!(in_bank(&story, Seat::White1), 8 * DAY);
    story.wait(hours(6));
    story.play(Seat::White1, "e2e4").unwrap();
    assert_eq!(in_bank(&story, Seat::White1), 8 * DAY - 6 * 3_600 + DAY, "only what was used is gone");
    story.check();
}

#[test]
fn a_hurried_bank_that_runs_out_of_its_day_loses_all_the_same() {
    let mut story = banked("classic-bughouse", Lapse::Forfeit);
    for n in 0..3 {
        story.play(Seat::White3, ["a2a3", "b2b3", "c2c3"][n]).unwrap();
        story.play(Seat::Black4, ["a7a6", "b7b6", "c7c6"][n]).unwrap();
    }
    story.wait(days(1) - MS);
    assert_eq!(story.settle(), 0);
    story.wait(MS);
    story.settle();
    assert_eq!(story.result(), "Black2+White3 wins by time");
    assert_eq!(story.asked_of(account(Seat::White1)), []);
}

#[test]
fn banks_have_limits() {
    assert_eq!(Bank::new(DAY - 1, DAY, DAY), Err(BankError::Start));
    assert_eq!(Bank::new(61 * DAY, DAY, 90 * DAY), Err(BankError::Start));
    assert_eq!(Bank::new(10 * DAY, 3_599, 10 * DAY), Err(BankError::Add));
    assert_eq!(Bank::new(10 * DAY, 15 * DAY, 30 * DAY), Err(BankError::Add));
    assert_eq!(Bank::new(10 * DAY, DAY, 9 * DAY), Err(BankError::Cap));
    assert_eq!(Bank::new(10 * DAY, DAY, u64::MAX), Err(BankError::Cap));
}
