//! What a command of a match makes owed, moves and ends, in the command's own transaction.

use super::wake;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::notice::Notice;
use crate::store::{Connection, StoreError, number};
use time::OffsetDateTime;
use uuid::Uuid;

/// Something that somebody is owed to be told about a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owed {
    /// Who.
    pub to: AccountId,
    /// What.
    pub notice: Notice,
    /// The event that caused it.
    pub seq: u64,
    /// Until when it matters, for the order of the queue and for reminders.
    pub deadline: Option<OffsetDateTime>,
    /// Not before this time.
    pub due_at: OffsetDateTime,
}

/// What may still be pending about a match.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    /// Who sits at the table; nobody else is told anything.
    pub seated: &'a [AccountId],
    /// The notices that end when they are not among `owed`.
    pub judged: &'a [Notice],
    /// What stands.
    pub owed: &'a [Owed],
}

/// Writes down what is owed. Each thing is owed once: what was told stays told, but a reminder whose
/// deadline moved out comes again before its moment, or at once if the deadline moved by more than a day
/// (whoever comes back from weeks of pause was reminded weeks ago), and what had ended and stands again is owed again.
pub async fn owe_match_mails(
    conn: &mut Connection,
    match_id: MatchId,
    owed: &[Owed],
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    if owed.is_empty() {
        return Ok(());
    }
    let columns = Columns::of(owed)?;
    sqlx::query!(
        r#"insert into outbox (kind, account_id, seq, urgency, deadline, due_at, reminder, match_id, created_at)
           select kind, account, seq, urgency, deadline, due_at, reminder, $8, $9
           from unnest($1::text[], $2::uuid[], $3::bigint[], $4::smallint[], $5::timestamptz[],
                       $6::timestamptz[], $7::boolean[])
                as owed (kind, account, seq, urgency, deadline, due_at, reminder)
           on conflict (account_id, match_id, seq, kind) where seq is not null do update set
               deadline = excluded.deadline,
               due_at = case when outbox.state = 'pending' and not outbox.reminder then outbox.due_at
                             else excluded.due_at end,
               attempts = case when outbox.state = 'pending' then outbox.attempts else 0 end,
               last_error = case when outbox.state = 'pending' then outbox.last_error end,
               state = 'pending', settled_at = null
           where outbox.state = 'superseded'
              or outbox.state = 'pending' and outbox.deadline is distinct from excluded.deadline
              or outbox.state = 'sent' and outbox.reminder
                 and excluded.deadline > outbox.deadline
                 and (excluded.due_at > $9 or excluded.deadline > outbox.deadline + interval '1 day')"#,
        &columns.kinds,
        &columns.accounts,
        &columns.seqs,
        &columns.urgencies,
        &columns.deadlines as &[Option<OffsetDateTime>],
        &columns.due,
        &columns.reminders,
        match_id.0,
        now,
    )
    .execute(&mut *conn)
    .await?;
    wake(conn).await
}

/// Ends at once what is pending and stands no more, but for what a worker is sending at this moment.
pub async fn end_match_mails(
    conn: &mut Connection,
    match_id: MatchId,
    standing: Standing<'_>,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    let columns = Columns::of(standing.owed)?;
    let seated: Vec<Uuid> = standing.seated.iter().map(|account| account.0).collect();
    let judged: Vec<String> = standing.judged.iter().map(|notice| notice.name().to_owned()).collect();
    sqlx::query!(
        "update outbox set state = 'superseded', settled_at = $2, leased_until = null, lease_token = null
         where match_id = $1 and state = 'pending' and seq is not null
           and (leased_until is null or leased_until <= $2)
           and (account_id <> all ($3::uuid[])
                or kind = any ($4::text[]) and (kind, account_id, seq) not in
                   (select * from unnest($5::text[], $6::uuid[], $7::bigint[])))",
        match_id.0,
        now,
        &seated,
        &judged,
        &columns.kinds,
        &columns.accounts,
        &columns.seqs,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// A list of owed things as PostgreSQL takes it.
#[derive(Default)]
struct Columns {
    kinds: Vec<String>,
    accounts: Vec<Uuid>,
    seqs: Vec<i64>,
    urgencies: Vec<i16>,
    deadlines: Vec<Option<OffsetDateTime>>,
    due: Vec<OffsetDateTime>,
    reminders: Vec<bool>,
}

impl Columns {
    fn of(owed: &[Owed]) -> Result<Self, StoreError> {
        let mut columns = Self::default();
        for one in owed {
            columns.kinds.push(one.notice.name().to_owned());
            columns.accounts.push(one.to.0);
            columns.seqs.push(number(one.seq)?);
            columns.urgencies.push(i16::from(one.notice.urgency()));
            columns.deadlines.push(one.deadline);
            columns.due.push(one.due_at);
            columns.reminders.push(one.notice.is_reminder());
        }
        Ok(columns)
    }
}
