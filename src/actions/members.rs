//! Who somebody is, as far as commands of a match ask.

use super::error::AppError;
use super::match_error::MatchError;
use crate::app::App;
use crate::domain::ids::AccountId;
use crate::store::accounts;

/// Opening and joining need an address that its owner has confirmed.
pub(super) async fn must_be_verified(app: &App, id: AccountId) -> Result<(), MatchError> {
    let mut conn = app.pool.acquire().await?;
    match accounts::by_id(&mut conn, id).await.map_err(AppError::from)? {
        Some(account) if account.verified() => Ok(()),
        _ => Err(MatchError::NotVerified),
    }
}
