//! The time zone of a reader, and times in words as that reader's clock shows them.
//!
//! Pure: the zone rules are bundled with the program, "now" is an argument. Words are English,
//! days run from Monday to Sunday, hours from 0 to 23.

mod days;
mod hours;

pub use days::NoSuchDay;
pub use hours::{Hour, HourError, QuietHours, QuietHoursError};

use jiff::Timestamp;
use jiff::civil::Weekday;
use jiff::tz::TimeZone;
use std::fmt;
use time::OffsetDateTime;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A time zone by its IANA name, such as `Europe/Madrid`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone(TimeZone);

/// A text that names no time zone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no time zone is called {0:?}: give a name such as Europe/Madrid, America/Bogota or UTC")]
pub struct ZoneError(pub String);

impl Zone {
    /// Coordinated universal time, for readers whose zone is unknown.
    #[must_use]
    pub fn utc() -> Self {
        Self(TimeZone::UTC)
    }

    /// Reads an IANA name, in any case, without regard to blanks around it.
    pub fn parse(text: &str) -> Result<Self, ZoneError> {
        let name = text.trim();
        if name.is_empty() || name.len() > 64 {
            return Err(ZoneError(text.chars().take(64).collect()));
        }
        TimeZone::get(name).map(Self).map_err(|_| ZoneError(name.to_owned()))
    }

    /// The IANA name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.iana_name().unwrap_or("UTC")
    }

    /// Every name that [`Zone::parse`] knows, sorted, for a list to choose from.
    #[must_use]
    pub fn names() -> Vec<String> {
        let mut names: Vec<String> =
            jiff::tz::db().available().map(|name| name.as_str().to_owned()).collect();
        names.sort_unstable();
        names
    }

    /// A deadline as one would say it now: `today 18:40`, `tomorrow 09:00`, `Thursday 18:40` within a week,
    /// `Thursday 24 December 18:40` beyond.
    #[must_use]
    pub fn deadline(&self, at: OffsetDateTime, now: OffsetDateTime) -> String {
        let (then, today) = (self.local(at), self.local(now).date());
        let days = today.until(then.date()).map_or(i32::MAX, |span| span.get_days());
        let clock = clock(&then);
        match days {
            0 => format!("today {clock}"),
            1 => format!("tomorrow {clock}"),
            2..=6 => format!("{} {clock}", weekday(&then)),
            _ if then.date().year() == today.year() => {
                format!("{} {} {clock}", weekday(&then), day_month(&then))
            }
            _ => format!("{} {} {} {clock}", weekday(&then), day_month(&then), then.year()),
        }
    }

    /// A moment in full: `Thursday 3 December 2026, 18:40`.
    #[must_use]
    pub fn full(&self, at: OffsetDateTime) -> String {
        let then = self.local(at);
        format!("{} {} {}, {}", weekday(&then), day_month(&then), then.year(), clock(&then))
    }

    /// A day: `3 December 2026`.
    #[must_use]
    pub fn date(&self, at: OffsetDateTime) -> String {
        let then = self.local(at);
        format!("{} {}", day_month(&then), then.year())
    }

    /// A moment for lists and logs: `3 Dec 18:40`.
    #[must_use]
    pub fn short(&self, at: OffsetDateTime) -> String {
        let then = self.local(at);
        let month = month(&then).get(..3).unwrap_or_default();
        format!("{} {month} {}", then.day(), clock(&then))
    }

    fn local(&self, at: OffsetDateTime) -> jiff::Zoned {
        let stamp = Timestamp::from_second(at.unix_timestamp()).unwrap_or(if at.unix_timestamp() < 0 {
            Timestamp::MIN
        } else {
            Timestamp::MAX
        });
        stamp.to_zoned(self.0.clone())
    }
}

