//! The links that end mails of one kind (RFC 8058), by their SHA-256.

use super::{Connection, Pool, StoreError, corrupt};
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::notice::Topic;
use time::OffsetDateTime;

/// What a link ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subscription {
    /// Mails of one topic about one match.
    Topic(MatchId, Topic),
    /// The daily digest.
    Digest,
}

/// Keeps the hash of a new link.
pub async fn insert(
    conn: &mut Connection,
    hash: [u8; 32],
    account: AccountId,
    what: Subscription,
    now: OffsetDateTime,
    expires_at: OffsetDateTime,
) -> Result<(), StoreError> {
    let (match_id, topic) = match what {
        Subscription::Topic(id, topic) => (Some(id.0), Some(topic.name())),
        Subscription::Digest => (None, None),
    };
    sqlx::query!(
        "insert into unsubscribe_tokens (hash, account_id, match_id, topic, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6)",
        &hash[..],
        account.0,
        match_id,
        topic,
        now,
        expires_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Whose link this is and what it ends; none where there is none or it is too old.
pub async fn find(
    conn: &mut Connection,
    hash: [u8; 32],
    now: OffsetDateTime,
) -> Result<Option<(AccountId, Subscription)>, StoreError> {
    let row = sqlx::query!(
        "select account_id, match_id, topic from unsubscribe_tokens where hash = $1 and expires_at > $2",
        &hash[..],
        now,
    )
    .fetch_optional(conn)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let what = match (row.match_id, row.topic) {
        (Some(id), Some(name)) => {
            let topic = Topic::parse(&name).ok_or_else(|| corrupt("unsubscribe_tokens", name))?;
            Subscription::Topic(MatchId(id), topic)
        }
        _ => Subscription::Digest,
    };
    Ok(Some((AccountId(row.account_id), what)))
}

/// Forgets links that ran out before `before`; returns how many.
pub async fn forget(pool: &Pool, before: OffsetDateTime) -> Result<u64, StoreError> {
    let done =
        sqlx::query!("delete from unsubscribe_tokens where expires_at < $1", before).execute(pool).await?;
    Ok(done.rows_affected())
}
