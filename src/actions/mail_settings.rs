//! What a player wants to be mailed: in general, and about one match.

use super::error::AppError;
use super::ledger::{Ledger, Wait};
use super::match_error::MatchError;
use super::send_digests::schedule_digest;
use crate::app::App;
use crate::domain::account::Account;
use crate::domain::ids::MatchId;
use crate::domain::notice::{Mode, Topic};
use crate::store::{mail_settings, matches};

pub use crate::store::mail_settings::{MailSettings, MatchMailSettings};

/// What somebody wants about one match, and what holds where nothing was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchMail {
    /// The match's name.
    pub name: String,
    /// The choice for it.
    pub own: MatchMailSettings,
    /// The choice in general.
    pub general: Mode,
}

/// What `account` wants in general.
pub async fn mail_settings(app: &App, account: &Account) -> Result<MailSettings, AppError> {
    let mut conn = app.connection().await?;
    Ok(mail_settings::settings(&mut conn, account.id).await?)
}

/// Saves what `account` wants in general, and sets its next digest.
pub async fn change_mail_settings(
    app: &App,
    account: &Account,
    settings: &MailSettings,
) -> Result<(), AppError> {
    let mut tx = app.begin().await?;
    mail_settings::save_settings(&mut tx, account.id, settings).await?;
    schedule_digest(&mut tx, account.id, &account.zone, app.clock.now()).await?;
    tx.commit().await?;
    Ok(())
}

/// What `account` wants about a match that it plays.
pub async fn match_mail(app: &App, account: &Account, id: MatchId) -> Result<MatchMail, MatchError> {
    let mut conn = app.connection().await?;
    let found = matches::find_match(&mut conn, id).await?.ok_or(MatchError::NoSuchMatch)?;
    found.seat_of(account.id).ok_or(MatchError::NotAtTable)?;
    let own = mail_settings::match_settings(&mut conn, account.id, id).await?;
    let general = mail_settings::settings(&mut conn, account.id).await?.mode;
    Ok(MatchMail { name: found.name, own, general })
}

/// Saves what `account` wants about a match that it plays. What is owed follows at once: what it wants no
/// more ends, and what it is asked and had not wanted to be told is owed now.
pub async fn change_match_mail(
    app: &App,
    account: &Account,
    id: MatchId,
    mode: Option<Mode>,
    muted: Vec<Topic>,
) -> Result<(), MatchError> {
    let mut ledger = Ledger::lock(app, id, Wait::Yes).await?.ok_or(MatchError::NoSuchMatch)?;
    if ledger.state().seat_of(account.id).is_none() {
        return Err(MatchError::NotAtTable);
    }
    let now = ledger.now;
    let settings = MatchMailSettings { mode, muted };
    mail_settings::save_match_settings(&mut ledger.tx, account.id, id, &settings).await?;
    schedule_digest(&mut ledger.tx, account.id, &account.zone, now).await?;
    ledger.settle_mail().await?;
    ledger.commit().await?;
    Ok(())
}
