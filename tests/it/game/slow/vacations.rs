//! Vacations: planned, at once, by themselves, and the days of a year.

use super::{MS, classic, days, hours};
use crate::game::story::{Story, account};
use delirious::domain::game::{Command, Lapse, Refusal, Status, VacationDays};
use delirious::domain::rules::RuleSet;
use delirious::domain::seat::{BoardNo, Seat};
use delirious::domain::visibility::Viewer;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

fn plan(story: &mut Story, seat: Seat, from: OffsetDateTime, until: OffsetDateTime) -> Result<(), Refusal> {
    story.does(seat, |account| Command::PlanVacation { account, from, until })
}

fn now(story: &mut Story, seat: Seat, length: Duration) -> Result<(), Refusal> {
    let at = story.now;
    plan(story, seat, at, at + length)
}

fn end(story: &mut Story, seat: Seat) -> Result<(), Refusal> {
    story.does(seat, |account| Command::EndVacation { account })
}

fn automatic(story: &mut Story, seat: Seat) {
    story.does(seat, |account| Command::AutoVacation { account, on: true }).unwrap();
}

fn left(story: &Story, seat: Seat) -> u16 {
    story.view(Viewer::Spectator).seats[seat as usize].vacation_left_days
}

fn with_days(n: u16) -> Story {
    let rules = RuleSet::preset("classic-bughouse").unwrap();
    Story::started_as(rules, Lapse::Forfeit, |open| open.vacation_days = VacationDays::new(n).unwrap())
}

#[test]
fn a_planned_vacation_stops_the_own_clock_alone_from_its_exact_beginning() {
    let mut story = classic();
    let (begun, from) = (story.now, story.now + days(1));
    plan(&mut story, Seat::White1, from, from + days(10)).unwrap();
    let seen = &story.view(Viewer::Seat(Seat::Black2)).seats[0];
    assert!(seen.vacation.as_ref().is_some_and(|vacation| !vacation.running && vacation.from == from));
    assert_eq!(story.state.next_due(), Some(from));
    story.wait(days(2));
    assert_eq!(story.settle(), 1);
    assert_eq!(story.deadline(BoardNo::One), None);
    assert_eq!(story.deadline(BoardNo::Two), Some(begun + days(3)), "others' clocks run");
    assert_eq!(story.turn(BoardNo::One).stopped.as_deref(), Some("ana is on vacation"));
    story.check();
}

#[test]
fn a_planned_vacation_ends_at_its_exact_end() {
    let mut story = Story::started("dice-chess", Lapse::Forfeit);
    let begun = story.now;
    plan(&mut story, Seat::White1, begun + days(1), begun + days(11)).unwrap();
    story.wait(days(12));
    assert_eq!(story.settle(), 2, "begun and ended, looked at later");
    assert_eq!(story.deadline(BoardNo::One), Some(begun + days(13)));
    assert_eq!(story.last_words(2), ["ana is on vacation", "ana is back from vacation"]);
    assert_eq!(left(&story, Seat::White1), 20);
    story.wait(days(1) - MS);
    assert_eq!(story.settle(), 0);
    story.wait(MS);
    story.settle();
    assert_eq!(story.result(), "Black2 wins by time");
    story.check();
}

#[test]
fn at_once_means_from_now_and_moves_stay_possible() {
    let mut story = classic();
    story.wait(days(2));
    let at = story.now;
    plan(&mut story, Seat::White1, at - days(5), at + days(3)).unwrap();
    assert_eq!(story.last_words(1), ["ana is on vacation"]);
    assert_eq!(story.deadline(BoardNo::One), None);
    story.wait(days(1) - MS);
    story.play(Seat::White3, "e2e4").unwrap();
    story.play(Seat::White1, "e2e4").unwrap();
    story.play(Seat::Black2, "e7e5").unwrap();
    assert_eq!(story.deadline(BoardNo::One), None, "still on vacation, also for the next decision");
    story.play(Seat::Black4, "e7e5").unwrap();
    story.wait(days(2) + MS);
    story.settle();
    assert_eq!(story.deadline(BoardNo::One), Some(at + days(6)));
    story.check();
}

