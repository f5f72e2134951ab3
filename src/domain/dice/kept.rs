//! A key that remembers some links of the chains that it was asked for lately: the next link is some
//! dozens of hashes away instead of thousands.

use super::chain::{CHAIN_LENGTH, ChainId, DiceKey, Links, previous};
use crate::domain::hash::Hash;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Every so-manyth link is kept, the anchor included: 65 links, 2 kB for each chain.
const APART: usize = 64;

/// Chains in a generation; when the young one is full the old one is forgotten. At most 5 MB in all.
const GENERATION: usize = 1024;

/// Some links of one chain, in order from the anchor on.
type Marks = Arc<[Hash]>;

/// A key with a bounded memory. It gives the answers of the key, and prints nothing of itself.
pub struct KeptLinks {
    key: DiceKey,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    young: BTreeMap<ChainId, Marks>,
    old: BTreeMap<ChainId, Marks>,
}

impl Kept {
    fn find(&mut self, chain: ChainId) -> Option<Marks> {
        if let Some(marks) = self.young.get(&chain) {
            return Some(marks.clone());
        }
        let marks = self.old.remove(&chain)?;
        self.keep(chain, marks.clone());
        Some(marks)
    }

    fn keep(&mut self, chain: ChainId, marks: Marks) {
        if self.young.len() >= GENERATION {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(chain, marks);
    }
}

impl KeptLinks {
    /// A key that remembers nothing yet.
    #[must_use]
    pub fn new(key: DiceKey) -> Self {
        Self { key, kept: Mutex::default() }
    }

    /// The kept links of a chain, worked out if need be; without the lock, since that takes a while.
    fn marks(&self, chain: ChainId) -> Marks {
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(marks) = kept().find(chain) {
            return marks;
        }
        let marks: Marks = self.key.every(APART, chain).into();
        kept().keep(chain, marks.clone());
        marks
    }
}

impl Links for KeptLinks {
    fn link(&self, chain: ChainId, i: u32) -> Hash {
        let i = i.min(CHAIN_LENGTH) as usize;
        let place = i.div_ceil(APART);
        match self.marks(chain).get(place) {
            Some(mark) => (i..place * APART).fold(*mark, |link, _| previous(&link)),
            None => self.key.link(chain, CHAIN_LENGTH),
        }
    }
}

impl fmt::Debug for KeptLinks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeptLinks(secret)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::dice::ChainOf;
    use crate::domain::ids::MatchId;
    use uuid::Uuid;

    fn chain(number: u32) -> ChainId {
        ChainId { match_id: MatchId(Uuid::nil()), of: ChainOf::Table, number }
    }

    #[test]
    fn every_link_is_the_keys_own() {
        let key = DiceKey::from_bytes([3; 32]);
        let kept = KeptLinks::new(key.clone());
        for i in [0, 1, 2, 63, 64, 65, 127, 128, 129, 4000, 4031, 4032, 4033, 4095, 4096, 4097, u32::MAX] {
            assert_eq!(kept.link(chain(0), i), key.link(chain(0), i), "link {i}");
        }
        assert_eq!(kept.anchor(chain(1)), key.anchor(chain(1)), "another chain");
    }

    #[test]
    fn the_memory_is_bounded_and_what_is_used_stays() {
        let marks: Marks = vec![Hash([0; 32])].into();
        let mut kept = Kept::default();
        kept.keep(chain(0), marks.clone());
        for number in 1..5000 {
            kept.keep(chain(number), marks.clone());
            assert!(kept.find(chain(0)).is_some(), "after chain {number}");
            assert!(kept.young.len() <= GENERATION && kept.old.len() <= GENERATION);
        }
        assert!(kept.find(chain(1)).is_none(), "long unused");
    }
}
