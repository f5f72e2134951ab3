//! Small sentences that several mails share.

use super::{Letter, LetterError, Reader};
use crate::domain::seat::Seat;
use crate::domain::view::{LogLine, RollView, TurnView, View};
use crate::domain::zone;

/// One line of what happened.
#[derive(Debug, PartialEq, Eq)]
pub struct News {
    /// `3A. Nf3`, or empty.
    pub notation: String,
    /// In words.
    pub words: String,
}

/// The last lines of the reader's news, oldest first, at most `limit`, and how many more there are.
pub fn news(view: &View, limit: usize) -> (Vec<News>, usize) {
    let fresh = &view.log[view.log.len().saturating_sub(view.news)..];
    let left_out = fresh.len().saturating_sub(limit);
    let line = |l: &LogLine| News { notation: one_line(&l.notation), words: one_line(&l.words) };
    (fresh[left_out..].iter().map(line).collect(), left_out)
}

/// `text` as one printable line: control and formatting characters that could break a header or turn
/// the reading direction become spaces.
pub fn one_line(text: &str) -> String {
    let printable = text.chars().map(|c| if is_printable(c) { c } else { ' ' }).collect::<String>();
    printable.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_printable(c: char) -> bool {
    let separators = matches!(c, '\u{2028}' | '\u{2029}');
    let directions = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !(c.is_control() || separators || directions || c == '\u{feff}')
}

/// `paragraph` broken at blanks into lines of at most `width` characters; a longer word gets its own line.
pub fn wrapped(paragraph: &str, width: usize) -> String {
    let mut text = String::with_capacity(paragraph.len());
    let mut column = 0;
    for word in paragraph.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text
}

/// The handle at a seat, or the seat's name where nobody sits.
pub fn who(view: &View, seat: Seat) -> String {
    sitter(view, seat).unwrap_or_else(|| seat.name().to_owned())
}

/// The handle at a seat; none where nobody sits.
pub fn sitter(view: &View, seat: Seat) -> Option<String> {
    let player = view.seats.iter().find(|s| s.seat == seat).and_then(|s| s.player.as_ref());
    player.map(|p| one_line(&p.handle))
}

/// `bruno (Black2)`, or the seat alone where nobody sits.
pub fn who_where(view: &View, seat: Seat) -> String {
    sitter(view, seat).map_or_else(|| seat.name().to_owned(), |name| format!("{name} ({seat})"))
}

/// What the dice of a turn say: `The dice fell 2 (knight) and 1 (worst): a knight has to move.`
pub fn roll(roll: &RollView) -> String {
    let worst = match (roll.worst_die, roll.worst) {
        (None, _) => String::new(),
        (Some(die), true) => format!(" and {die} (worst)"),
        (Some(die), false) => format!(" and {die} (best)"),
    };
    let dice = if roll.worst_die.is_some() { "The dice fell" } else { "The die fell" };
    let family = &roll.family;
    let demand = match (roll.any_instead, roll.kind_die) {
        (true, _) => format!("no {family} can move, so any move may be played"),
        (false, 6) => "any piece may move".to_owned(),
        (false, _) => format!("a {family} has to move"),
    };
    format!("{dice} {} ({family}){worst}: {demand}.", roll.kind_die)
}

/// How long the reader has, until when by the own clock, and what happens then (`lapse`); or that and why
/// the clock stands.
pub fn time_left(turn: &TurnView, lapse: &str, reader: &Reader) -> String {
    let Some(deadline) = turn.deadline else {
        let why = turn.stopped.as_deref().map(|why| format!(": {}", one_line(why))).unwrap_or_default();
        let seconds = i64::try_from(turn.left_seconds).unwrap_or(i64::MAX / 1_000_000_000);
        let left = zone::time_left(reader.now + time::Duration::seconds(seconds), reader.now);
        return format!("Your clock stands{why}. When it runs again, {left} are left.");
    };
    let until = reader.moment(deadline);
    if deadline > reader.now {
        let left = zone::time_left(deadline, reader.now);
        format!("Time left: {left}, until {until}. {lapse}")
    } else {
        format!("The time ran out at {until}. {lapse}")
    }
}

/// With a full stop. No capital at the start, where a handle stands, which is written as its owner does.
pub fn sentence(words: &str) -> String {
    let stop = if words.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{words}{stop}")
}

/// With a capital, for a sentence that no handle begins.
pub fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Keeps the type of a finished letter in one place.
pub type Written = Result<Letter, LetterError>;
