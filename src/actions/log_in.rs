//! Logging in. An unknown address costs the same hash and gets the same answer as a wrong password.

use super::error::{AppError, service_failures};
use super::passwords::{self, Verdict};
use crate::app::App;
use crate::domain::account::{Account, Email, PASSWORD_MAX_BYTES};
use crate::store::accounts::{self, Credentials};
use secrecy::{ExposeSecret, SecretString};

/// Why nobody was logged in.
#[derive(Debug, thiserror::Error)]
pub enum LogInError {
    /// It is not said which: address, password, or an address that was never confirmed.
    #[error(
        "no confirmed account has this e-mail address and this password: check both, open the link that we \
         mailed you when you signed up, or set a new password"
    )]
    Wrong,
    /// The service failed.
    #[error(transparent)]
    App(#[from] AppError),
}

service_failures!(LogInError);

/// The account of this address and password. Its hash is renewed where our parameters have changed.
/// The caller then gives the browser a session with a new key.
pub async fn log_in(app: &App, email: &str, password: SecretString) -> Result<Account, LogInError> {
    if password.expose_secret().len() > PASSWORD_MAX_BYTES {
        return Err(LogInError::Wrong);
    }
    let known = find(app, email).await?;
    let stored = known.as_ref().map(|k| k.password_hash.clone());
    let verdict = passwords::verify(app, password.clone(), stored).await?;
    // An account that was never confirmed is as good as none. Otherwise whoever signs up with somebody's
    // address could tell by a log-in whether that address had an account before.
    let right = |known: &Credentials| verdict != Verdict::Wrong && known.account.verified();
    let Some(known) = known.filter(right) else { return Err(LogInError::Wrong) };
    if verdict == Verdict::RightButOld {
        let new = passwords::hash_secret(app, password).await?;
        let renewed =
            accounts::replace_password_hash(&app.pool, known.account.id, &known.password_hash, &new).await;
        renewed?;
    }
    Ok(known.account)
}

async fn find(app: &App, email: &str) -> Result<Option<Credentials>, AppError> {
    let Ok(email) = Email::parse(email) else { return Ok(None) };
    let mut conn = app.connection().await?;
    Ok(accounts::by_email(&mut conn, &email).await?)
}
