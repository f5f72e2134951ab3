//! Tells matches of vacations that their players ordered for all of them.

use crate::actions::away;
use crate::app::App;
use std::time::Duration;

/// How often it looks; the page that takes the order tells the first matches itself.
const PERIOD: Duration = Duration::from_secs(10);
/// Matches in one step.
const BATCH: u32 = 100;

pub(super) async fn step(app: App) -> anyhow::Result<Duration> {
    let told = away::carry_out(&app, None, BATCH).await?;
    let more = usize::try_from(BATCH).is_ok_and(|batch| told >= batch);
    Ok(if more { Duration::ZERO } else { PERIOD })
}
