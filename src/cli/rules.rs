//! `delirious rules`: asks the rules.

/// Arguments of `delirious rules`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
pub fn run(_args: Args) -> anyhow::Result<()> {
    anyhow::bail!("this command is not there yet")
}
