//! `View::deeds` says exactly what the match would accept.

use super::{classic, days};
use crate::game::story::{Story, account, handle};
use delirious::domain::game::{Command, Context, Leaving, State, decide};
use delirious::domain::ids::AccountId;
use delirious::domain::seat::{BoardNo, Seat};
use delirious::domain::view::Deed;
use delirious::domain::visibility::{Viewer, view};
use std::collections::BTreeSet;
use time::Duration;

/// Every deed that could be thought of, with a command for it.
fn thinkable(state: &State, seat: Seat) -> Vec<(Deed, Command)> {
    let account = state.account_at(seat).unwrap();
    let (from, until) = (state.updated_at(), state.updated_at() + Duration::hours(1));
    let own = state.open_turns().into_iter().all(|turn| turn.board != seat.board());
    assert!(!own || state.open_turns().len() < 2);
    let on = |on| (Deed::AutoVacation { on }, Command::AutoVacation { account, on });
    let mut all = vec![
        (Deed::Resign, Command::Resign { account }),
        (Deed::AgreeDraw, Command::AgreeDraw { account }),
        (Deed::DeclineDraw, Command::DeclineDraw { account }),
        (Deed::AgreePause, Command::AgreePause { account }),
        (Deed::DeclinePause, Command::DeclinePause { account }),
        (Deed::AskResume, Command::AskResume { account }),
        (Deed::PlanVacation, Command::PlanVacation { account, from, until }),
        (Deed::EndVacation, Command::EndVacation { account }),
        (Deed::Abort, Command::Abort { account }),
        (Deed::LeaveForGood, Command::LeaveForGood { account, why: Leaving::Left }),
        (Deed::LeaveSeat, Command::LeaveSeat { account }),
        on(true),
        on(false),
    ];
    all.extend(Seat::ALL.map(|to| (Deed::GiveTime { to }, Command::GiveTime { account, to, days: 1 })));
    all
}

/// A deed is offered exactly where its command would be accepted and change something.
pub fn deeds_are_what_is_accepted(story: &Story) {
    for &seat in story.state.seat_list() {
        let Some(account) = story.state.account_at(seat) else { continue };
        let names = super::super::story::names();
        let offered = view(&story.state, Viewer::of(&story.state, Some(account)), &names).deeds;
        let distinct: BTreeSet<String> = offered.iter().map(|deed| format!("{deed:?}")).collect();
        assert_eq!(distinct.len(), offered.len(), "{offered:?}");
        let ctx = Context { now: story.state.updated_at(), dice: super::super::story::links() };
        for (deed, command) in thinkable(&story.state, seat) {
            let accepted = decide(&story.state, &command, &ctx).is_ok_and(|events| !events.is_empty());
            assert_eq!(offered.contains(&deed), accepted, "{seat} {deed:?}");
        }
        accepted_too(story, account, seat, &offered, &ctx);
    }
}

/// Those that stand for one of two commands, or need somebody else.
fn accepted_too(story: &Story, account: AccountId, seat: Seat, offered: &[Deed], ctx: &Context<'_>) {
    for deed in offered {
        let command = match deed {
            Deed::OfferDraw => Command::OfferDraw { account },
            Deed::AskPause => Command::AskPause { account, days: 60 },
            Deed::AgreeSubstitute { candidate, .. } => {
                Command::AgreeSubstitute { account, candidate: candidate.account }
            }
            Deed::Play { board } => {
                assert!(!story.legal(*board).is_empty() && *board == seat.board());
                continue;
            }
            _ => continue,
        };
        assert!(decide(&story.state, &command, ctx).is_ok(), "{seat} {deed:?}");
    }
}

#[test]
fn at_the_start_in_the_middle_and_at_the_end() {
    let mut story = classic();
    deeds_are_what_is_accepted(&story);
    assert!(story.deeds(Seat::White1).contains(&Deed::Abort));
    story.play(Seat::White1, "e2e4").unwrap();
    story.play(Seat::White3, "e2e4").unwrap();
    deeds_are_what_is_accepted(&story);
    assert!(!story.deeds(Seat::White1).contains(&Deed::Abort));
    story.does(Seat::White1, |account| Command::OfferDraw { account }).unwrap();
    story.does(Seat::Black2, |account| Command::AskPause { account, days: 3 }).unwrap();
    deeds_are_what_is_accepted(&story);
    assert!(story.deeds(Seat::White3).contains(&Deed::AgreeDraw));
    assert!(!story.deeds(Seat::White1).contains(&Deed::AgreeDraw), "{} offered it", handle(Seat::White1));
    story.does(Seat::White3, |account| Command::LeaveForGood { account, why: Leaving::Deleted }).unwrap();
    deeds_are_what_is_accepted(&story);
    story.wait(days(7));
    story.settle();
    assert!(Seat::ALL.into_iter().all(|seat| story.deeds(seat).is_empty()));
}

#[test]
fn before_the_start_one_sits_down_leaves_and_calls_off() {
    let rules = delirious::domain::rules::RuleSet::preset("dice-chess").unwrap();
    let mut story = Story::opened(rules, delirious::domain::game::Lapse::Forfeit);
    let deeds = |story: &Story, seat| {
        let viewer = Viewer::of(&story.state, Some(account(seat)));
        story.view(viewer).deeds
    };
    story.sit_down(Seat::White1).unwrap();
    assert_eq!(deeds(&story, Seat::White1), [Deed::Cancel, Deed::LeaveSeat]);
    assert_eq!(deeds(&story, Seat::Black2), [Deed::TakeSeat { seat: Seat::Black2 }]);
    story.sit_down(Seat::Black2).unwrap();
    assert!(deeds(&story, Seat::White3).is_empty());
    assert!(
        deeds(&story, Seat::White1).contains(&Deed::Play { board: BoardNo::One })
            || deeds(&story, Seat::Black2).contains(&Deed::Play { board: BoardNo::One })
    );
}
