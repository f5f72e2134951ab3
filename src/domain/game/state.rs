//! The state of a match: what its log adds up to. Only `fold` changes it.
//!
//! Its fields are private to `domain`, so that pages, mails and exports are made from a `View`.

use super::clock::Outages;
use super::dice_book::DiceBook;
use super::event::MatchOpened;
use super::history::{Line, What};
use super::offers::{DrawOffer, Pause, Vacancy};
use super::series::{Ending, GameOver, Reward};
use super::turn::{Fallen, Turn};
use super::vacation::LeaveBook;
use crate::domain::dice::{ChainId, ChainOf, Salt};
use crate::domain::hash::Hash;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::rules::{Due, Roll, Table};
use crate::domain::seat::{BoardNo, ByBoard, BySeat, ByTeam, Seat};
use crate::domain::stamp;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// Changes whenever a state folded from the same log would differ; a snapshot of another version is
/// not used.
pub const FOLD_VERSION: u32 = 4;

/// A match at one moment of its log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub(in crate::domain) match_id: MatchId,
    /// The last event.
    pub(in crate::domain) seq: u64,
    /// Its form; no later event has an older one.
    pub(in crate::domain) form: u32,
    /// The head after it.
    pub(in crate::domain) head: Hash,
    /// When it happened.
    #[serde(with = "stamp")]
    pub(in crate::domain) at: OffsetDateTime,
    #[serde(with = "stamp")]
    pub(in crate::domain) opened_at: OffsetDateTime,
    pub(in crate::domain) settings: MatchOpened,
    pub(in crate::domain) seats: BySeat<Option<Chair>>,
    /// Whoever sits on a seat, and those in whose place they came, oldest first; exchanged with the seats.
    pub(in crate::domain) sitters: BySeat<Vec<Sitter>>,
    pub(in crate::domain) phase: Stage,
    /// The event that began each game.
    pub(in crate::domain) starts: Vec<u64>,
    /// The games that have ended.
    pub(in crate::domain) games: Vec<GameOver>,
    /// The points of those who are the teams now.
    pub(in crate::domain) score: ByTeam<u32>,
    /// What waits for the next game, or keeps it waiting.
    pub(in crate::domain) reward: Option<Reward>,
    /// The game begins with a roll of gifts that has not fallen yet.
    pub(in crate::domain) gifts_due: bool,
    /// The game that runs or ended last.
    pub(in crate::domain) table: Table,
    /// What each board asks for (kept, because finding out looks for legal moves).
    pub(in crate::domain) due: ByBoard<Due>,
    /// The decisions that run.
    pub(in crate::domain) turns: ByBoard<Option<Turn>>,
    /// The roll of a seat that sat, which waits for it (RULES §5).
    pub(in crate::domain) kept_rolls: ByBoard<Option<Fallen>>,
    /// A round of the board is complete, and its event die has not been rolled yet (RULES §9).
    pub(in crate::domain) event_due: ByBoard<bool>,
    /// What is in each seat's bank while it decides nothing; nothing where there is no bank.
    pub(in crate::domain) banks: BySeat<Duration>,
    /// The spans that no clock counts.
    pub(in crate::domain) outages: Outages,
    /// The last event but for spans given back.
    #[serde(with = "stamp")]
    pub(in crate::domain) acted_at: OffsetDateTime,
    /// Each player's vacations.
    pub(in crate::domain) leave: BySeat<LeaveBook>,
    pub(in crate::domain) draw: Option<DrawOffer>,
    pub(in crate::domain) pause: Option<Pause>,
    pub(in crate::domain) vacancies: BySeat<Option<Vacancy>>,
    /// Which teams have made a move.
    pub(in crate::domain) team_moved: ByTeam<bool>,
    /// How often each seat's time ran out as mover.
    pub(in crate::domain) lapses: BySeat<u8>,
    pub(in crate::domain) dice: DiceBook,
    /// The last event that touched each board.
    pub(in crate::domain) board_seq: ByBoard<u64>,
    /// Moves and passes played on each board.
    pub(in crate::domain) plies: ByBoard<u32>,
    pub(in crate::domain) history: Vec<Line>,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::domain) struct Chair {
    pub account: AccountId,
    /// The salt given on sitting down; a substitute brings none.
    pub salt: Option<Salt>,
}

/// Somebody who sat on a seat from an event on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::domain) struct Sitter {
    pub seq: u64,
    pub account: AccountId,
}

/// Where a match is in its life.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub(in crate::domain) enum Stage {
    Open,
    Running,
    Over {
        ending: Ending,
        #[serde(with = "stamp")]
        at: OffsetDateTime,
    },
    Cancelled,
}

/// A decision that runs, for the read model, the mails and the jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenTurn {
    /// The event that began it.
    pub seq: u64,
    /// The board.
    pub board: BoardNo,
    /// Whose army moves.
    pub mover: Seat,
    /// Who decides.
    pub decider: Seat,
    /// The account that decides; none while the seat is empty.
    pub account: Option<AccountId>,
    /// When the decider's time began.
    pub began_at: OffsetDateTime,
    /// The first moment that is too late; none while the clock stands.
    pub deadline: Option<OffsetDateTime>,
    /// The event that hurried the decider by the three-move rule (RULES §5).
    pub hurried: Option<u64>,
    /// The board takes no move until the partner has decided (RULES §5).
    pub frozen: bool,
    /// No move is asked for, but the reward for a captured king.
    pub reward: bool,
}

