//! Writes a mail that is owed, at the moment of sending: what it says is true then, and a turn that is
//! over is not spoken of any more. Links get their tokens here, so that none rests in the outbox.

mod about_account;
mod about_match;
mod digest;

use super::compose_address::about_address;
use super::error::{AppError, service_failures};
use super::match_error::MatchError;
use super::tokens::new_token;
use super::view_match::view_match;
use crate::app::App;
use crate::domain::account::Account;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::notice::Told;
use crate::domain::view::View;
use crate::domain::zone::Zone;
use crate::mail::boards;
use crate::mail::envelope::{EnvelopeError, Outgoing, Postmark};
use crate::mail::message::{Letter, LetterError, Reader};
use crate::store::outbox::{About, Claimed, Recipient};
use crate::store::unsubscribe::{self, Subscription};
use crate::store::{Connection, accounts};
use time::{Duration, OffsetDateTime};

/// How long the link that ends mails works: matches last months, and mails are kept.
const UNSUBSCRIBE_LASTS: Duration = Duration::days(365);

/// What a claimed mail became.
#[derive(Debug)]
pub enum Composed {
    /// A mail to send, and what it tells about its match.
    Ready(Box<Outgoing>, Vec<Told>),
    /// Nothing: the turn is over, the invitation is void, the recipient is gone or does not want it.
    Superseded,
    /// Nothing yet: the recipient's quiet hours last until then.
    PutOff(OffsetDateTime),
    /// A mail that no server can take, and why.
    Unaddressable(String),
}

/// Why a mail could not be written now; it stays owed.
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
    /// It goes to an account where it should go to an address, or the other way round.
    #[error("the outbox row {0} does not name the recipient that its kind asks for")]
    Misaddressed(uuid::Uuid),
}

service_failures!(ComposeError);

/// A letter, where it goes, and what its picture is drawn from.
pub(super) struct Draft {
    to: String,
    letter: Letter,
    view: Option<Box<View>>,
    told: Vec<Told>,
    /// The address that ends such mails.
    unsubscribe: Option<String>,
}

/// What a mail would be, before it is addressed.
pub(super) enum Drafted {
    Letter(Draft),
    Superseded,
    PutOff(OffsetDateTime),
}

impl Draft {
    /// A letter that nobody can unsubscribe from, without boards.
    pub(super) fn plain(to: String, letter: Letter) -> Drafted {
        Drafted::Letter(Self { to, letter, view: None, told: Vec::new(), unsubscribe: None })
    }
}

/// Writes a claimed mail as of `now`.
pub async fn compose_mail(app: &App, mail: &Claimed, now: OffsetDateTime) -> Result<Composed, ComposeError> {
    let drafted = match &mail.about {
        About::Account(kind) => about_account::draft(app, mail, *kind, now).await?,
        About::Address(kind) => about_address(app, mail, *kind, now).await?,
        About::Match { match_id, notices } => about_match::draft(app, mail, *match_id, notices, now).await?,
        About::Digest(_) => digest::draft(app, mail, now).await?,
        About::Invitation { match_id, invitation } => {
            about_account::invitation(app, mail, *match_id, *invitation, now).await?
        }
    };
    match drafted {
        Drafted::Letter(draft) => seal(app, mail, draft, now).await,
        Drafted::Superseded => Ok(Composed::Superseded),
        Drafted::PutOff(until) => Ok(Composed::PutOff(until)),
    }
}

/// The account that the mail is for, if it still exists.
async fn recipient(conn: &mut Connection, mail: &Claimed) -> Result<Option<Account>, ComposeError> {
    match &mail.to {
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

/// Keeps the hash of a link that ends `what` for `account`.
async fn keep_unsubscribe(
    app: &App,
    hash: [u8; 32],
    account: AccountId,
    what: Subscription,
    now: OffsetDateTime,
) -> Result<(), ComposeError> {
    let mut conn = app.connection().await?;
    Ok(unsubscribe::insert(&mut conn, hash, account, what, now, now + UNSUBSCRIBE_LASTS).await?)
}

/// Draws the picture and addresses the letter.
async fn seal(
    app: &App,
    mail: &Claimed,
    draft: Draft,
    now: OffsetDateTime,
) -> Result<Composed, ComposeError> {
    let picture = match draft.view {
        Some(view) if draft.letter.wants_picture => draw(view).await?,
        _ => None,
    };
    let mark = Postmark {
        id: mail.id,
        from: &app.settings.mail_from,
        to: &draft.to,
        date: now,
        match_id: mail.match_id(),
        unsubscribe: draft.unsubscribe.as_deref(),
        base_url: &app.settings.base_url,
    };
    match Outgoing::new(&draft.letter, picture, &mark) {
        Ok(outgoing) => Ok(Composed::Ready(Box::new(outgoing), draft.told)),
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
