//! Compares snapshots, which spare a long replay, with what a full replay of the log gives (DESIGN §3).

use crate::actions;
use crate::app::App;
use crate::domain::ids::MatchId;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;

/// The pause between two batches, and their size: a slow walk over all matches, round and round.
const PERIOD: Duration = Duration::from_mins(1);
const BATCH: u32 = 20;

/// Where the walk is.
#[derive(Debug, Default)]
pub(super) struct Walk(Mutex<Option<MatchId>>);

pub(super) async fn step(app: App, walk: Arc<Walk>) -> anyhow::Result<Duration> {
    let mut after = walk.0.lock().await;
    *after = actions::check_snapshots(&app, *after, BATCH).await?;
    Ok(PERIOD)
}
