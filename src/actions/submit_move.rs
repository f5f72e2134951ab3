//! Playing a turn: the own move, or the opponent's on a worst roll.

use super::command::{self, Key};
use super::match_error::MatchError;
use super::salt_form::SaltForm;
use crate::app::App;
use crate::domain::game::Command;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::seat::BoardNo;
use uuid::Uuid;

/// The longest text that can be a move, in bytes; longer ones are not even read.
const LONGEST_MOVE: usize = 32;

/// A decision as the form sends it.
#[derive(Clone, Debug)]
pub struct SubmitMove {
    /// The board.
    pub board: BoardNo,
    /// `BoardView::seq` of the page that the sender saw.
    pub seen: u64,
    /// The move (RULES §13), without board prefix.
    pub mv: String,
    /// Drawn by the page; a repeat of the same form carries the same.
    pub key: Uuid,
    /// The decider's salt.
    pub salt: SaltForm,
}

/// Plays a decision. A repeat of the same key plays nothing.
pub async fn submit_move(
    app: &App,
    by: AccountId,
    id: MatchId,
    submit: SubmitMove,
) -> Result<(), MatchError> {
    let mv = submit.mv.trim().to_owned();
    if mv.is_empty() || mv.len() > LONGEST_MOVE {
        return Err(MatchError::malformed("move", "write a move such as e2e4, N@f3 or e7e8q"));
    }
    let key = key(&submit, &mv);
    let salt = submit.salt.given().map_err(|e| MatchError::malformed("salt", e))?;
    let command = Command::Play { account: by, board: submit.board, mv, seen: submit.seen, salt };
    command::run(app, by, id, Some(key), command).await?;
    Ok(())
}

/// What a repeat has to agree in: board, position seen, move and salt. A salt that the server would draw
/// is no part of it.
fn key(submit: &SubmitMove, mv: &str) -> Key {
    let (drawn, salt, next) = submit.salt.parts();
    let seen = submit.seen.to_be_bytes();
    let parts: [&[u8]; 7] = [b"play", &[submit.board.number()], &seen, mv.as_bytes(), drawn, salt, next];
    Key::new(submit.key, &parts)
}
