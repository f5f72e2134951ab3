//! `/m/{id}/talk` and what belongs to it: saying and reading, private notes, muting, reporting.

pub mod muted;
pub mod notes;
pub mod report;

use crate::actions::{self, Reading, Say, TalkError};
use crate::app::App;
use crate::domain::account::Account;
use crate::domain::ids::MatchId;
use crate::domain::talk::{Scope, TalkText};
use crate::web::beside;
use crate::web::chrome::Chrome;
use crate::web::error::{WebError, WebResult};
use crate::web::fields::{Fields, MatchPath, Params};
use crate::web::form::{see_other, sentence};
use crate::web::limit::{Gate, Limits};
use crate::web::present::{TalkDraft, TalkPart};
use crate::web::session::Member;
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, Responder, ResponseError, web};
use askama::Template;
use askama_web::WebTemplate;
use serde::Deserialize;
use uuid::Uuid;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "pages/talk/show.html")]
pub struct TalkPage {
    chrome: Chrome,
    /// `/m/{id}`.
    page: String,
    name: String,
    talk: TalkPart,
    /// Words of the past alone, without a form.
    older: bool,
}

/// Which words the address asks for.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Shown {
    room: String,
    before: String,
}

/// Shows the talk. What is shown counts as read from then on.
pub async fn show(
    app: web::Data<App>,
    req: HttpRequest,
    member: Member,
    id: MatchPath,
    Params(shown): Params<Shown>,
) -> WebResult {
    let bad = || WebError::BadRequest("This page address is broken. Start again from the newest words.");
    let reading = match (shown.room.as_str(), shown.before.as_str()) {
        _ if req.method() == Method::HEAD => Reading::Unmarked,
        ("", "") => Reading::Newest,
        (room, before) => {
            Reading::Before(Scope::parse(room).ok_or_else(bad)?, before.parse().map_err(|_| bad())?)
        }
    };
    Ok(page(&app, member, id.0, reading, &TalkDraft::default()).await?.respond_to(&req))
}

async fn page(
    app: &App,
    member: Member,
    id: MatchId,
    reading: Reading,
    draft: &TalkDraft,
) -> Result<TalkPage, WebError> {
    let Member { account, chrome } = member;
    let view = actions::read_talk(app, account.id, id, reading).await?;
    let mut talk = beside::part(&view, &account, &chrome.csrf, "talk", draft);
    let older = matches!(reading, Reading::Before(..));
    for room in &mut talk.rooms {
        room.open &= !older;
    }
    Ok(TalkPage { page: format!("/m/{id}"), name: view.name, chrome, talk, older })
}

/// What is said.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct SayFields {
    scope: String,
    key: String,
    /// What was typed.
    text: String,
    /// A quick phrase, which is said in its place.
    phrase: String,
    from: String,
}

/// Says something. A refusal shows the talk again, with what was typed.
pub async fn say(
    app: web::Data<App>,
    req: HttpRequest,
    limits: web::Data<Limits>,
    member: Member,
    id: MatchPath,
    Fields(fields): Fields<SayFields>,
) -> WebResult {
    let old =
        || WebError::BadRequest("This form is not of our making. Load the page again and write once more.");
    let scope = Scope::parse(&fields.scope).ok_or_else(old)?;
    let key = Uuid::try_parse(&fields.key).map_err(|_| old())?;
    let quick = !fields.phrase.is_empty();
    let said = if quick { &fields.phrase } else { &fields.text };
    let done = match TalkText::parse(said) {
        Ok(text) => try_to_say(&app, &req, &limits, &member.account, id.0, Say { scope, text, key }).await,
        Err(error) => Err(TalkError::from(error).into()),
    };
    let mut draft = TalkDraft { scope: Some(scope), text: fields.text, ..TalkDraft::default() };
    let typing = quick && !draft.text.trim().is_empty();
    match done {
        Ok(()) if typing => Ok(page(&app, member, id.0, Reading::Newest, &draft).await?.respond_to(&req)),
        Ok(()) if fields.from == "match" => Ok(see_other(format!("/m/{}#talk", id.0))),
        Ok(()) => Ok(see_other(format!("/m/{}/talk#talk-{}", id.0, scope.name()))),
        Err(error) => {
            if quick && !typing {
                draft.text = fields.phrase;
            }
            again(&app, &req, member, id.0, Refused { draft, key, error }).await
        }
    }
}

/// What was not said, and why.
struct Refused {
    draft: TalkDraft,
    key: Uuid,
    error: WebError,
}

/// The talk with what was typed, where it can be shown.
async fn again(app: &App, req: &HttpRequest, member: Member, id: MatchId, refused: Refused) -> WebResult {
    let Refused { mut draft, key, error } = refused;
    let Some(problem) = told(&error) else { return Err(error) };
    // The same key goes on, so that a repeat is one, unless it was used for other words.
    draft.key = (error.status_code() != StatusCode::CONFLICT).then_some(key);
    draft.problem = problem;
    let shown = page(app, member, id, Reading::Newest, &draft).await?;
    if !shown.talk.rooms.iter().any(|room| !room.problem.is_empty()) {
        // A match without partners has no place for these words; the error's own page shows them.
        return Err(error);
    }
    let mut response = shown.respond_to(req).map_into_boxed_body();
    *response.status_mut() = error.status_code();
    Ok(response)
}

async fn try_to_say(
    app: &App,
    req: &HttpRequest,
    limits: &Limits,
    by: &Account,
    id: MatchId,
    say: Say,
) -> Result<(), WebError> {
    limits.pass(Gate::Talk, req, Some(&by.id.to_string()))?;
    Ok(actions::say(app, by.id, id, say).await?)
}

/// A refusal after which the page can be shown again, in words.
fn told(error: &WebError) -> Option<String> {
    match error {
        WebError::Unprocessable(why) | WebError::Conflict(why) => Some(why.clone()),
        WebError::TooMany(seconds) => {
            Some(sentence(&format!("you say a lot at once: wait {seconds} seconds and send it again")))
        }
        _ => None,
    }
}
