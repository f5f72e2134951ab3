//! Deadlines and what follows when they pass (RULES §12).

use super::story::Story;
use delirious::domain::game::{Lapse, Refusal, Status};
use delirious::domain::rules::RuleSet;
use delirious::domain::seat::{BoardNo, Seat};
use time::Duration;

/// A one-board dice match; its first turns come from the story's fixed dice.
fn worst_move() -> Story {
    Story::started("worst-move", Lapse::OpponentChooses)
}

/// Plays on until the opponent decides on board 1 by a worst roll.
fn until_worst(story: &mut Story) {
    for _ in 0..60 {
        let turn = story.turn(BoardNo::One);
        if turn.decider != turn.mover {
            return;
        }
        story.wait(Duration::hours(1));
        story.play_any(BoardNo::One);
        assert_eq!(story.state.status(), Status::Running, "no worst roll before the end");
    }
    panic!("no worst roll in 60 turns");
}

/// Plays on until the mover decides on board 1.
fn until_best(story: &mut Story) {
    while story.turn(BoardNo::One).decider != story.turn(BoardNo::One).mover {
        story.wait(Duration::hours(1));
        story.play_any(BoardNo::One);
    }
}

#[test]
fn forfeit_costs_the_game_at_the_deadline_and_not_before() {
    let mut story = Story::started("classic-bughouse", Lapse::Forfeit);
    story.wait(Duration::hours(1));
    story.play(Seat::White3, "e2e4").unwrap();
    story.wait(Duration::days(3) - Duration::hours(1) - Duration::milliseconds(1));
    assert_eq!(story.settle(), 0);
    story.wait(Duration::milliseconds(1));
    assert_eq!(story.settle(), 1);
    assert_eq!(story.result(), "Black2+White3 wins by time");
    let told = [
        "ana's time ran out",
        "bruno and carla win: ana's time ran out",
        "bruno and carla get a point for the victory",
    ];
    assert_eq!(story.last_words(3), told);
}

#[test]
fn a_move_in_the_instant_of_the_deadline_comes_too_late_and_one_before_it_in_time() {
    let mut story = Story::started("classic-bughouse", Lapse::Forfeit);
    story.wait(Duration::days(3) - Duration::milliseconds(1));
    story.play(Seat::White1, "e2e4").unwrap();
    story.play(Seat::White3, "e2e4").unwrap();
    story.wait(Duration::days(3));
    assert_eq!(story.play(Seat::Black2, "e7e5"), Err(Refusal::Over));
    assert_eq!(story.result(), "draw by time");
}

#[test]
fn of_two_late_teams_the_earlier_loses() {
    let mut story = Story::started("classic-bughouse", Lapse::Forfeit);
    story.wait(Duration::minutes(1));
    story.play(Seat::White1, "e2e4").unwrap();
    story.wait(Duration::days(30));
    story.settle();
    // White3 was due before Black2, but both are of one team; White1's team wins either way.
    assert_eq!(story.result(), "White1+Black4 wins by time");
    let mut story = Story::started("classic-bughouse", Lapse::Forfeit);
    story.wait(Duration::minutes(1));
    story.play(Seat::White3, "e2e4").unwrap();
    story.wait(Duration::minutes(1));
    story.play(Seat::Black4, "e7e5").unwrap();
    story.wait(Duration::days(30));
    story.settle();
    assert_eq!(story.result(), "Black2+White3 wins by time");
}

#[test]
fn late_in_the_same_instant_is_a_draw() {
    let mut story = Story::started("classic-bughouse", Lapse::Forfeit);
    story.wait(Duration::days(3));
    assert_eq!(story.settle(), 1);
    assert_eq!(story.result(), "draw by time");
    assert_eq!(story.settle(), 0);
}

#[test]
fn a_late_mover_has_the_opponent_choose_and_the_third_time_loses() {
    let mut story = worst_move();
    let mut lapses = 0;
    while story.state.status() == Status::Running {
        until_best(&mut story);
        let before = story.turn(BoardNo::One);
        if before.mover == Seat::Black2 {
            story.wait(Duration::hours(1));
            story.play_any(BoardNo::One);
            continue;
        }
        story.wait(Duration::days(4));
        story.settle();
        lapses += 1;
        if story.state.status() == Status::Running {
            let after = story.turn(BoardNo::One);
            assert_eq!((after.mover, after.decider), (Seat::White1, Seat::Black2));
            assert_eq!(after.deadline, Some(story.now + Duration::days(3)), "from the moment it is told");
            assert_eq!(after.roll, before.roll);
            story.play_any(BoardNo::One);
        }
    }
    assert_eq!(lapses, 3);
    assert_eq!(story.result(), "Black2 wins by time");
    assert_eq!(story.last_words(3)[0], "ana's time ran out for the third time");
}

