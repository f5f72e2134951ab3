//! `/signup`.

use super::PASSWORD_HINT;
use super::login::Wanted;
use crate::actions::{self, SignUp, SignUpError};
use crate::app::App;
use crate::config::AppEnv;
use crate::domain::account::{Email, Handle, Password};
use crate::domain::zone::Zone;
use crate::web::chrome::Chrome;
use crate::web::error::WebResult;
use crate::web::fields::{Fields, Params};
use crate::web::form::{Errors, refused};
use crate::web::limit::{Gate, Limits};
use crate::web::session::{Visitor, local_path};
use crate::web::way_back;
use actix_web::{HttpRequest, Responder, web};
use askama::Template;
use askama_web::WebTemplate;
use serde::Deserialize;

/// The form.
#[derive(Template, WebTemplate)]
#[template(path = "pages/account/signup.html")]
pub struct SignUpPage {
    chrome: Chrome,
    form: SignUpForm,
    errors: Errors,
    zones: Vec<String>,
    password_hint: &'static str,
}

/// What the form sends.
#[derive(Deserialize)]
#[serde(default)]
pub struct SignUpForm {
    email: String,
    handle: String,
    password: String,
    time_zone: String,
    next: String,
}

impl Default for SignUpForm {
    fn default() -> Self {
        let [email, handle, password, next] = Default::default();
        Self { email, handle, password, time_zone: "UTC".to_owned(), next }
    }
}

/// "A mail is under way", whether or not the address was known.
#[derive(Template, WebTemplate)]
#[template(path = "pages/account/mailed.html")]
pub struct Mailed {
    chrome: Chrome,
    message: &'static str,
    developer: bool,
}

impl Mailed {
    /// Says `message`, and in development where the mail lies.
    pub fn new(chrome: Chrome, app: &App, message: &'static str) -> Self {
        Self { chrome, message, developer: app.settings.env == AppEnv::Development }
    }
}

/// Shows the form.
pub async fn form(visitor: Visitor, Params(wanted): Params<Wanted>) -> SignUpPage {
    let form = SignUpForm { next: local_path(&wanted.next).to_owned(), ..SignUpForm::default() };
    page(visitor.chrome, form, Errors::default())
}

fn page(chrome: Chrome, form: SignUpForm, errors: Errors) -> SignUpPage {
    SignUpPage { chrome, form, errors, zones: Zone::names(), password_hint: PASSWORD_HINT }
}

/// Signs up. A known address is answered like an unknown one; its owner gets a mail that says so.
pub async fn submit(
    req: HttpRequest,
    app: web::Data<App>,
    limits: web::Data<Limits>,
    visitor: Visitor,
    Fields(form): Fields<SignUpForm>,
) -> WebResult {
    limits.pass(Gate::SignUp, &req, Some(&form.email))?;
    let chrome = visitor.chrome;
    let mut errors = Errors::default();
    let Some(request) = read(&form, &mut errors) else {
        return Ok(refused(page(chrome, form, errors), &req));
    };
    match actions::sign_up(&app, request).await {
        Ok(()) => {
            let message = "We sent you a link. Open it to confirm your address, then you can play.";
            let mut answer = Mailed::new(chrome, &app, message).respond_to(&req).map_into_boxed_body();
            way_back::keep(&mut answer, &req, &form.next);
            Ok(answer)
        }
        Err(SignUpError::HandleTaken(_)) => {
            let errors = Errors::one("handle", "Somebody has this name. Choose another.");
            Ok(refused(page(chrome, form, errors), &req))
        }
        Err(SignUpError::App(error)) => Err(error.into()),
    }
}

fn read(form: &SignUpForm, errors: &mut Errors) -> Option<SignUp> {
    let email = errors.take("email", Email::parse(&form.email));
    let handle = errors.take("handle", Handle::parse(&form.handle));
    let password = errors.take("password", Password::parse(form.password.clone()));
    let time_zone = errors.take("time_zone", Zone::parse(&form.time_zone));
    Some(SignUp { email: email?, handle: handle?, password: password?, time_zone: time_zone? })
}
