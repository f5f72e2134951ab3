//! A table: the boards of one game with all that decides what may be played and when it ends.

use super::ends::{BoardEnd, Standing};
use super::eye::Sight;
use super::generate::Generator;
use super::geometry::Wing;
use super::hand::Hand;
use super::kind::{Family, Kind};
use super::moves::{Called, Move};
use super::outcome::{Due, Outcome, Roll};
use super::piece::{Form, Piece};
use super::position::Position;
use super::refusal::Refusal;
use super::ruleset::RuleSet;
use super::score::Record;
use super::square::{Square, SquareSet};
use super::table_text::{TableError, TableForm};
use super::{
    apply::{Facts, Taken},
    piece::Marks,
};
use crate::domain::seat::{BoardNo, ByBoard, BySeat, Seat};
use serde::{Deserialize, Serialize};

/// How often a seat may sit in a game (RULES §5).
pub(super) const SITS: u8 = 3;

/// What a move did, in facts, for those who tell of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Whose army moved.
    pub seat: Seat,
    /// The move, or the call.
    pub mv: Move,
    /// The piece that moved or was dropped, as it was before; none for a sit or a call.
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
    /// What a bomb destroyed, and where it stood, a1 first; it goes to no hand (RULES §8).
    pub destroyed: Vec<(Square, Piece)>,
    /// The cell of a colony that was captured; it goes to no hand (RULES §9).
    pub cell: Option<Square>,
    /// The treasure that was taken (RULES §9).
    pub taken: Vec<Taken>,
    /// Whether the square that the piece reached is hidden from the other team and from onlookers (RULES
    /// §10). Where the piece was hidden before, so is the square that it left.
    pub hid: bool,
}

/// The boards of one game, by the rules of one rule set.
///
/// Two tables are equal when the same game can follow: what stands, who moves, what was seen before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "TableForm", try_from = "TableForm")]
pub struct Table {
    pub(super) rules: RuleSet,
    /// In one-board games the second is never looked at.
    pub(super) boards: Box<ByBoard<Position>>,
    /// What the mover of each board can do, kept up to date.
    pub(super) standing: ByBoard<Standing>,
    /// The boards that have ended while the game goes on.
    pub(super) ended: ByBoard<Option<BoardEnd>>,
    pub(super) outcome: Option<Outcome>,
    /// Whose turn it is at a round table.
    pub(super) turn: Option<Seat>,
    pub(super) sits: BySeat<u8>,
    /// The piece that was called and must move next (RULES §7).
    pub(super) called: ByBoard<Option<Called>>,
    /// The piece that was touched when it bumped into a hidden one, and must move if it can (RULES §10).
    pub(super) touched: ByBoard<Option<Called>>,
    /// Moves played on the boards together.
    pub(super) moves: u32,
    /// What the points of the game depend on.
    pub(super) record: Record,
    /// A hash of every table so far, where repetition counts.
    pub(super) seen: Vec<u64>,
}

impl Table {
    /// The table at the start of a game.
    #[must_use]
    pub fn start(rules: &RuleSet) -> Self {
        let mut table = Self::of_boards(*rules, ByBoard::from_fn(|_| Position::start(rules)));
        table.turn = table.turn_from(0);
        table.judge();
        table
    }

    /// Boards as they stand, judged by nobody yet.
    pub(super) fn of_boards(rules: RuleSet, boards: ByBoard<Position>) -> Self {
        let mut table = Self {
            rules,
            boards: Box::new(boards),
            standing: ByBoard::default(),
            ended: ByBoard::default(),
            outcome: None,
            turn: None,
            sits: BySeat::default(),
            called: ByBoard::default(),
            touched: ByBoard::default(),
            moves: 0,
            record: Record::default(),
            seen: Vec::new(),
        };
        table.look();
        table
    }

    /// Reads a table (RULES §13). What has ended by the boards alone (a king captured, mate, nobody can
    /// move) is known to have ended; what has gone before is not known.
    pub fn parse(rules: &RuleSet, text: &str) -> Result<Self, TableError> {
        super::table_text::read(rules, text)
    }

