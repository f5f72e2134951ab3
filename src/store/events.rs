//! The log of a match, append-only (DESIGN §3). Triggers refuse changes, gaps and steps back in time.

use super::live::{self, Change};
use super::{Connection, StoreError, bytes, number, unsigned};
use crate::domain::ids::MatchId;
use time::OffsetDateTime;

/// An event as it lies in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    /// From 1, without gaps.
    pub seq: u64,
    /// When it happened, in whole milliseconds.
    pub at: OffsetDateTime,
    /// JSON text that everybody may read, kept byte for byte.
    pub public: String,
    /// JSON text that one team may read.
    pub sealed: Option<String>,
    /// Hides the sealed part's hash from guessing.
    pub nonce: [u8; 16],
    /// The head of the log after this event.
    pub head: [u8; 32],
}

/// The events of a match from `from_seq` on (1 for all), oldest first; none for a match that is not there.
pub async fn events(
    conn: &mut Connection,
    id: MatchId,
    from_seq: u64,
) -> Result<Vec<StoredEvent>, StoreError> {
    let rows = sqlx::query!(
        r#"select seq, at, public::text as "public!", sealed::text as sealed, nonce, head
           from events where match_id = $1 and seq >= $2 order by seq"#,
        id.0,
        number(from_seq)?,
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(StoredEvent {
                seq: unsigned(row.seq),
                at: row.at,
                public: row.public,
                sealed: row.sealed,
                nonce: bytes("events", row.nonce)?,
                head: bytes("events", row.head)?,
            })
        })
        .collect()
}

/// Appends `new` to the log of a match, whose row the caller has locked, and tells open pages. A gap or a step back in time
/// is refused; a number that is taken is a [`StoreError::Conflict`].
pub async fn append_events(
    conn: &mut Connection,
    id: MatchId,
    new: &[StoredEvent],
) -> Result<(), StoreError> {
    for event in new {
        sqlx::query!(
            "insert into events (match_id, seq, at, public, sealed, nonce, head)
             values ($1, $2, $3, ($4::text)::json, ($5::text)::json, $6, $7)",
            id.0,
            number(event.seq)?,
            event.at,
            event.public,
            event.sealed.as_deref(),
            &event.nonce[..],
            &event.head[..],
        )
        .execute(&mut *conn)
        .await
        .map_err(StoreError::conflict_on("the next event"))?;
    }
    live::tell(conn, Change::Match(id)).await
}
