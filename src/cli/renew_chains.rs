//! `delirious renew-chains`: new chains of dice, for hosts who restored a backup or changed the key.

use crate::app::App;
use crate::config::Settings;
use crate::{actions, telemetry};

/// Arguments of `delirious renew-chains`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command. Players see the renewal as an event of their match.
pub fn run(_args: Args) -> anyhow::Result<()> {
    drop(dotenvy::dotenv());
    let settings = Settings::from_env()?;
    telemetry::init(settings.env, settings.log_filter.as_deref());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let renewed = runtime.block_on(async {
        let app = App::start(settings).await?;
        anyhow::Ok(actions::renew_chains(&app).await?)
    })?;
    println!("matches with new chains: {renewed}");
    Ok(())
}
