//! Another mail address, and what to do about mail that came back.

use super::settings::{Retry, again, failure};
use crate::actions::{self, SettingsError, TokenError};
use crate::app::App;
use crate::domain::account::Email;
use crate::web::chrome::Chrome;
use crate::web::error::WebResult;
use crate::web::fields::{Fields, Segment};
use crate::web::form::{Errors, refused, see_other, sentence};
use crate::web::limit::{Gate, Limits};
use crate::web::session::{Member, Visitor};
use actix_web::{HttpRequest, web};
use askama::Template;
use askama_web::WebTemplate;
use secrecy::SecretString;
use serde::Deserialize;

/// The new address, and the word that it is its owner who asks.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct AddressForm {
    new_email: String,
    address_password: SecretString,
}

/// Mails a link to the new address.
pub async fn ask(
    req: HttpRequest,
    app: web::Data<App>,
    limits: web::Data<Limits>,
    member: Member,
    Fields(form): Fields<AddressForm>,
) -> WebResult {
    let typed = |errors| Retry { errors, new_email: form.new_email.clone(), ..Retry::default() };
    let email = match Email::parse(&form.new_email) {
        Ok(email) => email,
        Err(error) => return again(&req, &app, member, typed(Errors::one("new_email", error))).await,
    };
    limits.pass(Gate::LogIn, &req, Some(member.account.email.as_str()))?;
    limits.pass(Gate::Forgot, &req, Some(email.as_str()))?;
    match actions::ask_address(&app, member.account.id, form.address_password.clone(), &email).await {
        Ok(()) => Ok(see_other("/settings?done=address-asked#mail")),
        Err(error @ SettingsError::WrongPassword) => {
            again(&req, &app, member, typed(Errors::one("address_password", error))).await
        }
        Err(error @ SettingsError::SameAddress) => {
            again(&req, &app, member, typed(Errors::one("new_email", error))).await
        }
        Err(error) => Err(failure(error)),
    }
}

/// Takes the wish back.
pub async fn cancel(app: web::Data<App>, member: Member) -> WebResult {
    actions::cancel_address(&app, member.account.id).await?;
    Ok(see_other("/settings?done=address-kept#mail"))
}

/// Owes what came back once more.
pub async fn try_again(
    req: HttpRequest,
    app: web::Data<App>,
    limits: web::Data<Limits>,
    member: Member,
) -> WebResult {
    limits.pass(Gate::Forgot, &req, Some(member.account.email.as_str()))?;
    actions::try_again(&app, member.account.id).await?;
    Ok(see_other("/settings?done=mail-again#mail"))
}

/// `/address/{token}`: a button, or why there is none. Looking at it changes nothing.
#[derive(Template, WebTemplate)]
#[template(path = "pages/account/address.html")]
pub struct ProvePage {
    chrome: Chrome,
    problem: String,
}

/// Shows the button.
pub async fn form(visitor: Visitor, _token: Segment) -> ProvePage {
    ProvePage { chrome: visitor.chrome, problem: String::new() }
}

/// Puts the new address in force.
pub async fn submit(
    req: HttpRequest,
    app: web::Data<App>,
    limits: web::Data<Limits>,
    visitor: Visitor,
    token: Segment,
) -> WebResult {
    limits.pass(Gate::Token, &req, None)?;
    match actions::confirm_address(&app, &token.0).await {
        Ok(id) if visitor.id() == Some(id) => Ok(see_other("/settings?done=address#mail")),
        // The link proves an address, not a password, so it logs nobody in.
        Ok(_) => Ok(see_other("/login?done=address")),
        Err(TokenError::App(error)) => Err(error.into()),
        Err(told) => Ok(refused(ProvePage { chrome: visitor.chrome, problem: sentence(&told) }, &req)),
    }
}
