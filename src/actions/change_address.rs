//! Another mail address: asked for with the password, proved by a link in a mail to the new address, and
//! only then in force (DESIGN §6). What came back from the old address is owed again at the new one.

use super::error::AppError;
use super::settings::{SettingsError, check_password};
use super::tokens::{ADDRESS_LASTS, TokenError, token_hash};
use crate::app::App;
use crate::domain::account::{Account, Email};
use crate::domain::ids::AccountId;
use crate::store::addresses::{self, Pending};
use crate::store::outbox::{self, AccountMail, AddressMail, Recipient};
use crate::store::tokens::{self, TokenKind};
use crate::store::{Connection, StoreError, accounts, delivery};
use secrecy::SecretString;
use time::{Duration, OffsetDateTime};

/// How long an address that was left is held back for its account.
pub const ADDRESS_HELD: Duration = Duration::days(30);

/// Owes a mail with a link to `email`, and a note to the address that the account has. An address of
/// somebody else is answered like any other; only a mail tells its owner.
pub async fn ask_address(
    app: &App,
    id: AccountId,
    password: SecretString,
    email: &Email,
) -> Result<(), SettingsError> {
    let known = check_password(app, id, password).await?.account;
    if known.email == *email {
        return Err(SettingsError::SameAddress);
    }
    let mut tx = app.begin().await?;
    let now = app.clock.now();
    accounts::by_id_held(&mut tx, id).await?.ok_or(SettingsError::Gone)?;
    addresses::ask(&mut tx, id, email, now, now + ADDRESS_LASTS).await?;
    tokens::use_up_tokens(&mut tx, id, TokenKind::Address, now).await?;
    match accounts::by_email(&mut tx, email).await?.filter(|other| other.account.verified()) {
        Some(other) => {
            let to = other.account.id;
            outbox::enqueue_account_mail(&mut tx, AccountMail::AlreadyRegistered, to, now).await?;
        }
        None => {
            outbox::enqueue_address_mail(&mut tx, AddressMail::Prove, &Recipient::Account(id), now).await?;
        }
    }
    // An address that was never proved may be a stranger's.
    if known.verified() {
        let to = Recipient::Address(known.email.as_str().to_owned());
        outbox::enqueue_address_mail(&mut tx, AddressMail::Note, &to, now).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Takes the wish back; links that were mailed open nothing. False where there was none.
pub async fn cancel_address(app: &App, id: AccountId) -> Result<bool, AppError> {
    let mut tx = app.begin().await?;
    let gone = take_back(&mut tx, id, app.clock.now()).await?;
    tx.commit().await?;
    Ok(gone)
}

/// The same in the caller's transaction.
pub(super) async fn take_back(
    conn: &mut Connection,
    id: AccountId,
    now: OffsetDateTime,
) -> Result<bool, StoreError> {
    let gone = addresses::drop_pending(conn, id).await?;
    tokens::use_up_tokens(conn, id, TokenKind::Address, now).await?;
    Ok(gone)
}

/// The address that waits for its proof.
pub async fn pending_address(app: &App, id: AccountId) -> Result<Option<Pending>, AppError> {
    let mut conn = app.connection().await?;
    Ok(addresses::pending(&mut conn, id, app.clock.now()).await?)
}

/// Puts the address in force that the token of a mail proves, and gives its account. Of two accounts that
/// prove the same address, the first has it.
pub async fn confirm_address(app: &App, token: &str) -> Result<AccountId, TokenError> {
    let id = good_token(&mut *app.connection().await?, token, app.clock.now()).await?;
    let mut tx = app.begin().await?;
    let old = accounts::lock(&mut tx, id).await?.ok_or(TokenError::Unknown)?.account;
    let now = app.clock.now();
    good_token(&mut tx, token, now).await?;
    let new = addresses::lock_pending(&mut tx, id, now).await?.ok_or(TokenError::Unknown)?.email;
    move_to(&mut tx, &old, &new, now).await?;
    tx.commit().await?;
    Ok(id)
}

async fn good_token(
    conn: &mut Connection,
    token: &str,
    now: OffsetDateTime,
) -> Result<AccountId, TokenError> {
    let found = tokens::lock_token(conn, token_hash(token), TokenKind::Address).await?;
    let found = found.filter(|token| token.used_at.is_none()).ok_or(TokenError::Unknown)?;
    if found.expires_at <= now { Err(TokenError::Expired) } else { Ok(found.account) }
}

async fn move_to(
    conn: &mut Connection,
    old: &Account,
    new: &Email,
    now: OffsetDateTime,
) -> Result<(), TokenError> {
    let id = old.id;
    if addresses::holder(conn, new, now).await?.is_some_and(|holder| holder != id) {
        return Err(TokenError::AddressTaken);
    }
    addresses::set_email(conn, id, new, now).await.map_err(|error| match error {
        StoreError::Conflict(_) => TokenError::AddressTaken,
        error => error.into(),
    })?;
    if old.verified() {
        addresses::hold(conn, &old.email, id, now + ADDRESS_HELD).await?;
    }
    addresses::drop_pending(conn, id).await?;
    // Links that went to the old address open nothing any more.
    for kind in [TokenKind::Address, TokenKind::Reset, TokenKind::Verify] {
        tokens::use_up_tokens(conn, id, kind, now).await?;
    }
    delivery::owe_again(conn, id, now).await?;
    Ok(())
}
