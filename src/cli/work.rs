//! `delirious work`: runs the jobs alone, beside any number of `delirious serve`.

use crate::app::App;
use crate::config::Settings;
use crate::{jobs, telemetry};

/// Arguments of `delirious work`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
pub fn run(_args: Args) -> anyhow::Result<()> {
    drop(dotenvy::dotenv());
    let settings = Settings::from_env()?;
    telemetry::init(settings.env, settings.log_filter.as_deref());
    tokio::runtime::Runtime::new()?.block_on(async {
        let app = App::start(settings).await?;
        tracing::info!("working: mails, overdue turns");
        jobs::run(app, asked_to_stop()).await?;
        Ok(())
    })
}

/// Ready at SIGINT or SIGTERM.
async fn asked_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        // Without a handler the signal ends the process by itself.
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}
