//! Ending overdue turns without anybody's visit (RULES §12).

use super::error::AppError;
use super::ledger::{Ledger, Wait};
use crate::app::App;
use crate::store::lists;

/// Settles matches with an overdue turn, at most `limit`, and says how many. One that somebody else
/// holds is left to them. Exactly once by construction: the row is locked, and a settled turn is no
/// longer due.
pub async fn expire_turns(app: &App, limit: u32) -> Result<usize, AppError> {
    let due = lists::overdue_matches(&app.pool, app.clock.now(), limit).await?;
    let mut settled = 0;
    for id in due {
        match expire(app, id).await {
            Ok(done) => settled += usize::from(done),
            Err(error @ AppError::Corrupt { .. }) => {
                tracing::error!(%error, "an overdue match is left alone");
            }
            Err(error) => return Err(error),
        }
    }
    Ok(settled)
}

async fn expire(app: &App, id: crate::domain::ids::MatchId) -> Result<bool, AppError> {
    let Some(mut ledger) = Ledger::lock(app, id, Wait::No).await? else { return Ok(false) };
    let before = ledger.state().seq();
    ledger.settle()?;
    Ok(ledger.commit().await?.seq() > before)
}
