//! What the players add to the dice: salts, seals on salts, and the transcript of all of them.

use super::chain::ChainOf;
use crate::domain::hash::Hash;
use crate::domain::ids::MatchId;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most bytes a salt may have.
pub const MAX_SALT: usize = 1024;

/// What a player adds to the dice with one decision: 0 to [`MAX_SALT`] bytes, public for ever.
/// Written as hex.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Salt(Vec<u8>);

/// Bytes or text that are no salt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SaltError {
    /// Too many bytes.
    #[error("a salt has at most {MAX_SALT} bytes, this one has {0}: shorten it")]
    TooLong(usize),
    /// No hex.
    #[error("a salt is written as pairs of hex digits")]
    NotHex,
}

impl Salt {
    /// A salt of these bytes.
    pub fn new(bytes: Vec<u8>) -> Result<Self, SaltError> {
        if bytes.len() > MAX_SALT { Err(SaltError::TooLong(bytes.len())) } else { Ok(Self(bytes)) }
    }

    /// Reads hex digits; no digits are the empty salt.
    pub fn parse(text: &str) -> Result<Self, SaltError> {
        Self::new(hex::decode(text).map_err(|_| SaltError::NotHex)?)
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The seal that a player sets on it by sending it as `next` with the salt before.
    #[must_use]
    pub fn seal(&self) -> Hash {
        Hash::of(&[b"delirious/commit/v1", &self.0])
    }
}

impl fmt::Display for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(&self.0))
    }
}

impl fmt::Debug for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Salt({self})")
    }
}

impl Serialize for Salt {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Salt {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        Self::parse(&std::borrow::Cow::<'de, str>::deserialize(d)?).map_err(serde::de::Error::custom)
    }
}

/// All salts of a board (or of the table) so far, hashed: `T` of DESIGN §4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Transcript(Hash);

impl Transcript {
    /// `T_0`: no salt yet.
    #[must_use]
    pub fn start(match_id: MatchId, of: ChainOf) -> Self {
        Self(Hash::of(&[b"delirious/salt/v1", match_id.0.as_bytes(), &[of.number()]]))
    }

    /// `T_j` from `T_{j-1}`.
    #[must_use]
    pub fn with(self, salt: &Salt) -> Self {
        // A salt has at most MAX_SALT bytes, so its length fits.
        let length = u16::try_from(salt.0.len()).unwrap_or(u16::MAX);
        Self(Hash::of(&[self.0.bytes(), &length.to_be_bytes(), &salt.0]))
    }

    /// The hash itself.
    #[must_use]
    pub const fn hash(self) -> Hash {
        self.0
    }
}
