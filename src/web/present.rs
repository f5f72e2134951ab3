//! How a `View` is laid out for templates: boards as rows of squares, hands, seats, dice, small pictures.
//!
//! Each type here is a template of its own (`templates/partials/`); a page writes `{{ board }}`.

mod board;
mod mini;
mod movement;
mod seat;
mod talk;

pub use board::{Act, BoardTable, Choice, Picked, SquareCell};
pub use mini::{MiniBoard, MiniPiece, MiniTable};
pub use movement::{Movement, Scene, Shows};
pub use seat::{Hand, HandItem, SeatBar};
pub use talk::{NotePart, RoomPart, TalkDraft, TalkPart, WordsPart};

use crate::domain::rules::Form;
use crate::domain::seat::Army;
use crate::domain::view::{PieceView, RollView, View};
use crate::domain::zone::Zone;
use crate::picture::symbols;
use askama::Template;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// A piece as a reference into the sprite `static/pieces.svg`.
#[derive(Clone, Debug, PartialEq, Eq, Template)]
#[template(path = "partials/piece.html")]
pub struct Piece {
    /// Symbols to lay over one another: the piece, then its marks.
    pub symbols: Vec<&'static str>,
    /// `w`, `b`, or `n` for what belongs to nobody.
    pub army: &'static str,
    /// Only the viewer's team sees it: drawn as an outline.
    pub hidden: bool,
}

impl askama::filters::HtmlSafe for Piece {}

impl Piece {
    /// The drawing of a piece.
    #[must_use]
    pub fn new(piece: &PieceView) -> Self {
        let symbols = symbols(piece);
        let army = match (piece.letter, piece.army) {
            ('Y' | '*', _) => "n",
            (_, Army::White) => "w",
            (_, Army::Black) => "b",
        };
        Self { symbols, army, hidden: piece.marks.contains('?') }
    }

    /// The drawing of a form as an army plays it.
    #[must_use]
    pub fn of(army: Army, form: Form) -> Self {
        Self::new(&movement::piece_view(crate::domain::rules::Piece::new(army, form)))
    }

    /// A pyramid on the board, which belongs to nobody.
    #[must_use]
    pub fn pyramid() -> Self {
        Self { symbols: vec!["Y"], army: "n", hidden: false }
    }
}

/// How an army is called.
#[must_use]
pub const fn army_word(army: Army) -> &'static str {
    match army {
        Army::White => "white",
        Army::Black => "black",
    }
}

/// One die as it fell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Die {
    /// 1 to 6.
    pub face: u8,
    /// What it means: `bishop`, `worst`.
    pub word: String,
    /// It gave the choice to the opponent.
    pub worst: bool,
}

/// The dice of one turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Template)]
#[template(path = "partials/dice.html")]
pub struct Dice {
    /// Type die, then worst die.
    pub dice: Vec<Die>,
}

impl askama::filters::HtmlSafe for Dice {}

impl Dice {
    /// The dice of a roll.
    #[must_use]
    pub fn new(roll: &RollView) -> Self {
        let kind = Die { face: roll.kind_die, word: roll.family.clone(), worst: false };
        let worst = roll.worst_die.map(|face| Die {
            face,
            word: if roll.worst { "worst" } else { "best" }.to_owned(),
            worst: roll.worst,
        });
        Self { dice: std::iter::once(kind).chain(worst).collect() }
    }
}

/// The agreed time: `Time: 3 days for each decision. … Each player has 30 days of vacation a year.`
#[must_use]
pub fn time_words(view: &View) -> String {
    let vacation = match view.vacation_days {
        0 => "There is no vacation.".to_owned(),
        1 => "Each player has 1 day of vacation a year.".to_owned(),
        days => format!("Each player has {days} days of vacation a year."),
    };
    format!("Time: {}. {} {vacation}", view.time, view.lapse_words)
}

/// The span from the first day (empty: now) to the end of the last one, in the zone of who wrote them.
pub fn days(
    from: &str,
    until: &str,
    zone: &Zone,
    now: OffsetDateTime,
) -> Result<(OffsetDateTime, OffsetDateTime), String> {
    let from = match from.trim() {
        "" => now,
        day => zone.day_begins(day).map_err(|error| format!("the first day: {error}"))?,
    };
    let until = zone.day_ends(until).map_err(|error| format!("the last day: {error}"))?;
    Ok((from, until))
}

/// A moment for a `<time>` element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct When {
    /// For machines.
    pub iso: String,
    /// For people, in the reader's zone.
    pub words: String,
}

impl When {
    /// A moment with the words that `say` finds for it.
    #[must_use]
    pub fn new(at: OffsetDateTime, words: String) -> Self {
        Self { iso: at.format(&Rfc3339).unwrap_or_default(), words }
    }

    /// A moment for logs: `3 Dec 18:40`.
    #[must_use]
    pub fn short(at: OffsetDateTime, zone: &Zone) -> Self {
        Self::new(at, zone.short(at))
    }

    /// A moment in full: `Thursday 3 December 2026, 18:40`.
    #[must_use]
    pub fn full(at: OffsetDateTime, zone: &Zone) -> Self {
        Self::new(at, zone.full(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(letter: char, marks: &str) -> PieceView {
        PieceView { army: Army::Black, letter, marks: marks.into(), name: String::new() }
    }

    #[test]
    fn a_hidden_piece_is_an_outline_and_a_pyramid_is_nobodys() {
        assert!(Piece::new(&piece('N', "@?")).hidden);
        assert_eq!(Piece::new(&piece('*', "")).army, "n");
        assert_eq!(Piece::new(&piece('N', "")).army, "b");
    }
}
