//! Accounts: who is behind an id, an address, a handle.

use super::{Connection, Pool, StoreError, corrupt};
use crate::domain::account::{Account, Email, Handle};
use crate::domain::ids::AccountId;
use crate::domain::zone::Zone;
use std::collections::HashMap;
use time::OffsetDateTime;
use uuid::Uuid;

/// An account with the hash of its password.
#[derive(Clone)]
pub struct Credentials {
    /// The account.
    pub account: Account,
    /// argon2id in PHC form.
    pub password_hash: String,
}

struct Row {
    id: Uuid,
    email: String,
    handle: String,
    password_hash: String,
    email_verified_at: Option<OffsetDateTime>,
    time_zone: String,
    created_at: OffsetDateTime,
}

impl Row {
    fn credentials(self) -> Result<Credentials, StoreError> {
        let account = Account {
            id: AccountId(self.id),
            email: Email::parse(&self.email).map_err(|e| corrupt("accounts", e))?,
            handle: Handle::parse(&self.handle).map_err(|e| corrupt("accounts", e))?,
            verified_at: self.email_verified_at,
            // A zone that the bundled database no longer knows is no reason to lock anybody out.
            zone: Zone::parse(&self.time_zone).unwrap_or_else(|_| Zone::utc()),
            created_at: self.created_at,
        };
        Ok(Credentials { account, password_hash: self.password_hash })
    }
}

/// The account of this id.
pub async fn by_id(conn: &mut Connection, id: AccountId) -> Result<Option<Account>, StoreError> {
    Ok(credentials_by_id(conn, id).await?.map(|found| found.account))
}

/// The account of this id, which cannot be deleted before the transaction ends.
pub async fn by_id_held(conn: &mut Connection, id: AccountId) -> Result<Option<Account>, StoreError> {
    sqlx::query!("select id from accounts where id = $1 for share", id.0).fetch_optional(&mut *conn).await?;
    by_id(conn, id).await
}

/// Lets others who take turns about this account wait until the end of the transaction.
pub async fn take_turns(conn: &mut Connection, id: AccountId) -> Result<(), StoreError> {
    sqlx::query!("select id from accounts where id = $1 for no key update", id.0)
        .fetch_optional(conn)
        .await?;
    Ok(())
}

/// The account of this id and its password's hash.
pub async fn credentials_by_id(
    conn: &mut Connection,
    id: AccountId,
) -> Result<Option<Credentials>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "select id, email, handle, password_hash, email_verified_at, time_zone, created_at
         from accounts where id = $1",
        id.0,
    )
    .fetch_optional(conn)
    .await?;
    row.map(Row::credentials).transpose()
}

/// The account of this address, in any case, and its password's hash.
pub async fn by_email(conn: &mut Connection, email: &Email) -> Result<Option<Credentials>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "select id, email, handle, password_hash, email_verified_at, time_zone, created_at
         from accounts where lower(email) = lower($1)",
        email.as_str(),
    )
    .fetch_optional(conn)
    .await?;
    row.map(Row::credentials).transpose()
}

/// The account of this handle, in any case. Show only verified ones: the handle of an unverified one
/// tells nobody that somebody has it.
pub async fn by_handle(conn: &mut Connection, handle: &Handle) -> Result<Option<Account>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "select id, email, handle, password_hash, email_verified_at, time_zone, created_at
         from accounts where lower(handle) = lower($1)",
        handle.as_str(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(Row::credentials).transpose()?.map(|found| found.account))
}

/// The handles of these accounts; who is not in the answer has left.
pub async fn names_of(
    conn: &mut Connection,
    ids: &[AccountId],
) -> Result<HashMap<AccountId, String>, StoreError> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    let rows =
        sqlx::query!("select id, handle from accounts where id = any($1)", &ids).fetch_all(conn).await?;
    Ok(rows.into_iter().map(|row| (AccountId(row.id), row.handle)).collect())
}

