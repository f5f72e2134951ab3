//! `/matches`: what wants me first, by time left, page by page.

use super::Card;
use crate::actions::{self, MatchCard};
use crate::app::App;
use crate::domain::page::{MineKey, Shelf};
use crate::web::chrome::Chrome;
use crate::web::error::WebError;
use crate::web::fields::Params;
use crate::web::session::Member;
use actix_web::web;
use askama::Template;
use askama_web::WebTemplate;
use serde::Deserialize;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "pages/lists/mine.html")]
pub struct Mine {
    chrome: Chrome,
    verified: bool,
    first: bool,
    sections: Vec<Section>,
    /// Where the list goes on.
    more: Option<String>,
}

struct Section {
    title: &'static str,
    /// How many there are in all, where a page does not show them all.
    of: Option<u64>,
    cards: Vec<Card>,
}

/// Where the list goes on.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct After {
    after: String,
}

impl After {
    fn key(&self) -> Result<Option<MineKey>, WebError> {
        if self.after.is_empty() {
            return Ok(None);
        }
        let bad = |_| WebError::BadRequest("This page address is broken. Start again from the first page.");
        self.after.parse().map(Some).map_err(bad)
    }
}

/// Shows it.
pub async fn show(
    app: web::Data<App>,
    member: Member,
    Params(after): Params<After>,
) -> Result<Mine, WebError> {
    let Member { account, chrome } = member;
    let (now, after) = (app.clock.now(), after.key()?);
    let page = actions::my_matches(&app, account.id, after).await?;
    let unread = actions::unread_talk(&app, account.id).await?;
    let new_card = |card: &MatchCard| {
        let unread = unread.get(&card.view.match_id).map_or(0, |unread| unread.all());
        Card { unread, ..Card::new(card, now, &account.zone) }
    };
    let cards = |cards: &[MatchCard]| -> Vec<Card> { cards.iter().map(new_card).collect() };
    let mut sections = Vec::new();
    for shelf in &page.shelves {
        let shown = shelf.cards.len() as u64;
        let of = Some(shelf.of).filter(|&of| of > shown);
        sections.push(Section { title: title(shelf.shelf), of, cards: cards(&shelf.cards) });
    }
    if !page.invitations.is_empty() {
        let invitations = Section { title: "Invitations", of: None, cards: cards(&page.invitations) };
        let after_my_turn = page.shelves.iter().filter(|shelf| shelf.shelf <= Shelf::YourWord).count();
        sections.insert(after_my_turn, invitations);
    }
    let more = page.next.map(|key| key.to_string());
    Ok(Mine { chrome, verified: account.verified(), first: after.is_none(), sections, more })
}

const fn title(shelf: Shelf) -> &'static str {
    match shelf {
        Shelf::YourTurn => "Your turn",
        Shelf::YourWord => "Your word is asked",
        Shelf::Running => "Running",
        Shelf::Open => "Waiting for players",
        Shelf::Over => "Finished",
    }
}
