//! A forgotten password: a link by mail, good once, that ends every session.

use super::change_address;
use super::error::AppError;
use super::passwords;
use super::tokens::{TokenError, token_hash};
use crate::app::App;
use crate::domain::account::{Email, Password};
use crate::domain::ids::AccountId;
use crate::random;
use crate::store::outbox::{self, AccountMail};
use crate::store::tokens::{self, TokenKind, TokenRow};
use crate::store::{Connection, accounts, sessions};
use time::OffsetDateTime;

/// Owes a mail with a link to set a new password. For an address that nobody has, the same work is done
/// in the name of nobody, and no mail goes out.
pub async fn forgot_password(app: &App, email: &str) -> Result<(), AppError> {
    let mut tx = app.begin().await?;
    let now = app.clock.now();
    let known = match Email::parse(email) {
        Ok(email) => accounts::by_email(&mut tx, &email).await?,
        Err(_) => None,
    };
    let to = known.map_or_else(|| AccountId(random::uuid()), |known| known.account.id);
    outbox::enqueue_account_mail(&mut tx, AccountMail::Reset, to, now).await?;
    tx.commit().await?;
    Ok(())
}

/// Sets a new password by the token of a mail, which proves the address as well. The token and every
/// other one end, and so does every session.
pub async fn reset_password(app: &App, token: &str, password: &Password) -> Result<AccountId, TokenError> {
    // A look first, so that a made-up token costs no hash.
    check_reset_token(app, token).await?;
    let password_hash = passwords::hash(app, password).await?;

    let mut tx = app.begin().await?;
    let found = tokens::lock_token(&mut tx, token_hash(token), TokenKind::Reset).await?;
    let now = app.clock.now();
    let account = good(found, now)?;
    write(&mut tx, account, &password_hash, now).await?;
    tx.commit().await?;
    Ok(account)
}

/// Whether the token of a reset page would work now, so that the page can say so before it asks.
pub async fn check_reset_token(app: &App, token: &str) -> Result<(), TokenError> {
    let mut conn = app.connection().await?;
    let found = tokens::lock_token(&mut conn, token_hash(token), TokenKind::Reset).await?;
    good(found, app.clock.now()).map(|_| ())
}

fn good(found: Option<TokenRow>, now: OffsetDateTime) -> Result<AccountId, TokenError> {
    match found {
        None => Err(TokenError::Unknown),
        Some(token) if token.used_at.is_some() => Err(TokenError::Unknown),
        Some(token) if token.expires_at <= now => Err(TokenError::Expired),
        Some(token) => Ok(token.account),
    }
}

async fn write(
    conn: &mut Connection,
    account: AccountId,
    password_hash: &str,
    now: OffsetDateTime,
) -> Result<(), AppError> {
    accounts::set_password_hash(conn, account, password_hash).await?;
    accounts::set_verified(conn, account, now).await?;
    tokens::use_up_tokens(conn, account, TokenKind::Reset, now).await?;
    // Whoever had the old password may have asked for it.
    change_address::take_back(conn, account, now).await?;
    sessions::delete_all_for_account(conn, account, None).await?;
    Ok(())
}
