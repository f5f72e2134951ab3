//! Inviting to a match: by mail address, by handle, by link. Invitations carry no free text and are
//! limited by sender and by recipient (DESIGN §6).

use super::error::AppError;
use super::match_error::MatchError;
use super::members;
use super::tokens::{new_token, token_hash};
use crate::app::App;
use crate::domain::account::{Email, Handle};
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::seat::Seat;
use crate::random;
use crate::store::invitations::{self, Invitation, Invited};
use crate::store::matches::{self, MatchRow, MatchStatus};
use crate::store::outbox::{self, Recipient};
use crate::store::{Connection, accounts, mail_blocks};
use secrecy::SecretString;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// How long an invitation holds.
pub const INVITATION_LASTS: Duration = Duration::days(30);
/// Invitations by address or handle that one account may send in a day.
pub const SENT_A_DAY: u64 = 30;
/// Invitations that one address may get in a day, whoever sends them.
pub const RECEIVED_A_DAY: u64 = 5;

/// An invitation as the table's people see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvitationView {
    /// Names it for taking it back.
    pub id: Uuid,
    /// `a link`, `by mail`, or the handle of whoever was invited. Addresses are shown to nobody but the sender.
    pub to: String,
    /// From when on it is void.
    pub expires_at: OffsetDateTime,
    /// Whether it still opens the table.
    pub holds: bool,
}

/// Invites whoever reads an address, or the player of a handle; a mail follows. The answer is the same
/// whether or not the address has an account, wants no invitations or had enough of them today.
pub async fn invite(app: &App, by: AccountId, id: MatchId, to: &str) -> Result<(), MatchError> {
    let mut tx = app.begin().await?;
    members::must_be_verified(&mut tx, by).await?;
    let row = table(&mut tx, by, id).await?;
    let now = app.clock.now().max(row.updated_at);
    if invitations::invitations_sent(&mut tx, by, now - Duration::DAY).await? >= SENT_A_DAY {
        return Err(MatchError::TooManyInvitations);
    }
    let (invited, address, recipient) = recipient(&mut tx, to).await?;
    if let Invited::Account(account) = invited
        && row.seat_of(account).is_some()
    {
        return Err(MatchError::malformed("to", "this player already sits at the table"));
    }
    let invitation = new(by, id, invited, now);
    let quiet = mail_blocks::is_blocked(&mut tx, &address).await?
        || invitations::invitations_received(&mut tx, address.as_str(), now - Duration::DAY).await?
            >= RECEIVED_A_DAY;
    invitations::insert_invitation(&mut tx, &invitation).await?;
    if !quiet {
        outbox::enqueue_invitation(&mut tx, invitation.id, &recipient, id, now).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Makes a link that lets whoever has it sit down until the table is full. It is shown once: only its
/// hash is kept.
pub async fn invitation_link(app: &App, by: AccountId, id: MatchId) -> Result<SecretString, MatchError> {
    let mut tx = app.begin().await?;
    members::must_be_verified(&mut tx, by).await?;
    let row = table(&mut tx, by, id).await?;
    let now = app.clock.now().max(row.updated_at);
    let invitation = new(by, id, Invited::Anyone, now);
    invitations::insert_invitation(&mut tx, &invitation).await?;
    let (token, hash) = new_token();
    invitations::insert_invitation_token(&mut tx, invitation.id, hash, now).await?;
    tx.commit().await?;
    Ok(token)
}

/// Takes an invitation back; whoever sits at the table may.
pub async fn revoke_invitation(
    app: &App,
    by: AccountId,
    id: MatchId,
    invitation: Uuid,
) -> Result<(), MatchError> {
    let mut tx = app.begin().await?;
    table(&mut tx, by, id).await?;
    invitations::revoke_invitation(&mut tx, id, invitation, app.clock.now()).await?;
    tx.commit().await?;
    Ok(())
}

/// What the page says on which people are invited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitations {
    /// The invitations so far, oldest first.
    pub list: Vec<InvitationView>,
    /// Whether the reader opened the match, and so may call it off.
    pub may_cancel: bool,
}

/// The invitations to a table, for those who sit at it.
pub async fn invitations(app: &App, by: AccountId, id: MatchId) -> Result<Invitations, MatchError> {
    let mut conn = app.pool.acquire().await?;
    let row = table(&mut conn, by, id).await?;
    let now = app.clock.now();
    let all = invitations::invitations_of_match(&mut conn, id).await?;
    let invited: Vec<AccountId> = all.iter().filter_map(|i| account_of(&i.to)).collect();
    let handles = accounts::names_of(&mut conn, &invited).await?;
    let view = |invitation: Invitation| {
        let to = match &invitation.to {
            Invited::Anyone => "a link".to_owned(),
            Invited::Address(address) if invitation.created_by == by => address.clone(),
            Invited::Address(_) => "by mail".to_owned(),
            Invited::Account(account) => {
                handles.get(account).cloned().unwrap_or_else(|| "a former player".to_owned())
            }
        };
        let holds = invitation.holds(now);
        InvitationView { id: invitation.id, to, expires_at: invitation.expires_at, holds }
    };
    Ok(Invitations { list: all.into_iter().map(view).collect(), may_cancel: row.opened_by == by })
}

/// What the page behind an invitation link says before anybody sits down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvitationPage {
    /// The match it opens.
    pub match_id: MatchId,
    /// Who invited, by handle.
    pub from: String,
    /// Whether it came by mail, so that `never again` makes sense.
    pub by_mail: bool,
}

