//! `/unsubscribe/{token}`: the link at the foot of a mail, and the one click of mail programs (RFC 8058).
//! Looking changes nothing, because scanners look; the POST needs neither log-in nor token of a form, and
//! logs nobody in.

use crate::actions::{self, MailedAbout, UnsubscribeError};
use crate::app::App;
use crate::web::chrome::Chrome;
use crate::web::error::WebResult;
use crate::web::fields::{Segment, Typed};
use crate::web::form::{refused, sentence};
use crate::web::session::Visitor;
use actix_web::{HttpRequest, Responder, web};
use askama::Template;
use askama_web::WebTemplate;

/// The page, before and after.
#[derive(Template, WebTemplate)]
#[template(path = "pages/mail/unsubscribe.html")]
pub struct UnsubscribePage {
    chrome: Chrome,
    stage: Stage,
    /// `mails when a turn begins in “Tuesday table”`.
    what: String,
    /// Where the same is chosen after a log-in.
    settings: String,
    /// Why the link does nothing.
    problem: String,
}

#[derive(PartialEq, Eq)]
enum Stage {
    Asked,
    Ended,
    Again,
    Void,
}

impl UnsubscribePage {
    fn new(chrome: Chrome, stage: Stage, about: &MailedAbout) -> Self {
        let (what, settings) = match about {
            MailedAbout::Match { id, name, topic } => {
                (format!("{} in “{name}”", topic.words()), format!("/m/{id}/mail"))
            }
            MailedAbout::Digest => ("daily digests of your matches".to_owned(), "/settings/mail".to_owned()),
        };
        Self { chrome, stage, what, settings, problem: String::new() }
    }
}

/// Asks; changes nothing.
pub async fn ask(req: HttpRequest, app: web::Data<App>, visitor: Visitor, token: Segment) -> WebResult {
    match actions::read_unsubscribe(&app, &token.0).await {
        Ok(about) => Ok(UnsubscribePage::new(visitor.chrome, Stage::Asked, &about).respond_to(&req)),
        Err(error) => void(&req, visitor.chrome, error),
    }
}

/// Ends the mails, or with the field `again` undoes it; answers without a redirect, as RFC 8058 demands.
pub async fn submit(
    req: HttpRequest,
    app: web::Data<App>,
    visitor: Visitor,
    token: Segment,
    typed: Typed,
) -> WebResult {
    let again = typed.get("again").is_some();
    match actions::unsubscribe(&app, &token.0, again).await {
        Ok(about) => {
            let stage = if again { Stage::Again } else { Stage::Ended };
            Ok(UnsubscribePage::new(visitor.chrome, stage, &about).respond_to(&req))
        }
        Err(error) => void(&req, visitor.chrome, error),
    }
}

fn void(req: &HttpRequest, chrome: Chrome, error: UnsubscribeError) -> WebResult {
    if let UnsubscribeError::App(error) = error {
        return Err(error.into());
    }
    let page = UnsubscribePage {
        chrome,
        stage: Stage::Void,
        what: String::new(),
        settings: "/settings/mail".to_owned(),
        problem: sentence(&error),
    };
    Ok(refused(page, req))
}
