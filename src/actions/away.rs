//! Being away: a vacation, or vacation days used by themselves, in all own matches at once, those that
//! begin later too (RULES §12). The order is kept; each match hears of it as of any other command, here or
//! from a job, so that neither a thousand matches nor a crash in between lose one.

use super::command;
use super::error::{AppError, service_failures};
use super::match_error::MatchError;
use crate::app::App;
use crate::domain::game::Command;
use crate::domain::ids::{AccountId, MatchId};
use crate::random;
use crate::store::away::{self, ToDo};
use time::{Duration, OffsetDateTime};

pub use crate::store::away::{Order, Standing};

/// Matches that hear of an order before the page answers; a job tells the others.
const AT_ONCE: u32 = 40;

/// The longest vacation that can be ordered at once.
pub const LONGEST: Duration = Duration::days(366);

/// Why an order is not taken.
#[derive(Debug, thiserror::Error)]
pub enum AwayError {
    /// It would end before it begins.
    #[error("a vacation ends after it begins: give a later last day")]
    Backwards,
    /// It would be over already.
    #[error("this vacation would be over already: give a last day from today on")]
    Past,
    /// Longer than a year.
    #[error("a vacation lasts a year at most: give an earlier last day")]
    TooLong,
    /// The service failed.
    #[error(transparent)]
    App(#[from] AppError),
}

service_failures!(AwayError);

/// Plans a vacation in all matches of `account`, in place of the one that stood; one that begins in the
/// past begins now. Returns the matches that did not take it, and why.
pub async fn plan(
    app: &App,
    account: AccountId,
    from: OffsetDateTime,
    until: OffsetDateTime,
) -> Result<Vec<(MatchId, String)>, AwayError> {
    let now = app.clock.now();
    let from = from.max(now);
    if until <= now {
        return Err(AwayError::Past);
    }
    if until <= from {
        return Err(AwayError::Backwards);
    }
    if until - from > LONGEST {
        return Err(AwayError::TooLong);
    }
    give(app, account, Order::Vacation { from, until }).await?;
    Ok(away::refusals(&app.pool, account).await?)
}

/// Ends the vacation that stands, planned or running, in all matches. False where none stood.
pub async fn end(app: &App, account: AccountId) -> Result<bool, AppError> {
    let mut tx = app.begin().await?;
    let stood = away::take_back(&mut tx, account, true, app.clock.now()).await?;
    tx.commit().await?;
    carry_out(app, Some(account), AT_ONCE).await?;
    Ok(stood)
}

/// Whether vacation days are used by themselves when time would run out, in all matches.
pub async fn auto(app: &App, account: AccountId, on: bool) -> Result<(), AppError> {
    give(app, account, Order::Auto(on)).await
}

/// What stands for `account`.
pub async fn standing(app: &App, account: AccountId) -> Result<Vec<Standing>, AppError> {
    Ok(away::standing(&app.pool, account, app.clock.now()).await?)
}

async fn give(app: &App, account: AccountId, order: Order) -> Result<(), AppError> {
    let mut tx = app.begin().await?;
    away::give(&mut tx, random::uuid(), account, order, app.clock.now()).await?;
    tx.commit().await?;
    carry_out(app, Some(account), AT_ONCE).await?;
    Ok(())
}

/// Tells at most `limit` matches (of one account, or of all) what they have not heard of; returns how many.
/// Whatever was taken back comes first: a new vacation may stand in the place of an old one.
pub async fn carry_out(app: &App, account: Option<AccountId>, limit: u32) -> Result<usize, AppError> {
    let undo = away::to_undo(&app.pool, account, limit).await?;
    for order in &undo {
        // A vacation that is over, or a match that is, has nothing left to end.
        tell(app, order, Command::EndVacation { account: order.account }).await?;
        away::undone(&app.pool, order).await?;
    }
    if undo.len() >= limit as usize {
        return Ok(undo.len());
    }
    let todo = away::to_do(&app.pool, account, app.clock.now(), limit).await?;
    for order in &todo {
        let account = order.account;
        let command = match order.order {
            Order::Vacation { from, until } => Command::PlanVacation { account, from, until },
            Order::Auto(on) => Command::AutoVacation { account, on },
        };
        let refused = tell(app, order, command).await?;
        away::done(&app.pool, order, refused.as_deref()).await?;
    }
    Ok(undo.len() + todo.len())
}

/// One command in one match; the words of a refusal.
async fn tell(app: &App, order: &ToDo, command: Command) -> Result<Option<String>, AppError> {
    match command::run(app, order.account, order.match_id, None, command).await {
        Ok(_) => Ok(None),
        // One match that cannot go on holds up no other.
        Err(MatchError::App(error @ AppError::Corrupt { .. })) => {
            tracing::error!(%error, "a match hears of no vacation");
            Ok(Some("this match cannot go on: its host has to look at it".to_owned()))
        }
        Err(MatchError::App(error)) => Err(error),
        Err(refused) => Ok(Some(refused.to_string())),
    }
}
