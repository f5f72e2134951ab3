//! Saying something to one's partner or to the whole table. The match row and the log stay untouched.

use super::talk_error::TalkError;
use crate::app::App;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::talk::{Room, Scope, TalkText};
use crate::store::matches::MatchStatus;
use crate::store::talk::{self, NewWords, Table};
use uuid::Uuid;

/// What somebody says.
#[derive(Clone, Debug)]
pub struct Say {
    /// To whom.
    pub scope: Scope,
    /// What.
    pub text: TalkText,
    /// The form's idempotency key, unique for account and match.
    pub key: Uuid,
}

/// Says it. A repeat under the same key changes nothing.
pub async fn say(app: &App, by: AccountId, id: MatchId, say: Say) -> Result<(), TalkError> {
    let mut tx = app.begin().await?;
    let table = talk::table(&mut tx, id).await?.ok_or(TalkError::NoSuchMatch)?;
    let seat = table.seat_of(by).ok_or(TalkError::NotAtTable)?;
    may_speak(&table, say.scope)?;
    let room = Room::of(say.scope, seat);
    let new = NewWords {
        match_id: id,
        room,
        account: by,
        seat,
        text: &say.text,
        key: say.key,
        at: app.clock.now(),
    };
    if !talk::insert(&mut tx, &new).await? {
        let before = talk::said_under(&mut tx, by, id, say.key).await?;
        let same = before.is_some_and(|before| before.room == room && before.text == say.text.as_str());
        return if same { Ok(()) } else { Err(TalkError::KeyReused) };
    }
    tx.commit().await?;
    Ok(())
}

/// Whether somebody who sits at `table` may speak in `scope` now.
pub(super) fn may_speak(table: &Table, scope: Scope) -> Result<(), TalkError> {
    match (table.status, scope) {
        (MatchStatus::Cancelled, _) => Err(TalkError::CalledOff),
        (_, Scope::Team) if table.seat_count < 4 => Err(TalkError::NoPartner),
        (MatchStatus::Open, Scope::Team) => Err(TalkError::NotBegun),
        _ => Ok(()),
    }
}
