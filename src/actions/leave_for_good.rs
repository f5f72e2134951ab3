//! Leaving a running match for good: the seat is open to substitutes for 7 days, then it resigns.

use super::command::{self, Key};
use super::match_error::MatchError;
use crate::app::App;
use crate::domain::game::{Command, Leaving};
use crate::domain::ids::{AccountId, MatchId};
use uuid::Uuid;

/// Gives the seat of `by` up for ever.
pub async fn leave_for_good(app: &App, by: AccountId, id: MatchId, key: Uuid) -> Result<(), MatchError> {
    let key = Key::new(key, &[b"leave for good"]);
    let command = Command::LeaveForGood { account: by, why: Leaving::Left };
    command::run(app, by, id, Some(key), command).await?;
    Ok(())
}
