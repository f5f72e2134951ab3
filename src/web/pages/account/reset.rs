//! `/reset/{token}`: choosing a new password by the link of a mail.

use super::PASSWORD_HINT;
use crate::actions::{self, TokenError};
use crate::app::App;
use crate::domain::account::Password;
use crate::web::chrome::Chrome;
use crate::web::error::WebResult;
use crate::web::fields::{Fields, Segment};
use crate::web::form::{Errors, refused, see_other, sentence};
use crate::web::limit::{Gate, Limits};
use crate::web::session::Visitor;
use actix_session::Session;
use actix_web::{HttpRequest, Responder, web};
use askama::Template;
use askama_web::WebTemplate;
use secrecy::SecretString;
use serde::Deserialize;

/// The form, or why the link is of no use.
#[derive(Template, WebTemplate)]
#[template(path = "pages/account/reset.html")]
pub struct ResetPage {
    chrome: Chrome,
    errors: Errors,
    stale: String,
    password_hint: &'static str,
}

/// What the form sends.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct ResetForm {
    password: SecretString,
}

/// Shows the form, or that the link is of no use any more.
pub async fn form(
    req: HttpRequest,
    app: web::Data<App>,
    limits: web::Data<Limits>,
    visitor: Visitor,
    token: Segment,
) -> WebResult {
    limits.pass(Gate::Token, &req, None)?;
    match actions::check_reset_token(&app, &token.0).await {
        Ok(()) => Ok(page(visitor.chrome, Errors::default(), String::new()).respond_to(&req)),
        Err(TokenError::App(error)) => Err(error.into()),
        Err(told) => Ok(refused(page(visitor.chrome, Errors::default(), sentence(&told)), &req)),
    }
}

fn page(chrome: Chrome, errors: Errors, stale: String) -> ResetPage {
    ResetPage { chrome, errors, stale, password_hint: PASSWORD_HINT }
}

/// Sets the password; all sessions end.
pub async fn submit(
    req: HttpRequest,
    app: web::Data<App>,
    limits: web::Data<Limits>,
    session: Session,
    visitor: Visitor,
    token: Segment,
    Fields(form): Fields<ResetForm>,
) -> WebResult {
    limits.pass(Gate::Token, &req, None)?;
    let password = match Password::parse(form.password) {
        Ok(password) => password,
        Err(error) => {
            return Ok(refused(page(visitor.chrome, Errors::one("password", error), String::new()), &req));
        }
    };
    match actions::reset_password(&app, &token.0, &password).await {
        Ok(_) => {
            session.purge();
            Ok(see_other("/login?done=reset"))
        }
        Err(TokenError::App(error)) => Err(error.into()),
        Err(told) => Ok(refused(page(visitor.chrome, Errors::default(), told.to_string()), &req)),
    }
}
