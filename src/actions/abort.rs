//! Calling a running match off before each team has made a move.

use super::command::{self, Key};
use super::match_error::MatchError;
use crate::app::App;
use crate::domain::game::Command;
use crate::domain::ids::{AccountId, MatchId};
use uuid::Uuid;

/// Calls the match off; nobody wins or loses it.
pub async fn abort(app: &App, by: AccountId, id: MatchId, key: Uuid) -> Result<(), MatchError> {
    let key = Key::new(key, &[b"abort"]);
    command::run(app, by, id, Some(key), Command::Abort { account: by }).await?;
    Ok(())
}
