//! A mail about a match: whatever is asked of its reader now, if the reader still sits there, wants to be
//! told, and does not sleep.

use super::{ComposeError, Draft, Drafted, keep_unsubscribe, new_token, reader, recipient, view_of};
use crate::app::App;
use crate::domain::ids::MatchId;
use crate::domain::notice::{Notice, Told, Wish};
use crate::domain::zone::{QuietHours, Zone};
use crate::mail::message::{self, Choice};
use crate::store::mail_settings;
use crate::store::outbox::Claimed;
use crate::store::unsubscribe::Subscription;
use secrecy::ExposeSecret;
use time::{Duration, OffsetDateTime};

/// Quiet hours give way to a deadline that is not at least this long after them.
const TO_SPARE: Duration = Duration::hours(1);

/// The mail for `notices`.
pub(super) async fn draft(
    app: &App,
    mail: &Claimed,
    match_id: MatchId,
    notices: &[Told],
    now: OffsetDateTime,
) -> Result<Drafted, ComposeError> {
    let mut conn = app.connection().await?;
    let Some(account) = recipient(&mut conn, mail).await? else { return Ok(Drafted::Superseded) };
    let wish = mail_settings::wishes(&mut conn, match_id, &[account.id]).await?;
    let wish = wish.into_iter().next().map(|(_, wish)| wish).unwrap_or_default();
    let quiet = mail_settings::settings(&mut conn, account.id).await?.quiet;
    drop(conn);
    let wanted = wanted(notices, &wish);
    if wanted.is_empty() {
        return Ok(Drafted::Superseded);
    }
    if let Some(until) = quiet.and_then(|quiet| quiet_until(quiet, &account.zone, mail, &wanted, now)) {
        return Ok(Drafted::PutOff(until));
    }
    let Some(view) = view_of(app, match_id, Some(account.id)).await?.filter(|view| view.you.is_some()) else {
        return Ok(Drafted::Superseded);
    };
    let reader = reader(app, account.zone.clone(), now);
    let (token, hash) = new_token();
    let choice = Choice { mode: wish.mode, unsubscribe: token.expose_secret() };
    let Some(written) = message::of_match(&view, &wanted, &reader, choice)? else {
        return Ok(Drafted::Superseded);
    };
    // The link has to work before anybody reads it.
    let what = Subscription::Topic(match_id, written.topic);
    keep_unsubscribe(app, hash, account.id, what, now).await?;
    Ok(Drafted::Letter(Draft {
        to: account.email.as_str().to_owned(),
        letter: written.letter,
        view: Some(Box::new(view)),
        told: written.told,
        unsubscribe: Some(reader.unsubscribe(token.expose_secret())),
    }))
}

/// What the reader wants to be told, now that the mail would go out.
fn wanted(notices: &[Told], wish: &Wish) -> Vec<Told> {
    notices.iter().copied().filter(|told| wish.lets_through(told.notice)).collect()
}

/// Until when the mail has to wait for the reader's quiet hours; none where it is to go out now.
fn quiet_until(
    quiet: QuietHours,
    zone: &Zone,
    mail: &Claimed,
    wanted: &[Told],
    now: OffsetDateTime,
) -> Option<OffsetDateTime> {
    if wanted.iter().any(|told| told.notice == Notice::Hurry) {
        return None;
    }
    let end = quiet.end(zone, now)?;
    mail.deadline.is_none_or(|deadline| end <= deadline - TO_SPARE).then_some(end)
}
