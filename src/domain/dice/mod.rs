//! Dice that are committed before and can be checked at once (DESIGN §4).
//!
//! | file | what |
//! | --- | --- |
//! | `chain` | the server's secret key, the chains of links that grow from it, their anchors |
//! | `kept` | the same with a memory, for a server |
//! | `salt` | what the players add: salts, their seals, the transcript of a board |
//! | `roll` | from link and transcript to numbers |
//! | `seal` | who sealed what when, and the mark *sealed* or *open* of a roll |
//!
//! Pure: keys, salts and links are arguments.

mod chain;
mod kept;
mod roll;
mod salt;
mod seal;

pub use chain::{
    ANNOUNCE_AT, CHAIN_LENGTH, CachedLinks, ChainId, ChainOf, DiceKey, KeyError, Links, follows,
};
pub use kept::KeptLinks;
pub use roll::{Draws, roll_seed};
pub use salt::{MAX_SALT, Salt, SaltError, Transcript};
pub use seal::{DrawnBy, Mark, SealBook};
