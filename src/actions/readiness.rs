//! Whether this process can serve, and how much waits for a member: small answers for every page.

use super::error::AppError;
use crate::app::App;
use crate::domain::ids::AccountId;
use crate::store::{self, lists};

/// Whether the database answers.
pub async fn readiness(app: &App) -> Result<(), AppError> {
    Ok(store::ping(&app.pool).await?)
}

/// How many matches wait for a decision of `id`.
pub async fn waiting_count(app: &App, id: AccountId) -> Result<usize, AppError> {
    let count = lists::waiting_count(&app.pool, id).await?;
    Ok(usize::try_from(count).unwrap_or(0))
}
