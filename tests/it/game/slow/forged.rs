//! Clocks, words and absences that somebody changed in a log: `verify` names the event.

use super::{MS, classic, days, hours};
use crate::game::story::{ERIN, FRITZ, MATCH, Story};
use delirious::domain::game::{
    Command, Corrupt, Event, EventKind, Export, ExportEntry, Leaving, LogEntry, first_head, verify,
};
use delirious::domain::seat::{BoardNo, Seat};
use time::Duration;

/// A match with everything that form 2 has: no event can be moved or changed unseen.
fn eventful() -> Story {
    let mut story = classic();
    story.does(Seat::White1, |account| Command::AutoVacation { account, on: true }).unwrap();
    let from = story.now + hours(5);
    story
        .does(Seat::White3, |account| Command::PlanVacation { account, from, until: from + days(2) })
        .unwrap();
    story.wait(days(3) - MS);
    story.settle();
    story.does(Seat::Black2, |account| Command::GiveTime { account, to: Seat::White1, days: 1 }).unwrap();
    story.wait(days(1) + hours(1));
    story.settle();
    story.play(Seat::White1, "e2e4").unwrap();
    story.play(Seat::White3, "e2e4").unwrap();
    story.does(Seat::Black2, |account| Command::OfferDraw { account }).unwrap();
    story.does(Seat::Black4, |account| Command::DeclineDraw { account }).unwrap();
    story.does(Seat::White1, |account| Command::AskPause { account, days: 2 }).unwrap();
    story.does(Seat::Black2, |account| Command::DeclinePause { account }).unwrap();
    pause(&mut story);
    story.wait(hours(30));
    for seat in Seat::ALL {
        story.does(seat, |account| Command::AskResume { account }).unwrap();
    }
    pause(&mut story);
    story.wait(days(3));
    let down = story.now - hours(10);
    story.credit(down, story.now);
    story.settle();
    for (who, mv) in [(Seat::Black4, "a7a6"), (Seat::White3, "a2a3"), (Seat::Black4, "b7b6")] {
        story.wait(hours(1));
        story.play(who, mv).unwrap();
    }
    let at = story.now;
    story
        .does(Seat::Black2, |account| Command::PlanVacation { account, from: at, until: at + days(5) })
        .unwrap();
    story.wait(hours(3));
    story.does(Seat::Black2, |account| Command::EndVacation { account }).unwrap();
    substitute(&mut story);
    story.does(Seat::Black2, |account| Command::OfferDraw { account }).unwrap();
    for seat in [Seat::White1, Seat::White3, Seat::Black4] {
        story.does(seat, |account| Command::AgreeDraw { account }).unwrap();
    }
    assert_eq!(story.result(), "draw by agreement");
    story
}

fn pause(story: &mut Story) {
    for seat in Seat::ALL {
        story.does(seat, |account| Command::AskPause { account, days: 2 }).unwrap();
    }
}

fn substitute(story: &mut Story) {
    story.does(Seat::White3, |account| Command::LeaveForGood { account, why: Leaving::Left }).unwrap();
    for account in [FRITZ, ERIN] {
        story.command(Command::AskToSubstitute { account, seat: Seat::White3 }).unwrap();
    }
    story.command(Command::WithdrawSubstitute { account: FRITZ }).unwrap();
    for seat in [Seat::Black2, Seat::Black4] {
        story.wait(hours(1));
        story.does(seat, |account| Command::AgreeSubstitute { account, candidate: ERIN }).unwrap();
    }
}

/// The events of a story's log.
pub fn events(story: &Story) -> Vec<Event> {
    story.log.iter().map(|entry| entry.event().unwrap()).collect()
}

/// The export of a log that a forger wrote, with heads that fit.
pub fn forged(events: &[Event]) -> String {
    let mut head = first_head(MATCH);
    let mut entries = Vec::new();
    for (seq, event) in (1..).zip(events) {
        let entry = LogEntry::seal(&head, seq, event, [7; 16]).unwrap();
        head = entry.head;
        entries.push(ExportEntry::opened(&entry));
    }
    Export::new(MATCH, entries).text().unwrap()
}

