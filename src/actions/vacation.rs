//! Vacation in one match (RULES §12): planning or beginning one, ending it, having days used by themselves.
//! `away` does the same in all of a player's matches.

use super::command::{self, Key};
use super::match_error::MatchError;
use crate::app::App;
use crate::domain::game::Command;
use crate::domain::ids::{AccountId, MatchId};
use time::OffsetDateTime;
use uuid::Uuid;

/// Plans a vacation, in place of the one that was planned; one that begins in the past begins now.
pub async fn plan_vacation(
    app: &App,
    by: AccountId,
    id: MatchId,
    key: Uuid,
    from: OffsetDateTime,
    until: OffsetDateTime,
) -> Result<(), MatchError> {
    let moment = |at: OffsetDateTime| at.unix_timestamp().to_be_bytes();
    let key = Key::new(key, &[b"plan vacation", &moment(from), &moment(until)]);
    command::run(app, by, id, Some(key), Command::PlanVacation { account: by, from, until }).await?;
    Ok(())
}

/// Ends the vacation that runs, or drops the one that is planned.
pub async fn end_vacation(app: &App, by: AccountId, id: MatchId, key: Uuid) -> Result<(), MatchError> {
    let key = Key::new(key, &[b"end vacation"]);
    command::run(app, by, id, Some(key), Command::EndVacation { account: by }).await?;
    Ok(())
}

/// Whether vacation days are used by themselves when time would run out.
pub async fn auto_vacation(
    app: &App,
    by: AccountId,
    id: MatchId,
    key: Uuid,
    on: bool,
) -> Result<(), MatchError> {
    let key = Key::new(key, &[b"auto vacation", &[u8::from(on)]]);
    command::run(app, by, id, Some(key), Command::AutoVacation { account: by, on }).await?;
    Ok(())
}
