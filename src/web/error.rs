//! What went wrong, as HTTP: one error type for all handlers, and the page that tells it.
//!
//! Nobody but the host learns more of an internal error than that it happened. [`frame`] redraws the
//! page inside the visitor's own frame and hands back what was typed, so that no refusal loses it.

use super::fields::Typed;
use super::form::sentence;
use super::session::Visitor;
use crate::actions::{AppError, MatchError, RefusedKind, TalkError};
use crate::web::chrome::Chrome;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{StatusCode, header};
use actix_web::middleware::Next;
use actix_web::{Error, FromRequest, HttpMessage, HttpResponse, ResponseError};
use askama::Template;
use std::fmt;

/// Seconds.
const A_DAY: u64 = 86_400;

/// What a handler answers instead of its page.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum WebError {
    /// 400: the request cannot be read.
    #[error("bad request: {0}")]
    BadRequest(&'static str),
    /// 401 for a form, a redirect to the log-in page for a page.
    #[error("log in first")]
    LogInFirst {
        /// Where to go on afterwards, a path of this site.
        next: String,
        /// The request only asked for a page.
        asked_for_page: bool,
    },
    /// 403: this visitor may not.
    #[error("forbidden: {0}")]
    Forbidden(String),
    /// 404: nothing there, or nothing this visitor may know of.
    #[error("not found")]
    NotFound,
    /// 405: the page exists, the method does not; the methods that do are named.
    #[error("method not allowed")]
    MethodNotAllowed(&'static str),
    /// 409: somebody or something was faster.
    #[error("conflict: {0}")]
    Conflict(String),
    /// 413: more than a form may hold.
    #[error("too large")]
    TooLarge,
    /// 415: not what a form sends.
    #[error("unsupported content type")]
    UnsupportedType,
    /// 422: readable, but it cannot be done as asked.
    #[error("cannot be done: {0}")]
    Unprocessable(String),
    /// 429: too often; worth trying again after so many seconds.
    #[error("too many requests")]
    TooMany(u64),
    /// 503: it would work in a minute.
    #[error("busy")]
    Busy,
    /// 503: the database is away.
    #[error("outage")]
    Outage(anyhow::Error),
    /// 500: our fault.
    #[error("internal error")]
    Internal(anyhow::Error),
}

/// Result of a handler.
pub type WebResult<T = HttpResponse> = Result<T, WebError>;

impl WebError {
    /// Wraps an error that is nobody's fault but ours.
    pub fn internal(error: impl Into<anyhow::Error>) -> Self {
        Self::Internal(error.into())
    }

    fn title(&self) -> &'static str {
        match self {
            Self::BadRequest(_) => "That request could not be read",
            Self::LogInFirst { .. } => "Please log in first",
            Self::Forbidden(_) => "That is not allowed",
            Self::NotFound => "There is nothing here",
            Self::MethodNotAllowed(_) => "That cannot be done here",
            Self::Conflict(_) => "Something changed meanwhile",
            Self::TooLarge => "That is too much at once",
            Self::UnsupportedType => "That is not a form",
            Self::Unprocessable(_) => "That cannot be done",
            Self::TooMany(_) => "Too many tries",
            Self::Busy => "Very busy right now",
            Self::Outage(_) => "Out of order for a moment",
            Self::Internal(_) => "Something broke on our side",
        }
    }

    fn message(&self) -> String {
        match self {
            Self::BadRequest(what) => (*what).to_owned(),
            Self::LogInFirst { .. } => {
                "Your session is over, or you never logged in. Log in, then send this again.".to_owned()
            }
            Self::Forbidden(why) | Self::Conflict(why) | Self::Unprocessable(why) => why.clone(),
            Self::NotFound => "The address may be mistyped, or the link too old.".to_owned(),
            Self::MethodNotAllowed(allowed) => format!("This address answers only {allowed}."),
            Self::TooLarge => "A form may send 64 KiB. Shorten it and send it again.".to_owned(),
            Self::UnsupportedType => "Send it as application/x-www-form-urlencoded.".to_owned(),
            Self::TooMany(seconds) => format!("Wait {} and try again.", wait_words(*seconds)),
            Self::Busy => "Too many people are here at once. Try again in a minute.".to_owned(),
            Self::Outage(_) => "Our database does not answer. Try again in a minute.".to_owned(),
            Self::Internal(_) => {
                "It has been noted. Nothing you did was half done. Try again in a minute.".to_owned()
            }
        }
    }

    /// The answer, inside `chrome`, with what was typed.
    fn respond(&self, chrome: Chrome, typed: &[(String, String)]) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        match self {
            Self::LogInFirst { next, asked_for_page: true } => {
                response.insert_header((header::LOCATION, log_in_path(next)));
            }
            Self::MethodNotAllowed(allowed) => {
                response.insert_header((header::ALLOW, *allowed));
            }
            Self::TooMany(seconds) => {
                response.insert_header((header::RETRY_AFTER, seconds.to_string()));
            }
            Self::Busy | Self::Outage(_) => {
                response.insert_header((header::RETRY_AFTER, "60"));
            }
            _ => {}
        }
        let log_in = match self {
            Self::LogInFirst { next, .. } => Some(log_in_path(next)),
            _ => None,
        };
        let page = ErrorPage { chrome, title: self.title(), message: self.message(), log_in, typed };
        let html = page.render().unwrap_or_else(|_| self.title().to_owned());
        response.content_type("text/html; charset=utf-8").body(html)
    }
}

