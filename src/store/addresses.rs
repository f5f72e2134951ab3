//! Changes of mail address: what waits for its proof, and what was left behind.

use super::{Connection, Pool, StoreError, corrupt};
use crate::domain::account::Email;
use crate::domain::ids::AccountId;
use time::OffsetDateTime;

/// An address that waits to be proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending {
    /// The new address.
    pub email: Email,
    /// From when on the wish is void.
    pub expires_at: OffsetDateTime,
}

/// Keeps the wish of `account` for another address, in place of the one before.
pub async fn ask(
    conn: &mut Connection,
    account: AccountId,
    email: &Email,
    now: OffsetDateTime,
    expires_at: OffsetDateTime,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into address_changes (account_id, email, asked_at, expires_at) values ($1, $2, $3, $4)
         on conflict (account_id) do update
         set email = excluded.email, asked_at = excluded.asked_at, expires_at = excluded.expires_at",
        account.0,
        email.as_str(),
        now,
        expires_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// What `account` has asked for and not proved by `now`.
pub async fn pending(
    conn: &mut Connection,
    account: AccountId,
    now: OffsetDateTime,
) -> Result<Option<Pending>, StoreError> {
    let row = sqlx::query!(
        "select email, expires_at from address_changes where account_id = $1 and expires_at > $2",
        account.0,
        now,
    )
    .fetch_optional(conn)
    .await?;
    row.map(|row| {
        let email = Email::parse(&row.email).map_err(|e| corrupt("address_changes", e))?;
        Ok(Pending { email, expires_at: row.expires_at })
    })
    .transpose()
}

/// The same, locked, so that a link made or followed under the lock belongs to this very address. Hold the
/// account first.
pub async fn lock_pending(
    conn: &mut Connection,
    account: AccountId,
    now: OffsetDateTime,
) -> Result<Option<Pending>, StoreError> {
    sqlx::query!("select email from address_changes where account_id = $1 for update", account.0)
        .fetch_optional(&mut *conn)
        .await?;
    pending(conn, account, now).await
}

/// Takes the wish of `account` back. False where there was none.
pub async fn drop_pending(conn: &mut Connection, account: AccountId) -> Result<bool, StoreError> {
    let done = sqlx::query!("delete from address_changes where account_id = $1", account.0);
    Ok(done.execute(conn).await?.rows_affected() == 1)
}

/// Gives `account` a proved address. Sign-ups with it that nobody ever proved go. An address that another
/// account has is a [`StoreError::Conflict`]; then the transaction is of no use any more.
pub async fn set_email(
    conn: &mut Connection,
    account: AccountId,
    email: &Email,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    sqlx::query!(
        "delete from accounts where lower(email) = lower($1) and id <> $2 and email_verified_at is null",
        email.as_str(),
        account.0,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "update accounts set email = $2, email_verified_at = coalesce(email_verified_at, $3) where id = $1",
        account.0,
        email.as_str(),
        now,
    )
    .execute(conn)
    .await
    .map_err(StoreError::conflict_on("this address"))?;
    Ok(())
}

/// Holds an address back for the account that has left it.
pub async fn hold(
    conn: &mut Connection,
    email: &Email,
    account: AccountId,
    until: OffsetDateTime,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into address_holds (address, account_id, until) values (lower($1), $2, $3)
         on conflict (address) do update set account_id = excluded.account_id, until = excluded.until",
        email.as_str(),
        account.0,
        until,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The account that an address is held back for, if any.
pub async fn holder(
    conn: &mut Connection,
    email: &Email,
    now: OffsetDateTime,
) -> Result<Option<AccountId>, StoreError> {
    let holder = sqlx::query_scalar!(
        "select account_id from address_holds where address = lower($1) and until > $2",
        email.as_str(),
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(holder.map(AccountId))
}

/// Forgets wishes and holds that are over; returns how many.
pub async fn forget_over(pool: &Pool, now: OffsetDateTime) -> Result<u64, StoreError> {
    let wishes = sqlx::query!("delete from address_changes where expires_at <= $1", now);
    let gone = wishes.execute(pool).await?.rows_affected();
    let holds = sqlx::query!("delete from address_holds where until <= $1", now);
    Ok(gone + holds.execute(pool).await?.rows_affected())
}
