//! A match as a series of games, and its score (RULES §11).

use crate::domain::seat::{Seat, Team};
use serde::Serialize;
use time::OffsetDateTime;

/// The games of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeriesView {
    /// The game that runs or, between games and after the end, the one that ended last; from 1.
    pub game: u32,
    /// How long the match is.
    pub length: LengthView,
    /// Each pair's points, that of White1 in the game `game` first.
    pub score: [PairView; 2],
    /// The games that have ended, oldest first.
    pub games: Vec<GameView>,
    /// No game runs: the next one waits for a reward that is still to be picked.
    pub between: bool,
}

impl SeriesView {
    /// Where whoever sits on `seat` in the game [`Self::game`] sat in the first one.
    #[must_use]
    pub const fn first_seat(&self, seat: Seat) -> Seat {
        seat.exchanged(self.game.is_multiple_of(2))
    }

    /// `3 : 1`, White1's pair first.
    #[must_use]
    pub fn points(&self) -> String {
        let [first, second] = &self.score;
        format!("{} : {}", first.points, second.points)
    }
}

/// How long a match is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LengthView {
    /// `one game`, `2 games`, `first to 5 points`.
    pub words: String,
    /// More than one game can be played.
    pub several: bool,
    /// The number of games, where that was agreed.
    pub games: Option<u32>,
}

/// Two partners, or one player of a one-board match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PairView {
    /// Their team in the game [`SeriesView::game`].
    pub team: Team,
    /// Their seats in that game.
    pub seats: Vec<Seat>,
    /// `ana and dora`.
    pub who: String,
    /// Their points.
    pub points: u32,
    /// The viewer is one of them.
    pub yours: bool,
}

/// A game that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameView {
    /// From 1.
    pub number: u32,
    /// The event that ended it, for a link to its last position.
    pub last_seq: u64,
    /// When it ended.
    pub ended_at: OffsetDateTime,
    /// How, for people: `ana and dora win: bruno's king was captured`.
    pub words: String,
    /// The winners' points and why, empty for a draw.
    pub points: Vec<PointView>,
    /// The score after it, pairs in the order of [`SeriesView::score`].
    pub score: [u32; 2],
}

/// A point and its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PointView {
    /// `ana and dora`.
    pub who: String,
    /// `for the victory`, `for a check by a moving piece`, …
    pub reason: String,
}
