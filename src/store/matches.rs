//! The read model of a match: what lists and jobs ask for without folding its log.
//!
//! Each command writes it anew from the folded state, in the transaction that appends the events.

use super::{Connection, StoreError, bytes, corrupt, number, unsigned};
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::seat::{BoardNo, Seat};
use time::OffsetDateTime;
use uuid::Uuid;

/// Where a match is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchStatus {
    /// Seats are free.
    Open,
    /// The game is on.
    Running,
    /// The game has a result.
    Over,
    /// Called off before it began.
    Cancelled,
}

/// Who may take a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinPolicy {
    /// Anybody with an account; the match stands among the open tables.
    Anyone,
    /// Whoever was invited.
    Invited,
}

/// A match as lists and jobs see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRow {
    /// The match.
    pub id: MatchId,
    /// One printable line.
    pub name: String,
    /// Where it is in its life.
    pub status: MatchStatus,
    /// `bughouse-worst-move`.
    pub preset: String,
    /// Places at the table, taken and free: 2 or 4.
    pub seat_count: u8,
    /// The time for each decision, in seconds.
    pub allowance_seconds: u64,
    /// Who opened it.
    pub opened_by: AccountId,
    /// Who may take a seat.
    pub join: JoinPolicy,
    /// The last event.
    pub seq: u64,
    /// The log's head after it.
    pub head: [u8; 32],
    /// When it was opened.
    pub opened_at: OffsetDateTime,
    /// When the game began.
    pub started_at: Option<OffsetDateTime>,
    /// When the last event happened.
    pub updated_at: OffsetDateTime,
    /// When it was over or called off.
    pub ended_at: Option<OffsetDateTime>,
    /// As the command line prints it; set exactly when it is over.
    pub result: Option<String>,
    /// When something happens next by the mere passing of time, such as a turn that runs out.
    pub next_deadline: Option<OffsetDateTime>,
    /// Opponents sit on each other's seats of the first game: so in every second game of a match.
    pub exchanged: bool,
    /// The seats that are taken, in the order of RULES §1.
    pub seats: Vec<SeatRow>,
    /// The decisions that are open now, by board.
    pub turns: Vec<TurnRow>,
}

/// A seat that is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatRow {
    /// The seat.
    pub seat: Seat,
    /// Who sits there.
    pub account: AccountId,
    /// Whether a word of theirs is asked (a draw, a pause, a substitute, a salt), besides a decision.
    pub asked: bool,
}

/// A decision that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnRow {
    /// The board.
    pub board: BoardNo,
    /// Whose army moves.
    pub mover: Seat,
    /// Who decides.
    pub decider: Seat,
    /// Who sits there.
    pub decider_account: AccountId,
    /// The event that began the turn.
    pub seq: u64,
    /// When it is due; none while its clock stands.
    pub deadline: Option<OffsetDateTime>,
}

impl MatchRow {
    /// Who sits at `seat`.
    pub fn account_at(&self, seat: Seat) -> Option<AccountId> {
        self.seats.iter().find(|taken| taken.seat == seat).map(|taken| taken.account)
    }

    /// Whether a seat of the running match is empty.
    pub fn seat_open(&self) -> bool {
        self.status == MatchStatus::Running && self.seats.len() < usize::from(self.seat_count)
    }

    /// Where `account` sits.
    pub fn seat_of(&self, account: AccountId) -> Option<Seat> {
        self.seats.iter().find(|taken| taken.account == account).map(|taken| taken.seat)
    }
}

impl MatchStatus {
    /// As the table writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Running => "running",
            Self::Over => "over",
            Self::Cancelled => "cancelled",
        }
    }

    pub(super) fn parse(name: &str) -> Result<Self, StoreError> {
        [Self::Open, Self::Running, Self::Over, Self::Cancelled]
            .into_iter()
            .find(|status| status.name() == name)
            .ok_or_else(|| corrupt("matches", name))
    }
}

impl JoinPolicy {
    /// As the table writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Anyone => "anyone",
            Self::Invited => "invited",
        }
    }

    fn parse(name: &str) -> Result<Self, StoreError> {
        match name {
            "anyone" => Ok(Self::Anyone),
            "invited" => Ok(Self::Invited),
            other => Err(corrupt("matches", other)),
        }
    }
}

