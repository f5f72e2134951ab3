//! Private notes about a match, read and saved by their owner alone.

use super::talk_error::TalkError;
use crate::app::App;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::talk::{NoteText, NoteView};
use crate::store::{Connection, notes, talk};

/// What became of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SavedNote {
    /// It stands there now.
    Saved,
    /// Another tab saved this meanwhile; nothing was changed.
    Conflict(NoteView),
}

/// The note of `by` about a match. Errors: no such match, or one where `by` neither sits nor has a note.
pub async fn private_note(app: &App, by: AccountId, id: MatchId) -> Result<NoteView, TalkError> {
    let mut conn = app.connection().await?;
    allowed(&mut conn, by, id).await
}

/// Saves a note that was begun from version `seen`, unless another version was saved meanwhile. A form that
/// is sent twice is saved once.
pub async fn save_private_note(
    app: &App,
    by: AccountId,
    id: MatchId,
    seen: u64,
    text: &NoteText,
) -> Result<SavedNote, TalkError> {
    let mut conn = app.connection().await?;
    let before = allowed(&mut conn, by, id).await?;
    if before.text == text.as_str() {
        return Ok(SavedNote::Saved);
    }
    if notes::save(&mut conn, by, id, seen, text, app.clock.now()).await? {
        return Ok(SavedNote::Saved);
    }
    let now = notes::note(&mut conn, by, id).await?;
    Ok(if now.text == text.as_str() { SavedNote::Saved } else { SavedNote::Conflict(now) })
}

async fn allowed(conn: &mut Connection, by: AccountId, id: MatchId) -> Result<NoteView, TalkError> {
    let table = talk::table(conn, id).await?.ok_or(TalkError::NoSuchMatch)?;
    let note = notes::note(conn, by, id).await?;
    if table.seat_of(by).is_none() && note.version == 0 {
        return Err(TalkError::NotAtTable);
    }
    Ok(note)
}
