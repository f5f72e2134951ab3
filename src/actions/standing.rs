//! What every page says to a member: how much waits, and whether mail comes back.

use super::error::AppError;
use crate::app::App;
use crate::domain::ids::AccountId;
use crate::store::lists;

/// The frame of a member's page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Matches that wait for a decision or a word of the member's.
    pub waiting: usize,
    /// The last mail to the member came back.
    pub mail_returns: bool,
}

/// How things stand for `id`.
pub async fn standing(app: &App, id: AccountId) -> Result<Standing, AppError> {
    let (waiting, mail_returns) = lists::standing(&app.pool, id).await?;
    Ok(Standing { waiting: usize::try_from(waiting).unwrap_or(0), mail_returns })
}
