//! For the host's monitors: is the process alive, can it serve.

use crate::actions;
use crate::app::App;
use actix_web::{HttpResponse, web};

/// `/healthz`: the process answers.
pub async fn alive() -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain; charset=utf-8").body("alive\n")
}

/// `/readyz`: the database answers, and the dice key is the one that running matches were begun with.
pub async fn ready(app: web::Data<App>) -> HttpResponse {
    match actions::ready(&app).await {
        Ok(()) => HttpResponse::Ok().content_type("text/plain; charset=utf-8").body("ready\n"),
        Err(error) => {
            tracing::error!(cause = %error, "not ready");
            HttpResponse::ServiceUnavailable().content_type("text/plain; charset=utf-8").body("not ready\n")
        }
    }
}
