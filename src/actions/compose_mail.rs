//! Writes a mail that is owed, at the moment of sending: what it says is true then, and a turn that is
//! over is not spoken of any more. Links get their tokens here, so that none rests in the outbox.

use super::compose_address::about_address;
use super::error::{AppError, service_failures};
use super::match_error::MatchError;
use super::tokens::{RESET_LASTS, mint_token, new_token};
use super::view_match::view_match;
use crate::app::App;
use crate::domain::account::Account;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::view::{Phase, View};
use crate::domain::zone::Zone;
use crate::mail::boards;
use crate::mail::envelope::{EnvelopeError, Outgoing, Postmark};
use crate::mail::message::{self, Letter, LetterError, Reader};
use crate::store::Connection;
use crate::store::outbox::{AccountMail, Claimed, MailKind, MatchMail, Recipient};
use crate::store::tokens::TokenKind;
use crate::store::{accounts, invitations};
use secrecy::ExposeSecret;
use time::OffsetDateTime;

/// What a claimed row became.
#[derive(Debug)]
pub enum Composed {
    /// A mail to send.
    Ready(Box<Outgoing>),
    /// Nothing: the turn is over, the invitation is void, the recipient is gone.
    Superseded,
    /// A mail that no server can take, and why.
    Unaddressable(String),
}

