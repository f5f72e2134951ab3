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
    older: Option<String>,
}

/// Shows it.
pub async fn show(
    app: web::Data<App>,
    visitor: Visitor,
    Params(older): Params<Older>,
) -> Result<OpenTables, WebError> {
    let page = actions::open_tables(&app, visitor.id(), older.key()?).await?;
    let cards = cards(&page, app.clock.now(), &visitor.zone());
    Ok(OpenTables { cards, older: page.next.map(|key| key.to_string()), chrome: visitor.chrome })
}
