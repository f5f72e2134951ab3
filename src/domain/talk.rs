//! What people write to each other and to themselves: plain text, cleaned of what would not show, with a
//! bound; and who hears it.

use super::ids::MatchId;
use super::seat::{Seat, Team};
use time::OffsetDateTime;

/// Text of `LEAST` to `MOST` characters: lines end with `\n`, nothing in it is invisible or turns the
/// direction of what stands around it, and it neither begins nor ends with white space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainText<const LEAST: usize, const MOST: usize>(String);

/// One message.
pub type TalkText = PlainText<1, 1000>;
/// A private note; an empty one is no note.
pub type NoteText = PlainText<0, 5000>;
/// Why a message is reported.
pub type ReasonText = PlainText<1, 500>;

/// A text that cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// Nothing that shows.
    #[error("write something first")]
    Empty,
    /// Over the bound.
    #[error("this has {length} characters, and {most} fit: shorten it by {}", length - most)]
    TooLong {
        /// Characters that it has.
        length: usize,
        /// Characters that fit.
        most: usize,
    },
}

impl<const LEAST: usize, const MOST: usize> PlainText<LEAST, MOST> {
    /// The most characters that fit.
    pub const MOST: usize = MOST;

    /// Cleans what was typed, then measures it.
    pub fn parse(typed: &str) -> Result<Self, TextError> {
        let text = clean(typed);
        let length = text.chars().count();
        match length {
            _ if length < LEAST => Err(TextError::Empty),
            _ if length > MOST => Err(TextError::TooLong { length, most: MOST }),
            _ => Ok(Self(text)),
        }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// One sort of line end, no characters that are not meant to be seen, at most one empty line in a row.
fn clean(typed: &str) -> String {
    let lines =
        typed.replace("\r\n", "\n").replace(['\r', '\u{2028}', '\u{2029}', '\u{85}', '\u{b}', '\u{c}'], "\n");
    let shown: String = lines.replace('\t', " ").chars().filter(|&c| c == '\n' || !is_unwelcome(c)).collect();
    if shown.chars().all(is_blank) {
        return String::new();
    }
    let mut text = String::with_capacity(shown.len());
    let mut empty = 0;
    for line in shown.lines().map(str::trim_end) {
        empty = if line.chars().all(is_blank) { empty + 1 } else { 0 };
        if empty < 2 {
            text.push_str(line);
            text.push('\n');
        }
    }
    text.trim().to_owned()
}

/// Controls, and marks that turn or isolate the direction of the text after them. Joiners stay: emoji and
/// several scripts are made of them.
fn is_unwelcome(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{206a}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}')
}

/// White space, or what looks like none.
fn is_blank(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{2060}'..='\u{2065}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whom somebody speaks to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// The partner.
    Team,
    /// Everybody who sits at the table.
    Table,
}

impl Scope {
    /// As forms and addresses say it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Team => "team",
            Self::Table => "table",
        }
    }

    /// The scope of this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Team, Self::Table].into_iter().find(|scope| scope.name() == name)
    }
}

/// Where words are heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Room {
    /// By all who sit at the table.
    Table,
    /// By those who sit on this team's seats.
    Team(Team),
}

impl Room {
    /// Every room.
    pub const ALL: [Self; 3] = [Self::Table, Self::Team(Team::First), Self::Team(Team::Second)];

    /// The room that somebody on `seat` speaks into.
    #[must_use]
    pub const fn of(scope: Scope, seat: Seat) -> Self {
        match scope {
            Scope::Table => Self::Table,
            Scope::Team => Self::Team(seat.team()),
        }
    }

    /// How somebody inside calls it.
    #[must_use]
    pub const fn scope(self) -> Scope {
        match self {
            Self::Table => Scope::Table,
            Self::Team(_) => Scope::Team,
        }
    }

    /// Whether somebody on `seat` hears it; none sits at the table without a seat.
    #[must_use]
    pub fn is_heard_by(self, seat: Option<Seat>) -> bool {
        match self {
            Self::Table => seat.is_some(),
            Self::Team(team) => seat.is_some_and(|seat| seat.team() == team),
        }
    }

    /// As tables and notifications write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Team(Team::First) => "first",
            Self::Team(Team::Second) => "second",
        }
    }

    /// The room of this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|room| room.name() == name)
    }
}

