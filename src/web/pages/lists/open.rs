//! `/open`: tables that anybody may join.

use super::{Card, Older, cards};
use crate::actions;
use crate::app::App;
use crate::web::chrome::Chrome;
use crate::web::error::WebError;
use crate::web::fields::Params;
use crate::web::session::Visitor;
use actix_web::web;
use askama::Template;
use askama_web::WebTemplate;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "pages/lists/open.html")]
pub struct OpenTables {
    chrome: Chrome,
    cards: Vec<Card>,
    /// Running matches with an empty seat; on the first page only.
    empty: Vec<Card>,
    older: Option<String>,
}

/// Shows it.
pub async fn show(
    app: web::Data<App>,
    visitor: Visitor,
    Params(older): Params<Older>,
) -> Result<OpenTables, WebError> {
    let (before, now, zone) = (older.key()?, app.clock.now(), visitor.zone());
    let page = actions::open_tables(&app, visitor.id(), before).await?;
    let seats = match before {
        None => actions::empty_seats(&app, visitor.id()).await?,
        Some(_) => Vec::new(),
    };
    let empty = seats.iter().map(|card| Card::empty_seat(card, now, &zone)).collect();
    let older = page.next.map(|key| key.to_string());
    Ok(OpenTables { cards: cards(&page, now, &zone), empty, older, chrome: visitor.chrome })
}
