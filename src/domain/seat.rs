//! Who sits where: boards, armies, seats and teams (RULES §1), and containers indexed by them.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Index, IndexMut};

/// One of the boards of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub enum BoardNo {
    /// Board 1: White1 against Black2.
    One,
    /// Board 2: White3 against Black4.
    Two,
}

impl BoardNo {
    /// Both boards, in order.
    pub const ALL: [Self; 2] = [Self::One, Self::Two];

    /// 1 or 2, as written in moves and hashed into the dice.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }

    /// The board where this board's captures are dropped.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }
}

/// A number that names no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no board {0}: boards are 1 and 2")]
pub struct NoSuchBoard(pub u8);

impl TryFrom<u8> for BoardNo {
    type Error = NoSuchBoard;
    fn try_from(n: u8) -> Result<Self, NoSuchBoard> {
        match n {
            1 => Ok(Self::One),
            2 => Ok(Self::Two),
            n => Err(NoSuchBoard(n)),
        }
    }
}

impl From<BoardNo> for u8 {
    fn from(b: BoardNo) -> Self {
        b.number()
    }
}

impl fmt::Display for BoardNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// The colour of an army on its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Army {
    /// Moves first.
    White,
    /// Answers.
    Black,
}

impl Army {
    /// Both armies of a board.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The army across the board.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// A place at the table. The order is that of RULES §1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Seat {
    /// White on board 1.
    White1,
    /// Black on board 1.
    Black2,
    /// White on board 2.
    White3,
    /// Black on board 2.
    Black4,
}

impl Seat {
    /// All seats of a two-board game; the first two are those of a one-board game.
    pub const ALL: [Self; 4] = [Self::White1, Self::Black2, Self::White3, Self::Black4];

    /// The seat that plays `army` on `board`.
    #[must_use]
    pub const fn at(board: BoardNo, army: Army) -> Self {
        match (board, army) {
            (BoardNo::One, Army::White) => Self::White1,
            (BoardNo::One, Army::Black) => Self::Black2,
            (BoardNo::Two, Army::White) => Self::White3,
            (BoardNo::Two, Army::Black) => Self::Black4,
        }
    }

    /// The board it plays on.
    #[must_use]
    pub const fn board(self) -> BoardNo {
        match self {
            Self::White1 | Self::Black2 => BoardNo::One,
            Self::White3 | Self::Black4 => BoardNo::Two,
        }
    }

    /// The colour it plays.
    #[must_use]
    pub const fn army(self) -> Army {
        match self {
            Self::White1 | Self::White3 => Army::White,
            Self::Black2 | Self::Black4 => Army::Black,
        }
    }

    /// The seat across the same board.
    #[must_use]
    pub const fn opponent(self) -> Self {
        Self::at(self.board(), self.army().other())
    }

    /// The seat of whoever sits here in a game where opponents have exchanged their seats, if they have.
    #[must_use]
    pub const fn exchanged(self, exchanged: bool) -> Self {
        if exchanged { self.opponent() } else { self }
    }

    /// The other seat of the team, in two-board games.
    #[must_use]
    pub const fn partner(self) -> Self {
        Self::at(self.board().other(), self.army().other())
    }

    /// The team it belongs to (in one-board games it is the team's only seat).
    #[must_use]
    pub const fn team(self) -> Team {
        match self {
            Self::White1 | Self::Black4 => Team::First,
            Self::Black2 | Self::White3 => Team::Second,
        }
    }

    /// As RULES writes it, `White1`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White1 => "White1",
            Self::Black2 => "Black2",
            Self::White3 => "White3",
            Self::Black4 => "Black4",
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that names no seat.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no seat is called {0:?}: seats are White1, Black2, White3, Black4")]
pub struct NoSuchSeat(pub String);

impl std::str::FromStr for Seat {
    type Err = NoSuchSeat;
    fn from_str(s: &str) -> Result<Self, NoSuchSeat> {
        Self::ALL.into_iter().find(|seat| seat.name() == s).ok_or_else(|| NoSuchSeat(s.to_owned()))
    }
}

/// Two partners against two others; in one-board games a seat alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Team {
    /// White1 (+ Black4).
    First,
    /// Black2 (+ White3).
    Second,
}

impl Team {
    /// Both teams.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// The team it plays against.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

macro_rules! indexed_by {
    ($(#[$doc:meta])* $name:ident, $key:ident, $n:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name<T>([T; $n]);

        impl<T> $name<T> {
            /// Fills each place by asking `f`.
            pub fn from_fn(mut f: impl FnMut($key) -> T) -> Self {
                Self($key::ALL.map(&mut f))
            }

            /// Every place with its value, in order.
            pub fn iter(&self) -> impl Iterator<Item = ($key, &T)> {
                $key::ALL.into_iter().zip(&self.0)
            }

            /// Exchanges the values of two places.
            pub fn swap(&mut self, one: $key, other: $key) {
                self.0.swap(one as usize, other as usize);
            }

            /// Turns every value.
            pub fn map<U>(self, f: impl FnMut(T) -> U) -> $name<U> {
                $name(self.0.map(f))
            }
        }

        impl<T> Index<$key> for $name<T> {
            type Output = T;
            fn index(&self, key: $key) -> &T {
                &self.0[key as usize]
            }
        }

        impl<T> IndexMut<$key> for $name<T> {
            fn index_mut(&mut self, key: $key) -> &mut T {
                &mut self.0[key as usize]
            }
        }
    };
}

indexed_by!(
    /// A value for each seat.
    BySeat, Seat, 4
);
indexed_by!(
    /// A value for each board.
    ByBoard, BoardNo, 2
);
indexed_by!(
    /// A value for each army of one board.
    ByArmy, Army, 2
);
indexed_by!(
    /// A value for each team.
    ByTeam, Team, 2
);
