//! Accounts: signing up, logging in, links in mails, settings.

pub mod address;
pub mod away;
mod bounce;
pub mod forgot;
pub mod login;
pub mod reset;
pub mod settings;
pub mod signup;
pub mod verify;

/// What a password must be.
pub const PASSWORD_HINT: &str = "At least 10 characters. A few words in a row are best.";
