//! From a link and a transcript to numbers that anybody can work out again.

use super::chain::ChainId;
use super::salt::Transcript;
use crate::domain::hash::Hash;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The seed of roll `k` of a chain, given its link `S_k` and the salts so far.
#[must_use]
pub fn roll_seed(chain: ChainId, k: u32, link: &Hash, transcript: Transcript) -> Hash {
    Hash::of(&[
        b"delirious/roll/v1",
        chain.match_id.0.as_bytes(),
        &[chain.of.number()],
        &chain.number.to_be_bytes(),
        &k.to_be_bytes(),
        link.bytes(),
        transcript.hash().bytes(),
    ])
}

/// The numbers of one roll, drawn one after the other.
#[derive(Clone, Debug)]
pub struct Draws(ChaCha20Rng);

impl Draws {
    /// The numbers that grow from a seed.
    #[must_use]
    pub fn from_seed(seed: &Hash) -> Self {
        Self(ChaCha20Rng::from_seed(*seed.bytes()))
    }

    /// A number below `n`, each equally likely; 0 where `n` is 0. Values past the last whole
    /// multiple of `n` are drawn again.
    pub fn below(&mut self, n: u32) -> u32 {
        if n == 0 {
            return 0;
        }
        let whole = (1_u64 << 32) / u64::from(n) * u64::from(n);
        loop {
            let drawn = self.0.next_u32();
            if u64::from(drawn) < whole {
                return drawn % n;
            }
        }
    }

    /// A die, 1 to 6.
    pub fn die(&mut self) -> u8 {
        // Below 6, so the conversion cannot lose anything.
        u8::try_from(self.below(6)).unwrap_or(0) + 1
    }
}
