//! Pieces: a kind with marks (a form), and the army it plays for. Marks are rows of a table (RULES §13).

use super::kind::{Family, Kind, KindSet};
use super::square::shorten;
use crate::domain::seat::Army;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Marks that a piece carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marks(u8);

/// One row of the table of marks: how it is written, how it is said, and what its bearers are called.
pub(super) struct MarkRow {
    pub(super) mark: Marks,
    pub(super) text: &'static str,
    pub(super) word: &'static str,
    pub(super) bearers: &'static str,
}

/// Every mark, in the order in which it is written after the letter. `~~` comes before `~`, so that a
/// reader that takes the first match reads both.
pub(super) static MARKS: [MarkRow; 7] = [
    MarkRow { mark: Marks::CYLINDRICAL, text: "^", word: "cylindrical", bearers: "cylindrical pieces" },
    MarkRow { mark: Marks::INTELLIGENT, text: "!", word: "intelligent", bearers: "intelligent pieces" },
    MarkRow { mark: Marks::PROMOTED_TAXI, text: "~~", word: "promoted", bearers: "promoted taxis" },
    MarkRow { mark: Marks::PROMOTED, text: "~", word: "promoted", bearers: "promoted pieces" },
    MarkRow { mark: Marks::RING, text: "@", word: "ring-wearing", bearers: "ring-wearing pieces" },
    MarkRow { mark: Marks::CLOAK, text: "$", word: "cloaked", bearers: "cloaked pieces" },
    MarkRow { mark: Marks::HIDDEN, text: "?", word: "hidden", bearers: "hidden pieces" },
];

impl Marks {
    /// No mark.
    pub const NONE: Self = Self(0);
    /// `^`: moves on a board whose first and last files touch.
    pub const CYLINDRICAL: Self = Self(1);
    /// `!`: never moved by the opponent.
    pub const INTELLIGENT: Self = Self(2);
    /// `~`: was a pawn.
    pub const PROMOTED: Self = Self(4);
    /// `~~`: was a taxi.
    pub const PROMOTED_TAXI: Self = Self(8);
    /// `@`: wears a ring of invisibility.
    pub const RING: Self = Self(16);
    /// `$`: wears a cloak of double strength.
    pub const CLOAK: Self = Self(32);
    /// `?`: its square is hidden now.
    pub const HIDDEN: Self = Self(64);

    /// Whether all of `marks` are there.
    #[must_use]
    pub const fn contains(self, marks: Self) -> bool {
        self.0 & marks.0 == marks.0
    }

    /// Whether there is no mark.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// These and those.
    #[must_use]
    pub const fn with(self, marks: Self) -> Self {
        Self(self.0 | marks.0)
    }

    /// These, but not those.
    pub(super) const fn without(self, marks: Self) -> Self {
        Self(self.0 & !marks.0)
    }

    /// Whether its bearer wears this item (RULES §10).
    #[must_use]
    pub const fn wears(self, item: Item) -> bool {
        self.contains(item.mark())
    }

    /// Whether it was promoted.
    #[must_use]
    pub const fn is_promoted(self) -> bool {
        self.0 & (Self::PROMOTED.0 | Self::PROMOTED_TAXI.0) != 0
    }

    /// Whether a piece in hand can have all of them.
    pub(super) const fn is_of_hand(self) -> bool {
        self.in_hand().0 == self.0
    }

    /// The marks that survive capture (RULES §8).
    pub(super) const fn in_hand(self) -> Self {
        Self(self.0 & (Self::CYLINDRICAL.0 | Self::INTELLIGENT.0))
    }

    /// Reads marks at the start of `text`, each at most once and in order; gives them and the rest.
    pub(super) fn read(text: &str) -> (Self, &str) {
        let (mut marks, mut rest) = (Self::NONE, text);
        for row in &MARKS {
            let done = row.mark == Self::PROMOTED && marks.contains(Self::PROMOTED_TAXI);
            if let (false, Some(after)) = (done, rest.strip_prefix(row.text)) {
                (marks, rest) = (marks.with(row.mark), after);
            }
        }
        (marks, rest)
    }
}

impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        MARKS.iter().filter(|row| self.contains(row.mark)).try_for_each(|row| f.write_str(row.text))
    }
}

/// What a piece is, whichever army it plays for: how hands and drops name it (`N`, `N^!`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Form {
    /// The kind.
    pub kind: Kind,
    /// The marks.
    pub marks: Marks,
}

impl Form {
    /// A piece of this kind without marks.
    #[must_use]
    pub const fn plain(kind: Kind) -> Self {
        Self { kind, marks: Marks::NONE }
    }

    /// `knight`, `promoted queen`, `intelligent cylindrical rook`.
    #[must_use]
    pub fn name(self) -> String {
        let words = MARKS.iter().rev().filter(|row| self.marks.contains(row.mark)).map(|row| row.word);
        words.chain([self.kind.name()]).collect::<Vec<_>>().join(" ")
    }

    /// How it moves, in one sentence: `It slides along ranks and files, around the edge of the board too; the
    /// opponent never moves it.`
    #[must_use]
    pub fn how_it_moves(self) -> String {
        let around = [(Marks::CYLINDRICAL, ", around the left and right edge of the board too")];
        let own = [(Marks::INTELLIGENT, "; the opponent never moves it, but can call it")];
        let said = self.kind.how_it_moves().trim_end_matches('.');
        let marked = around.iter().chain(&own).filter(|(mark, _)| self.marks.contains(*mark));
        marked.fold(said.to_owned(), |said, (_, words)| said + words) + "."
    }

    /// The family that the type die counts it to.
    #[must_use]
    pub fn family(self) -> Family {
        self.kind.family()
    }

