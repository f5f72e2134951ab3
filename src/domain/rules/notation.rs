//! Standard algebraic notation, with drops as `N@f3`, and BPGN's numbers (RULES §13).
//!
//! `+` stands after a move that leaves the enemy king in check (in king-capture games: attacked), `#`
//! after mate and after the capture of a king, which has no notation of its own in chess.

use super::apply::Facts;
use super::generate::Generator;
use super::geometry::Wing;
use super::kind::Kind;
use super::moves::Move;
use super::outcome::Roll;
use super::piece::Piece;
use super::position::Position;
use super::refusal::Refusal;
use super::square::Square;
use super::table::{Played, Table};
use crate::domain::seat::{Army, BoardNo, Seat};

impl Table {
    /// A move of the mover in short algebraic notation, before it is played. A move that cannot be played
    /// is written as its text.
    #[must_use]
    pub fn notation(&self, board: BoardNo, mv: &Move) -> String {
        self.notations(board, std::slice::from_ref(mv)).pop().unwrap_or_default()
    }

    /// The same for several moves, in their order; cheaper than one by one.
    #[must_use]
    pub fn notations(&self, board: BoardNo, moves: &[Move]) -> Vec<String> {
        let position = &self.boards[board];
        let mut legal = Vec::new();
        if !self.board_over(board) {
            legal = Generator::new(position, &self.rules, position.to_move).all();
        }
        let written = |mv: &Move| {
            if legal.contains(mv) { self.written(board, *mv, &legal) } else { mv.to_string() }
        };
        moves.iter().map(written).collect()
    }

    /// Plays a move as [`Self::play`] does, and gives its notation, too.
    pub fn play_noted(&mut self, board: BoardNo, mv: &Move, roll: Roll) -> Result<(Played, String), Refusal> {
        self.admit(board, *mv, roll)?;
        let text = self.notation(board, mv);
        Ok((self.carry_out(board, *mv), text))
    }

    fn written(&self, board: BoardNo, mv: Move, legal: &[Move]) -> String {
        let mut after = self.boards[board].clone();
        let facts = after.apply(mv, &self.rules);
        let mut text = match (mv, facts.castled, facts.moved) {
            (_, Some(Wing::King), _) => "O-O".to_owned(),
            (_, Some(Wing::Queen), _) => "O-O-O".to_owned(),
            (Move::Step { from, to, promotion }, None, Some(piece)) => {
                let rivals = self.rivals(board, piece, (from, to), legal);
                step_notation(piece, (from, to), promotion, facts.captured.is_some(), &rivals)
            }
            _ => mv.to_string(),
        };
        text.push_str(self.mark(board, &mut after, &facts));
        text
    }

    /// `#` for mate or a captured king, `+` for an attacked one.
    fn mark(&self, board: BoardNo, after: &mut Position, facts: &Facts) -> &'static str {
        let army = after.to_move;
        let Some(king) = after.king(army) else { return "#" };
        if !after.placement.attacked(king, army.other(), None) {
            return "";
        }
        // A pawn that comes home can be the piece that saves from mate.
        let seat = Seat::at(board, army);
        for (to, form) in self.arrivals(seat.opponent(), facts) {
            if to == seat {
                after.receive(army, form);
            }
        }
        let last = self.ended[board.other()].is_some();
        if Generator::new(after, &self.rules, army).mated(last) { "#" } else { "+" }
    }

    /// The squares of other pieces that notation would call by the same name and that could go to the same
    /// square.
    fn rivals(
        &self,
        board: BoardNo,
        piece: Piece,
        (from, to): (Square, Square),
        legal: &[Move],
    ) -> Vec<Square> {
        let alike = |square: &Square| {
            self.boards[board].piece_at(*square).is_some_and(|other| {
                other.kind == piece.kind && other.marks.in_hand() == piece.marks.in_hand()
            })
        };
        let there = legal.iter().filter(|mv| mv.to() == Some(to)).filter_map(Move::from);
        there.filter(|square| *square != from).filter(alike).collect()
    }

    /// The number of the next move on a board as BPGN writes it: `3A.` for White1, `3a.` for Black2, `3B.`
    /// for White3, `3b.` for Black4.
    #[must_use]
    pub fn label(&self, board: BoardNo) -> String {
        format!("{}{}.", self.boards[board].move_number(), letter(self.mover(board)))
    }
}

fn step_notation(
    piece: Piece,
    (from, to): (Square, Square),
    promotion: Option<Kind>,
    captures: bool,
    rivals: &[Square],
) -> String {
    let takes = if captures { "x" } else { "" };
    let mut text = if piece.kind != Kind::Pawn {
        format!("{}{}{}{takes}{to}", piece.kind.letter(), piece.marks.in_hand(), origin(from, rivals))
    } else if captures {
        format!("{}x{to}", file(from))
    } else {
        to.to_string()
    };
    if let Some(kind) = promotion {
        text.push('=');
        text.push(kind.letter());
    }
    text
}

/// What tells a piece from its rivals: nothing, its file, its rank, or its square.
fn origin(from: Square, rivals: &[Square]) -> String {
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
