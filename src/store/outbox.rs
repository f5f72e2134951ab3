//! The outbox: mails that are owed (DESIGN §6). Actions enqueue in their own transaction; the worker of
//! `jobs` claims rows under a lease, sends, and settles them.
//!
//! A claim gives the row a fresh [`Fence`]; settling needs it, so that a worker whose lease ran out (and
//! whose row another worker has claimed since) changes nothing.

use super::StoreError;
use crate::domain::ids::{AccountId, MatchId};
use sqlx::postgres::PgListener;
use sqlx::{PgConnection, PgPool};
use std::time::Duration;
use time::OffsetDateTime;
use uuid::Uuid;

/// The channel that wakes workers when a row was committed.
const CHANNEL: &str = "outbox";

/// Longest `last_error` that is kept, in characters.
const ERROR_LENGTH: usize = 300;

/// Everything that is mailed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MailKind {
    /// About an event of a match.
    Match(MatchMail),
    /// About the recipient's account.
    Account(AccountMail),
    /// About a change of mail address.
    Address(AddressMail),
    /// An invitation to a match.
    Invitation,
}

/// Mails that an event of a match causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchMail {
    /// Your turn: you decide your own move.
    Turn,
    /// You choose the opponent's move (a worst roll).
    Choose,
    /// Your army moves, and the opponent is choosing how.
    ChosenFor,
    /// All seats are taken and the game began.
    Start,
    /// The game has a result.
    End,
}

/// Mails about an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccountMail {
    /// Prove that the address is yours.
    Verify,
    /// Set a new password.
    Reset,
    /// Somebody tried to sign up with this address, which has an account.
    AlreadyRegistered,
}

/// Mails about a change of address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AddressMail {
    /// To the new address: prove that it is yours.
    Prove,
    /// To the address that the account has: it is to change.
    Note,
    /// To whoever signed up with an address that is held back for another account.
    Held,
}

/// Who gets a mail.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Recipient {
    /// Somebody with an account, at whatever address it has when the mail is written.
    Account(AccountId),
    /// An address that was invited and has no account yet.
    Address(String),
}

impl std::fmt::Debug for Recipient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Account(id) => write!(f, "Account({id})"),
            Self::Address(_) => f.write_str("Address(..)"),
        }
    }
}

/// Proof of a claim; a later claim of the same row makes it void.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fence(Uuid);

/// A row that this worker has claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// Names the row, and the message made from it.
    pub id: Uuid,
    /// What is to be mailed.
    pub kind: MailKind,
    /// To whom.
    pub to: Recipient,
    /// The match it is about.
    pub match_id: Option<MatchId>,
    /// The event of that match that caused it.
    pub seq: Option<u64>,
    /// The invitation it carries.
    pub invitation: Option<Uuid>,
    /// Claims so far, this one included.
    pub attempts: u32,
    /// When it became owed.
    pub created_at: OffsetDateTime,
    /// Needed to settle it.
    pub fence: Fence,
}

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

impl MailKind {
    /// Every kind, in the order of the text forms.
    const ALL: [Self; 12] = [
        Self::Match(MatchMail::Turn),
        Self::Match(MatchMail::Choose),
        Self::Match(MatchMail::ChosenFor),
        Self::Match(MatchMail::Start),
        Self::Match(MatchMail::End),
        Self::Invitation,
        Self::Account(AccountMail::Verify),
        Self::Account(AccountMail::Reset),
        Self::Account(AccountMail::AlreadyRegistered),
        Self::Address(AddressMail::Prove),
        Self::Address(AddressMail::Note),
        Self::Address(AddressMail::Held),
    ];

    /// As the table and the metrics write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Match(MatchMail::Turn) => "turn",
            Self::Match(MatchMail::Choose) => "choose",
            Self::Match(MatchMail::ChosenFor) => "chosen_for",
            Self::Match(MatchMail::Start) => "match_start",
            Self::Match(MatchMail::End) => "match_end",
            Self::Invitation => "invitation",
            Self::Account(AccountMail::Verify) => "verify",
            Self::Account(AccountMail::Reset) => "reset",
            Self::Account(AccountMail::AlreadyRegistered) => "already_registered",
            Self::Address(AddressMail::Prove) => "address_prove",
            Self::Address(AddressMail::Note) => "address_note",
            Self::Address(AddressMail::Held) => "address_held",
        }
    }

    pub(super) fn parse(name: &str) -> Result<Self, StoreError> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
            .ok_or_else(|| StoreError::Corrupt { table: "outbox", what: format!("the kind {name:?}") })
    }
}

