//! Settling: what became of a claimed mail. Each answers false when the claim was lost meanwhile.

use super::Claimed;
use crate::domain::notice::Told;
use crate::store::{Pool, StoreError, number};
use time::OffsetDateTime;
use uuid::Uuid;

/// Longest `last_error` that is kept, in characters.
const ERROR_LENGTH: usize = 300;

/// The server accepted the message, which told all of `told` about its match (nothing to list for other
/// mails). What else was claimed with it is over, and what was written down meanwhile and told is done too.
pub async fn mark_sent(
    pool: &Pool,
    mail: &Claimed,
    told: &[Told],
    now: OffsetDateTime,
) -> Result<bool, StoreError> {
    let Some(match_id) = mail.match_id().filter(|_| !told.is_empty()) else {
        return settle(pool, mail, now, "sent", None).await;
    };
    let kinds: Vec<String> = told.iter().map(|one| one.notice.name().to_owned()).collect();
    let seqs: Vec<i64> = told.iter().map(|one| number(one.seq)).collect::<Result<_, _>>()?;
    let settled: Vec<Uuid> = sqlx::query_scalar!(
        "with told as (select * from unnest($4::text[], $5::bigint[]) as told (kind, seq))
         update outbox set settled_at = $3, leased_until = null, lease_token = null,
                state = case when (kind, seq) in (select kind, seq from told) then 'sent' else 'superseded' end
         where state = 'pending'
           and (id = any($1) and lease_token = $2
                or match_id = $6 and lease_token is null and (kind, seq) in (select kind, seq from told)
                   and account_id = (select account_id from outbox where id = ($1::uuid[])[1]))
         returning id",
        &mail.rows,
        mail.fence.0,
        now,
        &kinds,
        &seqs,
        match_id.0,
    )
    .fetch_all(pool)
    .await?;
    Ok(settled.iter().any(|id| mail.rows.contains(id)))
}

/// The mail is no longer owed: what it spoke of is over, or its recipient is gone.
pub async fn mark_superseded(pool: &Pool, mail: &Claimed, now: OffsetDateTime) -> Result<bool, StoreError> {
    settle(pool, mail, now, "superseded", None).await
}

/// The server refused the mail for good (5xx); `reason` is what it said.
pub async fn mark_undeliverable(
    pool: &Pool,
    mail: &Claimed,
    now: OffsetDateTime,
    reason: &str,
) -> Result<bool, StoreError> {
    settle(pool, mail, now, "undeliverable", Some(one_line(reason))).await
}

async fn settle(
    pool: &Pool,
    mail: &Claimed,
    now: OffsetDateTime,
    state: &str,
    reason: Option<String>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update outbox set state = $3, settled_at = $4, last_error = coalesce($5, last_error),
                leased_until = null, lease_token = null
         where id = any($1) and lease_token = $2 and state = 'pending'",
        &mail.rows,
        mail.fence.0,
        state,
        now,
        reason,
    )
    .execute(pool)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// The attempt failed for now; the mail is owed again from `due_at` on.
pub async fn retry(
    pool: &Pool,
    mail: &Claimed,
    due_at: OffsetDateTime,
    reason: &str,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update outbox set due_at = $3, last_error = $4, leased_until = null, lease_token = null
         where id = any($1) and lease_token = $2 and state = 'pending'",
        &mail.rows,
        mail.fence.0,
        due_at,
        one_line(reason),
    )
    .execute(pool)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Nobody tried: the recipient's quiet hours last until `due_at`.
pub async fn put_off(pool: &Pool, mail: &Claimed, due_at: OffsetDateTime) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update outbox set due_at = $3, attempts = attempts - 1, leased_until = null, lease_token = null
         where id = any($1) and lease_token = $2 and state = 'pending'",
        &mail.rows,
        mail.fence.0,
        due_at,
    )
    .execute(pool)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// What a server said, fit for a page: one printable line of bounded length.
fn one_line(text: &str) -> String {
    let printable = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    printable.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(ERROR_LENGTH).collect()
}