/// What `verify` says of the eventful match after a change to the first event of a kind.
fn refused(kind: impl Fn(&EventKind) -> bool, change: impl FnOnce(&mut Vec<Event>, usize)) -> Corrupt {
    let mut events = events(&eventful());
    let at = events.iter().position(|event| kind(&event.kind)).expect("such an event");
    change(&mut events, at);
    let failure = verify(&forged(&events)).expect_err("the forger got through");
    assert!(failure.seq.is_none_or(|seq| seq > at as u64), "{failure}");
    failure.why
}

macro_rules! kind {
    ($pattern:pat) => {
        |kind: &EventKind| matches!(kind, $pattern)
    };
}

#[test]
fn the_match_as_it_is_passes_and_has_every_new_kind() {
    let story = eventful();
    story.check();
    assert_eq!(verify(&forged(&events(&story))).unwrap().result, "draw by agreement");
    let text = story.export();
    for kind in [
        "draw_offered",
        "draw_agreed",
        "draw_declined",
        "time_given",
        "pause_asked",
        "pause_agreed",
        "pause_declined",
        "pause_ended",
        "resume_asked",
        "vacation_planned",
        "vacation_began",
        "vacation_ended",
        "vacation_given_up",
        "auto_vacation",
        "clocks_credited",
        "seat_vacated",
        "substitute_asked",
        "substitute_withdrew",
        "substitute_agreed",
        "substitute_seated",
    ] {
        assert!(text.contains(&format!("\\\"kind\\\":\\\"{kind}\\\"")), "{kind}");
    }
}

#[test]
fn moments_of_what_time_brings_are_exact() {
    let nudge = |due: &mut time::OffsetDateTime| *due -= MS;
    let why = refused(kind!(EventKind::VacationBegan { .. }), |events, at| {
        let EventKind::VacationBegan { due, .. } = &mut events[at].kind else { panic!() };
        nudge(due);
    });
    assert_eq!(why, Corrupt::NotDue("vacation_began"));
    let why = refused(kind!(EventKind::VacationEnded { .. }), |events, at| {
        let EventKind::VacationEnded { due, .. } = &mut events[at].kind else { panic!() };
        nudge(due);
    });
    assert_eq!(why, Corrupt::NotDue("vacation_ended"));
    let why = refused(kind!(EventKind::PauseEnded { .. }), |events, at| {
        let EventKind::PauseEnded { due } = &mut events[at].kind else { panic!() };
        nudge(due);
    });
    assert_eq!(why, Corrupt::NotDue("pause_ended"));
}

#[test]
fn what_was_due_cannot_be_left_out_or_invented() {
    let why = refused(kind!(EventKind::PauseEnded { .. }), |events, at| drop(events.remove(at)));
    assert_eq!(why, Corrupt::Late);
    let why = refused(kind!(EventKind::VacationBegan { .. }), |events, at| drop(events.remove(at)));
    assert_eq!(why, Corrupt::NotDue("vacation_ended"));
    let why = refused(kind!(EventKind::TimeGiven { .. }), |events, at| {
        let (moment, seat) = (events[at].at, Seat::White1);
        events
            .insert(at, Event::new(moment, EventKind::VacationBegan { seat, due: moment, automatic: true }));
    });
    assert_eq!(why, Corrupt::NotDue("vacation_began"));
    let why = refused(kind!(EventKind::SubstituteSeated { .. }), |events, at| drop(events.remove(at)));
    assert_eq!(why, Corrupt::Missing("substitute_seated"));
    let why = refused(kind!(EventKind::SubstituteAgreed { .. }), |events, at| {
        let seated = EventKind::SubstituteSeated { seat: Seat::White3, account: ERIN };
        events.insert(at, Event::new(events[at].at, seated));
    });
    assert_eq!(why, Corrupt::Uncalled("substitute_seated"));
}

