//! A board as a table of squares, from the viewer's side, each square with what can be done there.

use super::{Piece, army_word};
use crate::domain::seat::Army;
use crate::domain::view::{BoardView, LegalMove, SquareView};
use crate::picture::around::{Around, Edge, Way};
use askama::Template;

/// A board for `templates/partials/board.html`.
#[derive(Clone, Debug, PartialEq, Eq, Template)]
#[template(path = "partials/board.html")]
pub struct BoardTable {
    /// 1 or 2.
    pub number: u8,
    /// Number of files, which sets the width of the grid.
    pub files: u8,
    /// What a screen reader calls the board.
    pub label: String,
    /// Squares as seen: the top row first, from left to right.
    pub rows: Vec<Vec<SquareCell>>,
}

impl askama::filters::HtmlSafe for BoardTable {}

/// One square as drawn and spoken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareCell {
    /// `e4`.
    pub name: String,
    /// CSS classes.
    pub class: String,
    /// What stands there.
    pub piece: Option<Piece>,
    /// `e4, white knight, last move`.
    pub spoken: String,
    /// Names of the squares that the piece reaches only around the edge, with blanks between.
    pub around: String,
    /// Arrowheads where ways around cross the edge here: CSS classes.
    pub crossed: Vec<&'static str>,
    /// The file's letter, on the bottom row.
    pub file_mark: Option<String>,
    /// The rank's number, in the left column.
    pub rank_mark: Option<String>,
    /// What choosing this square does, without JavaScript.
    pub act: Act,
}

/// What choosing a square does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Nothing.
    None,
    /// Picks the piece up: a link.
    Pick(String),
    /// Puts the picked piece down again: a link.
    Unpick(String),
    /// Plays this move: a button of the move form.
    Play(String),
    /// Calls the piece here (RULES §7): a button of the move form.
    Call(String),
    /// Leads to the choice of the promoted piece: a link.
    Promote(String),
}

/// The piece that the player has picked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picked {
    /// From this square of the board.
    Square(String),
    /// From the hand: letter and marks.
    Drop(String),
}

impl Picked {
    /// Reads `g1` or `N@` and keeps it only if some legal move begins so.
    #[must_use]
    pub fn parse(text: &str, legal: &[LegalMove]) -> Option<Self> {
        let picked = match text.strip_suffix('@') {
            Some(letters) => Self::Drop(letters.to_owned()),
            None => Self::Square(text.to_owned()),
        };
        legal.iter().any(|mv| picked.begins(mv)).then_some(picked)
    }

    /// Whether `mv` moves this piece.
    #[must_use]
    pub fn begins(&self, mv: &LegalMove) -> bool {
        match self {
            Self::Square(name) => mv.from.as_ref() == Some(name),
            Self::Drop(letters) => mv.drop.as_ref() == Some(letters),
        }
    }
}

/// The decision that a board offers.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'a> {
    /// Path of the match page, `/m/{id}`.
    pub page: &'a str,
    /// What may be played.
    pub legal: &'a [LegalMove],
    /// What has been picked up.
    pub picked: Option<&'a Picked>,
}

impl Choice<'_> {
    /// The link that picks up a piece, `g1` or `N@`.
    #[must_use]
    pub fn pick_href(&self, piece: &str) -> String {
        let piece = piece.replace('^', "%5E");
        format!("{}?piece={piece}#table", self.page)
    }

    fn act(&self, square: &str) -> Act {
        if let Some(picked) = self.picked {
            let mut moves =
                self.legal.iter().filter(|mv| picked.begins(mv) && mv.to.as_deref() == Some(square));
            match (moves.next(), moves.next()) {
                (Some(only), None) => return Act::Play(only.text.clone()),
                (Some(_), Some(_)) => return Act::Promote(format!("#promote-{square}")),
                _ => {}
            }
            if *picked == Picked::Square(square.to_owned()) {
                return Act::Unpick(format!("{}#table", self.page));
            }
        }
        if self.legal.iter().any(|mv| mv.from.as_deref() == Some(square)) {
            return Act::Pick(self.pick_href(square));
        }
        if let Some(call) = self.legal.iter().find(|mv| mv.call.as_deref() == Some(square)) {
            return Act::Call(call.text.clone());
        }
        Act::None
    }
}

