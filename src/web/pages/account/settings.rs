//! `/settings` and what hangs below it.

use super::PASSWORD_HINT;
use super::away::AwayLines;
use super::bounce::plain_words;
use crate::actions::{self, SettingsError};
use crate::app::App;
use crate::domain::account::{Account, Password};
use crate::domain::zone::Zone;
use crate::web::chrome::Chrome;
use crate::web::error::{WebError, WebResult};
use crate::web::fields::Fields;
use crate::web::form::{Errors, refused, see_other};
use crate::web::limit::{Gate, Limits};
use crate::web::session::{self, Member};
use actix_session::Session;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use askama::Template;
use askama_web::WebTemplate;
use secrecy::SecretString;
use serde::Deserialize;
use time::OffsetDateTime;
use uuid::Uuid;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "pages/account/settings.html")]
pub struct SettingsPage {
    chrome: Chrome,
    handle: String,
    email: String,
    verified: bool,
    mail: MailLines,
    away: AwayLines,
    time_zone: String,
    zones: Vec<String>,
    sessions: Vec<SessionLine>,
    errors: Errors,
    password_hint: &'static str,
}

/// How mail fares, in words.
struct MailLines {
    accepted: Option<String>,
    returned: Vec<ReturnedLine>,
    /// The address that waits for its proof, and until when.
    pending: Option<(String, String)>,
    /// A new address as it was typed when it was refused.
    typed: String,
}

struct ReturnedLine {
    at: String,
    words: &'static str,
    said: String,
}

/// What a refused form leaves: why, and what was typed.
#[derive(Default)]
pub(super) struct Retry {
    pub(super) errors: Errors,
    pub(super) new_email: String,
    pub(super) from: String,
    pub(super) until: String,
    /// Matches that did not take a vacation: path, and why.
    pub(super) not_away: Vec<(String, String)>,
}

impl Retry {
    /// One error of a field whose value is not worth keeping.
    fn why(field: &'static str, message: impl std::fmt::Display) -> Self {
        Self { errors: Errors::one(field, message), ..Self::default() }
    }
}

struct SessionLine {
    id: Uuid,
    what: String,
    since: String,
    seen: String,
    current: bool,
}

/// Shows it.
pub async fn show(req: HttpRequest, app: web::Data<App>, member: Member) -> WebResult {
    Ok(page(&req, &app, member, Retry::default()).await?.respond_to(&req))
}

async fn page(req: &HttpRequest, app: &App, member: Member, retry: Retry) -> Result<SettingsPage, WebError> {
    let Member { account, chrome } = member;
    let key = session::key_of(req);
    let when = |at: OffsetDateTime| account.zone.full(at);
    let sessions =
        actions::sessions(app, account.id, key.as_deref()).await?.into_iter().map(|s| SessionLine {
            id: s.id,
            what: browser(s.user_agent.as_deref().unwrap_or_default()),
            since: when(s.created_at),
            seen: when(s.seen_at),
            current: s.current,
        });
    let away = super::away::lines(app, &account, &retry).await?;
    let mail = mail_lines(app, &account, retry.new_email).await?;
    Ok(SettingsPage {
        chrome,
        handle: account.handle.to_string(),
        email: account.email.as_str().to_owned(),
        verified: account.verified(),
        mail,
        away,
        time_zone: account.zone.name().to_owned(),
        zones: Zone::names(),
        sessions: sessions.collect(),
        errors: retry.errors,
        password_hint: PASSWORD_HINT,
    })
}

async fn mail_lines(app: &App, account: &Account, typed: String) -> Result<MailLines, WebError> {
    let when = |at: OffsetDateTime| account.zone.full(at);
    let fares = actions::delivery(app, account.id).await?;
    let pending = actions::pending_address(app, account.id).await?;
    let line =
        |(at, said): (OffsetDateTime, String)| ReturnedLine { at: when(at), words: plain_words(&said), said };
    Ok(MailLines {
        accepted: fares.last_accepted.map(when),
        returned: fares.returned.into_iter().map(line).collect(),
        pending: pending.map(|pending| (pending.email.as_str().to_owned(), when(pending.expires_at))),
        typed,
    })
}