#[test]
fn given_up_early_only_the_days_spent_are_charged() {
    let mut story = classic();
    let begun = story.now;
    now(&mut story, Seat::White1, days(20)).unwrap();
    assert_eq!(left(&story, Seat::White1), 10, "what runs counts whole");
    story.wait(days(2));
    end(&mut story, Seat::White1).unwrap();
    assert_eq!(left(&story, Seat::White1), 28);
    assert_eq!(story.deadline(BoardNo::One), Some(begun + days(5)));
    assert_eq!(end(&mut story, Seat::White1), Err(Refusal::NoVacation));
    story.check();
}

#[test]
fn a_new_plan_replaces_the_planned_one_and_a_dropped_one_costs_nothing() {
    let mut story = classic();
    let at = story.now;
    plan(&mut story, Seat::White1, at + days(100), at + days(125)).unwrap();
    assert_eq!(left(&story, Seat::White1), 5);
    plan(&mut story, Seat::White1, at + days(50), at + days(60)).unwrap();
    assert_eq!(left(&story, Seat::White1), 20);
    end(&mut story, Seat::White1).unwrap();
    assert_eq!(left(&story, Seat::White1), 30);
    assert_eq!(story.last_words(1), ["ana drops the planned vacation"]);
    now(&mut story, Seat::White1, days(1)).unwrap();
    assert_eq!(plan(&mut story, Seat::White1, at + days(5), at + days(6)), Err(Refusal::VacationRuns));
    story.check();
}

#[test]
fn a_plan_has_an_order_and_a_horizon() {
    let mut story = classic();
    let at = story.now;
    for (from, until) in [(at + days(2), at + days(2)), (at + days(2), at + days(1)), (at - days(3), at)] {
        assert_eq!(plan(&mut story, Seat::White1, from, until), Err(Refusal::VacationOrder));
    }
    let far = plan(&mut story, Seat::White1, at + days(400), at + days(401));
    assert_eq!(far, Err(Refusal::VacationTooFar));
    let end_of_time = datetime!(9999-12-31 23:59:59 UTC);
    assert!(matches!(plan(&mut story, Seat::White1, at, end_of_time), Err(Refusal::VacationBudget { .. })));
}

#[test]
fn the_budget_is_of_a_calendar_year_and_the_refusal_says_what_is_left() {
    let mut story = with_days(10);
    let new_year = datetime!(2028-01-01 00:00 UTC);
    story.play(Seat::White1, "e2e4").unwrap();
    story.play(Seat::White3, "e2e4").unwrap();
    // 10 days of 2027 and 10 of 2028 lie side by side.
    let whole = plan(&mut story, Seat::White1, new_year - days(10), new_year + days(10));
    assert_eq!(whole, Ok(()));
    let more = plan(&mut story, Seat::White1, new_year - days(10), new_year + days(11));
    assert_eq!(more, Err(Refusal::VacationBudget { year: 2028, days: 10 }));
    now(&mut story, Seat::Black2, days(7)).unwrap();
    story.wait(days(2));
    end(&mut story, Seat::Black2).unwrap();
    let refused = now(&mut story, Seat::Black2, days(9)).unwrap_err();
    assert_eq!(refused, Refusal::VacationBudget { year: 2027, days: 8 });
    let words = "you have 8 days of vacation left in 2027 in this match: choose a shorter one";
    assert_eq!(refused.to_string(), words);
    now(&mut story, Seat::Black2, days(8)).unwrap();
    story.check();
}

#[test]
fn no_days_agreed_is_no_vacation() {
    let mut story = with_days(0);
    let refused = now(&mut story, Seat::White1, MS);
    assert_eq!(refused, Err(Refusal::VacationBudget { year: 2027, days: 0 }));
    let on = |account| Command::AutoVacation { account, on: true };
    assert_eq!(story.does(Seat::White1, on), Err(Refusal::NoVacationDays));
}

