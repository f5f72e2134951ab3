//! What every command of a seated player shares: the idempotency key, and the answer.

use super::error::AppError;
use super::ledger::{Ledger, Wait};
use super::match_error::{MatchError, RefusedKind};
use super::members;
use super::view_match::{names, view_of};
use crate::app::App;
use crate::domain::game::{Command, Refusal, State};
use crate::domain::hash::Hash;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::view::View;
use crate::domain::visibility::{self, Names, Viewer};
use crate::store::accounts;
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
    run_on(app, by, id, key, |_| Some(command)).await
}

/// The same for a command that answers something which the sender saw: `make` finds it in the match as it
/// stands, or there is nothing to answer any more.
pub(super) async fn run_seen(
    app: &App,
    by: AccountId,
    id: MatchId,
    key: Key,
    make: impl FnOnce(&View) -> Option<Command>,
) -> Result<State, MatchError> {
    let now = |state: &State| visibility::view(state, Viewer::of(state, Some(by)), &Names::default());
    run_on(app, by, id, Some(key), |state| make(&now(state))).await
}

/// An answer to something that was asked.
pub(super) struct Answer {
    /// Tells one answer from another.
    pub(super) name: &'static str,
    /// Idempotency key.
    pub(super) key: Uuid,
    /// The event that asked, as the sender saw it.
    pub(super) seen: u64,
}

/// Gives an answer, if `stands` still finds what was asked in the match as the sender sees it now.
pub(super) async fn answer(
    app: &App,
    by: AccountId,
    id: MatchId,
    answer: Answer,
    command: Command,
    stands: impl FnOnce(&View) -> bool,
) -> Result<(), MatchError> {
    let key = Key::new(answer.key, &[answer.name.as_bytes(), &answer.seen.to_be_bytes()]);
    run_seen(app, by, id, key, |view| stands(view).then_some(command)).await.map(drop)
}

async fn run_on(
    app: &App,
    by: AccountId,
    id: MatchId,
    key: Option<Key>,
    make: impl FnOnce(&State) -> Option<Command>,
) -> Result<State, MatchError> {
    let mut ledger = Ledger::lock(app, id, Wait::Yes).await?.ok_or(MatchError::NoSuchMatch)?;
    if let Some(key) = &key
        && is_repeat(&mut ledger, by, id, key).await?
    {
        return Ok(ledger.commit().await?);
    }
    ledger.settle()?;
    let Some(command) = make(ledger.state()) else {
        let state = ledger.commit().await?;
        return Err(changed(view_of(app, &state, Some(by)).await?));
    };
    if matches!(command, Command::AskToSubstitute { .. }) {
        members::must_be_verified(&mut ledger.tx, by).await?;
    }
    if let Command::AgreeSubstitute { candidate, .. } = command
        && accounts::by_id_held(&mut ledger.tx, candidate).await?.is_none()
    {
        // Whoever deletes the account while it asks for a seat does not get it.
        let state = ledger.commit().await?;
        return Err(changed(view_of(app, &state, Some(by)).await?));
    }
    if let Err(refusal) = ledger.decide(&command)? {
        let state = ledger.commit().await?;
        return Err(refused(app, &state, by, &refusal).await?);
    }
    if let Some(key) = key {
        keep(&mut ledger, by, id, key).await?;
    }
    Ok(ledger.commit().await?)
}

/// What was answered is not there any more.
fn changed(view: View) -> MatchError {
    MatchError::Refused {
        kind: RefusedKind::Conflict,
        message: "this has changed since you looked: see how it stands now, and decide once more".to_owned(),
        view: Some(Box::new(view)),
    }
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