/// `Firefox on Linux`, as far as a browser says so.
fn browser(agent: &str) -> String {
    let first = |names: &[(&str, &'static str)]| {
        names.iter().find(|(sign, _)| agent.contains(sign)).map(|(_, name)| *name)
    };
    // Browsers claim to be each other; the first that fits is the truest.
    let program = first(&[
        ("Edg", "Edge"),
        ("OPR", "Opera"),
        ("Firefox", "Firefox"),
        ("Chrom", "Chrome"),
        ("Safari", "Safari"),
        ("curl", "curl"),
    ]);
    let system = first(&[
        ("Android", "Android"),
        ("iPhone", "an iPhone"),
        ("iPad", "an iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "a Mac"),
        ("Linux", "Linux"),
    ]);
    match (program, system) {
        (Some(program), Some(system)) => format!("{program} on {system}"),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => "An unknown browser".to_owned(),
    }
}

/// The page with what was refused, and why.
pub(super) async fn again(req: &HttpRequest, app: &App, member: Member, retry: Retry) -> WebResult {
    Ok(refused(page(req, app, member, retry).await?, req))
}

/// The time zone.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct ZoneForm {
    time_zone: String,
}

/// Saves the time zone.
pub async fn zone(
    req: HttpRequest,
    app: web::Data<App>,
    mut member: Member,
    Fields(form): Fields<ZoneForm>,
) -> WebResult {
    match Zone::parse(&form.time_zone) {
        Ok(zone) => {
            member.account.zone = zone;
            actions::change_zone(&app, member.account.id, &member.account.zone).await.map_err(failure)?;
            Ok(see_other("/settings?done=zone"))
        }
        Err(error) => again(&req, &app, member, Retry::why("time_zone", error)).await,
    }
}

/// A new password.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct PasswordForm {
    password: SecretString,
    new_password: SecretString,
}

/// Changes the password; all other sessions end.
pub async fn password(
    req: HttpRequest,
    app: web::Data<App>,
    limits: web::Data<Limits>,
    member: Member,
    Fields(form): Fields<PasswordForm>,
) -> WebResult {
    limits.pass(Gate::LogIn, &req, Some(member.account.email.as_str()))?;
    let new = match Password::parse(form.new_password) {
        Ok(new) => new,
        Err(error) => return again(&req, &app, member, Retry::why("new_password", error)).await,
    };
    let key = session::key_of(&req);
    match actions::change_password(&app, member.account.id, form.password, &new, key.as_deref()).await {
        Ok(()) => Ok(see_other("/settings?done=password")),
        Err(error @ SettingsError::WrongPassword) => {
            again(&req, &app, member, Retry::why("password", error)).await
        }
        Err(error) => Err(failure(error)),
    }
}

/// Which session to end.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct RevokeForm {
    session: String,
}

/// Ends one of the member's own sessions.
pub async fn revoke(app: web::Data<App>, member: Member, Fields(form): Fields<RevokeForm>) -> WebResult {
    let id = Uuid::try_parse(&form.session).map_err(|_| WebError::NotFound)?;
    if actions::revoke_session(&app, member.account.id, id).await? {
        Ok(see_other("/settings?done=revoked"))
    } else {
        Err(WebError::NotFound)
    }
}

/// Sends the link that confirms the address once more.
pub async fn resend(
    req: HttpRequest,
    app: web::Data<App>,
    limits: web::Data<Limits>,
    member: Member,
) -> WebResult {
    limits.pass(Gate::Forgot, &req, Some(member.account.email.as_str()))?;
    actions::resend_verification(&app, member.account.id).await?;
    Ok(see_other("/settings?done=mailed"))
}

/// Everything we know about the member, as a file.
pub async fn export(app: web::Data<App>, member: Member) -> WebResult {
    let json = actions::export_account(&app, member.account.id).await.map_err(failure)?;
    let name = format!("attachment; filename=\"delirious-{}.json\"", member.account.handle);
    Ok(HttpResponse::Ok()
        .content_type("application/json")
        .insert_header((header::CONTENT_DISPOSITION, name))
        .body(json))
}

/// The word that deletes.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct DeleteForm {
    delete_password: SecretString,
}

/// Deletes the account.
pub async fn delete(
    req: HttpRequest,
    app: web::Data<App>,
    limits: web::Data<Limits>,
    session: Session,
    member: Member,
    Fields(form): Fields<DeleteForm>,
) -> WebResult {
    limits.pass(Gate::LogIn, &req, Some(member.account.email.as_str()))?;
    match actions::delete_account(&app, member.account.id, form.delete_password).await {
        Ok(()) => {
            session.purge();
            Ok(see_other("/?done=deleted"))
        }
        Err(SettingsError::App(error)) => Err(error.into()),
        Err(told) => again(&req, &app, member, Retry::why("delete_password", told)).await,
    }
}

/// A failure that no field can show.
pub(super) fn failure(error: SettingsError) -> WebError {
    match error {
        SettingsError::App(error) => error.into(),
        told => WebError::Unprocessable(told.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::browser;

    #[test]
    fn sessions_are_named_by_their_browser() {
        let chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";
        assert_eq!(browser(chrome), "Chrome on Linux");
        assert_eq!(
            browser("Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"),
            "Firefox on Android"
        );
        assert_eq!(browser(""), "An unknown browser");
    }
}