#[test]
fn a_late_chooser_gives_the_choice_back_and_nobody_is_blamed() {
    let mut story = worst_move();
    until_worst(&mut story);
    for lapse in Lapse::LAST..Lapse::LAST + 3 {
        let (mover, chooser) = (story.turn(BoardNo::One).mover, story.turn(BoardNo::One).decider);
        story.wait(Duration::days(3));
        assert_eq!(story.settle(), 1, "lapse {lapse}");
        let back = story.turn(BoardNo::One);
        assert_eq!((back.mover, back.decider), (mover, mover));
        assert_eq!(back.deadline, Some(story.now + Duration::days(3)));
        assert!(story.last_words(1)[0].contains("did not choose in time"), "{:?}", story.last_words(1));
        story.play_any(BoardNo::One);
        assert_eq!(story.state.status(), Status::Running);
        until_worst(&mut story);
        let _ = chooser;
    }
}

#[test]
fn without_a_worst_die_the_opponent_of_a_late_mover_chooses_too() {
    for preset in ["dice-chess", "classic-bughouse"] {
        let mut story = Story::started(preset, Lapse::OpponentChooses);
        story.wait(Duration::days(3));
        story.settle();
        let turn = story.turn(BoardNo::One);
        assert_eq!((turn.mover, turn.decider), (Seat::White1, Seat::Black2), "{preset}");
        assert!(!turn.legal.is_empty());
        assert_eq!(story.play(Seat::White1, "e2e4"), Err(Refusal::NotYourTurn { who: Some(Seat::Black2) }));
        let worst = turn.legal[0].text.clone();
        story.play(Seat::Black2, &worst).unwrap();
        assert!(
            story.view(delirious::domain::visibility::Viewer::Spectator).log.iter().any(|line| {
                line.words.starts_with(&format!("bruno chose {} for ana", turn.legal[0].san))
            })
        );
    }
}

#[test]
fn a_clock_that_steps_back_never_writes_a_time_before_the_last_event() {
    let mut story = Story::started("classic-bughouse", Lapse::Forfeit);
    story.play(Seat::White1, "e2e4").unwrap();
    let last = story.state.updated_at();
    story.wait(-Duration::days(2));
    story.play(Seat::Black2, "e7e5").unwrap();
    assert_eq!(story.state.updated_at(), last);
    assert!(story.replayed().is_ok());
}

#[test]
fn a_waiting_seat_has_no_deadline_until_a_piece_arrives() {
    let rules = RuleSet::preset("classic-bughouse").unwrap();
    let mut story = Story::started_with(rules, Lapse::Forfeit);
    // Board 1: White is checked from afar with no answer but a drop, and waits.
    for (who, mv) in
        [(Seat::White1, "f2f3"), (Seat::Black2, "e7e6"), (Seat::White1, "g2g4"), (Seat::Black2, "d8h4")]
    {
        story.play(who, mv).unwrap();
    }
    assert_eq!(story.result(), "ongoing");
    assert!(story.state.open_turns().iter().all(|turn| turn.board == BoardNo::Two));
    assert_eq!(story.play(Seat::White1, "a2a3"), Err(Refusal::NotYourTurn { who: None }));
    // Board 2: Black4, the partner, takes a pawn, which White1 can drop between.
    for (who, mv) in [(Seat::White3, "e2e4"), (Seat::Black4, "d7d5"), (Seat::White3, "a2a3")] {
        story.wait(Duration::days(2));
        story.play(who, mv).unwrap();
    }
    story.wait(Duration::days(2));
    story.play(Seat::Black4, "d5e4").unwrap();
    let turn = story.turn(BoardNo::One);
    assert_eq!((turn.decider, turn.began_at), (Seat::White1, story.now));
    assert_eq!(turn.legal.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>(), ["P@f2", "P@g3"]);
}
