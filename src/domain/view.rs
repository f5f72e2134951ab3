//! `View`: what one viewer may know of a match, and the only thing that pages, mails, pictures and
//! exports are made from (DESIGN §5). Only `visibility` makes one.
//!
//! Squares are named as the board's coordinates (`a1`, `l12`), pieces by their letter of RULES §13
//! (`N`, upper case here for both armies), times are UTC.

mod deeds;
mod proof;
mod series;
mod turn;

pub use proof::{
    AnchorProof, BoardProof, FaceCount, ProofView, RollProof, SaltProof, SeatProof, Spread, TableRollProof,
};
pub use series::{GameView, LengthView, PairView, PointView, SeriesView};
pub use turn::{Asking, CalledView, LegalMove, RollView, SetPiece, TurnView, pieces};

pub use deeds::{CandidateView, Deed, DrawView, PauseView, VacancyView, VacationView};

use super::ids::{AccountId, MatchId};
use super::seat::{Army, BoardNo, Seat, Team};
use serde::Serialize;
use time::OffsetDateTime;

/// A match as one viewer may see it at one moment of its log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// The match.
    pub match_id: MatchId,
    /// Its name, one printable line.
    pub name: String,
    /// The rule set in words.
    pub rules: RulesView,
    /// Number of the last event that this view includes.
    pub seq: u64,
    /// Log head after that event, 64 hex digits (DESIGN §3).
    pub head: String,
    /// The last event of the whole log, for stepping; equal to `seq` in a live view.
    pub last_seq: u64,
    /// The viewer's own seat.
    pub you: Option<Seat>,
    /// Whether the match waits for players, runs or is over.
    pub phase: Phase,
    /// Its games and their score (RULES §11).
    pub series: SeriesView,
    /// When the match was opened.
    pub opened_at: OffsetDateTime,
    /// When the last event happened.
    pub updated_at: OffsetDateTime,
    /// The time each decision has, in seconds; with a bank what each seat begins with.
    pub allowance_seconds: u64,
    /// The agreed time in words: `3 days for each decision`, `a bank of 10 days for each player, …`.
    pub time: String,
    /// The days of vacation that each player has in a calendar year (UTC).
    pub vacation_days: u16,
    /// What happens when that time is out, in one sentence.
    pub lapse_words: String,
    /// Each seat of the rule set, in the order of RULES §1.
    pub seats: Vec<SeatView>,
    /// Each board of the rule set.
    pub boards: Vec<BoardView>,
    /// The viewer's board has to roll and needs a salt first (after a renewal of its chain).
    pub salt_needed: bool,
    /// The decisions that are open now, at most one for each board.
    pub turns: Vec<TurnView>,
    /// The draw that is proposed now.
    pub draw: Option<DrawView>,
    /// The pause that is proposed or runs.
    pub pause: Option<PauseView>,
    /// Exactly what the viewer may do now.
    pub deeds: Vec<Deed>,
    /// Everything that happened, oldest first.
    pub log: Vec<LogLine>,
    /// How many lines at the end of `log` came after the viewer's own last decision.
    pub news: usize,
}

impl View {
    /// Whether the viewer has decided a move; until then `news` counts from sitting down.
    #[must_use]
    pub fn has_decided(&self) -> bool {
        // What comes before the news is the viewer's own last decision, or the line of sitting down.
        let before = self.log.len().checked_sub(self.news + 1).and_then(|place| self.log.get(place));
        self.you.is_some() && before.is_some_and(|line| line.kind != LineKind::Table)
    }
}

/// The rule set as people read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulesView {
    /// `bughouse-worst-move`.
    pub preset: String,
    /// `Bughouse Worst Move`.
    pub title: String,
    /// One sentence for each layer that matters at this table.
    pub sentences: Vec<String>,
    /// Gifts and rewards in a few words, for lists: `2 gifts, 1 reward for a king`; empty without them.
    pub fairy: String,
    /// Whether anything rolls dice: turns, gifts, rewards.
    pub has_dice: bool,
}

/// Where a match is in its life.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Phase {
    /// Seats are free.
    Open,
    /// The game is on.
    Running,
    /// The game has a result.
    Over {
        /// As the command line prints it: `White1+Black4 wins by king capture`, of several games `White1+Black4
        /// wins the match 5-2`.
        result: String,
        /// The winning team, none for a draw.
        winner: Option<Team>,
        /// The same for people: `ana and dora win: Black2's king was captured`.
        words: String,
        /// When it ended.
        at: OffsetDateTime,
    },
    /// Called off before it began.
    Cancelled,
}

/// A seat, who sits there, and how that person stands to the viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatView {
    /// The seat.
    pub seat: Seat,
    /// Who sits there.
    pub player: Option<Player>,
    /// What the seat is to the viewer.
    pub relation: Relation,
    /// What the seat does now.
    pub doing: Doing,
    /// When this seat's running decision is due; none while its clock stands.
    pub deadline: Option<OffsetDateTime>,
    /// With a bank: what was in it at [`View::updated_at`].
    pub bank_left_seconds: Option<u64>,
    /// The vacation that runs, or else the one that is planned.
    pub vacation: Option<VacationView>,
    /// Whole days of vacation left in the calendar year (UTC) of [`View::updated_at`], planned ones
    /// counted as used.
    pub vacation_left_days: u16,
    /// Whether vacation is used by itself when the time runs out; only for the viewer's own seat.
    pub auto_vacation: Option<bool>,
    /// The seat's player has left for good, and nobody has taken it yet.
    pub vacant: Option<VacancyView>,
    /// The pieces it may drop, in the order pawn to queen.
    pub hand: Vec<HandPiece>,
    /// The magic items that it may attach (RULES §10).
    pub items: Vec<ItemView>,
    /// How often the seat opened the seal on its salt, of how many decisions (DESIGN §4).
    pub seals_opened: u32,
    /// The decisions counted.
    pub decisions: u32,
}

