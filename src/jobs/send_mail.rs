//! Sends the outbox (DESIGN §6): claim, compose, send, settle.
//!
//! A mail is done only when the mail server accepted the message. A worker that dies in between leaves its
//! claim to run out, and another sends the mail again: perhaps twice, never zero times.

use super::supervise::Stop;
use crate::actions::{Composed, compose_mail};
use crate::app::App;
use crate::domain::notice::Told;
use crate::mail::transport::{Mailer, SendError};
use crate::random;
use crate::store::StoreError;
use crate::store::outbox::{self, Claimed};
use futures_util::FutureExt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;
use time::OffsetDateTime;
use tokio::sync::Notify;
use tokio::task::JoinSet;

/// Mails on their way at once.
const PARALLEL: u32 = 8;
/// How long a claim holds; it is renewed while its mail is being sent.
pub const LEASE: Duration = Duration::from_secs(30);
/// The outbox is looked at this often even if no wake-up comes.
const POLL: Duration = Duration::from_secs(10);
/// The first pause after a failed attempt, which doubles up to the longest.
const FIRST_BACK_OFF: Duration = Duration::from_mins(1);
const LONGEST_BACK_OFF: Duration = Duration::from_hours(1);

/// Pauses between attempts to write down what became of a mail, while the database is away.
const SETTLE_AGAIN: [Duration; 3] = [Duration::from_secs(1), Duration::from_secs(3), Duration::from_secs(9)];

/// The sender of one process.
pub struct SendMail {
    app: App,
    mailer: Mailer,
}

/// What became of the mails of a pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Accepted by the server.
    pub sent: u32,
    /// No longer owed.
    pub superseded: u32,
    /// Left for the end of the recipient's quiet hours.
    pub put_off: u32,
    /// Refused for good.
    pub undeliverable: u32,
    /// Owed again later.
    pub failed: u32,
}

/// What became of one mail.
enum Fate {
    /// With what it told about its match.
    Sent(Vec<Told>),
    Superseded,
    PutOff(OffsetDateTime),
    Undeliverable(String),
    Failed(String),
}

impl SendMail {
    /// Sends through `mailer`.
    pub fn new(app: App, mailer: Mailer) -> Arc<Self> {
        Arc::new(Self { app, mailer })
    }

    /// Sends everything that is due, several at once, until nothing is due or `stop` answers true; then
    /// those on their way still end. Errors are of the database. Dropping the future drops the sends.
    pub async fn send_due(self: &Arc<Self>, stop: impl Fn() -> bool) -> Result<Tally, StoreError> {
        let mut tally = Tally::default();
        let mut failure = None;
        // Tasks of their own: while this one waits for a connection to claim with, they go on and give theirs back.
        let mut on_their_way = JoinSet::new();
        loop {
            let free = PARALLEL.saturating_sub(u32::try_from(on_their_way.len()).unwrap_or(PARALLEL));
            if free > 0 && failure.is_none() && !stop() {
                let now = self.app.clock.now();
                match outbox::claim(&self.app.pool, now, free, LEASE).await {
                    Ok(claimed) => claimed.into_iter().for_each(|row| {
                        on_their_way.spawn(self.clone().handle(row));
                    }),
                    Err(error) => failure = Some(error),
                }
            }
            match on_their_way.join_next().await {
                Some(Ok(Ok(fate))) => tally.count(&fate),
                Some(Ok(Err(error))) => failure = Some(error),
                // Its claim runs out, and the mail is tried again.
                Some(Err(cut_off)) => tracing::error!("a mail was cut off: {cut_off}"),
                None => return failure.map_or(Ok(tally), Err),
            }
        }
    }

    async fn handle(self: Arc<Self>, row: Claimed) -> Result<Fate, StoreError> {
        let fate = tokio::select! {
            fate = AssertUnwindSafe(self.attempt(&row)).catch_unwind() => fate,
            () = self.hold(&row) => Ok(Fate::Failed("the claim was lost".to_owned())),
        };
        let fate = fate.unwrap_or_else(|_| Fate::Failed("composing or sending it panicked".to_owned()));
        let mut pauses = SETTLE_AGAIN.into_iter();
        while let Err(error) = self.settle(&row, &fate).await {
            // An accepted mail that cannot be marked goes out twice: try a little longer.
            tokio::time::sleep(pauses.next().ok_or(error)?).await;
        }
        Ok(fate)
    }

