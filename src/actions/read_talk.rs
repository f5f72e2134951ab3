//! Reading what was said at a table, which marks it read; and how much of it is unread.

use super::error::AppError;
use super::say::may_speak;
use super::talk_error::TalkError;
use crate::app::App;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::seat::Seat;
use crate::domain::talk::{Room, RoomView, Scope, TalkView, Unread, WordsView};
use crate::store::talk::{self, Table, Words};
use crate::store::{Connection, accounts};
use std::collections::HashMap;

/// Words of one room on a page.
const PAGE: u32 = 30;

/// Which words are wanted.
#[derive(Clone, Copy, Debug)]
pub enum Reading {
    /// The newest of every room; what is shown is read from now on.
    Newest,
    /// The newest of every room, without having looked: a reader who only sent a form.
    Unmarked,
    /// One room's before a number.
    Before(Scope, u64),
}

/// The talk of a match as `reader`, who sits there now, may hear it.
pub async fn read_talk(
    app: &App,
    reader: AccountId,
    id: MatchId,
    reading: Reading,
) -> Result<TalkView, TalkError> {
    let mut conn = app.connection().await?;
    let table = talk::table(&mut conn, id).await?.ok_or(TalkError::NoSuchMatch)?;
    let seat = table.seat_of(reader).ok_or(TalkError::NotAtTable)?;
    let mut reader = Reader {
        account: reader,
        seat,
        muted: talk::muted_by(&mut conn, reader).await?,
        read: talk::read_to(&mut conn, reader, id).await?,
    };
    let mut rooms = Vec::new();
    for scope in scopes(&table) {
        let before = match reading {
            Reading::Before(wanted, _) if wanted != scope => continue,
            Reading::Before(_, before) => Some(before),
            Reading::Newest | Reading::Unmarked => None,
        };
        rooms.push(room(&mut conn, &table, &reader, id, scope, before).await?);
    }
    if matches!(reading, Reading::Newest) {
        mark(&mut conn, &mut reader, id, &rooms).await?;
    }
    let heard = rooms.iter().filter_map(|room| room.words.first()).map(|newest| newest.number).sum();
    Ok(TalkView { match_id: id, you: table.now(seat), name: table.name, rooms, heard })
}

/// How much of what others said `reader` has not read, by match; matches without any are left out.
pub async fn unread_talk(app: &App, reader: AccountId) -> Result<HashMap<MatchId, Unread>, AppError> {
    let mut conn = app.connection().await?;
    Ok(talk::unread_of(&mut conn, reader).await?)
}

struct Reader {
    account: AccountId,
    seat: Seat,
    muted: Vec<AccountId>,
    read: HashMap<Room, u64>,
}

/// The rooms that a table has, the team's first.
pub(super) fn scopes(table: &Table) -> impl Iterator<Item = Scope> {
    let team = (table.seat_count == 4).then_some(Scope::Team);
    team.into_iter().chain([Scope::Table])
}

async fn room(
    conn: &mut Connection,
    table: &Table,
    reader: &Reader,
    id: MatchId,
    scope: Scope,
    before: Option<u64>,
) -> Result<RoomView, AppError> {
    let room = Room::of(scope, reader.seat);
    let mut words = talk::words(conn, id, room, before, PAGE + 1).await?;
    let more = words.len() > PAGE as usize;
    words.truncate(PAGE as usize);
    let heard_by = table
        .seats
        .iter()
        .filter(|(seat, account)| *account != reader.account && room.is_heard_by(Some(*seat)));
    let others: Vec<AccountId> = heard_by.map(|(_, account)| *account).collect();
    let everybody: Vec<AccountId> = words.iter().map(|w| w.account).chain(others.iter().copied()).collect();
    let names = accounts::names_of(conn, &everybody).await?;
    let older = words.last().filter(|_| more).map(|oldest| oldest.number);
    let words: Vec<WordsView> = words.into_iter().map(|said| shown(said, table, reader, &names)).collect();
    Ok(RoomView {
        scope,
        others: others.iter().map(|&account| called(&names, account)).collect(),
        open: may_speak(table, scope).is_ok(),
        unread: words.iter().filter(|said| said.fresh).count() as u64,
        words,
        older,
    })
}

fn shown(said: Words, table: &Table, reader: &Reader, names: &HashMap<AccountId, String>) -> WordsView {
    let own = said.account == reader.account;
    let muted = reader.muted.contains(&said.account);
    let read = reader.read.get(&said.room).copied().unwrap_or(0);
    WordsView {
        who: called(names, said.account),
        fresh: !own && !muted && said.number > read,
        number: said.number,
        seat: table.now(said.seat),
        at: said.at,
        text: said.text,
        own,
        muted,
    }
}

async fn mark(
    conn: &mut Connection,
    reader: &mut Reader,
    id: MatchId,
    rooms: &[RoomView],
) -> Result<(), AppError> {
    for shown in rooms {
        let room = Room::of(shown.scope, reader.seat);
        let newest = shown.words.first().map_or(0, |words| words.number);
        if newest > reader.read.get(&room).copied().unwrap_or(0) {
            talk::mark_read(conn, reader.account, id, room, newest).await?;
        }
    }
    Ok(())
}

/// What somebody is called whose account may be gone.
pub(super) fn called(names: &HashMap<AccountId, String>, account: AccountId) -> String {
    names.get(&account).cloned().unwrap_or_else(|| "a former player".to_owned())
}
