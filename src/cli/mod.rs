//! The command line (DESIGN §8), one subcommand a file. Each file has `Args` and
//! `run(Args) -> anyhow::Result<()>`; an error is printed to standard error and is exit 1.

pub mod dice;
pub mod migrate;
pub mod renew_chains;
pub mod reports;
pub mod rules;
pub mod serve;
pub mod verify;
pub mod work;

use anyhow::Context as _;
use clap::{Parser, Subcommand};
use std::io::Write as _;
use std::process::ExitCode;

/// Delirious Bughouse by mail.
#[derive(Debug, Parser)]
#[command(name = "delirious", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the site (and run the jobs, unless `WORKER=off`).
    Serve(serve::Args),
    /// Run the jobs alone: mails and overdue turns.
    Work(work::Args),
    /// Bring the database up to this version.
    Migrate(migrate::Args),
    /// Start new chains of dice after a restore from backup or a change of `DICE_KEY`.
    RenewChains(renew_chains::Args),
    /// List the words that players have reported.
    Reports(reports::Args),
    /// Check the export of a match whole: rules, log heads, dice.
    Verify(verify::Args),
    /// Ask the rules: legal moves, play-throughs, perft.
    Rules(rules::Args),
    /// Derive dice from a key and salts.
    Dice(dice::Args),
}

/// Reads the process's arguments, runs the command, and says how it went: 0, or 1 with the reason
/// on standard error.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(answer) => {
            let asked_for = !answer.use_stderr();
            drop(answer.print());
            return if asked_for { ExitCode::SUCCESS } else { ExitCode::FAILURE };
        }
    };
    match run(cli.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Serve(args) => serve::run(args),
        Command::Work(args) => work::run(args),
        Command::Migrate(args) => migrate::run(args),
        Command::RenewChains(args) => renew_chains::run(args),
        Command::Reports(args) => reports::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Rules(args) => rules::run(args),
        Command::Dice(args) => dice::run(args),
    }
}

/// Prints a command's answer; a reader who has gone away is an error like any other.
fn answer(text: &str) -> anyhow::Result<()> {
    std::io::stdout().write_all(text.as_bytes()).context("cannot write the answer")
}
