//! Decisions that are open: what is asked of whom, by which dice, and what may be played.

use super::PieceView;
use crate::domain::seat::{BoardNo, Seat};
use serde::Serialize;
use time::OffsetDateTime;

/// A decision that is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnView {
    /// Seq of the event that began it, which the mail and the deadline belong to.
    pub seq: u64,
    /// The board.
    pub board: BoardNo,
    /// Whose army moves; of a reward, who captured the king.
    pub mover: Seat,
    /// Who decides.
    pub decider: Seat,
    /// What is decided.
    pub asks: Asking,
    /// The dice, where the rule set has them.
    pub roll: Option<RollView>,
    /// The piece that the opponent called and that must move now (RULES §7).
    pub called: Option<CalledView>,
    /// The piece that met a hidden one and must move now (RULES §10); only in the decider's own view.
    pub touched: Option<String>,
    /// When it began.
    pub began_at: OffsetDateTime,
    /// When it is due; none while the clock stands.
    pub deadline: Option<OffsetDateTime>,
    /// What the decider had left at [`View::updated_at`](super::View::updated_at), in seconds.
    pub left_seconds: u64,
    /// Why the clock stands, in words: `ana is on vacation`; none while it runs.
    pub stopped: Option<String>,
    /// The three-move rule has given the decider a day at most (RULES §5).
    pub hurried: bool,
    /// No move is taken here until the partner on the other board has decided (RULES §5).
    pub frozen: bool,
    /// What the decider may play. Filled only for the decider's own view, and not while `frozen`.
    pub legal: Vec<LegalMove>,
}

/// What an open decision is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Asking {
    /// A move of the mover's army.
    Move,
    /// The reward for a captured king (RULES §8): pieces for the decider's hand in the next game. `legal` is
    /// empty; the decider may take the same form twice.
    Reward {
        /// How many pieces, at least 1.
        number: u8,
        /// The agreed set, as the decider's army will play them.
        set: Vec<SetPiece>,
    },
}

/// So many pieces of a reward: `a piece`, `2 pieces`.
#[must_use]
pub fn pieces(number: u8) -> String {
    if number == 1 { "a piece".to_owned() } else { format!("{number} pieces") }
}

/// A form of the agreed set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SetPiece {
    /// As the form sends it: `C`, `R^`, `N!`.
    pub text: String,
    /// As drawn and spoken.
    pub piece: PieceView,
    /// How it moves, in one sentence.
    pub moves: String,
}

/// A piece that was called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CalledView {
    /// Its square, none for a piece in hand.
    pub square: Option<String>,
    /// `your intelligent knight on e4` is said as `intelligent knight on e4`, `intelligent knight in hand`.
    pub words: String,
    /// The call was the only thing that the opponent could do, and was made by itself.
    pub by_itself: bool,
}

/// A roll, explained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RollView {
    /// The type die, 1 to 6.
    pub kind_die: u8,
    /// The family it names: `pawn`, `knight`, `bishop`, `rook`, `queen`, `any piece`.
    pub family: String,
    /// No piece of that family can move, so any move may be played.
    pub any_instead: bool,
    /// The worst die, where there is one.
    pub worst_die: Option<u8>,
    /// The worst die fell on a worst face: the opponent chooses.
    pub worst: bool,
    /// The roll was beyond anybody's choice (DESIGN §4): `sealed`, otherwise `open`.
    pub sealed: bool,
}

/// A move that the decider may play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LegalMove {
    /// As the form sends it, without board prefix: `e2e4`, `N@f3`, `sit`.
    pub text: String,
    /// Short algebraic notation.
    pub san: String,
    /// In words: `knight g1 to f3`, `drop a pawn on e5`.
    pub words: String,
    /// The square left, none for a drop or a sit.
    pub from: Option<String>,
    /// The square reached, none for a sit.
    pub to: Option<String>,
    /// Letter and marks of the piece dropped.
    pub drop: Option<String>,
    /// The item attached, `{@}` or `{$}`; `to` is the piece that is to wear it.
    pub attach: Option<String>,
    /// Letter of the piece promoted to.
    pub promotion: Option<char>,
    /// What is called, for a call (RULES §7): its square, or letter and marks of a piece in hand, and with `?` of
    /// a hidden one. `from`,
    /// `to` and `drop` are empty then.
    pub call: Option<String>,
}