impl BoardTable {
    /// Lays out `board` under the name `label`; `choice` where the viewer decides on it.
    #[must_use]
    pub fn new(board: &BoardView, label: String, choice: Option<Choice<'_>>) -> Self {
        let (files, ranks) = (usize::from(board.files), usize::from(board.ranks));
        let marks = BoardMarks::new(board, choice.as_ref());
        let rows = (0..ranks)
            .map(|row| {
                let squares = (0..files).filter_map(|column| {
                    let (file, rank) = match board.bottom {
                        Army::White => (column, ranks - 1 - row),
                        Army::Black => (files - 1 - column, row),
                    };
                    let place = rank * files + file;
                    let square = board.squares.get(place)?;
                    let act = choice.map_or(Act::None, |choice| choice.act(&square.name));
                    let mut cell = SquareCell::new(square, act, column == 0, row + 1 == ranks);
                    marks.draw(place, square, &mut cell);
                    Some(cell)
                });
                squares.collect()
            })
            .collect();
        Self { number: board.board.number(), files: board.files, label, rows }
    }
}

/// What lies over a board: the ways around its edge, and those of the piece that is picked up.
struct BoardMarks<'a> {
    around: Around,
    /// The viewer sits on Black's side.
    turned: bool,
    picked: &'a [String],
}

impl<'a> BoardMarks<'a> {
    fn new(board: &'a BoardView, choice: Option<&Choice<'_>>) -> Self {
        let picked = choice.and_then(|choice| choice.picked).and_then(|picked| match picked {
            Picked::Square(name) => board.squares.iter().find(|square| square.name == *name),
            Picked::Drop(_) => None,
        });
        Self {
            around: Around::of(board),
            turned: board.bottom == Army::Black,
            picked: picked.map(|square| square.around.as_slice()).unwrap_or_default(),
        }
    }

    fn draw(&self, place: usize, square: &SquareView, cell: &mut SquareCell) {
        if self.around.reached.contains(&place) {
            cell.class.push_str(" reached");
        }
        if self.picked.contains(&square.name) {
            cell.class.push_str(" shown");
        }
        let crossed = |edge: Edge| {
            let way = self.around.crossed.get(&(place, edge))?;
            Some(match (edge.is_right(self.turned), way) {
                (true, Way::Out) => "edge right",
                (true, Way::In) => "edge right in",
                (false, Way::Out) => "edge left",
                (false, Way::In) => "edge left in",
            })
        };
        cell.crossed = [Edge::First, Edge::Last].into_iter().filter_map(crossed).collect();
    }
}

impl SquareCell {
    fn new(square: &SquareView, act: Act, left: bool, bottom: bool) -> Self {
        let mut class = String::from(if square.light { "sq l" } else { "sq d" });
        if square.last {
            class.push_str(" last");
        }
        match act {
            Act::Play(_) | Act::Promote(_) => {
                class.push_str(if square.piece.is_some() { " take" } else { " to" });
            }
            Act::Unpick(_) => class.push_str(" picked"),
            Act::Pick(_) | Act::Call(_) => class.push_str(" mine"),
            Act::None => {}
        }
        let mut spoken = square.name.clone();
        if let Some(piece) = &square.piece {
            spoken = format!("{spoken}, {} {}", army_word(piece.army), piece.name);
        } else if square.pyramid {
            spoken.push_str(", pyramid");
        }
        if !square.around.is_empty() {
            spoken = format!("{spoken}, reaches {} around the edge", square.around.join(", "));
        }
        if square.last {
            spoken.push_str(", last move");
        }
        let split = square.name.find(|c: char| c.is_ascii_digit()).unwrap_or(square.name.len());
        let (file, rank) = square.name.split_at(split);
        Self {
            name: square.name.clone(),
            class,
            piece: square.piece.as_ref().map(Piece::new).or_else(|| square.pyramid.then(Piece::pyramid)),
            spoken,
            around: square.around.join(" "),
            crossed: Vec::new(),
            file_mark: bottom.then(|| file.to_owned()),
            rank_mark: left.then(|| rank.to_owned()),
            act,
        }
    }
}
