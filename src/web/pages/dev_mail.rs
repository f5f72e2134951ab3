//! `/dev/mail`: the mails of a `file:` mail address, for the developer at this machine. Anywhere else these
//! pages do not exist.

use crate::actions::{self, DevMail, DevMailError, MailCard};
use crate::app::App;
use crate::config::AppEnv;
use crate::domain::zone::Zone;
use crate::web::chrome::Chrome;
use crate::web::error::{WebError, WebResult};
use crate::web::fields::Segment;
use crate::web::server::Listening;
use crate::web::session::Visitor;
use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};
use askama::Template;
use askama_web::WebTemplate;
use std::future::{Ready, ready};

/// For the frame that shows a mail's HTML: pictures of ours, inline styles, and nothing that runs.
const MAIL_CSP: &str = "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; frame-ancestors 'self'; \
                        sandbox allow-popups allow-top-navigation-by-user-activation";

/// The developer at this machine: development, a loopback listener and Host, and no proxy between.
pub struct Developer;

impl FromRequest for Developer {
    type Error = WebError;
    type Future = Ready<Result<Self, WebError>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(if at_this_machine(req) { Ok(Self) } else { Err(WebError::NotFound) })
    }
}

fn at_this_machine(req: &HttpRequest) -> bool {
    let development =
        req.app_data::<web::Data<App>>().is_some_and(|app| app.settings.env == AppEnv::Development);
    let listener = req.app_data::<web::Data<Listening>>().is_some_and(|listening| listening.loopback);
    let host = req.headers().get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let name = host.strip_suffix(|c: char| c.is_ascii_digit()).map_or(host, |_| {
        host.trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix(':').unwrap_or(host)
    });
    let forwarded =
        ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];
    development
        && listener
        && matches!(name, "localhost" | "127.0.0.1" | "[::1]")
        && !forwarded.iter().any(|name| req.headers().contains_key(*name))
}

/// The list.
#[derive(Template, WebTemplate)]
#[template(path = "pages/dev/list.html")]
pub struct MailList {
    chrome: Chrome,
    zone: Zone,
    /// Each mail and when it was sent, in that zone.
    mails: Vec<(MailCard, String)>,
}

/// Lists the mails, newest first.
pub async fn list(_: Developer, app: web::Data<App>, visitor: Visitor) -> Result<MailList, WebError> {
    let zone = visitor.zone();
    let listed = actions::list_dev_mail(&app).await.map_err(failure)?;
    let sent = |mail: &MailCard| mail.date.map_or_else(String::new, |date| zone.short(date));
    let mails = listed
        .into_iter()
        .map(|mail| {
            let sent = sent(&mail);
            (mail, sent)
        })
        .collect();
    Ok(MailList { chrome: visitor.chrome, zone, mails })
}

/// One mail.
#[derive(Template, WebTemplate)]
#[template(path = "pages/dev/mail.html")]
pub struct OneMail {
    chrome: Chrome,
    mail: DevMail,
    /// The links of its text, to press.
    links: Vec<String>,
}

/// Shows a mail.
pub async fn show(
    _: Developer,
    app: web::Data<App>,
    visitor: Visitor,
    name: Segment,
) -> Result<OneMail, WebError> {
    let mail = actions::read_dev_mail(&app, &name.0).await.map_err(failure)?;
    let links =
        mail.text.split_whitespace().filter(|word| word.starts_with("http")).map(str::to_owned).collect();
    Ok(OneMail { chrome: visitor.chrome, mail, links })
}

/// The HTML part alone, for the frame in the page.
pub async fn html(_: Developer, app: web::Data<App>, name: Segment) -> WebResult {
    let mail = actions::read_dev_mail(&app, &name.0).await.map_err(failure)?;
    Ok(HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CONTENT_SECURITY_POLICY, MAIL_CSP))
        .insert_header((header::X_FRAME_OPTIONS, "SAMEORIGIN"))
        .body(mail.html))
}

/// A picture in a mail.
pub async fn part(_: Developer, app: web::Data<App>, place: web::Path<(String, String)>) -> WebResult {
    let (name, id) = place.into_inner();
    let mail = actions::read_dev_mail(&app, &name).await.map_err(failure)?;
    let part = mail.parts.into_iter().find(|part| part.id == id).ok_or(WebError::NotFound)?;
    // Only pictures are shown; a page of somebody's making must not run here.
    let kind = if part.content_type == "image/png" { "image/png" } else { "application/octet-stream" };
    Ok(HttpResponse::Ok()
        .content_type(kind)
        .insert_header((header::CROSS_ORIGIN_RESOURCE_POLICY, "cross-origin"))
        .body(part.bytes))
}

fn failure(error: DevMailError) -> WebError {
    match error {
        DevMailError::NoFolder | DevMailError::NoSuchMail => WebError::NotFound,
        other => WebError::internal(other),
    }
}
