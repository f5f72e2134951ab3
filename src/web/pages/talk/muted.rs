//! `/settings/muted`: whose words are folded away for me.

use crate::actions;
use crate::app::App;
use crate::domain::account::Handle;
use crate::web::chrome::Chrome;
use crate::web::error::{WebError, WebResult};
use crate::web::fields::Fields;
use crate::web::form::see_other;
use crate::web::session::Member;
use actix_web::web;
use askama::Template;
use askama_web::WebTemplate;
use serde::Deserialize;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "pages/talk/muted.html")]
pub struct MutedPage {
    chrome: Chrome,
    muted: Vec<String>,
}

/// Shows them.
pub async fn show(app: web::Data<App>, member: Member) -> Result<MutedPage, WebError> {
    let Member { account, chrome } = member;
    let muted = actions::muted(&app, account.id).await?;
    Ok(MutedPage { chrome, muted })
}

/// Whom, and whether to mute or to hear again.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct MuteFields {
    handle: String,
    deed: String,
}

/// Mutes somebody, or takes it back.
pub async fn change(app: web::Data<App>, member: Member, Fields(fields): Fields<MuteFields>) -> WebResult {
    let handle = Handle::parse(&fields.handle).map_err(|_| WebError::NotFound)?;
    let by = member.account.id;
    match fields.deed.as_str() {
        "mute" => actions::mute(&app, by, &handle).await?,
        "hear" => actions::unmute(&app, by, &handle).await?,
        _ => return Err(WebError::BadRequest("Choose whether to mute this player or to see their words.")),
    }
    let done = if fields.deed == "mute" { "muted" } else { "unmuted" };
    Ok(see_other(format!("/settings/muted?done={done}")))
}
