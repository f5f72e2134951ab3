//! Small pictures of boards for lists: one inline SVG, drawn with the sprite.

use crate::domain::seat::Army;
use crate::domain::view::{BoardView, View};
use crate::picture::around::{Around, Way};
use crate::picture::symbols;
use askama::Template;
use std::fmt::Write as _;

/// All boards of a match side by side, for `templates/partials/mini_board.html`.
#[derive(Clone, Debug, PartialEq, Eq, Template)]
#[template(path = "partials/mini_board.html")]
pub struct MiniTable {
    /// What the picture shows, for those who do not see it.
    pub label: String,
    /// Width and height in squares.
    pub size: (u32, u32),
    /// The boards.
    pub boards: Vec<MiniBoard>,
}

impl askama::filters::HtmlSafe for MiniTable {}

/// One board of a small picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MiniBoard {
    /// Where it begins, in squares from the left.
    pub x: u32,
    /// Files and ranks.
    pub size: (u32, u32),
    /// Path of the dark squares.
    pub dark: String,
    /// Path of the last move's squares.
    pub last: String,
    /// White's pieces, black's, and what is nobody's.
    pub armies: [(&'static str, Vec<MiniPiece>); 3],
    /// Path of frames on what cylindrical pieces reach around the edge.
    pub reached: String,
    /// Path of arrowheads where their ways cross the edge.
    pub crossed: String,
}

/// A piece at its place in a small picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MiniPiece {
    /// Symbol of the sprite.
    pub symbol: &'static str,
    /// Column from the left.
    pub x: u32,
    /// Row from the top.
    pub y: u32,
}

impl MiniTable {
    /// The boards of a view, each from the side that the viewer sees it from.
    #[must_use]
    pub fn new(view: &View) -> Self {
        // A board alone stands in the middle of the place of two, so that lists keep one size.
        let alone = view.boards.len() == 1;
        let mut x = if alone { 4 } else { 0 };
        let boards: Vec<MiniBoard> = view
            .boards
            .iter()
            .map(|board| {
                let mini = MiniBoard::new(board, x);
                x += mini.size.0 + 1;
                mini
            })
            .collect();
        let height = boards.iter().map(|board| board.size.1).max().unwrap_or(8);
        Self {
            label: format!("Position of {}", view.name),
            size: (x.saturating_sub(1).max(1), height),
            boards,
        }
    }
}

impl MiniBoard {
    pub(super) fn new(board: &BoardView, x: u32) -> Self {
        let (files, ranks) = (u32::from(board.files), u32::from(board.ranks));
        let (mut dark, mut last) = (String::new(), String::new());
        let mut armies = [("w", Vec::new()), ("b", Vec::new()), ("n", Vec::new())];
        let placed = |index: u32| {
            let (file, rank) = (index % files.max(1), index / files.max(1));
            match board.bottom {
                Army::White => (file, ranks.saturating_sub(rank + 1)),
                Army::Black => (files.saturating_sub(file + 1), rank),
            }
        };
        for (index, square) in (0u32..).zip(&board.squares) {
            let (column, row) = placed(index);
            if square.last {
                square_path(&mut last, column, row);
            } else if !square.light {
                square_path(&mut dark, column, row);
            }
            if square.pyramid {
                armies[2].1.push(MiniPiece { symbol: "Y", x: column, y: row });
            }
            let Some(piece) = &square.piece else { continue };
            for symbol in symbols(piece) {
                armies[piece.army as usize].1.push(MiniPiece { symbol, x: column, y: row });
            }
        }
        let (reached, crossed) = around(board, placed);
        Self { x, size: (files, ranks), dark, last, armies, reached, crossed }
    }
}

/// The paths of [`MiniBoard::reached`] and [`MiniBoard::crossed`].
fn around(board: &BoardView, placed: impl Fn(u32) -> (u32, u32)) -> (String, String) {
    let (mut frames, mut heads) = (String::new(), String::new());
    let marks = Around::of(board);
    // Writing to a String cannot fail.
    for &index in &marks.reached {
        let (column, row) = placed(u32::try_from(index).unwrap_or(0));
        let _ = write!(frames, "M{column}.1 {row}.1h.8v.8h-.8z");
    }
    for (&(index, edge), &way) in &marks.crossed {
        let (column, row) = placed(u32::try_from(index).unwrap_or(0));
        let right = edge.is_right(board.bottom == Army::Black);
        let (start, tip, back) = match (right, way) {
            (true, Way::Out) => (".8", ".2", "-.2"),
            (true, Way::In) => (".99", "-.2", ".2"),
            (false, Way::Out) => (".2", "-.2", ".2"),
            (false, Way::In) => (".01", ".2", "-.2"),
        };
        let _ = write!(heads, "M{column}{start} {row}.3l{tip} .2l{back} .2z");
    }
    (frames, heads)
}

fn square_path(path: &mut String, column: u32, row: u32) {
    // Writing to a String cannot fail.
    let _ = write!(path, "M{column} {row}h1v1h-1z");
}
