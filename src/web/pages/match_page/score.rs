//! The score of a match: which game runs, each pair's points, and what every ended game gave (RULES §11).

use crate::domain::view::{GameView, PairView, SeriesView, View};
use crate::domain::zone::Zone;
use crate::web::present::When;

/// The card "Score".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreCard {
    /// `first to 5 points`.
    pub length: String,
    /// Each pair, the reader's first.
    pub pairs: Vec<PairLine>,
    /// The games that have ended, newest first.
    pub games: Vec<GameLine>,
}

/// A pair and its points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairLine {
    /// `ana and dora`.
    pub who: String,
    /// Their points.
    pub points: u32,
    /// The reader is one of them.
    pub yours: bool,
}

/// A game that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLine {
    /// `Game 1`.
    pub title: String,
    /// How it ended.
    pub words: String,
    /// The reasons of its points: `for the victory`.
    pub points: Vec<String>,
    /// When it ended.
    pub at: When,
    /// The end of its address: `/at/41`.
    pub last: String,
}

impl ScoreCard {
    /// The card of a match of several games, or of one that has ended.
    #[must_use]
    pub fn new(view: &View, zone: &Zone) -> Option<Self> {
        let series = &view.series;
        if !series.length.several && series.games.is_empty() {
            return None;
        }
        let mut pairs: Vec<&PairView> = series.score.iter().collect();
        pairs.sort_by_key(|pair| !pair.yours);
        Some(Self {
            length: series.length.words.clone(),
            pairs: pairs.into_iter().map(pair).collect(),
            games: series.games.iter().rev().map(|ended| game(ended, zone)).collect(),
        })
    }
}

fn pair(pair: &PairView) -> PairLine {
    PairLine { who: pair.who.clone(), points: pair.points, yours: pair.yours }
}

fn game(ended: &GameView, zone: &Zone) -> GameLine {
    GameLine {
        title: format!("Game {}", ended.number),
        words: ended.words.clone(),
        points: ended.points.iter().map(|point| point.reason.clone()).collect(),
        at: When::short(ended.ended_at, zone),
        last: format!("/at/{}", ended.last_seq),
    }
}

/// `Game 2 of 3`, `Game 2, first to 5 points`; empty for a match of one game.
#[must_use]
pub fn game_words(series: &SeriesView) -> String {
    match (series.length.several, series.length.games) {
        (false, _) => String::new(),
        (true, Some(games)) => format!("Game {} of {games}", series.game),
        (true, None) => format!("Game {}, {}", series.game, series.length.words),
    }
}
