//! `delirious dice`: derives dice from a key and salts, for hosts and auditors (DESIGN §4, §8).

use crate::domain::dice::{
    CHAIN_LENGTH, ChainId, ChainOf, DiceKey, Draws, Links, Salt, Transcript, roll_seed,
};
use crate::domain::hash::Hash;
use crate::domain::ids::MatchId;
use serde::Serialize;
use uuid::Uuid;

/// How many dice of a roll are printed.
const DICE_PRINTED: usize = 24;

/// Arguments of `delirious dice`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Derive one roll and print it as JSON.
    Derive(Derive),
}

#[derive(Debug, clap::Args)]
struct Derive {
    /// The server's dice key, 64 hex digits.
    #[arg(long, value_name = "HEX")]
    key: SecretText,
    /// The match.
    #[arg(long = "match", value_name = "UUID")]
    match_id: Uuid,
    /// The board: 1, 2, or 0 for the table.
    #[arg(long, value_name = "B")]
    board: u8,
    /// The chain, from 0.
    #[arg(long, value_name = "C")]
    chain: u32,
    /// The roll, from 1.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=i64::from(CHAIN_LENGTH)))]
    roll: u32,
    /// The salts in the order of the transcript; a salt may be empty (`--salt=`).
    #[arg(long = "salt", value_name = "HEX")]
    salts: Vec<String>,
}

/// An argument that does not print itself.
#[derive(Clone)]
struct SecretText(String);

impl From<&str> for SecretText {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl std::fmt::Debug for SecretText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("(secret)")
    }
}

/// What `derive` prints.
#[derive(Debug, Serialize)]
struct Derived {
    anchor: Hash,
    link: Hash,
    transcript: Hash,
    seed: Hash,
    dice: Vec<u8>,
}

/// Runs the command.
pub fn run(args: Args) -> anyhow::Result<()> {
    let Command::Derive(wanted) = args.command;
    super::answer(&format!("{}\n", serde_json::to_string(&derive(&wanted)?)?))
}

fn derive(wanted: &Derive) -> anyhow::Result<Derived> {
    let key = DiceKey::parse(&wanted.key.0)?;
    let of = ChainOf::try_from(wanted.board)
        .map_err(|_| anyhow::anyhow!("--board is 1, 2, or 0 for the table, not {}", wanted.board))?;
    let chain = ChainId { match_id: MatchId(wanted.match_id), of, number: wanted.chain };
    let mut transcript = Transcript::start(chain.match_id, of);
    for salt in &wanted.salts {
        transcript = transcript.with(&Salt::parse(salt)?);
    }
    let link = key.link(chain, wanted.roll);
    let seed = roll_seed(chain, wanted.roll, &link, transcript);
    let mut draws = Draws::from_seed(&seed);
    let dice = (0..DICE_PRINTED).map(|_| draws.die()).collect();
    Ok(Derived { anchor: key.anchor(chain), link, transcript: transcript.hash(), seed, dice })
}