/// Keeps a new account. False where its address or handle is taken; then nothing has changed.
pub async fn insert(conn: &mut Connection, new: &Credentials) -> Result<bool, StoreError> {
    let account = &new.account;
    let done = sqlx::query!(
        "insert into accounts (id, email, handle, password_hash, email_verified_at, time_zone, created_at)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing",
        account.id.0,
        account.email.as_str(),
        account.handle.as_str(),
        new.password_hash,
        account.verified_at,
        account.zone.name(),
        account.created_at,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Writes a second sign-up over an account whose address was never verified. False where it is verified
/// by now. A handle that is taken is a [`StoreError::Conflict`].
pub async fn replace_unverified(conn: &mut Connection, with: &Credentials) -> Result<bool, StoreError> {
    let account = &with.account;
    let done = sqlx::query!(
        "update accounts set email = $2, handle = $3, password_hash = $4, time_zone = $5, created_at = $6
         where id = $1 and email_verified_at is null",
        account.id.0,
        account.email.as_str(),
        account.handle.as_str(),
        with.password_hash,
        account.zone.name(),
        account.created_at,
    )
    .execute(conn)
    .await
    .map_err(StoreError::conflict_on("this handle"))?;
    Ok(done.rows_affected() == 1)
}

/// Whether `handle` belongs to an account other than `but`, or is held back by a sign-up with the address
/// of an account other than `holder` (see [`hold_handle`]).
pub async fn handle_is_taken(
    conn: &mut Connection,
    handle: &Handle,
    but: Option<AccountId>,
    holder: Option<AccountId>,
    now: OffsetDateTime,
) -> Result<bool, StoreError> {
    let taken = sqlx::query_scalar!(
        r#"select exists (select from accounts where lower(handle) = lower($1) and ($2::uuid is null or id <> $2))
               or exists (select from handle_holds where handle = lower($1) and until > $3
                          and account_id is distinct from $4) as "taken!""#,
        handle.as_str(),
        but.map(|id| id.0),
        now,
        holder.map(|id| id.0),
    )
    .fetch_one(conn)
    .await?;
    Ok(taken)
}

/// Holds a handle back until `until`, in place of the one that `holder` held before, as if the address of
/// `holder` had no account yet: a sign-up with a known address must leave the same traces as one with an
/// unknown address. A [`StoreError::Conflict`] means that somebody took the handle in this moment.
pub async fn hold_handle(
    conn: &mut Connection,
    handle: &Handle,
    holder: AccountId,
    now: OffsetDateTime,
    until: OffsetDateTime,
) -> Result<(), StoreError> {
    let handle = handle.as_str();
    sqlx::query!("delete from handle_holds where handle = lower($1) and until <= $2", handle, now)
        .execute(&mut *conn)
        .await?;
    sqlx::query!(
        "insert into handle_holds (handle, until, account_id) values (lower($1), $2, $3)
         on conflict (account_id) do update set handle = excluded.handle, until = excluded.until",
        handle,
        until,
        holder.0,
    )
    .execute(conn)
    .await
    .map_err(StoreError::conflict_on("this handle"))?;
    Ok(())
}

/// The address is proved. The time of the first proof stays.
pub async fn set_verified(
    conn: &mut Connection,
    id: AccountId,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update accounts set email_verified_at = coalesce(email_verified_at, $2) where id = $1",
        id.0,
        now
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Sets a new password hash.
pub async fn set_password_hash(conn: &mut Connection, id: AccountId, hash: &str) -> Result<(), StoreError> {
    sqlx::query!("update accounts set password_hash = $2 where id = $1", id.0, hash).execute(conn).await?;
    Ok(())
}

/// Replaces a hash made with old parameters, unless the password was changed meanwhile.
pub async fn replace_password_hash(
    pool: &Pool,
    id: AccountId,
    old: &str,
    new: &str,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update accounts set password_hash = $3 where id = $1 and password_hash = $2",
        id.0,
        old,
        new
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Sets the zone that times are shown in.
pub async fn set_zone(pool: &Pool, id: AccountId, zone: &Zone) -> Result<(), StoreError> {
    sqlx::query!("update accounts set time_zone = $2 where id = $1", id.0, zone.name()).execute(pool).await?;
    Ok(())
}

/// Sets another handle; one that is taken is a [`StoreError::Conflict`].
pub async fn set_handle(conn: &mut Connection, id: AccountId, handle: &Handle) -> Result<(), StoreError> {
    sqlx::query!("update accounts set handle = $2 where id = $1", id.0, handle.as_str())
        .execute(conn)
        .await
        .map_err(StoreError::conflict_on("this handle"))?;
    Ok(())
}

/// Locks an account before it is deleted; none where it is gone.
pub async fn lock(conn: &mut Connection, id: AccountId) -> Result<Option<Credentials>, StoreError> {
    sqlx::query!("select id from accounts where id = $1 for update", id.0).fetch_optional(&mut *conn).await?;
    credentials_by_id(conn, id).await
}

/// How many matches with free seats or a running game `id` sits in.
pub async fn unfinished_matches(conn: &mut Connection, id: AccountId) -> Result<u64, StoreError> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from match_seats s join matches m on m.id = s.match_id
           where s.account_id = $1 and m.status in ('open', 'running')"#,
        id.0,
    )
    .fetch_one(conn)
    .await?;
    Ok(super::unsigned(count))
}

/// Deletes an account with its tokens and sessions, and the invitations made out to it. Logs and seats
/// keep an id that names nobody now.
pub async fn delete(conn: &mut Connection, id: AccountId, email: &Email) -> Result<(), StoreError> {
    sqlx::query!(
        "delete from invitations where account_id = $1 or lower(email) = lower($2)",
        id.0,
        email.as_str(),
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!("delete from accounts where id = $1", id.0).execute(conn).await?;
    Ok(())
}

/// Forgets accounts that were never verified and signed up before `before`, and holds that are over;
/// returns how many accounts.
pub async fn forget_unverified(
    pool: &Pool,
    before: OffsetDateTime,
    now: OffsetDateTime,
) -> Result<u64, StoreError> {
    sqlx::query!("delete from handle_holds where until <= $1", now).execute(pool).await?;
    let done =
        sqlx::query!("delete from accounts where email_verified_at is null and created_at < $1", before)
            .execute(pool)
            .await?;
    Ok(done.rows_affected())
}
