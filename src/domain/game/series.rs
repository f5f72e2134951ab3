//! A match as a series of games (RULES §11): what is kept of each, the score, how the match ends, and what
//! waits between two games.

use super::event::Pieces;
use super::settings::MatchLength;
use super::state::{Stage, State};
use crate::domain::rules::Point;
use crate::domain::rules::{Outcome, WinBy};
use crate::domain::seat::{ByTeam, Seat, Team};
use crate::domain::stamp;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// A game that has ended. Seats and teams are those of that game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameOver {
    /// From 1.
    pub number: u32,
    /// The event that ended it.
    pub last_seq: u64,
    /// When it ended.
    #[serde(with = "stamp")]
    pub at: OffsetDateTime,
    /// How.
    pub outcome: Outcome,
    /// The winners' points.
    pub points: Vec<Point>,
    /// The score after it.
    pub score: ByTeam<u32>,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "match", rename_all = "snake_case")]
pub enum Ending {
    /// It was agreed to be one game, and ended as that did.
    Game {
        /// How the game ended.
        outcome: Outcome,
    },
    /// By the score of its games; equal scores draw.
    Score {
        /// The score, teams as in the last game.
        score: ByTeam<u32>,
    },
    /// Nobody took an empty seat: the others win, whatever the score.
    Left {
        /// Who wins.
        winner: Team,
    },
}

impl Ending {
    /// The team that won, as in the last game.
    #[must_use]
    pub fn winner(&self) -> Option<Team> {
        match self {
            Self::Game { outcome } => outcome.winner(),
            Self::Score { score } => Team::ALL.into_iter().find(|&team| score[team] > score[team.other()]),
            Self::Left { winner } => Some(*winner),
        }
    }

    /// As the command line prints it: `White1+Black4 wins by mate` of a single game, `White1+Black4 wins the
    /// match 5-2`, `match drawn 3-3`.
    #[must_use]
    pub fn sentence(&self, seats: &[Seat]) -> String {
        let names = |team: Team| {
            let names = seats.iter().filter(|seat| seat.team() == team).map(|seat| seat.name());
            names.collect::<Vec<_>>().join("+")
        };
        match (self, self.winner()) {
            (Self::Game { outcome }, _) => outcome.sentence(seats),
            (Self::Score { score }, Some(team)) => {
                format!("{} wins the match {}-{}", names(team), score[team], score[team.other()])
            }
            (Self::Score { score }, None) => {
                format!("match drawn {}-{}", score[Team::First], score[Team::Second])
            }
            (Self::Left { winner }, _) => format!("{} wins the match by resignation", names(*winner)),
        }
    }
}

/// The reward for a captured king, until the next game starts (RULES §8). The seat is the captor's, as in
/// the game that ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub(in crate::domain) enum Reward {
    /// The captor picks; a turn runs for it.
    Picks { seat: Seat },
    /// The dice pick.
    Rolls { seat: Seat },
    /// Picked.
    Won { seat: Seat, pieces: Pieces },
}

impl State {
    /// The number of the game that runs or, between games and after the end, that ended last; from 1, and
    /// 0 before the start.
    #[must_use]
    pub fn game(&self) -> u32 {
        u32::try_from(self.starts.len()).unwrap_or(u32::MAX)
    }

    /// The games that have ended, oldest first. Seats exchange between games: a team of a game is the other
    /// team of the next.
    #[must_use]
    pub fn games(&self) -> &[GameOver] {
        &self.games
    }

    /// The points of those who are the teams now.
    #[must_use]
    pub fn score(&self) -> ByTeam<u32> {
        self.score
    }

    /// Whether a game has ended and the next has not begun: a reward is still to be picked.
    #[must_use]
    pub fn is_between_games(&self) -> bool {
        self.is_running() && self.table.outcome().is_some()
    }

    /// How the match ended, if it did.
    #[must_use]
    pub fn ending(&self) -> Option<&Ending> {
        if let Stage::Over { ending, .. } = &self.phase { Some(ending) } else { None }
    }

    /// Its result as the command line prints it, if it has one.
    #[must_use]
    pub fn result(&self) -> Option<String> {
        self.ending().map(|ending| ending.sentence(self.seat_list()))
    }

    /// How the match ends now that so many games are over; none if another follows.
    pub(super) fn ending_by(&self, outcome: &Outcome) -> Option<Ending> {
        let over = match self.settings.length {
            MatchLength::Games(games) => self.games.len() >= usize::from(games),
            MatchLength::Points(points) => self.score.iter().any(|(_, have)| *have >= u32::from(points)),
        };
        let one = self.settings.length == MatchLength::ONE;
        over.then(|| {
            if one { Ending::Game { outcome: outcome.clone() } } else { Ending::Score { score: self.score } }
        })
    }

    /// How the match ends because nobody took an empty seat of the other team.
    pub(super) fn ending_for(&self, winner: Team) -> Ending {
        if self.settings.length == MatchLength::ONE {
            Ending::Game { outcome: Outcome::Win { team: winner, by: WinBy::Resignation } }
        } else {
            Ending::Left { winner }
        }
    }

    /// The first event of the game that runs or ended last; 1 before any.
    pub(in crate::domain) fn game_began(&self) -> u64 {
        self.starts.last().copied().unwrap_or(1)
    }

    /// Where whoever sat on `seat` after event `seq` (or who came after them) sits now; as well, where whoever
    /// sits there now sat then: opponents exchange seats between games.
    #[must_use]
    pub fn seat_now(&self, seat: Seat, seq: u64) -> Seat {
        let then = self.starts.iter().filter(|&&start| start <= seq).count().max(1);
        let exchanges = self.starts.len().max(1) - then;
        seat.exchanged(!exchanges.is_multiple_of(2))
    }

    /// Whether opponents sit on each other's seats of the first game.
    #[must_use]
    pub fn seats_exchanged(&self) -> bool {
        self.seat_now(Seat::White1, 0) != Seat::White1
    }

    /// A team of a game, as it is called in the present one.
    pub(in crate::domain) fn team_now(&self, team: Team, game: u32) -> Team {
        if (self.game() - game.min(self.game())).is_multiple_of(2) { team } else { team.other() }
    }

    /// Whether the table has to roll, for gifts or a reward.
    pub(in crate::domain) fn table_rolls(&self) -> bool {
        self.is_running() && (self.gifts_due || matches!(self.reward, Some(Reward::Rolls { .. })))
    }
}

/// The king fell to somebody of the table.
pub(super) fn is_king_capture(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Win { by: WinBy::KingCapture, .. })
}
