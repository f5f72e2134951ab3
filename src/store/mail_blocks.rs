//! Addresses that want no invitations any more. Only SHA-256 of the address rests here.

use super::{Connection, StoreError};
use crate::domain::account::Email;
use sha2::{Digest, Sha256};
use time::OffsetDateTime;

/// Keeps invitations from an address for good.
pub async fn block(conn: &mut Connection, address: &Email, now: OffsetDateTime) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into mail_blocks (address_hash, created_at) values ($1, $2) on conflict do nothing",
        &hash(address),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Whether an address wants no invitations.
pub async fn is_blocked(conn: &mut Connection, address: &Email) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"select exists (select 1 from mail_blocks where address_hash = $1) as "found!""#,
        &hash(address),
    )
    .fetch_one(conn)
    .await?;
    Ok(found)
}

fn hash(address: &Email) -> Vec<u8> {
    Sha256::digest(address.as_str().to_lowercase().as_bytes()).to_vec()
}
