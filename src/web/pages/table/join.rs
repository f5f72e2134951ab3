//! `/m/{id}/join` and `/i/{token}`: a table in words, and its free seats. Nobody sits down by looking.

use crate::actions::{self, JoinPage, MatchError, TakeSeat};
use crate::app::App;
use crate::domain::ids::MatchId;
use crate::domain::seat::Seat;
use crate::domain::view::{Phase, SeatView, View};
use crate::web::chrome::Chrome;
use crate::web::error::{WebError, WebResult};
use crate::web::fields::{Fields, MatchPath, Segment};
use crate::web::form::{self, Errors, refused, see_other, sentence};
use crate::web::limit::{Gate, Limits};
use crate::web::present::time_words;
use crate::web::session::{Member, Visitor};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use askama::Template;
use askama_web::WebTemplate;
use serde::Deserialize;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "pages/table/join.html")]
pub struct JoinTable {
    chrome: Chrome,
    path: String,
    name: String,
    /// Who invited, when a link brought the visitor here.
    from: Option<String>,
    /// The address of `never again`, for invitations by mail.
    never: Option<String>,
    invitation: String,
    rules_title: String,
    rules: Vec<String>,
    time_words: String,
    seats: Vec<SeatChoice>,
    sits_here: bool,
    has_dice: bool,
    why_not: Option<String>,
    log_in: Option<String>,
    form: JoinForm,
    errors: Errors,
}

/// A seat as the page offers it.
struct SeatChoice {
    seat: Seat,
    /// Who sits there.
    taken_by: Option<String>,
    /// `board 1, partner of caio, against bruno`.
    place: String,
}

/// What the form sends.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct JoinForm {
    seat: String,
    invitation: String,
    salt_text: String,
    salt: String,
    next: String,
}

/// An invitation that brought the visitor here.
#[derive(Default)]
struct Invitation {
    token: String,
    from: Option<String>,
    by_mail: bool,
}

/// Shows the table.
pub async fn show(app: web::Data<App>, req: HttpRequest, visitor: Visitor, id: MatchPath) -> WebResult {
    let join = actions::joinable(&app, id.0, visitor.id(), None).await?;
    if !matches!(join.view.phase, Phase::Open) {
        return Ok(see_other(format!("/m/{}", id.0)));
    }
    let page = page(join, visitor, Invitation::default(), JoinForm::default(), Errors::default());
    Ok(page.respond_to(&req))
}

/// Shows the table that an invitation opens.
pub async fn invited(
    app: web::Data<App>,
    req: HttpRequest,
    limits: web::Data<Limits>,
    visitor: Visitor,
    token: Segment,
) -> WebResult {
    limits.pass(Gate::Token, &req, None)?;
    let found = actions::read_invitation(&app, &token.0).await?;
    let join = actions::joinable(&app, found.match_id, visitor.id(), Some(&token.0)).await?;
    let invitation = Invitation { token: token.0, from: Some(found.from), by_mail: found.by_mail };
    Ok(page(join, visitor, invitation, JoinForm::default(), Errors::default()).respond_to(&req))
}

/// Never again an invitation by mail to this address.
pub async fn never_again(
    app: web::Data<App>,
    req: HttpRequest,
    limits: web::Data<Limits>,
    token: Segment,
) -> WebResult {
    limits.pass(Gate::Token, &req, None)?;
    actions::never_invite_again(&app, &token.0).await?;
    Ok(see_other("/?done=never"))
}

/// Sits down.
pub async fn submit(
    app: web::Data<App>,
    req: HttpRequest,
    member: Member,
    id: MatchPath,
    Fields(form): Fields<JoinForm>,
) -> WebResult {
    let by = member.account.id;
    let mut errors = Errors::default();
    let Some(wish) = read(&form, &mut errors) else {
        return again(&app, &req, member, id.0, form, errors, StatusCode::UNPROCESSABLE_ENTITY).await;
    };
    match Box::pin(actions::take_seat(&app, by, id.0, wish)).await {
        Ok(view) if view.phase == Phase::Open => Ok(see_other(format!("/m/{}/join?done=joined", id.0))),
        Ok(_) => Ok(see_other(format!("/m/{}", id.0))),
        Err(MatchError::Malformed { field, why }) => {
            let errors = Errors::one(field, why);
            again(&app, &req, member, id.0, form, errors, StatusCode::UNPROCESSABLE_ENTITY).await
        }
        Err(error @ MatchError::Refused { .. }) => {
            let told = Errors::one("", &error);
            let status = actix_web::ResponseError::status_code(&WebError::from(error));
            again(&app, &req, member, id.0, form, told, status).await
        }
        Err(error) => Err(error.into()),
    }
}

async fn again(
    app: &App,
    req: &HttpRequest,
    member: Member,
    id: MatchId,
    form: JoinForm,
    errors: Errors,
    status: StatusCode,
) -> WebResult<HttpResponse> {
    let token = Some(form.invitation.as_str()).filter(|token| !token.is_empty());
    let join = actions::joinable(app, id, Some(member.account.id), token).await?;
    let invitation = Invitation { token: form.invitation.clone(), ..Invitation::default() };
    let visitor = Visitor { account: Some(member.account), chrome: member.chrome };
    let mut response = refused(page(join, visitor, invitation, form, errors), req);
    *response.status_mut() = status;
    Ok(response)
}

fn read(form: &JoinForm, errors: &mut Errors) -> Option<TakeSeat> {
    let seat = match form.seat.as_str() {
        "" => Ok(None),
        name => name.parse().map(Some),
    };
    let seat = errors.take("seat", seat);
    let salt = errors.take("salt", form::salt(&form.salt_text, &form.salt, &form.next));
    let invitation = Some(form.invitation.clone()).filter(|token| !token.is_empty());
    Some(TakeSeat { seat: seat?, partner_of: None, invitation, salt: salt? })
}

fn page(
    join: JoinPage,
    visitor: Visitor,
    invitation: Invitation,
    form: JoinForm,
    errors: Errors,
) -> JoinTable {
    let view = &join.view;
    let never = invitation.by_mail.then(|| format!("/i/{}/never", invitation.token));
    let back = if invitation.token.is_empty() {
        format!("/m/{}/join", view.match_id)
    } else {
        format!("/i/{}", invitation.token)
    };
    JoinTable {
        path: format!("/m/{}", view.match_id),
        name: view.name.clone(),
        from: invitation.from,
        never,
        invitation: invitation.token,
        rules_title: view.rules.title.clone(),
        rules: view.rules.sentences.clone(),
        time_words: time_words(view),
        seats: view.seats.iter().map(|seat| choice(view, seat)).collect(),
        sits_here: view.you.is_some(),
        has_dice: view.rules.has_dice,
        why_not: join.why_not.map(|why| sentence(&why)),
        log_in: visitor.account.is_none().then_some(back),
        chrome: visitor.chrome,
        form,
        errors,
    }
}

fn choice(view: &View, seat: &SeatView) -> SeatChoice {
    let at = |wanted: Seat| {
        let held = view.seats.iter().find(|held| held.seat == wanted);
        let player = held.and_then(|held| held.player.as_ref());
        player.map_or_else(|| wanted.to_string(), |player| player.handle.clone())
    };
    let opponent = at(seat.seat.opponent());
    let place = if view.seats.len() > 2 {
        format!("board {}, partner of {}, against {opponent}", seat.seat.board(), at(seat.seat.partner()))
    } else {
        format!("against {opponent}")
    };
    SeatChoice { seat: seat.seat, taken_by: seat.player.as_ref().map(|player| player.handle.clone()), place }
}
