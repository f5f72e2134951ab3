//! The settings page: password, handle, time zone, sessions, export, deletion.

use super::change_address;
use super::error::{AppError, service_failures};
use super::passwords::{self, Verdict};
use super::send_digests::schedule_digest;
use super::tokens::token_hash;
use crate::app::App;
use crate::domain::account::{Account, Handle, Password};
use crate::domain::ids::AccountId;
use crate::domain::zone::Zone;
use crate::store::accounts::Credentials;
use crate::store::tokens::{self, TokenKind};
use crate::store::{StoreError, accounts, lists, notes, reports, sessions, talk};
use secrecy::SecretString;
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

/// Why a setting stays as it is.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The current password is asked for, and this is another one.
    #[error("this is not your current password: try again")]
    WrongPassword,
    /// Somebody has this handle.
    #[error("the handle {0} is taken: choose another one")]
    HandleTaken(Handle),
    /// The new address is the old one.
    #[error("this is your address already: write another one")]
    SameAddress,
    /// Tables were joined with this account while it was being deleted.
    #[error("your account joined tables just now: try again in a moment, so that nobody is left waiting")]
    StillJoining,
    /// The account is gone.
    #[error("this account does not exist any more")]
    Gone,
    /// The service failed.
    #[error(transparent)]
    App(#[from] AppError),
}

service_failures!(SettingsError);

/// A log-in, as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionView {
    /// Names it in the form that revokes it.
    pub id: Uuid,
    /// What the browser calls itself.
    pub user_agent: Option<String>,
    /// When it began.
    pub created_at: OffsetDateTime,
    /// When it was last used, to within minutes.
    pub seen_at: OffsetDateTime,
    /// Whether it is the one that asks.
    pub current: bool,
}

/// The account of this id; none where it is gone.
pub async fn account(app: &App, id: AccountId) -> Result<Option<Account>, AppError> {
    let mut conn = app.connection().await?;
    Ok(accounts::by_id(&mut conn, id).await?)
}

/// The verified account of this handle, for its public page.
pub async fn account_by_handle(app: &App, handle: &Handle) -> Result<Option<Account>, AppError> {
    let mut conn = app.connection().await?;
    Ok(accounts::by_handle(&mut conn, handle).await?.filter(Account::verified))
}

/// Sets a new password and ends every session but the one with this key.
pub async fn change_password(
    app: &App,
    id: AccountId,
    current: SecretString,
    new: &Password,
    session_key: Option<&str>,
) -> Result<(), SettingsError> {
    check_password(app, id, current).await?;
    let hash = passwords::hash(app, new).await?;
    let mut tx = app.begin().await?;
    let now = app.clock.now();
    accounts::set_password_hash(&mut tx, id, &hash).await?;
    tokens::use_up_tokens(&mut tx, id, TokenKind::Reset, now).await?;
    // Whoever had the old password may have asked for it.
    change_address::take_back(&mut tx, id, now).await?;
    sessions::delete_all_for_account(&mut tx, id, session_key.map(token_hash)).await?;
    tx.commit().await?;
    Ok(())
}

/// Sets the zone that times are shown in and digests keep to.
pub async fn change_zone(app: &App, id: AccountId, zone: &Zone) -> Result<(), SettingsError> {
    accounts::set_zone(&app.pool, id, zone).await?;
    let mut conn = app.connection().await?;
    Ok(schedule_digest(&mut conn, id, zone, app.clock.now()).await?)
}

/// Sets another handle. Logs name accounts by id, so finished matches show the new one.
pub async fn change_handle(app: &App, id: AccountId, handle: &Handle) -> Result<(), SettingsError> {
    let mut tx = app.begin().await?;
    if accounts::handle_is_taken(&mut tx, handle, Some(id), Some(id), app.clock.now()).await? {
        return Err(SettingsError::HandleTaken(handle.clone()));
    }
    accounts::set_handle(&mut tx, id, handle).await.map_err(|error| match error {
        StoreError::Conflict(_) => SettingsError::HandleTaken(handle.clone()),
        error => error.into(),
    })?;
    tx.commit().await?;
    Ok(())
}

