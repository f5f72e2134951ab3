//! Draws a [`View`] as a picture of its boards with hands, dice and last moves, as SVG and as PNG.
//!
//! Used in mails (640 pixels wide), for `/m/{id}.png` and wherever a page cannot draw for itself. The pieces
//! are the symbols of `static/pieces.svg`, so a picture and a page show the same set. There is no text in a
//! picture, therefore no font is needed: equal pieces of a hand overlap, dice show their pips.

pub mod around;
mod encode;

use crate::domain::seat::{Army, Seat, Team};
use crate::domain::view::{BoardView, PieceView, Relation, SeatView, TurnView, View};
use around::{Around, Way};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

const SPRITE: &str = include_str!("../static/pieces.svg");

/// Sides in units of the picture; a square of the board is 40.
const SQUARE: u32 = 40;
const TRAY: u32 = 46;
const MARGIN: u32 = 12;
const GAP: u32 = 24;

/// The widest picture that is drawn, in pixels.
pub const MAX_WIDTH: u32 = 2400;

const PAPER: &str = "#f6f1e7";
const TRAY_FILL: &str = "#e6d9c5";
const LIGHT: &str = "#efe3cd";
const DARK: &str = "#b58f6c";
const LAST_LIGHT: &str = "#e3c565";
const LAST_DARK: &str = "#cfa944";
const STAMP: &str = "#b3372b";
const POST: &str = "#2f5d62";
const INK: &str = "#2b2723";
/// The colours of what belongs to nobody: a pyramid.
const NOBODY: &str = "fill=\"#cdb98a\" stroke=\"#4a3d22\" color=\"#4a3d22\"";

/// Why no picture could be made.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The width is 0 or above [`MAX_WIDTH`].
    #[error("a picture is 1 to {MAX_WIDTH} pixels wide, not {0}")]
    Width(u32),
    /// The drawing was not understood, which is a fault of this program.
    #[error("the drawing could not be read: {0}")]
    Drawing(#[from] resvg::usvg::Error),
    /// The picture could not be written as PNG.
    #[error("the picture could not be encoded: {0}")]
    Encoding(#[from] png::EncodingError),
}

/// The boards of `view` as its viewer sees them, as a PNG of `width` pixels.
pub fn png(view: &View, width: u32) -> Result<Vec<u8>, PictureError> {
    if width == 0 || width > MAX_WIDTH {
        return Err(PictureError::Width(width));
    }
    let (units_wide, units_high) = size(view);
    let height = (width * units_high).div_ceil(units_wide).max(1);
    let tree = Tree::from_str(&svg(view), &Options::default())?;
    let mut pixels = Pixmap::new(width, height).ok_or(PictureError::Width(width))?;
    let scale = small(width) / small(units_wide);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    encode::png(&pixels)
}

/// A length as a float; lengths here fit 16 bits, larger ones are cut.
fn small(length: u32) -> f32 {
    f32::from(u16::try_from(length).unwrap_or(u16::MAX))
}

/// The same as SVG, complete in itself.
#[must_use]
pub fn svg(view: &View) -> String {
    let (width, height) = size(view);
    let mut drawing = Drawing::default();
    let mut x = MARGIN;
    for board in ordered(view) {
        drawing.side(view, board, x, height);
        x += u32::from(board.files) * SQUARE + GAP;
    }
    let symbols: String = drawing.used.iter().filter_map(|id| symbol(id)).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">{symbols}<rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>\
         {}</svg>",
        drawing.body
    )
}

/// The viewer's own board first, as on the page.
fn ordered(view: &View) -> Vec<&BoardView> {
    let mut boards: Vec<&BoardView> = view.boards.iter().collect();
    boards.sort_by_key(|board| view.you.is_some_and(|you| you.board() != board.board));
    boards
}

fn size(view: &View) -> (u32, u32) {
    let files: u32 = view.boards.iter().map(|board| u32::from(board.files)).sum();
    let ranks = view.boards.iter().map(|board| u32::from(board.ranks)).max().unwrap_or(8);
    let gaps = GAP * u32::try_from(view.boards.len().saturating_sub(1)).unwrap_or(0);
    (files.max(1) * SQUARE + gaps + 2 * MARGIN, ranks * SQUARE + 2 * TRAY + 2 * MARGIN)
}

/// The text of one symbol of the sprite, without the comment and blank lines around it.
fn symbol(id: &str) -> Option<&'static str> {
    let start = SPRITE.find(&format!("<symbol id=\"{id}\""))?;
    let rest = SPRITE.get(start..)?;
    let end = rest.find("</symbol>")? + "</symbol>".len();
    rest.get(..end)
}

