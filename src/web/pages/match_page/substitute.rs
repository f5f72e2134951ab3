//! `/m/{id}/substitute`: the empty seats of a running match, for those who would take one and for those whose
//! word it needs.

use super::requests::{candidates, words_needed};
use super::words::who;
use super::{Side, sides};
use crate::actions::{self, MatchError};
use crate::app::App;
use crate::domain::ids::MatchId;
use crate::domain::seat::Seat;
use crate::domain::view::{Deed, View};
use crate::domain::zone::Zone;
use crate::random;
use crate::web::chrome::Chrome;
use crate::web::error::{WebError, WebResult};
use crate::web::fields::{Fields, MatchPath};
use crate::web::form::{self, see_other, sentence};
use crate::web::present::time_words;
use crate::web::session::{Member, Visitor};
use actix_web::{HttpRequest, Responder, ResponseError, web};
use askama::Template;
use askama_web::WebTemplate;
use serde::Deserialize;
use time::OffsetDateTime;
use uuid::Uuid;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "match/substitute.html")]
pub struct SubstitutePage {
    chrome: Chrome,
    page: String,
    name: String,
    problem: Option<String>,
    seats: Vec<EmptySeat>,
    /// Where to come back to after the log-in.
    log_in: Option<String>,
    rules_title: String,
    rules: Vec<String>,
    time_words: String,
    sides: Vec<Side>,
}

/// An empty seat as the page offers it.
struct EmptySeat {
    seat: Seat,
    /// Until when it can be taken.
    until: String,
    /// `Partner of caio (White3), against bruno (Black2)`.
    place: String,
    /// Its partner's and opponents' words, in one sentence.
    needs: &'static str,
    candidates: Vec<CandidateLine>,
    /// Key of the form that asks for it.
    ask: Option<Uuid>,
    /// Key of the form that takes the asking back.
    withdraw: Option<Uuid>,
}

struct CandidateLine {
    handle: String,
    /// The event that asked.
    asked: u64,
    words: String,
    /// Key of the form that agrees.
    agree: Option<Uuid>,
}

/// Shows it.
pub async fn show(app: web::Data<App>, req: HttpRequest, visitor: Visitor, id: MatchPath) -> WebResult {
    let view = actions::view_match(&app, id.0, visitor.id(), None).await?;
    if view.seats.iter().all(|held| held.vacant.is_none()) {
        return Ok(see_other(format!("/m/{}", id.0)));
    }
    Ok(page(&view, visitor, app.clock.now(), None).respond_to(&req))
}

/// What its forms send.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct SubstituteFields {
    key: String,
    word: String,
    seat: String,
    seen: String,
}

/// Asks for a seat, takes that back, agrees to somebody.
pub async fn submit(
    app: web::Data<App>,
    req: HttpRequest,
    member: Member,
    id: MatchPath,
    Fields(fields): Fields<SubstituteFields>,
) -> WebResult {
    let (by, id) = (member.account.id, id.0);
    let key = form::key(&fields.key)?;
    let done = match fields.word.as_str() {
        "ask" => {
            let seat = fields.seat.parse().map_err(|_| form::broken())?;
            Box::pin(actions::ask_to_substitute(&app, by, id, key, seat)).await
        }
        "withdraw" => Box::pin(actions::withdraw_substitute(&app, by, id, key)).await,
        "agree" => {
            let asked = fields.seen.parse().map_err(|_| form::broken())?;
            Box::pin(actions::agree_substitute(&app, by, id, key, asked)).await
        }
        _ => return Err(form::broken()),
    };
    match (done, fields.word.as_str()) {
        (Ok(()), "agree") => Ok(see_other(format!("/m/{id}?done=agreed"))),
        (Ok(()), "ask") => Ok(see_other(format!("/m/{id}/substitute?done=seat-asked"))),
        (Ok(()), _) => Ok(see_other(format!("/m/{id}/substitute?done=seat-withdrawn"))),
        (Err(error @ (MatchError::Refused { .. } | MatchError::NotVerified)), _) => {
            again(&app, &req, member, id, error).await
        }
        (Err(error), _) => Err(error.into()),
    }
}

async fn again(app: &App, req: &HttpRequest, member: Member, id: MatchId, error: MatchError) -> WebResult {
    let problem = Some(sentence(&error));
    let code = WebError::from(error).status_code();
    let view = actions::view_match(app, id, Some(member.account.id), None).await?;
    let visitor = Visitor { account: Some(member.account), chrome: member.chrome };
    let mut response = page(&view, visitor, app.clock.now(), problem).respond_to(req).map_into_boxed_body();
    *response.status_mut() = code;
    Ok(response)
}

fn page(view: &View, visitor: Visitor, now: OffsetDateTime, problem: Option<String>) -> SubstitutePage {
    let zone = visitor.zone();
    let path = format!("/m/{}/substitute", view.match_id);
    let empty = view.seats.iter().filter(|held| held.vacant.is_some()).map(|held| held.seat);
    SubstitutePage {
        page: format!("/m/{}", view.match_id),
        name: view.name.clone(),
        problem,
        seats: empty.filter_map(|seat| empty_seat(view, seat, &zone)).collect(),
        log_in: visitor.account.is_none().then_some(path),
        rules_title: view.rules.title.clone(),
        rules: view.rules.sentences.clone(),
        time_words: time_words(view),
        sides: sides(view, &zone, now, None),
        chrome: visitor.chrome,
    }
}

fn empty_seat(view: &View, seat: Seat, zone: &Zone) -> Option<EmptySeat> {
    let held = view.seats.iter().find(|held| held.seat == seat)?;
    let may = |deed: Deed| view.deeds.contains(&deed).then(random::uuid);
    let partner = (view.seats.len() > 2).then(|| seat.partner());
    let place = match partner {
        Some(partner) => format!("Partner of {}, against {}", who(view, partner), who(view, seat.opponent())),
        None => format!("Against {}", who(view, seat.opponent())),
    };
    let line = |candidate: &crate::domain::view::CandidateView| CandidateLine {
        handle: candidate.player.handle.clone(),
        asked: candidate.seq,
        words: words_needed(candidate),
        agree: may(Deed::AgreeSubstitute { seat, candidate: candidate.player.clone() }),
    };
    Some(EmptySeat {
        seat,
        until: zone.full(held.vacant.as_ref()?.until),
        place,
        needs: match partner
            .filter(|&partner| view.seats.iter().any(|s| s.seat == partner && s.player.is_some()))
        {
            Some(_) => "the partner and one opponent agree",
            None => "one opponent agrees",
        },
        candidates: candidates(view, seat).iter().map(line).collect(),
        ask: may(Deed::AskToSubstitute { seat }),
        withdraw: may(Deed::WithdrawSubstitute { seat }),
    })
}
