//! Claiming: one worker takes what is due about one match for one person, and sends it as one mail.

use super::{AccountMail, AddressMail, MailKind, Recipient};
use crate::domain::ids::MatchId;
use crate::domain::notice::{Notice, Told};
use crate::store::{Connection, Pool, StoreError, corrupt, unsigned};
use sha2::{Digest, Sha256};
use std::time::Duration;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// Due rows looked at for each mail that may be claimed: several may travel together.
const LOOK_AHEAD: i64 = 8;

/// Proof of a claim; a later claim of the same rows makes it void.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fence(pub(super) Uuid);

/// A mail that this worker has claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// Names the message: the same for every attempt to tell the same things.
    pub id: Uuid,
    /// What is to be mailed.
    pub about: About,
    /// To whom.
    pub to: Recipient,
    /// Claims so far, this one included.
    pub attempts: u32,
    /// When the first of it became owed.
    pub created_at: OffsetDateTime,
    /// Until when it matters.
    pub deadline: Option<OffsetDateTime>,
    /// Needed to settle it.
    pub fence: Fence,
    /// The rows that travel together.
    pub(super) rows: Vec<Uuid>,
}

/// What a mail is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// A match, and what is owed to be told about it, the most urgent first.
    Match {
        /// The match.
        match_id: MatchId,
        /// What is owed.
        notices: Vec<Told>,
    },
    /// All running matches, on a day by the recipient's clock.
    Digest(Date),
    /// The recipient's account.
    Account(AccountMail),
    /// A change of mail address.
    Address(AddressMail),
    /// An invitation to a match.
    Invitation {
        /// The match.
        match_id: MatchId,
        /// The invitation.
        invitation: Uuid,
    },
}

impl Claimed {
    /// The most urgent of what it tells, for logs and metrics.
    pub fn kind(&self) -> MailKind {
        match &self.about {
            About::Match { notices, .. } => {
                notices.first().map_or(MailKind::Match(Notice::Start), |told| MailKind::Match(told.notice))
            }
            About::Digest(_) => MailKind::Digest,
            About::Account(mail) => MailKind::Account(*mail),
            About::Address(mail) => MailKind::Address(*mail),
            About::Invitation { .. } => MailKind::Invitation,
        }
    }

    /// The match it is about.
    pub fn match_id(&self) -> Option<MatchId> {
        match &self.about {
            About::Match { match_id, .. } | About::Invitation { match_id, .. } => Some(*match_id),
            About::Digest(_) | About::Account(_) | About::Address(_) => None,
        }
    }
}

/// Claims up to `limit` mails for the time of `lease`: what is urgent first, then by deadline. What another
/// worker is claiming or holds is left alone, and so is everything else about the same match for the same
/// person; a claim that ran out is anybody's again.
pub async fn claim(
    pool: &Pool,
    now: OffsetDateTime,
    limit: u32,
    lease: Duration,
) -> Result<Vec<Claimed>, StoreError> {
    let mut tx = pool.begin().await?;
    let mut mails = Vec::new();
    for due in due(&mut tx, now, limit).await? {
        if mails.len() >= limit as usize {
            break;
        }
        // Taken one by one, and never waited for: whoever has it claims that mail now.
        if !is_ours(&mut tx, due).await? {
            continue;
        }
        let rows = take(&mut tx, due, now, now + lease).await?;
        mails.extend(Claimed::of(rows)?);
    }
    tx.commit().await?;
    Ok(mails)
}

/// What is claimed together: a row by itself, or all about one match for one person.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Together {
    Row(Uuid),
    Match(Uuid, Uuid),
}

/// What is due, in the order in which it is to go out.
async fn due(conn: &mut Connection, now: OffsetDateTime, limit: u32) -> Result<Vec<Together>, StoreError> {
    let rows = sqlx::query!(
        r#"select id, account_id, match_id, seq is not null as "of_match!" from outbox
           where state = 'pending' and due_at <= $1 and (leased_until is null or leased_until <= $1)
           order by urgency, deadline nulls last, due_at, number limit $2"#,
        now,
        i64::from(limit) * LOOK_AHEAD,
    )
    .fetch_all(conn)
    .await?;
    let mut together = Vec::new();
    for row in rows {
        let one = match (row.of_match, row.account_id, row.match_id) {
            (true, Some(account), Some(id)) => Together::Match(account, id),
            _ => Together::Row(row.id),
        };
        if !together.contains(&one) {
            together.push(one);
        }
    }
    Ok(together)
}

