//! Standard algebraic notation, with drops as `N@f3`, and BPGN's numbers (RULES §13).
//!
//! `+` stands after a move that leaves the enemy king in check (in king-capture games: attacked), `#`
//! after mate and after the capture of a king, which has no notation of its own in chess.

use super::geometry::Wing;
use super::kind::Kind;
use super::moves::Move;
use super::outcome::{Outcome, Roll, WinBy};
use super::piece::Piece;
use super::square::Square;
use super::table::Table;
use crate::domain::seat::{Army, BoardNo, Seat};

impl Table {
    /// A move of the mover in short algebraic notation, before it is played. A move that cannot be played
    /// is written as its text.
    #[must_use]
    pub fn notation(&self, board: BoardNo, mv: &Move) -> String {
        let mut after = self.clone();
        let Ok(played) = after.play(board, mv, Roll::default()) else { return mv.to_string() };
        let mut text = match (*mv, played.castled, played.moved) {
            (_, Some(Wing::King), _) => "O-O".to_owned(),
            (_, Some(Wing::Queen), _) => "O-O-O".to_owned(),
            (Move::Step { from, to, promotion }, None, Some(piece)) => {
                self.step_notation(board, piece, (from, to), promotion, played.captured.is_some())
            }
            _ => mv.to_string(),
        };
        if after.is_won_on(board, self) {
            text.push('#');
        } else if *mv != Move::Sit && after.king_attacked(played.seat.opponent()) {
            text.push('+');
        }
        text
    }

    /// Whether the move that led here from `before` captured the king or mated on this board.
    fn is_won_on(&self, board: BoardNo, before: &Self) -> bool {
        let ended = self.ended[board].is_some() && before.ended[board].is_none();
        let won = matches!(self.outcome, Some(Outcome::Win { by: WinBy::KingCapture | WinBy::Mate, .. }));
        won || (ended && self.mated(board, true).is_some())
    }

    fn step_notation(
        &self,
        board: BoardNo,
        piece: Piece,
        (from, to): (Square, Square),
        promotion: Option<Kind>,
        captures: bool,
    ) -> String {
        let takes = if captures { "x" } else { "" };
        let mut text = if piece.kind == Kind::Pawn {
            if captures { format!("{}x{to}", file(from)) } else { to.to_string() }
        } else {
            let shown = piece.marks.in_hand();
            let origin = self.origin(board, piece, (from, to));
            format!("{}{shown}{origin}{takes}{to}", piece.kind.letter())
        };
        if let Some(kind) = promotion {
            text.push('=');
            text.push(kind.letter());
        }
        text
    }

    /// What tells the piece from others of its form that could go to the same square: nothing, its file,
    /// its rank, or its square.
    fn origin(&self, board: BoardNo, piece: Piece, (from, to): (Square, Square)) -> String {
        let rivals: Vec<Square> = self
            .legal(board, Roll::default())
            .iter()
            .filter(|mv| mv.to() == Some(to))
            .filter_map(Move::from)
            .filter(|other| *other != from && self.is_alike(board, piece, *other))
            .collect();
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|rival| rival.file() != from.file()) {
            file(from).to_string()
        } else if rivals.iter().all(|rival| rival.rank() != from.rank()) {
            (from.rank() + 1).to_string()
        } else {
            from.to_string()
        }
    }

    /// Whether notation would call what stands on a square by the same name.
    fn is_alike(&self, board: BoardNo, piece: Piece, square: Square) -> bool {
        self.boards[board]
            .piece_at(square)
            .is_some_and(|other| other.kind == piece.kind && other.marks.in_hand() == piece.marks.in_hand())
    }

    /// The number of the next move on a board as BPGN writes it: `3A.` for White1, `3a.` for Black2, `3B.`
    /// for White3, `3b.` for Black4.
    #[must_use]
    pub fn label(&self, board: BoardNo) -> String {
        format!("{}{}.", self.boards[board].move_number(), letter(self.mover(board)))
    }
}

fn file(square: Square) -> char {
    char::from(b'a' + square.file())
}

/// A seat as BPGN names it.
const fn letter(seat: Seat) -> char {
    match (seat.board(), seat.army()) {
        (BoardNo::One, Army::White) => 'A',
        (BoardNo::One, Army::Black) => 'a',
        (BoardNo::Two, Army::White) => 'B',
        (BoardNo::Two, Army::Black) => 'b',
    }
}
