//! The sign of life of a process that serves. It runs beside the site, also where `WORKER=off`.

use super::supervise::{Stop, Supervisor};
use crate::actions;
use crate::app::App;
use std::time::Duration;

/// How often it beats; `actions::SILENCE` is several times that.
const PERIOD: Duration = Duration::from_secs(5);

/// Beats until `shutdown` is ready. The first beat was the caller's, before the first connection.
pub async fn run(app: App, shutdown: impl Future<Output = ()>) {
    let (stopper, stop) = Stop::new();
    let supervisor = Supervisor { name: "pulse", stop, wake: None, first_pause: Duration::from_secs(1) };
    let beats = supervisor.run(move || {
        let app = app.clone();
        async move {
            actions::beat(&app).await?;
            Ok(PERIOD)
        }
    });
    tokio::select! {
        () = beats => {}
        () = shutdown => stopper.stop(),
    }
}
