//! `/m/{id}/mail`: how much mail about one match.

use crate::actions;
use crate::app::App;
use crate::domain::ids::MatchId;
use crate::domain::notice::{Mode, Topic};
use crate::web::chrome::Chrome;
use crate::web::error::WebResult;
use crate::web::fields::{Fields, MatchPath};
use crate::web::form::{Errors, refused, see_other};
use crate::web::session::Member;
use actix_web::{HttpRequest, Responder, web};
use askama::Template;
use askama_web::WebTemplate;
use serde::Deserialize;

/// The form's word for the choice in general.
const GENERAL: &str = "general";

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "pages/mail/of_match.html")]
pub struct OfMatchPage {
    chrome: Chrome,
    page: String,
    name: String,
    general: Mode,
    modes: [Mode; 4],
    topics: Vec<TopicLine>,
    form: OfMatchForm,
    errors: Errors,
}

/// A topic that can be switched off.
struct TopicLine {
    name: &'static str,
    words: &'static str,
    wanted: bool,
}

/// What the form sends: a mode, and a field for each topic that is wanted.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub struct OfMatchForm {
    mode: String,
    turns: String,
    reminders: String,
    offers: String,
    news: String,
}

impl OfMatchForm {
    fn of(mode: Option<Mode>, muted: &[Topic]) -> Self {
        let word = |topic| if muted.contains(&topic) { String::new() } else { "on".to_owned() };
        Self {
            mode: mode.map_or(GENERAL, Mode::name).to_owned(),
            turns: word(Topic::Turns),
            reminders: word(Topic::Reminders),
            offers: word(Topic::Offers),
            news: word(Topic::News),
        }
    }

    fn wants(&self, topic: Topic) -> bool {
        let field = match topic {
            Topic::Turns => &self.turns,
            Topic::Reminders => &self.reminders,
            Topic::Offers => &self.offers,
            Topic::News => &self.news,
        };
        !field.is_empty()
    }

    fn muted(&self) -> Vec<Topic> {
        Topic::ALL.into_iter().filter(|topic| !self.wants(*topic)).collect()
    }

    /// The mode, none for the choice in general; an error where the form names neither.
    fn mode(&self) -> Result<Option<Mode>, Errors> {
        match (self.mode.as_str(), Mode::parse(&self.mode)) {
            (GENERAL, _) => Ok(None),
            (_, Some(mode)) => Ok(Some(mode)),
            _ => Err(Errors::one("mode", "choose how much mail you want about this match")),
        }
    }
}

async fn page(
    app: &App,
    member: Member,
    id: MatchId,
    form: Option<OfMatchForm>,
    errors: Errors,
) -> WebResult<OfMatchPage> {
    let mail = actions::match_mail(app, &member.account, id).await?;
    let form = form.unwrap_or_else(|| OfMatchForm::of(mail.own.mode, &mail.own.muted));
    let line =
        |topic: Topic| TopicLine { name: topic.name(), words: topic.words(), wanted: form.wants(topic) };
    Ok(OfMatchPage {
        chrome: member.chrome,
        page: format!("/m/{id}"),
        name: mail.name,
        general: mail.general,
        modes: Mode::ALL,
        topics: Topic::ALL.into_iter().map(line).collect(),
        form,
        errors,
    })
}

/// Shows the choice.
pub async fn form(req: HttpRequest, app: web::Data<App>, member: Member, id: MatchPath) -> WebResult {
    Ok(page(&app, member, id.0, None, Errors::default()).await?.respond_to(&req))
}

/// Saves it.
pub async fn submit(
    req: HttpRequest,
    app: web::Data<App>,
    member: Member,
    id: MatchPath,
    Fields(form): Fields<OfMatchForm>,
) -> WebResult {
    match form.mode() {
        Ok(mode) => {
            let changed = actions::change_match_mail(&app, &member.account, id.0, mode, form.muted());
            Box::pin(changed).await?;
            Ok(see_other(format!("/m/{}/mail?done=mail", id.0)))
        }
        Err(errors) => Ok(refused(page(&app, member, id.0, Some(form), errors).await?, &req)),
    }
}
