//! Owes the daily digests whose hour has come; `send_mail` writes and sends them.

use crate::actions;
use crate::app::App;
use std::time::Duration;

/// Digests in one go; more are taken at once afterwards.
const BATCH: u32 = 200;
/// How often digests are looked for.
const PAUSE: Duration = Duration::from_secs(30);

/// One step of the job.
pub(super) async fn step(app: App) -> anyhow::Result<Duration> {
    let owed = actions::send_digests(&app, BATCH).await?;
    Ok(if owed < BATCH as usize { PAUSE } else { Duration::ZERO })
}
