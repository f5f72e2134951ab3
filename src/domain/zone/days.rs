//! Days as a form's date fields name them, in a reader's zone.

use super::Zone;
use jiff::ToSpan;
use jiff::civil::Date;
use time::OffsetDateTime;

/// A text that names no day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write a day as year-month-day, such as 2026-12-24")]
pub struct NoSuchDay;

impl Zone {
    /// The first moment of a day such as `2026-12-24`.
    pub fn day_begins(&self, day: &str) -> Result<OffsetDateTime, NoSuchDay> {
        self.first_moment(read(day)?)
    }

    /// The first moment after a day.
    pub fn day_ends(&self, day: &str) -> Result<OffsetDateTime, NoSuchDay> {
        self.first_moment(read(day)?.checked_add(1.day()).map_err(|_| NoSuchDay)?)
    }

    /// Today, as a date field writes it.
    #[must_use]
    pub fn today(&self, now: OffsetDateTime) -> String {
        self.local(now).date().to_string()
    }

    /// A day gets its first moment from the zone's rules: not every midnight exists.
    fn first_moment(&self, day: Date) -> Result<OffsetDateTime, NoSuchDay> {
        let moment = day.to_zoned(self.0.clone()).map_err(|_| NoSuchDay)?;
        OffsetDateTime::from_unix_timestamp(moment.timestamp().as_second()).map_err(|_| NoSuchDay)
    }
}

/// Years of four digits only, as date fields send them.
fn read(day: &str) -> Result<Date, NoSuchDay> {
    let day = day.trim();
    let plain = day.len() == 10 && day.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    plain.then(|| day.parse().ok()).flatten().ok_or(NoSuchDay)
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn a_day_lasts_from_midnight_to_midnight_of_its_zone() {
        let madrid = Zone::parse("Europe/Madrid").unwrap();
        assert_eq!(madrid.day_begins("2026-12-24"), Ok(datetime!(2026-12-23 23:00 UTC)));
        assert_eq!(madrid.day_ends(" 2026-12-24 "), Ok(datetime!(2026-12-24 23:00 UTC)));
        // Summer time begins: 23 hours.
        assert_eq!(madrid.day_begins("2026-03-29"), Ok(datetime!(2026-03-28 23:00 UTC)));
        assert_eq!(madrid.day_ends("2026-03-29"), Ok(datetime!(2026-03-29 22:00 UTC)));
        assert_eq!(madrid.today(datetime!(2026-12-24 23:30 UTC)), "2026-12-25");
    }

    #[test]
    fn a_day_whose_midnight_does_not_exist_begins_when_it_begins() {
        let azores = Zone::parse("Atlantic/Azores").unwrap();
        assert_eq!(azores.day_begins("2026-03-29"), Ok(datetime!(2026-03-29 01:00 UTC)));
    }

    #[test]
    fn what_is_no_day_is_refused() {
        for text in
            ["", "24.12.2026", "2026-02-30", "2026-13-01", "+002026-1-1", "2026-12-24T10:00", "99999-01-01"]
        {
            assert_eq!(Zone::utc().day_begins(text), Err(NoSuchDay), "{text}");
        }
    }
}
