//! `/m/{id}/notes`: one's own note about a match.

use crate::actions::{self, SavedNote};
use crate::app::App;
use crate::domain::ids::MatchId;
use crate::domain::talk::{NoteText, NoteView};
use crate::web::chrome::Chrome;
use crate::web::error::{WebError, WebResult};
use crate::web::fields::{Fields, MatchPath};
use crate::web::form::{see_other, sentence};
use crate::web::limit::{Gate, Limits};
use crate::web::present::NotePart;
use crate::web::session::Member;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use askama::Template;
use askama_web::WebTemplate;
use serde::Deserialize;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "pages/talk/notes.html")]
pub struct NotesPage {
    chrome: Chrome,
    /// `/m/{id}`.
    page: String,
    note: NotePart,
    /// Why it was not saved; empty where nothing was wrong.
    problem: String,
    /// What another tab saved meanwhile.
    other: Option<String>,
}

/// Shows the note.
pub async fn show(app: web::Data<App>, req: HttpRequest, member: Member, id: MatchPath) -> WebResult {
    let note = actions::private_note(&app, member.account.id, id.0).await?;
    Ok(page(member, id.0, note, String::new(), None).respond_to(&req))
}

fn page(member: Member, id: MatchId, note: NoteView, problem: String, other: Option<String>) -> NotesPage {
    let chrome = member.chrome;
    NotesPage {
        page: format!("/m/{id}"),
        note: NotePart::new(id, note, &chrome.csrf),
        problem,
        other,
        chrome,
    }
}

/// The note as it was typed.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct NoteFields {
    text: String,
    version: String,
}

/// Saves it. What another tab saved meanwhile is shown beside what was typed, and nothing is overwritten.
pub async fn save(
    app: web::Data<App>,
    req: HttpRequest,
    limits: web::Data<Limits>,
    member: Member,
    id: MatchPath,
    Fields(fields): Fields<NoteFields>,
) -> WebResult {
    let old =
        |_| WebError::BadRequest("This form is not of our making. Load the page again and write once more.");
    let version = fields.version.parse().map_err(old)?;
    let by = member.account.id;
    let typed = NoteView { text: fields.text, version };
    if let Err(WebError::TooMany(seconds)) = limits.pass(Gate::Talk, &req, Some(&by.to_string())) {
        let problem = format!("Wait {seconds} seconds and save it again.");
        return Ok(again(StatusCode::TOO_MANY_REQUESTS, page(member, id.0, typed, problem, None), &req));
    }
    let text = match NoteText::parse(&typed.text) {
        Ok(text) => text,
        Err(error) => {
            // Whoever does not sit there learns that, not how long their text was.
            actions::private_note(&app, by, id.0).await?;
            let page = page(member, id.0, typed, sentence(&error), None);
            return Ok(again(StatusCode::UNPROCESSABLE_ENTITY, page, &req));
        }
    };
    match actions::save_private_note(&app, by, id.0, version, &text).await? {
        SavedNote::Saved => Ok(see_other(format!("/m/{}?done=noted#notes", id.0))),
        SavedNote::Conflict(now) => {
            let mine = NoteView { text: typed.text, version: now.version };
            let problem =
                "Another tab of yours saved this note meanwhile, so nothing was overwritten.".to_owned();
            Ok(again(StatusCode::CONFLICT, page(member, id.0, mine, problem, Some(now.text)), &req))
        }
    }
}

fn again(status: StatusCode, page: NotesPage, req: &HttpRequest) -> HttpResponse {
    let mut response = page.respond_to(req).map_into_boxed_body();
    *response.status_mut() = status;
    response
}