/// Why a mail could not be written now; the row stays owed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ComposeError {
    /// The service failed.
    #[error(transparent)]
    App(#[from] AppError),
    /// The match could not be shown.
    #[error("the match could not be shown: {0}")]
    View(#[source] MatchError),
    /// The letter failed.
    #[error(transparent)]
    Letter(#[from] LetterError),
    /// The headers failed.
    #[error(transparent)]
    Envelope(EnvelopeError),
    /// The row names no match, event or invitation.
    #[error("the outbox row {0} does not say what it is about")]
    Incomplete(uuid::Uuid),
}

service_failures!(ComposeError);

/// A letter, where it goes, and what its picture is drawn from.
pub(super) struct Draft {
    pub(super) to: String,
    pub(super) letter: Letter,
    pub(super) view: Option<Box<View>>,
}

/// Writes the mail of `row` as of `now`.
pub async fn compose_mail(app: &App, row: &Claimed, now: OffsetDateTime) -> Result<Composed, ComposeError> {
    let draft = match row.kind {
        MailKind::Account(mail) => about_account(app, row, mail, now).await?,
        MailKind::Address(mail) => about_address(app, row, mail, now).await?,
        MailKind::Match(mail) => about_match(app, row, mail, now).await?,
        MailKind::Invitation => invitation(app, row, now).await?,
    };
    match draft {
        Some(draft) => seal(app, row, draft, now).await,
        None => Ok(Composed::Superseded),
    }
}

/// A mail about the recipient's account; none when it is settled or too old to be of use.
async fn about_account(
    app: &App,
    row: &Claimed,
    mail: AccountMail,
    now: OffsetDateTime,
) -> Result<Option<Draft>, ComposeError> {
    let mut tx = app.begin().await?;
    let Some(account) = recipient(&mut tx, row).await? else { return Ok(None) };
    let (handle, reader) = (account.handle.as_str(), reader(app, account.zone.clone(), now));
    let stale = now - row.created_at > RESET_LASTS;
    let letter = match mail {
        AccountMail::Verify if account.verified() => return Ok(None),
        AccountMail::Reset | AccountMail::AlreadyRegistered if stale => return Ok(None),
        AccountMail::Verify => {
            let token = mint_token(&mut tx, account.id, TokenKind::Verify, now).await?;
            message::verify(handle, token.expose_secret(), &reader)?
        }
        AccountMail::Reset => {
            let token = mint_token(&mut tx, account.id, TokenKind::Reset, now).await?;
            message::reset(handle, token.expose_secret(), &reader)?
        }
        AccountMail::AlreadyRegistered => message::already_registered(handle, &reader)?,
    };
    // The link has to work before anybody reads it.
    tx.commit().await?;
    Ok(Some(Draft { to: account.email.as_str().to_owned(), letter, view: None }))
}

/// A mail about an event of a match; none when the view of its recipient does not show it (any more).
async fn about_match(
    app: &App,
    row: &Claimed,
    mail: MatchMail,
    now: OffsetDateTime,
) -> Result<Option<Draft>, ComposeError> {
    let (Some(match_id), Some(seq)) = (row.match_id, row.seq) else {
        return Err(ComposeError::Incomplete(row.id));
    };
    let mut conn = app.pool.acquire().await?;
    let Some(account) = recipient(&mut conn, row).await? else { return Ok(None) };
    drop(conn);
    let Some(view) = view_of(app, match_id, Some(account.id)).await? else { return Ok(None) };
    if !still_owed(&view, mail, seq) {
        return Ok(None);
    }
    let reader = reader(app, account.zone.clone(), now);
    let letter = match mail {
        MatchMail::Turn => message::turn(&view, seq, &reader)?,
        MatchMail::Choose => message::choose(&view, seq, &reader)?,
        MatchMail::ChosenFor => message::chosen_for(&view, seq, &reader)?,
        MatchMail::Start => message::match_start(&view, &reader)?,
        MatchMail::End => message::match_end(&view, &reader)?,
    };
    Ok(Some(Draft { to: account.email.as_str().to_owned(), letter, view: Some(Box::new(view)) }))
}

/// Whether what a mail speaks of is still so, for the reader of `view`.
fn still_owed(view: &View, mail: MatchMail, seq: u64) -> bool {
    let turn = view.turns.iter().find(|turn| turn.seq == seq);
    let your_turn = |mover, decider| {
        turn.is_some_and(|t| (Some(t.mover) == view.you) == mover && (Some(t.decider) == view.you) == decider)
    };
    match mail {
        MatchMail::Turn => your_turn(true, true),
        MatchMail::Choose => your_turn(false, true),
        MatchMail::ChosenFor => your_turn(true, false),
        MatchMail::Start => view.you.is_some() && view.phase == Phase::Running,
        MatchMail::End => matches!(view.phase, Phase::Over { .. }),
    }
}

/// An invitation; none when it is void or the table is full.
async fn invitation(app: &App, row: &Claimed, now: OffsetDateTime) -> Result<Option<Draft>, ComposeError> {
    let (Some(match_id), Some(id)) = (row.match_id, row.invitation) else {
        return Err(ComposeError::Incomplete(row.id));
    };
    let Some(view) = view_of(app, match_id, None).await? else { return Ok(None) };
    let mut tx = app.begin().await?;
    let invitation = invitations::find_invitation(&mut tx, id).await?.filter(|found| found.holds(now));
    let Some(invitation) = invitation.filter(|_| view.phase == Phase::Open) else { return Ok(None) };
    let Some(inviter) = accounts::by_id(&mut tx, invitation.created_by).await? else { return Ok(None) };
    let (to, zone) = match &row.to {
        Recipient::Account(_) => match recipient(&mut tx, row).await? {
            Some(account) => (account.email.as_str().to_owned(), account.zone),
            None => return Ok(None),
        },
        Recipient::Address(address) => (address.clone(), Zone::utc()),
    };
    let (token, hash) = new_token();
    invitations::insert_invitation_token(&mut tx, id, hash, now).await?;
    let reader = reader(app, zone, now);
    let letter = message::invitation(&view, inviter.handle.as_str(), token.expose_secret(), &reader)?;
    tx.commit().await?;
    Ok(Some(Draft { to, letter, view: None }))
}

/// The account that the row is for, if it still exists.
async fn recipient(conn: &mut Connection, row: &Claimed) -> Result<Option<Account>, ComposeError> {
    match &row.to {
        Recipient::Account(id) => Ok(accounts::by_id(conn, *id).await?),
        Recipient::Address(_) => Ok(None),
    }
}

pub(super) fn reader(app: &App, zone: Zone, now: OffsetDateTime) -> Reader {
    Reader { base_url: app.settings.base_url.clone(), zone, now }
}

/// The match as `account` may see it now; none when there is no such match.
async fn view_of(
    app: &App,
    match_id: MatchId,
    account: Option<AccountId>,
) -> Result<Option<View>, ComposeError> {
    // A state is large; boxed, it does not swell every future above.
    match Box::pin(view_match(app, match_id, account, None)).await {
        Ok(view) => Ok(Some(view)),
        Err(MatchError::NoSuchMatch) => Ok(None),
        Err(error) => Err(ComposeError::View(error)),
    }
}

/// Draws the picture and addresses the letter.
async fn seal(app: &App, row: &Claimed, draft: Draft, now: OffsetDateTime) -> Result<Composed, ComposeError> {
    let picture = match draft.view {
        Some(view) if draft.letter.wants_picture => draw(view).await?,
        _ => None,
    };
    let mark = Postmark {
        id: row.id,
        from: &app.settings.mail_from,
        to: &draft.to,
        date: now,
        match_id: row.match_id,
        base_url: &app.settings.base_url,
    };
    match Outgoing::new(&draft.letter, picture, &mark) {
        Ok(mail) => Ok(Composed::Ready(Box::new(mail))),
        Err(EnvelopeError::To(error)) => Ok(Composed::Unaddressable(error.to_string())),
        Err(error) => Err(ComposeError::Envelope(error)),
    }
}

/// The boards as PNG, off the async threads. A mail without them is better than none: the plain part has them too.
async fn draw(view: Box<View>) -> Result<Option<Vec<u8>>, ComposeError> {
    let drawn = tokio::task::spawn_blocking(move || boards::png(&view));
    let drawn = drawn.await.map_err(AppError::from)?;
    Ok(drawn.inspect_err(|error| tracing::error!("a mail goes out without its picture: {error}")).ok())
}
