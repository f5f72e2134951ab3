//! `/login` and `/logout`.

use crate::actions::{self, LogInError};
use crate::app::App;
use crate::web::chrome::Chrome;
use crate::web::error::WebResult;
use crate::web::fields::{Fields, Params};
use crate::web::form::{Errors, refused, see_other};
use crate::web::limit::{Gate, Limits};
use crate::web::session::{self, Visitor, local_path};
use crate::web::way_back;
use actix_session::Session;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use askama_web::WebTemplate;
use secrecy::SecretString;
use serde::Deserialize;

/// The form.
#[derive(Template, WebTemplate)]
#[template(path = "pages/account/login.html")]
pub struct LogInPage {
    chrome: Chrome,
    form: LogInForm,
    errors: Errors,
}

/// What the form sends.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct LogInForm {
    email: String,
    password: SecretString,
    next: String,
}

/// What the address may say.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Wanted {
    /// Where to go afterwards.
    pub next: String,
}

/// Shows the form.
pub async fn form(visitor: Visitor, Params(wanted): Params<Wanted>) -> LogInPage {
    let form = LogInForm { next: local_path(&wanted.next).to_owned(), ..LogInForm::default() };
    LogInPage { chrome: visitor.chrome, form, errors: Errors::default() }
}

/// Logs in. An unknown address and a wrong password are one answer.
pub async fn submit(
    req: HttpRequest,
    app: web::Data<App>,
    limits: web::Data<Limits>,
    session: Session,
    visitor: Visitor,
    Fields(mut form): Fields<LogInForm>,
) -> WebResult {
    limits.pass(Gate::LogIn, &req, Some(&form.email))?;
    local_path(&form.next).to_owned().clone_into(&mut form.next);
    let error = match actions::log_in(&app, &form.email, form.password.clone()).await {
        Ok(account) => {
            session::log_in(&session, account.id, &req)?;
            let mut answer = see_other(way_back::choose(&req, &form.next));
            way_back::forget(&mut answer, &req);
            return Ok(answer);
        }
        Err(LogInError::App(error)) => return Err(error.into()),
        Err(told) => told.to_string(),
    };
    let errors = Errors::one("", error);
    Ok(refused(LogInPage { chrome: visitor.chrome, form, errors }, &req))
}

/// Logs out.
pub async fn log_out(session: Session) -> HttpResponse {
    session.purge();
    see_other("/?done=logged-out")
}
