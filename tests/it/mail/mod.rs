//! Mail: what letters say, how they travel, and that none is lost, doubled or misdirected.

mod fixture;
mod letters;
mod snapshot;
mod transport;