    /// The rule set that it is played by.
    #[must_use]
    pub const fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// How the game ended; none while it goes on.
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
        let seat = self.mover(board);
        let over = self.outcome.is_some() || self.ended[board].is_some();
        if over || !self.rules.boards().contains(&board) || self.turn.is_some_and(|turn| turn != seat) {
            return Due::Nothing;
        }
        match self.standing[board] {
            Standing::Moves => Due::Turn(seat),
            Standing::Passes => Due::Pass(seat),
            Standing::Reveals(army) => Due::Reveal(Seat::at(board, army)),
            Standing::Waits => Due::Nothing,
        }
    }

    /// The seats that have no move and wait for a piece, in the order of RULES §1. Where a board of a
    /// king-capture game stands still, both its seats wait (RULES §6).
    #[must_use]
    pub fn waiting(&self) -> Vec<Seat> {
        let waits = |seat: &&Seat| {
            let board = seat.board();
            let still = self.standing[board] == Standing::Waits && self.ended[board].is_none();
            still && (self.rules.ends_by_king_capture() || **seat == self.mover(board))
        };
        let seats = self.rules.seats().iter().filter(|_| self.outcome.is_none());
        seats.filter(waits).copied().collect()
    }

    /// Every move that may be played on a board now, sorted bytewise by text; empty where no turn is due.
    /// With a worst roll, what the opponent may choose, calls included; after a call, what the mover may
    /// play, and nothing for the opponent.
    #[must_use]
    pub fn legal(&self, board: BoardNo, roll: Roll) -> Vec<Move> {
        let Due::Turn(seat) = self.due(board) else { return Vec::new() };
        let mut moves = self.offered(board, roll);
        if self.sitting(seat, roll).is_ok() {
            moves.push(Move::Sit);
        }
        moves.sort_by_cached_key(Move::to_string);
        moves
    }

    /// Whether no move of the rolled family exists, so that any may be played (RULES §7).
    #[must_use]
    pub fn family_fallback(&self, board: BoardNo, roll: Roll) -> bool {
        let due = matches!(self.due(board), Due::Turn(_));
        due && rolled(roll).is_some() && self.bound_to(board, roll).is_none()
    }

    /// The family that binds the mover's move: the rolled one, if the public board has a move of it (RULES
    /// §7, §10).
    pub(super) fn bound_to(&self, board: BoardNo, roll: Roll) -> Option<Family> {
        let family = rolled(roll)?;
        let public = self.boards[board].seen(Sight::Public);
        let moves = Generator::new(&public, &self.rules, public.to_move).all();
        moves.iter().any(|mv| public.family(*mv) == family).then_some(family)
    }

    /// The mover's moves that the roll allows, as the decider sees the board (RULES §7, §10).
    pub(super) fn within_roll(&self, board: BoardNo, roll: Roll) -> Vec<Move> {
        let view = self.view(board, roll.worst);
        let all = Generator::new(&view, &self.rules, view.to_move).all();
        let Some(family) = rolled(roll) else { return all };
        let (fitting, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|mv| view.family(*mv) == family);
        let bound = if self.boards[board].hides() {
            self.bound_to(board, roll).is_some()
        } else {
            !fitting.is_empty()
        };
        if bound { fitting } else { fitting.into_iter().chain(others).collect() }
    }

    /// Whether a seat whose turn it is may sit (RULES §5).
    pub(super) fn sitting(&self, seat: Seat, roll: Roll) -> Result<(), Refusal> {
        if !self.rules.is_round_table() {
            Err(Refusal::NoSitting)
        } else if roll.worst {
            Err(Refusal::SitOnWorst)
        } else if self.sits[seat] >= SITS {
            Err(Refusal::SitsUsed(seat))
        } else if let Some(called) = self.called[seat.board()] {
            Err(Refusal::MustMoveCalled(called))
        } else if let Some(touched) = self.touched_now(seat.board(), roll) {
            Err(Refusal::MustMoveTouched(touched))
        } else {
            Ok(())
        }
    }

    /// Plays a move that may be played and meets nothing hidden. A call leaves the turn and all else as they
    /// are.
    pub(super) fn carry_out(&mut self, board: BoardNo, mv: Move) -> Played {
        let seat = self.mover(board);
        if mv == Move::Sit {
            self.sits[seat] += 1;
            self.pass_turn(seat);
            return played(seat, mv, Facts::default(), Vec::new());
        }
        self.called[board] = if let Move::Call(called) = mv { Some(called) } else { None };
        if self.called[board].is_some() {
            return played(seat, mv, Facts::default(), Vec::new());
        }
        self.touched[board] = None;
        let facts = self.boards[board].apply(mv, &self.rules);
        let arrived = self.deliver(seat, &facts);
        self.moves += 1;
        let played = played(seat, mv, facts, arrived);
        self.record(&played);
        self.look();
        self.judge();
        self.pass_turn(seat);
        played
    }

    /// Passes, where [`Due::Pass`] says so (RULES §6). Gives the seat that passed.
    pub fn pass(&mut self, board: BoardNo) -> Result<Seat, Refusal> {
        let Due::Pass(seat) = self.due(board) else { return Err(Refusal::NoPass(board)) };
        self.boards[board].apply_pass();
        self.look();
        self.pass_turn(seat);
        Ok(seat)
    }

    /// A board.
    #[must_use]
    pub fn board(&self, board: BoardNo) -> &Position {
        &self.boards[board]
    }

    /// Where the cylindrical piece on a square of a board moves or captures only by going around the edge,
    /// whether or not it is its turn, checks left aside; empty for other pieces.
    #[must_use]
    pub fn reach_around(&self, board: BoardNo, square: Square) -> SquareSet {
        let position = &self.boards[board];
        let cylindrical = |piece: &Piece| piece.marks.contains(Marks::CYLINDRICAL);
        let Some(piece) = position.piece_at(square).filter(cylindrical) else { return SquareSet::EMPTY };
        let reach = |on: &Position| Generator::careless(on, &self.rules, piece.army).reach(square);
        let mut flat = position.clone();
        flat.placement.put(square, Piece { marks: piece.marks.without(Marks::CYLINDRICAL), ..piece });
        reach(position) & !reach(&flat)
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

    /// Whose turn it is at a round table.
    #[must_use]
    pub const fn turn(&self) -> Option<Seat> {
        self.turn
    }

    /// How many moves have been played on the boards together; passes and sits are none (RULES §5).
    #[must_use]
    pub const fn moves_played(&self) -> u32 {
        self.moves
    }

    /// Whether the game or this board of it has ended.
    #[must_use]
    pub fn board_over(&self, board: BoardNo) -> bool {
        self.outcome.is_some() || self.ended[board].is_some()
    }
}

impl Position {
    /// The family that a move counts to.
    pub(super) fn family(&self, mv: Move) -> Family {
        match mv {
            Move::Step { from, .. } => self.piece_at(from).map_or(Family::Any, |piece| piece.kind.family()),
            Move::Drop { form, .. } => form.family(),
            Move::Attach { .. } | Move::Call(_) | Move::Sit => Family::Any,
        }
    }
}

/// The family that binds a move; none where any may be played.
pub(super) fn rolled(roll: Roll) -> Option<Family> {
    roll.kind.and_then(Family::of_die).filter(|family| *family != Family::Any)
}

fn played(seat: Seat, mv: Move, facts: Facts, arrived: Vec<(Seat, Form)>) -> Played {
    Played {
        seat,
        mv,
        moved: facts.moved,
        captured: facts.captured.map(|(_, piece)| piece),
        captured_on: facts.captured.map(|(square, _)| square),
        castled: facts.castled,
        promoted: facts.promoted,
        arrived,
        destroyed: facts.destroyed,
        cell: facts.cell,
        taken: facts.taken,
        hid: facts.hid,
    }
}
