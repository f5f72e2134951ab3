//! Invitations to a match: by link, to an address, to an account. Only hashes of their tokens rest here.

use super::{Connection, Pool, StoreError, corrupt};
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::seat::Seat;
use time::OffsetDateTime;
use uuid::Uuid;

/// Whom an invitation is for.
#[derive(Clone, PartialEq, Eq)]
pub enum Invited {
    /// Whoever has the link, until the table is full.
    Anyone,
    /// Whoever reads this address, once.
    Address(String),
    /// This account, once.
    Account(AccountId),
}

impl std::fmt::Debug for Invited {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Anyone => f.write_str("Anyone"),
            Self::Address(_) => f.write_str("Address(..)"),
            Self::Account(id) => write!(f, "Account({id})"),
        }
    }
}

/// An invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// Names it in the outbox and on pages; it opens nothing.
    pub id: Uuid,
    /// The match.
    pub match_id: MatchId,
    /// Who invited.
    pub created_by: AccountId,
    /// Whom.
    pub to: Invited,
    /// The seat kept for them.
    pub seat: Option<Seat>,
    /// When.
    pub created_at: OffsetDateTime,
    /// From when on it is void.
    pub expires_at: OffsetDateTime,
    /// When it was taken back.
    pub revoked_at: Option<OffsetDateTime>,
    /// When a personal one was used.
    pub used_at: Option<OffsetDateTime>,
}

impl Invitation {
    /// Whether it still opens the table at `now`.
    pub fn holds(&self, now: OffsetDateTime) -> bool {
        self.revoked_at.is_none() && self.used_at.is_none() && now < self.expires_at
    }
}

struct Row {
    id: Uuid,
    match_id: Uuid,
    created_by: Uuid,
    email: Option<String>,
    account_id: Option<Uuid>,
    seat: Option<String>,
    created_at: OffsetDateTime,
    expires_at: OffsetDateTime,
    revoked_at: Option<OffsetDateTime>,
    used_at: Option<OffsetDateTime>,
}

impl Row {
    fn invitation(self) -> Result<Invitation, StoreError> {
        let to = match (self.email, self.account_id) {
            (Some(email), _) => Invited::Address(email),
            (None, Some(id)) => Invited::Account(AccountId(id)),
            (None, None) => Invited::Anyone,
        };
        let seat = self.seat.map(|name| name.parse::<Seat>()).transpose();
        Ok(Invitation {
            id: self.id,
            match_id: MatchId(self.match_id),
            created_by: AccountId(self.created_by),
            to,
            seat: seat.map_err(|e| corrupt("invitations", e))?,
            created_at: self.created_at,
            expires_at: self.expires_at,
            revoked_at: self.revoked_at,
            used_at: self.used_at,
        })
    }
}

/// Keeps a new invitation.
pub async fn insert_invitation(conn: &mut Connection, new: &Invitation) -> Result<(), StoreError> {
    let (email, account) = match &new.to {
        Invited::Anyone => (None, None),
        Invited::Address(address) => (Some(address.as_str()), None),
        Invited::Account(id) => (None, Some(id.0)),
    };
    sqlx::query!(
        "insert into invitations (id, match_id, created_by, email, account_id, seat, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        new.id,
        new.match_id.0,
        new.created_by.0,
        email,
        account,
        new.seat.map(Seat::name),
        new.created_at,
        new.expires_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Keeps the hash of a link to an invitation.
pub async fn insert_invitation_token(
    conn: &mut Connection,
    invitation: Uuid,
    hash: [u8; 32],
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into invitation_tokens (hash, invitation_id, created_at) values ($1, $2, $3)",
        &hash[..],
        invitation,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The invitation of this name.
pub async fn find_invitation(conn: &mut Connection, id: Uuid) -> Result<Option<Invitation>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "select id, match_id, created_by, email, account_id, seat, created_at, expires_at, revoked_at, used_at
         from invitations where id = $1",
        id,
    )
    .fetch_optional(conn)
    .await?;
    row.map(Row::invitation).transpose()
}

/// The invitation that a link's hash opens, whether or not it still holds.
pub async fn invitation_by_token(
    conn: &mut Connection,
    hash: [u8; 32],
) -> Result<Option<Invitation>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "select i.id, match_id, created_by, email, account_id, seat, i.created_at, expires_at, revoked_at,
                used_at
         from invitation_tokens t join invitations i on i.id = t.invitation_id where t.hash = $1",
        &hash[..],
    )
    .fetch_optional(conn)
    .await?;
    row.map(Row::invitation).transpose()
}

