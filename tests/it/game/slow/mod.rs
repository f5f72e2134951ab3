//! Slow games: clocks that stand, absence, words, and what time brings by itself (RULES §5, §12).

mod banks;
mod deeds;
mod draws;
mod forged;
mod hurry;
mod outages;
mod pauses;
mod random;
mod substitutes;
mod vacations;

pub use forged::{events, forged};

use super::story::Story;
use delirious::domain::game::Lapse;
use time::Duration;

/// Two boards without dice; both Whites decide, with three days.
fn classic() -> Story {
    Story::started("classic-bughouse", Lapse::Forfeit)
}

fn days(n: i64) -> Duration {
    Duration::days(n)
}

fn hours(n: i64) -> Duration {
    Duration::hours(n)
}

const MS: Duration = Duration::MILLISECOND;
