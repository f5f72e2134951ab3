//! Forgets what is over: sessions, links, old outbox rows.

use crate::actions;
use crate::app::App;
use std::time::Duration;

/// How often.
const PERIOD: Duration = Duration::from_hours(1);

pub(super) async fn step(app: App) -> anyhow::Result<Duration> {
    let gone = actions::tidy(&app).await?;
    if gone > 0 {
        tracing::info!(rows = gone, "forgot what is over");
    }
    Ok(PERIOD)
}
