//! How mail to an account fares: when it last arrived, what came back, and what is owed again after
//! that. Also the mails of a change of address, which go where the account's other mail does not.

use super::outbox::{AddressMail, MailKind, wake};
use super::{Connection, Pool, StoreError};
use crate::domain::account::Email;
use crate::domain::ids::AccountId;
use time::OffsetDateTime;

/// Owes the link that proves the address which `account` wants.
pub async fn enqueue_new_address(
    conn: &mut Connection,
    account: AccountId,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    let kind = MailKind::Address(AddressMail::Prove);
    sqlx::query!(
        "insert into outbox (kind, urgency, account_id, due_at, created_at) values ($1, $2, $3, $4, $4)",
        kind.name(),
        i16::from(kind.urgency()),
        account.0,
        now,
    )
    .execute(&mut *conn)
    .await?;
    wake(conn).await
}

/// Owes an address, and no account, a mail.
pub async fn enqueue_to_address(
    conn: &mut Connection,
    mail: AddressMail,
    to: &Email,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    let kind = MailKind::Address(mail);
    sqlx::query!(
        "insert into outbox (kind, urgency, address, due_at, created_at) values ($1, $2, $3, $4, $4)",
        kind.name(),
        i16::from(kind.urgency()),
        to.as_str(),
        now,
    )
    .execute(&mut *conn)
    .await?;
    wake(conn).await
}

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
