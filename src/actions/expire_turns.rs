//! Ending overdue turns, and giving back the time of outages, without anybody's visit (RULES §12).

use super::error::AppError;
use super::ledger::{Ledger, Wait};
use crate::app::App;
use crate::domain::ids::MatchId;
use crate::store::{lists, outages};

/// Settles matches where something is overdue, at most `limit`, and says how many. One that somebody else
/// holds is left to them, and all are while nobody serves. Exactly once by construction: the row is
/// locked, and what is settled is no longer due.
pub async fn expire_turns(app: &App, limit: u32) -> Result<usize, AppError> {
    settle_all(app, lists::overdue_matches(&app.pool, app.clock.now(), limit).await?).await
}

/// Gives the time of outages back to running matches that were not given it yet, at most `limit`, and says
/// how many it looked at.
pub async fn credit_outages(app: &App, limit: u32) -> Result<usize, AppError> {
    let owed = outages::owed_to(&app.pool, limit).await?;
    let many = owed.len();
    settle_all(app, owed).await?;
    Ok(many)
}

async fn settle_all(app: &App, due: Vec<MatchId>) -> Result<usize, AppError> {
    let mut settled = 0;
    for id in due {
        match settle(app, id).await {
            Ok(done) => settled += usize::from(done),
            Err(error @ AppError::Corrupt { .. }) => {
                tracing::error!(%error, "a match is left alone");
            }
            Err(error) => return Err(error),
        }
    }
    Ok(settled)
}

async fn settle(app: &App, id: MatchId) -> Result<bool, AppError> {
    let Some(mut ledger) = Ledger::lock(app, id, Wait::No).await? else { return Ok(false) };
    let before = ledger.state().seq();
    ledger.settle()?;
    Ok(ledger.commit().await?.seq() > before)
}
