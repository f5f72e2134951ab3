//! Reading a board: text to a [`Setup`], which says what is written, whether or not a game can have it.
//!
//! The grammar is that of RULES §13 whole; whether a rule set has the pieces is asked later, when a
//! setup becomes a [`Position`](super::Position).

use super::geometry::{NoSuchGeometry, Topology, Wing};
use super::piece::{Form, Item, Marks, Piece};
use super::square::{MAX_SIDE, Square, shorten};
use crate::domain::seat::Army;

/// What is written on one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Piece(Piece),
    Pyramid,
    Cell,
    Treasure(Item),
}

/// What is written in the brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    Form(Army, Form),
    Item(Army, Item),
}

/// One board as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setup {
    pub(super) files: usize,
    pub(super) ranks: usize,
    pub(super) topology: Topology,
    pub(super) tokens: Vec<(Square, Token)>,
    pub(super) hands: Vec<Held>,
    pub(super) to_move: Army,
    pub(super) castling: Vec<(Army, Wing)>,
    pub(super) en_passant: Vec<Square>,
    pub(super) halfmoves: u32,
    pub(super) fullmoves: u32,
}

/// Text that is no board, or none of this rule set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// Longer than any board.
    #[error("the text is too long for a board ({0} bytes, at most {MAX_BOARD_TEXT})")]
    TooLong(usize),
    /// Something that is written nowhere on a board.
    #[error("{0:?} has no meaning on a board")]
    UnknownLetter(char),
    /// A field is missing.
    #[error("the board's text ends before it says {0}")]
    Missing(&'static str),
    /// More than is needed.
    #[error("{0:?} follows the end of the board's text")]
    TooMuch(String),
    /// A run of empty squares that no rank has.
    #[error("{0:?} is no number of empty squares: write 1 to 12")]
    EmptyRun(String),
    /// Ranks of different length.
    #[error("rank {rank} has {found} squares, but the first rank written has {files}")]
    Uneven {
        /// Counted from below, from 1.
        rank: usize,
        /// Its squares.
        found: usize,
        /// Those of the first rank written.
        files: usize,
    },
    /// Too many ranks.
    #[error("a board of {0} ranks: boards are 8 to 12 squares each way")]
    Ranks(usize),
    /// A rank with too many squares.
    #[error("rank {0} is too long: boards are 8 to 12 squares each way")]
    LongRank(usize),
    /// A size that boards do not have.
    #[error(transparent)]
    Size(#[from] NoSuchGeometry),
    /// The brackets of the hands.
    #[error("the hands end with ] and nothing may follow it before a space")]
    Brackets,
    /// Not an army.
    #[error("{0:?} is no army to move: write w or b")]
    ToMove(String),
    /// Not castling rights.
    #[error("{0:?} are no castling rights: write some of KQkq, each once, or -")]
    Castling(String),
    /// Not an en passant square.
    #[error("{0:?} is no square to capture en passant on now: write a square that was just passed, or -")]
    EnPassant(String),
    /// Not a counter.
    #[error("{0:?} is no move counter: write a number up to 999999")]
    Counter(String),
    /// Something that the rule set does not have.
    #[error("this game has no {what} ({text})")]
    CannotHave {
        /// In words, many.
        what: String,
        /// As written, with its place.
        text: String,
    },
    /// A mark on a piece that cannot carry it.
    #[error("{0} cannot carry the marks it has")]
    Marks(String),
    /// A piece that no hand holds.
    #[error("no hand can hold {0}")]
    InHand(String),
    /// A piece that stands on no board.
    #[error("{0} cannot be: a pyramid on the board is written *, and a bomb is gone when it is dropped")]
    InHandAlone(String),
    /// A pawn or taxi where none can stand.
    #[error("a {name} cannot stand on {square}")]
    PawnRank {
        /// What it is.
        name: &'static str,
        /// Where.
        square: Square,
    },
    /// Kings that a game cannot have.
    #[error("the {army} army has {found} kings: it needs {needs}")]
    Kings {
        /// `white` or `black`.
        army: &'static str,
        /// How many.
        found: usize,
        /// How many it needs.
        needs: &'static str,
    },
    /// Neither king is left.
    #[error("both kings are missing")]
    NoKings,
    /// The side that has just moved stands in check.
    #[error("the king on {0} stands attacked although the other army is to move")]
    LeftInCheck(Square),
}

/// The longest text of a board, in bytes.
pub(super) const MAX_BOARD_TEXT: usize = 4096;

impl Setup {
    /// Reads a board (RULES §13). The brackets of the hands and the last two fields may be missing.
    pub(super) fn read(text: &str) -> Result<Self, BoardError> {
        if text.len() > MAX_BOARD_TEXT {
            return Err(BoardError::TooLong(text.len()));
        }
        if let Some(odd) = text.chars().find(|c| !c.is_ascii() || c.is_ascii_control()) {
            return Err(BoardError::UnknownLetter(odd));
        }
        let mut fields: Vec<&str> = text.split_whitespace().collect();
        let topology = if fields.len() > 4 && fields.last() == Some(&"cyl") {
            fields.pop();
            Topology::Cylinder
        } else {
            Topology::Flat
        };
        let field = |n: usize, what| fields.get(n).copied().ok_or(BoardError::Missing(what));
        let (placement, hands) = split_hands(field(0, "what stands where")?)?;
        let (files, ranks, tokens) = read_ranks(placement)?;
        if let Some(more) = fields.get(6) {
            return Err(BoardError::TooMuch(shorten(more)));
        }
        Ok(Self {
            files,
            ranks,
            topology,
            tokens,
            hands: read_hands(hands)?,
            to_move: read_army(field(1, "which army is to move")?)?,
            castling: read_castling(field(2, "the castling rights")?)?,
            en_passant: read_en_passant(field(3, "the en passant square")?)?,
            halfmoves: fields.get(4).map_or(Ok(0), |text| read_counter(text))?,
            fullmoves: fields.get(5).map_or(Ok(1), |text| read_counter(text))?,
        })
    }
}

fn split_hands(text: &str) -> Result<(&str, &str), BoardError> {
    match text.split_once('[') {
        None => Ok((text, "")),
        Some((placement, rest)) => rest
            .strip_suffix(']')
            .filter(|hands| !hands.contains(['[', ']']))
            .map(|hands| (placement, hands))
            .ok_or(BoardError::Brackets),
    }
}

type Ranks = (usize, usize, Vec<(Square, Token)>);

fn read_ranks(text: &str) -> Result<Ranks, BoardError> {
    let ranks = text.split('/').count();
    if ranks > usize::from(MAX_SIDE) {
        return Err(BoardError::Ranks(ranks));
    }
    let (mut tokens, mut files) = (Vec::new(), None);
    for (rank, line) in (0..ranks).rev().zip(text.split('/')) {
        let found = read_rank(line, rank, &mut tokens)?;
        if let Some(files) = files.filter(|files| *files != found) {
            return Err(BoardError::Uneven { rank: rank + 1, found, files });
        }
        files = Some(found);
    }
    Ok((files.unwrap_or_default(), ranks, tokens))
}

/// Reads one rank into `tokens`; gives its number of squares.
fn read_rank(line: &str, rank: usize, tokens: &mut Vec<(Square, Token)>) -> Result<usize, BoardError> {
    let (mut file, mut rest) = (0usize, line);
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_digit() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let run: usize = rest[..digits].parse().unwrap_or(usize::MAX);
            if !(1..=usize::from(MAX_SIDE)).contains(&run) || first == '0' {
                return Err(BoardError::EmptyRun(shorten(&rest[..digits])));
            }
            (file, rest) = (file + run, &rest[digits..]);
        } else {
            let (token, after) = read_token(rest, first)?;
            if let (Ok(f), Ok(r)) = (u8::try_from(file), u8::try_from(rank)) {
                tokens.push((Square::at(f, r), token));
            }
            (file, rest) = (file + 1, after);
        }
        if file > usize::from(MAX_SIDE) {
            return Err(BoardError::LongRank(rank + 1));
        }
    }
    Ok(file)
}