/// The invitation behind a link. Reading it changes nothing.
pub async fn read_invitation(app: &App, token: &str) -> Result<InvitationPage, MatchError> {
    let mut conn = app.pool.acquire().await?;
    let invitation = invitations::invitation_by_token(&mut conn, token_hash(token))
        .await?
        .filter(|invitation| invitation.holds(app.clock.now()))
        .ok_or(MatchError::InvitationGone)?;
    let mut known = accounts::names_of(&mut conn, &[invitation.created_by]).await?;
    let from = known.remove(&invitation.created_by).unwrap_or_else(|| "a former player".to_owned());
    let by_mail = !matches!(invitation.to, Invited::Anyone);
    Ok(InvitationPage { match_id: invitation.match_id, from, by_mail })
}

/// Never again mails an invitation to the address that this one went to.
pub async fn never_invite_again(app: &App, token: &str) -> Result<(), MatchError> {
    let mut tx = app.begin().await?;
    let invitation = invitations::invitation_by_token(&mut tx, token_hash(token))
        .await?
        .ok_or(MatchError::InvitationGone)?;
    let address = match invitation.to {
        Invited::Anyone => None,
        Invited::Address(address) => Email::parse(&address).ok(),
        Invited::Account(account) => accounts::by_id(&mut tx, account).await?.map(|account| account.email),
    };
    if let Some(address) = address {
        mail_blocks::block(&mut tx, &address, app.clock.now()).await?;
    }
    tx.commit().await?;
    Ok(())
}

fn account_of(to: &Invited) -> Option<AccountId> {
    if let Invited::Account(account) = to { Some(*account) } else { None }
}

fn new(by: AccountId, match_id: MatchId, to: Invited, now: OffsetDateTime) -> Invitation {
    Invitation {
        id: random::uuid(),
        match_id,
        created_by: by,
        to,
        seat: None::<Seat>,
        created_at: now,
        expires_at: now + INVITATION_LASTS,
        revoked_at: None,
        used_at: None,
    }
}

/// The open table that `by` sits at or has opened.
async fn table(conn: &mut Connection, by: AccountId, id: MatchId) -> Result<MatchRow, MatchError> {
    let row = matches::find_match(conn, id).await?.ok_or(MatchError::NoSuchMatch)?;
    if row.seat_of(by).is_none() && row.opened_by != by {
        return Err(MatchError::NotAtTable);
    }
    if row.status == MatchStatus::Open { Ok(row) } else { Err(MatchError::TableFull) }
}

async fn recipient(conn: &mut Connection, to: &str) -> Result<(Invited, Email, Recipient), MatchError> {
    let to = to.trim();
    if to.contains('@') {
        let email = Email::parse(to).map_err(|e| MatchError::malformed("to", e))?;
        let invited = Invited::Address(email.as_str().to_owned());
        let recipient = Recipient::Address(email.as_str().to_owned());
        return Ok((invited, email, recipient));
    }
    let handle = Handle::parse(to).map_err(|e| MatchError::malformed("to", e))?;
    let account = accounts::by_handle(conn, &handle)
        .await
        .map_err(AppError::from)?
        .filter(crate::domain::account::Account::verified)
        .ok_or_else(|| MatchError::malformed("to", format!("no player is called {handle}")))?;
    Ok((Invited::Account(account.id), account.email, Recipient::Account(account.id)))
}
