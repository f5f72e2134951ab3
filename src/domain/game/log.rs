//! The log that shows tampering: each entry's head covers everything before it (DESIGN §3).

use super::event::{Event, EventError};
use crate::domain::hash::Hash;
use crate::domain::ids::MatchId;
use time::OffsetDateTime;

/// One row of a match's log, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// Its number, from 1 without gaps.
    pub seq: u64,
    /// When; the same as in the public text.
    pub at: OffsetDateTime,
    /// What everybody may know, JSON, byte for byte.
    pub public: String,
    /// What only one team may know, JSON.
    pub sealed: Option<String>,
    /// 16 random bytes that keep the sealed part from being guessed.
    pub nonce: [u8; 16],
    /// The head after this entry.
    pub head: Hash,
}

/// `head_0`: the head of an empty log.
#[must_use]
pub fn first_head(match_id: MatchId) -> Hash {
    Hash::of(&[b"delirious/log/v1", match_id.0.as_bytes()])
}

/// What stands in the log for the sealed part: `SHA-256(nonce ‖ sealed)`.
#[must_use]
pub fn sealed_hash(nonce: &[u8; 16], sealed: Option<&str>) -> Hash {
    Hash::of(&[nonce, sealed.unwrap_or_default().as_bytes()])
}

/// The head after entry `seq`, given the head before it.
#[must_use]
pub fn next_head(previous: &Hash, seq: u64, public: &str, sealed_hash: &Hash) -> Hash {
    let leaf = Hash::of(&[b"delirious/leaf/v1", Hash::of(&[public.as_bytes()]).bytes(), sealed_hash.bytes()]);
    Hash::of(&[b"delirious/log/v1", previous.bytes(), &seq.to_be_bytes(), leaf.bytes()])
}

impl LogEntry {
    /// Writes an event down after the entry with head `previous`.
    pub fn seal(previous: &Hash, seq: u64, event: &Event, nonce: [u8; 16]) -> Result<Self, EventError> {
        let public = event.public_text()?;
        let sealed = event.sealed_text()?;
        let head = next_head(previous, seq, &public, &sealed_hash(&nonce, sealed.as_deref()));
        Ok(Self { seq, at: event.at, public, sealed, nonce, head })
    }

    /// The event that it writes down.
    pub fn event(&self) -> Result<Event, EventError> {
        Event::parse(&self.public, self.sealed.as_deref())
    }
}
