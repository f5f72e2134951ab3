//! `/m/{id}/invite`: by mail address, by handle, by link; for those who sit at the table.

use crate::actions::{self, MatchError};
use crate::app::App;
use crate::domain::ids::MatchId;
use crate::web::chrome::Chrome;
use crate::web::error::{WebError, WebResult};
use crate::web::fields::{Fields, MatchPath};
use crate::web::form::{Errors, refused, see_other};
use crate::web::limit::{Gate, Limits};
use crate::web::session::Member;
use actix_web::{HttpRequest, Responder, web};
use askama::Template;
use askama_web::WebTemplate;
use secrecy::ExposeSecret;
use serde::Deserialize;
use uuid::Uuid;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "pages/table/invite.html")]
pub struct Invite {
    chrome: Chrome,
    path: String,
    name: String,
    free: usize,
    invitations: Vec<Line>,
    may_cancel: bool,
    /// A link just made; it is shown once.
    link: Option<String>,
    form: InviteForm,
    errors: Errors,
}

struct Line {
    id: Uuid,
    to: String,
    until: String,
    holds: bool,
}

/// What the form sends.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct InviteForm {
    to: String,
}

/// Shows it.
pub async fn show(app: web::Data<App>, req: HttpRequest, member: Member, id: MatchPath) -> WebResult {
    let page = page(&app, member, id.0, None, InviteForm::default(), Errors::default()).await?;
    Ok(page.respond_to(&req))
}

async fn page(
    app: &App,
    member: Member,
    id: MatchId,
    link: Option<String>,
    form: InviteForm,
    errors: Errors,
) -> Result<Invite, WebError> {
    let invitations = actions::invitations(app, member.account.id, id).await?;
    let view = actions::view_match(app, id, Some(member.account.id), None).await?;
    let zone = &member.account.zone;
    let lines = invitations.list.into_iter().map(|invitation| Line {
        id: invitation.id,
        to: invitation.to,
        until: zone.date(invitation.expires_at),
        holds: invitation.holds,
    });
    Ok(Invite {
        path: format!("/m/{id}"),
        name: view.name,
        free: view.seats.iter().filter(|seat| seat.player.is_none()).count(),
        invitations: lines.collect(),
        may_cancel: invitations.may_cancel,
        chrome: member.chrome,
        link,
        form,
        errors,
    })
}

/// Sends an invitation.
pub async fn submit(
    app: web::Data<App>,
    req: HttpRequest,
    limits: web::Data<Limits>,
    member: Member,
    id: MatchPath,
    Fields(form): Fields<InviteForm>,
) -> WebResult {
    limits.pass(Gate::Invite, &req, Some(&member.account.id.to_string()))?;
    match actions::invite(&app, member.account.id, id.0, &form.to).await {
        Ok(()) => Ok(see_other(format!("/m/{}/invite?done=invited", id.0))),
        Err(MatchError::Malformed { field, why }) => {
            let page = page(&app, member, id.0, None, form, Errors::one(field, why)).await?;
            Ok(refused(page, &req))
        }
        Err(error) => Err(error.into()),
    }
}

/// Makes a link and shows it.
pub async fn link(
    app: web::Data<App>,
    req: HttpRequest,
    limits: web::Data<Limits>,
    member: Member,
    id: MatchPath,
) -> WebResult {
    limits.pass(Gate::Invite, &req, Some(&member.account.id.to_string()))?;
    let token = actions::invitation_link(&app, member.account.id, id.0).await?;
    let link = format!("{}i/{}", app.settings.base_url, token.expose_secret());
    let page = page(&app, member, id.0, Some(link), InviteForm::default(), Errors::default()).await?;
    Ok(page.respond_to(&req))
}

/// Which invitation to take back.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct RevokeForm {
    invitation: String,
}

/// Takes an invitation back.
pub async fn revoke(
    app: web::Data<App>,
    member: Member,
    id: MatchPath,
    Fields(form): Fields<RevokeForm>,
) -> WebResult {
    let invitation = Uuid::try_parse(&form.invitation).map_err(|_| WebError::NotFound)?;
    actions::revoke_invitation(&app, member.account.id, id.0, invitation).await?;
    Ok(see_other(format!("/m/{}/invite?done=uninvited", id.0)))
}
