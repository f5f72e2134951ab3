//! Giving a game up for the team (RULES §12).

use super::command::{self, Key};
use super::match_error::MatchError;
use crate::app::App;
use crate::domain::game::Command;
use crate::domain::ids::{AccountId, MatchId};
use uuid::Uuid;

/// Resigns; the team of `by` loses.
pub async fn resign(app: &App, by: AccountId, id: MatchId, key: Uuid) -> Result<(), MatchError> {
    let key = Key::new(key, &[b"resign"]);
    command::run(app, by, id, Some(key), Command::Resign { account: by }).await?;
    Ok(())
}
