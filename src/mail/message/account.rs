//! Mails about an account: prove the address, set a new password, you have an account already.
//! Their links open a page with a button; nothing changes by opening them.

use super::words::{Written, one_line};
use super::{Action, Content, Reader};

/// Prove that the address is yours; `token` is single-use.
pub fn verify(handle: &str, token: &str, reader: &Reader) -> Written {
    let content = Content {
        subject: "Confirm your address for Delirious Bughouse".to_owned(),
        lead: format!("Welcome, {}! Please confirm that this is your address.", one_line(handle)),
        paragraphs: vec!["You can take a seat in a match as soon as you have.".to_owned()],
        action: Some(Action { label: "Confirm this address", url: reader.link(&format!("verify/{token}")) }),
        why: "You get this because somebody signed up with your address. If that was not you, do nothing: \
              without the confirmation there will be no more mail."
            .to_owned(),
        ..Content::default()
    };
    content.letter()
}

/// Set a new password; `token` is single-use.
pub fn reset(handle: &str, token: &str, reader: &Reader) -> Written {
    let content = Content {
        subject: "Set a new password for Delirious Bughouse".to_owned(),
        lead: format!("{}, here you can set a new password.", one_line(handle)),
        paragraphs: vec![
            "Setting it logs you out everywhere. The link works once, within an hour.".to_owned(),
        ],
        action: Some(Action { label: "Set a new password", url: reader.link(&format!("reset/{token}")) }),
        why: "You get this because somebody said they forgot the password of your account. If that was not \
              you, do nothing: your password stays as it is."
            .to_owned(),
        ..Content::default()
    };
    content.letter()
}

/// Somebody signed up with an address that has an account; only its owner learns so.
pub fn already_registered(handle: &str, reader: &Reader) -> Written {
    let content = Content {
        subject: "You have an account at Delirious Bughouse already".to_owned(),
        lead: format!("This address belongs to an account already: yours, {}.", one_line(handle)),
        paragraphs: vec![format!(
            "Somebody tried to sign up with it just now. If that was you, log in instead; if you forgot the \
             password, set a new one at {}.",
            reader.link("forgot")
        )],
        action: Some(Action { label: "Log in", url: reader.link("login") }),
        why: "You get this because somebody signed up with your address. If that was not you, do nothing."
            .to_owned(),
        ..Content::default()
    };
    content.letter()
}
