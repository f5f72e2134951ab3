//! Mails about the recipient's account, and invitations: nobody waits for them, and nothing holds them.

use super::super::tokens::{RESET_LASTS, mint_token, new_token};
use super::{ComposeError, Draft, Drafted, reader, recipient, view_of};
use crate::app::App;
use crate::domain::ids::MatchId;
use crate::domain::view::Phase;
use crate::domain::zone::Zone;
use crate::mail::message;
use crate::store::outbox::{AccountMail, Claimed, Recipient};
use crate::store::tokens::TokenKind;
use crate::store::{accounts, invitations};
use secrecy::ExposeSecret;
use time::OffsetDateTime;
use uuid::Uuid;

/// A mail about the recipient's account; none when it is settled or too old to be of use.
pub(super) async fn draft(
    app: &App,
    mail: &Claimed,
    kind: AccountMail,
    now: OffsetDateTime,
) -> Result<Drafted, ComposeError> {
    let mut tx = app.begin().await?;
    let Some(account) = recipient(&mut tx, mail).await? else { return Ok(Drafted::Superseded) };
    let (handle, reader) = (account.handle.as_str(), reader(app, account.zone.clone(), now));
    let stale = now - mail.created_at > RESET_LASTS;
    let letter = match kind {
        AccountMail::Verify if account.verified() => return Ok(Drafted::Superseded),
        AccountMail::Reset | AccountMail::AlreadyRegistered if stale => return Ok(Drafted::Superseded),
        AccountMail::Verify => {
            let token = mint_token(&mut tx, account.id, TokenKind::Verify, now).await?;
            message::verify(handle, token.expose_secret(), &reader)?
        }
        AccountMail::Reset => {
            let token = mint_token(&mut tx, account.id, TokenKind::Reset, now).await?;
            message::reset(handle, token.expose_secret(), &reader)?
        }
        AccountMail::AlreadyRegistered => message::already_registered(handle, &reader)?,
    };
    // The link has to work before anybody reads it.
    tx.commit().await?;
    Ok(Draft::plain(account.email.as_str().to_owned(), letter))
}

/// An invitation; none when it is void or the table is full.
pub(super) async fn invitation(
    app: &App,
    mail: &Claimed,
    match_id: MatchId,
    id: Uuid,
    now: OffsetDateTime,
) -> Result<Drafted, ComposeError> {
    let Some(view) = view_of(app, match_id, None).await? else { return Ok(Drafted::Superseded) };
    let mut tx = app.begin().await?;
    let invitation = invitations::find_invitation(&mut tx, id).await?.filter(|found| found.holds(now));
    let Some(invitation) = invitation.filter(|_| view.phase == Phase::Open) else {
        return Ok(Drafted::Superseded);
    };
    let Some(inviter) = accounts::by_id(&mut tx, invitation.created_by).await? else {
        return Ok(Drafted::Superseded);
    };
    let (to, zone) = match &mail.to {
        Recipient::Account(_) => match recipient(&mut tx, mail).await? {
            Some(account) => (account.email.as_str().to_owned(), account.zone),
            None => return Ok(Drafted::Superseded),
        },
        Recipient::Address(address) => (address.clone(), Zone::utc()),
    };
    let (token, hash) = new_token();
    invitations::insert_invitation_token(&mut tx, id, hash, now).await?;
    let reader = reader(app, zone, now);
    let letter = message::invitation(&view, inviter.handle.as_str(), token.expose_secret(), &reader)?;
    tx.commit().await?;
    Ok(Draft::plain(to, letter))
}
