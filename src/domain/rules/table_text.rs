//! Tables as text (RULES §13), and as snapshots keep them.

use super::ends::BoardEnd;
use super::moves::Called;
use super::outcome::Outcome;
use super::position::Position;
use super::ruleset::RuleSet;
use super::score::Record;
use super::setup::{BoardError, MAX_BOARD_TEXT};
use super::square::shorten;
use super::table::{SITS, Table};
use crate::domain::seat::{BoardNo, ByArmy, ByBoard, BySeat, NoSuchSeat, Seat};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Text that is no table of a rule set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// Longer than any table.
    #[error("the text is too long for a table ({0} bytes)")]
    TooLong(usize),
    /// Too few or too many boards.
    #[error("the text has {found} parts between bars, but this game needs {needs}")]
    Parts {
        /// How many parts it has.
        found: usize,
        /// What the rule set asks for.
        needs: &'static str,
    },
    /// A board is wrong.
    #[error("board {board}: {error}")]
    Board {
        /// Which.
        board: BoardNo,
        /// What is wrong.
        error: BoardError,
    },
    /// The third part is not written as it should be.
    #[error("{0:?} is no third part: write the seat to move and four numbers of sits, as in White1 0 0 0 0")]
    ThirdPart(String),
    /// The third part names no seat.
    #[error(transparent)]
    Seat(#[from] NoSuchSeat),
    /// The third part names a seat whose board waits for its opponent.
    #[error("{0} cannot be to move: its board waits for its opponent")]
    NotToMove(Seat),
    /// More sits than a seat has.
    #[error("{0:?} is no number of sits used: write 0 to 3")]
    Sits(String),
    /// Both boards have been won, by different teams.
    #[error("both boards have been won, by different teams: a game ends with the first")]
    BothWon,
}

/// Reads a table (RULES §13).
pub(super) fn read(rules: &RuleSet, text: &str) -> Result<Table, TableError> {
    if text.len() > 3 * MAX_BOARD_TEXT {
        return Err(TableError::TooLong(text.len()));
    }
    let parts: Vec<&str> = text.split('|').map(str::trim).collect();
    let count = rules.boards().len();
    let needs = match (count, rules.is_round_table()) {
        (1, _) => "one board",
        (_, false) => "two boards",
        (_, true) => "two boards, and then the seat to move if you like",
    };
    if parts.len() != count && !(rules.is_round_table() && parts.len() == count + 1) {
        return Err(TableError::Parts { found: parts.len(), needs });
    }
    let board = |board: BoardNo, text: &str| {
        Position::parse(rules, text).map_err(|error| TableError::Board { board, error })
    };
    let mut boards = ByBoard::from_fn(|_| Position::start(rules));
    for (no, text) in rules.boards().iter().zip(&parts) {
        boards[*no] = board(*no, text)?;
    }
    let mut table = Table::of_boards(*rules, boards);
    table.read_turn(parts.get(count).copied())?;
    table.check_ends()?;
    table.judge();
    Ok(table)
}

impl Table {
    fn read_turn(&mut self, third: Option<&str>) -> Result<(), TableError> {
        let Some(order) = self.rules.order.round() else { return Ok(()) };
        let Some(text) = third else {
            self.turn = self.turn_from(0);
            return Ok(());
        };
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [seat, sits @ ..] = fields.as_slice() else {
            return Err(TableError::ThirdPart(shorten(text)));
        };
        let seat: Seat = seat.parse().map_err(|_| NoSuchSeat(shorten(seat)))?;
        if sits.len() != Seat::ALL.len() {
            return Err(TableError::ThirdPart(shorten(text)));
        }
        for (sitter, written) in Seat::ALL.into_iter().zip(sits) {
            self.sits[sitter] = written
                .parse()
                .ok()
                .filter(|used| *used <= SITS && written.len() == 1)
                .ok_or_else(|| TableError::Sits(shorten(written)))?;
        }
        if self.mover(seat.board()) != seat {
            return Err(TableError::NotToMove(seat));
        }
        self.turn = self.turn_from(order.iter().position(|other| *other == seat).unwrap_or_default());
        Ok(())
    }

    /// A game ends with its first win, so that two teams have not both won.
    fn check_ends(&self) -> Result<(), TableError> {
        let mut winners: Vec<_> = if self.rules.ends_by_king_capture() {
            self.captors().map(Seat::team).collect()
        } else if self.rules.boards_play_on {
            Vec::new()
        } else {
            self.rules.boards().iter().filter_map(|board| self.mated(*board, false)).collect()
        };
        winners.dedup();
        if winners.len() > 1 { Err(TableError::BothWon) } else { Ok(()) }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for board in self.rules.boards() {
            if *board != BoardNo::One {
                f.write_str(" | ")?;
            }
            f.write_str(&self.boards[*board].text())?;
        }
        if let Some(turn) = self.turn {
            write!(f, " | {turn}")?;
            self.sits.iter().try_for_each(|(_, used)| write!(f, " {used}"))?;
        }
        Ok(())
    }
}

/// A table as snapshots keep it: its text, and what text does not tell.
#[derive(Serialize, Deserialize)]
pub(super) struct TableForm {
    rules: RuleSet,
    boards: Vec<String>,
    king_unmoved: ByBoard<ByArmy<bool>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    turn: Option<Seat>,
    sits: BySeat<u8>,
    #[serde(default, skip_serializing_if = "nothing_called")]
    called: ByBoard<Option<Called>>,
    #[serde(default, skip_serializing_if = "nothing_called")]
    touched: ByBoard<Option<Called>>,
    ended: ByBoard<Option<BoardEnd>>,
    outcome: Option<Outcome>,
    moves: u32,
    #[serde(default, skip_serializing_if = "Record::is_empty")]
    record: Record,
    seen: Vec<u64>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn nothing_called(called: &ByBoard<Option<Called>>) -> bool {
    called.iter().all(|(_, called)| called.is_none())
}

impl From<Table> for TableForm {
    fn from(table: Table) -> Self {
        let boards = table.rules.boards().iter().map(|board| table.boards[*board].text()).collect();
        Self {
            king_unmoved: ByBoard::from_fn(|board| table.boards[board].king_unmoved),
            rules: table.rules,
            boards,
            turn: table.turn,
            sits: table.sits,
            called: table.called,
            touched: table.touched,
            ended: table.ended,
            outcome: table.outcome,
            moves: table.moves,
            record: table.record,
            seen: table.seen,
        }
    }
}

impl TryFrom<TableForm> for Table {
    type Error = TableError;
    fn try_from(form: TableForm) -> Result<Self, TableError> {
        let mut boards = ByBoard::from_fn(|_| Position::start(&form.rules));
        for (board, text) in form.rules.boards().iter().zip(&form.boards) {
            boards[*board] = Position::parse(&form.rules, text)
                .map_err(|error| TableError::Board { board: *board, error })?;
            boards[*board].king_unmoved = form.king_unmoved[*board];
        }
        let mut table = Self::of_boards(form.rules, boards);
        table.turn = form.turn;
        table.sits = form.sits;
        table.called = form.called;
        table.touched = form.touched;
        table.ended = form.ended;
        table.outcome = form.outcome;
        table.moves = form.moves;
        table.record = form.record;
        table.seen = form.seen;
        Ok(table)
    }
}
