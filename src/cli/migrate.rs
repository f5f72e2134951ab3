//! `delirious migrate`: brings the database up to this version.

/// Arguments of `delirious migrate`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
pub fn run(_args: Args) -> anyhow::Result<()> {
    anyhow::bail!("this command is not there yet")
}
