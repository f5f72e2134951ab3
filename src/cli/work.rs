//! `delirious work`: runs the jobs alone.

/// Arguments of `delirious work`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
pub fn run(_args: Args) -> anyhow::Result<()> {
    anyhow::bail!("this command is not there yet")
}