/// Somebody at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Player {
    /// The account, for links and never shown.
    #[serde(skip)]
    pub account: AccountId,
    /// The handle, or `a former player`.
    pub handle: String,
}

/// What a seat is to the viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// The viewer's own.
    You,
    /// The viewer's partner.
    Partner,
    /// Across the viewer's board.
    Opponent,
    /// The opponent's partner.
    Rival,
    /// The viewer has no seat.
    Stranger,
}

/// What a seat does now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Doing {
    /// Decides its own move.
    Moving,
    /// Decides the move of the opponent's army (a worst roll).
    Choosing,
    /// Its army moves, but the opponent chooses how.
    BeingChosenFor,
    /// Has no legal move and waits for a piece (RULES §5).
    Waiting,
    /// Picks the reward for a captured king.
    Picking,
    /// It is not its turn.
    Idle,
}

/// Equal pieces in a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HandPiece {
    /// The piece.
    pub piece: PieceView,
    /// How many, at least 1.
    pub count: u8,
}

/// Equal magic items, in a hand or lying as treasure (RULES §9, §10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ItemView {
    /// As text writes it: `{@}`, `{$}`.
    pub text: String,
    /// `ring of invisibility`, `cloak of double strength`.
    pub name: String,
    /// How many, at least 1.
    pub count: u8,
}

/// A piece as drawn and spoken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceView {
    /// The colour it plays for.
    pub army: Army,
    /// Its letter of RULES §13, upper case.
    pub letter: char,
    /// Its marks in the order of RULES §13 (`~`, `!`, …), empty for a plain piece.
    pub marks: String,
    /// `knight`, `promoted queen`.
    pub name: String,
}

/// One board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardView {
    /// Its number.
    pub board: BoardNo,
    /// Number of files, 8 to 12.
    pub files: u8,
    /// Number of ranks, 8 to 12.
    pub ranks: u8,
    /// The army at the bottom of the picture for this viewer.
    pub bottom: Army,
    /// Every square, rank 1 first, file a first: `squares[rank * files + file]`.
    pub squares: Vec<SquareView>,
    /// First and last file touch (RULES §9).
    pub cylinder: bool,
    /// The army to move.
    pub to_move: Army,
    /// Moves played on it.
    pub plies: u32,
    /// The board as text (RULES §13), as this viewer may see it.
    pub fen: String,
    /// Seq of the last event that touched this board; a move form carries it (DESIGN §3).
    pub seq: u64,
}

/// One square.
#[expect(clippy::struct_excessive_bools, reason = "each says another thing of the square")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SquareView {
    /// `e4`.
    pub name: String,
    /// Whether it is drawn light.
    pub light: bool,
    /// What stands there; none on a pyramid, which is nobody's.
    pub piece: Option<PieceView>,
    /// A pyramid stands there (RULES §8).
    pub pyramid: bool,
    /// A cell of a colony of bacteria lives there (RULES §9).
    pub cell: bool,
    /// The treasure that lies there (RULES §9).
    pub treasure: Option<ItemView>,
    /// The squares that the piece here reaches or attacks by going around the edge only, when it is
    /// cylindrical; whether or not it is its turn.
    pub around: Vec<String>,
    /// Whether the board's last move left or reached it.
    pub last: bool,
}

/// One line of the story of the match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LogLine {
    /// The event that tells it.
    pub seq: u64,
    /// When.
    pub at: OffsetDateTime,
    /// Where, none for what concerns the table.
    pub board: Option<BoardNo>,
    /// Whose army or whose act.
    pub seat: Option<Seat>,
    /// What kind of line it is.
    pub kind: LineKind,
    /// Numbered notation for moves, as BPGN writes them: `3A. Nf3`; empty otherwise.
    pub notation: String,
    /// The line in words: `bruno chose Nf3 for ana (rolled 2 knight, 1 worst)`.
    pub words: String,
    /// The roll that bound a move.
    pub roll: Option<RollView>,
    /// Who chose, when it was not the mover.
    pub chooser: Option<Seat>,
}

/// Kinds of log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LineKind {
    /// Opening, joining, starting.
    Table,
    /// A move, drop or castling.
    Move,
    /// A pass or a sit.
    Pass,
    /// An intelligent piece was called.
    Call,
    /// Gifts and rewards.
    Gift,
    /// Points for a game.
    Score,
    /// Something happened to a board (RULES §9).
    Event,
    /// Hidden pieces showed themselves (RULES §10).
    Reveal,
    /// Dice fell.
    Roll,
    /// Time ran out, or the three-move rule has made it short.
    Time,
    /// Clocks stood, went on, or got time.
    Clock,
    /// A result, a resignation.
    End,
}
