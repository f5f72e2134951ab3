//! Words that somebody wants the host to look at.

use super::talk::Words;
use super::{Connection, StoreError, number, unsigned};
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::talk::ReasonText;
use time::OffsetDateTime;

/// A report with the words it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// When it was made.
    pub at: OffsetDateTime,
    /// Who made it, by handle; none where that account is gone.
    pub reporter: Option<String>,
    /// Why.
    pub reason: String,
    /// Number of the words in their room.
    pub words: u64,
    /// In which match they were said.
    pub match_id: MatchId,
    /// `table`, or the team that heard them.
    pub room: String,
    /// Who said them, by handle; none where that account is gone.
    pub speaker: Option<String>,
    /// When.
    pub said_at: OffsetDateTime,
    /// What.
    pub text: String,
}

/// Keeps a report; a second one about the same words by the same person replaces the first.
pub async fn report(
    conn: &mut Connection,
    words: &Words,
    reporter: AccountId,
    reason: &ReasonText,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into talk_reports (talk_id, reporter, reason, at) values ($1, $2, $3, $4)
         on conflict (talk_id, reporter) do update set reason = excluded.reason, at = excluded.at",
        number(words.id)?,
        reporter.0,
        reason.as_str(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The newest reports; `by` one person alone, for the export of an account.
pub async fn reports(
    conn: &mut Connection,
    by: Option<AccountId>,
    limit: u32,
) -> Result<Vec<Report>, StoreError> {
    let rows = sqlx::query!(
        r#"select r.at, r.reason, t.number, t.match_id, t.room, t.at as said_at, t.text,
                  reporter.handle as "reporter?", speaker.handle as "speaker?"
           from talk_reports r join talk t on t.id = r.talk_id
           left join accounts reporter on reporter.id = r.reporter
           left join accounts speaker on speaker.id = t.account_id
           where $1::uuid is null or r.reporter = $1
           order by r.at desc, r.talk_id desc limit $2"#,
        by.map(|by| by.0),
        i64::from(limit),
    )
    .fetch_all(conn)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Report {
            at: row.at,
            reporter: row.reporter,
            reason: row.reason,
            words: unsigned(row.number),
            match_id: MatchId(row.match_id),
            room: row.room,
            speaker: row.speaker,
            said_at: row.said_at,
            text: row.text,
        })
        .collect())
}
