//! Muting a player: their words are folded away for whoever mutes, in every match, until it is taken back.

use super::talk_error::TalkError;
use crate::app::App;
use crate::domain::account::{Account, Handle};
use crate::domain::ids::AccountId;
use crate::store::{Connection, accounts, talk};

/// Mutes the player of this name for `by`.
pub async fn mute(app: &App, by: AccountId, handle: &Handle) -> Result<(), TalkError> {
    let mut conn = app.connection().await?;
    let muted = named(&mut conn, handle).await?;
    if muted == by {
        return Err(TalkError::Oneself);
    }
    Ok(talk::mute(&mut conn, by, muted, app.clock.now()).await?)
}

/// Takes it back.
pub async fn unmute(app: &App, by: AccountId, handle: &Handle) -> Result<(), TalkError> {
    let mut conn = app.connection().await?;
    let muted = named(&mut conn, handle).await?;
    Ok(talk::unmute(&mut conn, by, muted).await?)
}

/// The names of those whom `by` has muted, first muted first.
pub async fn muted(app: &App, by: AccountId) -> Result<Vec<String>, TalkError> {
    let mut conn = app.connection().await?;
    let muted = talk::muted_by(&mut conn, by).await?;
    let names = accounts::names_of(&mut conn, &muted).await?;
    Ok(muted.iter().filter_map(|account| names.get(account).cloned()).collect())
}

async fn named(conn: &mut Connection, handle: &Handle) -> Result<AccountId, TalkError> {
    let found = accounts::by_handle(conn, handle).await?.filter(Account::verified);
    Ok(found.ok_or(TalkError::NoSuchPlayer)?.id)
}
