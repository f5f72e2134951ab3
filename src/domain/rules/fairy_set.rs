//! The agreed set: the fairy pieces that gifts and rewards of a match are taken from (RULES §8).

use super::kind::{Kind, KindSet, ROWS};
use super::piece::{Form, Marks, NoSuchForm};
use std::fmt;
use std::str::FromStr;

/// The marks that tell forms of a set apart, in the order of a set.
const MARKS: [Marks; 4] =
    [Marks::NONE, Marks::CYLINDRICAL, Marks::INTELLIGENT, Marks::CYLINDRICAL.with(Marks::INTELLIGENT)];

/// A set of forms, at least one, in the order by which dice draw: fairy kinds, cylindrical pieces,
/// intelligent ones, those that are both; within each, the order of hands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct FairySet(u64);

/// Text that is no agreed set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FairySetError {
    /// No piece at all.
    #[error("the agreed set needs at least one piece, as in C,R^,N!")]
    Empty,
    /// A part of it names no piece.
    #[error("{0}, with commas between, as in C,R^,N!")]
    Form(#[from] NoSuchForm),
    /// A piece stands in it more than once.
    #[error("{0} stands in the agreed set twice: name each piece once")]
    Twice(Form),
    /// Pawns, kings and ordinary pieces without a mark are no fairy pieces.
    #[error("{0} is no fairy piece: take one of C, G, Z, T, X, Y, or a piece marked ^ or !")]
    Ordinary(Form),
    /// A piece that cannot carry its marks.
    #[error("there is no {}: only N, B, R, Q can be marked ^, and all fairy pieces and these can be marked !", .0)]
    Impossible(Form),
}

impl FairySet {
    /// The core set of the game's first description, and the four intelligent pieces.
    pub(super) const CORE: Self = Self::of(&[
        (KindSet::FAIRY, Marks::NONE),
        (KindSet::CYLINDRICAL, Marks::CYLINDRICAL),
        (KindSet::CYLINDRICAL, Marks::INTELLIGENT),
    ]);

    const fn of(rows: &[(KindSet, Marks)]) -> Self {
        let (mut set, mut row) = (0, 0);
        while row < rows.len() {
            let mut kind = 0;
            while kind < Kind::COUNT {
                let form = Form { kind: ROWS[kind].kind, marks: rows[row].1 };
                if rows[row].0.contains(form.kind) {
                    set |= bit(form);
                }
                kind += 1;
            }
            row += 1;
        }
        Self(set)
    }

    pub(super) const fn contains(self, form: Form) -> bool {
        may_be_agreed(form) && self.0 & bit(form) != 0
    }

    /// Every form that can be agreed on, in the order of a set.
    pub(super) fn every() -> impl Iterator<Item = Form> {
        let all =
            MARKS.into_iter().flat_map(|marks| ROWS.iter().map(move |row| Form { kind: row.kind, marks }));
        all.filter(|form| may_be_agreed(*form))
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Form> {
        Self::every().filter(move |form| self.contains(*form))
    }
}

/// The place of a form among the bits of a set.
const fn bit(form: Form) -> u64 {
    let cylindrical = form.marks.contains(Marks::CYLINDRICAL) as usize;
    let intelligent = form.marks.contains(Marks::INTELLIGENT) as usize;
    1 << ((cylindrical + 2 * intelligent) * Kind::COUNT + form.kind as usize)
}

/// Whether a form is a fairy piece as it lies in a hand.
const fn may_be_agreed(form: Form) -> bool {
    let marked = form.marks.contains(Marks::CYLINDRICAL) || form.marks.contains(Marks::INTELLIGENT);
    form.marks.is_of_hand() && form.is_possible() && (marked || KindSet::FAIRY.contains(form.kind))
}

impl FromStr for FairySet {
    type Err = FairySetError;
    fn from_str(text: &str) -> Result<Self, FairySetError> {
        let mut set = Self(0);
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let form: Form = part.parse()?;
            if !form.is_possible() || !form.marks.is_of_hand() {
                return Err(FairySetError::Impossible(form));
            }
            if !may_be_agreed(form) {
                return Err(FairySetError::Ordinary(form));
            }
            if set.contains(form) {
                return Err(FairySetError::Twice(form));
            }
            set.0 |= bit(form);
        }
        if set.0 == 0 { Err(FairySetError::Empty) } else { Ok(set) }
    }
}

impl fmt::Display for FairySet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, form) in self.iter().enumerate() {
            let comma = if n > 0 { "," } else { "" };
            write!(f, "{comma}{form}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for FairySet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
