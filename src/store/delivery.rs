//! How mail to an account fares: when it last arrived, what came back, and what is owed again after that.

use super::outbox::{AddressMail, MailKind, wake};
use super::{Connection, Pool, StoreError};
use crate::domain::ids::AccountId;
use time::OffsetDateTime;

/// When a server last accepted a mail to `account`, as far back as the outbox goes.
pub async fn last_accepted(pool: &Pool, account: AccountId) -> Result<Option<OffsetDateTime>, StoreError> {
    let last = sqlx::query_scalar!(
        "select max(settled_at) from outbox where account_id = $1 and state = 'sent' and kind <> $2",
        account.0,
        MailKind::Address(AddressMail::Prove).name(),
    );
    Ok(last.fetch_one(pool).await?)
}

/// Owes the mails that came back once more, now; what is over by then is superseded when it is written.
/// Links of the account's own mails are asked for anew instead. Returns how many mails.
pub async fn owe_again(
    conn: &mut Connection,
    account: AccountId,
    now: OffsetDateTime,
) -> Result<u64, StoreError> {
    let done = sqlx::query!(
        "update outbox set state = 'pending', settled_at = null, due_at = $2, attempts = 0
         where account_id = $1 and state = 'undeliverable' and (match_id is not null or day is not null)",
        account.0,
        now,
    )
    .execute(&mut *conn)
    .await?;
    // The others are no news any more.
    sqlx::query!("delete from outbox where account_id = $1 and state = 'undeliverable'", account.0)
        .execute(&mut *conn)
        .await?;
    wake(conn).await?;
    Ok(done.rows_affected())
}
