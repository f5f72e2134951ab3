//! Pictures of what a piece can do: a small board whose marks come from the rules that play (RULES §8).

use super::army_word;
use super::mini::MiniBoard;
use crate::domain::rules::{Kind, Move, Occupant, Piece, Position, Roll, RuleSet, Square, Table, Topology};
use crate::domain::seat::{Army, BoardNo};
use crate::domain::view::{BoardView, PieceView, SquareView};
use askama::Template;
use std::fmt::Write as _;

/// A position and what is to be seen in it.
#[derive(Clone, Copy, Debug)]
pub struct Scene {
    /// The board as text (RULES §13). Both kings stand somewhere, since a game goes on only with them.
    pub board: &'static str,
    /// What is marked.
    pub shows: Shows,
}

/// What a picture marks.
#[derive(Clone, Copy, Debug)]
pub enum Shows {
    /// Where the piece on this square may go. Kings are not drawn.
    Moves(&'static str),
    /// What this drop of a bomb destroys.
    Blast(&'static str),
    /// Where the piece that makes this move can be taken in passing by the next. Kings are not drawn.
    Passing(&'static str),
}

/// A picture for `templates/partials/movement.html`.
#[derive(Clone, Debug, PartialEq, Eq, Template)]
#[template(path = "partials/movement.html")]
pub struct Movement {
    /// The same in words.
    pub label: String,
    /// The board with its pieces.
    pub board: MiniBoard,
    /// Columns and rows of the empty squares that can be reached.
    pub steps: Vec<(u32, u32)>,
    /// Of the squares where something is captured.
    pub takes: Vec<(u32, u32)>,
    /// Path of crosses over what is destroyed.
    pub ruins: String,
}

impl askama::filters::HtmlSafe for Movement {}

impl Movement {
    /// Draws a scene; none if the rules cannot read it.
    #[must_use]
    pub fn new(scene: &Scene) -> Option<Self> {
        let table = read(scene.board)?;
        match scene.shows {
            Shows::Moves(from) => Self::moves(&table, from.parse().ok()?),
            Shows::Blast(mv) => Self::blast(table, mv.parse().ok()?),
            Shows::Passing(mv) => Self::passing(table, mv.parse().ok()?),
        }
    }

    fn moves(table: &Table, from: Square) -> Option<Self> {
        let position = table.board(BoardNo::One);
        let piece = position.piece_at(from)?;
        let reached = reach(table, from);
        let around = table.reach_around(BoardNo::One, from);
        let around: Vec<String> = around.iter().map(|square| square.to_string()).collect();
        let (takes, steps): (Vec<Square>, Vec<Square>) =
            reached.iter().partition(|to| position.piece_at(**to).is_some());
        let mut label = format!("A {} on {from} can go to {}", piece.form().name(), listed(&steps));
        if !takes.is_empty() {
            let _ = write!(label, ", and captures on {}", listed(&takes));
        }
        if !around.is_empty() {
            let _ = write!(label, "; around the edge it reaches {}", joined(&around));
        }
        let mut view = view(position, false);
        if let Some(square) = view.squares.iter_mut().find(|square| square.name == from.to_string()) {
            square.around = around;
        }
        Some(Self::drawn(label, &view, &steps, &takes, &[]))
    }

    fn blast(mut table: Table, mv: Move) -> Option<Self> {
        let (form, center) = (mv.dropped()?, mv.to()?);
        let mut view = view(table.board(BoardNo::One), true);
        let played = table.attempt(BoardNo::One, &mv, Roll::default()).ok()?.played()?;
        if let Some(square) = view.squares.iter_mut().find(|square| square.name == center.to_string()) {
            square.last = true;
            square.piece.get_or_insert(piece_view(Piece::new(played.seat.army(), form)));
        }
        let ruins: Vec<Square> = played.destroyed.iter().map(|(square, _)| *square).collect();
        let told: Vec<String> = played
            .destroyed
            .iter()
            .map(|(square, piece)| {
                format!("the {} {} on {square}", army_word(piece.army), piece.form().name())
            })
            .collect();
        let label = format!("A bomb dropped on {center} destroys {}", joined(&told));
        Some(Self::drawn(label, &view, &[], &[], &ruins))
    }

    fn passing(mut table: Table, mv: Move) -> Option<Self> {
        let name = table.board(BoardNo::One).piece_at(mv.from()?)?.form().name();
        table.attempt(BoardNo::One, &mv, Roll::default()).ok()?.played()?;
        let position = table.board(BoardNo::One);
        let victim = mv.to()?;
        let mut ways: Vec<(Square, Square)> = Vec::new();
        for step in table.legal(BoardNo::One, Roll::default()) {
            let mut after = table.clone();
            let played = after.attempt(BoardNo::One, &step, Roll::default()).ok()?.played()?;
            if let (Some(on), Some(from), Some(to)) = (played.captured_on, step.from(), step.to())
                && on == victim
                && to != victim
            {
                ways.push((from, to));
            }
        }
        let told: Vec<String> = ways.iter().map(|(from, to)| format!("from {from} to {to}")).collect();
        let label = format!("A {name} that leapt to {victim} can be captured in passing {}", joined(&told));
        let mut view = view(position, false);
        for square in &mut view.squares {
            square.last =
                [mv.from(), mv.to()].into_iter().flatten().any(|end| end.to_string() == square.name);
        }
        let takes: Vec<Square> = ways.into_iter().map(|(_, to)| to).collect();
        Some(Self::drawn(label, &view, &[], &takes, &[]))
    }

    fn drawn(label: String, view: &BoardView, steps: &[Square], takes: &[Square], ruins: &[Square]) -> Self {
        let placed = |square: &Square| {
            let row = view.ranks.saturating_sub(square.rank() + 1);
            (u32::from(square.file()), u32::from(row))
        };
        let mut crosses = String::new();
        for (column, row) in ruins.iter().map(placed) {
            // Writing to a String cannot fail.
            let _ = write!(crosses, "M{column}.15 {row}.15l.7 .7m0-.7l-.7 .7");
        }
        Self {
            label,
            board: MiniBoard::new(view, 0),
            steps: steps.iter().map(placed).collect(),
            takes: takes.iter().map(placed).collect(),
            ruins: crosses,
        }
    }
}

/// A game on one board in which kings are captured knows every piece.
fn read(board: &str) -> Option<Table> {
    Table::parse(&RuleSet::by_name("dice-chess").ok()?, board).ok()
}

fn reach(table: &Table, from: Square) -> Vec<Square> {
    let moves = table.legal(BoardNo::One, Roll::default());
    let mut reached: Vec<Square> =
        moves.iter().filter(|mv| mv.from() == Some(from)).filter_map(Move::to).collect();
    reached.dedup();
    reached
}

/// `a3, c5 and e7`.
fn joined(parts: &[String]) -> String {
    match parts.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
    }
}

fn listed(squares: &[Square]) -> String {
    joined(&squares.iter().map(ToString::to_string).collect::<Vec<_>>())
}

fn view(position: &Position, kings: bool) -> BoardView {
    let geometry = position.geometry();
    let square = |square: Square| SquareView {
        name: square.to_string(),
        light: square.is_light(),
        piece: position.piece_at(square).filter(|piece| kings || piece.kind != Kind::King).map(piece_view),
        pyramid: position.occupant_at(square) == Some(Occupant::Pyramid),
        cell: position.occupant_at(square) == Some(Occupant::Cell),
        treasure: None,
        around: Vec::new(),
        last: false,
    };
    BoardView {
        board: BoardNo::One,
        files: geometry.files(),
        ranks: geometry.ranks(),
        bottom: Army::White,
        squares: geometry.squares().map(square).collect(),
        cylinder: geometry.topology() == Topology::Cylinder,
        to_move: position.to_move(),
        plies: 0,
        fen: position.text(),
        seq: 0,
    }
}

/// A piece as pages draw it.
pub(super) fn piece_view(piece: Piece) -> PieceView {
    PieceView {
        army: piece.army,
        letter: piece.kind.letter(),
        marks: piece.marks.to_string(),
        name: piece.form().name(),
    }
}
