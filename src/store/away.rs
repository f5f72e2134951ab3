//! What a player wants in all own matches at once: vacations, and vacation days used by themselves.

use super::{Connection, Pool, StoreError, accounts, corrupt};
use crate::domain::ids::{AccountId, MatchId};
use time::OffsetDateTime;
use uuid::Uuid;

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Away from one moment to another.
    Vacation {
        /// Its beginning.
        from: OffsetDateTime,
        /// Its end.
        until: OffsetDateTime,
    },
    /// Whether vacation days are used by themselves when time would run out.
    Auto(bool),
}

/// An order that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Names it.
    pub id: Uuid,
    /// What is wanted.
    pub order: Order,
}

/// An order that a match has still to hear of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToDo {
    /// The order.
    pub id: Uuid,
    /// Whose.
    pub account: AccountId,
    /// In which match.
    pub match_id: MatchId,
    /// What is wanted.
    pub order: Order,
}

struct Row {
    id: Uuid,
    account_id: Uuid,
    what: String,
    from_at: Option<OffsetDateTime>,
    until_at: Option<OffsetDateTime>,
    match_id: Uuid,
}

impl Row {
    fn read(self) -> Result<ToDo, StoreError> {
        Ok(ToDo {
            id: self.id,
            account: AccountId(self.account_id),
            match_id: MatchId(self.match_id),
            order: Order::read(&self.what, self.from_at, self.until_at)?,
        })
    }
}

impl Order {
    const fn what(self) -> &'static str {
        match self {
            Self::Vacation { .. } => "vacation",
            Self::Auto(true) => "auto_on",
            Self::Auto(false) => "auto_off",
        }
    }

    const fn span(self) -> (Option<OffsetDateTime>, Option<OffsetDateTime>) {
        match self {
            Self::Vacation { from, until } => (Some(from), Some(until)),
            Self::Auto(_) => (None, None),
        }
    }

    fn read(
        what: &str,
        from: Option<OffsetDateTime>,
        until: Option<OffsetDateTime>,
    ) -> Result<Self, StoreError> {
        match (what, from, until) {
            ("vacation", Some(from), Some(until)) => Ok(Self::Vacation { from, until }),
            ("auto_on", ..) => Ok(Self::Auto(true)),
            ("auto_off", ..) => Ok(Self::Auto(false)),
            _ => Err(corrupt("away_orders", what)),
        }
    }
}

/// Gives an order, named `id`, in place of the one of its sort that stood.
pub async fn give(
    conn: &mut Connection,
    id: Uuid,
    account: AccountId,
    order: Order,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    // Two orders at once, from two tabs, come one after the other.
    accounts::take_turns(conn, account).await?;
    take_back(conn, account, matches!(order, Order::Vacation { .. }), now).await?;
    let (from, until) = order.span();
    sqlx::query!(
        "insert into away_orders (id, account_id, what, from_at, until_at, created_at)
         values ($1, $2, $3, $4, $5, $6)",
        id,
        account.0,
        order.what(),
        from,
        until,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Takes back the standing vacation (or the standing word on vacation days) of an account. False where
/// none stood.
pub async fn take_back(
    conn: &mut Connection,
    account: AccountId,
    vacation: bool,
    now: OffsetDateTime,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update away_orders set ended_at = $3
         where account_id = $1 and (what = 'vacation') = $2 and ended_at is null",
        account.0,
        vacation,
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// What stands for an account: vacations that are not over, the word on vacation days.
pub async fn standing(
    pool: &Pool,
    account: AccountId,
    now: OffsetDateTime,
) -> Result<Vec<Standing>, StoreError> {
    let rows = sqlx::query!(
        "select id, what, from_at, until_at from away_orders
         where account_id = $1 and ended_at is null and (until_at is null or until_at > $2)
         order by created_at, id",
        account.0,
        now,
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter()
        .map(|row| Ok(Standing { id: row.id, order: Order::read(&row.what, row.from_at, row.until_at)? }))
        .collect()
}

/// Running matches that have not heard of an order that stands, at most `limit`; of one account, or of all.
pub async fn to_do(
    pool: &Pool,
    account: Option<AccountId>,
    now: OffsetDateTime,
    limit: u32,
) -> Result<Vec<ToDo>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "select o.id, o.account_id, o.what, o.from_at, o.until_at, s.match_id
         from away_orders o join match_seats s on s.account_id = o.account_id
           join matches m on m.id = s.match_id and m.status = 'running'
         where o.ended_at is null and (o.until_at is null or o.until_at > $2)
           and ($1::uuid is null or o.account_id = $1)
           and not exists (select 1 from away_done d where d.order_id = o.id and d.match_id = s.match_id)
         order by o.created_at, o.id, s.match_id limit $3",
        account.map(|id| id.0),
        now,
        i64::from(limit),
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(Row::read).collect()
}

/// Matches that heard of a vacation which was taken back before it was over, at most `limit`.
pub async fn to_undo(pool: &Pool, account: Option<AccountId>, limit: u32) -> Result<Vec<ToDo>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        r#"select o.id, o.account_id, o.what, o.from_at, o.until_at, d.match_id
           from away_orders o join away_done d on d.order_id = o.id and d.refused is null and not d.undone
           where o.ended_at < o.until_at and o.what = 'vacation' and ($1::uuid is null or o.account_id = $1)
           order by o.ended_at, o.id, d.match_id limit $2"#,
        account.map(|id| id.0),
        i64::from(limit),
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(Row::read).collect()
}

/// The caller, who holds the match's lock, tells it of the order now. False where that was done meanwhile, the
/// order was taken back, or one that came before it has still to be undone in this match.
pub async fn claim(conn: &mut Connection, what: &ToDo) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "insert into away_done (order_id, match_id)
         select o.id, $2 from away_orders o where o.id = $1 and o.ended_at is null and not exists (
             select 1 from away_orders old join away_done d on d.order_id = old.id and d.match_id = $2
             where old.account_id = o.account_id and old.what = 'vacation' and old.ended_at < old.until_at
               and d.refused is null and not d.undone)
         on conflict do nothing",
        what.id,
        what.match_id.0,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The match does not take the order, and why.
pub async fn refuse(conn: &mut Connection, what: &ToDo, why: &str) -> Result<(), StoreError> {
    sqlx::query!(
        "update away_done set refused = $3 where order_id = $1 and match_id = $2",
        what.id,
        what.match_id.0,
        why,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The caller, who holds the match's lock, tells it now that the order was taken back. False where that was
/// done meanwhile.
pub async fn claim_undo(conn: &mut Connection, what: &ToDo) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update away_done set undone = true where order_id = $1 and match_id = $2 and not undone",
        what.id,
        what.match_id.0,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Matches that did not take an account's standing vacation, and why.
pub async fn refusals(pool: &Pool, account: AccountId) -> Result<Vec<(MatchId, String)>, StoreError> {
    let rows = sqlx::query!(
        r#"select d.match_id, d.refused as "refused!" from away_orders o join away_done d on d.order_id = o.id
           where o.account_id = $1 and o.ended_at is null and d.refused is not null
           order by d.match_id"#,
        account.0,
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(|row| (MatchId(row.match_id), row.refused)).collect())
}
