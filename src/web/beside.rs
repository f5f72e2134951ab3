//! What stands beside the boards for whoever sits at the table: talk and notes.

use super::error::WebError;
use super::present::{NotePart, TalkDraft, TalkPart};
use crate::actions::{self, Reading, TalkError};
use crate::app::App;
use crate::domain::account::Account;
use crate::domain::ids::MatchId;
use crate::domain::talk::TalkView;
use crate::random;

/// Talk and notes, as far as a reader has them.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// What is said at the table; none for those who do not sit there.
    pub talk: Option<TalkPart>,
    /// The reader's own note.
    pub note: Option<NotePart>,
}

/// What stands beside the boards of a match for `reader`; the talk is read from now on.
pub async fn load(app: &App, reader: Option<&Account>, id: MatchId, csrf: &str) -> Result<Beside, WebError> {
    let Some(reader) = reader else { return Ok(Beside::default()) };
    let talk = heard(actions::read_talk(app, reader.id, id, Reading::Newest).await)?;
    let note = heard(actions::private_note(app, reader.id, id).await)?;
    Ok(Beside {
        talk: talk.map(|talk| part(&talk, reader, csrf, "match", &TalkDraft::default())),
        note: note.map(|note| NotePart::new(id, note, csrf)),
    })
}

/// The talk of `view` for a page of which `from` is the name.
pub fn part(
    view: &TalkView,
    reader: &Account,
    csrf: &str,
    from: &'static str,
    draft: &TalkDraft,
) -> TalkPart {
    TalkPart::new(view, &reader.zone, csrf, from, draft, random::uuid)
}

/// Nothing for those who do not sit there.
fn heard<T>(read: Result<T, TalkError>) -> Result<Option<T>, WebError> {
    match read {
        Ok(found) => Ok(Some(found)),
        Err(TalkError::NotAtTable) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
