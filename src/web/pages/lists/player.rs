//! `/players/{handle}`: somebody's finished matches.

use super::{Card, Older, cards};
use crate::actions;
use crate::app::App;
use crate::domain::account::Handle;
use crate::web::chrome::Chrome;
use crate::web::error::WebError;
use crate::web::fields::{Params, Segment};
use crate::web::session::Visitor;
use actix_web::web;
use askama::Template;
use askama_web::WebTemplate;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "pages/lists/player.html")]
pub struct Player {
    chrome: Chrome,
    handle: String,
    since: String,
    cards: Vec<Card>,
    older: Option<String>,
}

/// Shows it.
pub async fn show(
    app: web::Data<App>,
    visitor: Visitor,
    handle: Segment,
    Params(older): Params<Older>,
) -> Result<Player, WebError> {
    let handle = Handle::parse(&handle.0).map_err(|_| WebError::NotFound)?;
    let account = actions::account_by_handle(&app, &handle).await?.ok_or(WebError::NotFound)?;
    let page = actions::matches_of(&app, visitor.id(), account.id, older.key()?).await?;
    Ok(Player {
        handle: account.handle.to_string(),
        since: visitor.zone().date(account.created_at),
        cards: cards(&page, app.clock.now(), &visitor.zone()),
        older: page.next.map(|key| key.to_string()),
        chrome: visitor.chrome,
    })
}
