//! "The match has begun": who plays with whom, by which rules.

use super::words::{Written, own_seat, who_where};
use super::{Content, Reader};
use crate::domain::view::View;

/// All seats are taken and the reader plays.
pub fn match_start(view: &View, reader: &Reader) -> Written {
    let you = own_seat(view)?;
    let lead = format!("The match has begun, and you are {you}.");
    let mut content = Content::about(view, reader, "The match has begun", lead);
    content.paragraphs.push(table(view));
    content.paragraphs.push(format!("It is {}. {}", view.rules.title, view.rules.sentences.join(" ")));
    content.paragraphs.push("You get a mail each time you have to decide.".to_owned());
    content.letter()
}

/// Who sits with and against the reader.
fn table(view: &View) -> String {
    let Some(you) = view.you else { return String::new() };
    let opponent = who_where(view, you.opponent());
    if view.boards.len() == 1 {
        return format!("You play against {opponent}.");
    }
    let partner = who_where(view, you.partner());
    let rival = who_where(view, you.partner().opponent());
    format!("Your partner is {partner}. You play against {opponent}, your partner against {rival}.")
}
