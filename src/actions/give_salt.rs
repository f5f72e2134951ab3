//! A salt by itself, where a board cannot roll without one (DESIGN §4, after a renewal of chains).

use super::command::{self, Key};
use super::match_error::MatchError;
use super::salt_form::SaltForm;
use super::view_match::view_of;
use crate::app::App;
use crate::domain::game::Command;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::view::View;
use uuid::Uuid;

/// Gives a salt to the dice of one's board.
pub async fn give_salt(
    app: &App,
    by: AccountId,
    id: MatchId,
    key: Uuid,
    salt: SaltForm,
) -> Result<View, MatchError> {
    let key = Key::new(key, &[b"salt", salt.salt.as_deref().unwrap_or_default()]);
    let salt = salt.given().map_err(|e| MatchError::malformed("salt", e))?;
    let state = command::run(app, by, id, Some(key), Command::GiveSalt { account: by, salt }).await?;
    Ok(view_of(app, &state, Some(by)).await?)
}
