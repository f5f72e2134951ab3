//! How a game stands: whose turn is due, and how it ended (RULES §3, §5, §6).

use crate::domain::seat::{Seat, Team};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What the dice of a turn demand of its move; the default demands nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    /// The type die, 1 to 6 (RULES §7); none: any move.
    pub kind: Option<u8>,
    /// The opponent chooses the move.
    pub worst: bool,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ended", rename_all = "snake_case")]
pub enum Outcome {
    /// A team won.
    Win {
        /// The winner.
        team: Team,
        /// How.
        by: WinBy,
    },
    /// Nobody won.
    Draw {
        /// Why.
        by: DrawBy,
    },
}

/// Ways to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WinBy {
    /// A king was captured.
    KingCapture,
    /// A seat was mated.
    Mate,
    /// The other team resigned.
    Resignation,
    /// The other team ran out of time.
    Time,
    /// Both boards were played and summed, in half points: winner's, loser's.
    Boards(u8, u8),
}

/// Ways to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawBy {
    /// The same table for the third time.
    Repetition,
    /// Every seat agreed.
    Agreement,
    /// Nobody at the table can move.
    NoMoves,
    /// Both teams ran out of time at once.
    Time,
    /// 1,000 moves.
    Length,
    /// Boards summed to equal scores.
    Boards,
}

/// What a board asks for now, when nobody has decided yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Due {
    /// This seat's army is to move, and it can.
    Turn(Seat),
    /// This seat has no move and passes at once (king-capture games, RULES §6).
    Pass(Seat),
    /// This seat's hidden pieces show themselves at once, since it has no move (RULES §10).
    Reveal(Seat),
    /// Nothing: the game or board is over, it is another board's turn, or the seat waits.
    Nothing,
}

/// Half points as people write them: 3 is `1.5`.
fn points(halves: u8) -> String {
    if halves.is_multiple_of(2) { (halves / 2).to_string() } else { format!("{}.5", halves / 2) }
}

impl fmt::Display for WinBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::KingCapture => f.write_str("king capture"),
            Self::Mate => f.write_str("mate"),
            Self::Resignation => f.write_str("resignation"),
            Self::Time => f.write_str("time"),
            Self::Boards(won, lost) => write!(f, "boards {}-{}", points(*won), points(*lost)),
        }
    }
}

impl fmt::Display for DrawBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Repetition => "repetition",
            Self::Agreement => "agreement",
            Self::NoMoves => "no moves",
            Self::Time => "time",
            Self::Length => "length",
            Self::Boards => "boards 1-1",
        })
    }
}

impl Outcome {
    /// As the command line prints it (DESIGN §8), `seats` being those of the game:
    /// `White1+Black4 wins by mate`, `draw by repetition`.
    #[must_use]
    pub fn sentence(&self, seats: &[Seat]) -> String {
        match self {
            Self::Win { team, by } => {
                let names: Vec<&str> =
                    seats.iter().filter(|seat| seat.team() == *team).map(|seat| seat.name()).collect();
                format!("{} wins by {by}", names.join("+"))
            }
            Self::Draw { by } => format!("draw by {by}"),
        }
    }

    /// The team that won.
    #[must_use]
    pub const fn winner(&self) -> Option<Team> {
        match self {
            Self::Win { team, .. } => Some(*team),
            Self::Draw { .. } => None,
        }
    }
}
