//! An invitation. It carries no free text: neither the match's name nor a word of the sender but the handle,
//! so that nobody can mail strangers through the service (DESIGN §6).

use super::words::{Written, one_line};
use super::{Action, Content, Reader};
use crate::domain::view::View;

/// `inviter` asks the reader to the table. `token` is the invitation's own; its page offers the seats, and
/// never to be invited again.
pub fn invitation(view: &View, inviter: &str, token: &str, reader: &Reader) -> Written {
    let inviter = one_line(inviter);
    let url = reader.link(&format!("i/{token}"));
    let title = &view.rules.title;
    let content = Content {
        subject: format!("{inviter} invites you to a match of {title}"),
        lead: format!("{inviter} invites you to play {title} by mail."),
        paragraphs: vec![
            view.rules.sentences.join(" "),
            format!("Time to decide: {}.", view.time),
            "You get a mail when it is your turn, look at the boards, play one move, and forget about it \
             until the next mail."
                .to_owned(),
        ],
        action: Some(Action { label: "See the table", url }),
        why: format!(
            "You get this once, because {inviter} invited you. To decline, do nothing. To get no invitations \
             any more, open the same link and say so there."
        ),
        ..Content::default()
    };
    content.letter()
}
