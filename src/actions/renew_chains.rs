//! New chains of dice after a restore from backup or a change of key (DESIGN §4).

use super::error::AppError;
use super::ledger::{Ledger, Wait};
use crate::app::App;
use crate::domain::game::{Command, Status};
use crate::domain::ids::MatchId;
use crate::store::lists;

/// Matches looked at in one go.
const BATCH: u32 = 100;

/// Starts new chains in every match that is open or running, and says in how many. Rolls that a lost part
/// of the log has shown cannot come again, and a new key can go on.
pub async fn renew_chains(app: &App) -> Result<usize, AppError> {
    let (mut renewed, mut after) = (0, None);
    loop {
        let ids = lists::unfinished_matches(&app.pool, after, BATCH).await?;
        let Some(last) = ids.last().copied() else { return Ok(renewed) };
        for id in ids {
            renewed += usize::from(renew(app, id).await?);
        }
        after = Some(last);
    }
}

async fn renew(app: &App, id: MatchId) -> Result<bool, AppError> {
    let Some(mut ledger) = Ledger::lock(app, id, Wait::Yes).await? else { return Ok(false) };
    if !matches!(ledger.state().status(), Status::Open | Status::Running) {
        return Ok(false);
    }
    let number = number(ledger.now, ledger.state().fresh_chain());
    let renewed = ledger.decide(&Command::RenewChains { number })?;
    ledger.commit().await?;
    renewed.map(|()| true).map_err(|refusal| super::ledger::corrupt(id, &refusal))
}

/// Minutes since 1970: larger than the number of any earlier renewal, also of one that was lost.
fn number(now: time::OffsetDateTime, least: u32) -> u32 {
    u32::try_from(now.unix_timestamp() / 60).unwrap_or(0).max(least)
}
