//! What follows at once: the start of a game, gifts and rewards by dice, the event dice of a round, passes,
//! hidden pieces that must show themselves, the rolls that begin turns, calls that make themselves,
//! substitutes who have the words.

use super::series::Reward;
use super::state::{Stage, State};
use crate::domain::ids::AccountId;
use crate::domain::rules::{Called, Due};
use crate::domain::seat::{BoardNo, Seat};

/// Something that has to be the next event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::domain) enum Owed {
    /// All seats are taken, or the game before is over.
    Start,
    /// The dice pick the reward of whoever captured the king.
    Reward(Seat),
    /// The game begins with gifts.
    Gifts,
    /// A round of a board is complete: its event die is rolled.
    Event(BoardNo),
    /// The hidden pieces of a seat show themselves.
    Reveal(Seat),
    /// A seat without any move passes.
    Pass(Seat),
    /// A turn begins with a roll.
    Roll(BoardNo),
    /// The only call that the opponent of a seat can make.
    Call(Seat, Called),
    /// Somebody has all words for an empty seat.
    Substitute(Seat, AccountId),
}

impl Owed {
    /// As faults name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "game_started",
            Self::Reward(_) => "reward_rolled",
            Self::Gifts => "gifts_rolled",
            Self::Call(..) => "called",
            Self::Event(_) => "event_rolled",
            Self::Reveal(_) => "revealed",
            Self::Pass(_) => "passed",
            Self::Roll(_) => "rolled",
            Self::Substitute(..) => "substitute_seated",
        }
    }
}

impl State {
    /// What has to be the next event, at the same time as the last; board 1 comes before board 2.
    pub(in crate::domain) fn owed(&self) -> Option<Owed> {
        match self.phase {
            Stage::Open => {
                let full = self.seat_list().iter().all(|&seat| self.seats[seat].is_some());
                full.then_some(Owed::Start)
            }
            Stage::Running => {
                let substitute = || self.ready_substitute().map(|(seat, who)| Owed::Substitute(seat, who));
                self.owed_at_table().or_else(substitute)
            }
            Stage::Over { .. } | Stage::Cancelled => None,
        }
    }

    fn owed_at_table(&self) -> Option<Owed> {
        let may_roll = || self.dice.table_may_roll();
        if self.is_between_games() {
            return match self.reward {
                Some(Reward::Picks { .. }) => None,
                Some(Reward::Rolls { seat }) => may_roll().then_some(Owed::Reward(seat)),
                Some(Reward::Won { .. }) | None => Some(Owed::Start),
            };
        }
        if self.gifts_due {
            return may_roll().then_some(Owed::Gifts);
        }
        let boards = self.settings.rules.boards().iter();
        boards.copied().find_map(|board| self.owed_on(board))
    }

    fn owed_on(&self, board: BoardNo) -> Option<Owed> {
        if self.event_due[board] {
            return self.dice.may_roll(board).then_some(Owed::Event(board));
        }
        match (self.due[board], &self.turns[board]) {
            (Due::Pass(seat), _) => Some(Owed::Pass(seat)),
            (Due::Reveal(seat), _) => Some(Owed::Reveal(seat)),
            (Due::Turn(_), None) if self.dice.may_roll(board) => {
                self.settings.rules.has_type_die().then_some(Owed::Roll(board))
            }
            (Due::Turn(_), Some(turn)) => {
                let shows = self.table.must_reveal(board, turn.demand());
                shows.map(Owed::Reveal).or_else(|| self.owed_call(board))
            }
            (Due::Turn(_) | Due::Nothing, _) => None,
        }
    }

    /// Where no fairy pieces and no rings were agreed on, none can be called, and the moves need not be looked
    /// for.
    fn owed_call(&self, board: BoardNo) -> Option<Owed> {
        let turn = self.turns[board].as_ref().filter(|turn| turn.chosen())?;
        let rules = &self.settings.rules;
        let call = if rules.has_fairy_pieces() || rules.has_items() {
            self.table.only_call(board, turn.demand())
        } else {
            None
        };
        call.map(|call| Owed::Call(turn.mover, call))
    }
}
