//! `delirious serve`: the site, and the jobs beside it unless `WORKER=off`.

use crate::app::App;
use crate::config::Settings;
use crate::jobs::{self, Jobs};
use crate::{actions, telemetry, web};
use anyhow::Context;
use std::io::Write;
use std::net::TcpListener;
use tokio::sync::oneshot;

/// Arguments of `delirious serve`; all else stands in the environment (`.env.example`).
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command until SIGTERM or SIGINT. Requests under way are answered first.
pub fn run(_args: Args) -> anyhow::Result<()> {
    drop(dotenvy::dotenv());
    let settings = Settings::from_env()?;
    telemetry::init(settings.env, settings.log_filter.as_deref());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(settings))
}

async fn serve(mut settings: Settings) -> anyhow::Result<()> {
    let listen = settings.listen;
    let listener =
        TcpListener::bind(listen).with_context(|| format!("LISTEN is {listen}, which cannot be bound"))?;
    settings.bound_to(listener.local_addr()?);
    let address = settings.base_url.clone();
    let app = App::start(settings).await?;
    let jobs = if app.settings.worker { Some(Jobs::new(app.clone())?) } else { None };
    // Before the first connection: what was an outage until now is known before anybody can move.
    actions::beat(&app).await?;
    let (stop, stopped) = oneshot::channel::<()>();
    let jobs = jobs.map(|jobs| tokio::spawn(jobs.run(async { drop(stopped.await) })));
    let (hush, hushed) = oneshot::channel::<()>();
    let pulse = tokio::spawn(jobs::pulse::run(app.clone(), async { drop(hushed.await) }));
    let server = web::server::start(app, listener, None)?;
    // Connections are accepted from here on; scripts wait for this line.
    writeln!(std::io::stdout(), "delirious is at {address}")?;
    server.await?;
    drop(hush);
    pulse.await?;
    drop(stop);
    if let Some(jobs) = jobs {
        jobs.await?;
    }
    Ok(())
}
