//! The proof of a match's dice, as its page shows it and its script checks it.

use crate::domain::ids::MatchId;
use crate::domain::seat::{BoardNo, Seat};
use serde::Serialize;

/// Everything that a check of a match's dice needs (DESIGN §4), for `/m/{id}/dice`. All of it is
/// public at once, so it is the same for every viewer. Hashes, links and salts are hex digits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProofView {
    /// The match.
    pub match_id: MatchId,
    /// Its name.
    pub name: String,
    /// The last event that it includes.
    pub seq: u64,
    /// The log head after it.
    pub head: String,
    /// The anchors of the table's chains, oldest first.
    pub table_anchors: Vec<AnchorProof>,
    /// The table's salts in the order of its transcript: those of all seats at the first start, in the order
    /// of RULES §1, then those of reward picks, and any given by themselves while the table had to roll.
    pub table_salts: Vec<SaltProof>,
    /// The table's rolls, oldest first: gifts and rewards.
    pub table_rolls: Vec<TableRollProof>,
    /// Each board's chains, salts and rolls.
    pub boards: Vec<BoardProof>,
    /// Each seat's dice and seals.
    pub seats: Vec<SeatProof>,
}

/// The anchor of a chain and the event that published it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnchorProof {
    /// The chain, from 0.
    pub chain: u32,
    /// The event.
    pub seq: u64,
    /// The anchor, 64 hex digits.
    pub anchor: String,
}

/// The dice of one board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardProof {
    /// The board.
    pub board: BoardNo,
    /// Its chains' anchors, oldest first.
    pub anchors: Vec<AnchorProof>,
    /// Its salts in the order of the transcript.
    pub salts: Vec<SaltProof>,
    /// Its rolls, oldest first.
    pub rolls: Vec<RollProof>,
}

/// One salt of a transcript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SaltProof {
    /// The event that brought it.
    pub seq: u64,
    /// Whose.
    pub seat: Seat,
    /// Who sits there, by handle.
    pub who: String,
    /// The salt, hex digits, perhaps none.
    pub salt: String,
    /// The server drew it; otherwise the player or the player's browser.
    pub by_server: bool,
    /// Whether it opened the seal that was set; none where none was set.
    pub opened: Option<bool>,
    /// The event that set the seal which it was to open; none where none was set. A player's seals go with the
    /// player: from board to table, and to the other seat when opponents exchange.
    pub promised_at: Option<u64>,
    /// The seal that it set on the seat's next salt, 64 hex digits.
    pub next: Option<String>,
}

/// One roll with all that it follows from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RollProof {
    /// The event.
    pub seq: u64,
    /// The chain, from 0.
    pub chain: u32,
    /// The roll of that chain, from 1.
    pub roll: u32,
    /// For whose turn; none for the event dice of a round.
    pub mover: Option<Seat>,
    /// The link (or anchor) that `link` hashes to.
    pub previous: String,
    /// The link it published.
    pub link: String,
    /// How many of the board's salts its transcript takes.
    pub salts: usize,
    /// The transcript's hash.
    pub transcript: String,
    /// The seed of its numbers.
    pub seed: String,
    /// The dice: type, then worst where there is one; of a round the event die, its name, and of bacteria a
    /// die for each square that looked empty.
    pub dice: Vec<u8>,
    /// The place drawn for treasure, and of how many (RULES §9).
    pub place: Option<(u8, u32)>,
    /// What they mean: `2 knight, 1 worst`.
    pub words: String,
    /// Sealed, or open (DESIGN §4).
    pub sealed: bool,
}

/// One roll of the table with all that it follows from. All numbers are drawn below the size of `set`, and
/// number `n` draws its `n`-th piece, from 0. Such a roll always counts as open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableRollProof {
    /// The event.
    pub seq: u64,
    /// The chain, from 0.
    pub chain: u32,
    /// The roll of that chain, from 1.
    pub roll: u32,
    /// The link (or anchor) that `link` hashes to.
    pub previous: String,
    /// The link it published.
    pub link: String,
    /// How many of the table's salts its transcript takes.
    pub salts: usize,
    /// The transcript's hash.
    pub transcript: String,
    /// The seed of its numbers.
    pub seed: String,
    /// The agreed set, in the order that the numbers count by: `C`, `R^`, `N!`.
    pub set: Vec<String>,
    /// What was drawn, all seats' pieces one after the other.
    pub drawn: Vec<String>,
    /// For whom each of `drawn` is.
    pub seats: Vec<Seat>,
    /// In words: `gifts: ana gets a camel, bruno a taxi`.
    pub words: String,
}

/// One seat's dice and seals.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatProof {
    /// The seat.
    pub seat: Seat,
    /// Who sits there, by handle.
    pub who: String,
    /// Its decisions.
    pub decisions: u32,
    /// How many of them opened a sealed salt.
    pub seals_opened: u32,
    /// The type die of its turns.
    pub type_die: Spread,
    /// The worst die of its turns, where there is one.
    pub worst_die: Option<Spread>,
}

/// How often each face fell, beside what honest dice give.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// Rolls in all.
    pub rolls: u32,
    /// Faces 1 to 6.
    pub faces: Vec<FaceCount>,
    /// How often each face is expected.
    pub expected: f64,
    /// The standard deviation of that.
    pub deviation: f64,
}

/// One face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FaceCount {
    /// 1 to 6.
    pub face: u8,
    /// How often it fell.
    pub count: u32,
}