    /// Whether a piece of this kind can carry these marks (RULES §8): only what a pawn or a taxi can become
    /// has been promoted, and it is no cylinder; pawns are never intelligent, so neither is what they became.
    pub(super) const fn is_possible(self) -> bool {
        let (kind, marks) = (self.kind, self.marks);
        let (cylindrical, intelligent) =
            (marks.contains(Marks::CYLINDRICAL), marks.contains(Marks::INTELLIGENT));
        (KindSet::CYLINDRICAL.contains(kind) || !cylindrical)
            && !(KindSet::MINDLESS.contains(kind) && intelligent)
            && !(marks.is_promoted() && (!KindSet::PROMOTED.contains(kind) || cylindrical))
            && !(marks.contains(Marks::PROMOTED) && intelligent)
            && !(matches!(kind, Kind::King) && (marks.wears(Item::Ring) || marks.wears(Item::Cloak)))
            && (marks.wears(Item::Ring) || !marks.contains(Marks::HIDDEN))
    }

    /// Reads a form at the start of `text`; gives it and the rest.
    pub(super) fn read(text: &str) -> Option<(Self, &str)> {
        let kind = Kind::from_letter(text.chars().next()?)?;
        let (marks, rest) = Marks::read(&text[1..]);
        Some((Self { kind, marks }, rest))
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind.letter(), self.marks)
    }
}

/// Text that names no piece.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} names no piece: write its letter, upper case, and its marks")]
pub struct NoSuchForm(pub String);

impl From<Form> for String {
    fn from(form: Form) -> Self {
        form.to_string()
    }
}

impl TryFrom<String> for Form {
    type Error = NoSuchForm;
    fn try_from(text: String) -> Result<Self, NoSuchForm> {
        text.parse()
    }
}

impl FromStr for Form {
    type Err = NoSuchForm;
    fn from_str(text: &str) -> Result<Self, NoSuchForm> {
        match Self::read(text) {
            Some((form, "")) => Ok(form),
            _ => Err(NoSuchForm(shorten(text))),
        }
    }
}

/// A piece on a board or in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "(Army, Form)", from = "(Army, Form)")]
pub struct Piece {
    /// The kind.
    pub kind: Kind,
    /// The army it plays for.
    pub army: Army,
    /// The marks.
    pub marks: Marks,
}

impl Piece {
    /// A piece of this army.
    #[must_use]
    pub const fn new(army: Army, form: Form) -> Self {
        Self { kind: form.kind, army, marks: form.marks }
    }

    /// What it is, whichever army it plays for.
    #[must_use]
    pub const fn form(self) -> Form {
        Form { kind: self.kind, marks: self.marks }
    }

    /// `knight`, `promoted queen`.
    #[must_use]
    pub fn name(self) -> String {
        self.form().name()
    }

    /// Whether its square is hidden from the other team and from onlookers (RULES §10).
    #[must_use]
    pub const fn is_hidden(self) -> bool {
        self.marks.contains(Marks::HIDDEN)
    }

    /// The same with its square known to all.
    #[must_use]
    pub const fn shown(self) -> Self {
        Self { marks: self.marks.without(Marks::HIDDEN), ..self }
    }

    pub(super) const fn with(self, mark: Marks) -> Self {
        Self { marks: self.marks.with(mark), ..self }
    }

    /// Whether it can put an item on: kings wear none, and nobody wears two of a kind (RULES §9).
    pub(super) const fn may_wear(self, item: Item) -> bool {
        !matches!(self.kind, Kind::King) && !self.marks.wears(item)
    }

    /// How a call names it while it is hidden: its kind and the marks that a hand keeps.
    pub(super) const fn called(self) -> Form {
        Form { kind: self.kind, marks: self.marks.in_hand() }
    }
}

impl From<(Army, Form)> for Piece {
    fn from((army, form): (Army, Form)) -> Self {
        Self::new(army, form)
    }
}

impl From<Piece> for (Army, Form) {
    fn from(piece: Piece) -> Self {
        (piece.army, piece.form())
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.kind.letter();
        match self.army {
            Army::White => write!(f, "{letter}{}", self.marks),
            Army::Black => write!(f, "{}{}", letter.to_ascii_lowercase(), self.marks),
        }
    }
}

/// What takes up a square of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Occupant {
    /// A piece of one of the armies.
    Piece(Piece),
    /// `*`: nobody's, there for ever (RULES §8).
    Pyramid,
    /// `%`: a cell of a colony of bacteria, which any piece may capture (RULES §9).
    Cell,
}

impl Occupant {
    /// The piece, if it is one.
    #[must_use]
    pub const fn piece(self) -> Option<Piece> {
        match self {
            Self::Piece(piece) => Some(piece),
            Self::Pyramid | Self::Cell => None,
        }
    }
}

impl fmt::Display for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Piece(piece) => piece.fmt(f),
            Self::Pyramid => f.write_str("*"),
            Self::Cell => f.write_str("%"),
        }
    }
}

/// A magic item (RULES §10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Item {
    /// `@`, the ring of invisibility.
    Ring,
    /// `$`, the cloak of double strength.
    Cloak,
}

impl Item {
    /// Both items.
    pub const ALL: [Self; 2] = [Self::Ring, Self::Cloak];

    /// The mark of a piece that wears it.
    #[must_use]
    pub const fn mark(self) -> Marks {
        match self {
            Self::Ring => Marks::RING,
            Self::Cloak => Marks::CLOAK,
        }
    }

    /// Its name: `ring of invisibility`, `cloak of double strength`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ring => "ring of invisibility",
            Self::Cloak => "cloak of double strength",
        }
    }

    /// How it is written between braces.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Ring => '@',
            Self::Cloak => '$',
        }
    }
}
