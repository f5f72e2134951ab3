//! What a viewer may do now: each command that could be asked is judged as `decide` would judge it.

use super::Viewer;
use super::names::Speaker;
use crate::domain::game::{Command, Leaving, State, Status, may};
use crate::domain::ids::AccountId;
use crate::domain::seat::Seat;
use crate::domain::view::Deed;
use time::Duration;

/// A vacation short enough for any budget that is not used up.
const SHORT: Duration = Duration::hours(1);

/// Exactly what the viewer may do. Whether somebody may sit down at a table for invited players is the
/// table's, not the game's.
pub(super) fn deeds(speaker: &Speaker<'_>, viewer: Viewer) -> Vec<Deed> {
    match viewer {
        Viewer::Spectator => Vec::new(),
        Viewer::Visitor(account) => of_visitor(speaker.state, account),
        Viewer::Seat(seat) => of_seat(speaker, seat),
    }
}

fn of_visitor(state: &State, account: AccountId) -> Vec<Deed> {
    let seats = state.seat_list().iter().copied();
    if state.status() == Status::Open {
        let free = seats.filter(|&seat| state.account_at(seat).is_none());
        return free.map(|seat| Deed::TakeSeat { seat }).chain(cancels(state, account)).collect();
    }
    let asks = |seat| allowed(state, &Command::AskToSubstitute { account, seat });
    let asked = seats.clone().filter(|&seat| state.candidate(seat, account).is_ok());
    let withdraws = asked.map(|seat| Deed::WithdrawSubstitute { seat });
    seats.filter(|&seat| asks(seat)).map(|seat| Deed::AskToSubstitute { seat }).chain(withdraws).collect()
}

fn cancels(state: &State, account: AccountId) -> Option<Deed> {
    allowed(state, &Command::Cancel { account }).then_some(Deed::Cancel)
}

fn allowed(state: &State, command: &Command) -> bool {
    may(state, command, state.at).is_ok()
}

fn of_seat(speaker: &Speaker<'_>, seat: Seat) -> Vec<Deed> {
    let state = speaker.state;
    let Some(account) = state.account_at(seat) else { return Vec::new() };
    let mut deeds = own_turn(state, seat);
    deeds.extend(cancels(state, account));
    let simple = simple(state, seat, account).into_iter();
    deeds.extend(simple.filter(|(_, command)| allowed(state, command)).map(|(deed, _)| deed));
    let gift = |to: &Seat| allowed(state, &Command::GiveTime { account, to: *to, days: 1 });
    deeds.extend(state.seat_list().iter().copied().filter(gift).map(|to| Deed::GiveTime { to }));
    for (empty, vacancy) in state.vacancies.iter() {
        for candidate in vacancy.iter().flat_map(|vacancy| &vacancy.candidates) {
            let candidate = candidate.account;
            if allowed(state, &Command::AgreeSubstitute { account, candidate }) {
                deeds.push(Deed::AgreeSubstitute { seat: empty, candidate: speaker.person(candidate) });
            }
        }
    }
    deeds
}

fn own_turn(state: &State, seat: Seat) -> Vec<Deed> {
    let board = seat.board();
    let turn = state.turn(board).filter(|turn| turn.decider == seat && state.frozen_by(board).is_none());
    let plays = turn.map(|turn| if turn.reward { Deed::PickReward } else { Deed::Play { board } });
    let salts = state.needs_salt_from().contains(&seat).then_some(Deed::GiveSalt);
    plays.into_iter().chain(salts).collect()
}

/// Deeds that stand for one command each.
fn simple(state: &State, seat: Seat, account: AccountId) -> Vec<(Deed, Command)> {
    let on = !state.leave[seat].automatic;
    let (from, until) = (state.at, state.at.saturating_add(SHORT));
    let mut deeds = vec![
        (Deed::LeaveSeat, Command::LeaveSeat { account }),
        (Deed::AgreeDraw, Command::AgreeDraw { account }),
        (Deed::DeclineDraw, Command::DeclineDraw { account }),
        (Deed::AgreePause, Command::AgreePause { account }),
        (Deed::DeclinePause, Command::DeclinePause { account }),
        (Deed::AskResume, Command::AskResume { account }),
        (Deed::PlanVacation, Command::PlanVacation { account, from, until }),
        (Deed::EndVacation, Command::EndVacation { account }),
        (Deed::AutoVacation { on }, Command::AutoVacation { account, on }),
        (Deed::Abort, Command::Abort { account }),
        (Deed::Resign, Command::Resign { account }),
        (Deed::LeaveForGood, Command::LeaveForGood { account, why: Leaving::Left }),
    ];
    if state.draw.is_none() {
        deeds.push((Deed::OfferDraw, Command::OfferDraw { account }));
    }
    if state.pause.is_none() {
        deeds.push((Deed::AskPause, Command::AskPause { account, days: 1 }));
    }
    deeds
}
