//! People: e-mail address, handle, password, and the account they make together. Parse, don't validate:
//! a value that exists is good.

use super::ids::AccountId;
use super::zone::Zone;
use secrecy::{ExposeSecret, SecretString};
use std::fmt;
use std::str::FromStr;
use time::OffsetDateTime;

/// Fewest characters of a password.
pub const PASSWORD_MIN_CHARS: usize = 10;
/// Most bytes of a password.
pub const PASSWORD_MAX_BYTES: usize = 200;

/// Somebody who plays here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The name that logs and seats use.
    pub id: AccountId,
    /// Where mail goes.
    pub email: Email,
    /// What others see.
    pub handle: Handle,
    /// When the address was proved to be theirs.
    pub verified_at: Option<OffsetDateTime>,
    /// The zone that times are shown in.
    pub zone: Zone,
    /// When they signed up.
    pub created_at: OffsetDateTime,
}

impl Account {
    /// Whether the address was proved to be theirs, which opening and joining matches asks for.
    pub const fn verified(&self) -> bool {
        self.verified_at.is_some()
    }
}

/// An e-mail address. Printing it with `{:?}` hides it, so that it stays out of logs.
#[derive(Clone)]
pub struct Email(String);

/// Why a text is no e-mail address of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmailError {
    /// Nothing before or after an `@`.
    #[error("this is not an e-mail address: write it like ana@example.org")]
    NotAnAddress,
    /// Longer than mail servers take.
    #[error("this e-mail address is too long: at most 254 characters, 64 of them before the @")]
    TooLong,
    /// Blanks, quotes, brackets, control or non-ASCII characters.
    #[error(
        "this e-mail address has a character that we cannot mail to: letters, digits and .!#$%&'*+/=?^_`{{|}}~- are fine"
    )]
    BadCharacter,
    /// The part after the `@` is no host name.
    #[error("the part after the @ is not a mail domain: write it like example.org")]
    BadDomain,
}

impl Email {
    /// Reads an address; blanks around it are dropped.
    pub fn parse(text: &str) -> Result<Self, EmailError> {
        let text = text.trim();
        let (local, domain) = text.rsplit_once('@').ok_or(EmailError::NotAnAddress)?;
        if local.is_empty() || domain.is_empty() {
            return Err(EmailError::NotAnAddress);
        }
        if text.len() > 254 || local.len() > 64 {
            return Err(EmailError::TooLong);
        }
        let fine = |c: char| c.is_ascii_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-".contains(c);
        if !local.chars().all(fine) {
            return Err(EmailError::BadCharacter);
        }
        if local.starts_with('.') || local.ends_with('.') || local.contains("..") {
            return Err(EmailError::NotAnAddress);
        }
        if !is_mail_domain(domain) {
            return Err(EmailError::BadDomain);
        }
        Ok(Self(text.to_owned()))
    }

    /// The address as it was typed.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_mail_domain(domain: &str) -> bool {
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    domain.contains('.') && domain.split('.').all(label)
}

impl PartialEq for Email {
    /// Addresses that differ in case only reach the same box.
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl Eq for Email {}

impl fmt::Debug for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Email(..)")
    }
}

impl FromStr for Email {
    type Err = EmailError;

    fn from_str(text: &str) -> Result<Self, EmailError> {
        Self::parse(text)
    }
}

/// The public name of a player: 2 to 20 ASCII letters, digits, `-` and `_`.
#[derive(Clone, Debug)]
pub struct Handle(String);

/// Why a text is no handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandleError {
    /// Fewer than 2 or more than 20 characters.
    #[error("a name has 2 to 20 characters, this one has {0}")]
    Length(usize),
    /// Another character.
    #[error("a name has letters a to z, digits, - and _ only")]
    BadCharacter,
}

impl Handle {
    /// Reads a handle; blanks around it are dropped.
    pub fn parse(text: &str) -> Result<Self, HandleError> {
        let text = text.trim();
        let length = text.chars().count();
        if !(2..=20).contains(&length) {
            return Err(HandleError::Length(length));
        }
        if !text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_') {
            return Err(HandleError::BadCharacter);
        }
        Ok(Self(text.to_owned()))
    }

    /// The handle as its owner writes it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl PartialEq for Handle {
    /// `Ana` and `ana` are one handle.
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl Eq for Handle {}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl FromStr for Handle {
    type Err = HandleError;

    fn from_str(text: &str) -> Result<Self, HandleError> {
        Self::parse(text)
    }
}

