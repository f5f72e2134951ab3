//! What people at a table say to each other, how far each has read, and whom each has muted.
//!
//! Nothing here locks or writes a match row or a log, so talk never waits for a move.

use super::live::{self, Change};
use super::matches::MatchStatus;
use super::{Connection, StoreError, Tx, corrupt, number, unsigned};
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::seat::Seat;
use crate::domain::talk::{Room, TalkText, Unread};
use std::collections::HashMap;
use time::OffsetDateTime;
use uuid::Uuid;

/// A match as talk sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The match's name.
    pub name: String,
    /// Places at the table: 2 or 4.
    pub seat_count: u8,
    /// Where it is in its life.
    pub status: MatchStatus,
    /// Who sits there now, by their seats of the first game: opponents exchange seats from game to game, and
    /// rooms go with those who speak.
    pub seats: Vec<(Seat, AccountId)>,
    /// Opponents sit on each other's seats of the first game now.
    pub exchanged: bool,
}

impl Table {
    /// The present seat of whoever sat on `first` in the first game.
    pub const fn now(&self, first: Seat) -> Seat {
        first.exchanged(self.exchanged)
    }

    /// Where `account`, or whoever it came for, sat in the first game.
    pub fn seat_of(&self, account: AccountId) -> Option<Seat> {
        self.seats.iter().find(|(_, taken)| *taken == account).map(|(seat, _)| *seat)
    }
}

/// Words to be said.
#[derive(Clone, Copy, Debug)]
pub struct NewWords<'a> {
    /// In which match.
    pub match_id: MatchId,
    /// Who hears them.
    pub room: Room,
    /// Who says them.
    pub account: AccountId,
    /// And from which seat of the first game.
    pub seat: Seat,
    /// What.
    pub text: &'a TalkText,
    /// The form's idempotency key.
    pub key: Uuid,
    /// When.
    pub at: OffsetDateTime,
}

/// Words that were said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// What the database calls them; it counts the words of all matches, so nobody outside is told.
    pub id: u64,
    /// Which words of their room they are, counted from 1.
    pub number: u64,
    /// In which match.
    pub match_id: MatchId,
    /// Who hears them.
    pub room: Room,
    /// Who said them.
    pub account: AccountId,
    /// And from which seat of the first game.
    pub seat: Seat,
    /// What.
    pub text: String,
    /// When.
    pub at: OffsetDateTime,
}

struct Row {
    id: i64,
    number: i64,
    match_id: Uuid,
    room: String,
    account_id: Uuid,
    seat: String,
    text: String,
    at: OffsetDateTime,
}

impl Row {
    fn words(self) -> Result<Words, StoreError> {
        Ok(Words {
            id: unsigned(self.id),
            number: unsigned(self.number),
            match_id: MatchId(self.match_id),
            room: room(&self.room)?,
            account: AccountId(self.account_id),
            seat: self.seat.parse().map_err(|e| corrupt("talk", e))?,
            text: self.text,
            at: self.at,
        })
    }
}

fn room(name: &str) -> Result<Room, StoreError> {
    Room::parse(name).ok_or_else(|| corrupt("talk", name))
}

/// The table of a match, read without any lock; none where there is no such match. One statement reads it: an
/// exchange of seats between two would turn the rooms of the teams around.
pub async fn table(conn: &mut Connection, id: MatchId) -> Result<Option<Table>, StoreError> {
    let rows = sqlx::query!(
        r#"select m.name, m.seat_count, m.status, m.exchanged,
                  s.seat as "seat?", s.account_id as "account_id?"
           from matches m left join match_seats s on s.match_id = m.id where m.id = $1"#,
        id.0,
    )
    .fetch_all(conn)
    .await?;
    let Some(first) = rows.first() else { return Ok(None) };
    let mut table = Table {
        name: first.name.clone(),
        seat_count: u8::try_from(first.seat_count).map_err(|e| corrupt("matches", e))?,
        status: MatchStatus::parse(&first.status)?,
        seats: Vec::with_capacity(rows.len()),
        exchanged: first.exchanged,
    };
    for row in rows {
        let (Some(seat), Some(account)) = (row.seat, row.account_id) else { continue };
        let seat: Seat = seat.parse().map_err(|e| corrupt("match_seats", e))?;
        table.seats.push((seat.exchanged(table.exchanged), AccountId(account)));
    }
    table.seats.sort_unstable_by_key(|(seat, _)| *seat);
    Ok(Some(table))
}

/// Says `new`, and tells open pages. False where the speaker's key was used before. Speakers of one match
/// take turns, so that numbers have no gap and nobody's reading mark passes words that are still to come.
pub async fn insert(tx: &mut Tx, new: &NewWords<'_>) -> Result<bool, StoreError> {
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended('talk ' || ($1::uuid)::text, 0))",
        new.match_id.0
    )
    .execute(&mut **tx)
    .await?;
    let done = sqlx::query!(
        "insert into talk (match_id, room, account_id, seat, text, at, key, number)
         values ($1, $2, $3, $4, $5, $6, $7,
                 (select coalesce(max(number), 0) + 1 from talk where match_id = $1 and room = $2))
         on conflict (account_id, match_id, key) do nothing",
        new.match_id.0,
        new.room.name(),
        new.account.0,
        new.seat.name(),
        new.text.as_str(),
        new.at,
        new.key,
    )
    .execute(&mut **tx)
    .await?;
    if done.rows_affected() == 0 {
        return Ok(false);
    }
    live::tell(tx, Change::Talk(new.match_id, new.room)).await?;
    Ok(true)
}

