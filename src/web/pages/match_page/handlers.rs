//! `/m/{id}` over HTTP: looking, stepping, playing, resigning, and the match as data and picture.

use super::{Draft, Final, MatchPageOptions, render_at, render_confirm, render_match};
use crate::actions::{self, MatchError, RefusedKind, SubmitMove};
use crate::app::App;
use crate::domain::ids::MatchId;
use crate::domain::seat::BoardNo;
use crate::domain::view::View;
use crate::picture;
use crate::random;
use crate::web::beside;
use crate::web::error::{WebError, WebResult};
use crate::web::fields::{Fields, MatchPath, Params};
use crate::web::form::{self, see_other, sentence};
use crate::web::limit::{Gate, Limits};
use crate::web::session::{Member, Visitor};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use serde::Deserialize;
use uuid::Uuid;

/// Pixels of the picture's width.
const PICTURE_WIDTH: u32 = 960;

/// What the address may say.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Shown {
    piece: Option<String>,
}

/// `/m/{id}`: the match now.
pub async fn show(
    app: web::Data<App>,
    req: HttpRequest,
    visitor: Visitor,
    id: MatchPath,
    Params(shown): Params<Shown>,
) -> WebResult {
    let view = actions::view_match(&app, id.0, visitor.id(), None).await?;
    let mut options = MatchPageOptions::new(app.clock.now(), visitor.zone(), random::uuid());
    options.piece = shown.piece;
    options.next_match = next_match(&app, &visitor, id.0).await?;
    // What asks for no page (HEAD) has read nothing.
    if req.method() == Method::GET {
        options.beside = beside::load(&app, visitor.account.as_ref(), id.0, &visitor.chrome.csrf).await?;
    }
    Ok(render_match(&view, visitor.chrome, options).respond_to(&req))
}

async fn next_match(app: &App, visitor: &Visitor, but: MatchId) -> Result<Option<MatchId>, WebError> {
    match visitor.id() {
        Some(account) => Ok(actions::next_match(app, account, Some(but)).await?),
        None => Ok(None),
    }
}

/// `/m/{id}/at/{seq}`: the match as it stood after an event.
pub async fn at(app: web::Data<App>, req: HttpRequest, visitor: Visitor, id: MatchPath) -> WebResult {
    let seq = req.match_info().get("seq").and_then(|text| text.parse().ok()).ok_or(WebError::NotFound)?;
    let then = actions::view_match(&app, id.0, visitor.id(), Some(seq)).await?;
    let live = actions::view_match(&app, id.0, visitor.id(), None).await?;
    let zone = visitor.zone();
    Ok(render_at(&then, &live, visitor.chrome, &zone).respond_to(&req))
}

/// The move form.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct MoveFields {
    board: String,
    seen: String,
    key: String,
    #[serde(rename = "move")]
    mv: String,
    salt: String,
    salt_text: String,
    next: String,
}

/// Plays a decision. A refusal shows the match as it stands now, with the draft.
pub async fn play(
    app: web::Data<App>,
    req: HttpRequest,
    member: Member,
    id: MatchPath,
    Fields(fields): Fields<MoveFields>,
) -> WebResult {
    let refused = match read(&fields) {
        Err(why) => Refused::form(why),
        Ok(submit) => match Box::pin(actions::submit_move(&app, member.account.id, id.0, submit)).await {
            Ok(()) => return Ok(see_other(format!("/m/{}?done=played", id.0))),
            Err(error) => Refused::by_match(error)?,
        },
    };
    let again = Again::with_draft(refused, &fields.key);
    let draft = Draft { mv: fields.mv, salt: fields.salt_text };
    Box::pin(show_again(&app, &req, member, id.0, again, |options| options.draft = draft)).await
}

/// The form that gives a salt alone.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct SaltFields {
    key: String,
    salt_text: String,
}

/// Stirs the dice of a board that cannot roll without a salt.
pub async fn salt(
    app: web::Data<App>,
    member: Member,
    id: MatchPath,
    Fields(fields): Fields<SaltFields>,
) -> WebResult {
    let key = Uuid::try_parse(&fields.key)
        .map_err(|_| WebError::BadRequest("the form has no key: load the page again"))?;
    let salt = form::salt(&fields.salt_text, "", "").map_err(WebError::BadRequest)?;
    Box::pin(actions::give_salt(&app, member.account.id, id.0, key, salt)).await?;
    Ok(see_other(format!("/m/{}", id.0)))
}

fn read(fields: &MoveFields) -> Result<SubmitMove, &'static str> {
    let old = "this form is not of our making: load the page again and choose once more";
    let board: u8 = fields.board.parse().map_err(|_| old)?;
    Ok(SubmitMove {
        board: BoardNo::try_from(board).map_err(|_| old)?,
        seen: fields.seen.parse().map_err(|_| old)?,
        mv: fields.mv.clone(),
        key: Uuid::try_parse(&fields.key).map_err(|_| old)?,
        salt: form::salt(&fields.salt_text, &fields.salt, &fields.next)?,
    })
}

/// Why a form at the table was not taken, as the page tells it.
pub(super) struct Refused {
    /// The answer's code.
    pub(super) status: StatusCode,
    /// In words.
    pub(super) words: String,
    /// The match as it stands, where the refusal brought it.
    pub(super) view: Option<View>,
}

