//! Tokens of links in mails, by their SHA-256.

use super::{Connection, Pool, StoreError};
use crate::domain::ids::AccountId;
use time::OffsetDateTime;

/// What a token opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// Proves an address.
    Verify,
    /// Sets a new password, once.
    Reset,
    /// Proves the address that an account changes to.
    Address,
}

impl TokenKind {
    const fn name(self) -> &'static str {
        match self {
            Self::Verify => "verify",
            Self::Reset => "reset",
            Self::Address => "address",
        }
    }
}

/// A token as it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// Whom it is for.
    pub account: AccountId,
    /// From when on it is void.
    pub expires_at: OffsetDateTime,
    /// When it was used.
    pub used_at: Option<OffsetDateTime>,
}

/// Keeps the hash of a new token.
pub async fn insert_token(
    conn: &mut Connection,
    hash: [u8; 32],
    kind: TokenKind,
    account: AccountId,
    now: OffsetDateTime,
    expires_at: OffsetDateTime,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into tokens (hash, kind, account_id, created_at, expires_at) values ($1, $2, $3, $4, $5)",
        &hash[..],
        kind.name(),
        account.0,
        now,
        expires_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The token of this hash and kind, locked until the transaction ends.
pub async fn lock_token(
    conn: &mut Connection,
    hash: [u8; 32],
    kind: TokenKind,
) -> Result<Option<TokenRow>, StoreError> {
    let row = sqlx::query!(
        "select account_id, expires_at, used_at from tokens where hash = $1 and kind = $2 for update",
        &hash[..],
        kind.name(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| TokenRow {
        account: AccountId(row.account_id),
        expires_at: row.expires_at,
        used_at: row.used_at,
    }))
}

/// Marks every unused token of this kind as used: one link was followed, or the others are void.
pub async fn use_up_tokens(
    conn: &mut Connection,
    account: AccountId,
    kind: TokenKind,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update tokens set used_at = $3 where account_id = $1 and kind = $2 and used_at is null",
        account.0,
        kind.name(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Forgets every token of an account.
pub async fn drop_tokens(conn: &mut Connection, account: AccountId) -> Result<(), StoreError> {
    sqlx::query!("delete from tokens where account_id = $1", account.0).execute(conn).await?;
    Ok(())
}

/// Forgets tokens that expired before `before`; returns how many.
pub async fn forget_tokens(pool: &Pool, before: OffsetDateTime) -> Result<u64, StoreError> {
    let done = sqlx::query!("delete from tokens where expires_at < $1", before).execute(pool).await?;
    Ok(done.rows_affected())
}
