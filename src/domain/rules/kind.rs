//! Piece kinds as rows of a table: letter, name, family and movement (RULES §7, §8).

use serde::{Deserialize, Serialize};

/// A kind of piece.
///
/// The order is that of hands in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Steps forward, captures diagonally, promotes.
    Pawn,
    /// Leaper (2,1).
    Knight,
    /// Slides diagonally.
    Bishop,
    /// Slides along files and ranks.
    Rook,
    /// Slides both ways.
    Queen,
    /// Leaper (3,1).
    Camel,
    /// Leaper (4,1).
    Giraffe,
    /// Leaper (3,2).
    Zebra,
    /// A pawn that also steps back and leaps from rank 2 to rank 5.
    Taxi,
    /// Destroys the block that it is dropped on.
    Bomb,
    /// Stays where it is dropped, for ever.
    Pyramid,
    /// One step any way; the game is about it.
    King,
}

/// What the type die names (RULES §7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// 1: pawn, taxi.
    Pawn,
    /// 2: the leapers.
    Knight,
    /// 3.
    Bishop,
    /// 4.
    Rook,
    /// 5.
    Queen,
    /// 6: any piece; the king, castling, pyramid, bomb and items move on this alone.
    Any,
}

impl Family {
    /// The family that a face of the type die names; none for a number that is no face.
    #[must_use]
    pub const fn of_die(face: u8) -> Option<Self> {
        Some(match face {
            1 => Self::Pawn,
            2 => Self::Knight,
            3 => Self::Bishop,
            4 => Self::Rook,
            5 => Self::Queen,
            6 => Self::Any,
            _ => return None,
        })
    }

    /// `pawn`, ..., `any piece`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::Any => "any piece",
        }
    }
}

/// A way to slide: the four directions along files and ranks, or the four diagonals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slide {
    Straight,
    Diagonal,
}

impl Slide {
    /// Its four directions as (files, ranks).
    pub(super) const fn directions(self) -> [(i8, i8); 4] {
        match self {
            Self::Straight => [(1, 0), (0, 1), (-1, 0), (0, -1)],
            Self::Diagonal => [(1, 1), (-1, 1), (-1, -1), (1, -1)],
        }
    }
}

/// What becomes of a piece that is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Landing {
    /// It stands where it was dropped, for its army.
    Stands,
    /// It takes the square up for ever, for nobody.
    Blocks,
    /// It destroys the block around the square and itself.
    Explodes,
}

/// One row of the table of kinds.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) kind: Kind,
    /// Upper case, RULES §13.
    pub(super) letter: char,
    pub(super) name: &'static str,
    /// How it moves, in one sentence; what a drop does where it does not stand.
    pub(super) moves: &'static str,
    pub(super) family: Family,
    /// Leaper vectors (m, n), each meant with all its mirror images.
    pub(super) leaps: &'static [(i8, i8)],
    /// Slides along files and ranks.
    pub(super) straight: bool,
    /// Slides along diagonals.
    pub(super) diagonal: bool,
    /// Moves as a pawn: its family steps, captures diagonally, double-steps and promotes.
    pub(super) pawn: bool,
    /// What a drop of it does.
    pub(super) landing: Landing,
}

const ROW: Row = Row {
    kind: Kind::Pawn,
    letter: 'P',
    name: "pawn",
    moves: "It steps one square straight ahead, from rank 2 also two, captures one square diagonally ahead, and promotes on the last rank.",
    family: Family::Pawn,
    leaps: &[],
    straight: false,
    diagonal: false,
    pawn: false,
    landing: Landing::Stands,
};