/// Whether a lock waits for whoever holds it.
#[derive(Clone, Copy)]
enum Lock {
    None,
    Wait,
    SkipIfHeld,
}

/// The match, locked until the end of the transaction; none where there is no such match.
/// Read the clock after this (DESIGN §3).
pub async fn lock_match(conn: &mut Connection, id: MatchId) -> Result<Option<MatchRow>, StoreError> {
    read(conn, id, Lock::Wait).await
}

/// The match, locked, unless somebody else holds the lock: they will settle what is overdue.
pub async fn lock_match_if_free(conn: &mut Connection, id: MatchId) -> Result<Option<MatchRow>, StoreError> {
    read(conn, id, Lock::SkipIfHeld).await
}

/// The match, not locked.
pub async fn find_match(conn: &mut Connection, id: MatchId) -> Result<Option<MatchRow>, StoreError> {
    read(conn, id, Lock::None).await
}

async fn read(conn: &mut Connection, id: MatchId, lock: Lock) -> Result<Option<MatchRow>, StoreError> {
    match lock {
        Lock::None => {}
        Lock::Wait => {
            sqlx::query!("select id from matches where id = $1 for update", id.0)
                .fetch_optional(&mut *conn)
                .await?;
        }
        Lock::SkipIfHeld => {
            let free = sqlx::query!("select id from matches where id = $1 for update skip locked", id.0)
                .fetch_optional(&mut *conn)
                .await?;
            if free.is_none() {
                return Ok(None);
            }
        }
    }
    let rows = read_matches(conn, &[id.0]).await?;
    Ok(rows.into_iter().next())
}

async fn read_matches(conn: &mut Connection, ids: &[Uuid]) -> Result<Vec<MatchRow>, StoreError> {
    let rows = sqlx::query!(
        "select id, name, status, preset, seat_count, allowance_seconds, opened_by, join_policy, seq, head,
                opened_at, started_at, updated_at, ended_at, result, next_deadline, exchanged
         from matches where id = any($1)",
        ids,
    )
    .fetch_all(&mut *conn)
    .await?;
    let mut matches = Vec::with_capacity(rows.len());
    for row in rows {
        matches.push(MatchRow {
            id: MatchId(row.id),
            name: row.name,
            status: MatchStatus::parse(&row.status)?,
            preset: row.preset,
            seat_count: u8::try_from(row.seat_count).map_err(|e| corrupt("matches", e))?,
            allowance_seconds: unsigned(row.allowance_seconds),
            opened_by: AccountId(row.opened_by),
            join: JoinPolicy::parse(&row.join_policy)?,
            seq: unsigned(row.seq),
            head: bytes("matches", row.head)?,
            opened_at: row.opened_at,
            started_at: row.started_at,
            updated_at: row.updated_at,
            ended_at: row.ended_at,
            result: row.result,
            next_deadline: row.next_deadline,
            exchanged: row.exchanged,
            seats: Vec::new(),
            turns: Vec::new(),
        });
    }
    add_seats(conn, ids, &mut matches).await?;
    add_turns(conn, ids, &mut matches).await?;
    Ok(matches)
}

async fn add_seats(conn: &mut Connection, ids: &[Uuid], to: &mut [MatchRow]) -> Result<(), StoreError> {
    let rows = sqlx::query!(
        "select match_id, seat, account_id, asked from match_seats where match_id = any($1)",
        ids
    )
    .fetch_all(conn)
    .await?;
    for row in rows {
        let seat = SeatRow {
            seat: seat("match_seats", &row.seat)?,
            account: AccountId(row.account_id),
            asked: row.asked,
        };
        if let Some(found) = to.iter_mut().find(|m| m.id.0 == row.match_id) {
            found.seats.push(seat);
        }
    }
    for found in to {
        found.seats.sort_by_key(|taken| taken.seat);
    }
    Ok(())
}

