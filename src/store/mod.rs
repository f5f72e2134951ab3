//! All SQL. Each query is a function named for what it answers; `actions` and `jobs` call them.
//!
//! Functions take the connection of the caller's transaction (`&mut tx`) where they write or lock, and
//! the pool where they answer alone. Times come as arguments; nothing here reads a clock.

pub mod accounts;
pub mod addresses;
pub mod away;
pub mod commands;
pub mod delivery;
pub mod events;
pub mod invitations;
pub mod lists;
pub mod live;
pub mod mail_blocks;
pub mod mail_settings;
pub mod matches;
pub mod mine;
pub mod notes;
pub mod outages;
pub mod outbox;
pub mod reports;
pub mod sessions;
pub mod snapshots;
pub mod talk;
pub mod tokens;
pub mod unsubscribe;

use secrecy::{ExposeSecret, SecretString};
use sqlx::Connection as _;
use sqlx::migrate::MigrateDatabase;
use sqlx::postgres::PgPoolOptions;
use std::time::Duration;

/// Connections to PostgreSQL.
pub type Pool = sqlx::PgPool;
/// A transaction; dropped without commit, it is undone.
pub type Tx = sqlx::Transaction<'static, sqlx::Postgres>;
/// A connection on loan from the pool.
pub type PooledConnection = sqlx::pool::PoolConnection<sqlx::Postgres>;
/// One connection; a `&mut Tx` turns into it where a function asks for one.
pub type Connection = sqlx::PgConnection;

/// The size of the pool that a trial on two cores found best, and one that listens ([`live`]).
const CONNECTIONS: u32 = 10 + 1;

/// Why the store could not answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// PostgreSQL refused or could not be reached.
    #[error("the database did not answer: {0}")]
    Database(#[from] sqlx::Error),
    /// The tables could not be brought up to date.
    #[error("the database could not be migrated: {0}; `delirious migrate` must run with this version")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// Somebody else wrote this row or event first.
    #[error("{0} was written by another command first: read it again and try once more")]
    Conflict(&'static str),
    /// A row says what this version does not understand.
    #[error("the table {table} holds {what}, which this version cannot read")]
    Corrupt {
        /// The table.
        table: &'static str,
        /// What was read.
        what: String,
    },
}

impl StoreError {
    /// Whether PostgreSQL is out of reach, stopping, starting or overrun: it may answer in a minute.
    pub fn is_outage(&self) -> bool {
        use sqlx::Error::{Io, PoolClosed, PoolTimedOut, Tls};
        match self {
            Self::Database(Io(_) | PoolClosed | PoolTimedOut | Tls(_)) => true,
            // Classes of codes: no connection, no room, and the host's hand (shutting down, starting up).
            Self::Database(sqlx::Error::Database(told)) => told
                .code()
                .is_some_and(|code| ["08", "53", "57P"].iter().any(|class| code.starts_with(class))),
            _ => false,
        }
    }

    /// Makes a broken unique constraint a [`StoreError::Conflict`] about `what`.
    fn conflict_on(what: &'static str) -> impl Fn(sqlx::Error) -> Self {
        move |error| match error.as_database_error() {
            Some(database) if database.is_unique_violation() => Self::Conflict(what),
            _ => Self::Database(error),
        }
    }
}

/// A connection that rested longer is asked for a sign of life before it is used again.
const TRUSTED: Duration = Duration::from_secs(5);

/// Connects to PostgreSQL.
pub async fn connect(url: &SecretString) -> Result<Pool, StoreError> {
    let pool = PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(Duration::from_secs(5))
        // Asking always would cost a trip to the database for each query.
        .test_before_acquire(false)
        .before_acquire(|conn, rest| {
            Box::pin(async move { Ok(rest.idle_for < TRUSTED || conn.ping().await.is_ok()) })
        })
        .connect(url.expose_secret())
        .await?;
    Ok(pool)
}

/// Makes the database that `url` names, where the server has none of that name.
pub async fn create_if_missing(url: &SecretString) -> Result<(), StoreError> {
    let url = url.expose_secret();
    if !sqlx::Postgres::database_exists(url).await? {
        sqlx::Postgres::create_database(url).await?;
    }
    Ok(())
}

/// Brings the tables up to date; several processes may do it at once (sqlx takes a lock).
pub async fn migrate(pool: &Pool) -> Result<(), StoreError> {
    sqlx::migrate!().run(pool).await?;
    Ok(())
}

/// Makes all reads of a transaction, which has read nothing yet, see one moment of the database.
pub async fn freeze(tx: &mut Tx) -> Result<(), StoreError> {
    sqlx::query!("set transaction isolation level repeatable read").execute(&mut **tx).await?;
    Ok(())
}

/// A count or seq as PostgreSQL keeps it.
fn number(n: u64) -> Result<i64, StoreError> {
    i64::try_from(n).map_err(|e| StoreError::Database(sqlx::Error::Encode(e.into())))
}

/// A count or seq that PostgreSQL kept, where a check holds it above zero.
const fn unsigned(n: i64) -> u64 {
    n.unsigned_abs()
}

fn bytes<const N: usize>(table: &'static str, bytes: Vec<u8>) -> Result<[u8; N], StoreError> {
    bytes.try_into().map_err(|b: Vec<u8>| corrupt(table, format!("{} bytes where {N} belong", b.len())))
}

fn corrupt(table: &'static str, what: impl std::fmt::Display) -> StoreError {
    StoreError::Corrupt { table, what: what.to_string() }
}
