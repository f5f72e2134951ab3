//! The page where somebody may sit down.

use super::error::AppError;
use super::ledger;
use super::match_error::MatchError;
use super::tokens::token_hash;
use super::view_match::view_of;
use crate::app::App;
use crate::domain::game::{Join, Status};
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::view::View;
use crate::store::invitations::{self, Invited};
use crate::store::{accounts, matches};

/// A table, and whether the viewer may sit down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinPage {
    /// The match as it stands.
    pub view: View,
    /// Why the viewer may not sit down, in words that say what to do; none: may.
    pub why_not: Option<String>,
}

/// Whether `viewer` may sit down at this table, with the invitation of a link if there is one.
pub async fn joinable(
    app: &App,
    id: MatchId,
    viewer: Option<AccountId>,
    invitation: Option<&str>,
) -> Result<JoinPage, MatchError> {
    let mut conn = app.pool.acquire().await?;
    if matches::find_match(&mut conn, id).await?.is_none() {
        return Err(MatchError::NoSuchMatch);
    }
    let state = ledger::load(&mut conn, id).await?;
    let now = app.clock.now();
    let why_not = if state.status() != Status::Open {
        Some("this match takes no more players".to_owned())
    } else if viewer.is_some_and(|viewer| state.seat_of(viewer).is_some()) {
        Some("you sit at this table already: it starts when all seats are taken".to_owned())
    } else {
        let invited = match (viewer, invitation) {
            (_, Some(token)) => invitations::invitation_by_token(&mut conn, token_hash(token))
                .await?
                .filter(|i| i.match_id == id && i.holds(now))
                .is_some_and(|i| !matches!(i.to, Invited::Account(account) if Some(account) != viewer)),
            (Some(viewer), None) => {
                invitations::invitation_for_account(&mut conn, id, viewer, now).await?.is_some()
            }
            (None, None) => false,
        };
        let settings = state.settings();
        let free = settings.join == Join::Anyone || Some(settings.opened_by) == viewer || invited;
        if free { verified(&mut conn, viewer).await? } else { Some(MatchError::NotInvited.to_string()) }
    };
    drop(conn);
    Ok(JoinPage { view: view_of(app, &state, viewer).await?, why_not })
}

async fn verified(
    conn: &mut crate::store::Connection,
    viewer: Option<AccountId>,
) -> Result<Option<String>, AppError> {
    let Some(viewer) = viewer else { return Ok(Some("log in or sign up to take a seat".to_owned())) };
    let account = accounts::by_id(conn, viewer).await?;
    let verified = account.is_some_and(|account| account.verified());
    Ok((!verified).then(|| MatchError::NotVerified.to_string()))
}
