//! Clocks: how much time a decider has left, and when it runs (RULES §12).
//!
//! A clock is changed by events alone. Between two events it either runs or stands:
//!
//! | what | stands | until |
//! | --- | --- | --- |
//! | the decider's vacation, planned or automatic | the decider's clock | it ends |
//! | a pause | all clocks | it ends |
//! | an empty seat anywhere | all clocks | a substitute sits down, or the seat resigns |
//! | the three-move rule: a hurried decider is on vacation, or the match pauses | the clock of the partner's board, which takes no move either | that decision is made |
//! | an outage of the service | all clocks, in that span | – (the span is cut out of every count) |
//! | waiting for a piece | there is no decision, so no clock | a move is there |
//!
//! A clock that runs has the deadline `since + left`, outages cut out; one that stands has none.

use crate::domain::stamp;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime, PrimitiveDateTime};

/// The time that one decider has for one decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::domain) struct Clock {
    /// What was left at `since`.
    #[serde(with = "stamp::span")]
    left: Duration,
    /// When it was last measured: started, stopped, or changed.
    #[serde(with = "stamp")]
    since: OffsetDateTime,
    runs: bool,
}

impl Clock {
    /// A clock that starts to run.
    pub fn start(left: Duration, at: OffsetDateTime) -> Self {
        Self { left, since: at, runs: true }
    }

    /// What is left at a moment; never less than nothing, nor more than at the last change.
    pub fn left_at(&self, at: OffsetDateTime, outages: &Outages) -> Duration {
        if self.runs { (self.left - outages.elapsed(self.since, at)).max(Duration::ZERO) } else { self.left }
    }

    /// The first moment that is too late; none while it stands.
    pub fn deadline(&self, outages: &Outages) -> Option<OffsetDateTime> {
        self.runs.then(|| outages.after(self.since, self.left))
    }

    /// Lets it run or stand from a moment on.
    pub fn set(&mut self, runs: bool, at: OffsetDateTime, outages: &Outages) {
        if self.runs != runs {
            self.measure(at, outages);
            self.runs = runs;
        }
    }

    /// Changes what is left at a moment; gives what was left before.
    pub fn change(
        &mut self,
        at: OffsetDateTime,
        outages: &Outages,
        change: impl FnOnce(Duration) -> Duration,
    ) -> Duration {
        self.measure(at, outages);
        let before = self.left;
        self.left = change(before);
        before
    }

    fn measure(&mut self, at: OffsetDateTime, outages: &Outages) {
        self.left = self.left_at(at, outages);
        // A moment that was due before this clock began to run takes nothing from it.
        self.since = self.since.max(at);
    }
}

/// Spans in which the service was down, oldest first, apart from each other: no clock counts them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(in crate::domain) struct Outages(Vec<Outage>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Outage {
    #[serde(with = "stamp")]
    from: OffsetDateTime,
    #[serde(with = "stamp")]
    until: OffsetDateTime,
}

impl Outages {
    /// Adds a span that begins at or after the end of the last.
    pub fn add(&mut self, from: OffsetDateTime, until: OffsetDateTime) {
        self.0.push(Outage { from, until });
    }

    /// The end of the last span.
    pub fn last_end(&self) -> Option<OffsetDateTime> {
        self.0.last().map(|outage| outage.until)
    }

    /// The time between two moments that counts; nothing where the second is the earlier.
    pub fn elapsed(&self, from: OffsetDateTime, until: OffsetDateTime) -> Duration {
        let down = |outage: &Outage| (outage.until.min(until) - outage.from.max(from)).max(Duration::ZERO);
        let down: Duration = self.0.iter().map(down).fold(Duration::ZERO, Duration::saturating_add);
        (until - from - down).max(Duration::ZERO)
    }

    /// The moment when `span` that counts has gone by after `from`; the end of time where a log claims
    /// to be from there. A span that is used up when an outage begins ends there.
    pub fn after(&self, from: OffsetDateTime, span: Duration) -> OffsetDateTime {
        let mut end = plus(from, span);
        for outage in &self.0 {
            if outage.until > from && outage.from < end {
                end = plus(end, outage.until - outage.from.max(from));
            }
        }
        end
    }
}

/// A moment later; the end of time where there is none.
pub(in crate::domain) fn plus(at: OffsetDateTime, span: Duration) -> OffsetDateTime {
    at.checked_add(span).unwrap_or_else(|| PrimitiveDateTime::MAX.assume_utc())
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    const NOON: OffsetDateTime = datetime!(2026-12-01 12:00 UTC);

    fn hours(n: i64) -> Duration {
        Duration::hours(n)
    }

    #[test]
    fn a_clock_that_stood_has_as_much_left_as_before() {
        let none = Outages::default();
        let mut clock = Clock::start(hours(10), NOON);
        assert_eq!(clock.deadline(&none), Some(NOON + hours(10)));
        clock.set(false, NOON + hours(4), &none);
        assert_eq!((clock.deadline(&none), clock.left_at(NOON + hours(90), &none)), (None, hours(6)));
        clock.set(true, NOON + hours(100), &none);
        assert_eq!(clock.deadline(&none), Some(NOON + hours(106)));
    }

    #[test]
    fn outages_are_cut_out_of_every_count() {
        let mut down = Outages::default();
        down.add(NOON + hours(2), NOON + hours(5));
        down.add(NOON + hours(6), NOON + hours(7));
        for span in 0..12 {
            let end = down.after(NOON, hours(span));
            assert_eq!(down.elapsed(NOON, end), hours(span), "{span}");
        }
        assert_eq!(down.after(NOON, hours(2)), NOON + hours(2), "used up when the outage began");
        assert_eq!(down.after(NOON, hours(3)), NOON + hours(6), "used up when the second began");
        assert_eq!(down.after(NOON, hours(4)), NOON + hours(8));
        assert_eq!(down.after(NOON + hours(3), hours(1)), NOON + hours(6), "begun in the outage");
        assert_eq!(down.elapsed(NOON + hours(3), NOON + hours(4)), Duration::ZERO);
    }

    #[test]
    fn the_end_of_time_is_no_panic() {
        let last = PrimitiveDateTime::MAX.assume_utc();
        let mut down = Outages::default();
        down.add(NOON, last);
        assert_eq!(down.after(NOON, Duration::MAX), last);
        assert_eq!(down.after(last, hours(1)), last);
    }
}