impl Refused {
    /// The form itself makes no sense.
    pub(super) fn form(words: impl Into<String>) -> Self {
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, words: words.into(), view: None }
    }

    /// The match does not take it; what is no refusal is an error of its own.
    pub(super) fn by_match(error: MatchError) -> Result<Self, WebError> {
        let status = match &error {
            MatchError::Refused { kind: RefusedKind::Forbidden, .. } => StatusCode::FORBIDDEN,
            MatchError::Refused { kind: RefusedKind::Conflict, .. } | MatchError::KeyReused => {
                StatusCode::CONFLICT
            }
            MatchError::Refused { kind: RefusedKind::Invalid, .. } | MatchError::Malformed { .. } => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            _ => return Err(error.into()),
        };
        Ok(match error {
            MatchError::Refused { message, view, .. } => {
                Self { status, words: message, view: view.map(|view| *view) }
            }
            other => Self { status, words: other.to_string(), view: None },
        })
    }
}

/// A refusal that shows the match again.
pub(super) struct Again {
    /// Why.
    pub(super) refused: Refused,
    /// The key of the form.
    pub(super) key: Uuid,
}

impl Again {
    /// After a decision. The refused key goes on, so that a repeat is one; a key that was used for another
    /// decision does not.
    pub(super) fn with_draft(refused: Refused, key: &str) -> Self {
        let used = refused.status == StatusCode::CONFLICT;
        let key = Uuid::try_parse(key).ok().filter(|_| !used).unwrap_or_else(random::uuid);
        Self { refused, key }
    }
}

/// The match as it stands, with why something was not done; `keep` puts back what was typed.
pub(super) async fn show_again(
    app: &App,
    req: &HttpRequest,
    member: Member,
    id: MatchId,
    again: Again,
    keep: impl FnOnce(&mut MatchPageOptions),
) -> WebResult {
    let Again { refused, key } = again;
    let view = match refused.view {
        Some(view) => view,
        None => actions::view_match(app, id, Some(member.account.id), None).await?,
    };
    let beside = beside::load(app, Some(&member.account), id, &member.chrome.csrf).await?;
    let mut options = MatchPageOptions::new(app.clock.now(), member.account.zone, key);
    options.beside = beside;
    options.problem = Some(sentence(&refused.words));
    keep(&mut options);
    let mut response = render_match(&view, member.chrome, options).respond_to(req).map_into_boxed_body();
    *response.status_mut() = refused.status;
    Ok(response)
}

/// Asks before resigning.
pub async fn ask_resign(app: web::Data<App>, req: HttpRequest, member: Member, id: MatchPath) -> WebResult {
    ask_first(Final::Resign, &app, &req, member, id.0).await
}

/// Asks before calling the match off.
pub async fn ask_abort(app: web::Data<App>, req: HttpRequest, member: Member, id: MatchPath) -> WebResult {
    ask_first(Final::Abort, &app, &req, member, id.0).await
}

/// Asks before leaving for good.
pub async fn ask_leave(app: web::Data<App>, req: HttpRequest, member: Member, id: MatchPath) -> WebResult {
    ask_first(Final::Leave, &app, &req, member, id.0).await
}

async fn ask_first(what: Final, app: &App, req: &HttpRequest, member: Member, id: MatchId) -> WebResult {
    let view = actions::view_match(app, id, Some(member.account.id), None).await?;
    if !view.deeds.contains(&what.deed()) {
        return Err(WebError::Forbidden(what.why_not().to_owned()));
    }
    let (zone, now) = (&member.account.zone, app.clock.now());
    Ok(render_confirm(what, &view, member.chrome, zone, now, random::uuid()).respond_to(req))
}

/// What a question sends.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct FinalFields {
    key: String,
}

/// Resigns.
pub async fn resign(
    app: web::Data<App>,
    member: Member,
    id: MatchPath,
    Fields(fields): Fields<FinalFields>,
) -> WebResult {
    Box::pin(actions::resign(&app, member.account.id, id.0, form::key(&fields.key)?)).await?;
    Ok(see_other(format!("/m/{}?done=resigned", id.0)))
}

/// Calls the match off.
pub async fn abort(
    app: web::Data<App>,
    member: Member,
    id: MatchPath,
    Fields(fields): Fields<FinalFields>,
) -> WebResult {
    Box::pin(actions::abort(&app, member.account.id, id.0, form::key(&fields.key)?)).await?;
    Ok(see_other(format!("/m/{}?done=cancelled", id.0)))
}

/// Leaves for good.
pub async fn leave(
    app: web::Data<App>,
    member: Member,
    id: MatchPath,
    Fields(fields): Fields<FinalFields>,
) -> WebResult {
    Box::pin(actions::leave_for_good(&app, member.account.id, id.0, form::key(&fields.key)?)).await?;
    Ok(see_other(format!("/m/{}?done=left-for-good", id.0)))
}

/// `/m/{id}.json`: the whole log.
pub async fn export(app: web::Data<App>, id: MatchPath) -> WebResult {
    let text = actions::export(&app, id.0).await?;
    Ok(HttpResponse::Ok().content_type("application/json").body(text))
}

/// `/m/{id}.png`: the boards as this visitor may see them.
pub async fn png(
    app: web::Data<App>,
    req: HttpRequest,
    limits: web::Data<Limits>,
    visitor: Visitor,
    id: MatchPath,
) -> WebResult {
    limits.pass(Gate::Picture, &req, None)?;
    let view = actions::view_match(&app, id.0, visitor.id(), None).await?;
    let png = web::block(move || picture::png(&view, PICTURE_WIDTH)).await.map_err(WebError::internal)?;
    Ok(HttpResponse::Ok().content_type("image/png").body(png.map_err(WebError::internal)?))
}
