//! What every command of a seated player shares: the idempotency key, and the answer.

use super::error::AppError;
use super::ledger::{Ledger, Wait};
use super::match_error::MatchError;
use super::view_match::names;
use crate::app::App;
use crate::domain::game::{Command, Refusal, State};
use crate::domain::hash::Hash;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::visibility::{self, Viewer};
use crate::store::commands::{self, AcceptedCommand};
use uuid::Uuid;

/// An idempotency key with the hash of the command that it stands for.
pub(super) struct Key {
    key: Uuid,
    hash: [u8; 32],
}

impl Key {
    /// The key of a command whose content is `parts`.
    pub(super) fn new(key: Uuid, parts: &[&[u8]]) -> Self {
        let lengths: Vec<[u8; 8]> = parts.iter().map(|part| (part.len() as u64).to_be_bytes()).collect();
        let framed: Vec<&[u8]> = lengths.iter().zip(parts).flat_map(|(l, p)| [&l[..], *p]).collect();
        Self { key, hash: *Hash::of(&framed).bytes() }
    }
}

/// Carries out one command: lock, settle, decide, append, commit. A repeat under the same key changes
/// nothing and gives the match as it stands; what was overdue is settled even if the command is refused.
pub(super) async fn run(
    app: &App,
    by: AccountId,
    id: MatchId,
    key: Option<Key>,
    command: Command,
) -> Result<State, MatchError> {
    let mut ledger = Ledger::lock(app, id, Wait::Yes).await?.ok_or(MatchError::NoSuchMatch)?;
    if let Some(key) = &key
        && is_repeat(&mut ledger, by, id, key).await?
    {
        return Ok(ledger.commit().await?);
    }
    ledger.settle()?;
    if let Err(refusal) = ledger.decide(&command)? {
        let state = ledger.commit().await?;
        return Err(refused(app, &state, by, &refusal).await?);
    }
    if let Some(key) = key {
        keep(&mut ledger, by, id, key).await?;
    }
    Ok(ledger.commit().await?)
}

/// A refusal with its words and the match as it stands, for the one who asked.
pub(super) async fn refused(
    app: &App,
    state: &State,
    by: AccountId,
    refusal: &Refusal,
) -> Result<MatchError, AppError> {
    let mut conn = app.pool.acquire().await?;
    let names = names(&mut conn, state).await?;
    let view = visibility::view(state, Viewer::of(state, Some(by)), &names);
    Ok(MatchError::refused(refusal, visibility::told(refusal, state, by, &names), Some(view)))
}

async fn is_repeat(ledger: &mut Ledger, by: AccountId, id: MatchId, key: &Key) -> Result<bool, MatchError> {
    match commands::find_command(&mut ledger.tx, by, id, key.key).await? {
        None => Ok(false),
        Some(accepted) if accepted.command_hash == key.hash => Ok(true),
        Some(_) => Err(MatchError::KeyReused),
    }
}

async fn keep(ledger: &mut Ledger, by: AccountId, id: MatchId, key: Key) -> Result<(), AppError> {
    let accepted = AcceptedCommand { command_hash: key.hash, seq: ledger.state().seq() };
    Ok(commands::insert_command(&mut ledger.tx, by, id, key.key, accepted, ledger.now).await?)
}
