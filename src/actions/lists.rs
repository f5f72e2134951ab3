//! Lists of matches: mine, open tables, the archive, a player's.

use super::error::AppError;
use super::views::views;
use crate::app::App;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::page::{MineKey, PageKey, Shelf};
use crate::domain::view::View;
use crate::store::{invitations, lists, mine};
use time::OffsetDateTime;

/// Matches on one page of a list.
pub const PAGE: u32 = 20;

/// A match in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchCard {
    /// As the reader of the list may see it.
    pub view: View,
    /// When a decision of the reader's is due; none where nothing is, or the clock stands.
    pub deadline: Option<OffsetDateTime>,
    /// Whether the reader is invited and has no seat yet.
    pub invited: bool,
}

impl MatchCard {
    fn plain(view: View) -> Self {
        Self { view, deadline: None, invited: false }
    }
}

/// The matches of one shelf that a page shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShelfPage {
    /// The shelf.
    pub shelf: Shelf,
    /// How many matches stand on it in all.
    pub of: u64,
    /// Those of this page.
    pub cards: Vec<MatchCard>,
}

/// One page of a player's own matches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MinePage {
    /// Invitations to tables where the player has no seat; on the first page only.
    pub invitations: Vec<MatchCard>,
    /// What the page shows, shelf by shelf.
    pub shelves: Vec<ShelfPage>,
    /// Where the next page begins; none on the last one.
    pub next: Option<MineKey>,
}

/// One page of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchPage {
    /// The matches.
    pub cards: Vec<MatchCard>,
    /// Where the next page begins; none on the last one.
    pub next: Option<PageKey>,
}

/// A page of an account's own matches: what is mine to decide first, by time left (see [`Shelf`]). Only
/// the matches of the page are folded.
pub async fn my_matches(app: &App, account: AccountId, after: Option<MineKey>) -> Result<MinePage, AppError> {
    let mut rows = mine::my_matches(&app.pool, account, after, PAGE + 1).await?;
    let more = rows.len() > PAGE as usize;
    rows.truncate(PAGE as usize);
    let invited = match after {
        None => invitations::invited_matches(&app.pool, account, app.clock.now()).await?,
        Some(_) => Vec::new(),
    };
    let ids: Vec<MatchId> = rows.iter().map(|row| row.key.id).chain(invited.iter().copied()).collect();
    let mut views = views(app, &ids, Some(account)).await?;
    let mut page = MinePage { next: rows.last().map(|row| row.key).filter(|_| more), ..MinePage::default() };
    for row in rows {
        let Some(view) = views.remove(&row.key.id) else { continue };
        let card = MatchCard { deadline: row.my_deadline, ..MatchCard::plain(view) };
        match page.shelves.last_mut().filter(|last| last.shelf == row.key.shelf) {
            Some(last) => last.cards.push(card),
            None => {
                page.shelves.push(ShelfPage { shelf: row.key.shelf, of: row.on_shelf, cards: vec![card] });
            }
        }
    }
    let seatless = invited.into_iter().filter_map(|id| views.remove(&id)).filter(|view| view.you.is_none());
    page.invitations = seatless.map(|view| MatchCard { invited: true, ..MatchCard::plain(view) }).collect();
    Ok(page)
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

/// Running matches with an empty seat that a substitute may take.
pub async fn empty_seats(app: &App, viewer: Option<AccountId>) -> Result<Vec<MatchCard>, AppError> {
    let ids = lists::empty_seats(&app.pool, PAGE).await?;
    let mut views = views(app, &ids, viewer).await?;
    Ok(ids.iter().filter_map(|id| views.remove(id)).map(MatchCard::plain).collect())
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
    let ids: Vec<MatchId> = keys.iter().map(|key| key.id).collect();
    let mut views = views(app, &ids, viewer).await?;
    let cards = ids.iter().filter_map(|id| views.remove(id)).map(MatchCard::plain).collect();
    Ok(MatchPage { cards, next: keys.last().copied().filter(|_| more) })
}
