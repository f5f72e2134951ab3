//! The rules of the game, pure: rule sets, boards, moves, tables, text forms (RULES §2–§7, §13).
//!
//! Depends on nothing but `seat`; knows no accounts, no time and no dice but as an argument ([`Roll`]).
//!
//! The public surface that `game` and `visibility` build on is re-exported here; keep it small.

use super::seat::{BoardNo, Seat, Team};
use serde::{Deserialize, Serialize};

/// What the dice of a turn demand of its move; the default demands nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    /// The type die, 1 to 6 (RULES §7); none: any move.
    pub kind: Option<u8>,
    /// The opponent chooses the move.
    pub worst: bool,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ended", rename_all = "snake_case")]
pub enum Outcome {
    /// A team won.
    Win {
        /// The winner.
        team: Team,
        /// How.
        by: WinBy,
    },
    /// Nobody won.
    Draw {
        /// Why.
        by: DrawBy,
    },
}

/// Ways to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WinBy {
    /// A king was captured.
    KingCapture,
    /// A seat was mated.
    Mate,
    /// The other team resigned.
    Resignation,
    /// The other team ran out of time.
    Time,
    /// Both boards were played and summed, in half points: winner's, loser's.
    Boards(u8, u8),
}

/// Ways to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawBy {
    /// The same table for the third time.
    Repetition,
    /// Every seat agreed.
    Agreement,
    /// Nobody at the table can move.
    NoMoves,
    /// Both teams ran out of time at once.
    Time,
    /// 1,000 moves.
    Length,
    /// Boards summed to equal scores.
    Boards,
}

/// What a board asks for now, when nobody has decided yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// This seat's army is to move, and it can.
    Turn(Seat),
    /// This seat has no move and passes at once (king-capture games, RULES §6).
    Pass(Seat),
    /// Nothing: the game or board is over, it is another board's turn, or the seat waits.
    Nothing,
}

// --- SKETCH of the public surface, to be replaced by the real thing with these names and meanings ---
//
// RuleSet: Clone + Debug + PartialEq + Eq + Serialize + Deserialize (serde form: {"preset": "...", "layers": {"worst_faces": "3", ...all layers...}})
//   RuleSet::preset(name: &str) -> Option<RuleSet>;  RuleSet::PRESETS: &[&str]
//   fn set(&mut self, layer: &str, value: &str) -> Result<(), LayerError>   (names what is wrong; refuses layers the rule set cannot have)
//   fn layers() -> &'static [Layer {name, values, help}] ; fn value(&self, layer) -> String
//   fn preset_name(&self) -> &str; fn title(&self) -> &str ("Bughouse Worst Move"); fn sentences(&self) -> Vec<String> (layers in words)
//   fn boards(&self) -> &'static [BoardNo]; fn seats(&self) -> &'static [Seat]
//   fn has_type_die(&self) -> bool; fn worst_faces(&self) -> u8 (0 = no worst die); fn ends_by_king_capture(&self) -> bool
//   fn is_round_table(&self) -> bool
//   pub const REVISION: u32 = 1   ("rules_revision" of the log)
//
// Move: Clone + Debug + Eq + Ord + Hash + Display + FromStr (RULES §13 without prefix) + serde as that text
//   fn from(&self) -> Option<Square>; fn to(&self) -> Option<Square>; fn dropped(&self) -> Option<Piece>; fn promotion(&self) -> Option<Kind>
// BoardMove {board: BoardNo, mv: Move}: FromStr with prefix ("2:N@f3")
//
// Square: Copy, Display ("e4") ; Kind: letter() -> char, name() -> &str, family() ; Piece: kind, army, marks; Display
//
// Table: Clone + Debug + PartialEq + Serialize + Deserialize (used in snapshots)
//   fn start(rules: &RuleSet) -> Table;  fn parse(rules: &RuleSet, text: &str) -> Result<Table, TableError>;  Display = RULES §13 text
//   fn outcome(&self) -> Option<&Outcome>; fn end(&mut self, outcome: Outcome)   (resignation, time, agreement come from outside)
//   fn due(&self, board: BoardNo) -> Due;  fn waiting(&self) -> Vec<Seat>
//   fn legal(&self, board: BoardNo, roll: Roll) -> Vec<Move>   (sorted bytewise by text, no doubles, `sit` where it may; empty when nothing is due)
//   fn family_fallback(&self, board, roll) -> bool   (no move of the rolled family exists, any may be played)
//   fn play(&mut self, board: BoardNo, mv: &Move, roll: Roll) -> Result<Played, Refusal>  (on refusal the table is unchanged)
//   fn pass(&mut self, board: BoardNo) -> Result<(), Refusal>   (when due says Pass)
//   fn notation(&self, board: BoardNo, mv: &Move) -> String   (SAN before the move is played, with + / #, `sit`)
//   fn label(&self, board) -> String  (BPGN number of the ply about to be played: "3A." / "3a.")
//   fn board(&self, board: BoardNo) -> &Position ; fn hand(&self, seat: Seat) -> &Hand
//   Position: geometry (files, ranks), piece_at(Square) -> Option<Piece>, to_move() -> Army, text() ; Hand: iter() -> (Piece, count) in display order
// Played {captured: Option<Piece>, castled: bool, from/to ...}: facts of the move, for words
// Refusal: named variants, thiserror messages that say what to do