/// Every kind, in the order of [`Kind`].
pub(super) static ROWS: [Row; Kind::COUNT] = [
    Row { pawn: true, ..ROW },
    Row {
        kind: Kind::Knight,
        letter: 'N',
        name: "knight",
        moves: "It leaps two squares one way and one the other, over anything.",
        family: Family::Knight,
        leaps: &[(2, 1)],
        ..ROW
    },
    Row {
        kind: Kind::Bishop,
        letter: 'B',
        name: "bishop",
        moves: "It slides along diagonals.",
        family: Family::Bishop,
        diagonal: true,
        ..ROW
    },
    Row {
        kind: Kind::Rook,
        letter: 'R',
        name: "rook",
        moves: "It slides along ranks and files.",
        family: Family::Rook,
        straight: true,
        ..ROW
    },
    Row {
        kind: Kind::Queen,
        letter: 'Q',
        name: "queen",
        moves: "It slides along ranks, files and diagonals.",
        family: Family::Queen,
        straight: true,
        diagonal: true,
        ..ROW
    },
    Row {
        kind: Kind::Camel,
        letter: 'C',
        name: "camel",
        moves: "It leaps three squares one way and one the other, over anything.",
        family: Family::Knight,
        leaps: &[(3, 1)],
        ..ROW
    },
    Row {
        kind: Kind::Giraffe,
        letter: 'G',
        name: "giraffe",
        moves: "It leaps four squares one way and one the other, over anything.",
        family: Family::Knight,
        leaps: &[(4, 1)],
        ..ROW
    },
    Row {
        kind: Kind::Zebra,
        letter: 'Z',
        name: "zebra",
        moves: "It leaps three squares one way and two the other, over anything.",
        family: Family::Knight,
        leaps: &[(3, 2)],
        ..ROW
    },
    Row {
        kind: Kind::Taxi,
        letter: 'T',
        name: "taxi",
        moves: "It moves as a pawn, may also step one square straight back without capturing, and leaps from rank 2 to an empty square of rank 5, over anything.",
        pawn: true,
        ..ROW
    },
    Row {
        kind: Kind::Bomb,
        letter: 'X',
        name: "bomb",
        moves: "Dropped on any square but a pyramid's, it destroys every piece around and under it, friend and foe, except kings and pyramids.",
        family: Family::Any,
        landing: Landing::Explodes,
        ..ROW
    },
    Row {
        kind: Kind::Pyramid,
        letter: 'Y',
        name: "pyramid",
        moves: "Dropped on any empty square, it stays there for ever: nothing enters the square, passes through it or destroys it.",
        family: Family::Any,
        landing: Landing::Blocks,
        ..ROW
    },
    Row {
        kind: Kind::King,
        letter: 'K',
        name: "king",
        moves: "It steps one square any way, and castles.",
        family: Family::Any,
        leaps: &[(1, 0), (1, 1)],
        ..ROW
    },
];

impl Kind {
    /// How many kinds there are.
    pub(super) const COUNT: usize = 12;

    /// What a pawn can become (RULES §4.5).
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    pub(super) const fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Its letter, upper case (RULES §13).
    #[must_use]
    pub fn letter(self) -> char {
        self.row().letter
    }

    /// `knight`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// How it moves, in one sentence: `It leaps three squares one way and one the other, over anything.`
    #[must_use]
    pub fn how_it_moves(self) -> &'static str {
        self.row().moves
    }

    /// The family that the type die counts it to.
    #[must_use]
    pub fn family(self) -> Family {
        self.row().family
    }

    /// The kind with this letter, upper case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        ROWS.iter().find(|row| row.letter == letter).map(|row| row.kind)
    }

    /// Whether it slides along a direction of this class.
    pub(super) const fn slides(self, slide: Slide) -> bool {
        match slide {
            Slide::Straight => self.row().straight,
            Slide::Diagonal => self.row().diagonal,
        }
    }
}

/// A set of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct KindSet(u16);

impl KindSet {
    /// Every kind.
    pub(super) const ALL: Self = Self((1 << Kind::COUNT) - 1);
    /// The kinds of ordinary chess.
    pub(super) const ORDINARY: Self =
        Self::of(&[Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King]);
    /// The kinds that have a cylindrical form (RULES §8).
    pub(super) const CYLINDRICAL: Self = Self::of(&[Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen]);
    /// The kinds that ordinary chess does not have (RULES §8).
    pub(super) const FAIRY: Self = Self(Self::ALL.0 & !Self::ORDINARY.0);
    /// The kinds that a pawn can become (RULES §4.5).
    pub(super) const PROMOTED: Self = Self::of(&Kind::PROMOTIONS);
    /// The kinds that are never intelligent (RULES §8).
    pub(super) const MINDLESS: Self = Self::of(&[Kind::Pawn, Kind::King]);

    pub(super) const fn of(kinds: &[Kind]) -> Self {
        let mut set = 0;
        let mut i = 0;
        while i < kinds.len() {
            set |= 1 << kinds[i] as u16;
            i += 1;
        }
        Self(set)
    }

    pub(super) const fn contains(self, kind: Kind) -> bool {
        self.0 >> (kind as u16) & 1 == 1
    }
}
