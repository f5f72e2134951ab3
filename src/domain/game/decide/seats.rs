//! Sitting down, standing up, calling off: what comes before the start.

use crate::domain::game::command::SaltGiven;
use crate::domain::game::event::{EventKind, SeatTaken};
use crate::domain::game::refusal::Refusal;
use crate::domain::game::state::{Stage, State};
use crate::domain::ids::AccountId;
use crate::domain::seat::Seat;

pub(super) fn take_seat(
    state: &State,
    account: AccountId,
    seat: Seat,
    salt: &SaltGiven,
) -> Result<EventKind, Refusal> {
    if !matches!(state.phase, Stage::Open) {
        return Err(Refusal::NotOpen);
    }
    if let Some(own) = state.seat_of(account) {
        return Err(Refusal::OneSeatPerAccount(own));
    }
    if !state.seat_list().contains(&seat) {
        return Err(Refusal::NoSuchSeat(seat));
    }
    if state.seats[seat].is_some() {
        return Err(Refusal::SeatTaken(seat));
    }
    let SaltGiven { salt, drawn_by, next } = salt.clone();
    Ok(EventKind::SeatTaken(SeatTaken { seat, account, salt, drawn_by, next }))
}

fn before_start(state: &State) -> Result<(), Refusal> {
    match state.phase {
        Stage::Open => Ok(()),
        Stage::Running => Err(Refusal::Started),
        Stage::Over { .. } | Stage::Cancelled => Err(Refusal::Over),
    }
}

pub(super) fn seated_before_start(state: &State, account: AccountId) -> Result<Seat, Refusal> {
    let seat = state.seat_of(account).ok_or(Refusal::NotSeated)?;
    before_start(state).map(|()| seat)
}

pub(super) fn cancel(state: &State, account: AccountId) -> Result<EventKind, Refusal> {
    before_start(state)?;
    if account == state.settings.opened_by { Ok(EventKind::MatchCancelled) } else { Err(Refusal::NotOpener) }
}
