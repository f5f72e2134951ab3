//! When a game ends, and whose turn it is meanwhile (RULES §3, §5, §6).
//!
//! Where several ends meet, the order is: win, no moves, repetition, length.

use super::eye::Sight;
use super::generate::Generator;
use super::outcome::{DrawBy, Outcome, WinBy};
use super::table::Table;
use crate::domain::seat::{Army, BoardNo, ByTeam, Seat, Team};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// A game is drawn after so many moves on its boards together (RULES §5).
const LENGTH: u32 = 1000;

/// The same table for this time draws.
const REPETITIONS: usize = 3;

/// What the mover of a board can do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Standing {
    /// It has a legal move.
    #[default]
    Moves,
    /// It has none and passes, since its opponent has one.
    Passes,
    /// It has none, and the board stands still.
    Waits,
    /// An army that has none shows its hidden pieces first (RULES §10).
    Reveals(Army),
}

/// How a board ended whose other board plays on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum BoardEnd {
    Won(Team),
    Drawn,
}

impl Table {
    /// Finds out what the mover of each board can do.
    pub(super) fn look(&mut self) {
        for &board in self.rules.boards() {
            self.standing[board] = self.standing_of(board);
        }
    }

    fn standing_of(&self, board: BoardNo) -> Standing {
        let (army, placement) = (self.boards[board].to_move, &self.boards[board].placement);
        let (other, capture) = (army.other(), self.rules.ends_by_king_capture());
        if self.can_move(board, army) {
            Standing::Moves
        } else if placement.hides(army) {
            Standing::Reveals(army)
        } else if capture && self.can_move(board, other) {
            Standing::Passes
        } else if capture && placement.hides(other) {
            Standing::Reveals(other)
        } else {
            Standing::Waits
        }
    }

    /// Whether an army has a move, as it sees the board itself.
    fn can_move(&self, board: BoardNo, army: Army) -> bool {
        Generator::new(&self.boards[board].seen(Sight::Of(army)), &self.rules, army).any()
    }

    /// Ends the game, or a board of it, if it has ended. To be asked once for every move.
    pub(super) fn judge(&mut self) {
        if self.rules.ends_by_king_capture() {
            self.outcome = self.king_captured();
        } else if self.rules.boards_play_on {
            self.judge_each_board();
        } else {
            let winner = self.running().find_map(|board| self.mated(board, false));
            self.outcome = winner.map(|team| Outcome::Win { team, by: WinBy::Mate });
        }
        if self.outcome.is_none() && self.running().all(|board| self.standing[board] == Standing::Waits) {
            self.draw(DrawBy::NoMoves);
        }
        if !self.rules.ends_by_king_capture() && self.repeats() {
            self.draw(DrawBy::Repetition);
        }
        if self.moves >= LENGTH {
            self.draw(DrawBy::Length);
        }
    }

    fn running(&self) -> impl Iterator<Item = BoardNo> {
        self.rules.boards().iter().copied().filter(|board| self.ended[*board].is_none())
    }

    /// The seats that have captured a king, board by board.
    pub(super) fn captors(&self) -> impl Iterator<Item = Seat> {
        let armies = self.rules.boards().iter().flat_map(|board| Army::ALL.map(|army| (*board, army)));
        let fallen = armies.filter(|(board, army)| self.boards[*board].king(*army).is_none());
        fallen.map(|(board, army)| Seat::at(board, army).opponent())
    }

    fn king_captured(&self) -> Option<Outcome> {
        let team = self.captors().next()?.team();
        Some(Outcome::Win { team, by: WinBy::KingCapture })
    }

    /// The team that has mated the mover of a board. `last`: no more pieces come (RULES §5).
    pub(super) fn mated(&self, board: BoardNo, last: bool) -> Option<Team> {
        let position = &self.boards[board];
        let mated = Generator::new(position, &self.rules, position.to_move).mated(last);
        mated.then(|| self.mover(board).team().other())
    }

    /// Ends the boards that have ended, and the game with the last of them. The end of one board can be
    /// the end of the other, to which no more pieces come.
    fn judge_each_board(&mut self) {
        while let Some((board, end)) = self.next_board_end() {
            self.ended[board] = Some(end);
        }
        self.add_boards();
    }

    fn next_board_end(&self) -> Option<(BoardNo, BoardEnd)> {
        self.running().find_map(|board| {
            let last = self.ended[board.other()].is_some();
            let stuck = last && self.standing[board] == Standing::Waits;
            let end = self.mated(board, last).map(BoardEnd::Won).or(stuck.then_some(BoardEnd::Drawn))?;
            Some((board, end))
        })
    }

    /// When every board has ended, the higher sum wins.
    fn add_boards(&mut self) {
        if self.running().next().is_some() {
            return;
        }
        let mut halves = ByTeam::<u8>::default();
        for end in self.ended.iter().filter_map(|(_, end)| *end) {
            match end {
                BoardEnd::Won(team) => halves[team] += 2,
                BoardEnd::Drawn => Team::ALL.into_iter().for_each(|team| halves[team] += 1),
            }
        }
        let lead = |team: &Team| halves[*team] > halves[team.other()];
        let outcome = match Team::ALL.into_iter().find(lead) {
            Some(team) => Outcome::Win { team, by: WinBy::Boards(halves[team], halves[team.other()]) },
            None => Outcome::Draw { by: DrawBy::Boards },
        };
        self.end(outcome);
    }

    /// Draws the game, or the board that still runs where the other has ended.
    fn draw(&mut self, by: DrawBy) {
        if self.outcome.is_some() {
            return;
        }
        let running: Vec<BoardNo> = self.running().collect();
        if running.len() == self.rules.boards().len() {
            return self.end(Outcome::Draw { by });
        }
        for board in running {
            self.ended[board] = Some(BoardEnd::Drawn);
        }
        self.add_boards();
    }

    /// Remembers the table; whether it is there for the third time.
    fn repeats(&mut self) -> bool {
        let mut hash = Sha256::new();
        for board in self.rules.boards() {
            hash.update(self.boards[*board].standing_text());
            hash.update("|");
        }
        let key = hash.finalize().iter().take(8).fold(0u64, |key, byte| key << 8 | u64::from(*byte));
        self.seen.push(key);
        self.seen.iter().filter(|seen| **seen == key).count() >= REPETITIONS
    }

    /// At a round table, gives the turn to the next seat that can use it.
    pub(super) fn pass_turn(&mut self, after: Seat) {
        let Some(order) = self.rules.order.round() else { return };
        let place = order.iter().position(|seat| *seat == after).unwrap_or_default();
        self.turn = self.turn_from(place + 1);
    }

    /// The first seat from this place of the order on whose board waits for it and that has a move or
    /// passes; where there is none, whose board waits for it.
    pub(super) fn turn_from(&self, place: usize) -> Option<Seat> {
        let order = self.rules.order.round()?;
        let from_place = || (0..order.len()).map(move |n| order[(place + n) % order.len()]);
        let to_move = |seat: &Seat| self.mover(seat.board()) == *seat;
        let ready = |seat: &Seat| {
            self.ended[seat.board()].is_none() && self.standing[seat.board()] != Standing::Waits
        };
        let able = from_place().filter(|_| self.outcome.is_none()).find(|seat| to_move(seat) && ready(seat));
        able.or_else(|| from_place().find(to_move))
    }
}