impl Default for Zone {
    fn default() -> Self {
        Self::utc()
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Zone {
    type Err = ZoneError;
    fn from_str(text: &str) -> Result<Self, ZoneError> {
        Self::parse(text)
    }
}

/// The time from `now` to `deadline` in words, its two largest units: `2 d 23 h`, `3 h 12 min`, `12 min`,
/// `under a minute`, `time is out`. Rounded down, so that nobody is promised more than there is.
#[must_use]
pub fn time_left(deadline: OffsetDateTime, now: OffsetDateTime) -> String {
    match u64::try_from((deadline - now).whole_seconds()) {
        Ok(seconds) if seconds > 0 => span_words(seconds),
        _ => "time is out".to_owned(),
    }
}

/// A span of time in its two largest units, as [`time_left`] says it.
#[must_use]
pub fn span_words(seconds: u64) -> String {
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    match (days, hours, minutes) {
        (0, 0, 0) => "under a minute".to_owned(),
        (0, 0, m) => format!("{m} min"),
        (0, h, 0) => format!("{h} h"),
        (0, h, m) => format!("{h} h {m} min"),
        (d, 0, _) => format!("{d} d"),
        (d, h, _) => format!("{d} d {h} h"),
    }
}

/// A length of time in words, for allowances: `3 days`, `36 hours`, `1 day`.
#[must_use]
pub fn duration_words(seconds: u64) -> String {
    let (n, unit) = match seconds {
        s if s > 0 && s % 86_400 == 0 => (s / 86_400, "day"),
        s if s > 0 && s % 3600 == 0 => (s / 3600, "hour"),
        s => (s.div_ceil(60), "minute"),
    };
    if n == 1 { format!("1 {unit}") } else { format!("{n} {unit}s") }
}

/// `1 day`, `7 days`.
#[must_use]
pub fn days_words(days: u16) -> String {
    if days == 1 { "1 day".to_owned() } else { format!("{days} days") }
}

fn clock(then: &jiff::Zoned) -> String {
    format!("{:02}:{:02}", then.hour(), then.minute())
}

fn month(then: &jiff::Zoned) -> &'static str {
    usize::try_from(then.month() - 1).ok().and_then(|i| MONTHS.get(i)).copied().unwrap_or_default()
}

fn day_month(then: &jiff::Zoned) -> String {
    format!("{} {}", then.day(), month(then))
}

fn weekday(then: &jiff::Zoned) -> &'static str {
    match then.weekday() {
        Weekday::Monday => "Monday",
        Weekday::Tuesday => "Tuesday",
        Weekday::Wednesday => "Wednesday",
        Weekday::Thursday => "Thursday",
        Weekday::Friday => "Friday",
        Weekday::Saturday => "Saturday",
        Weekday::Sunday => "Sunday",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    fn madrid() -> Zone {
        Zone::parse("Europe/Madrid").unwrap()
    }

    #[test]
    fn names_are_read_in_any_case_and_nonsense_is_refused() {
        assert_eq!(Zone::parse(" europe/madrid ").unwrap().name(), "Europe/Madrid");
        assert_eq!(Zone::parse("UTC").unwrap().name(), "UTC");
        for bad in ["", "Mars/Olympus", "../etc/passwd", &"x".repeat(2000)] {
            assert!(Zone::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_list_holds_only_names_that_can_be_read() {
        let names = Zone::names();
        assert!(names.len() > 300);
        assert!(names.iter().all(|name| Zone::parse(name).is_ok()));
    }

    #[test]
    fn a_deadline_is_said_as_people_say_it() {
        let now = datetime!(2026-12-01 12:00 UTC);
        let say = |at| madrid().deadline(at, now);
        assert_eq!(say(datetime!(2026-12-01 17:40 UTC)), "today 18:40");
        assert_eq!(say(datetime!(2026-12-01 23:30 UTC)), "tomorrow 00:30");
        assert_eq!(say(datetime!(2026-12-03 17:40 UTC)), "Thursday 18:40");
        assert_eq!(say(datetime!(2026-12-24 17:40 UTC)), "Thursday 24 December 18:40");
        assert_eq!(say(datetime!(2027-01-07 17:40 UTC)), "Thursday 7 January 2027 18:40");
        assert_eq!(say(datetime!(2026-11-30 17:40 UTC)), "Monday 30 November 18:40");
    }

    #[test]
    fn the_hour_changes_with_summer_time_and_the_time_left_does_not() {
        let now = datetime!(2026-03-27 20:00 UTC);
        let deadline = datetime!(2026-03-30 20:00 UTC);
        assert_eq!(madrid().deadline(now, now), "today 21:00");
        assert_eq!(madrid().deadline(deadline, now), "Monday 22:00");
        assert_eq!(time_left(deadline, now), "3 d");
        let autumn = datetime!(2026-10-25 00:30 UTC);
        assert_eq!(madrid().short(autumn), "25 Oct 02:30");
        assert_eq!(madrid().short(autumn + time::Duration::hours(1)), "25 Oct 02:30");
        assert_eq!(madrid().short(autumn + time::Duration::hours(2)), "25 Oct 03:30");
    }

    #[test]
    fn zones_without_whole_hours_keep_their_minutes() {
        let nepal = Zone::parse("Asia/Kathmandu").unwrap();
        assert_eq!(nepal.full(datetime!(2026-12-03 12:55 UTC)), "Thursday 3 December 2026, 18:40");
        assert_eq!(nepal.date(datetime!(2026-12-31 20:00 UTC)), "1 January 2027");
    }

    #[test]
    fn time_left_never_promises_more_than_there_is() {
        let now = datetime!(2026-12-01 12:00 UTC);
        let left = |seconds| time_left(now + time::Duration::seconds(seconds), now);
        assert_eq!(left(3 * 86_400 - 1), "2 d 23 h");
        assert_eq!(left(3 * 86_400), "3 d");
        assert_eq!(left(3600 + 120 + 59), "1 h 2 min");
        assert_eq!(left(7200), "2 h");
        assert_eq!(left(61), "1 min");
        assert_eq!(left(59), "under a minute");
        assert_eq!(left(0), "time is out");
        assert_eq!(left(-5), "time is out");
    }

    #[test]
    fn allowances_are_read_in_their_largest_whole_unit() {
        assert_eq!(duration_words(86_400), "1 day");
        assert_eq!(duration_words(3 * 86_400), "3 days");
        assert_eq!(duration_words(36 * 3600), "36 hours");
        assert_eq!(duration_words(90), "2 minutes");
    }
}
