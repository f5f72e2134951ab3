//! Private notes: one text for each account and match, shown to nobody else.

use super::{Connection, StoreError, number, unsigned};
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::talk::{NoteText, NoteView};
use time::OffsetDateTime;

/// The note of `account` about a match; one that was never saved is empty, of version 0.
pub async fn note(conn: &mut Connection, account: AccountId, id: MatchId) -> Result<NoteView, StoreError> {
    let row = sqlx::query!(
        "select text, version from notes where account_id = $1 and match_id = $2",
        account.0,
        id.0
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map_or_else(NoteView::default, |row| NoteView { text: row.text, version: unsigned(row.version) }))
}

/// Saves a note that was begun from version `seen`. False where another version stands there by now.
pub async fn save(
    conn: &mut Connection,
    account: AccountId,
    id: MatchId,
    seen: u64,
    text: &NoteText,
    now: OffsetDateTime,
) -> Result<bool, StoreError> {
    let seen = number(seen)?;
    let done = if seen == 0 {
        sqlx::query!(
            "insert into notes (account_id, match_id, text, version, updated_at) values ($1, $2, $3, 1, $4)
             on conflict (account_id, match_id) do nothing",
            account.0,
            id.0,
            text.as_str(),
            now,
        )
        .execute(conn)
        .await?
    } else {
        sqlx::query!(
            "update notes set text = $3, version = version + 1, updated_at = $4
             where account_id = $1 and match_id = $2 and version = $5",
            account.0,
            id.0,
            text.as_str(),
            now,
            seen,
        )
        .execute(conn)
        .await?
    };
    Ok(done.rows_affected() == 1)
}

/// All notes of `account`, for the export of an account.
pub async fn notes_of(
    conn: &mut Connection,
    account: AccountId,
) -> Result<Vec<(MatchId, String, OffsetDateTime)>, StoreError> {
    let rows = sqlx::query!(
        "select match_id, text, updated_at from notes where account_id = $1 and text <> '' order by updated_at, match_id",
        account.0,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (MatchId(row.match_id), row.text, row.updated_at)).collect())
}
