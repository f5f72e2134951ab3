//! Times as the log writes them: UTC, whole milliseconds, `2026-11-30T19:53:48.123Z` (RFC 3339).

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use time::format_description::BorrowedFormatItem;
use time::macros::format_description;
use time::{OffsetDateTime, PrimitiveDateTime, UtcOffset};

const FORM: &[BorrowedFormatItem<'_>] =
    format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");

/// The same moment in UTC, cut to the millisecond.
#[must_use]
pub fn to_millis(at: OffsetDateTime) -> OffsetDateTime {
    let at = at.to_offset(UtcOffset::UTC);
    at.replace_millisecond(at.millisecond()).unwrap_or(at)
}

/// Writes a time; for `#[serde(with = "stamp")]`.
pub fn serialize<S: serde::Serializer>(at: &OffsetDateTime, s: S) -> Result<S::Ok, S::Error> {
    at.to_offset(UtcOffset::UTC).format(FORM).map_err(serde::ser::Error::custom)?.serialize(s)
}

/// Reads a time; for `#[serde(with = "stamp")]`.
pub fn deserialize<'de, D: serde::Deserializer<'de>>(d: D) -> Result<OffsetDateTime, D::Error> {
    let text = Cow::<'de, str>::deserialize(d)?;
    let at = PrimitiveDateTime::parse(&text, FORM).map_err(serde::de::Error::custom)?;
    Ok(at.assume_utc())
}

/// A time that may be missing; for `#[serde(with = "stamp::option")]`.
pub mod option {
    use serde::{Deserialize, Serialize};
    use time::OffsetDateTime;

    #[derive(Serialize, Deserialize)]
    #[serde(transparent)]
    struct Stamp(#[serde(with = "super")] OffsetDateTime);

    /// Writes a time, or null.
    pub fn serialize<S: serde::Serializer>(at: &Option<OffsetDateTime>, s: S) -> Result<S::Ok, S::Error> {
        at.map(Stamp).serialize(s)
    }

    /// Reads a time, or null.
    pub fn deserialize<'de, D: serde::Deserializer<'de>>(d: D) -> Result<Option<OffsetDateTime>, D::Error> {
        Ok(Option::<Stamp>::deserialize(d)?.map(|Stamp(at)| at))
    }
}

/// A length of time in whole milliseconds; for `#[serde(with = "stamp::span")]`.
pub mod span {
    use serde::{Deserialize, Serialize};
    use time::Duration;

    /// Writes a length of time.
    pub fn serialize<S: serde::Serializer>(span: &Duration, s: S) -> Result<S::Ok, S::Error> {
        i64::try_from(span.whole_milliseconds()).unwrap_or(i64::MAX).serialize(s)
    }

    /// Reads a length of time.
    pub fn deserialize<'de, D: serde::Deserializer<'de>>(d: D) -> Result<Duration, D::Error> {
        i64::deserialize(d).map(Duration::milliseconds)
    }
}
