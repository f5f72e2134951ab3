//! Log-ins on the server, so that they can be listed and revoked. Keys are kept as SHA-256.

use super::{Connection, Pool, StoreError};
use crate::domain::ids::AccountId;
use time::OffsetDateTime;
use uuid::Uuid;

/// What is written about a session.
#[derive(Clone, Copy, Debug)]
pub struct SessionData<'a> {
    /// JSON text of what the session remembers.
    pub state: &'a str,
    /// Who is logged in.
    pub account: Option<AccountId>,
    /// The browser, one short line.
    pub user_agent: Option<&'a str>,
    /// From when on it is void.
    pub expires_at: OffsetDateTime,
}

/// A session as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRow {
    /// Names it on the settings page; it opens nothing.
    pub id: Uuid,
    /// SHA-256 of its key.
    pub key_hash: Vec<u8>,
    /// The browser.
    pub user_agent: Option<String>,
    /// When it began.
    pub created_at: OffsetDateTime,
    /// When it was last used, to within minutes.
    pub seen_at: OffsetDateTime,
}

/// What the session of this key remembers, unless it is void; notes that it was seen, where the last
/// note is older than `stale_before`.
pub async fn load(
    pool: &Pool,
    key_hash: [u8; 32],
    now: OffsetDateTime,
    stale_before: OffsetDateTime,
) -> Result<Option<String>, StoreError> {
    let row = sqlx::query!(
        r#"select state::text as "state!", seen_at from sessions where key_hash = $1 and expires_at > $2"#,
        &key_hash[..],
        now,
    )
    .fetch_optional(pool)
    .await?;
    let Some(row) = row else { return Ok(None) };
    if row.seen_at < stale_before {
        sqlx::query!("update sessions set seen_at = $2 where key_hash = $1", &key_hash[..], now)
            .execute(pool)
            .await?;
    }
    Ok(Some(row.state))
}

/// Keeps a new session. Whom it names must still be there.
pub async fn insert(
    pool: &Pool,
    key_hash: [u8; 32],
    id: Uuid,
    data: SessionData<'_>,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into sessions (key_hash, id, account_id, state, user_agent, created_at, seen_at, expires_at)
         values ($1, $2, $3, ($4::text)::json, $5, $6, $6, $7)",
        &key_hash[..],
        id,
        data.account.map(|a| a.0),
        data.state,
        data.user_agent,
        now,
        data.expires_at,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Writes a session that is still there. False where it was revoked meanwhile: it must not come back.
pub async fn update(
    pool: &Pool,
    key_hash: [u8; 32],
    data: SessionData<'_>,
    now: OffsetDateTime,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update sessions set state = ($2::text)::json, account_id = $3, user_agent = coalesce($4, user_agent),
                seen_at = $5, expires_at = $6
         where key_hash = $1",
        &key_hash[..],
        data.state,
        data.account.map(|a| a.0),
        data.user_agent,
        now,
        data.expires_at,
    )
    .execute(pool)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Sets a later end.
pub async fn prolong(pool: &Pool, key_hash: [u8; 32], expires_at: OffsetDateTime) -> Result<(), StoreError> {
    sqlx::query!("update sessions set expires_at = $2 where key_hash = $1", &key_hash[..], expires_at)
        .execute(pool)
        .await?;
    Ok(())
}

/// Ends the session of this key.
pub async fn delete(pool: &Pool, key_hash: [u8; 32]) -> Result<(), StoreError> {
    sqlx::query!("delete from sessions where key_hash = $1", &key_hash[..]).execute(pool).await?;
    Ok(())
}

/// Ends one session of `account`. False where there is none of this name.
pub async fn revoke(pool: &Pool, account: AccountId, id: Uuid) -> Result<bool, StoreError> {
    let done = sqlx::query!("delete from sessions where id = $1 and account_id = $2", id, account.0)
        .execute(pool)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Ends every session of `account`, except the one of the key `but`.
pub async fn delete_all_for_account(
    conn: &mut Connection,
    account: AccountId,
    but: Option<[u8; 32]>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "delete from sessions where account_id = $1 and ($2::bytea is null or key_hash <> $2)",
        account.0,
        but.as_ref().map(|hash| &hash[..]),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The sessions of `account` that hold, last seen first, at most 100.
pub async fn list(
    pool: &Pool,
    account: AccountId,
    now: OffsetDateTime,
) -> Result<Vec<SessionRow>, StoreError> {
    let rows = sqlx::query_as!(
        SessionRow,
        "select id, key_hash, user_agent, created_at, seen_at from sessions
         where account_id = $1 and expires_at > $2 order by seen_at desc, id limit 100",
        account.0,
        now,
    )
    .fetch_all(pool)
    .await?;
    Ok(rows)
}

/// Forgets sessions that are void; returns how many.
pub async fn forget_expired(pool: &Pool, now: OffsetDateTime) -> Result<u64, StoreError> {
    let done = sqlx::query!("delete from sessions where expires_at <= $1", now).execute(pool).await?;
    Ok(done.rows_affected())
}
