//! Leaving a seat and calling a match off, before it starts.

use crate::actions;
use crate::app::App;
use crate::web::error::WebResult;
use crate::web::fields::MatchPath;
use crate::web::form::see_other;
use crate::web::session::Member;
use actix_web::web;

/// Gives the member's seat free.
pub async fn leave(app: web::Data<App>, member: Member, id: MatchPath) -> WebResult {
    Box::pin(actions::leave_seat(&app, member.account.id, id.0)).await?;
    Ok(see_other(format!("/m/{}/join?done=left", id.0)))
}

/// Calls the match off; whoever opened it may.
pub async fn cancel(app: web::Data<App>, member: Member, id: MatchPath) -> WebResult {
    Box::pin(actions::cancel_match(&app, member.account.id, id.0)).await?;
    Ok(see_other("/matches?done=cancelled"))
}
