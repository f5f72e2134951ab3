//! All SQL. Each query is a function named for what it answers; `actions` and `jobs` call them.
//!
//! Functions take the connection of the caller's transaction (`&mut tx`) where they write or lock, and
//! the pool where they answer alone. Times come as arguments; nothing here reads a clock.

pub mod outbox;

use secrecy::{ExposeSecret, SecretString};
use sqlx::postgres::PgPoolOptions;
use std::time::Duration;

/// Connections to PostgreSQL.
pub type Pool = sqlx::PgPool;
/// A transaction; dropped without commit, it is undone.
pub type Tx = sqlx::Transaction<'static, sqlx::Postgres>;
/// One connection; a `&mut Tx` turns into it where a function asks for one.
pub type Connection = sqlx::PgConnection;

/// The size of the pool that a trial on two cores found best.
const CONNECTIONS: u32 = 10;

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

/// Connects to PostgreSQL.
pub async fn connect(url: &SecretString) -> Result<Pool, StoreError> {
    let pool = PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(Duration::from_secs(5))
        .connect(url.expose_secret())
        .await?;
    Ok(pool)
}

/// Brings the tables up to date; several processes may do it at once (sqlx takes a lock).
pub async fn migrate(pool: &Pool) -> Result<(), StoreError> {
    sqlx::migrate!().run(pool).await?;
    Ok(())
}
