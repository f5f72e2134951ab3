//! A table: the boards of one game with all that decides what may be played and when it ends.

use super::geometry::Wing;
use super::hand::Hand;
use super::kind::Kind;
use super::moves::Move;
use super::outcome::{Due, Outcome, Roll};
use super::piece::{Form, Piece};
use super::position::Position;
use super::refusal::Refusal;
use super::ruleset::RuleSet;
use super::square::Square;
use super::table_text::{TableError, TableForm};
use crate::domain::seat::{BoardNo, ByBoard, BySeat, Seat};
use serde::{Deserialize, Serialize};

/// What a move did, in facts, for those who tell of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Whose army moved.
    pub seat: Seat,
    /// The move.
    pub mv: Move,
    /// The piece that moved or was dropped, as it was before; none for a sit.
    pub moved: Option<Piece>,
    /// What was captured, as it stood on the board.
    pub captured: Option<Piece>,
    /// Where it stood; not the square reached when captured en passant.
    pub captured_on: Option<Square>,
    /// Towards which wing it castled.
    pub castled: Option<Wing>,
    /// What the pawn became.
    pub promoted: Option<Kind>,
    /// What came into which hands.
    pub arrived: Vec<(Seat, Form)>,
}

/// The boards of one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "TableForm", try_from = "TableForm")]
pub struct Table {
    pub(super) rules: RuleSet,
    pub(super) boards: ByBoard<Position>,
    pub(super) outcome: Option<Outcome>,
    pub(super) sits: BySeat<u8>,
}

impl Table {
    /// The table at the start of a game.
    #[must_use]
    pub fn start(rules: &RuleSet) -> Self {
        let _ = rules;
        unimplemented!()
    }

    /// Reads a table (RULES §13).
    pub fn parse(rules: &RuleSet, text: &str) -> Result<Self, TableError> {
        let _ = (rules, text);
        unimplemented!()
    }

    /// The rule set that it is played by.
    #[must_use]
    pub const fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// How the game ended.
    #[must_use]
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Ends the game from outside: resignation, time, agreement. What has ended stays as it ended.
    pub fn end(&mut self, outcome: Outcome) {
        self.outcome.get_or_insert(outcome);
    }

    /// What a board asks for now.
    #[must_use]
    pub fn due(&self, board: BoardNo) -> Due {
        let _ = board;
        Due::Nothing
    }

    /// The seats that have no move and wait for a piece, in the order of RULES §1.
    #[must_use]
    pub fn waiting(&self) -> Vec<Seat> {
        Vec::new()
    }

    /// Every move that may be played on a board now, sorted bytewise; empty where no turn is due.
    #[must_use]
    pub fn legal(&self, board: BoardNo, roll: Roll) -> Vec<Move> {
        let _ = (board, roll);
        Vec::new()
    }

    /// Whether no move of the rolled family exists, so that any may be played (RULES §7).
    #[must_use]
    pub fn family_fallback(&self, board: BoardNo, roll: Roll) -> bool {
        let _ = (board, roll);
        false
    }

    /// Plays a move; refused, the table is as it was.
    pub fn play(&mut self, board: BoardNo, mv: &Move, roll: Roll) -> Result<Played, Refusal> {
        let _ = (board, mv, roll);
        Err(Refusal::GameOver)
    }

    /// Passes, where [`Due::Pass`] says so (RULES §6).
    pub fn pass(&mut self, board: BoardNo) -> Result<Seat, Refusal> {
        Err(Refusal::NoPass(board))
    }

    /// A move of the mover in short algebraic notation, before it is played.
    #[must_use]
    pub fn notation(&self, board: BoardNo, mv: &Move) -> String {
        let _ = board;
        mv.to_string()
    }

    /// The number of the next move on a board as BPGN writes it: `3A.` for White1, `3a.` for Black2.
    #[must_use]
    pub fn label(&self, board: BoardNo) -> String {
        let _ = board;
        String::new()
    }

    /// A board.
    #[must_use]
    pub fn board(&self, board: BoardNo) -> &Position {
        &self.boards[board]
    }

    /// A seat's hand.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> &Hand {
        self.boards[seat.board()].hand(seat.army())
    }

    /// The seat whose army is to move on a board, whether or not it can.
    #[must_use]
    pub fn mover(&self, board: BoardNo) -> Seat {
        Seat::at(board, self.boards[board].to_move())
    }

    /// How many of its three sits a seat has used (RULES §5).
    #[must_use]
    pub fn sits_used(&self, seat: Seat) -> u8 {
        self.sits[seat]
    }
}
