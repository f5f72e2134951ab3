//! Chains of links: `S_L` comes from the server's secret key, each earlier link is the hash of the
//! next, and the anchor `S_0` is published before anybody sits down (DESIGN §4).

use crate::domain::hash::Hash;
use crate::domain::ids::MatchId;
use crate::domain::seat::{BoardNo, NoSuchBoard};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use std::collections::BTreeMap;
use std::fmt;

/// Links in a chain, `L` of DESIGN §4; rolls 1 to `L` each publish one.
pub const CHAIN_LENGTH: u32 = 4096;

/// The roll whose event publishes the anchor of the next chain. The rolls between it and the end of
/// the chain bring salts that nobody knew when the new anchor was fixed.
pub const ANNOUNCE_AT: u32 = 4000;

/// What a chain rolls for, `b` of DESIGN §4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub enum ChainOf {
    /// The table: seats by lot, opening gifts, rewards by dice.
    Table,
    /// One board.
    Board(BoardNo),
}

impl ChainOf {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Table, Self::Board(BoardNo::One), Self::Board(BoardNo::Two)];

    /// 0 for the table, the board's number otherwise.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::Table => 0,
            Self::Board(board) => board.number(),
        }
    }
}

impl From<ChainOf> for u8 {
    fn from(of: ChainOf) -> Self {
        of.number()
    }
}

impl TryFrom<u8> for ChainOf {
    type Error = NoSuchBoard;
    fn try_from(n: u8) -> Result<Self, NoSuchBoard> {
        if n == 0 { Ok(Self::Table) } else { BoardNo::try_from(n).map(Self::Board) }
    }
}

/// One chain of one match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChainId {
    /// The match.
    pub match_id: MatchId,
    /// What it rolls for.
    pub of: ChainOf,
    /// Its number, `c` of DESIGN §4, from 0.
    pub number: u32,
}

/// Whoever knows the links of chains: the server's key, or a cache of it.
pub trait Links {
    /// `S_i` of the chain, `i` from 0 (the anchor) to [`CHAIN_LENGTH`]; larger `i` count as that.
    fn link(&self, chain: ChainId, i: u32) -> Hash;

    /// `S_0` of the chain.
    fn anchor(&self, chain: ChainId) -> Hash {
        self.link(chain, 0)
    }
}

/// Whether `next` is the link after `link`: public data suffices.
#[must_use]
pub fn follows(link: &Hash, next: &Hash) -> bool {
    previous(next) == *link
}

/// The link before.
pub(super) fn previous(link: &Hash) -> Hash {
    Hash::of(&[b"delirious/link/v1", link.bytes()])
}

/// The server's 32 secret bytes (`DICE_KEY`). It prints nothing of itself.
#[derive(Clone)]
pub struct DiceKey([u8; 32]);

/// Text that is no key. The text itself is not repeated, it may be a secret with one digit missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a dice key is 64 hex digits (32 bytes)")]
pub struct KeyError;

impl DiceKey {
    /// The key of these bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Reads 64 hex digits.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text.trim(), &mut bytes).map_err(|_| KeyError)?;
        Ok(Self(bytes))
    }

    /// `S_L`, the secret end of the chain.
    fn last(&self, chain: ChainId) -> Hash {
        // HMAC takes keys of any length; the error type exists for other MACs.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0) else { unreachable!() };
        mac.update(b"delirious/chain/v1");
        mac.update(chain.match_id.0.as_bytes());
        mac.update(&[chain.of.number()]);
        mac.update(&chain.number.to_be_bytes());
        Hash(mac.finalize().into_bytes().into())
    }

    /// Every `step`th link of the chain, the anchor first.
    pub(super) fn every(&self, step: usize, chain: ChainId) -> Vec<Hash> {
        let backwards = std::iter::successors(Some(self.last(chain)), |link| Some(previous(link)));
        let mut links: Vec<Hash> = backwards.take(CHAIN_LENGTH as usize + 1).step_by(step).collect();
        links.reverse();
        links
    }
}

impl fmt::Debug for DiceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DiceKey(secret)")
    }
}

impl Links for DiceKey {
    fn link(&self, chain: ChainId, i: u32) -> Hash {
        (i..CHAIN_LENGTH).fold(self.last(chain), |link, _| previous(&link))
    }
}

/// A key with some chains worked out beforehand: the same answers, sooner.
#[derive(Clone, Debug)]
pub struct CachedLinks {
    key: DiceKey,
    known: BTreeMap<ChainId, Vec<Hash>>,
}

impl CachedLinks {
    /// Works out all links of `chains` (about 130 kB each).
    pub fn new(key: DiceKey, chains: impl IntoIterator<Item = ChainId>) -> Self {
        let known = chains.into_iter().map(|chain| (chain, key.every(1, chain))).collect();
        Self { key, known }
    }
}

impl Links for CachedLinks {
    fn link(&self, chain: ChainId, i: u32) -> Hash {
        let known = self.known.get(&chain).and_then(|links| links.get(i.min(CHAIN_LENGTH) as usize));
        known.copied().unwrap_or_else(|| self.key.link(chain, i))
    }
}
