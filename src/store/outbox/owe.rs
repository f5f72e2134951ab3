//! Mails that are no match's: about an account or its address, invitations, digests.

use super::{AccountMail, AddressMail, MailKind, Recipient, wake};
use crate::domain::ids::{AccountId, MatchId};
use crate::store::{Connection, StoreError};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// Owes an account a mail about itself. Each call is a mail of its own: limit the callers.
pub async fn enqueue_account_mail(
    conn: &mut Connection,
    mail: AccountMail,
    to: AccountId,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    enqueue(conn, MailKind::Account(mail), &Recipient::Account(to), now).await
}

/// Owes a mail about a change of address: to the account that wants it (at the address that it wants), or to
/// an address by itself.
pub async fn enqueue_address_mail(
    conn: &mut Connection,
    mail: AddressMail,
    to: &Recipient,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    enqueue(conn, MailKind::Address(mail), to, now).await
}

async fn enqueue(
    conn: &mut Connection,
    kind: MailKind,
    to: &Recipient,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    let (account, address) = to.columns();
    sqlx::query!(
        "insert into outbox (kind, urgency, account_id, address, due_at, created_at)
         values ($1, $2, $3, $4, $5, $5)",
        kind.name(),
        i16::from(kind.urgency()),
        account,
        address,
        now,
    )
    .execute(&mut *conn)
    .await?;
    wake(conn).await
}

/// Owes the mail of an invitation, once for each invitation.
pub async fn enqueue_invitation(
    conn: &mut Connection,
    invitation: Uuid,
    to: &Recipient,
    match_id: MatchId,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    let (account, address) = to.columns();
    sqlx::query!(
        "insert into outbox (kind, urgency, account_id, address, match_id, invitation, due_at, created_at)
         values ('invitation', $1, $2, $3, $4, $5, $6, $6) on conflict do nothing",
        i16::from(MailKind::Invitation.urgency()),
        account,
        address,
        match_id.0,
        invitation,
        now,
    )
    .execute(&mut *conn)
    .await?;
    wake(conn).await
}

/// Owes an account the digest of a day by its own clock, once a day.
pub async fn enqueue_digest(
    conn: &mut Connection,
    to: AccountId,
    day: Date,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into outbox (kind, urgency, account_id, day, due_at, created_at)
         values ('digest', $1, $2, $3, $4, $4) on conflict do nothing",
        i16::from(MailKind::Digest.urgency()),
        to.0,
        day,
        now,
    )
    .execute(&mut *conn)
    .await?;
    wake(conn).await
}
