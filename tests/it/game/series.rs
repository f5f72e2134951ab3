//! Matches of several games: seats are exchanged, the score goes on, the next game starts by itself.

use super::story::{Story, account};
use delirious::domain::game::{Command, Lapse, Leaving, MatchLength, Refusal, Status};
use delirious::domain::rules::RuleSet;
use delirious::domain::seat::{BoardNo, Seat};
use delirious::domain::view::{Deed, Phase};
use delirious::domain::visibility::Viewer;
use time::Duration;

fn series(preset: &str, length: MatchLength) -> Story {
    let rules = RuleSet::preset(preset).unwrap();
    Story::started_as(rules, Lapse::OpponentChooses, |open| open.length = length)
}

fn games(n: u8) -> MatchLength {
    MatchLength::games(n).unwrap()
}

/// Each pair's points, that of White1 now first.
fn points(story: &Story) -> [u32; 2] {
    story.view(Viewer::Spectator).series.score.map(|pair| pair.points)
}

#[test]
fn the_next_game_starts_by_itself_with_seats_exchanged() {
    let mut story = series("classic-bughouse", games(2));
    story.play(Seat::White1, "e2e4").unwrap();
    story.play(Seat::White3, "d2d4").unwrap();
    story.resign(Seat::White1).unwrap();
    assert_eq!(story.state.status(), Status::Running);
    assert_eq!(story.state.account_at(Seat::Black2), Some(account(Seat::White1)));
    assert_eq!(story.state.account_at(Seat::Black4), Some(account(Seat::White3)));
    let view = story.view(Viewer::Seat(Seat::White1));
    assert_eq!((view.series.game, view.series.between, view.boards[0].plies), (2, false, 0));
    assert_eq!(view.series.score[0].who, "bruno and carla");
    assert_eq!(points(&story), [1, 0], "bruno and carla are White1 and Black4 now");
    assert_eq!(
        story.last_words(4),
        [
            "ana resigned",
            "bruno and carla win: ana resigned",
            "bruno and carla get a point for the victory; the score is now bruno and carla 1, ana and dora 0",
            "game 2 begins with seats exchanged: White1 bruno, Black2 ana, White3 dora, Black4 carla",
        ]
    );
    story.play(Seat::White1, "e2e4").unwrap();
    story.play(Seat::Black2, "e7e5").unwrap();
    story.wait(Duration::hours(1));
    story.resign(Seat::Black4).unwrap();
    assert_eq!(story.result(), "match drawn 1-1");
    let view = story.view(Viewer::Spectator);
    assert_eq!(view.series.games.len(), 2);
    assert_eq!(view.series.games.iter().map(|game| game.score).collect::<Vec<_>>(), [[1, 0], [1, 1]]);
    assert_eq!(view.series.games[0].words, "bruno and carla win: ana resigned");
    assert_eq!(view.series.games[1].words, "ana and dora win: carla resigned");
    let Phase::Over { winner: None, words, .. } = &view.phase else { panic!("{:?}", view.phase) };
    assert_eq!(words, "The match is drawn, 1 to 1");
    story.check();
}

#[test]
fn first_to_three_points_ends_when_a_pair_has_them() {
    let mut story = series("worst-move", MatchLength::points(3).unwrap());
    for game in 1..=4 {
        assert_eq!(story.view(Viewer::Spectator).series.game, game);
        story.wait(Duration::hours(3));
        story.play_any(BoardNo::One);
        story.resign(Seat::White1).unwrap();
    }
    assert_eq!(story.state.status(), Status::Running, "2 to 2");
    story.resign(Seat::White1).unwrap();
    assert_eq!(story.result(), "Black2 wins the match 3-2");
    story.check();
}

#[test]
fn each_game_is_drawn_aborted_and_lapsed_for_itself() {
    let mut story = series("dice-chess", games(3));
    story.resign(Seat::White1).unwrap();
    let abort = |account| Command::Abort { account };
    assert_eq!(story.does(Seat::White1, abort), Err(Refusal::TooLateToAbort));
    assert!(!story.deeds(Seat::White1).contains(&Deed::Abort));
    story.does(Seat::White1, |account| Command::OfferDraw { account }).unwrap();
    story.does(Seat::Black2, |account| Command::AgreeDraw { account }).unwrap();
    assert_eq!((story.view(Viewer::Spectator).series.game, points(&story)), (3, [0, 1]));
    assert!(story.view(Viewer::Spectator).draw.is_none());
    story.check();
}

#[test]
fn who_finds_no_substitute_loses_the_match_whatever_the_score() {
    let mut story = series("classic-bughouse", games(3));
    story.resign(Seat::White1).unwrap();
    story.does(Seat::Black4, |account| Command::LeaveForGood { account, why: Leaving::Left }).unwrap();
    story.wait(Duration::days(8));
    story.settle();
    assert_eq!(story.result(), "Black2+White3 wins the match by resignation");
    assert_eq!(story.last_words(1), ["ana and dora win the match: nobody took Black4"]);
    story.check();
}

#[test]
fn vacations_and_pauses_outlast_a_game() {
    let mut story = series("classic-bughouse", games(2));
    let (from, until) = (story.now, story.now + Duration::days(5));
    story.does(Seat::White3, |account| Command::PlanVacation { account, from, until }).unwrap();
    story.does(Seat::White1, |account| Command::AskPause { account, days: 3 }).unwrap();
    story.wait(Duration::hours(1));
    story.resign(Seat::Black2).unwrap();
    let view = story.view(Viewer::Spectator);
    let carla = view.seats.iter().find(|seat| seat.seat == Seat::Black4).unwrap();
    assert!(carla.vacation.as_ref().is_some_and(|vacation| vacation.running));
    for seat in [Seat::White1, Seat::White3, Seat::Black4] {
        story.does(seat, |account| Command::AgreePause { account }).unwrap();
    }
    assert_eq!(story.deadline(BoardNo::One), None, "the match pauses");
    story.wait(Duration::days(4));
    story.settle();
    assert!(story.deadline(BoardNo::One).is_some());
    story.check();
}
