//! Signing up. A known address is answered like an unknown one; only a mail tells its owner the difference.

use super::error::{AppError, service_failures};
use super::passwords;
use crate::app::App;
use crate::domain::account::{Account, Email, Handle, Password};
use crate::domain::ids::AccountId;
use crate::domain::zone::Zone;
use crate::random;
use crate::store::accounts::{self, Credentials};
use crate::store::outbox::{self, AccountMail, AddressMail, Recipient};
use crate::store::{Connection, StoreError, addresses, sessions, tokens};
use time::{Duration, OffsetDateTime};

/// How long an address that was never verified keeps its account, and its handle.
pub const UNVERIFIED_LASTS: Duration = Duration::days(7);

/// What the form asks for.
#[derive(Clone, Debug)]
pub struct SignUp {
    /// Where mail goes.
    pub email: Email,
    /// What others will see.
    pub handle: Handle,
    /// The password.
    pub password: Password,
    /// The zone that times are shown in.
    pub time_zone: Zone,
}

/// Why nobody was signed up.
#[derive(Debug, thiserror::Error)]
pub enum SignUpError {
    /// Handles are public, so this may be said.
    #[error("the handle {0} is taken: choose another one")]
    HandleTaken(Handle),
    /// The service failed.
    #[error(transparent)]
    App(#[from] AppError),
}

service_failures!(SignUpError);

/// Makes an account and owes it a mail with a link to verify the address. An address that has a verified
/// account gets a mail that says so instead; one that was never verified is signed up anew, and log-ins
/// and links of the first time end.
pub async fn sign_up(app: &App, form: SignUp) -> Result<(), SignUpError> {
    let password_hash = passwords::hash(app, &form.password).await?;
    let mut tx = app.begin().await?;
    let now = app.clock.now();
    let known = accounts::by_email(&mut tx, &form.email).await?;
    let but = known.as_ref().filter(|k| !k.account.verified()).map(|k| k.account.id);
    let left_by = addresses::holder(&mut tx, &form.email, now).await?;
    let holder = known.as_ref().map(|k| k.account.id).or(left_by);
    if accounts::handle_is_taken(&mut tx, &form.handle, but, holder, now).await? {
        return Err(SignUpError::HandleTaken(form.handle));
    }
    if let (None, Some(left_by)) = (&known, left_by) {
        held(&mut tx, &form, left_by, now).await?;
        tx.commit().await?;
        return Ok(());
    }
    let handle = form.handle.clone();
    let new = Credentials { account: account_of(form, but, now), password_hash };
    let (mail, to) = write(&mut tx, known, new, now).await.map_err(|error| match error {
        StoreError::Conflict(_) => SignUpError::HandleTaken(handle),
        error => SignUpError::App(error.into()),
    })?;
    outbox::enqueue_account_mail(&mut tx, mail, to, now).await?;
    tx.commit().await?;
    Ok(())
}

/// An address that another account has left lately: only a mail says so, and the handle is held back as if
/// the sign-up had been taken.
async fn held(
    conn: &mut Connection,
    form: &SignUp,
    left_by: AccountId,
    now: OffsetDateTime,
) -> Result<(), SignUpError> {
    let held = accounts::hold_handle(conn, &form.handle, left_by, now, now + UNVERIFIED_LASTS).await;
    held.map_err(|error| match error {
        StoreError::Conflict(_) => SignUpError::HandleTaken(form.handle.clone()),
        error => error.into(),
    })?;
    let to = Recipient::Address(form.email.as_str().to_owned());
    outbox::enqueue_address_mail(conn, AddressMail::Held, &to, now).await?;
    Ok(())
}

fn account_of(form: SignUp, id: Option<AccountId>, now: OffsetDateTime) -> Account {
    Account {
        id: id.unwrap_or_else(|| AccountId(random::uuid())),
        email: form.email,
        handle: form.handle,
        verified_at: None,
        zone: form.time_zone,
        created_at: now,
    }
}

/// Writes what each case leaves behind, and says which mail goes to whom. A [`StoreError::Conflict`]
/// means that the handle was taken in this moment.
async fn write(
    conn: &mut Connection,
    known: Option<Credentials>,
    new: Credentials,
    now: OffsetDateTime,
) -> Result<(AccountMail, AccountId), StoreError> {
    let id = new.account.id;
    match known {
        Some(known) if known.account.verified() => {
            let (handle, holder) = (&new.account.handle, known.account.id);
            accounts::hold_handle(conn, handle, holder, now, now + UNVERIFIED_LASTS).await?;
            Ok((AccountMail::AlreadyRegistered, holder))
        }
        Some(known) => {
            if !accounts::replace_unverified(conn, &new).await? {
                return Ok((AccountMail::AlreadyRegistered, known.account.id));
            }
            tokens::drop_tokens(conn, id).await?;
            sessions::delete_all_for_account(conn, id, None).await?;
            Ok((AccountMail::Verify, id))
        }
        None if accounts::insert(conn, &new).await? => Ok((AccountMail::Verify, id)),
        // Somebody took the address or the handle in this moment.
        None => match accounts::by_email(conn, &new.account.email).await? {
            Some(known) => Ok((AccountMail::AlreadyRegistered, known.account.id)),
            None => Err(StoreError::Conflict("this handle")),
        },
    }
}
