//! Signs of life, by which an outage is noticed, so that its time is given back to the clocks (DESIGN §10).

use super::error::AppError;
use crate::app::App;
use crate::store::Connection;
use crate::store::outages::{self, Gaps, Moment};
use time::Duration;

/// A silence longer than this is an outage. Serving processes give a sign of life every few seconds.
pub const SILENCE: Duration = Duration::seconds(30);

/// Gives a sign of life: people can reach the site. What was an outage until now is noted.
pub async fn beat(app: &App) -> Result<(), AppError> {
    let mut tx = app.begin().await?;
    beat_in(&mut tx, app).await?;
    tx.commit().await?;
    Ok(())
}

/// The same in the caller's transaction.
pub(super) async fn beat_in(conn: &mut Connection, app: &App) -> Result<(), AppError> {
    let at = moment(app);
    if let Some(gap) = outages::beat(conn, at, SILENCE).await? {
        tracing::warn!(seconds = gap.whole_seconds(), "nobody served: clocks get that time back");
    }
    Ok(())
}

/// Whether nobody has served for so long that an outage is going on, or ended just now and was not noted.
pub(super) fn is_silent(app: &App, gaps: &Gaps) -> bool {
    gaps.beat.is_some_and(|beat| app.clock.unmoved() - beat > SILENCE)
}

fn moment(app: &App) -> Moment {
    Moment { now: app.clock.now(), unmoved: app.clock.unmoved() }
}
