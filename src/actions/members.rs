//! Who somebody is, as far as commands of a match ask.

use super::error::AppError;
use super::match_error::MatchError;
use crate::domain::ids::AccountId;
use crate::store::{Connection, accounts};

/// Opening and joining need an address that its owner has confirmed. The account cannot be deleted before
/// the caller's transaction ends, so no seat is taken by somebody who is just leaving.
pub(super) async fn must_be_verified(conn: &mut Connection, id: AccountId) -> Result<(), MatchError> {
    match accounts::by_id_held(conn, id).await.map_err(AppError::from)? {
        Some(account) if account.verified() => Ok(()),
        _ => Err(MatchError::NotVerified),
    }
}
