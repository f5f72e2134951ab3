//! The outbox: what people are owed to be told by mail (DESIGN §6). Actions enqueue in their own
//! transaction; the worker of `jobs` claims, sends and settles.
//!
//! A row is one thing that one person is owed to be told. What is pending about one match for one person
//! is claimed together and travels as one mail, so that a start and the first turn are one mail, and so is
//! whatever happens within the two minutes for which mails of a match are held.
//!
//! | file | what |
//! | --- | --- |
//! | `owe` | account mails, invitations, digests |
//! | `of_match` | what a command of a match makes owed, moves and ends |
//! | `claim`, `settle` | the worker's side |
//! | `report` | for the host and for the account page |
//!
//! A claim gives its rows a fresh [`Fence`]; settling needs it, so that a worker whose lease ran out (and
//! whose rows another worker has claimed since) changes nothing.

mod claim;
mod of_match;
mod owe;
mod report;
mod settle;

pub use claim::{About, Claimed, Fence, claim, next_due, renew};
pub use of_match::{Owed, Standing, end_match_mails, owe_match_mails};
pub use owe::{enqueue_account_mail, enqueue_address_mail, enqueue_digest, enqueue_invitation};
pub use report::{Stats, Undeliverable, forget_settled, stats, undeliverable};
pub use settle::{mark_sent, mark_superseded, mark_undeliverable, put_off, retry};

use super::{Connection, Pool, StoreError, corrupt};
use crate::domain::ids::AccountId;
use crate::domain::notice::Notice;
use sqlx::postgres::PgListener;
use uuid::Uuid;

/// The channel that wakes workers when a row was committed.
const CHANNEL: &str = "outbox";

/// Everything that is mailed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MailKind {
    /// About a match.
    Match(Notice),
    /// All running matches of the recipient, once a day.
    Digest,
    /// About the recipient's account.
    Account(AccountMail),
    /// About a change of mail address.
    Address(AddressMail),
    /// An invitation to a match.
    Invitation,
}

/// Mails about an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccountMail {
    /// Prove that the address is yours.
    Verify,
    /// Set a new password.
    Reset,
    /// Somebody tried to sign up with this address, which has an account.
    AlreadyRegistered,
}

/// Mails about a change of address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AddressMail {
    /// To the new address: prove that it is yours.
    Prove,
    /// To the address that the account has: it is to change.
    Note,
    /// To whoever signed up with an address that is held back for another account.
    Held,
}

/// Who gets a mail.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Recipient {
    /// Somebody with an account, at whatever address it has when the mail is written.
    Account(AccountId),
    /// An address that was invited and has no account yet.
    Address(String),
}

impl std::fmt::Debug for Recipient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Account(id) => write!(f, "Account({id})"),
            Self::Address(_) => f.write_str("Address(..)"),
        }
    }
}

impl Recipient {
    /// As the table has it: an account, or an address.
    fn columns(&self) -> (Option<Uuid>, Option<&str>) {
        match self {
            Self::Account(id) => (Some(id.0), None),
            Self::Address(address) => (None, Some(address)),
        }
    }

    fn read(account: Option<Uuid>, address: Option<String>) -> Result<Self, StoreError> {
        match (account, address) {
            (Some(id), None) => Ok(Self::Account(AccountId(id))),
            (None, Some(address)) => Ok(Self::Address(address)),
            _ => Err(corrupt("outbox", "a row without one recipient")),
        }
    }
}

impl MailKind {
    /// Kinds that are not about a match's events.
    const OTHERS: [Self; 8] = [
        Self::Digest,
        Self::Invitation,
        Self::Account(AccountMail::Verify),
        Self::Account(AccountMail::Reset),
        Self::Account(AccountMail::AlreadyRegistered),
        Self::Address(AddressMail::Prove),
        Self::Address(AddressMail::Note),
        Self::Address(AddressMail::Held),
    ];

    /// As the table and the metrics write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Match(notice) => notice.name(),
            Self::Digest => "digest",
            Self::Invitation => "invitation",
            Self::Account(AccountMail::Verify) => "verify",
            Self::Account(AccountMail::Reset) => "reset",
            Self::Account(AccountMail::AlreadyRegistered) => "already_registered",
            Self::Address(AddressMail::Prove) => "address_prove",
            Self::Address(AddressMail::Note) => "address_note",
            Self::Address(AddressMail::Held) => "address_held",
        }
    }

    /// Its place in the queue: the lowest goes first. Somebody waits at the screen for a mail about the account.
    #[must_use]
    pub const fn urgency(self) -> u8 {
        match self {
            Self::Account(_) | Self::Address(_) => 0,
            Self::Match(notice) => notice.urgency(),
            Self::Invitation => 6,
            Self::Digest => 7,
        }
    }

    pub(in crate::store) fn parse(name: &str) -> Result<Self, StoreError> {
        let notices = Notice::ALL.into_iter().map(Self::Match);
        notices
            .chain(Self::OTHERS)
            .find(|kind| kind.name() == name)
            .ok_or_else(|| corrupt("outbox", format!("the kind {name:?}")))
    }
}

/// Wakes the workers when, and only when, the caller's transaction commits.
pub(in crate::store) async fn wake(conn: &mut Connection) -> Result<(), StoreError> {
    sqlx::query!("select pg_notify($1, '')", CHANNEL).execute(conn).await?;
    Ok(())
}

/// A connection that hears when a row was committed: `recv` returns at each wake-up.
pub async fn listen(pool: &Pool) -> Result<PgListener, StoreError> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(CHANNEL).await?;
    Ok(listener)
}
