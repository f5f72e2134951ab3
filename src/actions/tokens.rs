//! Links in mails: minted when the mail is written, kept as hashes, void after a while (DESIGN §6).

use super::error::{AppError, service_failures};
use crate::domain::ids::AccountId;
use crate::random;
use crate::store::Connection;
use crate::store::tokens::{self, TokenKind};
use secrecy::SecretString;
use sha2::{Digest, Sha256};
use time::{Duration, OffsetDateTime};

/// How long the link of a verification works.
pub const VERIFY_LASTS: Duration = Duration::hours(48);
/// How long the link of a reset works.
pub const RESET_LASTS: Duration = Duration::hours(1);

/// How long the link of a new address works.
pub const ADDRESS_LASTS: Duration = Duration::hours(48);

/// Why a link opens nothing.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// It was never ours, or is used up, or its account is gone.
    #[error("this link does not work any more: ask for a new one")]
    Unknown,
    /// It is too old.
    #[error("this link is too old: ask for a new one")]
    Expired,
    /// It proves an address that another account has by now.
    #[error("this address belongs to another account by now: choose another one under Settings")]
    AddressTaken,
    /// The service failed.
    #[error(transparent)]
    App(#[from] AppError),
}

service_failures!(TokenError);

/// Makes the token of a mail that is being written now. Only its hash is kept, in the caller's
/// transaction.
pub async fn mint_token(
    conn: &mut Connection,
    account: AccountId,
    kind: TokenKind,
    now: OffsetDateTime,
) -> Result<SecretString, AppError> {
    let lasts = match kind {
        TokenKind::Verify => VERIFY_LASTS,
        TokenKind::Reset => RESET_LASTS,
        TokenKind::Address => ADDRESS_LASTS,
    };
    let (token, hash) = new_token();
    tokens::insert_token(conn, hash, kind, account, now, now + lasts).await?;
    Ok(token)
}

/// A fresh token of 128 bits as 32 hexadecimal digits, and its hash, for those who keep it elsewhere
/// (invitations).
pub fn new_token() -> (SecretString, [u8; 32]) {
    let text = hex::encode(random::bytes::<16>());
    let hash = token_hash(&text);
    (text.into(), hash)
}

/// The form in which a token rests in the database.
pub fn token_hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.trim().as_bytes()).into()
}
