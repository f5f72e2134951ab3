//! Lists of matches: open tables, the archive, what is overdue. Each is one walk of an index.

use super::matches::MatchStatus;
use super::{Pool, StoreError};
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::page::PageKey;
use time::OffsetDateTime;

/// The match other than `but` that waits longest for `account`, by deadline.
pub async fn next_match(
    pool: &Pool,
    account: AccountId,
    but: Option<MatchId>,
) -> Result<Option<MatchId>, StoreError> {
    let id = sqlx::query_scalar!(
        "select match_id from match_turns where decider_account = $1 and ($2::uuid is null or match_id <> $2)
         order by deadline nulls last, match_id limit 1",
        account.0,
        but.map(|id| id.0),
    )
    .fetch_optional(pool)
    .await?;
    Ok(id.map(MatchId))
}

/// How many matches wait for a decision or a word of `account`, and whether the last mail to it came back.
pub async fn standing(pool: &Pool, account: AccountId) -> Result<(i64, bool), StoreError> {
    let row = sqlx::query!(
        r#"select (select count(*) from (select match_id from match_turns where decider_account = $1
                                         union select match_id from match_seats where account_id = $1 and asked) w)
                    as "waiting!",
                  coalesce((select max(settled_at) from outbox
                            where account_id = $1 and state = 'undeliverable')
                           > coalesce((select max(settled_at) from outbox where account_id = $1
                                       and state = 'sent' and kind <> 'address_prove'),
                                      '-infinity'), false) as "returns!""#,
        account.0,
    );
    let row = row.fetch_one(pool).await?;
    Ok((row.waiting, row.returns))
}

/// Tables that anybody may join, newest first, after `before` (exclusive).
pub async fn open_tables(
    pool: &Pool,
    before: Option<PageKey>,
    limit: u32,
) -> Result<Vec<PageKey>, StoreError> {
    let rows = sqlx::query!(
        "select id, opened_at from matches where status = 'open' and join_policy = 'anyone'
         and (opened_at, id) < (coalesce($1, 'infinity'::timestamptz), coalesce($2, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))
         order by opened_at desc, id desc limit $3",
        before.map(|key| key.at),
        before.map(|key| key.id.0),
        i64::from(limit),
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(|row| PageKey { at: row.opened_at, id: MatchId(row.id) }).collect())
}

/// Running matches with an empty seat, those where something happened last first.
pub async fn empty_seats(pool: &Pool, limit: u32) -> Result<Vec<MatchId>, StoreError> {
    let ids = sqlx::query_scalar!(
        "select id from matches where seat_open order by updated_at desc, id desc limit $1",
        i64::from(limit),
    )
    .fetch_all(pool)
    .await?;
    Ok(ids.into_iter().map(MatchId).collect())
}

/// Finished matches, newest first, that ended before `before` (exclusive). A row's key is the `before`
/// of what comes after it.
pub async fn archive(pool: &Pool, before: Option<PageKey>, limit: u32) -> Result<Vec<PageKey>, StoreError> {
    let rows = sqlx::query!(
        r#"select id, ended_at as "ended_at!" from matches where status = 'over'
         and (ended_at, id) < (coalesce($1, 'infinity'::timestamptz), coalesce($2, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))
         order by ended_at desc, id desc limit $3"#,
        before.map(|key| key.at),
        before.map(|key| key.id.0),
        i64::from(limit),
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(|row| PageKey { at: row.ended_at, id: MatchId(row.id) }).collect())
}

/// Matches with a turn that was due at `now`, longest overdue first. Settle each in a transaction of
/// its own, under [`lock_match_if_free`](super::matches::lock_match_if_free).
pub async fn overdue_matches(
    pool: &Pool,
    now: OffsetDateTime,
    limit: u32,
) -> Result<Vec<MatchId>, StoreError> {
    let ids = sqlx::query_scalar!(
        "select id from matches where next_deadline <= $1 order by next_deadline, id limit $2",
        now,
        i64::from(limit),
    )
    .fetch_all(pool)
    .await?;
    Ok(ids.into_iter().map(MatchId).collect())
}

/// When the next turn of any match is due; none when nothing runs.
pub async fn next_deadline(pool: &Pool) -> Result<Option<OffsetDateTime>, StoreError> {
    Ok(sqlx::query_scalar!("select min(next_deadline) from matches").fetch_one(pool).await?)
}

/// The finished matches of `account`, newest first, before a key.
pub async fn finished_of(
    pool: &Pool,
    account: AccountId,
    before: Option<PageKey>,
    limit: u32,
) -> Result<Vec<PageKey>, StoreError> {
    let rows = sqlx::query!(
        r#"select m.id, m.ended_at as "ended_at!" from match_seats s join matches m on m.id = s.match_id
         where s.account_id = $4 and m.status = 'over'
         and (m.ended_at, m.id) < (coalesce($1, 'infinity'::timestamptz), coalesce($2, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))
         order by m.ended_at desc, m.id desc limit $3"#,
        before.map(|key| key.at),
        before.map(|key| key.id.0),
        i64::from(limit),
        account.0,
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(|row| PageKey { at: row.ended_at, id: MatchId(row.id) }).collect())
}

/// Every match that is open or running, by id from `after` on.
pub async fn unfinished_matches(
    pool: &Pool,
    after: Option<MatchId>,
    limit: u32,
) -> Result<Vec<MatchId>, StoreError> {
    let ids = sqlx::query_scalar!(
        "select id from matches where status in ('open', 'running') and ($1::uuid is null or id > $1)
         order by id limit $2",
        after.map(|id| id.0),
        i64::from(limit),
    )
    .fetch_all(pool)
    .await?;
    Ok(ids.into_iter().map(MatchId).collect())
}

/// Every match that `account` sits in, with its seat, newest first, for the export of an account.
pub async fn matches_of(pool: &Pool, account: AccountId) -> Result<Vec<(MatchId, String)>, StoreError> {
    let rows = sqlx::query!(
        "select s.match_id, s.seat from match_seats s join matches m on m.id = s.match_id
         where s.account_id = $1 order by m.opened_at desc, m.id",
        account.0,
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(|row| (MatchId(row.match_id), row.seat)).collect())
}

/// The open and running matches where `account` sits.
pub async fn unfinished_of(
    pool: &Pool,
    account: AccountId,
) -> Result<Vec<(MatchId, MatchStatus)>, StoreError> {
    let rows = sqlx::query!(
        "select m.id, m.status from match_seats s join matches m on m.id = s.match_id
         where s.account_id = $1 and m.status in ('open', 'running') order by m.id",
        account.0,
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(|row| Ok((MatchId(row.id), MatchStatus::parse(&row.status)?))).collect()
}