fn read_token(text: &str, first: char) -> Result<(Token, &str), BoardError> {
    match first {
        '*' => Ok((Token::Pyramid, &text[1..])),
        '%' => Ok((Token::Cell, &text[1..])),
        '{' => Item::ALL
            .into_iter()
            .find_map(|item| {
                let after = text.strip_prefix(&format!("{{{}}}", item.letter()))?;
                Some((Token::Treasure(item), after))
            })
            .ok_or(BoardError::UnknownLetter('{')),
        _ => {
            let (army, form, after) = read_piece(text, first)?;
            Ok((Token::Piece(Piece::new(army, form)), after))
        }
    }
}

/// Reads a letter, whose case tells the army, and its marks.
fn read_piece(text: &str, first: char) -> Result<(Army, Form, &str), BoardError> {
    let army = if first.is_ascii_lowercase() { Army::Black } else { Army::White };
    let kind =
        super::kind::Kind::from_letter(first.to_ascii_uppercase()).ok_or(BoardError::UnknownLetter(first))?;
    let (marks, after) = Marks::read(&text[first.len_utf8()..]);
    Ok((army, Form { kind, marks }, after))
}

fn read_hands(text: &str) -> Result<Vec<Held>, BoardError> {
    let (mut held, mut rest) = (Vec::new(), text);
    while let Some(first) = rest.chars().next() {
        if first == '{' {
            let (item, after) = read_held_item(rest).ok_or(BoardError::UnknownLetter('{'))?;
            held.push(item);
            rest = after;
            continue;
        }
        let (army, form, after) = read_piece(rest, first)?;
        held.push(Held::Form(army, form));
        rest = after;
    }
    Ok(held)
}

