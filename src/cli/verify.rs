//! `delirious verify`: checks an export whole, with public data alone (DESIGN §4, §8).

use crate::domain::game::{self, MAX_EXPORT, Verified};
use anyhow::{Context, bail};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Arguments of `delirious verify`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The export of a match, as `/m/{id}.json` gives it.
    file: PathBuf,
}

/// Runs the command: a summary if all is in order, otherwise the first event that fails and why.
pub fn run(args: Args) -> anyhow::Result<()> {
    let file = args.file;
    let text = read(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    let verified = game::verify(&text)?;
    super::answer(&summary(&verified))
}

#[expect(clippy::disallowed_methods, reason = "the command line reads the file it is given")]
fn open(path: &Path) -> std::io::Result<File> {
    File::open(path)
}

/// Reads a text file of at most [`MAX_EXPORT`] bytes.
fn read(path: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    open(path)?.take(MAX_EXPORT as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MAX_EXPORT {
        bail!("it has more than {MAX_EXPORT} bytes, which no export has");
    }
    String::from_utf8(bytes).context("it is no UTF-8 text")
}

fn summary(verified: &Verified) -> String {
    let checked = match verified.sealed_from {
        None => "all in order: heads, rules, deadlines, dice".to_owned(),
        Some(seq) => format!(
            "in order: heads and dice; rules and deadlines up to event {}, whose move is sealed while its game runs",
            seq.saturating_sub(1)
        ),
    };
    format!(
        "match: {}\nname: {}\nevents: {}\nmoves: {}\nrolls: {}\nresult: {}\nhead: {}\n{checked}\n",
        verified.match_id,
        verified.name,
        verified.events,
        verified.moves,
        verified.rolls,
        verified.result,
        verified.head,
    )
}
