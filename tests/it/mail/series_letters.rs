//! What mails say about a match of several games: rewards, scores, and pieces that are called.

use super::fixture::{TURN, letter_about, letter_of};
use super::snapshot::assert_snapshots;
use crate::fixture::{mv, over, own_move, piece, worst};
use delirious::domain::notice::Notice;
use delirious::domain::seat::{BoardNo, Seat};
use delirious::domain::view::{Asking, CalledView, GameView, LengthView, PointView, SetPiece, View};
use delirious::mail::message::Letter;
use time::macros::datetime;

/// The event that ended the first game of these matches.
const ENDED: u64 = 20;

fn as_text(letter: &Letter) -> String {
    format!("Subject: {}\n\n{}", letter.subject, letter.text)
}

/// Two games, of which bruno and dora have won the first 3 : 0.
fn two_games(mut view: View) -> View {
    let point = |reason: &str| PointView { who: "bruno and dora".to_owned(), reason: reason.to_owned() };
    view.series.length = LengthView { words: "2 games".to_owned(), several: true, games: Some(2) };
    view.series.score[0].points = 3;
    view.series.games = vec![GameView {
        number: 1,
        last_seq: ENDED,
        ended_at: datetime!(2026-11-30 17:40 UTC),
        words: "bruno and dora win: ana's king was captured".to_owned(),
        points: vec![
            point("for the victory"),
            point("for a final check by a moving piece, not a dropped one"),
            point("for beating the king with a piece that FIDE does not know"),
        ],
        score: [3, 0],
    }];
    view
}

/// bruno captured the king and picks `number` pieces.
fn picking(you: Seat, number: u8) -> View {
    let mut view = two_games(own_move());
    view.you = Some(you);
    view.series.between = true;
    view.turns.retain(|turn| turn.board == BoardNo::One);
    let pieces = ["C", "X", "N!"].map(|text| SetPiece {
        text: text.to_owned(),
        piece: piece(text),
        moves: "As it does.".to_owned(),
    });
    let turn = &mut view.turns[0];
    let mut pieces = pieces.to_vec();
    "intelligent knight".clone_into(&mut pieces[2].piece.name);
    (turn.roll, turn.legal) = (None, Vec::new());
    turn.asks = Asking::Reward { number, set: pieces };
    view
}

/// bruno's move, for which ana called the piece.
fn called(by_itself: bool) -> View {
    let mut view = own_move();
    let turn = &mut view.turns[0];
    turn.roll.as_mut().unwrap().worst = true;
    let words = "intelligent knight on f3".to_owned();
    turn.called = Some(CalledView { square: Some("f3".to_owned()), words, by_itself });
    view
}

#[test]
fn each_mail_of_a_series_says_what_it_should() {
    let next = || {
        let mut view = two_games(own_move());
        view.series.game = 2;
        view
    };
    let news = |view: &View| letter_of(view, &[(Notice::GameOver, ENDED)]).unwrap().unwrap().letter;
    let mut end = two_games(over());
    end.series.game = 2;
    let letters = [
        ("reward", letter_about(&picking(Seat::White1, 1), Notice::Reward)),
        ("game_over", news(&next())),
        ("game_over_between", news(&picking(Seat::White3, 1))),
        ("match_end_series", letter_about(&end, Notice::End)),
        ("called", letter_about(&called(false), Notice::Turn)),
    ];
    assert_snapshots(letters.map(|(name, letter)| (name, as_text(&letter))));
}

#[test]
fn a_mail_that_waited_tells_the_score_after_its_own_game() {
    let mut view = two_games(own_move());
    view.series.game = 3;
    view.series.score[0].points = 5;
    let text = letter_of(&view, &[(Notice::GameOver, ENDED)]).unwrap().unwrap().letter.text;
    assert!(text.contains("bruno and dora 3 : 0 ana and caio"), "{text}");
}

#[test]
fn only_the_captor_is_asked_for_a_reward() {
    assert!(letter_of(&picking(Seat::Black2, 1), &[(Notice::Reward, TURN)]).unwrap().is_none());
    let letter = letter_about(&picking(Seat::White1, 2), Notice::Reward);
    let text = letter.text.replace('\n', " ");
    assert!(text.contains("pick 2 pieces as your reward"), "{text}");
    assert!(text.contains("They will lie in your hand"), "{text}");
}

#[test]
fn a_reward_is_reminded_of_like_a_move() {
    let told = letter_of(&picking(Seat::White1, 1), &[(Notice::LastDay, TURN)]).unwrap().unwrap();
    assert!(told.letter.subject.contains("left, pick your reward"), "{}", told.letter.subject);
}

#[test]
fn a_call_that_was_the_only_one_is_said_to_be_so() {
    let text = letter_about(&called(true), Notice::Turn).text.replace('\n', " ");
    assert!(text.contains("nothing but your intelligent knight on f3 could move"), "{text}");
}

#[test]
fn who_chooses_reads_of_calls_where_there_are_any() {
    let call = mv("call f3", "call Nf3", "call the intelligent knight on f3");
    let mut view = worst();
    view.turns[0].legal.push(call.clone());
    let text = letter_about(&view, Notice::Choose).text.replace('\n', " ");
    assert!(text.contains("or call one of their intelligent pieces"), "{text}");
    view.turns[0].legal = vec![call];
    let text = letter_about(&view, Notice::Choose).text.replace('\n', " ");
    assert!(!text.contains("Pick any move") && text.contains("Call one of their"), "{text}");
}
