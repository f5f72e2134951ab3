//! Standard algebraic notation, with drops as `N@f3`, and BPGN's numbers (RULES §13).
//!
//! `+` stands after a move that leaves the enemy king in check (in king-capture games: attacked), `#`
//! after mate and after the capture of a king, which has no notation of its own in chess.

use super::geometry::Wing;
use super::kind::Kind;
use super::moves::Move;
use super::outcome::{Due, Outcome, Roll, WinBy};
use super::piece::Piece;
use super::refusal::Refusal;
use super::square::Square;
use super::table::{Played, Table};
use crate::domain::seat::{Army, BoardNo, Seat};

impl Table {
    /// A move of the mover in short algebraic notation, before it is played. A move that cannot be played
    /// is written as its text.
    #[must_use]
    pub fn notation(&self, board: BoardNo, mv: &Move) -> String {
        self.noted(board, *mv, &self.within_roll(board, Roll::default()))
    }

    /// Moves of one board as [`Self::notation`] writes each, in less time.
    #[must_use]
    pub fn notations(&self, board: BoardNo, moves: &[Move]) -> Vec<String> {
        let all = self.within_roll(board, Roll::default());
        moves.iter().map(|mv| self.noted(board, *mv, &all)).collect()
    }

    /// Plays a move as [`Self::play`] does, and gives its notation, too.
    pub fn play_noted(&mut self, board: BoardNo, mv: &Move, roll: Roll) -> Result<(Played, String), Refusal> {
        self.admit(board, *mv, roll)?;
        let origin = self.origin(board, *mv, &self.within_roll(board, Roll::default()));
        let had_ended = self.board_over(board);
        let played = self.carry_out(board, *mv);
        let text = self.written(board, &played, &origin, had_ended);
        Ok((played, text))
    }

    /// One move in notation; `all` is whatever the mover can play but sit.
    fn noted(&self, board: BoardNo, mv: Move, all: &[Move]) -> String {
        let due = matches!(self.due(board), Due::Turn(_));
        let may = due && (all.contains(&mv) || self.sits(board, mv));
        if !may {
            return mv.to_string();
        }
        let mut after = self.clone();
        let played = after.carry_out(board, mv);
        after.written(board, &played, &self.origin(board, mv, all), self.board_over(board))
    }

    /// Whether the move is to sit, and the mover may.
    fn sits(&self, board: BoardNo, mv: Move) -> bool {
        mv == Move::Sit && self.sitting(self.mover(board), Roll::default()).is_ok()
    }

    /// The notation of the move that led here.
    fn written(&self, board: BoardNo, played: &Played, origin: &str, had_ended: bool) -> String {
        let mut text = match (played.castled, played.moved) {
            (Some(Wing::King), _) => "O-O".to_owned(),
            (Some(Wing::Queen), _) => "O-O-O".to_owned(),
            (None, Some(piece)) => step_notation(piece, played, origin),
            (None, None) => played.mv.to_string(),
        };
        if self.is_won_on(board, had_ended) {
            text.push('#');
        } else if played.mv != Move::Sit && self.king_attacked(played.seat.opponent()) {
            text.push('+');
        }
        text
    }

    /// Whether the move that led here captured the king or mated on this board.
    fn is_won_on(&self, board: BoardNo, had_ended: bool) -> bool {
        let ended = self.ended[board].is_some() && !had_ended;
        let won = matches!(self.outcome, Some(Outcome::Win { by: WinBy::KingCapture | WinBy::Mate, .. }));
        won || (ended && self.mated(board, true).is_some())
    }

    /// What tells a piece from others of its form that could go to the same square: nothing, its file,
    /// its rank, or its square. Pawns need no telling.
    fn origin(&self, board: BoardNo, mv: Move, all: &[Move]) -> String {
        let Move::Step { from, to, .. } = mv else { return String::new() };
        let piece = self.boards[board].piece_at(from).filter(|piece| piece.kind != Kind::Pawn);
        let Some(piece) = piece else { return String::new() };
        let rivals: Vec<Square> = all
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

/// A step or a drop of a piece, by what tells it from others.
fn step_notation(piece: Piece, played: &Played, origin: &str) -> String {
    let Move::Step { from, to, promotion } = played.mv else { return played.mv.to_string() };
    let takes = if played.captured.is_some() { "x" } else { "" };
    let mut text = if piece.kind != Kind::Pawn {
        format!("{}{}{origin}{takes}{to}", piece.kind.letter(), piece.marks.in_hand())
    } else if takes.is_empty() {
        to.to_string()
    } else {
        format!("{}x{to}", file(from))
    };
    if let Some(kind) = promotion {
        text.push('=');
        text.push(kind.letter());
    }
    text
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