/// What `account` said in this match under `key`.
pub async fn said_under(
    conn: &mut Connection,
    account: AccountId,
    id: MatchId,
    key: Uuid,
) -> Result<Option<Words>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "select id, number, match_id, room, account_id, seat, text, at from talk
         where account_id = $1 and match_id = $2 and key = $3",
        account.0,
        id.0,
        key,
    )
    .fetch_optional(conn)
    .await?;
    row.map(Row::words).transpose()
}

/// The words of this number in a room.
pub async fn find(
    conn: &mut Connection,
    id: MatchId,
    room: Room,
    number: u64,
) -> Result<Option<Words>, StoreError> {
    let Ok(number) = i64::try_from(number) else { return Ok(None) };
    let row = sqlx::query_as!(
        Row,
        "select id, number, match_id, room, account_id, seat, text, at from talk
         where match_id = $1 and room = $2 and number = $3",
        id.0,
        room.name(),
        number,
    )
    .fetch_optional(conn)
    .await?;
    row.map(Row::words).transpose()
}

/// The words of a room, newest first, before number `before`.
pub async fn words(
    conn: &mut Connection,
    id: MatchId,
    room: Room,
    before: Option<u64>,
    limit: u32,
) -> Result<Vec<Words>, StoreError> {
    let before = before.map_or(i64::MAX, |before| i64::try_from(before).unwrap_or(i64::MAX));
    let rows = sqlx::query_as!(
        Row,
        "select id, number, match_id, room, account_id, seat, text, at from talk
         where match_id = $1 and room = $2 and number < $3 order by number desc limit $4",
        id.0,
        room.name(),
        before,
        i64::from(limit),
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(Row::words).collect()
}

/// How many words were said in these rooms of a match.
pub async fn count(conn: &mut Connection, id: MatchId, rooms: &[Room]) -> Result<u64, StoreError> {
    let rooms: Vec<String> = rooms.iter().map(|room| room.name().to_owned()).collect();
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from talk where match_id = $1 and room = any($2)"#,
        id.0,
        &rooms,
    )
    .fetch_one(conn)
    .await?;
    Ok(unsigned(count))
}

/// Everything that `account` said, oldest first, for the export of an account.
pub async fn said_by(conn: &mut Connection, account: AccountId) -> Result<Vec<Words>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "select id, number, match_id, room, account_id, seat, text, at from talk where account_id = $1 order by id",
        account.0,
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(Row::words).collect()
}

/// Numbers up to which `account` has read each room of a match.
pub async fn read_to(
    conn: &mut Connection,
    account: AccountId,
    id: MatchId,
) -> Result<HashMap<Room, u64>, StoreError> {
    let rows = sqlx::query!(
        "select room, read_to from talk_reads where account_id = $1 and match_id = $2",
        account.0,
        id.0,
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(|row| Ok((room(&row.room)?, unsigned(row.read_to)))).collect()
}

/// `account` has read this room up to `to`; marks only move forward.
pub async fn mark_read(
    conn: &mut Connection,
    account: AccountId,
    id: MatchId,
    room: Room,
    to: u64,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into talk_reads as mark (account_id, match_id, room, read_to) values ($1, $2, $3, $4)
         on conflict (account_id, match_id, room) do update set read_to = excluded.read_to
         where mark.read_to < excluded.read_to",
        account.0,
        id.0,
        room.name(),
        number(to)?,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The matches in which `account` sits and has not read something that others said, with how much. Words
/// of people whom `account` muted do not count.
pub async fn unread_of(
    conn: &mut Connection,
    account: AccountId,
) -> Result<HashMap<MatchId, Unread>, StoreError> {
    let rows = sqlx::query!(
        r#"select t.match_id,
                  count(*) filter (where t.room <> 'table') as "team!",
                  count(*) filter (where t.room = 'table') as "table!"
           from match_seats s join matches m on m.id = s.match_id
           cross join lateral
               (values ('table'),
                       (case when (s.seat in ('White1', 'Black4')) <> m.exchanged then 'first' else 'second' end))
                as hears (room)
           left join talk_reads r on r.account_id = s.account_id and r.match_id = s.match_id and r.room = hears.room
           join talk t on t.match_id = s.match_id and t.room = hears.room and t.number > coalesce(r.read_to, 0)
           where s.account_id = $1 and t.account_id <> $1
             and not exists (select from talk_mutes m where m.account_id = $1 and m.muted = t.account_id)
           group by t.match_id"#,
        account.0,
    )
    .fetch_all(conn)
    .await?;
    let unread = |team, table| Unread { team: unsigned(team), table: unsigned(table) };
    Ok(rows.into_iter().map(|row| (MatchId(row.match_id), unread(row.team, row.table))).collect())
}

/// Whom `account` has muted, in the order of muting.
pub async fn muted_by(conn: &mut Connection, account: AccountId) -> Result<Vec<AccountId>, StoreError> {
    let rows = sqlx::query_scalar!(
        "select muted from talk_mutes where account_id = $1 order by at, muted",
        account.0,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(AccountId).collect())
}

/// Folds away the words of `muted`, who is somebody else, for `account`; a second time changes nothing.
pub async fn mute(
    conn: &mut Connection,
    account: AccountId,
    muted: AccountId,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into talk_mutes (account_id, muted, at) values ($1, $2, $3) on conflict do nothing",
        account.0,
        muted.0,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Takes the muting back.
pub async fn unmute(conn: &mut Connection, account: AccountId, muted: AccountId) -> Result<(), StoreError> {
    sqlx::query!("delete from talk_mutes where account_id = $1 and muted = $2", account.0, muted.0)
        .execute(conn)
        .await?;
    Ok(())
}