/// A password that somebody chose. It never prints.
#[derive(Clone)]
pub struct Password(SecretString);

/// Why a text is no password. The text itself is in no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// Fewer than [`PASSWORD_MIN_CHARS`].
    #[error("a password has at least 10 characters: a few words make a good one")]
    TooShort,
    /// More than [`PASSWORD_MAX_BYTES`].
    #[error("a password has at most 200 bytes")]
    TooLong,
}

impl Password {
    /// Takes a password as it was typed, blanks included; any characters are fine.
    pub fn parse(text: impl Into<SecretString>) -> Result<Self, PasswordError> {
        let text = text.into();
        if text.expose_secret().len() > PASSWORD_MAX_BYTES {
            Err(PasswordError::TooLong)
        } else if text.expose_secret().chars().count() < PASSWORD_MIN_CHARS {
            Err(PasswordError::TooShort)
        } else {
            Ok(Self(text))
        }
    }

    /// The password itself, for hashing only.
    pub const fn secret(&self) -> &SecretString {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_can_be_mailed_to_are_taken_as_typed() {
        for text in ["ana@example.org", "Ana.B+x@Sub.Example.ORG", "a@b.co", "o'neil_1@x-y.org"] {
            assert_eq!(Email::parse(text).unwrap().as_str(), text);
        }
        assert_eq!(Email::parse(" ana@example.org\n").unwrap().as_str(), "ana@example.org");
        assert_eq!(Email::parse("ANA@example.org"), Email::parse("ana@EXAMPLE.org"));
    }

    #[test]
    fn other_addresses_are_refused_by_name() {
        let long = format!("{}@example.org", "a".repeat(65));
        for (text, why) in [
            ("", EmailError::NotAnAddress),
            ("ana", EmailError::NotAnAddress),
            ("@example.org", EmailError::NotAnAddress),
            ("ana@", EmailError::NotAnAddress),
            ("a..b@example.org", EmailError::NotAnAddress),
            ("a b@example.org", EmailError::BadCharacter),
            ("a\r\nBcc:b@example.org", EmailError::BadCharacter),
            ("<a@example.org", EmailError::BadCharacter),
            ("a@b@example.org", EmailError::BadCharacter),
            ("ána@example.org", EmailError::BadCharacter),
            ("ana@localhost", EmailError::BadDomain),
            ("ana@-x.org", EmailError::BadDomain),
            ("ana@x..org", EmailError::BadDomain),
            ("ana@x.org\r\n.y", EmailError::BadDomain),
            (long.as_str(), EmailError::TooLong),
        ] {
            assert_eq!(Email::parse(text).unwrap_err(), why, "{text:?}");
        }
    }

    #[test]
    fn handles_are_short_and_plain() {
        for text in ["an", "ana_B-9", "12345678901234567890"] {
            assert_eq!(Handle::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Handle::parse("Ana"), Handle::parse("aNA"));
        assert_eq!(Handle::parse("a"), Err(HandleError::Length(1)));
        assert_eq!(Handle::parse("123456789012345678901"), Err(HandleError::Length(21)));
        for text in ["a b", "a/b", "añb", "a\u{202e}b", "a\nb", "<b>"] {
            assert_eq!(Handle::parse(text), Err(HandleError::BadCharacter), "{text:?}");
        }
    }

    #[test]
    fn passwords_are_counted_in_characters_and_bounded_in_bytes() {
        assert_eq!(Password::parse("123456789").unwrap_err(), PasswordError::TooShort);
        assert!(Password::parse("1234567890").is_ok());
        assert!(Password::parse("ñññññññññ").is_err(), "18 bytes, but 9 characters");
        assert!(Password::parse("          ").is_ok(), "no rules of composition");
        assert!(Password::parse("x".repeat(200)).is_ok());
        assert_eq!(Password::parse("ñ".repeat(101)).unwrap_err(), PasswordError::TooLong);
    }

    #[test]
    fn neither_passwords_nor_addresses_print() {
        let password = Password::parse("correct horse").unwrap();
        let email = Email::parse("ana@example.org").unwrap();
        assert_eq!(format!("{password:?} {email:?}"), "Password(..) Email(..)");
    }
}