#[test]
fn days_are_used_by_themselves_instead_of_a_lapse_until_none_is_left() {
    let rules = RuleSet::preset("dice-chess").unwrap();
    let two = |open: &mut delirious::domain::game::Open| open.vacation_days = VacationDays::new(2).unwrap();
    let mut story = Story::started_as(rules, Lapse::Forfeit, two);
    let begun = story.now;
    automatic(&mut story, Seat::White1);
    story.wait(days(3));
    assert_eq!(story.settle(), 1);
    assert_eq!(story.last_words(1), ["ana's time ran out: a day of vacation is used by itself"]);
    assert_eq!(end(&mut story, Seat::White1), Err(Refusal::NoVacation), "it ends with the decision");
    story.wait(days(1));
    assert_eq!(story.settle(), 2, "one day ends, the next begins");
    assert_eq!(story.state.next_due(), Some(begun + days(5)));
    story.wait(days(1));
    story.settle();
    assert_eq!(story.result(), "Black2 wins by time");
    assert_eq!(story.state.updated_at(), begun + days(5));
    story.check();
}

#[test]
fn a_day_used_by_itself_ends_with_the_decision_and_costs_what_was_spent() {
    let mut story = Story::started("dice-chess", Lapse::Forfeit);
    automatic(&mut story, Seat::White1);
    story.wait(days(3) + hours(5));
    story.play_any(BoardNo::One);
    let view = story.view(Viewer::Seat(Seat::White1));
    assert_eq!((view.seats[0].vacation.clone(), view.seats[0].vacation_left_days), (None, 29));
    assert_eq!(story.deadline(BoardNo::One), Some(story.now + days(3)));
    story.wait(hours(1));
    story.play_any(BoardNo::One);
    // Five hours are used; 29 days and 19 hours are left, so 29 whole days can still be used.
    for used in 0..29 {
        story.wait(if used == 0 { days(3) } else { days(1) });
        story.settle();
        assert_eq!(story.state.status(), Status::Running, "day {used}");
    }
    story.wait(days(1));
    story.settle();
    assert_eq!(story.state.status(), Status::Over);
    story.check();
}

#[test]
fn a_vacation_that_begins_in_the_instant_of_a_deadline_is_in_time() {
    let mut story = Story::started("dice-chess", Lapse::Forfeit);
    let due = story.deadline(BoardNo::One).unwrap();
    plan(&mut story, Seat::White1, due, due + days(2)).unwrap();
    story.wait(days(4));
    story.settle();
    assert_eq!((story.state.status(), story.deadline(BoardNo::One)), (Status::Running, None));
    story.wait(days(1));
    story.settle();
    assert_eq!(story.result(), "Black2 wins by time", "nothing was left when it ended");
    story.check();
}

#[test]
fn of_two_who_are_late_at_once_the_one_with_days_to_use_is_not_late() {
    let mut story = classic();
    automatic(&mut story, Seat::White1);
    story.wait(days(3));
    story.settle();
    assert_eq!(story.result(), "White1+Black4 wins by time");
    story.check();
}

#[test]
fn a_planned_vacation_takes_over_from_a_day_that_runs_by_itself() {
    let mut story = Story::started("dice-chess", Lapse::Forfeit);
    let begun = story.now;
    automatic(&mut story, Seat::White1);
    plan(&mut story, Seat::White1, begun + days(3) + hours(6), begun + days(5)).unwrap();
    story.wait(days(4));
    story.settle();
    let vacation = story.view(Viewer::Spectator).seats[0].vacation.clone().unwrap();
    assert!(vacation.running && !vacation.automatic);
    assert_eq!(vacation.until, begun + days(5));
    assert_eq!(left(&story, Seat::White1), 28, "six hours, and a day and eighteen hours");
    story.check();
}

#[test]
fn the_choice_is_shown_to_its_player_alone() {
    let mut story = classic();
    automatic(&mut story, Seat::White1);
    let length = story.log.len();
    automatic(&mut story, Seat::White1);
    assert_eq!(story.log.len(), length, "nothing changes, nothing is written");
    let shown = |viewer| story.view(viewer).seats[0].auto_vacation;
    assert_eq!(shown(Viewer::Seat(Seat::White1)), Some(true));
    assert_eq!(shown(Viewer::Seat(Seat::Black4)), None);
    assert_eq!(story.asked_of(account(Seat::White1)), [delirious::domain::game::AskKind::Turn]);
}