    /// Renews the claim of a row for as long as its mail takes; ready only when the claim was lost.
    async fn hold(&self, row: &Claimed) {
        loop {
            tokio::time::sleep(LEASE / 3).await;
            let until = self.app.clock.now() + LEASE;
            match outbox::renew(&self.app.pool, row, until).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => tracing::warn!(mail = %row.id, "the claim could not be renewed: {error}"),
            }
        }
    }

    async fn attempt(&self, row: &Claimed) -> Fate {
        let (mail, told) = match compose_mail(&self.app, row, self.app.clock.now()).await {
            Ok(Composed::Ready(mail, told)) => (mail, told),
            Ok(Composed::Superseded) => return Fate::Superseded,
            Ok(Composed::PutOff(until)) => return Fate::PutOff(until),
            Ok(Composed::Unaddressable(why)) => return Fate::Undeliverable(why),
            Err(error) => {
                tracing::error!(mail = %row.id, kind = row.kind().name(), "could not be composed: {error}");
                return Fate::Failed("the mail could not be written".to_owned());
            }
        };
        match self.mailer.send(&mail).await {
            Ok(()) => Fate::Sent(told),
            Err(SendError::Permanent(reason)) => Fate::Undeliverable(reason),
            Err(SendError::Transient(reason)) => Fate::Failed(reason),
        }
    }

    async fn settle(&self, row: &Claimed, fate: &Fate) -> Result<(), StoreError> {
        let (pool, now) = (&self.app.pool, self.app.clock.now());
        let held = match fate {
            Fate::Sent(told) => outbox::mark_sent(pool, row, told, now).await?,
            Fate::Superseded => outbox::mark_superseded(pool, row, now).await?,
            Fate::PutOff(until) => outbox::put_off(pool, row, *until).await?,
            Fate::Undeliverable(reason) => {
                tracing::warn!(mail = %row.id, kind = row.kind().name(), "undeliverable");
                outbox::mark_undeliverable(pool, row, now, reason).await?
            }
            Fate::Failed(reason) => {
                let due_at = now + back_off(row.attempts, chance());
                tracing::warn!(mail = %row.id, kind = row.kind().name(), attempts = row.attempts, "not sent for now");
                outbox::retry(pool, row, due_at, reason).await?
            }
        };
        if !held {
            tracing::warn!(mail = %row.id, "another worker has claimed it since; it may go out twice");
        }
        Ok(())
    }
}

impl Tally {
    fn count(&mut self, fate: &Fate) {
        match fate {
            Fate::Sent(_) => self.sent += 1,
            Fate::PutOff(_) => self.put_off += 1,
            Fate::Superseded => self.superseded += 1,
            Fate::Undeliverable(_) => self.undeliverable += 1,
            Fate::Failed(_) => self.failed += 1,
        }
    }
}

/// One step of the job: send what is due, then pause until the next row is, or a wake-up.
pub(super) async fn step(mail: Arc<SendMail>, stop: Stop) -> anyhow::Result<Duration> {
    mail.send_due(|| stop.is_told()).await?;
    mail.mailer.rest().await;
    let next = outbox::next_due(&mail.app.pool).await?;
    let wait = next.map_or(POLL, |at| Duration::try_from(at - mail.app.clock.now()).unwrap_or_default());
    // Never zero: a row that another worker holds comes due only when its claim ends.
    Ok(wait.clamp(Duration::from_millis(100), POLL))
}

/// Passes the database's wake-ups on to the sender.
pub(super) async fn listen(app: App, owed: Arc<Notify>, stop: Stop) -> anyhow::Result<Duration> {
    let mut listener = outbox::listen(&app.pool).await?;
    loop {
        // What was committed while nobody listened.
        owed.notify_one();
        tokio::select! {
            () = stop.told() => return Ok(Duration::ZERO),
            heard = listener.recv() => { heard?; }
        }
    }
}

/// A number from 0 to 1.
fn chance() -> f64 {
    f64::from(u16::from_be_bytes(random::bytes())) / f64::from(u16::MAX)
}

/// The pause after so many attempts: 1 min, doubling to 1 h, give or take a tenth by `chance` (0 to 1), so
/// that mails that failed together do not come back together.
pub fn back_off(attempts: u32, chance: f64) -> Duration {
    let doublings = attempts.saturating_sub(1).min(6);
    let pause = (FIRST_BACK_OFF * 2_u32.pow(doublings)).min(LONGEST_BACK_OFF);
    pause.mul_f64(0.9 + 0.2 * chance.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_from_a_minute_to_an_hour() {
        let minutes = (1..=9).map(|n| back_off(n, 0.5).as_secs() / 60).collect::<Vec<_>>();
        assert_eq!(minutes, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
    }

    #[test]
    fn chance_moves_a_pause_by_a_tenth() {
        assert_eq!(back_off(1, 0.0), Duration::from_secs(54));
        assert_eq!(back_off(1, 1.0), Duration::from_secs(66));
        assert_eq!(back_off(u32::MAX, 1.0), Duration::from_mins(66));
    }
}
