//! Standard algebraic notation, with drops as `N@f3`, and BPGN's numbers (RULES §13).
//!
//! `+` stands after a move that leaves the enemy king in check (in king-capture games: attacked), `#`
//! after mate and after the capture of a king, which has no notation of its own in chess.

use super::apply::Facts;
use super::bump::Tried;
use super::eye::{Eye, Sight};
use super::generate::Generator;
use super::geometry::Wing;
use super::kind::Kind;
use super::moves::Move;
use super::outcome::Roll;
use super::piece::{Item, Piece};
use super::position::Position;
use super::refusal::Refusal;
use super::square::Square;
use super::table::Table;
use crate::domain::seat::{Army, BoardNo, Seat};
use serde::{Deserialize, Serialize};

/// A move in notation, as each reader may know it (RULES §10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noted {
    /// For whom may see everything.
    pub all: String,
    /// For the two teams of the board, White's first.
    teams: [String; 2],
    /// For onlookers.
    pub public: String,
}

impl Noted {
    /// What these eyes read of a move on a board.
    #[must_use]
    pub fn by(&self, eye: Eye, board: BoardNo) -> &str {
        match eye.on(board) {
            Sight::All => &self.all,
            Sight::Public => &self.public,
            Sight::Of(army) => &self.teams[army as usize],
        }
    }

    fn same(text: String) -> Self {
        Self { teams: [text.clone(), text.clone()], public: text.clone(), all: text }
    }
}

impl Table {
    /// Moves that are offered on a board, in short algebraic notation as their decider reads it, before they
    /// are played, in their order. A move that cannot be played is written as its text.
    #[must_use]
    pub fn notations(&self, board: BoardNo, moves: &[Move], roll: Roll) -> Vec<String> {
        self.written(board, moves, &self.view(board, roll.worst))
    }

    /// Tries a move as [`Self::attempt`] does, and gives its notation, too; of a bump that of the try.
    pub fn attempt_noted(
        &mut self,
        board: BoardNo,
        mv: &Move,
        roll: Roll,
    ) -> Result<(Tried, Noted), Refusal> {
        self.admit(board, *mv, roll)?;
        let noted = self.noted(board, *mv);
        Ok((self.try_out(board, *mv, roll), noted))
    }

    /// A move on the true board, as each reader may know it.
    fn noted(&self, board: BoardNo, mv: Move) -> Noted {
        let position = &self.boards[board];
        let as_seen = |view: &Position| self.written(board, &[mv], view).pop().unwrap_or_default();
        let wears = mv
            .from()
            .and_then(|from| position.piece_at(from))
            .is_some_and(|piece| piece.marks.wears(Item::Ring));
        if !position.hides() && !wears {
            return Noted::same(as_seen(position));
        }
        let mut after = position.clone();
        let facts = after.apply(mv, &self.rules);
        let read = |sight: Sight| {
            let unseen = (facts.hid, facts.moved.is_some_and(Piece::is_hidden));
            if sight.sees(position.to_move) || unseen == (false, false) {
                return as_seen(&position.seen(sight));
            }
            let mut text = hidden_notation(&facts, mv, unseen);
            text.push_str(self.mark(board, &mut after.seen(sight).into_owned(), &facts));
            text
        };
        let [white, black] = Army::ALL.map(|army| read(Sight::Of(army)));
        Noted { all: read(Sight::All), teams: [white, black], public: read(Sight::Public) }
    }

    /// Moves as they are written by what a board looks like.
    fn written(&self, board: BoardNo, moves: &[Move], view: &Position) -> Vec<String> {
        let mut legal = Vec::new();
        if !self.board_over(board) {
            legal = Generator::new(view, &self.rules, view.to_move).all();
        }
        let text = |mv: &Move| {
            if legal.contains(mv) { self.written_one(board, view, *mv, &legal) } else { mv.to_string() }
        };
        moves.iter().map(text).collect()
    }

    fn written_one(&self, board: BoardNo, view: &Position, mv: Move, legal: &[Move]) -> String {
        let mut after = view.clone();
        let facts = after.apply(mv, &self.rules);
        let mut text = match (mv, facts.castled, facts.moved) {
            (_, Some(Wing::King), _) => "O-O".to_owned(),
            (_, Some(Wing::Queen), _) => "O-O-O".to_owned(),
            (Move::Step { from, to, promotion }, None, Some(piece)) => {
                let rivals = rivals(view, piece, (from, to), legal);
                step_notation(piece, (from, to), promotion, facts.captures(), &rivals)
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

    /// The number of the next move on a board as BPGN writes it: `3A.` for White1, `3a.` for Black2, `3B.`
    /// for White3, `3b.` for Black4.
    #[must_use]
    pub fn label(&self, board: BoardNo) -> String {
        format!("{}{}.", self.boards[board].move_number(), letter(self.mover(board)))
    }
}

/// The squares of other pieces that notation would call by the same name and that could go to the same
/// square.
fn rivals(view: &Position, piece: Piece, (from, to): (Square, Square), legal: &[Move]) -> Vec<Square> {
    let alike = |square: &Square| {
        view.piece_at(*square)
            .is_some_and(|other| other.kind == piece.kind && other.marks.in_hand() == piece.marks.in_hand())
    };
    let there = legal.iter().filter(|mv| mv.to() == Some(to)).filter_map(Move::from);
    there.filter(|square| *square != from).filter(alike).collect()
}

/// A move of a ring's wearer for those who do not see where it goes, or where it came from: `Nb1?` left b1,
/// `N?` moved where nobody sees, `N?xc4` came out of hiding.
fn hidden_notation(facts: &Facts, mv: Move, (hides, hidden): (bool, bool)) -> String {
    let Some(piece) = facts.moved else { return mv.to_string() };
    let name = format!("{}{}", piece.kind.letter(), piece.marks.in_hand());
    let from = mv.from().filter(|_| !hidden).map(|from| from.to_string()).unwrap_or_default();
    if hides {
        return format!("{name}{from}?");
    }
    let takes = if facts.captures() { "x" } else { "" };
    let to = mv.to().map(|to| to.to_string()).unwrap_or_default();
    let became = facts.promoted.map(|kind| format!("={}", kind.letter())).unwrap_or_default();
    format!("{name}?{takes}{to}{became}")
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
