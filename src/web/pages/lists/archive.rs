//! `/archive`: finished matches, newest first.

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
#[template(path = "pages/lists/archive.html")]
pub struct Archive {
    chrome: Chrome,
    cards: Vec<Card>,
    first: bool,
    older: Option<String>,
}

/// Shows it.
pub async fn show(
    app: web::Data<App>,
    visitor: Visitor,
    Params(older): Params<Older>,
) -> Result<Archive, WebError> {
    let before = older.key()?;
    let page = actions::archive(&app, visitor.id(), before).await?;
    let cards = cards(&page, app.clock.now(), &visitor.zone());
    let older = page.next.map(|key| key.to_string());
    Ok(Archive { cards, first: before.is_none(), older, chrome: visitor.chrome })
}