#[test]
fn words_are_given_by_those_who_may() {
    let unfit = |why: Corrupt, kind: &str| {
        assert!(matches!(&why, Corrupt::Unfit(found, _) if *found == kind), "{why:?} for {kind}");
    };
    let why = refused(kind!(EventKind::DrawAgreed { .. }), |events, at| {
        events[at].kind = EventKind::DrawAgreed { seat: Seat::Black2 };
    });
    unfit(why, "draw_agreed");
    let why = refused(kind!(EventKind::DrawDeclined { .. }), |events, at| {
        events[at].kind = EventKind::DrawDeclined { seat: Seat::Black2 };
    });
    unfit(why, "draw_declined");
    let why = refused(kind!(EventKind::TimeGiven { .. }), |events, at| {
        events[at].kind = EventKind::TimeGiven { seat: Seat::Black4, to: Seat::White1, seconds: 86_400 };
    });
    unfit(why, "time_given");
    let why = refused(kind!(EventKind::TimeGiven { .. }), |events, at| {
        events[at].kind = EventKind::TimeGiven { seat: Seat::Black2, to: Seat::White1, seconds: 86_401 };
    });
    unfit(why, "time_given");
    let why = refused(kind!(EventKind::SubstituteAgreed { .. }), |events, at| {
        events[at].kind = EventKind::SubstituteAgreed { seat: Seat::White3, account: ERIN, by: Seat::White3 };
    });
    unfit(why, "substitute_agreed");
    let why = refused(kind!(EventKind::VacationGivenUp { .. }), |events, at| {
        events[at].kind = EventKind::VacationGivenUp { seat: Seat::White1 };
    });
    unfit(why, "vacation_given_up");
    let why = refused(kind!(EventKind::PauseDeclined { .. }), |events, at| {
        events.insert(at + 1, events[at].clone());
    });
    unfit(why, "pause_declined");
    let why = refused(kind!(EventKind::SeatVacated { .. }), |events, at| {
        let aborted = EventKind::MatchAborted { seat: Seat::White1 };
        events.insert(at, Event::new(events[at].at, aborted));
    });
    unfit(why, "match_aborted");
}

#[test]
fn vacations_keep_to_the_budget_and_outages_to_what_was_down() {
    let why = refused(kind!(EventKind::VacationPlanned { .. }), |events, at| {
        let EventKind::VacationPlanned { until, .. } = &mut events[at].kind else { panic!() };
        *until += days(30);
    });
    assert!(matches!(why, Corrupt::Unfit("vacation_planned", _)));
    for (earlier, later) in [(hours(200), Duration::ZERO), (Duration::ZERO, MS)] {
        let why = refused(kind!(EventKind::ClocksCredited { .. }), |events, at| {
            let EventKind::ClocksCredited { from, until } = &mut events[at].kind else { panic!() };
            *from -= earlier;
            *until += later;
        });
        assert!(matches!(why, Corrupt::Unfit("clocks_credited", _)), "{why:?}");
    }
}

#[test]
fn a_move_in_an_older_form_does_not_escape_the_three_move_rule() {
    let why = refused(kind!(EventKind::Moved(_)), |events, at| events[at].form = 1);
    assert_eq!(why, Corrupt::FormBack);
}

#[test]
fn a_move_on_a_board_that_stands_is_found() {
    let mut story = classic();
    let at = story.now;
    story
        .does(Seat::White1, |account| Command::PlanVacation { account, from: at, until: at + days(9) })
        .unwrap();
    for n in 0..3 {
        story.play(Seat::White3, ["a2a3", "b2b3", "c2c3"][n]).unwrap();
        story.play(Seat::Black4, ["a7a6", "b7b6", "c7c6"][n]).unwrap();
    }
    let mut events = events(&story);
    let mut unbound = classic();
    unbound.play(Seat::White3, "e2e4").unwrap();
    let EventKind::Moved(mut moved) = unbound.log.last().unwrap().event().unwrap().kind else { panic!() };
    moved.opened = Some(false);
    moved.next = None;
    events.push(Event::new(story.now, EventKind::Moved(moved)));
    let failure = verify(&forged(&events)).unwrap_err();
    assert_eq!((failure.seq, failure.why), (Some(events.len() as u64), Corrupt::NotTheTurn(BoardNo::Two)));
}
