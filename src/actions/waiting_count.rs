//! How much waits for a member, which every page says.

use super::error::AppError;
use crate::app::App;
use crate::domain::ids::AccountId;
use crate::store::lists;

/// How many matches wait for a decision of `id`.
pub async fn waiting_count(app: &App, id: AccountId) -> Result<usize, AppError> {
    let count = lists::waiting_count(&app.pool, id).await?;
    Ok(usize::try_from(count).unwrap_or(0))
}
