//! The match is over.

use super::LetterError;
use super::words::{Written, one_line};
use super::{Action, Content, Reader};
use crate::domain::seat::Seat;
use crate::domain::view::{Phase, View};

/// The result, as it concerns the reader.
pub fn match_end(view: &View, reader: &Reader) -> Written {
    let Phase::Over { winner, words, .. } = &view.phase else {
        return Err(LetterError::NotInView("the end of the match"));
    };
    let subject = match (winner, view.you.map(Seat::team)) {
        (None, _) => "The match is drawn",
        (Some(winner), Some(own)) if *winner == own => "You won",
        (Some(_), Some(_)) => "You lost",
        (Some(_), None) => "The match is over",
    };
    let mut content = Content::about(view, reader, subject, sentence(&one_line(words)));
    content.paragraphs.push(if view.rules.has_dice {
        format!(
            "The whole match is open now: step through it from its page, and check every roll at {}/dice.",
            reader.match_page(view)
        )
    } else {
        "The whole match is open now: step through it from its page.".to_owned()
    });
    content.action = Some(Action { label: "Look back at the match", url: reader.match_page(view) });
    content.letter()
}

/// With a full stop. No capital at the start, where a handle stands, which is written as its owner does.
fn sentence(words: &str) -> String {
    let stop = if words.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{words}{stop}")
}
