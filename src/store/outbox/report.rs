//! The outbox as the host and the account page see it, and clearing away.

use super::MailKind;
use crate::domain::ids::AccountId;
use crate::store::{Pool, StoreError, unsigned};
use time::OffsetDateTime;

/// The state of the outbox, for `/readyz`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stats {
    /// Mails still owed.
    pub pending: u64,
    /// Of these, how many are due and held by nobody.
    pub due: u64,
    /// Of those owed, how many failed at least once.
    pub retrying: u64,
    /// When the oldest mail still owed became so.
    pub oldest: Option<OffsetDateTime>,
    /// Mails that the recipient's server refused for good.
    pub undeliverable: u64,
}

/// A mail that came back, for the account page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undeliverable {
    /// What it was.
    pub kind: MailKind,
    /// When the server refused it.
    pub at: OffsetDateTime,
    /// What the server said.
    pub reason: String,
}

/// Counts for the host. Reminders whose moment has not come are not owed yet.
pub async fn stats(pool: &Pool, now: OffsetDateTime) -> Result<Stats, StoreError> {
    let row = sqlx::query!(
        r#"select count(*) filter (where state = 'pending') as "pending!",
                  count(*) filter (where state = 'pending' and due_at <= $1
                                   and (leased_until is null or leased_until <= $1)) as "due!",
                  count(*) filter (where state = 'pending' and last_error is not null) as "retrying!",
                  count(*) filter (where state = 'undeliverable') as "undeliverable!",
                  min(created_at) filter (where state = 'pending') as oldest
           from outbox where state in ('pending', 'undeliverable')
             and not (state = 'pending' and reminder and due_at > $1)"#,
        now,
    )
    .fetch_one(pool)
    .await?;
    Ok(Stats {
        pending: unsigned(row.pending),
        due: unsigned(row.due),
        retrying: unsigned(row.retrying),
        oldest: row.oldest,
        undeliverable: unsigned(row.undeliverable),
    })
}

/// The last mails to an account that came back, newest first; what travelled together counts once.
pub async fn undeliverable(
    pool: &Pool,
    account: AccountId,
    limit: u32,
) -> Result<Vec<Undeliverable>, StoreError> {
    let rows = sqlx::query!(
        r#"select kind, settled_at as "at!", reason as "reason!" from (
               select distinct on (settled_at, coalesce(match_id, id)) kind, settled_at,
                      coalesce(last_error, '') as reason
               from outbox where account_id = $1 and state = 'undeliverable'
               order by settled_at, coalesce(match_id, id), urgency) mails
           order by settled_at desc limit $2"#,
        account.0,
        i64::from(limit),
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter()
        .map(|row| Ok(Undeliverable { kind: MailKind::parse(&row.kind)?, at: row.at, reason: row.reason }))
        .collect()
}

/// Forgets what was sent or superseded before `before`, invited addresses with it; returns how many rows.
/// What was told of a decision that is still open stays, so that it is not told again.
pub async fn forget_settled(pool: &Pool, before: OffsetDateTime) -> Result<u64, StoreError> {
    let done = sqlx::query!(
        "delete from outbox where state <> 'pending' and settled_at < $1
         and not exists (select 1 from match_turns open
                         where open.match_id = outbox.match_id and open.seq = outbox.seq)",
        before,
    )
    .execute(pool)
    .await?;
    Ok(done.rows_affected())
}