fn log_in_path(next: &str) -> String {
    let query: String =
        url::form_urlencoded::Serializer::new(String::new()).append_pair("next", next).finish();
    format!("/login?{query}")
}

fn wait_words(seconds: u64) -> String {
    match seconds {
        0 | 1 => "a second".to_owned(),
        2..=99 => format!("{seconds} seconds"),
        100..7200 => format!("{} minutes", seconds.div_ceil(60)),
        _ => format!("{} hours", seconds.div_ceil(3600)),
    }
}

impl From<AppError> for WebError {
    fn from(error: AppError) -> Self {
        match error {
            AppError::Busy => Self::Busy,
            away if away.is_outage() => Self::Outage(away.into()),
            other => Self::internal(other),
        }
    }
}

impl From<TalkError> for WebError {
    fn from(error: TalkError) -> Self {
        let told = || sentence(&error);
        match error {
            TalkError::App(error) => error.into(),
            TalkError::NoSuchMatch | TalkError::NoSuchWords | TalkError::NoSuchPlayer => Self::NotFound,
            TalkError::NotAtTable => Self::Forbidden(told()),
            TalkError::KeyReused | TalkError::NotBegun | TalkError::CalledOff => Self::Conflict(told()),
            _ => Self::Unprocessable(told()),
        }
    }
}

impl From<MatchError> for WebError {
    fn from(error: MatchError) -> Self {
        let told = || sentence(&error);
        match error {
            MatchError::App(error) => error.into(),
            MatchError::NoSuchMatch | MatchError::NoSuchMoment { .. } => Self::NotFound,
            MatchError::NotVerified | MatchError::NotInvited | MatchError::NotAtTable => {
                Self::Forbidden(told())
            }
            MatchError::TooManyInvitations => Self::TooMany(A_DAY),
            MatchError::Refused { kind: RefusedKind::Forbidden, .. } => Self::Forbidden(told()),
            MatchError::TableFull
            | MatchError::KeyReused
            | MatchError::Refused { kind: RefusedKind::Conflict, .. } => Self::Conflict(told()),
            _ => Self::Unprocessable(told()),
        }
    }
}

impl fmt::Debug for WebError {
    /// The chain of causes without details, because a database's details may quote what was sent.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outage(error) => write!(f, "outage: {error:#}"),
            Self::Internal(error) => write!(f, "internal error: {error:#}"),
            other => fmt::Display::fmt(other, f),
        }
    }
}

impl ResponseError for WebError {
    fn status_code(&self) -> StatusCode {
        match self {
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::LogInFirst { asked_for_page: true, .. } => StatusCode::SEE_OTHER,
            Self::LogInFirst { .. } => StatusCode::UNAUTHORIZED,
            Self::Forbidden(_) => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed(_) => StatusCode::METHOD_NOT_ALLOWED,
            Self::Conflict(_) => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Unprocessable(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Busy | Self::Outage(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn error_response(&self) -> HttpResponse {
        self.respond(Chrome::default(), &[])
    }
}

#[derive(Template)]
#[template(path = "pages/error.html")]
struct ErrorPage<'a> {
    chrome: Chrome,
    title: &'static str,
    message: String,
    log_in: Option<String>,
    typed: &'a [(String, String)],
}

/// The answer to a request that no handler saw. Without its session nothing of it was done.
pub fn before_a_handler(error: &Error) -> HttpResponse {
    let response = error.error_response();
    if !response.status().is_server_error() {
        return response;
    }
    // It may quote the database, so it is for the host alone.
    tracing::error!(cause = %error, "a session could not be read or written");
    WebError::Outage(anyhow::anyhow!("no session")).error_response()
}

/// Middleware, inside the session: draws error pages in the visitor's frame, with what was typed.
pub async fn frame<B: MessageBody + 'static>(
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let res = next.call(req).await?;
    let Some(error) = res.response().error().and_then(|e| e.as_error::<WebError>()) else {
        return Ok(res.map_into_boxed_body());
    };
    if let WebError::Internal(cause) | WebError::Outage(cause) = error {
        tracing::error!(cause = format!("{cause:#}"), "internal error");
    }
    let request = res.request().clone();
    let chrome = match error {
        // Nobody waits for the database a second time to see their name on the page.
        WebError::Outage(_) => Chrome::default(),
        _ => Visitor::extract(&request).await.map_or_else(|_| Chrome::default(), |visitor| visitor.chrome),
    };
    let typed = request.extensions().get::<Typed>().map(Typed::worth_keeping).unwrap_or_default();
    let response = error.respond(chrome, &typed);
    Ok(ServiceResponse::new(request, response))
}
