//! The only caller of `now`. Everybody else is handed a time.
//!
//! Times are UTC and cut to milliseconds, so that what the log writes and what PostgreSQL keeps are
//! the same value.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use time::{Duration, OffsetDateTime};

/// Tells the time. Cheap to clone; clones of one clock agree.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    System { offset: Duration },
    Test(TestClock),
}

/// The hand that moves a test's clock.
#[derive(Clone, Debug)]
pub struct TestClock(Arc<AtomicI64>);

impl Clock {
    /// The machine's time, moved by `offset` (`CLOCK_OFFSET_SECONDS`, zero in production).
    pub const fn system(offset: Duration) -> Self {
        Self(Source::System { offset })
    }

    /// A clock that stands at `at` until its [`TestClock`] moves it.
    pub fn test(at: OffsetDateTime) -> (Self, TestClock) {
        let hand = TestClock(Arc::new(AtomicI64::new(milliseconds(at))));
        (Self(Source::Test(hand.clone())), hand)
    }

    /// The service's time.
    pub fn now(&self) -> OffsetDateTime {
        match &self.0 {
            Source::System { offset } => to_milliseconds(machine_time() + *offset),
            Source::Test(hand) => hand.now(),
        }
    }

    /// The machine's time without the offset, for heartbeats, by which an outage is noticed (DESIGN §8).
    pub fn unmoved(&self) -> OffsetDateTime {
        match &self.0 {
            Source::System { .. } => to_milliseconds(machine_time()),
            Source::Test(hand) => hand.now(),
        }
    }
}

impl TestClock {
    /// Moves to `at`.
    pub fn set(&self, at: OffsetDateTime) {
        self.0.store(milliseconds(at), Ordering::SeqCst);
    }

    /// Moves by `span`, back if negative.
    pub fn advance(&self, span: Duration) {
        let by = i64::try_from(span.whole_milliseconds()).unwrap_or(i64::MAX);
        self.0.fetch_add(by, Ordering::SeqCst);
    }

    /// Where it stands.
    pub fn now(&self) -> OffsetDateTime {
        OffsetDateTime::UNIX_EPOCH + Duration::milliseconds(self.0.load(Ordering::SeqCst))
    }
}

/// `at` without what is finer than a millisecond.
pub fn to_milliseconds(at: OffsetDateTime) -> OffsetDateTime {
    OffsetDateTime::UNIX_EPOCH + Duration::milliseconds(milliseconds(at))
}

fn milliseconds(at: OffsetDateTime) -> i64 {
    i64::try_from(at.unix_timestamp_nanos().div_euclid(1_000_000)).unwrap_or(i64::MAX)
}

#[expect(clippy::disallowed_methods, reason = "the one place that reads the machine's clock")]
fn machine_time() -> OffsetDateTime {
    OffsetDateTime::now_utc()
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn times_are_cut_to_milliseconds_downwards() {
        let fine = datetime!(2026-11-30 12:00:00.123_999_999 UTC);
        assert_eq!(to_milliseconds(fine), datetime!(2026-11-30 12:00:00.123 UTC));
        let before_epoch = datetime!(1969-12-31 23:59:59.999_5 UTC);
        assert_eq!(to_milliseconds(before_epoch), datetime!(1969-12-31 23:59:59.999 UTC));
    }

    #[test]
    fn a_test_clock_stands_until_it_is_moved_and_its_clones_agree() {
        let start = datetime!(2026-11-30 12:00 UTC);
        let (clock, hand) = Clock::test(start);
        let other = clock.clone();
        assert_eq!(clock.now(), start);
        hand.advance(Duration::days(3));
        assert_eq!(other.now(), datetime!(2026-12-03 12:00 UTC));
        hand.set(start);
        assert_eq!(other.now(), start);
    }

    #[test]
    fn an_offset_moves_the_service_but_not_the_heartbeat() {
        let clock = Clock::system(Duration::days(30));
        assert!(clock.now() - clock.unmoved() > Duration::days(29));
    }
}
