//! Draws by everybody's word, and calling a game off.

use super::classic;
use crate::game::story::{Story, account};
use delirious::domain::game::{AskKind, Command, Lapse, Refusal, Status};
use delirious::domain::seat::{BoardNo, Seat};

fn offer(story: &mut Story, seat: Seat) -> Result<(), Refusal> {
    story.does(seat, |account| Command::OfferDraw { account })
}

fn agree(story: &mut Story, seat: Seat) -> Result<(), Refusal> {
    story.does(seat, |account| Command::AgreeDraw { account })
}

fn decline(story: &mut Story, seat: Seat) -> Result<(), Refusal> {
    story.does(seat, |account| Command::DeclineDraw { account })
}

#[test]
fn every_seats_word_makes_a_draw_and_nothing_less() {
    let mut story = classic();
    offer(&mut story, Seat::White1).unwrap();
    assert_eq!(offer(&mut story, Seat::White1), Err(Refusal::AlreadyAgreed));
    agree(&mut story, Seat::Black4).unwrap();
    assert_eq!(agree(&mut story, Seat::Black4), Err(Refusal::AlreadyAgreed));
    offer(&mut story, Seat::Black2).unwrap();
    assert_eq!(story.state.status(), Status::Running);
    assert_eq!(
        story.view(delirious::domain::visibility::Viewer::Spectator).draw.unwrap().agreed,
        [Seat::White1, Seat::Black2, Seat::Black4]
    );
    agree(&mut story, Seat::White3).unwrap();
    assert_eq!(story.result(), "draw by agreement");
    assert_eq!(story.last_words(2), ["carla agrees to a draw", "Draw: all agreed on a draw"]);
    story.check();
}

#[test]
fn those_whose_word_is_missing_are_asked_and_no_others() {
    let mut story = classic();
    offer(&mut story, Seat::White1).unwrap();
    agree(&mut story, Seat::Black4).unwrap();
    let asked = |seat| story.asked_of(account(seat)).contains(&AskKind::DrawOffer);
    assert_eq!(Seat::ALL.map(asked), [false, true, true, false]);
}

#[test]
fn an_offer_stands_until_the_other_team_decides_a_move() {
    let mut story = classic();
    offer(&mut story, Seat::Black2).unwrap();
    story.play(Seat::White3, "e2e4").unwrap();
    assert!(!story.asked_of(account(Seat::White1)).is_empty(), "a move of the own team leaves it");
    agree(&mut story, Seat::Black4).unwrap();
    story.play(Seat::White1, "e2e4").unwrap();
    assert_eq!(agree(&mut story, Seat::White3), Err(Refusal::NoDrawOffered));
    assert!(story.state.asks().iter().all(|ask| ask.what != AskKind::DrawOffer));
    story.check();
}

#[test]
fn a_choosers_decision_answers_an_offer_as_a_move_does() {
    let mut story = Story::started("worst-move", Lapse::OpponentChooses);
    while story.turn(BoardNo::One).decider == story.turn(BoardNo::One).mover {
        story.play_any(BoardNo::One);
    }
    let chooser = story.turn(BoardNo::One).decider;
    offer(&mut story, chooser.opponent()).unwrap();
    story.play_any(BoardNo::One);
    assert_eq!(agree(&mut story, chooser), Err(Refusal::NoDrawOffered));
}

#[test]
fn anybody_but_the_offerer_declines() {
    let mut story = classic();
    assert_eq!(decline(&mut story, Seat::White1), Err(Refusal::NoDrawOffered));
    offer(&mut story, Seat::White1).unwrap();
    assert_eq!(decline(&mut story, Seat::White1), Err(Refusal::OwnOffer));
    decline(&mut story, Seat::Black4).unwrap();
    assert_eq!(agree(&mut story, Seat::Black2), Err(Refusal::NoDrawOffered));
    assert_eq!(story.last_words(1), ["dora declines the draw"]);
    story.check();
}

#[test]
fn two_words_draw_a_game_of_one_board() {
    let mut story = Story::started("dice-chess", Lapse::Forfeit);
    offer(&mut story, Seat::Black2).unwrap();
    agree(&mut story, Seat::White1).unwrap();
    assert_eq!(story.result(), "draw by agreement");
}

#[test]
fn a_match_is_called_off_before_each_team_has_moved_and_not_after() {
    let abort = |account| Command::Abort { account };
    let mut story = classic();
    story.play(Seat::White1, "e2e4").unwrap();
    story.does(Seat::Black4, abort).unwrap();
    assert_eq!((story.state.status(), story.state.ending()), (Status::Cancelled, None));
    assert_eq!(story.last_words(1), ["dora called the match off before both teams had moved"]);
    assert_eq!(story.does(Seat::Black4, abort), Err(Refusal::Over));
    assert!(story.state.asks().is_empty() && story.state.next_due().is_none());
    story.check();

    let mut story = classic();
    story.play(Seat::White1, "e2e4").unwrap();
    story.play(Seat::White3, "e2e4").unwrap();
    assert_eq!(story.does(Seat::White1, abort), Err(Refusal::TooLateToAbort));
}
