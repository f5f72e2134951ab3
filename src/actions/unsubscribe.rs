//! The link at the foot of a mail: ends mails of one kind about one match, or the digest, without a log-in
//! (RFC 8058). Whoever has the mail can do so, and undo it, and nothing else.

use super::error::{AppError, service_failures};
use super::send_digests::schedule_digest;
use super::tokens::token_hash;
use crate::app::App;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::notice::Topic;
use crate::domain::zone::Zone;
use crate::store::unsubscribe::{self, Subscription};
use crate::store::{Connection, accounts, mail_settings, matches};

/// What a link is about, for its page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MailedAbout {
    /// Mails of one topic about one match.
    Match {
        /// The match.
        id: MatchId,
        /// Its name.
        name: String,
        /// The topic.
        topic: Topic,
    },
    /// The daily digest.
    Digest,
}

/// Why a link does nothing.
#[derive(Debug, thiserror::Error)]
pub enum UnsubscribeError {
    /// It was never ours, is older than a year, or its account is gone.
    #[error(
        "this link does not work any more: use the one in a newer mail, or log in and choose what we mail you"
    )]
    Unknown,
    /// The service failed.
    #[error(transparent)]
    App(#[from] AppError),
}

service_failures!(UnsubscribeError);

/// What the link of `token` would end. Changes nothing.
pub async fn read_unsubscribe(app: &App, token: &str) -> Result<MailedAbout, UnsubscribeError> {
    let mut conn = app.connection().await?;
    let (_, what) = find(app, &mut conn, token).await?;
    about(&mut conn, what).await
}

/// Ends the mails that the link of `token` is about, or with `again` lets them come again. A repeat changes
/// nothing.
pub async fn unsubscribe(app: &App, token: &str, again: bool) -> Result<MailedAbout, UnsubscribeError> {
    let mut tx = app.begin().await?;
    let (account, what) = find(app, &mut tx, token).await?;
    // Two links that are followed at once come one after the other.
    accounts::take_turns(&mut tx, account).await?;
    match what {
        Subscription::Topic(id, topic) => {
            // Mails that are pending are judged by this when they would go out.
            let mut own = mail_settings::match_settings(&mut tx, account, id).await?;
            own.muted.retain(|muted| *muted != topic);
            own.muted.extend((!again).then_some(topic));
            mail_settings::save_match_settings(&mut tx, account, id, &own).await?;
        }
        Subscription::Digest => {
            let mut settings = mail_settings::settings(&mut tx, account).await?;
            settings.digest_off = !again;
            mail_settings::save_settings(&mut tx, account, &settings).await?;
            let zone = accounts::by_id(&mut tx, account).await?.map_or_else(Zone::utc, |found| found.zone);
            schedule_digest(&mut tx, account, &zone, app.clock.now()).await?;
        }
    }
    let about = about(&mut tx, what).await?;
    tx.commit().await?;
    Ok(about)
}

async fn find(
    app: &App,
    conn: &mut Connection,
    token: &str,
) -> Result<(AccountId, Subscription), UnsubscribeError> {
    let found = unsubscribe::find(conn, token_hash(token), app.clock.now()).await?;
    found.ok_or(UnsubscribeError::Unknown)
}

async fn about(conn: &mut Connection, what: Subscription) -> Result<MailedAbout, UnsubscribeError> {
    match what {
        Subscription::Digest => Ok(MailedAbout::Digest),
        Subscription::Topic(id, topic) => {
            let found = matches::find_match(conn, id).await?.ok_or(UnsubscribeError::Unknown)?;
            Ok(MailedAbout::Match { id, name: found.name, topic })
        }
    }
}
