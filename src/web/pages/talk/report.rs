//! `/m/{id}/talk/{room}/{words}/report`: what to do about words that one would rather not have read.

use crate::actions::{self, Reportable};
use crate::app::App;
use crate::domain::talk::{ReasonText, Scope};
use crate::web::chrome::Chrome;
use crate::web::error::{WebError, WebResult};
use crate::web::fields::{Fields, MatchPath};
use crate::web::form::{Errors, refused, see_other};
use crate::web::limit::{Gate, Limits};
use crate::web::present::When;
use crate::web::session::Member;
use actix_web::{HttpRequest, Responder, web};
use askama::Template;
use askama_web::WebTemplate;
use serde::Deserialize;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "pages/talk/report.html")]
pub struct ReportPage {
    chrome: Chrome,
    /// `/m/{id}`.
    page: String,
    words: Reportable,
    at: When,
    reason: String,
    most: usize,
    errors: Errors,
}

/// Shows the words and what can be done.
pub async fn show(app: web::Data<App>, req: HttpRequest, member: Member, id: MatchPath) -> WebResult {
    Ok(page(&app, &req, member, &id, String::new(), Errors::default()).await?.respond_to(&req))
}

async fn page(
    app: &App,
    req: &HttpRequest,
    member: Member,
    id: &MatchPath,
    reason: String,
    errors: Errors,
) -> Result<ReportPage, WebError> {
    let Member { account, chrome } = member;
    let words = actions::reportable(app, account.id, id.0, which(req)?).await?;
    let at = When::full(words.at, &account.zone);
    Ok(ReportPage { page: format!("/m/{}", id.0), words, at, reason, most: ReasonText::MOST, errors, chrome })
}

/// The room and the number that the address names.
fn which(req: &HttpRequest) -> Result<(Scope, u64), WebError> {
    let part = |name| req.match_info().get(name);
    let room = part("room").and_then(Scope::parse);
    let number = part("words").and_then(|text| text.parse().ok());
    room.zip(number).ok_or(WebError::NotFound)
}

/// Why.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct ReportFields {
    reason: String,
}

/// Keeps the report for the host.
pub async fn submit(
    app: web::Data<App>,
    req: HttpRequest,
    limits: web::Data<Limits>,
    member: Member,
    id: MatchPath,
    Fields(fields): Fields<ReportFields>,
) -> WebResult {
    let by = member.account.id;
    let words = which(&req)?;
    match ReasonText::parse(&fields.reason) {
        Ok(reason) => {
            limits.pass(Gate::Talk, &req, Some(&by.to_string()))?;
            actions::report_talk(&app, by, id.0, words, &reason).await?;
            Ok(see_other(format!("/m/{}/talk?done=reported", id.0)))
        }
        Err(error) => {
            let errors = Errors::one("reason", error);
            Ok(refused(page(&app, &req, member, &id, fields.reason, errors).await?, &req))
        }
    }
}
