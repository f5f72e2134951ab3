//! The games of a match and their score.

use super::Viewer;
use super::names::Speaker;
use crate::domain::seat::Team;
use crate::domain::view::{LengthView, PairView, SeriesView};

/// The series as `viewer` sees it.
pub(super) fn series(speaker: &Speaker<'_>, viewer: Viewer) -> SeriesView {
    let pair = |team: Team| PairView {
        team,
        seats: speaker.state.seat_list().iter().copied().filter(|seat| seat.team() == team).collect(),
        who: speaker.team(team),
        points: 0,
        yours: viewer.team() == Some(team),
    };
    SeriesView {
        game: 1,
        length: LengthView { words: "one game".to_owned(), several: false, games: Some(1), points: None },
        score: [pair(Team::First), pair(Team::Second)],
        games: Vec::new(),
        between: false,
    }
}
