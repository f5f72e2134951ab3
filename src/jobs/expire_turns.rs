//! Gives back the time of outages and ends overdue turns without a visit (RULES §12).

use crate::actions;
use crate::app::App;
use std::time::Duration;

/// How often it looks; a turn lasts days.
const PERIOD: Duration = Duration::from_secs(2);
/// Matches in one step.
const BATCH: u32 = 50;

pub(super) async fn step(app: App) -> anyhow::Result<Duration> {
    // Before anything expires. A match that cannot be settled is looked at again in the next round.
    actions::credit_outages(&app, BATCH).await?;
    let settled = actions::expire_turns(&app, BATCH).await?;
    let more = usize::try_from(BATCH).is_ok_and(|batch| settled >= batch);
    Ok(if more { Duration::ZERO } else { PERIOD })
}
