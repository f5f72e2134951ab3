//! `/forgot`: asking for a new password.

use super::signup::Mailed;
use crate::actions;
use crate::app::App;
use crate::domain::account::Email;
use crate::web::chrome::Chrome;
use crate::web::error::WebResult;
use crate::web::fields::Fields;
use crate::web::form::{Errors, refused};
use crate::web::limit::{Gate, Limits};
use crate::web::session::Visitor;
use actix_web::{HttpRequest, Responder, web};
use askama::Template;
use askama_web::WebTemplate;
use serde::Deserialize;

/// The form.
#[derive(Template, WebTemplate)]
#[template(path = "pages/account/forgot.html")]
pub struct ForgotPage {
    chrome: Chrome,
    form: ForgotForm,
    errors: Errors,
}

/// What the form sends.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct ForgotForm {
    email: String,
}

/// Shows the form.
pub async fn form(visitor: Visitor) -> ForgotPage {
    ForgotPage { chrome: visitor.chrome, form: ForgotForm::default(), errors: Errors::default() }
}

/// Sends the link, if somebody has this address; the answer does not tell.
pub async fn submit(
    req: HttpRequest,
    app: web::Data<App>,
    limits: web::Data<Limits>,
    visitor: Visitor,
    Fields(form): Fields<ForgotForm>,
) -> WebResult {
    limits.pass(Gate::Forgot, &req, Some(&form.email))?;
    let chrome = visitor.chrome;
    if let Err(error) = Email::parse(&form.email) {
        let errors = Errors::one("email", error);
        return Ok(refused(ForgotPage { chrome, form, errors }, &req));
    }
    actions::forgot_password(&app, &form.email).await?;
    let message =
        "If an account has this address, we sent it a link with which you can choose a new password.";
    Ok(Mailed::new(chrome, &app, message).respond_to(&req))
}
