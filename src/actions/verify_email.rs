//! Proving that an address is one's own, by the link in a mail and a button (never by GET).

use super::error::AppError;
use super::tokens::{TokenError, token_hash};
use crate::app::App;
use crate::domain::account::Account;
use crate::domain::ids::AccountId;
use crate::store::accounts;
use crate::store::outbox::{self, AccountMail};
use crate::store::tokens::{self, TokenKind};

/// Marks the address of the token's account as proved. A second time changes nothing and is as good.
/// The token proves an address, not a password: nobody is logged in by it.
pub async fn verify_email(app: &App, token: &str) -> Result<Account, TokenError> {
    let mut tx = app.begin().await?;
    let found = tokens::lock_token(&mut tx, token_hash(token), TokenKind::Verify).await;
    let found = found?.ok_or(TokenError::Unknown)?;
    let now = app.clock.now();
    if found.expires_at <= now {
        return Err(TokenError::Expired);
    }
    accounts::set_verified(&mut tx, found.account, now).await?;
    tokens::use_up_tokens(&mut tx, found.account, TokenKind::Verify, now).await?;
    let account = accounts::by_id(&mut tx, found.account).await?;
    tx.commit().await?;
    account.ok_or(TokenError::Unknown)
}

/// Owes another mail with a link, where the address of `id` is not proved yet. Limit the callers.
pub async fn resend_verification(app: &App, id: AccountId) -> Result<(), AppError> {
    let mut tx = app.begin().await?;
    let Some(account) = accounts::by_id(&mut tx, id).await? else { return Ok(()) };
    if !account.verified() {
        outbox::enqueue_account_mail(&mut tx, AccountMail::Verify, id, app.clock.now()).await?;
    }
    tx.commit().await?;
    Ok(())
}
