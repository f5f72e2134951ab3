//! Hours of a day by somebody's own clock: quiet hours, and the hour of the daily mail.
//!
//! Where the clock is put forward and an hour is missing, it counts as the moment at which the missing
//! hour ends; where it is put back and an hour comes twice, the first counts (RFC 5545 §3.3.5 does the same).

use super::Zone;
use jiff::civil;
use jiff::tz::Disambiguation;
use std::fmt;
use time::{Date, Month, OffsetDateTime};

/// A full hour of the day, 0 to 23.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hour(u8);

/// Text or a number that is no full hour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an hour is a number from 0 to 23")]
pub struct HourError;

/// Hours in which nobody wants mail: from one hour to another, over midnight where the second is earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct QuietHours {
    from: Hour,
    to: Hour,
}

/// Quiet hours without beginning or end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("quiet hours that begin and end at the same hour would never end: choose two different hours")]
pub struct QuietHoursError;

impl Hour {
    /// Eight, the hour of the daily mail for who never chose one.
    pub const MORNING: Self = Self(8);

    /// Reads `8`, `08` or `08:00`.
    pub fn parse(text: &str) -> Result<Self, HourError> {
        let hour = text.trim().trim_end_matches(":00");
        let digits = (1..=2).contains(&hour.len()) && hour.bytes().all(|b| b.is_ascii_digit());
        hour.parse::<u8>().ok().filter(|_| digits).map_or(Err(HourError), Self::try_from)
    }

    /// 0 to 23.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Every hour of a day.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..24).map(Self)
    }

    fn clock(self) -> civil::Time {
        // At most 23, so it fits.
        civil::Time::constant(i8::try_from(self.0).unwrap_or(0), 0, 0, 0)
    }
}

impl TryFrom<u8> for Hour {
    type Error = HourError;
    fn try_from(hour: u8) -> Result<Self, HourError> {
        if hour < 24 { Ok(Self(hour)) } else { Err(HourError) }
    }
}

impl fmt::Display for Hour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:00", self.0)
    }
}

impl QuietHours {
    /// From one hour to another; they must differ.
    pub fn new(from: Hour, to: Hour) -> Result<Self, QuietHoursError> {
        if from == to { Err(QuietHoursError) } else { Ok(Self { from, to }) }
    }

    /// The hour they begin.
    #[must_use]
    pub const fn from(self) -> Hour {
        self.from
    }

    /// The hour they end.
    #[must_use]
    pub const fn to(self) -> Hour {
        self.to
    }

    /// When they end, if `at` falls into them by the clock of `zone`; none otherwise.
    #[must_use]
    pub fn end(self, zone: &Zone, at: OffsetDateTime) -> Option<OffsetDateTime> {
        let clock = zone.local(at).time();
        let (from, to) = (self.from.clock(), self.to.clock());
        let within = if from < to { (from..to).contains(&clock) } else { clock >= from || clock < to };
        within.then(|| zone.next_at(self.to, at))
    }
}

impl Zone {
    /// The first moment after `at` when it is `hour` by this zone's clock.
    #[must_use]
    pub fn next_at(&self, hour: Hour, at: OffsetDateTime) -> OffsetDateTime {
        let today = self.local(at).date();
        // A day whose hour was skipped or doubled can push it beyond tomorrow, never further.
        let mut day = today;
        for _ in 0..4 {
            if let Some(moment) = self.moment(day, hour)
                && moment > at
            {
                return moment;
            }
            day = day.tomorrow().unwrap_or(day);
        }
        // The end of the calendar.
        at + time::Duration::DAY
    }

    /// The day by this zone's clock.
    #[must_use]
    pub fn day(&self, at: OffsetDateTime) -> Date {
        let day = self.local(at).date();
        let month = u8::try_from(day.month()).ok().and_then(|month| Month::try_from(month).ok());
        let read = month
            .zip(u8::try_from(day.day()).ok())
            .and_then(|(month, number)| Date::from_calendar_date(i32::from(day.year()), month, number).ok());
        read.unwrap_or(at.date())
    }

