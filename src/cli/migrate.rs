//! `delirious migrate`: brings the database up to this version; makes it where it is missing.

use crate::{config, store};

/// Arguments of `delirious migrate`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command: reads `DATABASE_URL` alone, so that it works before anything else is set up.
pub fn run(_args: Args) -> anyhow::Result<()> {
    let url = config::database_url_from_env()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        store::create_if_missing(&url).await?;
        let pool = store::connect(&url).await?;
        store::migrate(&pool).await?;
        pool.close().await;
        println!("the database is up to date");
        anyhow::Ok(())
    })
}
