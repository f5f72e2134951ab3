//! A pause by the word of all (RULES §12): asking for it, agreeing, declining, going on early.

use super::command::{self, Answer, Key};
use super::match_error::MatchError;
use crate::app::App;
use crate::domain::game::Command;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::view::{PauseView, View};
use uuid::Uuid;

/// Asks for a pause of `days`.
pub async fn ask_pause(
    app: &App,
    by: AccountId,
    id: MatchId,
    key: Uuid,
    days: u16,
) -> Result<(), MatchError> {
    let key = Key::new(key, &[b"ask pause", &days.to_be_bytes()]);
    command::run(app, by, id, Some(key), Command::AskPause { account: by, days }).await?;
    Ok(())
}

/// Agrees to the pause that event `seen` asked for.
pub async fn agree_pause(
    app: &App,
    by: AccountId,
    id: MatchId,
    key: Uuid,
    seen: u64,
) -> Result<(), MatchError> {
    let answer = Answer { name: "agree pause", key, seen };
    command::answer(app, by, id, answer, Command::AgreePause { account: by }, |view| asked(view, seen)).await
}

/// Declines the pause that event `seen` asked for, or takes the own wish back.
pub async fn decline_pause(
    app: &App,
    by: AccountId,
    id: MatchId,
    key: Uuid,
    seen: u64,
) -> Result<(), MatchError> {
    let answer = Answer { name: "decline pause", key, seen };
    command::answer(app, by, id, answer, Command::DeclinePause { account: by }, |view| asked(view, seen))
        .await
}

/// Asks to go on before the pause is over, or agrees to that.
pub async fn ask_resume(app: &App, by: AccountId, id: MatchId, key: Uuid) -> Result<(), MatchError> {
    let key = Key::new(key, &[b"ask resume"]);
    command::run(app, by, id, Some(key), Command::AskResume { account: by }).await?;
    Ok(())
}

fn asked(view: &View, seen: u64) -> bool {
    matches!(&view.pause, Some(PauseView::Asked { seq, .. }) if *seq == seen)
}