/// The log-ins of `id`, last seen first; `session_key` is the one that asks.
pub async fn sessions(
    app: &App,
    id: AccountId,
    session_key: Option<&str>,
) -> Result<Vec<SessionView>, AppError> {
    let current = session_key.map(token_hash);
    let rows = sessions::list(&app.pool, id, app.clock.now()).await?;
    Ok(rows
        .into_iter()
        .map(|row| SessionView {
            id: row.id,
            user_agent: row.user_agent,
            created_at: row.created_at,
            seen_at: row.seen_at,
            current: current.is_some_and(|hash| hash[..] == row.key_hash),
        })
        .collect())
}

/// Ends one session of `id`. False where it was over already or is somebody else's.
pub async fn revoke_session(app: &App, id: AccountId, session: Uuid) -> Result<bool, AppError> {
    Ok(sessions::revoke(&app.pool, id, session).await?)
}

/// Everything kept about `id`, as JSON text for people and programs.
pub async fn export_account(app: &App, id: AccountId) -> Result<String, SettingsError> {
    let account = account(app, id).await?.ok_or(SettingsError::Gone)?;
    let matches = lists::matches_of(&app.pool, id).await?;
    let sessions = sessions::list(&app.pool, id, app.clock.now()).await?;
    let own_words = own_words(app, id).await?;
    let mut export = json!({
        "format": "delirious/account/1",
        "account": {
            "id": account.id,
            "email": account.email.as_str(),
            "handle": account.handle.as_str(),
            "time_zone": account.zone.name(),
            "created_at": text(account.created_at),
            "email_verified_at": account.verified_at.map(text),
        },
        "matches": matches.iter().map(|(id, seat)| json!({ "match": id, "seat": seat })).collect::<Vec<_>>(),
        "sessions": sessions.iter().map(|session| json!({
            "browser": session.user_agent,
            "created_at": text(session.created_at),
            "seen_at": text(session.seen_at),
        })).collect::<Vec<_>>(),
    });
    if let (Some(export), Value::Object(own_words)) = (export.as_object_mut(), own_words) {
        export.extend(own_words);
    }
    Ok(format!("{export:#}"))
}

/// What `id` said, noted, reported, and whom `id` muted.
async fn own_words(app: &App, id: AccountId) -> Result<Value, AppError> {
    let mut conn = app.connection().await?;
    let said = talk::said_by(&mut conn, id).await?;
    let notes = notes::notes_of(&mut conn, id).await?;
    let muted = talk::muted_by(&mut conn, id).await?;
    let muted = accounts::names_of(&mut conn, &muted).await?;
    let reports = reports::reports(&mut conn, Some(id), u32::MAX).await?;
    Ok(json!({
        "talk": said.iter().map(|words| json!({
            "match": words.match_id,
            "to": words.room.scope().name(),
            "seat": words.seat,
            "at": text(words.at),
            "text": words.text,
        })).collect::<Vec<_>>(),
        "notes": notes.iter().map(|(id, note, at)| json!({
            "match": id,
            "saved_at": text(*at),
            "text": note,
        })).collect::<Vec<_>>(),
        "muted": muted.values().collect::<Vec<_>>(),
        "reports": reports.iter().map(|report| json!({
            "match": report.match_id,
            "at": text(report.at),
            "words": report.text,
            "reason": report.reason,
        })).collect::<Vec<_>>(),
    }))
}

/// The account of `id`, where `password` is its own.
pub(super) async fn check_password(
    app: &App,
    id: AccountId,
    password: SecretString,
) -> Result<Credentials, SettingsError> {
    let mut conn = app.connection().await?;
    let found = accounts::credentials_by_id(&mut conn, id).await?.ok_or(SettingsError::Gone)?;
    drop(conn);
    match passwords::verify(app, password, Some(found.password_hash.clone())).await? {
        Verdict::Wrong => Err(SettingsError::WrongPassword),
        Verdict::Right | Verdict::RightButOld => Ok(found),
    }
}

fn text(at: OffsetDateTime) -> String {
    at.format(&Rfc3339).unwrap_or_default()
}