fn read_held_item(text: &str) -> Option<(Held, &str)> {
    Item::ALL.into_iter().find_map(|item| {
        let rest = text.strip_prefix('{')?.strip_prefix(item.letter())?;
        match rest.strip_prefix("b}") {
            Some(after) => Some((Held::Item(Army::Black, item), after)),
            None => Some((Held::Item(Army::White, item), rest.strip_prefix('}')?)),
        }
    })
}

fn read_army(text: &str) -> Result<Army, BoardError> {
    match text {
        "w" => Ok(Army::White),
        "b" => Ok(Army::Black),
        _ => Err(BoardError::ToMove(shorten(text))),
    }
}

fn read_castling(text: &str) -> Result<Vec<(Army, Wing)>, BoardError> {
    let mut rights = Vec::new();
    if text == "-" {
        return Ok(rights);
    }
    for letter in text.chars() {
        let right = match letter {
            'K' => (Army::White, Wing::King),
            'Q' => (Army::White, Wing::Queen),
            'k' => (Army::Black, Wing::King),
            'q' => (Army::Black, Wing::Queen),
            _ => return Err(BoardError::Castling(shorten(text))),
        };
        if rights.contains(&right) {
            return Err(BoardError::Castling(shorten(text)));
        }
        rights.push(right);
    }
    Ok(rights)
}

fn read_en_passant(text: &str) -> Result<Vec<Square>, BoardError> {
    let (mut squares, mut rest) = (Vec::new(), if text == "-" { "" } else { text });
    while !rest.is_empty() {
        let read = Square::read(rest).filter(|_| squares.len() < 2);
        let (square, after) = read.ok_or_else(|| BoardError::EnPassant(shorten(text)))?;
        squares.push(square);
        rest = after;
    }
    Ok(squares)
}

fn read_counter(text: &str) -> Result<u32, BoardError> {
    let digits = (1..=6).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits).ok_or_else(|| BoardError::Counter(shorten(text)))
}
