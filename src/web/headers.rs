//! Headers of every answer, errors included.

use super::error::before_a_handler;
use actix_web::Error;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;

/// Everything from this site, nothing inline, nobody frames it.
const CSP: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
                   form-action 'self'; frame-ancestors 'none'";

const ALWAYS: [(HeaderName, &str); 8] = [
    (header::CONTENT_SECURITY_POLICY, CSP),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::CROSS_ORIGIN_OPENER_POLICY, "same-origin"),
    (header::CROSS_ORIGIN_RESOURCE_POLICY, "same-origin"),
    (header::PERMISSIONS_POLICY, "camera=(), geolocation=(), microphone=()"),
    // Pages differ by viewer; what does not says so itself.
    (header::CACHE_CONTROL, "private, no-store"),
];

/// The outermost middleware: fills in what an answer does not say itself.
pub async fn complete(
    req: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    match next.call(req).await {
        Ok(res) => {
            let mut res = res.map_into_boxed_body();
            fill(res.headers_mut());
            Ok(res)
        }
        Err(error) => {
            let mut response = before_a_handler(&error);
            fill(response.headers_mut());
            Err(InternalError::from_response("refused before a handler", response).into())
        }
    }
}

fn fill(headers: &mut HeaderMap) {
    for (name, value) in &ALWAYS {
        if !headers.contains_key(name) {
            headers.insert(name.clone(), HeaderValue::from_static(value));
        }
    }
}
