//! A draw by the word of all (RULES §12): offering it, agreeing, declining.

use super::command::{self, Key};
use super::match_error::MatchError;
use crate::app::App;
use crate::domain::game::Command;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::view::View;
use uuid::Uuid;

/// Offers a draw; where an offer stands by now, that agrees to it.
pub async fn offer_draw(app: &App, by: AccountId, id: MatchId, key: Uuid) -> Result<(), MatchError> {
    let key = Key::new(key, &[b"offer draw"]);
    command::run(app, by, id, Some(key), Command::OfferDraw { account: by }).await?;
    Ok(())
}

/// Agrees to the draw that event `seen` offered.
pub async fn agree_draw(
    app: &App,
    by: AccountId,
    id: MatchId,
    key: Uuid,
    seen: u64,
) -> Result<(), MatchError> {
    let key = Key::new(key, &[b"agree draw", &seen.to_be_bytes()]);
    let command = |view: &View| offered(view, seen).then_some(Command::AgreeDraw { account: by });
    command::run_seen(app, by, id, key, command).await?;
    Ok(())
}

/// Declines the draw that event `seen` offered.
pub async fn decline_draw(
    app: &App,
    by: AccountId,
    id: MatchId,
    key: Uuid,
    seen: u64,
) -> Result<(), MatchError> {
    let key = Key::new(key, &[b"decline draw", &seen.to_be_bytes()]);
    let command = |view: &View| offered(view, seen).then_some(Command::DeclineDraw { account: by });
    command::run_seen(app, by, id, key, command).await?;
    Ok(())
}

fn offered(view: &View, seen: u64) -> bool {
    view.draw.as_ref().is_some_and(|draw| draw.seq == seen)
}