/// Owes `to` a mail about event `seq` of a match; a second call for the same obligation changes nothing.
pub async fn enqueue_match_mail(
    conn: &mut PgConnection,
    mail: MatchMail,
    to: AccountId,
    match_id: MatchId,
    seq: u64,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into outbox (kind, account_id, match_id, seq, due_at, created_at)
         values ($1, $2, $3, $4, $5, $5) on conflict do nothing",
        MailKind::Match(mail).name(),
        to.0,
        match_id.0,
        number(seq)?,
        now,
    )
    .execute(&mut *conn)
    .await?;
    wake(conn).await
}

/// Owes an account a mail about itself. Each call is a mail of its own: limit the callers.
pub async fn enqueue_account_mail(
    conn: &mut PgConnection,
    mail: AccountMail,
    to: AccountId,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into outbox (kind, account_id, due_at, created_at) values ($1, $2, $3, $3)",
        MailKind::Account(mail).name(),
        to.0,
        now,
    )
    .execute(&mut *conn)
    .await?;
    wake(conn).await
}

/// Owes the mail of an invitation, once for each invitation.
pub async fn enqueue_invitation(
    conn: &mut PgConnection,
    invitation: Uuid,
    to: &Recipient,
    match_id: MatchId,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    let (account, address) = match to {
        Recipient::Account(id) => (Some(id.0), None),
        Recipient::Address(address) => (None, Some(address.as_str())),
    };
    sqlx::query!(
        "insert into outbox (kind, account_id, address, match_id, invitation, due_at, created_at)
         values ('invitation', $1, $2, $3, $4, $5, $5) on conflict do nothing",
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

/// Wakes the workers when, and only when, the caller's transaction commits.
pub(super) async fn wake(conn: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!("select pg_notify($1, '')", CHANNEL).execute(conn).await?;
    Ok(())
}

/// Claims up to `limit` due rows for the time of `lease`, oldest first. Rows that another worker is
/// claiming or holds are left alone; a claim that ran out is anybody's again.
pub async fn claim(
    pool: &PgPool,
    now: OffsetDateTime,
    limit: u32,
    lease: Duration,
) -> Result<Vec<Claimed>, StoreError> {
    let rows = sqlx::query!(
        r#"with due as (
             select id from outbox
             where state = 'pending' and due_at <= $1 and (leased_until is null or leased_until <= $1)
             order by due_at, id limit $2 for update skip locked)
           update outbox set leased_until = $3, lease_token = gen_random_uuid(), attempts = attempts + 1
           from due where outbox.id = due.id
           returning outbox.id as "id!", kind, account_id, address, match_id, seq, invitation, attempts,
                     created_at, lease_token as "fence!""#,
        now,
        i64::from(limit),
        now + lease,
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Claimed {
                id: row.id,
                kind: MailKind::parse(&row.kind)?,
                to: recipient(row.account_id, row.address)?,
                match_id: row.match_id.map(MatchId),
                seq: row.seq.map(i64::unsigned_abs),
                invitation: row.invitation,
                attempts: row.attempts.unsigned_abs(),
                created_at: row.created_at,
                fence: Fence(row.fence),
            })
        })
        .collect()
}

/// When the next row that is still owed can be claimed; none when nothing is owed.
pub async fn next_due(pool: &PgPool) -> Result<Option<OffsetDateTime>, StoreError> {
    let next = sqlx::query_scalar!(
        "select min(greatest(due_at, coalesce(leased_until, due_at))) from outbox where state = 'pending'"
    )
    .fetch_one(pool)
    .await?;
    Ok(next)
}

/// Holds a claimed row longer, while its mail is being sent. False when the claim was lost.
pub async fn renew(pool: &PgPool, id: Uuid, fence: Fence, until: OffsetDateTime) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update outbox set leased_until = $3 where id = $1 and lease_token = $2 and state = 'pending'",
        id,
        fence.0,
        until,
    )
    .execute(pool)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The server accepted the message. False when the claim was lost, and the mail goes out twice.