/// The invitation to this match that is made out to `account` and still holds.
pub async fn invitation_for_account(
    conn: &mut Connection,
    match_id: MatchId,
    account: AccountId,
    now: OffsetDateTime,
) -> Result<Option<Invitation>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "select id, match_id, created_by, email, account_id, seat, created_at, expires_at, revoked_at, used_at
         from invitations where account_id = $1 and match_id = $2
         and revoked_at is null and used_at is null and expires_at > $3 order by created_at limit 1",
        account.0,
        match_id.0,
        now,
    )
    .fetch_optional(conn)
    .await?;
    row.map(Row::invitation).transpose()
}

/// The invitations to a match, oldest first, at most 100.
pub async fn invitations_of_match(
    conn: &mut Connection,
    match_id: MatchId,
) -> Result<Vec<Invitation>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "select id, match_id, created_by, email, account_id, seat, created_at, expires_at, revoked_at, used_at
         from invitations where match_id = $1 order by created_at, id limit 100",
        match_id.0,
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(Row::invitation).collect()
}

/// Open matches that `account` is invited to by name, newest invitation first, at most 100.
pub async fn invited_matches(
    pool: &Pool,
    account: AccountId,
    now: OffsetDateTime,
) -> Result<Vec<MatchId>, StoreError> {
    let ids = sqlx::query_scalar!(
        "select i.match_id from invitations i join matches m on m.id = i.match_id
         where i.account_id = $1 and i.revoked_at is null and i.used_at is null and i.expires_at > $2
         and m.status = 'open' order by i.created_at desc, i.id limit 100",
        account.0,
        now,
    )
    .fetch_all(pool)
    .await?;
    Ok(ids.into_iter().map(MatchId).collect())
}

/// Uses up a personal invitation; a link to anyone stays. False where it holds no more.
pub async fn use_invitation(
    conn: &mut Connection,
    id: Uuid,
    by: AccountId,
    now: OffsetDateTime,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update invitations set
             used_at = case when email is null and account_id is null then null else $3::timestamptz end,
             used_by = case when email is null and account_id is null then null else $2::uuid end
         where id = $1 and used_at is null and revoked_at is null and expires_at > $3",
        id,
        by.0,
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Takes an invitation back. False where there was nothing to take back.
pub async fn revoke_invitation(
    conn: &mut Connection,
    match_id: MatchId,
    id: Uuid,
    now: OffsetDateTime,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update invitations set revoked_at = $3 where id = $1 and match_id = $2 and revoked_at is null",
        id,
        match_id.0,
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// How many personal invitations `account` has sent since `since`.
pub async fn invitations_sent(
    conn: &mut Connection,
    account: AccountId,
    since: OffsetDateTime,
) -> Result<u64, StoreError> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from invitations
           where created_by = $1 and created_at >= $2 and (email is not null or account_id is not null)"#,
        account.0,
        since,
    )
    .fetch_one(conn)
    .await?;
    Ok(super::unsigned(count))
}

/// How many invitations went to `email` since `since`, whoever sent them.
pub async fn invitations_received(
    conn: &mut Connection,
    email: &str,
    since: OffsetDateTime,
) -> Result<u64, StoreError> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from invitations where lower(email) = lower($1) and created_at >= $2"#,
        email,
        since,
    )
    .fetch_one(conn)
    .await?;
    Ok(super::unsigned(count))
}