/// A lock until the claim is committed, so that nobody claims the rest of the same mail beside us.
async fn is_ours(conn: &mut Connection, what: Together) -> Result<bool, StoreError> {
    let name = match what {
        Together::Row(id) => format!("outbox/{id}"),
        Together::Match(account, id) => format!("outbox/{account}/{id}"),
    };
    let ours =
        sqlx::query_scalar!(r#"select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as "ours!""#, name);
    Ok(ours.fetch_one(conn).await?)
}

struct Row {
    id: Uuid,
    kind: String,
    account_id: Option<Uuid>,
    address: Option<String>,
    match_id: Option<Uuid>,
    seq: Option<i64>,
    invitation: Option<Uuid>,
    day: Option<Date>,
    attempts: i32,
    urgency: i16,
    number: i64,
    deadline: Option<OffsetDateTime>,
    created_at: OffsetDateTime,
    fence: Uuid,
}

/// The rows, leased; none where somebody was faster, or is sending another mail about the same just now.
/// Reminders whose moment has not come stay behind.
async fn take(
    conn: &mut Connection,
    what: Together,
    now: OffsetDateTime,
    until: OffsetDateTime,
) -> Result<Vec<Row>, StoreError> {
    let (row, account, of_match) = match what {
        Together::Row(id) => (Some(id), None, None),
        Together::Match(account, id) => (None, Some(account), Some(id)),
    };
    let rows = sqlx::query_as!(
        Row,
        r#"update outbox set leased_until = $3, lease_token = (select gen_random_uuid()), attempts = attempts + 1
           where state = 'pending' and (leased_until is null or leased_until <= $2)
             and (id = $1 or account_id = $4 and match_id = $5 and seq is not null
                  and (due_at <= $2 or not reminder)
                  and not exists (select 1 from outbox other
                                  where other.account_id = $4 and other.match_id = $5 and other.seq is not null
                                    and other.state = 'pending' and other.leased_until > $2))
           returning id, kind, account_id, address, match_id, seq, invitation, day, attempts, urgency, number,
                     deadline, created_at, lease_token as "fence!""#,
        row,
        now,
        until,
        account,
        of_match,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}

impl Claimed {
    /// The mail that these rows are; none where there are none.
    fn of(mut rows: Vec<Row>) -> Result<Option<Self>, StoreError> {
        rows.sort_by_key(|row| (row.urgency, row.deadline.is_none(), row.deadline, row.number));
        let Some(first) = rows.first() else { return Ok(None) };
        let broken = || corrupt("outbox", format!("row {} without what it is about", first.id));
        let about = match (MailKind::parse(&first.kind)?, first.match_id, first.invitation, first.day) {
            (MailKind::Account(mail), ..) => About::Account(mail),
            (MailKind::Address(mail), ..) => About::Address(mail),
            (MailKind::Invitation, Some(id), Some(invitation), _) => {
                About::Invitation { match_id: MatchId(id), invitation }
            }
            (MailKind::Digest, _, _, Some(day)) => About::Digest(day),
            (MailKind::Match(_), Some(id), ..) => {
                let notices = rows.iter().map(Row::told).collect::<Result<_, _>>()?;
                About::Match { match_id: MatchId(id), notices }
            }
            _ => return Err(broken()),
        };
        Ok(Some(Self {
            id: name_of(&rows),
            about,
            to: Recipient::read(first.account_id, first.address.clone())?,
            attempts: rows.iter().map(|row| row.attempts.unsigned_abs()).max().unwrap_or(1),
            created_at: rows.iter().map(|row| row.created_at).min().unwrap_or(first.created_at),
            deadline: rows.iter().filter_map(|row| row.deadline).min(),
            fence: Fence(first.fence),
            rows: rows.iter().map(|row| row.id).collect(),
        }))
    }
}

impl Row {
    fn told(&self) -> Result<Told, StoreError> {
        match (MailKind::parse(&self.kind)?, self.seq) {
            (MailKind::Match(notice), Some(seq)) => Ok(Told { notice, seq: unsigned(seq) }),
            _ => Err(corrupt("outbox", format!("row {} without its event", self.id))),
        }
    }
}

/// A row's own id; for several rows, or a reminder that comes again, a name made from what they are.
fn name_of(rows: &[Row]) -> Uuid {
    if let [row] = rows
        && row.deadline.is_none()
    {
        return row.id;
    }
    let mut parts: Vec<_> = rows.iter().map(|row| (row.id, row.deadline)).collect();
    parts.sort_unstable();
    let mut hash = Sha256::new();
    for (id, deadline) in parts {
        hash.update(id.as_bytes());
        hash.update(deadline.map_or(0, OffsetDateTime::unix_timestamp).to_be_bytes());
    }
    let mut name = [0; 16];
    name.copy_from_slice(&hash.finalize()[..16]);
    uuid::Builder::from_random_bytes(name).into_uuid()
}

/// When the next row that is still owed can be claimed; none when nothing is owed.
pub async fn next_due(pool: &Pool) -> Result<Option<OffsetDateTime>, StoreError> {
    let next = sqlx::query_scalar!(
        "select min(greatest(due_at, coalesce(leased_until, due_at))) from outbox where state = 'pending'"
    )
    .fetch_one(pool)
    .await?;
    Ok(next)
}

/// Holds a claimed mail longer, while it is being sent. False when the claim was lost.
pub async fn renew(pool: &Pool, mail: &Claimed, until: OffsetDateTime) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update outbox set leased_until = $3 where id = any($1) and lease_token = $2 and state = 'pending'",
        &mail.rows,
        mail.fence.0,
        until,
    )
    .execute(pool)
    .await?;
    Ok(done.rows_affected() > 0)
}
