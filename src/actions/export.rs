//! The whole log of a match and the proof of its dice, as one viewer may have them.

use super::ledger;
use super::match_error::MatchError;
use super::view_match::names;
use crate::app::App;
use crate::domain::game::{self, LogEntry, State};
use crate::domain::ids::MatchId;
use crate::domain::view::ProofView;
use crate::domain::visibility;
use crate::store::{Connection, matches};

/// The export of a match: JSON text, the same bytes for the same log (`docs/formats.md`).
pub async fn export(app: &App, id: MatchId) -> Result<String, MatchError> {
    let mut conn = app.pool.acquire().await?;
    let (log, state) = whole(&mut conn, id).await?;
    Ok(visibility::export(&state, &log).map_err(|error| ledger::corrupt(id, &error))?)
}

/// The proof of a match's dice.
pub async fn proof(app: &App, id: MatchId) -> Result<ProofView, MatchError> {
    let mut conn = app.pool.acquire().await?;
    let (log, state) = whole(&mut conn, id).await?;
    let names = names(&mut conn, &state).await?;
    Ok(visibility::proof(id, &log, &names).map_err(|error| ledger::corrupt(id, &error))?)
}

async fn whole(conn: &mut Connection, id: MatchId) -> Result<(Vec<LogEntry>, State), MatchError> {
    if matches::find_match(conn, id).await?.is_none() {
        return Err(MatchError::NoSuchMatch);
    }
    let log = ledger::entries(conn, id, 1).await?;
    let state = game::fold(id, &log).map_err(|error| ledger::corrupt(id, &error))?;
    Ok((log, state))
}