/// What a partner is asked for, by the piece's letter and name.
pub const PIECES: [(char, &str); 5] =
    [('P', "pawn"), ('N', "knight"), ('B', "bishop"), ('R', "rook"), ('Q', "queen")];

/// The table's quick phrases that name no piece.
pub const PHRASES: [&str; 2] = ["sit", "go"];

/// Talk that somebody has not read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unread {
    /// From the partner.
    pub team: u64,
    /// To the whole table.
    pub table: u64,
}

impl Unread {
    /// Both together.
    #[must_use]
    pub const fn all(self) -> u64 {
        self.team + self.table
    }
}

/// The talk of a match as one player reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TalkView {
    /// The match.
    pub match_id: MatchId,
    /// The match's name.
    pub name: String,
    /// The reader's seat.
    pub you: Seat,
    /// The rooms that the reader hears, the team's first.
    pub rooms: Vec<RoomView>,
    /// How many words there are up to the newest of these rooms, for pages that want to know whether there are
    /// more by now.
    pub heard: u64,
}

/// What was said in one room, a page of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomView {
    /// To whom.
    pub scope: Scope,
    /// The others who hear it, by handle.
    pub others: Vec<String>,
    /// The reader may speak here.
    pub open: bool,
    /// Newest first.
    pub words: Vec<WordsView>,
    /// How many of all were new to the reader.
    pub unread: u64,
    /// Number of the oldest words here, where older ones are left.
    pub older: Option<u64>,
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordsView {
    /// Its number in its room. Nothing else is counted along, so that it tells of no other room.
    pub number: u64,
    /// The speaker's handle, or `a former player`.
    pub who: String,
    /// Where the speaker sat.
    pub seat: Seat,
    /// The reader's own words.
    pub own: bool,
    /// The reader muted the speaker.
    pub muted: bool,
    /// The reader had not seen it before.
    pub fresh: bool,
    /// When.
    pub at: OffsetDateTime,
    /// What.
    pub text: String,
}

/// Somebody's private note about a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoteView {
    /// The text, empty where there is none.
    pub text: String,
    /// How often it was saved; a form carries it back.
    pub version: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cleaned(typed: &str) -> String {
        TalkText::parse(typed).unwrap().as_str().to_owned()
    }

    #[test]
    fn lines_stay_and_ends_are_one_sort() {
        assert_eq!(cleaned("  need a knight\r\n\r\n\r\n\r\nsoon\rnow\t! \n"), "need a knight\n\nsoon\nnow !");
    }

    #[test]
    fn what_hides_or_turns_text_goes_and_what_scripts_need_stays() {
        assert_eq!(cleaned("a\u{202e}b\u{2066}c\u{0}\u{1b}[31m\u{7f}\u{9b}"), "abc[31m");
        for kept in ["👩‍👩‍👧", "می‌خواهم", "שלום", "e\u{301}"] {
            assert_eq!(cleaned(kept), kept);
        }
    }

    #[test]
    fn nothing_that_shows_is_nothing() {
        for nothing in ["", " \r\n\t", "\u{200b}\u{2060}", "\u{3164}", "\u{202e}\u{0}"] {
            assert_eq!(TalkText::parse(nothing), Err(TextError::Empty), "{nothing:?}");
            assert_eq!(NoteText::parse(nothing).unwrap().as_str(), "");
        }
    }

    #[test]
    fn characters_are_counted_not_bytes() {
        assert!(TalkText::parse(&"ü".repeat(1000)).is_ok());
        let refused = TalkText::parse(&"ü".repeat(1003)).unwrap_err();
        assert_eq!(refused, TextError::TooLong { length: 1003, most: 1000 });
        assert!(refused.to_string().contains("shorten it by 3"));
    }

    #[test]
    fn a_team_hears_its_own_room_and_nobody_without_a_seat_hears_anything() {
        for seat in Seat::ALL {
            assert!(Room::of(Scope::Team, seat).is_heard_by(Some(seat)));
            assert!(!Room::of(Scope::Team, seat).is_heard_by(Some(seat.opponent())));
            assert!(Room::Table.is_heard_by(Some(seat)));
        }
        assert!(Room::ALL.iter().all(|room| !room.is_heard_by(None)));
        assert!(Room::ALL.iter().all(|&room| Room::parse(room.name()) == Some(room)));
    }
}
