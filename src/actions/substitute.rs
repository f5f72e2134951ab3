//! Taking an empty seat of a running match (RULES §12): asking for it, taking that back, agreeing to
//! somebody who asks.

use super::command::{self, Key};
use super::match_error::MatchError;
use crate::app::App;
use crate::domain::game::Command;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::seat::Seat;
use crate::domain::view::View;
use uuid::Uuid;

/// Asks for an empty seat. The address must be verified, as for any seat.
pub async fn ask_to_substitute(
    app: &App,
    by: AccountId,
    id: MatchId,
    key: Uuid,
    seat: Seat,
) -> Result<(), MatchError> {
    let key = Key::new(key, &[b"ask to substitute", seat.name().as_bytes()]);
    command::run(app, by, id, Some(key), Command::AskToSubstitute { account: by, seat }).await?;
    Ok(())
}

/// Takes the asking back.
pub async fn withdraw_substitute(app: &App, by: AccountId, id: MatchId, key: Uuid) -> Result<(), MatchError> {
    let key = Key::new(key, &[b"withdraw substitute"]);
    command::run(app, by, id, Some(key), Command::WithdrawSubstitute { account: by }).await?;
    Ok(())
}

/// Agrees to the one who asked by event `asked`.
pub async fn agree_substitute(
    app: &App,
    by: AccountId,
    id: MatchId,
    key: Uuid,
    asked: u64,
) -> Result<(), MatchError> {
    let key = Key::new(key, &[b"agree substitute", &asked.to_be_bytes()]);
    command::run_seen(app, by, id, key, |view| {
        let candidate = candidate(view, asked)?;
        Some(Command::AgreeSubstitute { account: by, candidate })
    })
    .await?;
    Ok(())
}

fn candidate(view: &View, asked: u64) -> Option<AccountId> {
    let vacancies = view.seats.iter().filter_map(|seat| seat.vacant.as_ref());
    let mut candidates = vacancies.flat_map(|vacancy| &vacancy.candidates);
    candidates.find(|candidate| candidate.seq == asked).map(|candidate| candidate.player.account)
}
