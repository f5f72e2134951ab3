//! What can be done at a table besides moving: draw, time, pause, vacation. Each form names what it wants in
//! `word`; a refusal shows the match as it stands, with why and what was typed.

use super::handlers::{Again, Refused, show_again};
use super::table_card::CardDraft;
use crate::actions::{self, MatchError, TimeGift};
use crate::app::App;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::zone::Zone;
use crate::random;
use crate::web::error::WebResult;
use crate::web::fields::{Fields, MatchPath};
use crate::web::form::see_other;
use crate::web::present::days;
use crate::web::session::Member;
use actix_web::{HttpRequest, web};
use serde::Deserialize;
use uuid::Uuid;

/// What a form of the table sends; each uses some of it.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub struct DeedFields {
    key: String,
    word: String,
    seen: String,
    days: String,
    to: String,
    turn: String,
    from: String,
    until: String,
}

/// Why a deed was not done.
enum Refusal {
    /// The form makes no sense; why, in words for its sender.
    Form(String),
    /// The match refuses.
    Match(MatchError),
}

impl From<MatchError> for Refusal {
    fn from(error: MatchError) -> Self {
        Self::Match(error)
    }
}

impl DeedFields {
    fn key(&self) -> Result<Uuid, Refusal> {
        Uuid::try_parse(&self.key).map_err(|_| Refusal::stale())
    }

    fn seen(&self) -> Result<u64, Refusal> {
        self.seen.parse().map_err(|_| Refusal::stale())
    }

    fn days(&self, what: &str) -> Result<u16, Refusal> {
        self.days.trim().parse().map_err(|_| Refusal::Form(format!("write {what} as a whole number of days")))
    }
}

impl Refusal {
    fn stale() -> Self {
        Self::Form("this form is not of our making: load the page again and decide once more".to_owned())
    }
}

/// Who does it, and where.
struct Doer<'a> {
    app: &'a App,
    by: AccountId,
    id: MatchId,
}

/// Offers a draw, agrees to one, declines one.
pub async fn draw(
    app: web::Data<App>,
    req: HttpRequest,
    member: Member,
    id: MatchPath,
    Fields(fields): Fields<DeedFields>,
) -> WebResult {
    let doer = Doer { app: &app, by: member.account.id, id: id.0 };
    let done = Box::pin(doer.draw(&fields)).await;
    answer(done, &app, &req, member, id.0, CardDraft::default()).await
}

/// Gives an opponent time.
pub async fn time(
    app: web::Data<App>,
    req: HttpRequest,
    member: Member,
    id: MatchPath,
    Fields(fields): Fields<DeedFields>,
) -> WebResult {
    let doer = Doer { app: &app, by: member.account.id, id: id.0 };
    let done = Box::pin(doer.time(&fields)).await;
    answer(done, &app, &req, member, id.0, CardDraft { give: fields.days, ..CardDraft::default() }).await
}

/// Asks for a pause, agrees, declines, goes on early.
pub async fn pause(
    app: web::Data<App>,
    req: HttpRequest,
    member: Member,
    id: MatchPath,
    Fields(fields): Fields<DeedFields>,
) -> WebResult {
    let doer = Doer { app: &app, by: member.account.id, id: id.0 };
    let done = Box::pin(doer.pause(&fields)).await;
    answer(done, &app, &req, member, id.0, CardDraft { pause: fields.days, ..CardDraft::default() }).await
}

/// Plans a vacation in this match, ends it, switches its automatic use.
pub async fn vacation(
    app: web::Data<App>,
    req: HttpRequest,
    member: Member,
    id: MatchPath,
    Fields(fields): Fields<DeedFields>,
) -> WebResult {
    let doer = Doer { app: &app, by: member.account.id, id: id.0 };
    let done = Box::pin(doer.vacation(&fields, &member.account.zone)).await;
    let draft = CardDraft { from: fields.from, until: fields.until, ..CardDraft::default() };
    answer(done, &app, &req, member, id.0, draft).await
}

impl Doer<'_> {
    async fn draw(&self, fields: &DeedFields) -> Result<&'static str, Refusal> {
        let (app, by, id, key) = (self.app, self.by, self.id, fields.key()?);
        Ok(match fields.word.as_str() {
            "offer" => {
                actions::offer_draw(app, by, id, key).await?;
                "draw-offered"
            }
            "agree" => {
                actions::agree_draw(app, by, id, key, fields.seen()?).await?;
                "agreed"
            }
            "decline" => {
                actions::decline_draw(app, by, id, key, fields.seen()?).await?;
                "declined"
            }
            _ => return Err(Refusal::stale()),
        })
    }

    async fn time(&self, fields: &DeedFields) -> Result<&'static str, Refusal> {
        let to = fields.to.parse().map_err(|_| Refusal::stale())?;
        let gift = TimeGift {
            to,
            turn: fields.turn.parse().map_err(|_| Refusal::stale())?,
            days: fields.days("the time")?,
        };
        actions::give_time(self.app, self.by, self.id, fields.key()?, gift).await?;
        Ok("time-given")
    }

    async fn pause(&self, fields: &DeedFields) -> Result<&'static str, Refusal> {
        let (app, by, id, key) = (self.app, self.by, self.id, fields.key()?);
        Ok(match fields.word.as_str() {
            "ask" => {
                actions::ask_pause(app, by, id, key, fields.days("the pause")?).await?;
                "pause-asked"
            }
            "agree" => {
                actions::agree_pause(app, by, id, key, fields.seen()?).await?;
                "agreed"
            }
            "decline" => {
                actions::decline_pause(app, by, id, key, fields.seen()?).await?;
                "declined"
            }
            "resume" => {
                actions::ask_resume(app, by, id, key).await?;
                "resume-asked"
            }
            _ => return Err(Refusal::stale()),
        })
    }

    async fn vacation(&self, fields: &DeedFields, zone: &Zone) -> Result<&'static str, Refusal> {
        let (app, by, id, key) = (self.app, self.by, self.id, fields.key()?);
        Ok(match fields.word.as_str() {
            "plan" => {
                let (from, until) =
                    days(&fields.from, &fields.until, zone, app.clock.now()).map_err(Refusal::Form)?;
                actions::plan_vacation(app, by, id, key, from, until).await?;
                "vacation"
            }
            "end" => {
                actions::end_vacation(app, by, id, key).await?;
                "vacation-ended"
            }
            "auto-on" => {
                actions::auto_vacation(app, by, id, key, true).await?;
                "auto-on"
            }
            "auto-off" => {
                actions::auto_vacation(app, by, id, key, false).await?;
                "auto-off"
            }
            _ => return Err(Refusal::stale()),
        })
    }
}

/// On to the match where it was done; else the match as it stands, with why not.
async fn answer(
    done: Result<&'static str, Refusal>,
    app: &App,
    req: &HttpRequest,
    member: Member,
    id: MatchId,
    draft: CardDraft,
) -> WebResult {
    let refused = match done {
        Ok(word) => return Ok(see_other(format!("/m/{id}?done={word}"))),
        Err(Refusal::Form(words)) => Refused::form(words),
        Err(Refusal::Match(error)) => Refused::by_match(error)?,
    };
    let again = Again { refused, key: random::uuid() };
    show_again(app, req, member, id, again, |options| {
        options.refused = "done";
        options.card = Some(draft);
    })
    .await
}
