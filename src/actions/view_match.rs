//! Looking at a match: live, or at an earlier event.

use super::error::AppError;
use super::ledger;
use super::match_error::MatchError;
use crate::app::App;
use crate::domain::game::State;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::view::View;
use crate::domain::visibility::{self, Names, Viewer};
use crate::store::{Connection, accounts};

/// The match as `viewer` (none: anybody) may see it now, or as it stood after event `at`.
pub async fn view_match(
    app: &App,
    id: MatchId,
    viewer: Option<AccountId>,
    at: Option<u64>,
) -> Result<View, MatchError> {
    let mut conn = app.pool.acquire().await?;
    if crate::store::matches::find_match(&mut conn, id).await?.is_none() {
        return Err(MatchError::NoSuchMatch);
    }
    let now = ledger::load(&mut conn, id).await?;
    let names = names(&mut conn, &now).await?;
    let Some(at) = at.filter(|&at| at != now.seq()) else {
        return Ok(visibility::view(&now, Viewer::of(&now, viewer), &names));
    };
    if !(1..=now.seq()).contains(&at) {
        return Err(MatchError::NoSuchMoment { last: now.seq() });
    }
    let then = ledger::replay_to(&mut conn, id, at).await?;
    let mut view = visibility::view_then(&then, Viewer::of(&now, viewer).then(&now, at), &now, &names);
    view.last_seq = now.seq();
    Ok(view)
}

/// The view of a state that is at hand.
pub(super) async fn view_of(app: &App, state: &State, viewer: Option<AccountId>) -> Result<View, AppError> {
    let mut conn = app.pool.acquire().await?;
    let names = names(&mut conn, state).await?;
    Ok(visibility::view(state, Viewer::of(state, viewer), &names))
}

/// The handles of everybody that a match names.
pub(super) async fn names(conn: &mut Connection, state: &State) -> Result<Names, AppError> {
    Ok(accounts::names_of(conn, &state.accounts()).await?.into_iter().collect())
}
