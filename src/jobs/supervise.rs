//! Keeps one job going: step, pause, step, through errors and panics, until the process stops.

use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;

/// Makes the future of one step; its result is the pause until the next.
pub trait Job: Fn() -> Self::Step + Send + 'static {
    /// One step.
    type Step: Future<Output = anyhow::Result<Duration>> + Send + 'static;
}

impl<F, S> Job for F
where
    F: Fn() -> S + Send + 'static,
    S: Future<Output = anyhow::Result<Duration>> + Send + 'static,
{
    type Step = S;
}

/// Tells the jobs to stop.
pub struct Stopper(watch::Sender<bool>);

/// Whether to stop.
#[derive(Clone)]
pub struct Stop(watch::Receiver<bool>);

impl Stopper {
    /// Now.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl Stop {
    /// A stop and what tells it. A dropped [`Stopper`] stops too.
    pub fn new() -> (Stopper, Self) {
        let (sender, receiver) = watch::channel(false);
        (Stopper(sender), Self(receiver))
    }

    /// Whether it was told.
    pub fn is_told(&self) -> bool {
        *self.0.borrow() || self.0.has_changed().is_err()
    }

    /// Ready when it was told.
    pub async fn told(&self) {
        let mut told = self.0.clone();
        let _dropped_is_told = told.wait_for(|told| *told).await;
    }
}

/// How a job is kept going.
pub struct Supervisor {
    /// For the log.
    pub name: &'static str,
    /// When to end.
    pub stop: Stop,
    /// Cuts a pause short.
    pub wake: Option<Arc<Notify>>,
    /// The pause after the first failure in a row; it doubles up to 64 times that.
    pub first_pause: Duration,
}

impl Supervisor {
    /// Runs steps of `job` until the stop is told.
    pub async fn run(self, job: impl Job) {
        let mut failures = 0_u32;
        while !self.stop.is_told() {
            // A task of its own, so that a panic ends the step and not the loop; in a set, so that it ends with us.
            let mut step = JoinSet::new();
            step.spawn(job());
            let pause = match step.join_next().await.unwrap_or(Ok(Ok(Duration::ZERO))) {
                Ok(Ok(pause)) => {
                    failures = 0;
                    pause
                }
                Ok(Err(error)) => {
                    failures = failures.saturating_add(1);
                    tracing::error!(job = self.name, "{error:#}");
                    self.pause_after(failures)
                }
                Err(panic) => {
                    failures = failures.saturating_add(1);
                    tracing::error!(job = self.name, "the step panicked: {panic}");
                    self.pause_after(failures)
                }
            };
            tokio::select! {
                () = self.stop.told() => {}
                () = self.woken(), if failures == 0 => {}
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    async fn woken(&self) {
        match &self.wake {
            Some(wake) => wake.notified().await,
            None => std::future::pending().await,
        }
    }

    fn pause_after(&self, failures: u32) -> Duration {
        self.first_pause * 2_u32.pow(failures.saturating_sub(1).min(6))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    fn supervisor(stop: Stop, first_pause: Duration) -> Supervisor {
        Supervisor { name: "trial", stop, wake: None, first_pause }
    }

    #[test]
    fn pauses_double_up_to_about_a_minute() {
        let (_stopper, stop) = Stop::new();
        let supervisor = supervisor(stop, Duration::from_secs(1));
        let seconds = (1..=9).map(|n| supervisor.pause_after(n).as_secs()).collect::<Vec<_>>();
        assert_eq!(seconds, [1, 2, 4, 8, 16, 32, 64, 64, 64]);
    }

    #[tokio::test]
    async fn a_job_goes_on_after_errors_and_panics_until_it_is_stopped() {
        let (stopper, stop) = Stop::new();
        let stopper = Arc::new(stopper);
        let steps = Arc::new(AtomicU32::new(0));
        let counted = steps.clone();
        let job = move || {
            let (n, stopper) = (counted.fetch_add(1, Ordering::SeqCst), stopper.clone());
            async move {
                match n {
                    0 => anyhow::bail!("the database is down"),
                    1 => panic!("a bug"),
                    _ => stopper.stop(),
                }
                Ok(Duration::ZERO)
            }
        };
        supervisor(stop, Duration::from_millis(1)).run(job).await;
        assert_eq!(steps.load(Ordering::SeqCst), 3);
    }
}
