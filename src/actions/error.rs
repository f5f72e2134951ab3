//! What can go wrong in any action, whatever it was asked to do. Refusals that somebody can mend are
//! variants of each action's own error.

use crate::domain::ids::MatchId;
use crate::store::StoreError;

/// The service could not do it; the person who asked did nothing wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AppError {
    /// PostgreSQL.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Too many passwords are being checked at once (503).
    #[error("too many people are logging in right now: try again in a minute")]
    Busy,
    /// A stored password hash cannot be read, or hashing failed.
    #[error("a password could not be hashed: {0}")]
    Hashing(String),
    /// A log that does not fold.
    #[error("the log of match {match_id} is damaged: {why}")]
    Corrupt {
        /// The match.
        match_id: MatchId,
        /// What is wrong with it.
        why: String,
    },
    /// An event or a state could not be written down, which only a defect can cause.
    #[error("this could not be written down: {0}")]
    Unwritable(String),
    /// A task of the service was cut off.
    #[error("a task was cut off: {0}")]
    Cut(#[from] tokio::task::JoinError),
}

impl AppError {
    /// Whether the database is away for the moment, so that trying again later makes sense.
    pub fn is_outage(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_outage())
    }
}

impl From<sqlx::Error> for AppError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// Lets `?` turn what the store answers into the variant `App` of an action's own error.
macro_rules! service_failures {
    ($error:ty) => {
        impl From<crate::store::StoreError> for $error {
            fn from(error: crate::store::StoreError) -> Self {
                Self::App(error.into())
            }
        }

        impl From<sqlx::Error> for $error {
            fn from(error: sqlx::Error) -> Self {
                Self::App(error.into())
            }
        }
    };
}
pub(super) use service_failures;
