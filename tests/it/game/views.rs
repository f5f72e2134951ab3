//! What each viewer gets.

use super::story::{Story, account};
use delirious::domain::game::{Export, Lapse};
use delirious::domain::seat::{Army, BoardNo, Seat};
use delirious::domain::view::{Doing, Phase, Relation, View};
use delirious::domain::visibility::Viewer;

fn started() -> Story {
    Story::started("bughouse-worst-move", Lapse::OpponentChooses)
}

/// A view without what is the viewer's own: who is who to the viewer, and the decider's choices.
fn shared(mut view: View) -> View {
    view.you = None;
    view.news = 0;
    view.deeds.clear();
    for seat in &mut view.seats {
        seat.relation = Relation::Stranger;
        seat.auto_vacation = None;
    }
    for turn in &mut view.turns {
        turn.legal.clear();
    }
    view
}

#[test]
fn only_the_decider_gets_legal_moves() {
    let mut story = started();
    for _ in 0..12 {
        for board in BoardNo::ALL {
            let decider = story.turn(board).decider;
            let viewers = Seat::ALL.map(Viewer::Seat).into_iter().chain([Viewer::Spectator]);
            for viewer in viewers {
                let view = story.view(viewer);
                let turn = view.turns.iter().find(|turn| turn.board == board).unwrap();
                assert_eq!(turn.legal.is_empty(), viewer != Viewer::Seat(decider), "{viewer:?}");
            }
            story.play_any(board);
        }
    }
}

#[test]
fn partners_see_the_same() {
    let mut story = started();
    for _ in 0..6 {
        story.play_any(BoardNo::One);
        story.play_any(BoardNo::Two);
        for seat in Seat::ALL {
            let (own, partner) = (story.view(Viewer::Seat(seat)), story.view(Viewer::Seat(seat.partner())));
            assert_eq!(shared(own), shared(partner));
        }
    }
}

#[test]
fn seats_stand_to_the_viewer_as_at_a_table() {
    let story = started();
    let view = story.view(Viewer::Seat(Seat::Black4));
    let relations: Vec<Relation> = view.seats.iter().map(|seat| seat.relation).collect();
    assert_eq!(relations, [Relation::Partner, Relation::Rival, Relation::Opponent, Relation::You]);
    let bottoms: Vec<Army> = view.boards.iter().map(|board| board.bottom).collect();
    assert_eq!(bottoms, [Army::White, Army::Black]);
    let rival = story.view(Viewer::Seat(Seat::Black2));
    assert_eq!(rival.boards[0].bottom, Army::Black);
    assert_eq!(rival.boards[1].bottom, Army::White);
}

#[test]
fn on_a_worst_roll_the_opponent_is_choosing() {
    let mut story = started();
    while story.turn(BoardNo::One).decider == story.turn(BoardNo::One).mover {
        story.play_any(BoardNo::One);
    }
    let turn = story.turn(BoardNo::One);
    let view = story.view(Viewer::Spectator);
    let seat = |seat| view.seats.iter().find(|s| s.seat == seat).unwrap();
    assert_eq!(seat(turn.mover).doing, Doing::BeingChosenFor);
    assert_eq!(seat(turn.mover).deadline, None);
    assert_eq!(seat(turn.decider).doing, Doing::Choosing);
    assert_eq!(seat(turn.decider).deadline, turn.deadline);
    assert!(turn.roll.unwrap().worst);
}

#[test]
fn news_are_what_came_after_the_own_last_decision() {
    let mut story = Story::started("classic-bughouse", Lapse::Forfeit);
    story.play(Seat::White1, "e2e4").unwrap();
    assert_eq!(story.view(Viewer::Seat(Seat::White1)).news, 0);
    story.play(Seat::White3, "d2d4").unwrap();
    story.play(Seat::Black2, "e7e5").unwrap();
    let view = story.view(Viewer::Seat(Seat::White1));
    let news: Vec<&str> =
        view.log[view.log.len() - view.news..].iter().map(|l| l.notation.as_str()).collect();
    assert_eq!(news, ["1B. d4", "1a. e5"]);
    assert_eq!(story.view(Viewer::Spectator).news, 0);
    let decided = |viewer| story.view(viewer).has_decided();
    assert_eq!(Seat::ALL.map(Viewer::Seat).map(decided), [true, true, true, false]);
    assert!(!decided(Viewer::Spectator));
}

#[test]
fn moves_are_told_in_words() {
    let mut story = Story::started("classic-bughouse", Lapse::Forfeit);
    let words = |story: &Story, board, text: &str| {
        story.turn(board).legal.into_iter().find(|mv| mv.text == text).unwrap().words
    };
    assert_eq!(words(&story, BoardNo::One, "g1f3"), "knight g1 to f3");
    story.play(Seat::White3, "e2e4").unwrap();
    story.play(Seat::Black4, "d7d5").unwrap();
    assert_eq!(words(&story, BoardNo::Two, "e4d5"), "pawn e4 takes pawn on d5");
    story.play(Seat::White3, "e4d5").unwrap();
    story.play(Seat::White1, "e2e4").unwrap();
    assert_eq!(words(&story, BoardNo::One, "P@e5"), "drop a pawn on e5");
    let view = story.view(Viewer::Seat(Seat::Black2));
    let hand = &view.seats[1].hand;
    assert_eq!((hand.len(), hand[0].count, hand[0].piece.name.as_str()), (1, 1, "pawn"));
    assert_eq!(hand[0].piece.army, Army::Black);
    let last: Vec<&str> =
        view.boards[1].squares.iter().filter(|square| square.last).map(|s| s.name.as_str()).collect();
    assert_eq!(last, ["e4", "d5"]);
}

#[test]
fn nonces_are_opened_when_the_match_is_over() {
    let mut story = Story::started("classic-bughouse", Lapse::Forfeit);
    let running = Export::parse(&story.export()).unwrap();
    assert!(running.log.iter().all(|entry| entry.nonce.is_none() && entry.sealed_hash.is_some()));
    story.resign(Seat::White1).unwrap();
    let over = Export::parse(&story.export()).unwrap();
    assert!(over.log.iter().all(|entry| entry.nonce.is_some() && entry.sealed_hash.is_none()));
    assert_eq!(over.text().unwrap(), story.export());
    assert!(matches!(story.view(Viewer::Spectator).phase, Phase::Over { .. }));
}

#[test]
fn accounts_look_through_their_seat() {
    let story = started();
    assert_eq!(Viewer::of(&story.state, Some(account(Seat::White3))), Viewer::Seat(Seat::White3));
    assert_eq!(Viewer::of(&story.state, None), Viewer::Spectator);
}
