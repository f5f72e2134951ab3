//! `delirious dice`: derives dice from a key and salts (DESIGN §4).

/// Arguments of `delirious dice`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
pub fn run(_args: Args) -> anyhow::Result<()> {
    anyhow::bail!("this command is not there yet")
}
