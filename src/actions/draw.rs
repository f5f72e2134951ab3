//! A draw by the word of all (RULES §12): offering it, agreeing, declining.

use super::command::{self, Answer, Key};
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
    let answer = Answer { name: "agree draw", key, seen };
    command::answer(app, by, id, answer, Command::AgreeDraw { account: by }, |view| offered(view, seen)).await
}

/// Declines the draw that event `seen` offered.
pub async fn decline_draw(
    app: &App,
    by: AccountId,
    id: MatchId,
    key: Uuid,
    seen: u64,
) -> Result<(), MatchError> {
    let answer = Answer { name: "decline draw", key, seen };
    command::answer(app, by, id, answer, Command::DeclineDraw { account: by }, |view| offered(view, seen))
        .await
}

fn offered(view: &View, seen: u64) -> bool {
    view.draw.as_ref().is_some_and(|draw| draw.seq == seen)
}
