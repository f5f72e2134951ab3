//! Rate limits of the forms that strangers may send, by the client's address and by whom they are about.
//!
//! Memory is bounded by construction: keys are hashed, with a seed of this process, into a fixed number of
//! buckets. IPv6 clients count by their /64. Each process counts by itself.

use super::error::WebError;
use actix_web::HttpRequest;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

/// Buckets of one limit.
const BUCKETS: u64 = 1 << 16;

/// What is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// Signing up.
    SignUp,
    /// Logging in.
    LogIn,
    /// Asking for a new password.
    Forgot,
    /// Trying a link of a mail.
    Token,
    /// Inviting somebody.
    Invite,
    /// Having a picture drawn, which costs a tenth of a second.
    Picture,
    /// Saying or noting something, or reporting what somebody said.
    Talk,
}

impl Gate {
    const ALL: [Self; 7] =
        [Self::SignUp, Self::LogIn, Self::Forgot, Self::Token, Self::Invite, Self::Picture, Self::Talk];

    /// How many at once, and one more each so many seconds: for one client, and for one subject.
    const fn quotas(self) -> [(u32, u64); 2] {
        match self {
            Self::SignUp => [(20, 180), (4, 900)],
            Self::LogIn | Self::Token => [(40, 10), (10, 60)],
            Self::Forgot => [(15, 120), (3, 600)],
            Self::Invite => [(40, 60), (30, 120)],
            Self::Picture => [(60, 2), (60, 2)],
            Self::Talk => [(120, 2), (30, 6)],
        }
    }
}

struct Limit {
    client: DefaultKeyedRateLimiter<u64>,
    subject: DefaultKeyedRateLimiter<u64>,
}

/// The counters of this process, shared by its workers.
pub struct Limits {
    gates: Vec<Limit>,
    clock: DefaultClock,
    seed: RandomState,
    trust_proxy: bool,
    enforced: bool,
}

impl Limits {
    /// Fresh counters. With `trust_proxy` the client is the last address of `X-Forwarded-For`.
    pub fn new(trust_proxy: bool) -> Self {
        let limit = |gate: Gate| {
            let [client, subject] =
                gate.quotas().map(|(burst, seconds)| RateLimiter::keyed(quota(burst, seconds)));
            Limit { client, subject }
        };
        let gates = Gate::ALL.into_iter().map(limit).collect();
        Self { gates, clock: DefaultClock::default(), seed: RandomState::new(), trust_proxy, enforced: true }
    }

    /// Lets everything pass where `RATE_LIMITS` is off (development only).
    #[must_use]
    pub fn enforced(mut self, yes: bool) -> Self {
        self.enforced = yes;
        self
    }

    /// Counts this request against its client and, where it is about somebody (an address, an
    /// account), against that one. Errors: 429 with the time to wait.
    pub fn pass(&self, gate: Gate, req: &HttpRequest, subject: Option<&str>) -> Result<(), WebError> {
        if !self.enforced {
            return Ok(());
        }
        let limit = &self.gates[gate as usize];
        self.count(&limit.client, &self.client(req))?;
        match subject {
            Some(subject) => self.count(&limit.subject, &subject.trim().to_lowercase()),
            None => Ok(()),
        }
    }

    fn count(&self, limiter: &DefaultKeyedRateLimiter<u64>, key: &str) -> Result<(), WebError> {
        let bucket = self.seed.hash_one(key) % BUCKETS;
        limiter.check_key(&bucket).map_err(|until| {
            WebError::TooMany(until.wait_time_from(self.clock.now()).as_secs().saturating_add(1))
        })
    }

    /// The client's address as requests are counted by it.
    pub fn client(&self, req: &HttpRequest) -> String {
        let forwarded = || {
            let last = req.headers().get_all("x-forwarded-for").last()?.to_str().ok()?;
            last.rsplit(',').next()?.trim().parse().ok()
        };
        let told: Option<IpAddr> = if self.trust_proxy { forwarded() } else { None };
        let address = told.or_else(|| req.peer_addr().map(|peer| peer.ip()));
        match address.map(|a| a.to_canonical()) {
            Some(IpAddr::V6(v6)) => format!("{:?}", &v6.segments()[..4]),
            Some(v4) => v4.to_string(),
            None => String::new(),
        }
    }
}

fn quota(burst: u32, seconds: u64) -> Quota {
    let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
    Quota::with_period(Duration::from_secs(seconds))
        .unwrap_or_else(|| Quota::per_second(burst))
        .allow_burst(burst)
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn from(peer: &str, forwarded: &str) -> HttpRequest {
        TestRequest::default()
            .peer_addr(peer.parse().unwrap())
            .insert_header(("x-forwarded-for", forwarded))
            .to_http_request()
    }

    #[test]
    fn a_client_is_stopped_and_told_how_long_and_others_are_not() {
        let limits = Limits::new(false);
        let greedy = from("[2001:db8::1]:1", "1.1.1.1");
        for _ in 0..40 {
            limits.pass(Gate::LogIn, &greedy, None).unwrap();
        }
        let neighbour = from("[2001:db8::2]:1", "2.2.2.2");
        let refused = limits.pass(Gate::LogIn, &neighbour, None).unwrap_err();
        assert!(matches!(refused, WebError::TooMany(1..=11)), "the same /64: {refused:?}");
        limits.pass(Gate::LogIn, &from("10.0.0.1:1", ""), None).unwrap();
        limits.pass(Gate::Forgot, &greedy, None).unwrap();
    }

    #[test]
    fn limits_can_be_off_for_tests() {
        let limits = Limits::new(false).enforced(false);
        let client = from("10.0.0.1:1", "");
        for _ in 0..100 {
            limits.pass(Gate::SignUp, &client, Some("ana@example.org")).unwrap();
        }
    }

    #[test]
    fn one_address_is_not_tried_from_many_clients() {
        let limits = Limits::new(true);
        for n in 0..10 {
            let client = from("10.0.0.1:1", &format!("spoofed, 192.0.2.{n}"));
            limits.pass(Gate::LogIn, &client, Some("Ana@example.org")).unwrap();
        }
        let client = from("10.0.0.1:1", "192.0.2.99");
        assert!(limits.pass(Gate::LogIn, &client, Some("ana@example.org ")).is_err());
    }
}