/// The sprite's symbols that draw a piece with its marks, bottom first (RULES §13).
#[must_use]
pub fn symbols(piece: &PieceView) -> Vec<&'static str> {
    let body = match piece.letter.to_ascii_uppercase() {
        'K' => "K",
        'Q' => "Q",
        'R' => "R",
        'B' => "B",
        'N' => "N",
        'C' => "C",
        'G' => "G",
        'Z' => "Z",
        'T' => "T",
        'X' => "X",
        'Y' | '*' => "Y",
        _ => "P",
    };
    let marks = [('~', "m-promoted"), ('^', "m-cyl"), ('!', "m-smart"), ('@', "m-ring"), ('$', "m-cloak")];
    let worn = marks.into_iter().filter(|(mark, _)| piece.marks.contains(*mark)).map(|(_, symbol)| symbol);
    std::iter::once(body).chain(worn).collect()
}

#[derive(Default)]
struct Drawing {
    body: String,
    used: BTreeSet<&'static str>,
}

impl Drawing {
    fn add(&mut self, part: fmt::Arguments<'_>) {
        // Writing to a String cannot fail.
        let _ = self.body.write_fmt(part);
    }

    /// One board with the trays of its seats; smaller boards stand in the middle of the height.
    fn side(&mut self, view: &View, board: &BoardView, x: u32, height: u32) {
        let tall = u32::from(board.ranks) * SQUARE;
        let top = (height - tall) / 2;
        let below = Seat::at(board.board, board.bottom);
        let turn = view.turns.iter().find(|turn| turn.board == board.board);
        for (seat, y) in [(below.opponent(), top - TRAY), (below, top + tall)] {
            if let Some(held) = view.seats.iter().find(|held| held.seat == seat) {
                self.tray(held, turn, x, y, u32::from(board.files) * SQUARE);
            }
        }
        self.board(board, x, top);
    }

