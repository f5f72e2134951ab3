//! Deleting an account: it leaves its tables, then its data goes. Matches keep an id that names nobody.

use super::command;
use super::error::AppError;
use super::match_error::MatchError;
use super::settings::{SettingsError, check_password};
use crate::app::App;
use crate::domain::game::{Command, Leaving};
use crate::domain::ids::AccountId;
use crate::store::matches::MatchStatus;
use crate::store::{accounts, lists};
use secrecy::SecretString;

/// How often it looks for tables that were joined while it left the others.
const ROUNDS: usize = 3;

/// Deletes the account: address, handle, password, links and sessions go. Seats of running matches are
/// open to substitutes for a while (RULES §12), seats of open tables are free, and a table where nobody
/// else sits is called off.
pub async fn delete_account(app: &App, id: AccountId, password: SecretString) -> Result<(), SettingsError> {
    check_password(app, id, password).await?;
    for _ in 0..ROUNDS {
        leave_tables(app, id).await?;
        let mut tx = app.begin().await?;
        // Nobody sits down, opens or deletes with this account until the end of the transaction.
        let found = accounts::lock(&mut tx, id).await?.ok_or(SettingsError::Gone)?;
        if accounts::unfinished_matches(&mut tx, id).await? == 0 {
            accounts::delete(&mut tx, id, &found.account.email).await?;
            tx.commit().await?;
            return Ok(());
        }
    }
    Err(SettingsError::StillJoining)
}

async fn leave_tables(app: &App, id: AccountId) -> Result<(), AppError> {
    for (match_id, status) in lists::unfinished_of(&app.pool, id).await? {
        let leave = match status {
            MatchStatus::Running => Command::LeaveForGood { account: id, why: Leaving::Deleted },
            _ => Command::LeaveSeat { account: id },
        };
        match command::run(app, id, match_id, None, leave).await {
            Ok(state) if state.seat_list().iter().all(|&seat| state.account_at(seat).is_none()) => {
                // Refused where somebody else opened it, or sat down just now.
                drop(command::run(app, id, match_id, None, Command::Cancel { account: id }).await);
            }
            Ok(_) => {}
            Err(MatchError::App(error)) => return Err(error),
            // It ended or began just now: the next round looks again.
            Err(refused) => tracing::debug!(%match_id, "left otherwise: {refused}"),
        }
    }
    Ok(())
}