pub async fn mark_sent(
    pool: &PgPool,
    id: Uuid,
    fence: Fence,
    now: OffsetDateTime,
) -> Result<bool, StoreError> {
    settle(pool, id, fence, now, "sent", None).await
}

/// The mail is no longer owed: what it spoke of is over, or its recipient is gone.
pub async fn mark_superseded(
    pool: &PgPool,
    id: Uuid,
    fence: Fence,
    now: OffsetDateTime,
) -> Result<bool, StoreError> {
    settle(pool, id, fence, now, "superseded", None).await
}

/// The server refused the mail for good (5xx); `reason` is what it said.
pub async fn mark_undeliverable(
    pool: &PgPool,
    id: Uuid,
    fence: Fence,
    now: OffsetDateTime,
    reason: &str,
) -> Result<bool, StoreError> {
    settle(pool, id, fence, now, "undeliverable", Some(one_line(reason))).await
}

async fn settle(
    pool: &PgPool,
    id: Uuid,
    fence: Fence,
    now: OffsetDateTime,
    state: &str,
    reason: Option<String>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update outbox set state = $3, settled_at = $4, last_error = coalesce($5, last_error),
                leased_until = null, lease_token = null
         where id = $1 and lease_token = $2 and state = 'pending'",
        id,
        fence.0,
        state,
        now,
        reason,
    )
    .execute(pool)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The attempt failed for now; the row is owed again from `due_at` on. False when the claim was lost.
pub async fn retry(
    pool: &PgPool,
    id: Uuid,
    fence: Fence,
    due_at: OffsetDateTime,
    reason: &str,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update outbox set due_at = $3, last_error = $4, leased_until = null, lease_token = null
         where id = $1 and lease_token = $2 and state = 'pending'",
        id,
        fence.0,
        due_at,
        one_line(reason),
    )
    .execute(pool)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Counts for the host.
pub async fn stats(pool: &PgPool, now: OffsetDateTime) -> Result<Stats, StoreError> {
    let row = sqlx::query!(
        r#"select count(*) filter (where state = 'pending') as "pending!",
                  count(*) filter (where state = 'pending' and due_at <= $1
                                   and (leased_until is null or leased_until <= $1)) as "due!",
                  count(*) filter (where state = 'pending' and last_error is not null) as "retrying!",
                  count(*) filter (where state = 'undeliverable') as "undeliverable!",
                  min(created_at) filter (where state = 'pending') as oldest
           from outbox where state in ('pending', 'undeliverable')"#,
        now,
    )
    .fetch_one(pool)
    .await?;
    Ok(Stats {
        pending: row.pending.unsigned_abs(),
        due: row.due.unsigned_abs(),
        retrying: row.retrying.unsigned_abs(),
        oldest: row.oldest,
        undeliverable: row.undeliverable.unsigned_abs(),
    })
}

/// The last mails to an account that came back, newest first.
pub async fn undeliverable(
    pool: &PgPool,
    account: AccountId,
    limit: u32,
) -> Result<Vec<Undeliverable>, StoreError> {
    let rows = sqlx::query!(
        r#"select kind, settled_at as "at!", coalesce(last_error, '') as "reason!" from outbox
           where account_id = $1 and state = 'undeliverable' order by settled_at desc, id limit $2"#,
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
pub async fn forget_settled(pool: &PgPool, before: OffsetDateTime) -> Result<u64, StoreError> {
    let done = sqlx::query!("delete from outbox where state <> 'pending' and settled_at < $1", before)
        .execute(pool)
        .await?;
    Ok(done.rows_affected())
}

/// A connection that hears when a row was committed: `recv` returns at each wake-up.
pub async fn listen(pool: &PgPool) -> Result<PgListener, StoreError> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

fn recipient(account: Option<Uuid>, address: Option<String>) -> Result<Recipient, StoreError> {
    match (account, address) {
        (Some(id), None) => Ok(Recipient::Account(AccountId(id))),
        (None, Some(address)) => Ok(Recipient::Address(address)),
        _ => Err(StoreError::Corrupt { table: "outbox", what: "a row without one recipient".to_owned() }),
    }
}

fn number(seq: u64) -> Result<i64, StoreError> {
    i64::try_from(seq).map_err(|e| sqlx::Error::Encode(e.into()).into())
}

/// What a server said, fit for a page: one printable line of bounded length.
fn one_line(text: &str) -> String {
    let printable = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    printable.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(ERROR_LENGTH).collect()
}
