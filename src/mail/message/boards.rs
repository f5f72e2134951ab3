//! The boards for readers without pictures: as text, and as the words that stand for the picture.

use super::WIDTH;
use super::words::{one_line, sitter};
use crate::domain::seat::{Army, Seat};
use crate::domain::view::{BoardView, LineKind, PieceView, SquareView, View};
use std::fmt::Write as _;

/// Space between two boards side by side.
const GAP: &str = "    ";

/// The boards of a match, for a mail.
#[derive(Debug, PartialEq, Eq)]
pub struct Boards {
    /// Drawn with letters, white's pieces in capitals, side by side where they fit.
    pub text: Vec<String>,
    /// What the picture shows, in one sentence.
    pub alt: String,
}

impl Boards {
    /// None before the match has boards to show.
    pub fn of(view: &View) -> Option<Self> {
        let drawn = view.boards.iter().map(|b| draw(view, b)).collect::<Vec<_>>();
        let text = drawn.into_iter().reduce(beside)?;
        Some(Self { text, alt: alt(view) })
    }
}

/// One board with its players and their hands, from the reader's side.
fn draw(view: &View, board: &BoardView) -> Vec<String> {
    let (bottom, top) = (board.bottom, board.bottom.other());
    let mut lines = vec![format!("Board {}", board.board), seat_line(view, Seat::at(board.board, top))];
    let width = board.squares.iter().map(|s| cell(s).chars().count()).max().unwrap_or(1);
    let ranks = ordered(board.ranks, bottom == Army::White);
    let files = ordered(board.files, bottom == Army::Black);
    for &rank in &ranks {
        let mut line = format!("{:>2}", rank + 1);
        for &file in &files {
            let square = board.squares.get(rank * usize::from(board.files) + file);
            let _infallible = write!(line, " {:<width$}", square.map(cell).unwrap_or_default());
        }
        lines.push(line);
    }
    let mut names = "  ".to_owned();
    for &file in &files {
        let name = char::from(b'a' + u8::try_from(file).unwrap_or(0));
        let _infallible = write!(names, " {name:<width$}");
    }
    lines.push(names);
    lines.push(seat_line(view, Seat::at(board.board, bottom)));
    lines
}

/// `0..n`, or backwards.
fn ordered(n: u8, backwards: bool) -> Vec<usize> {
    let n = usize::from(n);
    if backwards { (0..n).rev().collect() } else { (0..n).collect() }
}

/// A square in letters: `.`, `N`, `n`, `q~`.
fn cell(square: &SquareView) -> String {
    square.piece.as_ref().map_or_else(|| ".".to_owned(), piece)
}

fn piece(piece: &PieceView) -> String {
    let letter = match piece.army {
        Army::White => piece.letter.to_ascii_uppercase(),
        Army::Black => piece.letter.to_ascii_lowercase(),
    };
    format!("{letter}{}", piece.marks)
}

/// `ana (White1, you) holds P P N`.
fn seat_line(view: &View, seat: Seat) -> String {
    let you = if view.you == Some(seat) { ", you" } else { "" };
    let hand = view.seats.iter().find(|s| s.seat == seat).map(|s| &s.hand);
    let held = hand
        .into_iter()
        .flatten()
        .flat_map(|held| std::iter::repeat_n(piece(&held.piece), usize::from(held.count)))
        .collect::<Vec<_>>();
    let holds = if held.is_empty() { String::new() } else { format!(" holds {}", held.join(" ")) };
    let name = sitter(view, seat).unwrap_or_else(|| "nobody".to_owned());
    format!("{name} ({seat}{you}){holds}")
}

/// Puts two drawings side by side, or below each other where the lines grew too long.
fn beside(left: Vec<String>, right: Vec<String>) -> Vec<String> {
    let length = |lines: &[String]| lines.iter().map(|l| l.chars().count()).max().unwrap_or(0);
    let width = length(&left);
    if width + GAP.len() + length(&right) > WIDTH {
        return left.into_iter().chain([String::new()]).chain(right).collect();
    }
    let rows = left.len().max(right.len());
    let at = |lines: &[String], i: usize| lines.get(i).cloned().unwrap_or_default();
    (0..rows)
        .map(|i| format!("{:<width$}{GAP}{}", at(&left, i), at(&right, i)).trim_end().to_owned())
        .collect()
}

/// `Board 1, from White1's side, last move 3A. Nf3. Board 2, …`
fn alt(view: &View) -> String {
    let of_board = |board: &BoardView| {
        let side = Seat::at(board.board, board.bottom);
        let last = view.log.iter().rev().find(|l| l.board == Some(board.board) && l.kind == LineKind::Move);
        let last = last.map(|l| format!(", last move {}", one_line(&l.notation))).unwrap_or_default();
        format!("Board {}, from {side}'s side{last}.", board.board)
    };
    view.boards.iter().map(of_board).collect::<Vec<_>>().join(" ")
}
