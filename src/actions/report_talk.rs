//! Reporting words to the host, who reads the reports on the command line.

use super::read_talk::called;
use super::talk_error::TalkError;
use crate::app::App;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::talk::{ReasonText, Room, Scope};
use crate::store::talk::Words;
use crate::store::{Connection, accounts, reports, talk};
use time::OffsetDateTime;

/// Words that a reader may report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reportable {
    /// To whom they were said.
    pub scope: Scope,
    /// Their number in that room.
    pub number: u64,
    /// The match's name.
    pub match_name: String,
    /// The speaker's handle, or `a former player`.
    pub who: String,
    /// The speaker's account is there and can be muted.
    pub known: bool,
    /// The reader has muted the speaker.
    pub muted: bool,
    /// When.
    pub at: OffsetDateTime,
    /// What.
    pub text: String,
}

/// The words of this room and number of a match, which somebody else said and `reader` hears now.
pub async fn reportable(
    app: &App,
    reader: AccountId,
    id: MatchId,
    words: (Scope, u64),
) -> Result<Reportable, TalkError> {
    let mut conn = app.connection().await?;
    let (said, match_name) = heard(&mut conn, reader, id, words).await?;
    let names = accounts::names_of(&mut conn, &[said.account]).await?;
    Ok(Reportable {
        scope: said.room.scope(),
        number: said.number,
        match_name,
        who: called(&names, said.account),
        known: names.contains_key(&said.account),
        muted: talk::muted_by(&mut conn, reader).await?.contains(&said.account),
        at: said.at,
        text: said.text,
    })
}

/// Keeps a report for the host.
pub async fn report_talk(
    app: &App,
    reporter: AccountId,
    id: MatchId,
    words: (Scope, u64),
    reason: &ReasonText,
) -> Result<(), TalkError> {
    let mut conn = app.connection().await?;
    let (said, _) = heard(&mut conn, reporter, id, words).await?;
    Ok(reports::report(&mut conn, &said, reporter, reason, app.clock.now()).await?)
}

async fn heard(
    conn: &mut Connection,
    reader: AccountId,
    id: MatchId,
    words: (Scope, u64),
) -> Result<(Words, String), TalkError> {
    let table = talk::table(conn, id).await?.ok_or(TalkError::NoSuchMatch)?;
    let seat = table.seat_of(reader).ok_or(TalkError::NotAtTable)?;
    let (scope, number) = words;
    let said = talk::find(conn, id, Room::of(scope, seat), number).await?.ok_or(TalkError::NoSuchWords)?;
    if said.account == reader { Err(TalkError::Oneself) } else { Ok((said, table.name)) }
}
