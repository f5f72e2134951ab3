//! Away from all own matches at once: a vacation, and vacation days used by themselves.

use super::settings::{Retry, again};
use crate::actions::away::{self, AwayError, Order};
use crate::app::App;
use crate::domain::account::Account;
use crate::web::error::{WebError, WebResult};
use crate::web::fields::Fields;
use crate::web::form::{Errors, see_other};
use crate::web::present::days;
use crate::web::session::Member;
use actix_web::{HttpRequest, web};
use serde::Deserialize;
use time::Duration;

/// How it stands, for the settings page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AwayLines {
    /// `from 20 December 2026 to 27 December 2026`, where a vacation is ordered.
    pub vacation: Option<String>,
    /// Whether vacation days are used by themselves; none where each match decides.
    pub auto: Option<bool>,
    /// Today, the first day that can be chosen.
    pub today: String,
    /// What was typed when it was refused.
    pub from: String,
    /// The same for the last day.
    pub until: String,
    /// Matches that did not take the vacation: path, and why.
    pub refused: Vec<(String, String)>,
}

/// How it stands for `account`, with what a refused form leaves.
pub(super) async fn lines(app: &App, account: &Account, retry: &Retry) -> Result<AwayLines, WebError> {
    let mut lines = AwayLines {
        today: account.zone.today(app.clock.now()),
        from: retry.from.clone(),
        until: retry.until.clone(),
        refused: retry.not_away.clone(),
        ..AwayLines::default()
    };
    for standing in away::standing(app, account.id).await? {
        match standing.order {
            Order::Vacation { from, until } => {
                let last = account.zone.date(until - Duration::SECOND);
                lines.vacation = Some(format!("from {} to {last}", account.zone.date(from)));
            }
            Order::Auto(on) => lines.auto = Some(on),
        }
    }
    Ok(lines)
}

/// What the forms send.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct AwayForm {
    word: String,
    from: String,
    until: String,
}

/// Plans or ends a vacation in all matches, or switches the use of vacation days by themselves.
pub async fn submit(
    req: HttpRequest,
    app: web::Data<App>,
    member: Member,
    Fields(form): Fields<AwayForm>,
) -> WebResult {
    let id = member.account.id;
    match form.word.as_str() {
        "plan" => plan(&req, &app, member, form).await,
        "end" => {
            Box::pin(away::end(&app, id)).await?;
            Ok(see_other("/settings?done=away-ended#away"))
        }
        on @ ("auto-on" | "auto-off") => {
            Box::pin(away::auto(&app, id, on == "auto-on")).await?;
            Ok(see_other(format!("/settings?done={on}#away")))
        }
        _ => Err(WebError::Unprocessable("This form is broken. Open the page again.".to_owned())),
    }
}

async fn plan(req: &HttpRequest, app: &App, member: Member, form: AwayForm) -> WebResult {
    let refused =
        |errors| Retry { errors, from: form.from.clone(), until: form.until.clone(), ..Retry::default() };
    let span = days(&form.from, &form.until, &member.account.zone, app.clock.now());
    let (from, until) = match span {
        Ok(span) => span,
        Err(why) => return again(req, app, member, refused(Errors::one("away", why))).await,
    };
    match Box::pin(away::plan(app, member.account.id, from, until)).await {
        Ok(not) if not.is_empty() => Ok(see_other("/settings?done=away#away")),
        Ok(not) => {
            let not_away = not.into_iter().map(|(id, why)| (format!("/m/{id}"), why)).collect();
            again(req, app, member, Retry { not_away, ..Retry::default() }).await
        }
        Err(AwayError::App(error)) => Err(error.into()),
        Err(told) => again(req, app, member, refused(Errors::one("away", told))).await,
    }
}
