//! `/m/{id}/live`: server-sent events that tell an open page which of its parts changed.

use crate::app::App;
use crate::web::error::WebResult;
use crate::web::fields::MatchPath;
use crate::web::limit::Limits;
use crate::web::live::{self, Audience, Hub};
use crate::web::session::{self, Visitor};
use actix_web::http::{Method, header};
use actix_web::{HttpRequest, HttpResponse, web};

/// Streams of one session: pages that are in sight, of which few people have many.
const OF_A_SESSION: usize = 8;
/// Streams from one address without a session, behind which many may sit.
const OF_AN_ADDRESS: usize = 40;

/// Opens a stream.
pub async fn show(
    app: web::Data<App>,
    req: HttpRequest,
    hub: web::Data<Hub>,
    limits: web::Data<Limits>,
    visitor: Visitor,
    id: MatchPath,
) -> WebResult {
    let session = visitor.id().and_then(|_| session::key_of(&req));
    let (whose, each) = match &session {
        Some(key) => (format!("session {key}"), OF_A_SESSION),
        None => (format!("address {}", limits.client(&req)), OF_AN_ADDRESS),
    };
    let audience = Audience { id: id.0, viewer: visitor.id(), session, whose, each };
    let stream = live::stream(App::clone(&app), hub.into_inner(), audience).await?;
    let mut response = HttpResponse::Ok();
    response
        .content_type("text/event-stream")
        // Compressing would hold events back, and so would a proxy that buffers.
        .insert_header((header::CONTENT_ENCODING, "identity"))
        .insert_header(("X-Accel-Buffering", "no"));
    if req.method() == Method::HEAD {
        return Ok(response.finish());
    }
    Ok(response.streaming(stream))
}
