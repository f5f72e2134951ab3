//! Mails about a change of address: prove the new one, know that the old one is to go. Opening a link
//! changes nothing.

use super::words::{Written, one_line};
use super::{Action, Content, Reader};

/// To the new address: prove that it is yours; `token` is single-use.
pub fn prove_address(handle: &str, token: &str, reader: &Reader) -> Written {
    let handle = one_line(handle);
    let content = Content {
        subject: "Confirm your new address for Delirious Bughouse".to_owned(),
        lead: format!("{handle}, please confirm that this is your new address."),
        paragraphs: vec![
            "Until you do, your mail goes to the address that your account has now. The link works for 48 hours."
                .to_owned(),
        ],
        action: Some(Action {
            label: "Confirm the new address",
            url: reader.link(&format!("address/{token}")),
        }),
        why: format!(
            "You get this because the player {handle} wants to get mail at this address. If that is not you, do \
             nothing: without the confirmation there will be no more mail."
        ),
        ..Content::default()
    };
    content.letter()
}

/// To the address that the account has: another one was asked for. It carries no link that acts.
pub fn address_note(reader: &Reader) -> Written {
    let content = Content {
        subject: "Your address at Delirious Bughouse is to change".to_owned(),
        lead: "Somebody who knows your password has asked for your mail to go to another address.".to_owned(),
        paragraphs: vec![
            "Nothing changes before the new address is confirmed. If it was you, there is nothing to do here. \
             If it was not, take the change back under Settings, and set a new password."
                .to_owned(),
        ],
        action: Some(Action { label: "Open the settings", url: reader.link("settings") }),
        why: "You get this because this is the address of your account until the new one is confirmed."
            .to_owned(),
        ..Content::default()
    };
    content.letter()
}

/// To whoever signed up with an address that another account has left a short while ago.
pub fn address_held(reader: &Reader) -> Written {
    let content = Content {
        subject: "Your sign-up at Delirious Bughouse has to wait".to_owned(),
        lead: "This address was that of another account until lately, so no new one can have it yet."
            .to_owned(),
        paragraphs: vec![
            "After a change of address the old one is kept back for 30 days, so that nobody slips into \
             somebody else's place. Sign up with another address, or come again then."
                .to_owned(),
        ],
        action: Some(Action { label: "Sign up with another address", url: reader.link("signup") }),
        why: "You get this because somebody signed up with your address. If that was not you, do nothing."
            .to_owned(),
        ..Content::default()
    };
    content.letter()
}
