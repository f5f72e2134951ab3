//! Signs of life of the processes that serve, and the outages between them.
//!
//! Heartbeats are told by the machine's own clock, outages by the service's (`CLOCK_OFFSET_SECONDS`
//! moves the service's alone, so that a moved clock is not taken for an outage).

use super::{Connection, Pool, StoreError};
use crate::domain::ids::MatchId;
use time::{Duration, OffsetDateTime};

/// A span in which nobody served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// Outages are numbered in the order in which they were noticed.
    pub id: i64,
    /// Its beginning: the last sign of life before it.
    pub from: OffsetDateTime,
    /// Its end: the first one after it.
    pub until: OffsetDateTime,
}

/// What a command must know of outages before it looks at the clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gaps {
    /// The last sign of life; none where nobody ever served.
    pub beat: Option<OffsetDateTime>,
    /// Outages that the match was not given back yet, oldest first.
    pub owed: Vec<Outage>,
}

/// The two clocks of a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// By the service's clock.
    pub now: OffsetDateTime,
    /// By the machine's.
    pub unmoved: OffsetDateTime,
}

/// Writes a sign of life. If the last one is more than `silence` ago, the gap is noted as an outage;
/// of many processes that start together one notes it.
pub async fn beat(
    conn: &mut Connection,
    at: Moment,
    silence: Duration,
) -> Result<Option<Duration>, StoreError> {
    sqlx::query!("insert into heartbeat (at) values ($1) on conflict do nothing", at.unmoved)
        .execute(&mut *conn)
        .await?;
    let last = sqlx::query_scalar!("select at from heartbeat for update").fetch_one(&mut *conn).await?;
    let gap = at.unmoved - last;
    let outage = (gap > silence).then_some(gap);
    if let Some(gap) = outage {
        sqlx::query!("insert into outages (from_at, until_at) values ($1, $2)", at.now - gap, at.now)
            .execute(&mut *conn)
            .await?;
    }
    sqlx::query!("update heartbeat set at = greatest(at, $1)", at.unmoved).execute(conn).await?;
    Ok(outage)
}

/// The last sign of life, and the outages that a match was not given back yet.
pub async fn gaps(conn: &mut Connection, id: MatchId) -> Result<Gaps, StoreError> {
    let rows = sqlx::query!(
        r#"select h.at, o.id as "id?", o.from_at as "from?", o.until_at as "until?"
           from heartbeat h left join (outages o join matches m
             on m.id = $1 and o.id > m.outage and o.until_at > m.opened_at) on true
           order by o.id"#,
        id.0,
    )
    .fetch_all(conn)
    .await?;
    let mut gaps = Gaps { beat: rows.first().map(|row| row.at), owed: Vec::new() };
    for row in rows {
        if let (Some(id), Some(from), Some(until)) = (row.id, row.from, row.until) {
            gaps.owed.push(Outage { id, from, until });
        }
    }
    Ok(gaps)
}

/// The match was given back all outages up to `outage`.
pub async fn given_back(conn: &mut Connection, id: MatchId, outage: i64) -> Result<(), StoreError> {
    sqlx::query!("update matches set outage = $2 where id = $1 and outage < $2", id.0, outage)
        .execute(conn)
        .await?;
    Ok(())
}

/// Running matches that an outage was not given back to yet, at most `limit`.
pub async fn owed_to(pool: &Pool, limit: u32) -> Result<Vec<MatchId>, StoreError> {
    let ids = sqlx::query_scalar!(
        "select id from matches where status = 'running' and outage < (select max(id) from outages)
         order by outage, id limit $1",
        i64::from(limit),
    )
    .fetch_all(pool)
    .await?;
    Ok(ids.into_iter().map(MatchId).collect())
}
