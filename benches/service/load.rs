//! The load: a bounded number of requests, sixteen at once, every answer checked.

use futures_util::{StreamExt, stream};
use reqwest::{RequestBuilder, StatusCode, header};
use std::time::{Duration, Instant};

/// Requests under way at once.
const AT_ONCE: usize = 16;

/// One request and what it is to be answered.
pub struct Request {
    /// What is sent.
    pub send: RequestBuilder,
    /// The status of a good answer.
    pub status: StatusCode,
    /// What its body, or the address that it leads to, has in it.
    pub says: String,
}

/// What a run came to.
pub struct Run {
    /// From the first request to the last answer.
    pub time: Duration,
    /// The bodies, in the order of the requests.
    pub bodies: Vec<String>,
}

/// The sum of some runs.
#[derive(Default)]
pub struct Tally {
    /// How many requests were answered.
    pub requests: u32,
    time: Duration,
    bytes: u64,
}

/// Sends the requests.
pub async fn run(requests: Vec<Request>) -> Run {
    let start = Instant::now();
    let numbered = stream::iter(requests.into_iter().enumerate());
    let answers = numbered.map(|(n, request)| async move { (n, answer(request).await) });
    let mut answers: Vec<(usize, String)> = answers.buffer_unordered(AT_ONCE).collect().await;
    let time = start.elapsed();
    answers.sort_by_key(|(n, _)| *n);
    Run { time, bodies: answers.into_iter().map(|(_, body)| body).collect() }
}

async fn answer(request: Request) -> String {
    let response = request.send.send().await.expect("an answer");
    let status = response.status();
    let location = response.headers().get(header::LOCATION);
    let location =
        location.map_or(String::new(), |value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    let body = response.text().await.expect("a body");
    let good = status == request.status && (body.contains(&request.says) || location.contains(&request.says));
    assert!(good, "not {} with {:?}, but {status} {location}\n{body}", request.status, request.says);
    body
}

impl Tally {
    /// Adds a run and hands its bodies on.
    pub fn add(&mut self, run: Run) -> Vec<String> {
        self.requests += u32::try_from(run.bodies.len()).expect("few requests");
        self.time += run.time;
        self.bytes += run.bodies.iter().map(|body| body.len() as u64).sum::<u64>();
        run.bodies
    }

    /// Requests a second.
    pub fn rate(&self) -> f64 {
        f64::from(self.requests) / self.time.as_secs_f64()
    }

    /// Bytes of an answer.
    pub fn mean_bytes(&self) -> u64 {
        self.bytes / u64::from(self.requests.max(1))
    }
}
