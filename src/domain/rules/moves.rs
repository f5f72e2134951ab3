//! Moves as text writes them (RULES §13): coordinates, drops, attaching, calling, sitting.

use super::kind::Kind;
use super::piece::{Form, Item, Marks, Piece};
use super::position::Position;
use super::square::{Square, shorten};
use crate::domain::seat::BoardNo;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// What one turn plays. Ordered bytewise by its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Move {
    /// A board move, `e2e4`, `e7e8q`; castling as the king's move, `e1g1`.
    Step {
        /// The square left.
        from: Square,
        /// The square reached.
        to: Square,
        /// What the pawn becomes.
        promotion: Option<Kind>,
    },
    /// A drop, `N@f3`.
    Drop {
        /// The piece, as the hand holds it.
        form: Form,
        /// Where.
        to: Square,
    },
    /// Attaching an item, `{@}@e4`.
    Attach {
        /// The item.
        item: Item,
        /// The piece that is to wear it.
        to: Square,
    },
    /// Calling an intelligent or hidden piece on a worst roll, `call e4`.
    Call(Called),
    /// Waiting on purpose, `sit`.
    Sit,
}

/// The piece that is called (RULES §7, §10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Called {
    /// A visible piece on the board, `call e4`.
    At(Square),
    /// A piece in hand, `call N!`.
    InHand(Form),
    /// A hidden piece, by its kind and shown marks, `call N?`.
    Hidden(Form),
}

impl Called {
    /// `the piece on e4`, `the intelligent knight in hand`.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::At(square) => format!("the piece on {square}"),
            Self::InHand(form) => format!("the {} in hand", form.name()),
            Self::Hidden(form) => format!("the hidden {}", form.name()),
        }
    }

    /// The same with the piece that stands there: `intelligent knight on e4`, `knight in hand`.
    #[must_use]
    pub fn name_on(self, position: &Position) -> String {
        match self {
            Self::At(square) => {
                let piece = position.piece_at(square);
                format!("{} on {square}", piece.map_or_else(|| "piece".to_owned(), Piece::name))
            }
            Self::InHand(form) => format!("{} in hand", form.name()),
            Self::Hidden(form) => format!("hidden {}", form.name()),
        }
    }

    fn read(text: &str) -> Option<Self> {
        if let Ok(square) = text.parse() {
            return Some(Self::At(square));
        }
        match text.strip_suffix('?') {
            Some(head) => held_form(head).map(Self::Hidden),
            None => held_form(text).map(Self::InHand),
        }
    }
}

/// As a move writes it after `call `.
impl fmt::Display for Called {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At(square) => square.fmt(f),
            Self::InHand(form) => form.fmt(f),
            Self::Hidden(form) => write!(f, "{form}?"),
        }
    }
}

impl TryFrom<String> for Called {
    type Error = MoveError;
    fn try_from(text: String) -> Result<Self, MoveError> {
        Self::read(&text).ok_or_else(|| MoveError::Malformed(shorten(&text)))
    }
}

impl From<Called> for String {
    fn from(called: Called) -> Self {
        called.to_string()
    }
}

/// Text that is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// Not of the form of any move.
    #[error("{0:?} is no move: write e2e4, e7e8q, N@f3, call e4 or sit")]
    Malformed(String),
    /// The board prefix is missing or names no board.
    #[error("{0:?} names no board: write 1: or 2: before the move, as in 2:N@f3")]
    NoBoard(String),
    /// A promotion to a piece that pawns do not become.
    #[error("{0:?} promotes to no piece that a pawn can become: end it with q, r, b or n")]
    Promotion(String),
}

impl Move {
    /// The square it leaves; none for a drop or a sit.
    #[must_use]
    pub const fn from(&self) -> Option<Square> {
        match self {
            Self::Step { from, .. } => Some(*from),
            _ => None,
        }
    }

    /// The square it reaches; none for a sit or a call.
    #[must_use]
    pub const fn to(&self) -> Option<Square> {
        match self {
            Self::Step { to, .. } | Self::Drop { to, .. } | Self::Attach { to, .. } => Some(*to),
            Self::Call(_) | Self::Sit => None,
        }
    }

