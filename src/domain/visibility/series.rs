//! The games of a match and their score; what a turn asks for beside a move.

use super::Viewer;
use super::boards::piece_view;
use super::names::Speaker;
use super::story;
use crate::domain::game::{Ending, GameOver, MatchLength, State, Turn, What};
use crate::domain::rules::{Called, Eye, Form, Piece};
use crate::domain::seat::{ByTeam, Team};
use crate::domain::view::{
    Asking, CalledView, GameView, LengthView, PairView, PointView, SeriesView, SetPiece,
};

/// The series as `viewer` sees it.
pub(super) fn series(speaker: &Speaker<'_>, viewer: Viewer) -> SeriesView {
    let state = speaker.state;
    let pair = |team: Team| PairView {
        team,
        seats: state.seat_list().iter().copied().filter(|seat| seat.team() == team).collect(),
        who: speaker.team(team),
        points: state.score[team],
        yours: viewer.team() == Some(team),
    };
    SeriesView {
        game: state.game().max(1),
        length: length(state.settings.length),
        score: Team::ALL.map(pair),
        games: state.games.iter().map(|game| game_view(speaker, game)).collect(),
        between: state.is_between_games(),
    }
}

fn length(length: MatchLength) -> LengthView {
    let games = if let MatchLength::Games(games) = length { Some(u32::from(games)) } else { None };
    LengthView { words: length.words(), several: length != MatchLength::ONE, games }
}

fn game_view(speaker: &Speaker<'_>, game: &GameOver) -> GameView {
    let state = speaker.state;
    let then = speaker.at(game.last_seq);
    let winners = game.outcome.winner().map(|team| then.team(team)).unwrap_or_default();
    let point = |reason: &str| PointView { who: winners.clone(), reason: reason.to_owned() };
    // The teams of that game, as they are called now.
    let score = |team: Team| game.score[state.team_now(team, game.number)];
    GameView {
        number: game.number,
        last_seq: game.last_seq,
        ended_at: game.at,
        words: story::result_words(&then, &game.outcome),
        points: game.points.iter().map(|won| point(won.words())).collect(),
        score: Team::ALL.map(score),
    }
}

/// `ana and dora win the match 5 to 2`; of a single game its result.
pub(super) fn ending_words(speaker: &Speaker<'_>, ending: &Ending) -> String {
    let verb = if speaker.state.seat_list().len() > 2 { "win" } else { "wins" };
    match (ending, ending.winner()) {
        (Ending::Game { outcome }, _) => story::result_words(speaker, outcome),
        (Ending::Score { score }, Some(team)) => {
            format!("{} {verb} the match {} to {}", speaker.team(team), score[team], score[team.other()])
        }
        (Ending::Score { score }, None) => format!("The match is drawn, {}", both(*score)),
        (Ending::Left { winner }, _) => {
            format!("{} {verb} the match: {}", speaker.team(*winner), left(speaker))
        }
    }
}

fn both(score: ByTeam<u32>) -> String {
    format!("{} to {}", score[Team::First], score[Team::Second])
}

fn left(speaker: &Speaker<'_>) -> String {
    let empty = speaker.state.history.iter().rev().find_map(|line| match &line.what {
        What::VacancyEnded { seat } => Some(format!("nobody took {seat}")),
        _ => None,
    });
    empty.unwrap_or_default()
}

/// What a turn asks its decider for.
pub(super) fn asks(state: &State, turn: &Turn) -> Asking {
    if !turn.reward {
        return Asking::Move;
    }
    let rules = &state.settings.rules;
    // Seats are exchanged before the next game, and armies with them.
    let army = turn.decider.army().other();
    let piece = |form: Form| SetPiece {
        text: form.to_string(),
        piece: piece_view(Piece::new(army, form)),
        moves: form.how_it_moves(),
    };
    Asking::Reward { number: rules.rewards(), set: rules.fairy_set().into_iter().map(piece).collect() }
}

/// The piece that met a hidden one in this turn and must move, in words; for who decides.
pub(super) fn touched(state: &State, turn: &Turn) -> Option<String> {
    let touched = state.table.touched(turn.board, turn.demand())?;
    let seen = state.table.seen_by(Eye::Team(turn.decider.team()));
    Some(touched.name_on(seen.board(turn.board)))
}

/// The piece that was called for a turn and that its mover must move.
pub(super) fn called(state: &State, turn: &Turn) -> Option<CalledView> {
    state.table.called(turn.board)?;
    let line = state.history.iter().rev().find_map(|line| match &line.what {
        What::Called(called) if called.seat == turn.mover => Some(called),
        _ => None,
    })?;
    let square = if let Called::At(square) = line.called { Some(square.to_string()) } else { None };
    Some(CalledView { square, words: line.piece.clone(), by_itself: line.by_itself })
}