/// What everybody may know of a match's life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Seats are free.
    Open,
    /// A game is on, or about to follow the one before.
    Running,
    /// The match has a result.
    Over,
    /// Called off before it began.
    Cancelled,
}

impl State {
    /// The match.
    pub fn match_id(&self) -> MatchId {
        self.match_id
    }

    /// The number of the last event.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The log head after the last event.
    pub fn head(&self) -> Hash {
        self.head
    }

    /// When the last event happened.
    pub fn updated_at(&self) -> OffsetDateTime {
        self.at
    }

    /// When the match was opened.
    pub fn opened_at(&self) -> OffsetDateTime {
        self.opened_at
    }

    /// When the first game began, if it has.
    pub fn started_at(&self) -> Option<OffsetDateTime> {
        self.history.iter().find(|line| matches!(line.what, What::Started { .. })).map(|line| line.at)
    }

    /// Name, rule set and the other agreements.
    pub fn settings(&self) -> &MatchOpened {
        &self.settings
    }

    /// Where the match is in its life.
    pub fn status(&self) -> Status {
        match self.phase {
            Stage::Open => Status::Open,
            Stage::Running => Status::Running,
            Stage::Over { .. } => Status::Over,
            Stage::Cancelled => Status::Cancelled,
        }
    }

    /// The seats of the rule set.
    pub fn seat_list(&self) -> &'static [Seat] {
        self.settings.rules.seats()
    }

    /// Who sits on a seat.
    pub fn account_at(&self, seat: Seat) -> Option<AccountId> {
        self.seats[seat].as_ref().map(|chair| chair.account)
    }

    /// The partner's seat, where there are two boards.
    pub(in crate::domain) fn partner_of(&self, seat: Seat) -> Option<Seat> {
        Some(seat.partner()).filter(|partner| self.seat_list().contains(partner))
    }

    /// The seat of an account.
    pub fn seat_of(&self, account: AccountId) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.account_at(seat) == Some(account))
    }

    /// The decisions that run, at most one for each board.
    pub fn open_turns(&self) -> Vec<OpenTurn> {
        self.turns.iter().filter_map(|(_, turn)| turn.as_ref()).map(|turn| self.open_turn(turn)).collect()
    }

    fn open_turn(&self, turn: &Turn) -> OpenTurn {
        OpenTurn {
            seq: turn.seq,
            board: turn.board,
            mover: turn.mover,
            decider: turn.decider,
            account: self.account_at(turn.decider),
            began_at: turn.began_at,
            deadline: turn.clock.deadline(&self.outages),
            hurried: turn.hurried,
            frozen: self.frozen_by(turn.board).is_some(),
            reward: turn.reward,
        }
    }

    /// Every account that the match ever named: who opened it, whoever sat or sits, whoever asks for a
    /// seat.
    pub fn accounts(&self) -> Vec<AccountId> {
        let sat = self.sitters.iter().flat_map(|(_, sitters)| sitters).map(|sitter| sitter.account);
        let told = self.history.iter().filter_map(|line| line.what.account());
        let mut all: Vec<AccountId> = [self.settings.opened_by].into_iter().chain(sat).chain(told).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The last event that touched a board.
    pub fn board_seq(&self, board: BoardNo) -> u64 {
        self.board_seq[board]
    }

    /// The least number that renewed chains may have.
    pub fn fresh_chain(&self) -> u32 {
        self.dice.fresh_number()
    }

    /// The chains in use: chain, rolls made, last link published (the anchor before the first roll).
    /// A key that gives another link for that roll cannot go on with this match.
    pub fn chains(&self) -> [(ChainId, u32, Hash); 3] {
        ChainOf::ALL.map(|of| self.dice.in_use(of))
    }

    /// The seats whose board (or all, where the table) has to roll and needs a salt first, after a renewal of
    /// chains.
    pub fn needs_salt_from(&self) -> Vec<Seat> {
        if self.table_rolls() {
            let dry = !self.dice.table_may_roll();
            return self
                .seat_list()
                .iter()
                .copied()
                .filter(|&seat| dry && self.seats[seat].is_some())
                .collect();
        }
        let dry = |seat: &Seat| {
            let board = seat.board();
            let turn = self.settings.rules.has_type_die() && matches!(self.due[board], Due::Turn(_));
            self.turns[board].is_none() && (turn || self.event_due[board]) && !self.dice.may_roll(board)
        };
        let running = self.is_running();
        self.seat_list().iter().copied().filter(|seat| running && dry(seat)).collect()
    }

    /// Whether the match goes on: a game is on, or about to follow the one before.
    pub(in crate::domain) fn is_running(&self) -> bool {
        matches!(self.phase, Stage::Running)
    }

    /// Whether everything up to this event is open by now: the game that it belongs to is over.
    pub(in crate::domain) fn is_opened(&self, seq: u64) -> bool {
        let over = matches!(self.phase, Stage::Over { .. } | Stage::Cancelled);
        over || self.games.last().is_some_and(|game| seq <= game.last_seq)
    }

    /// Whether a game is on.
    pub(in crate::domain) fn game_is_on(&self) -> bool {
        self.is_running() && self.table.outcome().is_none()
    }

    /// What the dice demand of the turn that runs on a board; nothing where none runs.
    pub(super) fn demand(&self, board: BoardNo) -> Roll {
        self.turns[board].as_ref().map(Turn::demand).unwrap_or_default()
    }

    /// The decision that runs on a board.
    pub(in crate::domain) fn turn(&self, board: BoardNo) -> Option<&Turn> {
        self.turns[board].as_ref()
    }
}
