//! `/matches`: what waits for me first.

use super::Card;
use crate::actions::{self, MatchCard};
use crate::app::App;
use crate::domain::view::Phase;
use crate::web::chrome::Chrome;
use crate::web::error::WebError;
use crate::web::session::Member;
use actix_web::web;
use askama::Template;
use askama_web::WebTemplate;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "pages/lists/mine.html")]
pub struct Mine {
    chrome: Chrome,
    verified: bool,
    sections: Vec<(&'static str, Vec<Card>)>,
}

/// Shows it.
pub async fn show(app: web::Data<App>, member: Member) -> Result<Mine, WebError> {
    let Member { account, chrome } = member;
    let now = app.clock.now();
    let all = actions::my_matches(&app, account.id).await?;
    let section = |title, belongs: fn(&MatchCard) -> bool| {
        let cards = all.iter().filter(|card| belongs(card)).map(|card| Card::new(card, now, &account.zone));
        (title, cards.collect::<Vec<_>>())
    };
    let sections = vec![
        section("Your turn", |card| card.your_turn),
        section("Invitations", |card| card.invited),
        section("Running", |card| card.view.phase == Phase::Running && !card.your_turn),
        section("Waiting for players", |card| card.view.phase == Phase::Open && !card.invited),
        section("Finished", |card| matches!(card.view.phase, Phase::Over { .. })),
    ];
    let sections = sections.into_iter().filter(|(_, cards)| !cards.is_empty()).collect();
    Ok(Mine { chrome, verified: account.verified(), sections })
}
