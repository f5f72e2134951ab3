//! Accepted commands by their idempotency key (DESIGN §3).

use super::{Connection, StoreError, bytes, number, unsigned};
use crate::domain::ids::{AccountId, MatchId};
use time::OffsetDateTime;
use uuid::Uuid;

/// A command that was accepted before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AcceptedCommand {
    /// SHA-256 of the command; another hash under the same key is a misuse (409).
    pub command_hash: [u8; 32],
    /// The last event that it caused.
    pub seq: u64,
}

/// The command that `account` sent to this match under `key`, if it was accepted.
pub async fn find_command(
    conn: &mut Connection,
    account: AccountId,
    id: MatchId,
    key: Uuid,
) -> Result<Option<AcceptedCommand>, StoreError> {
    let row = sqlx::query!(
        "select command_hash, seq from commands where account_id = $1 and match_id = $2 and key = $3",
        account.0,
        id.0,
        key,
    )
    .fetch_optional(conn)
    .await?;
    row.map(|row| {
        let command_hash = bytes("commands", row.command_hash)?;
        Ok(AcceptedCommand { command_hash, seq: unsigned(row.seq) })
    })
    .transpose()
}

/// Keeps an accepted command; a key that is taken is a [`StoreError::Conflict`].
pub async fn insert_command(
    conn: &mut Connection,
    account: AccountId,
    id: MatchId,
    key: Uuid,
    command: AcceptedCommand,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into commands (account_id, match_id, key, command_hash, seq, created_at)
         values ($1, $2, $3, $4, $5, $6)",
        account.0,
        id.0,
        key,
        &command.command_hash[..],
        number(command.seq)?,
        now,
    )
    .execute(conn)
    .await
    .map_err(StoreError::conflict_on("this command"))?;
    Ok(())
}
