//! Being away: a vacation, or vacation days used by themselves, in all own matches at once, those that
//! begin later too (RULES §12). The order is kept; each match hears of it as of any other command, here or
//! from a job, so that neither a thousand matches nor a crash in between lose one.

use super::error::{AppError, service_failures};
use super::ledger::{Ledger, Wait};
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
        tell(app, order, Wish::Undo).await?;
    }
    if undo.len() >= limit as usize {
        return Ok(undo.len());
    }
    let todo = away::to_do(&app.pool, account, app.clock.now(), limit).await?;
    for order in &todo {
        tell(app, order, Wish::Do).await?;
    }
    Ok(undo.len() + todo.len())
}

/// What a match is told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wish {
    Do,
    Undo,
}

impl Wish {
    fn command(self, order: &ToDo) -> Command {
        let account = order.account;
        match (self, order.order) {
            // A vacation that is over has nothing left to end.
            (Self::Undo, _) => Command::EndVacation { account },
            (Self::Do, Order::Vacation { from, until }) => Command::PlanVacation { account, from, until },
            (Self::Do, Order::Auto(on)) => Command::AutoVacation { account, on },
        }
    }
}

/// One command in one match, which its row remembers in the same transaction: of two workers one tells it,
/// and none tells it of an order that was taken back meanwhile.
async fn tell(app: &App, order: &ToDo, wish: Wish) -> Result<(), AppError> {
    match tell_locked(app, order, wish).await {
        // One match that cannot go on holds up no other.
        Err(error @ AppError::Corrupt { .. }) => {
            tracing::error!(%error, "a match hears of no vacation");
            let mut tx = app.begin().await?;
            match wish {
                Wish::Undo => drop(away::claim_undo(&mut tx, order).await?),
                Wish::Do if away::claim(&mut tx, order).await? => {
                    away::refuse(&mut tx, order, "this match cannot go on: its host has to look at it")
                        .await?;
                }
                Wish::Do => {}
            }
            Ok(tx.commit().await?)
        }
        told => told,
    }
}

async fn tell_locked(app: &App, order: &ToDo, wish: Wish) -> Result<(), AppError> {
    let Some(mut ledger) = Ledger::lock(app, order.match_id, Wait::Yes).await? else { return Ok(()) };
    let claimed = match wish {
        Wish::Do => away::claim(&mut ledger.tx, order).await?,
        Wish::Undo => away::claim_undo(&mut ledger.tx, order).await?,
    };
    if claimed {
        ledger.settle()?;
        if let (Err(refusal), Wish::Do) = (ledger.decide(&wish.command(order))?, wish) {
            away::refuse(&mut ledger.tx, order, &refusal.to_string()).await?;
        }
    }
    ledger.commit().await?;
    Ok(())
}
