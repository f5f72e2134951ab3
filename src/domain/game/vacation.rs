//! One player's vacations: planned, running, and how much of the year's days is used (RULES §12).

use super::bank::VacationDays;
use super::clock::plus;
use crate::domain::stamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use time::{Date, Duration, Month, OffsetDateTime, Time};

/// What one player has planned and used. A new player of the seat begins with a new book.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::domain) struct LeaveBook {
    /// The one for later.
    pub planned: Option<Plan>,
    /// The one that runs.
    pub running: Option<Leave>,
    /// Whether a day is used by itself when the time runs out.
    pub automatic: bool,
    /// What earlier ones used of each year's days.
    used: BTreeMap<i32, Duration>,
}

/// A vacation for later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::domain) struct Plan {
    #[serde(with = "stamp")]
    pub from: OffsetDateTime,
    #[serde(with = "stamp")]
    pub until: OffsetDateTime,
}

/// A vacation that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::domain) struct Leave {
    #[serde(with = "stamp")]
    pub began: OffsetDateTime,
    #[serde(with = "stamp")]
    pub until: OffsetDateTime,
    /// Begun by itself, for as long as the decision is open.
    pub automatic: bool,
}

/// The part of a span that lies in each calendar year (UTC).
fn by_year(from: OffsetDateTime, until: OffsetDateTime) -> Vec<(i32, Duration)> {
    let mut parts = Vec::new();
    let mut at = from;
    while at < until {
        let next = Date::from_calendar_date(at.year().saturating_add(1), Month::January, 1);
        let end = next.map_or(until, |date| date.with_time(Time::MIDNIGHT).assume_utc().min(until));
        parts.push((at.year(), end - at));
        at = end;
    }
    parts
}

impl LeaveBook {
    /// What is left of a year's days, what runs and what is planned counted as used.
    pub fn left(&self, year: i32, days: VacationDays) -> Duration {
        let planned = self.planned.map(|plan| (plan.from, plan.until));
        let running = self.running.map(|leave| (leave.began, leave.until));
        self.left_beside(year, days, running.into_iter().chain(planned))
    }

    fn left_beside(
        &self,
        year: i32,
        days: VacationDays,
        spans: impl Iterator<Item = (OffsetDateTime, OffsetDateTime)>,
    ) -> Duration {
        let taken = spans.flat_map(|(from, until)| by_year(from, until)).filter(|(y, _)| *y == year);
        let used = self.used.get(&year).copied().unwrap_or_default();
        let taken = taken.fold(used, |sum, (_, part)| sum.saturating_add(part));
        (days.duration() - taken).max(Duration::ZERO)
    }

    /// The first year whose days do not suffice for a vacation in place of the planned one, and the
    /// whole days that are left in it. A day that runs by itself would give way to it.
    pub fn too_much(
        &self,
        from: OffsetDateTime,
        until: OffsetDateTime,
        days: VacationDays,
    ) -> Option<(i32, u16)> {
        let running = self.running.map(|leave| (leave.began, leave.until.min(from)));
        by_year(from, until).into_iter().find_map(|(year, part)| {
            let left = self.left_beside(year, days, running.into_iter());
            (part > left).then(|| (year, u16::try_from(left.whole_days()).unwrap_or(0)))
        })
    }

    /// Whether a whole day from `at` on could begin by itself.
    pub fn affords_a_day(&self, at: OffsetDateTime, days: VacationDays) -> bool {
        let parts = || by_year(at, plus(at, Duration::DAY));
        self.automatic && parts().into_iter().all(|(year, part)| part <= self.left(year, days))
    }

    /// The running vacation is over: what was spent is charged.
    pub fn end(&mut self, at: OffsetDateTime) -> Option<Leave> {
        let leave = self.running.take()?;
        for (year, part) in by_year(leave.began, at.min(leave.until)) {
            let used = self.used.entry(year).or_default();
            *used = used.saturating_add(part);
        }
        Some(leave)
    }
}