    fn moment(&self, day: civil::Date, hour: Hour) -> Option<OffsetDateTime> {
        let local = day.to_datetime(hour.clock());
        let zoned = self.0.to_ambiguous_zoned(local).disambiguate(Disambiguation::Compatible).ok()?;
        OffsetDateTime::from_unix_timestamp(zoned.timestamp().as_second()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::{date, datetime};

    fn zone(name: &str) -> Zone {
        Zone::parse(name).unwrap()
    }

    fn quiet(from: u8, to: u8) -> QuietHours {
        QuietHours::new(Hour(from), Hour(to)).unwrap()
    }

    #[test]
    fn hours_are_read_as_people_write_them() {
        for (text, hour) in [("8", 8), ("08", 8), ("08:00", 8), (" 23:00 ", 23), ("0", 0)] {
            assert_eq!(Hour::parse(text).unwrap().number(), hour, "{text}");
        }
        for bad in ["", "24", "-1", "+8", "8:30", "008", "eight"] {
            assert!(Hour::parse(bad).is_err(), "{bad}");
        }
        assert!(QuietHours::new(Hour(7), Hour(7)).is_err());
    }

    #[test]
    fn quiet_hours_over_midnight_end_in_the_morning_of_the_same_night() {
        let (night, madrid) = (quiet(22, 7), zone("Europe/Madrid"));
        let end = |at| night.end(&madrid, at);
        assert_eq!(end(datetime!(2026-12-01 20:59 UTC)), None); // 21:59
        assert_eq!(end(datetime!(2026-12-01 21:00 UTC)), Some(datetime!(2026-12-02 06:00 UTC)));
        assert_eq!(end(datetime!(2026-12-01 23:30 UTC)), Some(datetime!(2026-12-02 06:00 UTC)));
        assert_eq!(end(datetime!(2026-12-02 05:59:59 UTC)), Some(datetime!(2026-12-02 06:00 UTC)));
        assert_eq!(end(datetime!(2026-12-02 06:00 UTC)), None);
    }

    #[test]
    fn quiet_hours_within_a_day_are_those_of_the_readers_clock() {
        let (siesta, nepal) = (quiet(13, 16), zone("Asia/Kathmandu"));
        assert_eq!(siesta.end(&nepal, datetime!(2026-12-01 07:14 UTC)), None); // 12:59
        assert_eq!(
            siesta.end(&nepal, datetime!(2026-12-01 07:15 UTC)),
            Some(datetime!(2026-12-01 10:15 UTC))
        );
        assert_eq!(siesta.end(&nepal, datetime!(2026-12-01 10:15 UTC)), None);
    }

    #[test]
    fn nights_in_which_the_clock_is_put_forward_or_back_are_an_hour_shorter_or_longer() {
        let (night, madrid) = (quiet(22, 7), zone("Europe/Madrid"));
        let spring = night.end(&madrid, datetime!(2026-03-28 21:00 UTC)).unwrap();
        assert_eq!(spring, datetime!(2026-03-29 05:00 UTC)); // eight hours
        let autumn = night.end(&madrid, datetime!(2026-10-24 20:00 UTC)).unwrap();
        assert_eq!(autumn, datetime!(2026-10-25 06:00 UTC)); // ten hours
    }

    #[test]
    fn quiet_hours_that_end_in_a_missing_hour_end_when_it_is_over() {
        // In Madrid 02:00 to 03:00 is missing on 29 March 2026.
        let (quiet, madrid) = (quiet(23, 2), zone("Europe/Madrid"));
        let end = quiet.end(&madrid, datetime!(2026-03-29 00:59 UTC)).unwrap(); // 01:59
        assert_eq!(end, datetime!(2026-03-29 01:00 UTC)); // 03:00, a minute later
        assert_eq!(quiet.end(&madrid, end), None);
    }

    #[test]
    fn an_hour_that_comes_twice_is_quiet_twice() {
        // In Madrid 02:00 to 03:00 comes twice on 25 October 2026.
        let (quiet, madrid) = (quiet(2, 3), zone("Europe/Madrid"));
        for at in [datetime!(2026-10-25 00:30 UTC), datetime!(2026-10-25 01:30 UTC)] {
            assert_eq!(quiet.end(&madrid, at), Some(datetime!(2026-10-25 02:00 UTC)), "{at}");
        }
        assert_eq!(quiet.end(&madrid, datetime!(2026-10-25 02:00 UTC)), None);
    }

    #[test]
    fn a_daily_hour_comes_once_a_day_also_when_it_is_missing_or_doubled() {
        let madrid = zone("Europe/Madrid");
        let walk = |from, n| {
            let mut at = from;
            let step = |_| {
                at = madrid.next_at(Hour(2), at);
                at
            };
            (0..n).map(step).collect::<Vec<_>>()
        };
        let spring = walk(datetime!(2026-03-28 00:00 UTC), 3);
        let expected = [
            datetime!(2026-03-28 01:00 UTC),
            datetime!(2026-03-29 01:00 UTC), // 03:00, because there is no 02:00
            datetime!(2026-03-30 00:00 UTC),
        ];
        assert_eq!(spring, expected);
        let autumn = walk(datetime!(2026-10-23 12:00 UTC), 3);
        let expected = [
            datetime!(2026-10-24 00:00 UTC),
            datetime!(2026-10-25 00:00 UTC), // the first 02:00 of two
            datetime!(2026-10-26 01:00 UTC),
        ];
        assert_eq!(autumn, expected);
        let days = autumn.iter().map(|at| madrid.day(*at)).collect::<Vec<_>>();
        assert_eq!(days, [date!(2026 - 10 - 24), date!(2026 - 10 - 25), date!(2026 - 10 - 26)]);
    }

    #[test]
    fn a_day_that_a_zone_skipped_costs_nobody_the_next() {
        // Samoa had no 30 December 2011.
        let apia = zone("Pacific/Apia");
        let next = apia.next_at(Hour(8), datetime!(2011-12-29 19:00 UTC)); // 29 December 09:00
        assert_eq!((next, apia.day(next)), (datetime!(2011-12-30 18:00 UTC), date!(2011 - 12 - 31)));
    }
}
