//! Against forms that other sites send: a state-changing request must come from our own origin and
//! carry a token that belongs to this visitor's session.
//!
//! The token is an HMAC over a secret of the session, or for visitors without one over a random cookie, so
//! that looking at a form writes nothing to the database. The middleware reads the body itself: no
//! handler of a POST route can forget to check.

use super::error::WebError;
use super::fields::{MOST, Typed};
use super::session::{self, Cookies};
use actix_session::SessionExt;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::cookie::{Cookie, SameSite};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, header};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest, web};
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// Route patterns whose POST needs neither session nor token (one-click unsubscription, RFC 8058).
const EXEMPT: &[&str] = &["/unsubscribe/{token}"];

/// Whether POST to this pattern needs neither session nor token, and takes either kind of form.
pub fn is_exempt(pattern: &str) -> bool {
    EXEMPT.contains(&pattern)
}

/// The token of this request's visitor, for the forms of the page.
#[derive(Clone)]
pub struct Token(pub String);

/// What a page of this request writes into its forms.
pub fn token(req: &HttpRequest) -> String {
    req.extensions().get::<Token>().map(|t| t.0.clone()).unwrap_or_default()
}

/// The middleware, inside the session.
pub async fn guard(
    mut req: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let Some(cookies) = req.app_data::<web::Data<Cookies>>().cloned() else {
        return Ok(req.error_response(WebError::internal(anyhow::anyhow!("no cookie settings"))));
    };
    let known = session::tie(&req.get_session())
        .or_else(|| req.cookie(cookies.visit).map(|cookie| cookie.value().to_owned()));
    let fresh = known.is_none().then(session::random_text);
    let secret = known.or_else(|| fresh.clone()).unwrap_or_default();
    let mac = signed(&cookies, &secret);
    req.extensions_mut().insert(Token(hex::encode(mac.clone().finalize().into_bytes())));
    if takes_a_form(&req)
        && let Err(refusal) = check(&mut req, mac).await
    {
        return Ok(req.error_response(refusal));
    }
    let mut res = next.call(req).await?.map_into_boxed_body();
    if let Some(secret) = fresh
        && is_page(&res)
    {
        let cookie = Cookie::build(cookies.visit, secret)
            .path("/")
            .secure(cookies.secure)
            .http_only(true)
            .same_site(SameSite::Lax)
            .finish();
        res.response_mut().add_cookie(&cookie)?;
    }
    Ok(res)
}

fn signed(cookies: &Cookies, secret: &str) -> Hmac<Sha256> {
    let mut mac = session::keyed(&cookies.form_key);
    mac.update(secret.as_bytes());
    mac
}

fn takes_a_form(req: &ServiceRequest) -> bool {
    req.method() == Method::POST && req.match_pattern().is_some_and(|p| super::routes::posts(&p))
}

fn is_page<B>(res: &ServiceResponse<B>) -> bool {
    let kind = res.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("text/html"))
}

async fn check(req: &mut ServiceRequest, mac: Hmac<Sha256>) -> Result<(), WebError> {
    let exempt = req.match_pattern().is_some_and(|pattern| is_exempt(&pattern));
    // Mail services send the one click as a form with parts (RFC 8058 §3.2); it says nothing that the address does not.
    if exempt && req.content_type().eq_ignore_ascii_case("multipart/form-data") {
        return Ok(());
    }
    if !exempt && !same_origin(req) {
        return Err(WebError::Forbidden("The form came from another site, so nothing was done.".to_owned()));
    }
    let typed = Typed::parse(&body(req).await?)?;
    let given = typed.get("csrf").and_then(|text| hex::decode(text).ok()).unwrap_or_default();
    req.extensions_mut().insert(typed);
    if !exempt && mac.verify_slice(&given).is_err() {
        return Err(WebError::Forbidden(
            "This form belongs to a session that is over, so nothing was done. Open its page again, log in if it asks you to, and send it once more."
                .to_owned(),
        ));
    }
    Ok(())
}

/// Whether the browser says, or at least does not deny, that one of our pages sent this. Pages of ours
/// send `Origin: null`, because they have no referrer; the token decides then.
fn same_origin(req: &ServiceRequest) -> bool {
    let text = |name: &str| req.headers().get(name).map(|v| v.to_str().unwrap_or("?"));
    if let Some(site) = text("sec-fetch-site") {
        return matches!(site, "same-origin" | "none");
    }
    match text("origin") {
        None | Some("null") => true,
        Some(origin) => {
            let host = origin.split_once("://").map(|(_, host)| host);
            host.is_some() && host == text("host")
        }
    }
}

async fn body(req: &mut ServiceRequest) -> Result<web::Bytes, WebError> {
    let length =
        req.headers().get(header::CONTENT_LENGTH).and_then(|v| v.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|length| length > MOST) {
        return Err(WebError::TooLarge);
    }
    let given = req.headers().contains_key(header::CONTENT_TYPE);
    if given && !req.content_type().eq_ignore_ascii_case("application/x-www-form-urlencoded") {
        return Err(WebError::UnsupportedType);
    }
    req.extract::<web::Bytes>().await.map_err(|error| {
        match error.as_response_error().status_code().as_u16() {
            413 => WebError::TooLarge,
            _ => WebError::BadRequest("The form did not arrive whole. Send it again."),
        }
    })
}
