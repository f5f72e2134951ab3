//! Where a page of a list begins: the key of the last row of the page before (keyset paging).

use super::ids::MatchId;
use std::fmt;
use std::str::FromStr;
use time::{Duration, OffsetDateTime};

/// The place of a match in a list that runs from newest to oldest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PageKey {
    /// The time the list is sorted by, in whole milliseconds.
    pub at: OffsetDateTime,
    /// Tells matches of one time apart.
    pub id: MatchId,
}

/// A text that is no page key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this page address is broken: start again from the first page")]
pub struct BadPageKey;

impl fmt::Display for PageKey {
    /// `1796040000000.018f…`: milliseconds since 1970, a full stop, the match; fit for an address.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.at.unix_timestamp_nanos().div_euclid(1_000_000), self.id.0.simple())
    }
}

impl FromStr for PageKey {
    type Err = BadPageKey;

    fn from_str(text: &str) -> Result<Self, BadPageKey> {
        /// The year 9999; nothing later is a time of ours.
        const LATEST: i64 = 253_402_300_799_000;
        let (millis, id) = text.split_once('.').ok_or(BadPageKey)?;
        let millis: i64 = millis.parse().map_err(|_| BadPageKey)?;
        if !(0..=LATEST).contains(&millis) {
            return Err(BadPageKey);
        }
        let at = OffsetDateTime::UNIX_EPOCH + Duration::milliseconds(millis);
        let id = uuid::Uuid::try_parse(id).map_err(|_| BadPageKey)?;
        Ok(Self { at, id: MatchId(id) })
    }
}

/// Where a match stands in the list of a player's own: what wants the player most comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shelf {
    /// A decision is the player's.
    YourTurn,
    /// The player's word is asked: a draw, a pause, a substitute.
    YourWord,
    /// It runs without the player for now.
    Running,
    /// It waits for players.
    Open,
    /// It has a result.
    Over,
}

impl Shelf {
    /// All of them, in the order of the list.
    pub const ALL: [Self; 5] = [Self::YourTurn, Self::YourWord, Self::Running, Self::Open, Self::Over];

    /// Its number in the order, from 0.
    #[must_use]
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// The shelf of a number.
    #[must_use]
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|shelf| shelf.number() == number)
    }
}

/// The place of a match in the list of a player's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MineKey {
    /// The shelf.
    pub shelf: Shelf,
    /// The place on it: microseconds since 1970, negative where the latest comes first, the greatest number
    /// where there is no time.
    pub place: i64,
    /// Tells matches of one place apart.
    pub id: MatchId,
}

impl fmt::Display for MineKey {
    /// `0.1796040000000000.018f…`, fit for an address.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.shelf.number(), self.place, self.id.0.simple())
    }
}

impl FromStr for MineKey {
    type Err = BadPageKey;

    fn from_str(text: &str) -> Result<Self, BadPageKey> {
        let mut parts = text.splitn(3, '.');
        let mut part = || parts.next().ok_or(BadPageKey);
        let (shelf, place, id) = (part()?, part()?, part()?);
        let shelf = shelf.parse().ok().and_then(Shelf::from_number).ok_or(BadPageKey)?;
        let place = place.parse().map_err(|_| BadPageKey)?;
        let id = uuid::Uuid::try_parse(id).map_err(|_| BadPageKey)?;
        Ok(Self { shelf, place, id: MatchId(id) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn a_key_survives_the_address_bar() {
        let key = PageKey {
            at: datetime!(2026-11-30 12:00:00.123 UTC),
            id: MatchId(uuid::Uuid::from_u128(0x018f_0000)),
        };
        assert_eq!(key.to_string().parse(), Ok(key));
    }

    #[test]
    fn a_place_among_ones_own_survives_it_too() {
        let id = MatchId(uuid::Uuid::from_u128(0x018f_0000));
        for (shelf, place) in Shelf::ALL.into_iter().zip([0, 1, i64::MAX, -5, i64::MIN]) {
            let key = MineKey { shelf, place, id };
            assert_eq!(key.to_string().parse(), Ok(key));
        }
        for text in ["", "0", "0.1", "5.1.00000000000000000000000000000001", "0.x.1", "0.1.2", "-1.0.1"] {
            assert_eq!(text.parse::<MineKey>(), Err(BadPageKey), "{text}");
        }
    }

    #[test]
    fn broken_keys_are_refused() {
        for text in
            ["", ".", "1", "1.", "x.018f", "-1.00000000000000000000000000000000", "99999999999999999.0"]
        {
            assert_eq!(text.parse::<PageKey>(), Err(BadPageKey), "{text}");
        }
    }
}
