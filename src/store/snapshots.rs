//! Folded states kept as a cache, by match, seq and the version of the fold (DESIGN §3).

use super::{Connection, Pool, StoreError, number, unsigned};
use crate::domain::ids::MatchId;
use time::OffsetDateTime;

/// A folded state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The last event folded into it.
    pub seq: u64,
    /// The state as the fold wrote it.
    pub state: Vec<u8>,
}

/// The newest snapshot that this version of the fold made.
pub async fn latest_snapshot(
    conn: &mut Connection,
    id: MatchId,
    fold_version: u32,
) -> Result<Option<Snapshot>, StoreError> {
    let row = sqlx::query!(
        "select seq, state from snapshots where match_id = $1 and fold_version = $2
         order by seq desc limit 1",
        id.0,
        version(fold_version)?,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| Snapshot { seq: unsigned(row.seq), state: row.state }))
}

/// Keeps a snapshot and forgets the match's older ones. A later one that is already there stays.
pub async fn save_snapshot(
    conn: &mut Connection,
    id: MatchId,
    fold_version: u32,
    snapshot: &Snapshot,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    let version = version(fold_version)?;
    let seq = number(snapshot.seq)?;
    sqlx::query!(
        "insert into snapshots (match_id, fold_version, seq, state, created_at)
         values ($1, $2, $3, $4, $5)
         on conflict (match_id, fold_version, seq) do update set state = excluded.state",
        id.0,
        version,
        seq,
        snapshot.state,
        now,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "delete from snapshots where match_id = $1 and fold_version <= $2 and seq < $3",
        id.0,
        version,
        seq,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Forgets a snapshot that a replay has found wrong.
pub async fn drop_snapshots(conn: &mut Connection, id: MatchId) -> Result<(), StoreError> {
    sqlx::query!("delete from snapshots where match_id = $1", id.0).execute(conn).await?;
    Ok(())
}

/// Matches whose newest snapshot of this fold is to be checked against a replay, by id from `after` on.
pub async fn snapshotted_matches(
    pool: &Pool,
    fold_version: u32,
    after: Option<MatchId>,
    limit: u32,
) -> Result<Vec<MatchId>, StoreError> {
    let ids = sqlx::query_scalar!(
        "select distinct match_id from snapshots where fold_version = $1
         and ($2::uuid is null or match_id > $2) order by match_id limit $3",
        version(fold_version)?,
        after.map(|id| id.0),
        i64::from(limit),
    )
    .fetch_all(pool)
    .await?;
    Ok(ids.into_iter().map(MatchId).collect())
}

fn version(fold_version: u32) -> Result<i32, StoreError> {
    i32::try_from(fold_version).map_err(|e| StoreError::Database(sqlx::Error::Encode(e.into())))
}
