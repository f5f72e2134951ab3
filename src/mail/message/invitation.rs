//! An invitation. It carries no free text: neither the match's name nor a word of the sender but the handle,
//! so that nobody can mail strangers through the service (DESIGN §6).

use super::words::{Written, one_line};
use super::{Action, Content, Reader};
use crate::domain::view::View;
use crate::domain::zone::duration_words;

/// `inviter` asks the reader to the table. `token` is the invitation's own and gives the place to whoever
/// holds it; none for somebody whose account is invited.
pub fn invitation(view: &View, inviter: &str, token: Option<&str>, reader: &Reader) -> Written {
    let inviter = one_line(inviter);
    let url = match token {
        Some(token) => reader.link(&format!("m/{}/join?invitation={token}", view.match_id)),
        None => reader.link(&format!("m/{}/join", view.match_id)),
    };
    let title = &view.rules.title;
    let content = Content {
        subject: format!("{inviter} invites you to a match of {title}"),
        lead: format!("{inviter} invites you to play {title} by mail."),
        paragraphs: vec![
            view.rules.sentences.join(" "),
            format!("Each decision has {}.", duration_words(view.allowance_seconds)),
            "You get a mail when it is your turn, look at the boards, play one move, and forget about it \
             until the next mail."
                .to_owned(),
        ],
        action: Some(Action { label: "See the table", url }),
        why: format!("You get this once, because {inviter} gave your address. To decline, do nothing."),
        ..Content::default()
    };
    content.letter()
}