async fn add_turns(conn: &mut Connection, ids: &[Uuid], to: &mut [MatchRow]) -> Result<(), StoreError> {
    let rows = sqlx::query!(
        "select match_id, board, mover, decider, decider_account, seq, deadline
         from match_turns where match_id = any($1) order by board",
        ids,
    )
    .fetch_all(conn)
    .await?;
    for row in rows {
        let board = u8::try_from(row.board).map_err(|e| corrupt("match_turns", e))?;
        let turn = TurnRow {
            board: BoardNo::try_from(board).map_err(|e| corrupt("match_turns", e))?,
            mover: seat("match_turns", &row.mover)?,
            decider: seat("match_turns", &row.decider)?,
            decider_account: AccountId(row.decider_account),
            seq: unsigned(row.seq),
            deadline: row.deadline,
        };
        if let Some(found) = to.iter_mut().find(|m| m.id.0 == row.match_id) {
            found.turns.push(turn);
        }
    }
    Ok(())
}

fn seat(table: &'static str, name: &str) -> Result<Seat, StoreError> {
    name.parse().map_err(|e| corrupt(table, e))
}

/// Writes the read model of a match, new or known, with its seats and open turns.
pub async fn save_read_model(conn: &mut Connection, row: &MatchRow) -> Result<(), StoreError> {
    save_match(conn, row).await?;
    save_seats(conn, row).await?;
    save_turns(conn, row).await
}

async fn save_match(conn: &mut Connection, row: &MatchRow) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into matches (id, name, status, preset, seat_count, allowance_seconds, opened_by, join_policy,
                              seq, head, opened_at, started_at, updated_at, ended_at, result, next_deadline,
                              seat_open, exchanged)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
         on conflict (id) do update set
             name = excluded.name, status = excluded.status, join_policy = excluded.join_policy,
             allowance_seconds = excluded.allowance_seconds, seq = excluded.seq, head = excluded.head,
             started_at = excluded.started_at, updated_at = excluded.updated_at,
             ended_at = excluded.ended_at, result = excluded.result, next_deadline = excluded.next_deadline,
             seat_open = excluded.seat_open, exchanged = excluded.exchanged",
        row.id.0,
        row.name,
        row.status.name(),
        row.preset,
        i16::from(row.seat_count),
        number(row.allowance_seconds)?,
        row.opened_by.0,
        row.join.name(),
        number(row.seq)?,
        &row.head[..],
        row.opened_at,
        row.started_at,
        row.updated_at,
        row.ended_at,
        row.result,
        row.next_deadline,
        row.seat_open(),
        row.exchanged,
    )
    .execute(conn)
    .await?;
    Ok(())
}

async fn save_seats(conn: &mut Connection, row: &MatchRow) -> Result<(), StoreError> {
    let seats: Vec<String> = row.seats.iter().map(|taken| taken.seat.name().to_owned()).collect();
    let accounts: Vec<Uuid> = row.seats.iter().map(|taken| taken.account.0).collect();
    let asked: Vec<bool> = row.seats.iter().map(|taken| taken.asked).collect();
    sqlx::query!(
        "delete from match_seats where match_id = $1
         and (seat, account_id) not in (select * from unnest($2::text[], $3::uuid[]))",
        row.id.0,
        &seats,
        &accounts,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "insert into match_seats (match_id, seat, account_id, asked)
         select $1, seat, account, asked
         from unnest($2::text[], $3::uuid[], $4::boolean[]) as taken (seat, account, asked)
         on conflict (match_id, seat) do update set asked = excluded.asked
         where match_seats.asked <> excluded.asked",
        row.id.0,
        &seats,
        &accounts,
        &asked,
    )
    .execute(conn)
    .await
    .map_err(StoreError::conflict_on("this seat"))?;
    Ok(())
}

async fn save_turns(conn: &mut Connection, row: &MatchRow) -> Result<(), StoreError> {
    sqlx::query!("delete from match_turns where match_id = $1", row.id.0).execute(&mut *conn).await?;
    for turn in &row.turns {
        sqlx::query!(
            "insert into match_turns (match_id, board, mover, decider, decider_account, seq, deadline)
             values ($1, $2, $3, $4, $5, $6, $7)",
            row.id.0,
            i16::from(turn.board.number()),
            turn.mover.name(),
            turn.decider.name(),
            turn.decider_account.0,
            number(turn.seq)?,
            turn.deadline,
        )
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}
