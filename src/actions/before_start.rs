//! Standing up again and calling a match off, before it begins.

use super::command;
use super::match_error::MatchError;
use crate::app::App;
use crate::domain::game::Command;
use crate::domain::ids::{AccountId, MatchId};

/// Gives the seat of `by` free again.
pub async fn leave_seat(app: &App, by: AccountId, id: MatchId) -> Result<(), MatchError> {
    command::run(app, by, id, None, Command::LeaveSeat { account: by }).await.map(drop)
}

/// Calls the match off; whoever opened it may.
pub async fn cancel_match(app: &App, by: AccountId, id: MatchId) -> Result<(), MatchError> {
    command::run(app, by, id, None, Command::Cancel { account: by }).await.map(drop)
}
