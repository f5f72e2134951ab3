//! The daily digest: all running matches of one player, the one due soonest first.

use super::{ComposeError, Draft, Drafted, keep_unsubscribe, new_token, reader, recipient, view_of};
use crate::app::App;
use crate::domain::ids::AccountId;
use crate::domain::view::View;
use crate::mail::message::{self, Count, Listed, SHOWN};
use crate::store::outbox::Claimed;
use crate::store::unsubscribe::Subscription;
use crate::store::{mail_settings, talk};
use secrecy::ExposeSecret;
use std::collections::HashMap;
use time::OffsetDateTime;

/// The digest of the recipient as of `now`; none when no match is running, or no digest is wanted any more.
pub(super) async fn draft(app: &App, mail: &Claimed, now: OffsetDateTime) -> Result<Drafted, ComposeError> {
    let mut conn = app.connection().await?;
    let Some(account) = recipient(&mut conn, mail).await? else { return Ok(Drafted::Superseded) };
    let wants = mail_settings::wants_digest(&mut conn, account.id).await?;
    let all = mail_settings::digest_matches(&mut conn, account.id).await?;
    let unread = talk::unread_of(&mut conn, account.id).await?;
    drop(conn);
    if !wants || all.is_empty() {
        return Ok(Drafted::Superseded);
    }
    let views = views(app, account.id, &all).await?;
    let listed: Vec<Listed<'_>> = all
        .iter()
        .filter_map(|row| {
            let view = views.get(&row.id)?;
            let unread = unread.get(&row.id).map_or(0, |unread| unread.team + unread.table);
            Some(Listed { view, deadline: row.deadline, unread })
        })
        .collect();
    let count = Count { running: all.len(), waiting: all.iter().filter(|row| row.decides).count() };
    let reader = reader(app, account.zone.clone(), now);
    let (token, hash) = new_token();
    let letter = message::digest(&listed, count, token.expose_secret(), &reader)?;
    keep_unsubscribe(app, hash, account.id, Subscription::Digest, now).await?;
    Ok(Drafted::Letter(Draft {
        to: account.email.as_str().to_owned(),
        letter,
        view: None,
        told: Vec::new(),
        unsubscribe: Some(reader.unsubscribe(token.expose_secret())),
    }))
}

/// The matches that the mail shows, as the reader may see them. One at a time: a digest is in no hurry.
async fn views(
    app: &App,
    account: AccountId,
    all: &[mail_settings::Listed],
) -> Result<HashMap<crate::domain::ids::MatchId, View>, ComposeError> {
    let mut views = HashMap::new();
    for row in all.iter().take(SHOWN) {
        if let Some(view) = view_of(app, row.id, Some(account)).await? {
            views.insert(row.id, view);
        }
    }
    Ok(views)
}
