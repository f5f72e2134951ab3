//! `/settings/mail`: how much mail, the hour of the daily digest, quiet hours.

use crate::actions::{self, MailSettings};
use crate::app::App;
use crate::domain::notice::Mode;
use crate::domain::zone::{Hour, QuietHours};
use crate::web::chrome::Chrome;
use crate::web::error::WebResult;
use crate::web::fields::Fields;
use crate::web::form::{Errors, refused, see_other};
use crate::web::session::Member;
use actix_web::{HttpRequest, Responder, web};
use askama::Template;
use askama_web::WebTemplate;
use serde::Deserialize;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "pages/mail/general.html")]
pub struct GeneralPage {
    chrome: Chrome,
    zone: String,
    modes: [Mode; 4],
    /// `00:00` to `23:00`.
    hours: Vec<String>,
    form: GeneralForm,
    errors: Errors,
}

/// What the form sends; hours as `08:00`, no quiet hours as empty texts.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub struct GeneralForm {
    mode: String,
    digest: String,
    digest_hour: String,
    quiet_from: String,
    quiet_to: String,
}

impl GeneralPage {
    fn new(member: Member, form: GeneralForm, errors: Errors) -> Self {
        let zone = member.account.zone.name().to_owned();
        Self {
            chrome: member.chrome,
            zone,
            modes: Mode::ALL,
            hours: Hour::all().map(|hour| hour.to_string()).collect(),
            form,
            errors,
        }
    }
}

impl GeneralForm {
    fn of(settings: MailSettings) -> Self {
        let text = |hour: Option<Hour>| hour.map(|hour| hour.to_string()).unwrap_or_default();
        Self {
            mode: settings.mode.name().to_owned(),
            digest: if settings.digest_off { String::new() } else { "on".to_owned() },
            digest_hour: settings.digest_hour.to_string(),
            quiet_from: text(settings.quiet.map(QuietHours::from)),
            quiet_to: text(settings.quiet.map(QuietHours::to)),
        }
    }

    fn read(&self) -> Result<MailSettings, Errors> {
        let mut errors = Errors::default();
        let mode = Mode::parse(&self.mode);
        if mode.is_none() {
            errors.add("mode", "choose how much mail you want");
        }
        let digest_hour = errors.take("digest_hour", Hour::parse(&self.digest_hour));
        let quiet = self.quiet(&mut errors);
        match (mode, digest_hour, errors.is_empty()) {
            (Some(mode), Some(digest_hour), true) => {
                Ok(MailSettings { mode, digest_hour, digest_off: self.digest.is_empty(), quiet })
            }
            _ => Err(errors),
        }
    }

    fn quiet(&self, errors: &mut Errors) -> Option<QuietHours> {
        match (self.quiet_from.as_str(), self.quiet_to.as_str()) {
            ("", "") => None,
            ("", _) | (_, "") => {
                errors.add("quiet", "quiet hours need a beginning and an end: choose both, or neither");
                None
            }
            (from, to) => {
                let from = errors.take("quiet", Hour::parse(from))?;
                let to = errors.take("quiet", Hour::parse(to))?;
                errors.take("quiet", QuietHours::new(from, to))
            }
        }
    }
}

/// Shows the choice.
pub async fn form(req: HttpRequest, app: web::Data<App>, member: Member) -> WebResult {
    let settings = actions::mail_settings(&app, &member.account).await?;
    Ok(GeneralPage::new(member, GeneralForm::of(settings), Errors::default()).respond_to(&req))
}

/// Saves it.
pub async fn submit(
    req: HttpRequest,
    app: web::Data<App>,
    member: Member,
    Fields(form): Fields<GeneralForm>,
) -> WebResult {
    match form.read() {
        Ok(settings) => {
            actions::change_mail_settings(&app, &member.account, &settings).await?;
            Ok(see_other("/settings/mail?done=mail"))
        }
        Err(errors) => Ok(refused(GeneralPage::new(member, form, errors), &req)),
    }
}
