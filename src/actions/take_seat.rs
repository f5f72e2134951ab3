//! Sitting down at an open table, by seat or by partner. With the last seat the game starts by itself.

use super::command;
use super::ledger::{Ledger, Wait};
use super::match_error::MatchError;
use super::members;
use super::salt_form::SaltForm;
use super::tokens::token_hash;
use super::view_match::{names, view_of};
use crate::app::App;
use crate::domain::game::{Command, Join};
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::seat::Seat;
use crate::domain::view::View;
use crate::store::invitations::{self, Invitation, Invited};

/// A wish to sit down, as the form sends it.
#[derive(Clone, Debug, Default)]
pub struct TakeSeat {
    /// The seat.
    pub seat: Option<Seat>,
    /// Or: the seat beside this player (handle).
    pub partner_of: Option<String>,
    /// The token of an invitation link.
    pub invitation: Option<String>,
    /// The first salt.
    pub salt: SaltForm,
}

/// Takes a seat; without wish the first free one. Somebody who already sits just sees the match.
pub async fn take_seat(app: &App, by: AccountId, id: MatchId, wish: TakeSeat) -> Result<View, MatchError> {
    let salt = wish.salt.clone().given().map_err(|e| MatchError::malformed("salt", e))?;
    let mut ledger = Ledger::lock(app, id, Wait::Yes).await?.ok_or(MatchError::NoSuchMatch)?;
    members::must_be_verified(&mut ledger.tx, by).await?;
    if ledger.state().seat_of(by).is_some() {
        let state = ledger.commit().await?;
        return Ok(view_of(app, &state, Some(by)).await?);
    }
    let invitation = admit(&mut ledger, by, id, wish.invitation.as_deref()).await?;
    let seat = choose(&mut ledger, &wish, invitation.as_ref()).await?;
    if let Err(refusal) = ledger.decide(&Command::TakeSeat { account: by, seat, salt })? {
        // The match is let go first: the answer asks the pool for a connection of its own.
        let state = ledger.commit().await?;
        return Err(command::refused(app, &state, by, &refusal).await?);
    }
    if let Some(invitation) = invitation
        && !invitations::use_invitation(&mut ledger.tx, invitation.id, by, ledger.now).await?
    {
        return Err(MatchError::InvitationGone);
    }
    let state = ledger.commit().await?;
    Ok(view_of(app, &state, Some(by)).await?)
}

/// Who may sit down: anybody at an open table, who opened it, who is invited. Gives the invitation that
/// is used up by it.
async fn admit(
    ledger: &mut Ledger,
    by: AccountId,
    id: MatchId,
    token: Option<&str>,
) -> Result<Option<Invitation>, MatchError> {
    let settings = ledger.state().settings();
    let free = settings.join == Join::Anyone || settings.opened_by == by;
    let found = match token {
        Some(token) => invitations::invitation_by_token(&mut ledger.tx, token_hash(token))
            .await?
            .filter(|invitation| invitation.match_id == id && invitation.holds(ledger.now))
            .filter(|invitation| !matches!(invitation.to, Invited::Account(account) if account != by)),
        None => invitations::invitation_for_account(&mut ledger.tx, id, by, ledger.now).await?,
    };
    match found {
        Some(invitation) => Ok(Some(invitation)),
        None if free => Ok(None),
        None if token.is_some() => Err(MatchError::InvitationGone),
        None => Err(MatchError::NotInvited),
    }
}

async fn choose(
    ledger: &mut Ledger,
    wish: &TakeSeat,
    invitation: Option<&Invitation>,
) -> Result<Seat, MatchError> {
    if let Some(seat) = wish.seat {
        return Ok(seat);
    }
    if let Some(handle) = wish.partner_of.as_deref().filter(|handle| !handle.trim().is_empty()) {
        return beside(ledger, handle.trim()).await;
    }
    let state = ledger.state();
    let free = |seat: &Seat| state.account_at(*seat).is_none();
    invitation
        .and_then(|invitation| invitation.seat.filter(free))
        .or_else(|| state.seat_list().iter().copied().find(free))
        .ok_or_else(|| MatchError::malformed("seat", "every seat is taken"))
}

async fn beside(ledger: &mut Ledger, handle: &str) -> Result<Seat, MatchError> {
    let (tx, state) = ledger.reading();
    let names = names(tx, state).await?;
    let sits_there = |&seat: &Seat| {
        state
            .account_at(seat)
            .is_some_and(|account| names.get(&account).is_some_and(|name| name.eq_ignore_ascii_case(handle)))
    };
    let seats = state.seat_list();
    seats
        .iter()
        .copied()
        .find(sits_there)
        .map(Seat::partner)
        .filter(|partner| seats.contains(partner))
        .ok_or_else(|| MatchError::malformed("partner", format!("{handle} sits at no board of this table")))
}
