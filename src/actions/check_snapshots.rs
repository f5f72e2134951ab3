//! Checking cached states against full replays (DESIGN §3).

use super::error::AppError;
use super::ledger::{from_snapshot, load, replay};
use crate::app::App;
use crate::domain::game::FOLD_VERSION;
use crate::domain::ids::MatchId;
use crate::store::snapshots;

/// Checks up to `limit` snapshots, by match id from `after` on; gives the last id looked at. One that
/// differs from the replay is thrown away and reported as an error in the log.
pub async fn check_snapshots(
    app: &App,
    after: Option<MatchId>,
    limit: u32,
) -> Result<Option<MatchId>, AppError> {
    let ids = snapshots::snapshotted_matches(&app.pool, FOLD_VERSION, after, limit).await?;
    for &id in &ids {
        check_snapshot(app, id).await?;
    }
    Ok(ids.last().copied())
}

/// Whether a match's snapshot agrees with the replay; a wrong one is thrown away.
pub async fn check_snapshot(app: &App, id: MatchId) -> Result<bool, AppError> {
    let mut tx = app.begin().await?;
    crate::store::freeze(&mut tx).await?;
    let right = from_snapshot(&mut tx, id).await?.is_none()
        || load(&mut tx, id).await? == replay(&mut tx, id).await?;
    if !right {
        tracing::error!(match_id = %id, "a snapshot differs from the replay of its log and is thrown away");
        snapshots::drop_snapshots(&mut tx, id).await?;
    }
    tx.commit().await?;
    Ok(right)
}
