//! Writes the mails of a change of address, at the moment of sending.

use super::compose_mail::{ComposeError, Draft, Drafted, reader};
use super::tokens::mint_token;
use crate::app::App;
use crate::domain::zone::Zone;
use crate::mail::message;
use crate::store::outbox::{AddressMail, Claimed, Recipient};
use crate::store::tokens::TokenKind;
use crate::store::{accounts, addresses};
use secrecy::ExposeSecret;
use time::OffsetDateTime;

/// The mail of `row`; none where the wish was taken back, or another account has the address by now.
pub(super) async fn about_address(
    app: &App,
    row: &Claimed,
    mail: AddressMail,
    now: OffsetDateTime,
) -> Result<Drafted, ComposeError> {
    let (letter, to) = match (mail, &row.to) {
        (AddressMail::Prove, _) => return prove(app, row, now).await,
        (AddressMail::Note, Recipient::Address(to)) => {
            (message::address_note(&reader(app, Zone::utc(), now))?, to)
        }
        (AddressMail::Held, Recipient::Address(to)) => {
            (message::address_held(&reader(app, Zone::utc(), now))?, to)
        }
        (AddressMail::Note | AddressMail::Held, Recipient::Account(_)) => {
            return Err(ComposeError::Misaddressed(row.id));
        }
    };
    Ok(Draft::plain(to.clone(), letter))
}

async fn prove(app: &App, row: &Claimed, now: OffsetDateTime) -> Result<Drafted, ComposeError> {
    let Recipient::Account(id) = row.to else { return Err(ComposeError::Misaddressed(row.id)) };
    let mut tx = app.begin().await?;
    let Some(account) = accounts::by_id_held(&mut tx, id).await? else { return Ok(Drafted::Superseded) };
    let Some(pending) = addresses::lock_pending(&mut tx, id, now).await? else {
        return Ok(Drafted::Superseded);
    };
    let owner = accounts::by_email(&mut tx, &pending.email).await?;
    if owner.is_some_and(|owner| owner.account.verified()) {
        return Ok(Drafted::Superseded);
    }
    let token = mint_token(&mut tx, id, TokenKind::Address, now).await?;
    let reader = reader(app, account.zone, now);
    let letter = message::prove_address(account.handle.as_str(), token.expose_secret(), &reader)?;
    // The link has to work before anybody reads it.
    tx.commit().await?;
    Ok(Draft::plain(pending.email.as_str().to_owned(), letter))
}
