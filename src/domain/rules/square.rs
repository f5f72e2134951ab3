//! Squares and sets of squares, on boards of any shape up to 16 × 16.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{BitAnd, BitOr, Not};
use std::str::FromStr;

/// A square of a board, `a1` to `l12`. Whether a board has it is the [`Geometry`](super::Geometry)'s to say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Square(u8);

/// The most files and the most ranks that text can name (RULES §13).
pub const MAX_SIDE: u8 = 12;

impl Square {
    /// The square on file `file` and rank `rank`, both from 0; both are below 16.
    pub(super) const fn at(file: u8, rank: u8) -> Self {
        Self((rank & 15) << 4 | (file & 15))
    }

    /// Its file, from 0 (`a`).
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 & 15
    }

    /// Its rank, from 0 (`1`), counted from White's side whoever looks.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 >> 4
    }

    /// Whether it is drawn light.
    #[must_use]
    pub const fn is_light(self) -> bool {
        (self.file() + self.rank()) % 2 == 1
    }

    /// Place in arrays of 256.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Text that names no square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no square: squares are a1 to l12")]
pub struct NoSuchSquare(pub String);

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = NoSuchSquare;
    fn from_str(text: &str) -> Result<Self, NoSuchSquare> {
        match Self::read(text) {
            Some((square, "")) => Ok(square),
            _ => Err(NoSuchSquare(shorten(text))),
        }
    }
}

impl Square {
    /// Reads a square at the start of `text`; gives it and the rest.
    pub(super) fn read(text: &str) -> Option<(Self, &str)> {
        let bytes = text.as_bytes();
        let file = bytes.first()?.checked_sub(b'a').filter(|file| *file < MAX_SIDE)?;
        let digits = bytes[1..].iter().take(2).take_while(|byte| byte.is_ascii_digit()).count();
        let number: u8 = text.get(1..=digits).filter(|t| !t.starts_with('0'))?.parse().ok()?;
        let rank = number.checked_sub(1).filter(|rank| *rank < MAX_SIDE)?;
        Some((Self::at(file, rank), &text[1 + digits..]))
    }
}

impl TryFrom<String> for Square {
    type Error = NoSuchSquare;
    fn try_from(text: String) -> Result<Self, NoSuchSquare> {
        text.parse()
    }
}

impl From<Square> for String {
    fn from(square: Square) -> Self {
        square.to_string()
    }
}

/// The start of a text, for an error message.
pub(super) fn shorten(text: &str) -> String {
    const KEPT: usize = 40;
    if text.chars().nth(KEPT).is_none() {
        return text.to_owned();
    }
    text.chars().take(KEPT).chain(['…']).collect()
}

/// A set of squares.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct SquareSet([u64; 4]);

impl SquareSet {
    /// No square.
    pub(super) const EMPTY: Self = Self([0; 4]);
    /// Every square, also those that the board lacks.
    pub(super) const ALL: Self = Self([u64::MAX; 4]);

    /// Whether `square` is in it.
    pub const fn contains(&self, square: Square) -> bool {
        self.0[(square.0 >> 6) as usize] >> (square.0 & 63) & 1 == 1
    }

    pub(super) const fn insert(&mut self, square: Square) {
        self.0[(square.0 >> 6) as usize] |= 1 << (square.0 & 63);
    }

    pub(super) const fn remove(&mut self, square: Square) {
        self.0[(square.0 >> 6) as usize] &= !(1 << (square.0 & 63));
    }

    /// How many squares.
    pub const fn len(&self) -> u32 {
        let [a, b, c, d] = self.0;
        a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
    }

    /// Whether no square is in it.
    pub const fn is_empty(&self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    /// The squares, a1 first, rank by rank.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        (0u8..4).flat_map(move |word| {
            let mut bits = self.0[usize::from(word)];
            std::iter::from_fn(move || {
                let bit = u8::try_from(bits.trailing_zeros()).ok().filter(|bit| *bit < 64)?;
                bits &= bits - 1;
                Some(Square(word << 6 | bit))
            })
        })
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

impl SquareSet {
    /// Joins two sets word by word.
    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word = join(*word, other);
        }
        Self(words)
    }
}

impl BitAnd for SquareSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for SquareSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl Not for SquareSet {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
