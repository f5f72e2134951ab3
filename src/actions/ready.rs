//! Whether this process can serve: the database answers, and the key made the dice of the running matches.

use super::error::AppError;
use super::ledger;
use crate::app::App;
use crate::domain::dice::Links;
use crate::store::lists;

/// Matches looked at in one go.
const BATCH: u32 = 100;

/// Why the service is not ready.
#[derive(Debug, thiserror::Error)]
pub enum NotReady {
    /// The database.
    #[error(transparent)]
    App(#[from] AppError),
    /// A running match's dice come from another key.
    #[error("DICE_KEY did not make the dice of match {0}: restore the key, or run `delirious renew-chains`")]
    ForeignKey(crate::domain::ids::MatchId),
}

/// Checks the database and the dice key against open and running matches, at most a batch of them.
pub async fn ready(app: &App) -> Result<(), NotReady> {
    let running = lists::unfinished_matches(&app.pool, None, BATCH).await.map_err(AppError::from)?;
    for id in running {
        let mut conn = app.pool.acquire().await.map_err(AppError::from)?;
        let state = ledger::load(&mut conn, id).await?;
        let known = |(chain, rolls, link)| app.dice.link(chain, rolls) == link;
        if !state.chains().into_iter().all(known) {
            return Err(NotReady::ForeignKey(id));
        }
    }
    Ok(())
}
