//! The worker: what happens without a request. In the `serve` process by default, or in `delirious work`;
//! any number of them may run on one database, since every job claims or locks what it works on.
//!
//! Each job is a loop of its own. An error or a panic in one is logged and tried again after a pause that
//! grows; it never stops the others.

mod carry_out;
mod check_snapshots;
mod clean_up;
mod expire_turns;
pub mod pulse;
mod send_digests;
pub mod send_mail;
mod supervise;

use crate::app::App;
use crate::mail::transport::{Mailer, MailerError};
use send_mail::SendMail;
use std::sync::Arc;
use std::time::Duration;
use supervise::{Stop, Supervisor};
use tokio::sync::Notify;
use tokio::task::JoinSet;

/// How long mails that are on their way get to end when the process is asked to stop. Those cut off stay
/// owed and go out again when their lease ends.
const GRACE: Duration = Duration::from_secs(10);

/// The pause of a job after its first failure in a row; it doubles up to about a minute.
const FIRST_PAUSE: Duration = Duration::from_secs(1);

/// The jobs of one process, ready to run.
pub struct Jobs {
    app: App,
    mail: Arc<SendMail>,
}

/// Runs all jobs of `app` until `shutdown` is ready: [`Jobs::new`], then [`Jobs::run`].
pub async fn run(app: App, shutdown: impl Future<Output = ()>) -> Result<(), MailerError> {
    Jobs::new(app)?.run(shutdown).await;
    Ok(())
}

impl Jobs {
    /// Looks at `MAIL_URL`, so that a bad one fails at the start; connects to nothing.
    pub fn new(app: App) -> Result<Self, MailerError> {
        let mail = SendMail::new(app.clone(), Mailer::new(&app.settings.mail_url)?);
        Ok(Self { app, mail })
    }

    /// Runs them until `shutdown` is ready, then lets mails on their way end.
    pub async fn run(self, shutdown: impl Future<Output = ()>) {
        let Self { app, mail } = self;
        let (stopper, stop) = Stop::new();
        let owed = Arc::new(Notify::new());
        let supervisor = |name, wake| Supervisor { name, stop: stop.clone(), wake, first_pause: FIRST_PAUSE };
        let mut jobs = JoinSet::new();
        jobs.spawn(supervisor("listen", None).run({
            let (app, owed, stop) = (app.clone(), owed.clone(), stop.clone());
            move || send_mail::listen(app.clone(), owed.clone(), stop.clone())
        }));
        jobs.spawn(supervisor("send_mail", Some(owed)).run({
            let stop = stop.clone();
            move || send_mail::step(mail.clone(), stop.clone())
        }));
        jobs.spawn(supervisor("expire_turns", None).run({
            let app = app.clone();
            move || expire_turns::step(app.clone())
        }));
        jobs.spawn(supervisor("carry_out", None).run({
            let app = app.clone();
            move || carry_out::step(app.clone())
        }));
        jobs.spawn(supervisor("send_digests", None).run({
            let app = app.clone();
            move || send_digests::step(app.clone())
        }));
        jobs.spawn(supervisor("check_snapshots", None).run({
            let (app, walk) = (app.clone(), Arc::default());
            move || check_snapshots::step(app.clone(), Arc::clone(&walk))
        }));
        jobs.spawn(supervisor("clean_up", None).run(move || clean_up::step(app.clone())));
        shutdown.await;
        stopper.stop();
        let ended = async { while jobs.join_next().await.is_some() {} };
        if tokio::time::timeout(GRACE, ended).await.is_err() {
            tracing::warn!("some mails were cut off; they go out again when their lease ends");
        }
    }
}
