//! `/verify/{token}`: the link of the first mail. Looking at it changes nothing (mail scanners look).

use crate::actions::{self, TokenError};
use crate::app::App;
use crate::web::chrome::Chrome;
use crate::web::error::WebResult;
use crate::web::fields::Segment;
use crate::web::form::{refused, see_other};
use crate::web::limit::{Gate, Limits};
use crate::web::session::Visitor;
use actix_web::{HttpRequest, web};
use askama::Template;
use askama_web::WebTemplate;

/// A button, or why there is none.
#[derive(Template, WebTemplate)]
#[template(path = "pages/account/verify.html")]
pub struct VerifyPage {
    chrome: Chrome,
    problem: String,
}

/// Shows the button.
pub async fn form(visitor: Visitor, _token: Segment) -> VerifyPage {
    VerifyPage { chrome: visitor.chrome, problem: String::new() }
}

/// Confirms the address.
pub async fn submit(
    req: HttpRequest,
    app: web::Data<App>,
    limits: web::Data<Limits>,
    visitor: Visitor,
    token: Segment,
) -> WebResult {
    limits.pass(Gate::Token, &req, None)?;
    match actions::verify_email(&app, &token.0).await {
        Ok(_) if visitor.account.is_some() => Ok(see_other("/matches?done=welcome")),
        // The link proves an address, not a password, so it logs nobody in.
        Ok(_) => Ok(see_other("/login?done=welcome")),
        Err(TokenError::App(error)) => Err(error.into()),
        Err(told) => Ok(refused(VerifyPage { chrome: visitor.chrome, problem: told.to_string() }, &req)),
    }
}
