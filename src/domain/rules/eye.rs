//! With whose eyes a board is looked at (RULES §10): a hidden piece is seen by its own army alone.

use super::position::Position;
use super::table::Table;
use crate::domain::seat::{Army, BoardNo, Seat, Team};
use std::borrow::Cow;

/// Whose eyes look at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Eye {
    /// Those of somebody who may see everything: the game is over.
    All,
    /// Those of a team, which sees its own hidden pieces.
    Team(Team),
    /// Those of an onlooker, who sees none.
    Public,
}

impl Eye {
    /// Whether it sees the hidden pieces of a seat.
    #[must_use]
    pub fn sees(self, seat: Seat) -> bool {
        self.on(seat.board()).sees(seat.army())
    }

    /// What it sees of one board, where each team has one army.
    pub(super) fn on(self, board: BoardNo) -> Sight {
        match self {
            Self::All => Sight::All,
            Self::Public => Sight::Public,
            Self::Team(team) => {
                let own = |army: &Army| Seat::at(board, *army).team() == team;
                Army::ALL.into_iter().find(own).map_or(Sight::Public, Sight::Of)
            }
        }
    }
}

/// Whose hidden pieces of one board are seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    All,
    Of(Army),
    Public,
}

impl Sight {
    pub(super) fn sees(self, army: Army) -> bool {
        match self {
            Self::All => true,
            Self::Of(own) => own == army,
            Self::Public => false,
        }
    }
}

impl Position {
    /// The board as it is seen: without the hidden pieces of other armies, and without the rights that need
    /// them.
    pub(super) fn seen(&self, sight: Sight) -> Cow<'_, Self> {
        let unseen = |army: &Army| !sight.sees(*army) && self.placement.hides(*army);
        if !Army::ALL.iter().any(unseen) {
            return Cow::Borrowed(self);
        }
        let mut seen = self.clone();
        for army in Army::ALL.into_iter().filter(unseen) {
            for (square, _) in self.hidden(army) {
                seen.placement.lift(square);
            }
        }
        seen.keep_rights();
        seen.en_passant = seen.en_passant.filter(|right| seen.en_passant_usable(*right));
        Cow::Owned(seen)
    }
}

impl Table {
    /// The table as these eyes see it. What may be played is asked of the true table, which judges it by the
    /// view of who decides.
    #[must_use]
    pub fn seen_by(&self, eye: Eye) -> Self {
        let mut seen = self.clone();
        for &board in self.rules.boards() {
            let sight = eye.on(board);
            if let Cow::Owned(position) = self.boards[board].seen(sight) {
                seen.boards[board] = position;
            }
            seen.touched[board] = self.touched_as_seen(board, sight);
        }
        seen
    }

    /// The board as its mover sees it, and on a worst roll as the opponent does, who chooses.
    pub(super) fn view(&self, board: BoardNo, worst: bool) -> Cow<'_, Position> {
        let mover = self.boards[board].to_move;
        self.boards[board].seen(Sight::Of(if worst { mover.other() } else { mover }))
    }
}
