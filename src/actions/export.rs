//! The whole log of a match and the proof of its dice, as one viewer may have them.

use super::ledger;
use super::match_error::MatchError;
use super::view_match::names;
use crate::app::App;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::visibility::{self, ProofView};
use crate::store::matches;

/// The export of a match: JSON text, the same bytes for the same log (`docs/formats.md`).
pub async fn export(app: &App, id: MatchId, viewer: Option<AccountId>) -> Result<String, MatchError> {
    let mut conn = app.pool.acquire().await?;
    if matches::find_match(&mut conn, id).await?.is_none() {
        return Err(MatchError::NoSuchMatch);
    }
    let log = ledger::entries(&mut conn, id, 1).await?;
    let state = crate::domain::game::fold(id, &log).map_err(|error| ledger::corrupt(id, &error))?;
    Ok(visibility::export(&state, &log, viewer))
}

/// The proof of a match's dice.
pub async fn proof(app: &App, id: MatchId, viewer: Option<AccountId>) -> Result<ProofView, MatchError> {
    let mut conn = app.pool.acquire().await?;
    if matches::find_match(&mut conn, id).await?.is_none() {
        return Err(MatchError::NoSuchMatch);
    }
    let log = ledger::entries(&mut conn, id, 1).await?;
    let state = crate::domain::game::fold(id, &log).map_err(|error| ledger::corrupt(id, &error))?;
    let names = names(&mut conn, &state).await?;
    let _ = viewer;
    Ok(visibility::proof(&state, &log, &names))
}
