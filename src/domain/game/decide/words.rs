//! Draws, pauses, vacations, gifts of time, leaving and substitutes: the event that a command asks for.
//! Whether the match allows it is `fits`'s.

use super::playing;
use crate::domain::game::command::Command;
use crate::domain::game::event::EventKind;
use crate::domain::game::offers::Pause;
use crate::domain::game::refusal::Refusal;
use crate::domain::game::state::{Stage, State};
use crate::domain::ids::AccountId;
use crate::domain::seat::Seat;
use crate::domain::stamp;
use time::OffsetDateTime;

/// The event that a command asks for, not judged yet.
pub(super) fn asked(state: &State, command: &Command, at: OffsetDateTime) -> Result<EventKind, Refusal> {
    let by = |account: &AccountId| playing(state, *account);
    Ok(match command {
        Command::OfferDraw { account } if state.draw.is_some() => {
            EventKind::DrawAgreed { seat: by(account)? }
        }
        Command::OfferDraw { account } => EventKind::DrawOffered { seat: by(account)? },
        Command::AgreeDraw { account } => EventKind::DrawAgreed { seat: by(account)? },
        Command::DeclineDraw { account } => EventKind::DrawDeclined { seat: by(account)? },
        Command::GiveTime { account, to, days } => {
            EventKind::TimeGiven { seat: by(account)?, to: *to, seconds: u64::from(*days) * 86_400 }
        }
        Command::AskPause { account, days } if asked_pause(state) == Some(*days) => {
            EventKind::PauseAgreed { seat: by(account)? }
        }
        Command::AskPause { account, days } => EventKind::PauseAsked { seat: by(account)?, days: *days },
        Command::AgreePause { account } => EventKind::PauseAgreed { seat: by(account)? },
        Command::DeclinePause { account } => EventKind::PauseDeclined { seat: by(account)? },
        Command::AskResume { account } => EventKind::ResumeAsked { seat: by(account)? },
        Command::PlanVacation { account, from, until } => {
            let from = stamp::to_millis(*from).max(at);
            EventKind::VacationPlanned { seat: by(account)?, from, until: stamp::to_millis(*until) }
        }
        Command::EndVacation { account } => EventKind::VacationGivenUp { seat: by(account)? },
        Command::AutoVacation { account, on } => EventKind::AutoVacation { seat: by(account)?, on: *on },
        Command::Abort { account } => EventKind::MatchAborted { seat: by(account)? },
        Command::LeaveForGood { account, why } => EventKind::SeatVacated { seat: by(account)?, why: *why },
        Command::Resign { account } => EventKind::Resigned { seat: by(account)? },
        other => return substitutes(state, other),
    })
}

fn substitutes(state: &State, command: &Command) -> Result<EventKind, Refusal> {
    match *command {
        Command::AskToSubstitute { account, seat } => {
            running(state)?;
            Ok(EventKind::SubstituteAsked { seat, account })
        }
        Command::WithdrawSubstitute { account } => {
            running(state)?;
            Ok(EventKind::SubstituteWithdrew { seat: asks_for(state, account)?, account })
        }
        Command::AgreeSubstitute { account, candidate } => {
            let by = playing(state, account)?;
            let seat = asks_for(state, candidate)?;
            Ok(EventKind::SubstituteAgreed { seat, account: candidate, by })
        }
        // Every other command was told apart by the callers.
        _ => Err(Refusal::NotSeated),
    }
}

fn running(state: &State) -> Result<(), Refusal> {
    match state.phase {
        Stage::Open => Err(Refusal::NotStarted),
        Stage::Running => Ok(()),
        Stage::Over { .. } | Stage::Cancelled => Err(Refusal::Over),
    }
}

/// The empty seat that somebody asks for.
fn asks_for(state: &State, account: AccountId) -> Result<Seat, Refusal> {
    let seat = Seat::ALL.into_iter().find(|&seat| state.candidate(seat, account).is_ok());
    seat.ok_or(Refusal::NoCandidate)
}

fn asked_pause(state: &State) -> Option<u16> {
    if let Some(Pause::Asked { days, .. }) = &state.pause { Some(*days) } else { None }
}
