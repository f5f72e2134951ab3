//! Why talk or a note did not do what somebody asked.

use super::error::{AppError, service_failures};
use crate::domain::talk::TextError;

/// Something about talk, notes or reports that was not done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TalkError {
    /// No match has this id.
    #[error("there is no such match: check the address")]
    NoSuchMatch,
    /// No words of this number are for this reader.
    #[error("these words are not here")]
    NoSuchWords,
    /// Nobody of this name.
    #[error("no player has this name")]
    NoSuchPlayer,
    /// One's own words or name.
    #[error("this is about yourself: choose somebody else")]
    Oneself,
    /// Talk and notes are for those who sit there.
    #[error("only those who sit at this table hear what is said at it")]
    NotAtTable,
    /// A match of one board.
    #[error("there is no partner in this match: speak to the whole table")]
    NoPartner,
    /// Seats can still change.
    #[error("partners talk from the start of the game on: until then, speak to the whole table")]
    NotBegun,
    /// Called off before it began.
    #[error("this match was called off, so nobody would read it")]
    CalledOff,
    /// Nothing in it, or too much.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The same form came with other words.
    #[error("this form was already sent with other words: send it once more if these are meant too")]
    KeyReused,
    /// The service failed.
    #[error(transparent)]
    App(#[from] AppError),
}

service_failures!(TalkError);