    /// The piece it drops.
    #[must_use]
    pub const fn dropped(&self) -> Option<Form> {
        match self {
            Self::Drop { form, .. } => Some(*form),
            _ => None,
        }
    }

    /// What the pawn becomes.
    #[must_use]
    pub const fn promotion(&self) -> Option<Kind> {
        match self {
            Self::Step { promotion, .. } => *promotion,
            _ => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step { from, to, promotion } => {
                write!(f, "{from}{to}")?;
                promotion.map_or(Ok(()), |kind| write!(f, "{}", kind.letter().to_ascii_lowercase()))
            }
            Self::Drop { form, to } => write!(f, "{form}@{to}"),
            Self::Attach { item, to } => write!(f, "{{{}}}@{to}", item.letter()),
            Self::Call(called) => write!(f, "call {called}"),
            Self::Sit => f.write_str("sit"),
        }
    }
}

impl FromStr for Move {
    type Err = MoveError;
    fn from_str(text: &str) -> Result<Self, MoveError> {
        if text == "sit" {
            return Ok(Self::Sit);
        }
        let read = match text.as_bytes().first() {
            Some(b'{') => read_attach(text),
            Some(b'A'..=b'Z') => read_drop(text),
            Some(_) => match text.strip_prefix("call ") {
                Some(called) => Called::read(called).map(Self::Call),
                None => return read_step(text),
            },
            None => None,
        };
        read.ok_or_else(|| MoveError::Malformed(shorten(text)))
    }
}

fn read_step(text: &str) -> Result<Move, MoveError> {
    let malformed = || MoveError::Malformed(shorten(text));
    let (from, rest) = Square::read(text).ok_or_else(malformed)?;
    let (to, rest) = Square::read(rest).ok_or_else(malformed)?;
    let promotion = match rest.as_bytes() {
        [] => None,
        [letter] => Kind::PROMOTIONS
            .into_iter()
            .find(|kind| kind.letter().to_ascii_lowercase() == char::from(*letter))
            .map_or_else(|| Err(MoveError::Promotion(shorten(text))), |kind| Ok(Some(kind)))?,
        _ => return Err(malformed()),
    };
    Ok(Move::Step { from, to, promotion })
}

fn read_drop(text: &str) -> Option<Move> {
    let (head, square) = text.rsplit_once('@')?;
    Some(Move::Drop { form: held_form(head)?, to: square.parse().ok()? })
}

fn read_attach(text: &str) -> Option<Move> {
    let (head, square) = text.rsplit_once('@')?;
    let item = Item::ALL.into_iter().find(|item| head == format!("{{{}}}", item.letter()))?;
    Some(Move::Attach { item, to: square.parse().ok()? })
}

/// A form with the marks that a hand keeps and no others.
fn held_form(text: &str) -> Option<Form> {
    let form: Form = text.parse().ok()?;
    (form.marks == form.marks.in_hand() && form.marks != Marks::HIDDEN).then_some(form)
}

impl TryFrom<String> for Move {
    type Error = MoveError;
    fn try_from(text: String) -> Result<Self, MoveError> {
        text.parse()
    }
}

impl From<Move> for String {
    fn from(mv: Move) -> Self {
        mv.to_string()
    }
}

impl Ord for Move {
    fn cmp(&self, other: &Self) -> Ordering {
        self.to_string().cmp(&other.to_string())
    }
}

impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A move with its board, `2:N@f3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardMove {
    /// The board.
    pub board: BoardNo,
    /// The move.
    pub mv: Move,
}

impl fmt::Display for BoardMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.board, self.mv)
    }
}

impl FromStr for BoardMove {
    type Err = MoveError;
    fn from_str(text: &str) -> Result<Self, MoveError> {
        let (board, mv) = match text.split_once(':') {
            Some(("1", mv)) => (BoardNo::One, mv),
            Some(("2", mv)) => (BoardNo::Two, mv),
            _ => return Err(MoveError::NoBoard(shorten(text))),
        };
        Ok(Self { board, mv: mv.parse()? })
    }
}
