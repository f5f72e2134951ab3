//! Picking the reward for a captured king (RULES §8).

use super::command::{self, Key};
use super::match_error::MatchError;
use super::salt_form::SaltForm;
use crate::app::App;
use crate::domain::game::Command;
use crate::domain::ids::{AccountId, MatchId};
use uuid::Uuid;

/// The most pieces that are read, and the longest name that one of them can have, in bytes.
const MOST_PIECES: usize = 12;
const LONGEST_PIECE: usize = 8;

/// A pick as the form sends it.
#[derive(Clone, Debug)]
pub struct PickReward {
    /// `BoardView::seq` of the picker's board on the page that the sender saw.
    pub seen: u64,
    /// Letters and marks of the pieces: `C`, `R^`; the same may come twice.
    pub pieces: Vec<String>,
    /// Drawn by the page; a repeat of the same form carries the same.
    pub key: Uuid,
    /// The picker's salt.
    pub salt: SaltForm,
}

/// Picks a reward. A repeat of the same key picks nothing.
pub async fn pick_reward(app: &App, by: AccountId, id: MatchId, pick: PickReward) -> Result<(), MatchError> {
    let pieces: Vec<String> = pick.pieces.iter().map(|piece| piece.trim().to_owned()).collect();
    let fits = |piece: &String| !piece.is_empty() && piece.len() <= LONGEST_PIECE;
    if pieces.is_empty() || pieces.len() > MOST_PIECES || !pieces.iter().all(fits) {
        return Err(MatchError::malformed("pieces", "choose your reward from the pieces shown"));
    }
    let (seen, named) = (pick.seen.to_be_bytes(), pieces.join(","));
    let (drawn, salt, next) = pick.salt.parts();
    let parts: [&[u8]; 6] = [b"reward", &seen, named.as_bytes(), drawn, salt, next];
    let key = Key::new(pick.key, &parts);
    let salt = pick.salt.clone().given().map_err(|e| MatchError::malformed("salt", e))?;
    let command = Command::PickReward { account: by, pieces, seen: pick.seen, salt };
    command::run(app, by, id, Some(key), command).await?;
    Ok(())
}
