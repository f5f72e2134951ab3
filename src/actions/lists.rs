//! Lists of matches: mine, open tables, the archive, a player's.

use super::error::AppError;
use super::ledger;
use super::view_match::names;
use crate::app::App;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::page::PageKey;
use crate::domain::view::View;
use crate::domain::visibility::{self, Viewer};
use crate::store::{invitations, lists};
use time::OffsetDateTime;

/// Matches on one page of a list.
pub const PAGE: u32 = 20;

/// A match in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchCard {
    /// As the reader of the list may see it.
    pub view: View,
    /// Whether a decision of the reader's is open.
    pub your_turn: bool,
    /// When that decision is due.
    pub deadline: Option<OffsetDateTime>,
    /// Whether the reader is invited and has no seat yet.
    pub invited: bool,
}

/// One page of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchPage {
    /// The matches.
    pub cards: Vec<MatchCard>,
    /// Where the next page begins; none on the last one.
    pub next: Option<PageKey>,
}

/// The matches of an account: my turn first by time left, then running, open, invitations, and the last
/// finished ones.
pub async fn my_matches(app: &App, account: AccountId) -> Result<Vec<MatchCard>, AppError> {
    let mine = lists::my_matches(&app.pool, account).await?;
    let mut cards = Vec::with_capacity(mine.len());
    for item in mine {
        let view = load_view(app, item.id, Some(account)).await?;
        cards.push(MatchCard { view, your_turn: item.my_turn, deadline: item.my_deadline, invited: false });
    }
    for id in invitations::invited_matches(&app.pool, account, app.clock.now()).await? {
        let view = load_view(app, id, Some(account)).await?;
        if view.you.is_none() {
            cards.push(MatchCard { view, your_turn: false, deadline: None, invited: true });
        }
    }
    Ok(cards)
}

/// The match that waits for this account next, other than `but`.
pub async fn next_match(
    app: &App,
    account: AccountId,
    but: Option<MatchId>,
) -> Result<Option<MatchId>, AppError> {
    Ok(lists::next_match(&app.pool, account, but).await?)
}

/// Open tables that anybody may join, newest first.
pub async fn open_tables(
    app: &App,
    viewer: Option<AccountId>,
    before: Option<PageKey>,
) -> Result<MatchPage, AppError> {
    let keys = lists::open_tables(&app.pool, before, PAGE + 1).await?;
    page(app, viewer, keys).await
}

/// Finished matches, newest first.
pub async fn archive(
    app: &App,
    viewer: Option<AccountId>,
    before: Option<PageKey>,
) -> Result<MatchPage, AppError> {
    let keys = lists::archive(&app.pool, before, PAGE + 1).await?;
    page(app, viewer, keys).await
}

/// The finished matches of one player, newest first.
pub async fn matches_of(
    app: &App,
    viewer: Option<AccountId>,
    player: AccountId,
    before: Option<PageKey>,
) -> Result<MatchPage, AppError> {
    let keys = lists::finished_of(&app.pool, player, before, PAGE + 1).await?;
    page(app, viewer, keys).await
}

async fn page(app: &App, viewer: Option<AccountId>, mut keys: Vec<PageKey>) -> Result<MatchPage, AppError> {
    let more = keys.len() > PAGE as usize;
    keys.truncate(PAGE as usize);
    let mut cards = Vec::with_capacity(keys.len());
    for key in &keys {
        let view = load_view(app, key.id, viewer).await?;
        cards.push(MatchCard { view, your_turn: false, deadline: None, invited: false });
    }
    Ok(MatchPage { cards, next: keys.last().copied().filter(|_| more) })
}

async fn load_view(app: &App, id: MatchId, viewer: Option<AccountId>) -> Result<View, AppError> {
    let mut conn = app.pool.acquire().await?;
    let state = ledger::load(&mut conn, id).await?;
    let names = names(&mut conn, &state).await?;
    Ok(visibility::view(&state, Viewer::of(&state, viewer), &names))
}