    fn board(&mut self, board: &BoardView, x: u32, y: u32) {
        let (files, ranks) = (u32::from(board.files), u32::from(board.ranks));
        let placed = |index: u32| {
            let (file, rank) = (index % files.max(1), index / files.max(1));
            match board.bottom {
                Army::White => (x + file * SQUARE, y + ranks.saturating_sub(rank + 1) * SQUARE),
                Army::Black => (x + (files - file - 1) * SQUARE, y + rank * SQUARE),
            }
        };
        let (wide, tall) = (files * SQUARE, ranks * SQUARE);
        self.add(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{tall}\" fill=\"{LIGHT}\"/>"
        ));
        for (index, square) in (0u32..).zip(&board.squares) {
            let fill = match (square.last, square.light) {
                (false, true) => continue,
                (false, false) => DARK,
                (true, true) => LAST_LIGHT,
                (true, false) => LAST_DARK,
            };
            let (x, y) = placed(index);
            self.add(format_args!("<path d=\"M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z\" fill=\"{fill}\"/>"));
        }
        for (index, square) in (0u32..).zip(&board.squares) {
            let (x, y) = placed(index);
            if let Some(piece) = &square.piece {
                self.piece(piece, x + 1, y + 1, SQUARE - 2);
            } else if square.pyramid {
                self.drawn(&["Y"], NOBODY, x + 1, y + 1, SQUARE - 2);
            }
        }
        self.around(board, placed);
    }

    /// What cylindrical pieces reach around the edge: dashed frames, and arrowheads where the ways cross.
    fn around(&mut self, board: &BoardView, placed: impl Fn(u32) -> (u32, u32)) {
        let marks = Around::of(board);
        for &index in &marks.reached {
            let (x, y) = placed(u32::try_from(index).unwrap_or(0));
            let side = SQUARE - 6;
            self.add(format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"2\" fill=\"none\" stroke=\"{INK}\" \
                 stroke-width=\"1.4\" stroke-dasharray=\"4 3\" stroke-opacity=\"0.6\"/>",
                x + 3,
                y + 3
            ));
        }
        for (&(index, edge), &way) in &marks.crossed {
            let (x, y) = placed(u32::try_from(index).unwrap_or(0));
            let right = edge.is_right(board.bottom == Army::Black);
            let (edge_x, middle) = (if right { x + SQUARE } else { x }, y + SQUARE / 2);
            // A board has its margin, so what is left of its edge is still in the picture.
            let (from, tip) = match (right, way) {
                (true, Way::Out) => (edge_x + 1, edge_x + 8),
                (true, Way::In) => (edge_x + 8, edge_x + 1),
                (false, Way::Out) => (edge_x - 1, edge_x - 8),
                (false, Way::In) => (edge_x - 8, edge_x - 1),
            };
            self.add(format_args!(
                "<path d=\"M{from} {}L{tip} {middle}L{from} {}z\" fill=\"{POST}\"/>",
                middle - 6,
                middle + 6
            ));
        }
    }

    /// A seat's hand, its team's colour at the left, dice and the mark of who decides at the right.
    fn tray(&mut self, held: &SeatView, turn: Option<&TurnView>, x: u32, y: u32, wide: u32) {
        let (top, high) = (y + 4, TRAY - 8);
        let colour = team_colour(held);
        self.add(format_args!(
            "<rect x=\"{x}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\" rx=\"4\" fill=\"{TRAY_FILL}\"/>\
             <rect x=\"{x}\" y=\"{top}\" width=\"6\" height=\"{high}\" rx=\"3\" fill=\"{colour}\"/>"
        ));
        let mut right = x + wide - 6;
        if turn.is_some_and(|turn| turn.decider == held.seat) {
            let middle = top + high / 2;
            self.add(format_args!("<circle cx=\"{}\" cy=\"{middle}\" r=\"6\" fill=\"{STAMP}\"/>", right - 6));
            right -= 20;
        }
        if let Some(roll) = turn.filter(|turn| turn.mover == held.seat).and_then(|turn| turn.roll.as_ref()) {
            let worst = roll.worst_die.map(|face| (face, if roll.worst { STAMP } else { INK }));
            for (face, colour) in worst.into_iter().chain([(roll.kind_die, INK)]) {
                right -= 34;
                self.die(face, colour, right, top + 4);
            }
        }
        self.hand(held, x + 14, top + 2, right.saturating_sub(8));
    }

    /// Equal pieces overlap; what does not fit before `end` is pushed together.
    fn hand(&mut self, held: &SeatView, start: u32, y: u32, end: u32) {
        let size = TRAY - 12;
        let total: u32 = held.hand.iter().map(|pieces| 16 * u32::from(pieces.count) + 20).sum();
        let room = end.saturating_sub(start);
        let squeeze = |offset: u32| start + if total > room { offset * room / total } else { offset };
        let mut offset = 0;
        for pieces in &held.hand {
            for _ in 0..pieces.count {
                self.piece(&pieces.piece, squeeze(offset), y, size);
                offset += 16;
            }
            offset += 20;
        }
    }

    fn die(&mut self, face: u8, colour: &str, x: u32, y: u32) {
        let Some(pips) = ["d1", "d2", "d3", "d4", "d5", "d6"].get(usize::from(face).wrapping_sub(1)) else {
            return;
        };
        self.used.insert(pips);
        self.add(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"29\" height=\"29\" rx=\"6\" fill=\"#fffdf8\" stroke=\"{colour}\" \
             stroke-width=\"2\"/><g fill=\"{colour}\"><use href=\"#{pips}\" x=\"{x}\" y=\"{y}\" width=\"29\" \
             height=\"29\"/></g>"
        ));
    }

    fn piece(&mut self, piece: &PieceView, x: u32, y: u32, size: u32) {
        let colours = match (piece.letter, piece.army) {
            ('Y' | '*', _) => NOBODY,
            (_, Army::White) => "fill=\"#fffaf0\" stroke=\"#33291f\" color=\"#33291f\"",
            (_, Army::Black) => "fill=\"#33291f\" stroke=\"#17110b\" color=\"#f1e4cd\"",
        };
        let ghost = if piece.marks.contains('?') { " opacity=\"0.45\"" } else { "" };
        self.drawn(&symbols(piece), &format!("{colours}{ghost}"), x, y, size);
    }

    /// Symbols over one another, with the attributes of their group.
    fn drawn(&mut self, symbols: &[&'static str], attributes: &str, x: u32, y: u32, size: u32) {
        self.add(format_args!("<g {attributes}>"));
        for id in symbols {
            self.used.insert(id);
            self.add(format_args!(
                "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\"/>"
            ));
        }
        self.add(format_args!("</g>"));
    }
}

/// Green for the viewer's team, red for the other; for spectators green and ink.
const fn team_colour(held: &SeatView) -> &'static str {
    match (held.relation, held.seat.team()) {
        (Relation::You | Relation::Partner, _) | (Relation::Stranger, Team::First) => POST,
        (Relation::Opponent | Relation::Rival, _) => STAMP,
        (Relation::Stranger, Team::Second) => INK,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(letter: char, marks: &str) -> PieceView {
        PieceView { army: Army::Black, letter, marks: marks.into(), name: String::new() }
    }

    #[test]
    fn marks_lie_over_the_piece() {
        assert_eq!(symbols(&piece('N', "^!")), ["N", "m-cyl", "m-smart"]);
        assert_eq!(symbols(&piece('Q', "~")), ["Q", "m-promoted"]);
        assert_eq!(symbols(&piece('P', "")), ["P"]);
    }

    #[test]
    fn every_symbol_is_in_the_sprite() {
        for letter in "KQRBNPCGZTXY".chars() {
            for symbol in symbols(&piece(letter, "~^!@$")) {
                assert!(super::symbol(symbol).is_some(), "{symbol}");
            }
        }
        assert!((1..=6).all(|face| symbol(&format!("d{face}")).is_some()));
    }
}
