//! The views of all matches of a page, in a few queries for them together.

use super::error::AppError;
use super::ledger;
use crate::app::App;
use crate::domain::game::State;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::view::View;
use crate::domain::visibility::{self, Names, Viewer};
use crate::store::accounts;
use std::collections::HashMap;

/// Each match of `ids` as `viewer` may see it.
pub(super) async fn views(
    app: &App,
    ids: &[MatchId],
    viewer: Option<AccountId>,
) -> Result<HashMap<MatchId, View>, AppError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let mut conn = app.pool.acquire().await?;
    let states = ledger::load_many(&mut conn, ids).await?;
    let people: Vec<AccountId> = states.iter().flat_map(State::accounts).collect();
    let names: Names = accounts::names_of(&mut conn, &people).await?.into_iter().collect();
    let view = |state| visibility::view(state, Viewer::of(state, viewer), &names);
    Ok(states.iter().map(|state| (state.match_id(), view(state))).collect())
}
