//! Empty seats and those who take them (RULES §12).

use super::{MS, classic, days, hours};
use crate::game::story::{ERIN, FRITZ, Story, account};
use delirious::domain::game::{AskKind, Bank, Command, Lapse, Leaving, Refusal, Status};
use delirious::domain::ids::AccountId;
use delirious::domain::rules::RuleSet;
use delirious::domain::seat::{BoardNo, Seat};
use delirious::domain::view::Deed;
use delirious::domain::visibility::Viewer;

fn leave(story: &mut Story, seat: Seat) {
    story.does(seat, |account| Command::LeaveForGood { account, why: Leaving::Left }).unwrap();
}

fn ask(story: &mut Story, account: AccountId, seat: Seat) -> Result<(), Refusal> {
    story.command(Command::AskToSubstitute { account, seat })
}

fn agree(story: &mut Story, by: Seat, candidate: AccountId) -> Result<(), Refusal> {
    story.does(by, |account| Command::AgreeSubstitute { account, candidate })
}

#[test]
fn while_a_seat_is_empty_all_clocks_stand_and_after_a_week_it_resigns() {
    let mut story = classic();
    story.wait(days(1));
    leave(&mut story, Seat::Black2);
    let left = story.now;
    assert_eq!(
        story.last_words(1),
        ["bruno has left for good: Black2 is open for 7 days, and all clocks stand"]
    );
    assert_eq!(BoardNo::ALL.map(|board| story.deadline(board)), [None, None]);
    assert_eq!(story.turn(BoardNo::One).stopped.as_deref(), Some("Black2 is empty"));
    assert_eq!(story.state.account_at(Seat::Black2), None);
    let vacancy = story.view(Viewer::Spectator).seats[1].vacant.clone().unwrap();
    assert_eq!((vacancy.until, vacancy.deleted), (left + days(7), false));
    story.wait(days(7) - MS);
    assert_eq!(story.settle(), 0);
    story.wait(hours(3));
    assert_eq!(story.settle(), 1);
    assert_eq!(story.result(), "White1+Black4 wins by resignation");
    assert_eq!(
        story.last_words(3)[..2],
        ["nobody took Black2 within 7 days: the seat resigns", "ana and dora win: nobody took Black2"]
    );
    story.check();
}

#[test]
fn two_seats_on_two_boards_are_empty_until_both_are_taken() {
    let mut story = classic();
    story.wait(days(1));
    leave(&mut story, Seat::White1);
    story.wait(days(1));
    leave(&mut story, Seat::White3);
    ask(&mut story, ERIN, Seat::White1).unwrap();
    ask(&mut story, FRITZ, Seat::White3).unwrap();
    for (by, candidate) in [(Seat::Black2, ERIN), (Seat::Black4, ERIN)] {
        agree(&mut story, by, candidate).unwrap();
    }
    assert_eq!(story.state.account_at(Seat::White1), Some(ERIN));
    assert_eq!(BoardNo::ALL.map(|board| story.deadline(board)), [None, None], "White3 is empty still");
    for (by, candidate) in [(Seat::Black2, FRITZ), (Seat::Black4, FRITZ)] {
        agree(&mut story, by, candidate).unwrap();
    }
    let due = Some(story.now + days(3));
    assert_eq!(story.state.account_at(Seat::White3), Some(FRITZ));
    assert_eq!(BoardNo::ALL.map(|board| story.deadline(board)), [due, due]);
    story.check();
}

#[test]
fn partner_and_one_opponent_seat_a_substitute_at_once() {
    let mut story = classic();
    story.wait(days(2));
    leave(&mut story, Seat::White1);
    ask(&mut story, ERIN, Seat::White1).unwrap();
    assert_eq!(ask(&mut story, ERIN, Seat::White1), Err(Refusal::AlreadyAsked));
    let asked =
        |story: &Story| Seat::ALL.map(|seat| story.asked_of(account(seat)).contains(&AskKind::Substitute));
    assert_eq!(asked(&story), [false, true, true, true]);
    agree(&mut story, Seat::Black2, ERIN).unwrap();
    assert_eq!(asked(&story), [false, false, false, true], "one opponent is enough");
    assert_eq!(agree(&mut story, Seat::White3, ERIN), Err(Refusal::AlreadyAgreed));
    story.wait(days(1));
    agree(&mut story, Seat::Black4, ERIN).unwrap();
    assert_eq!(story.state.account_at(Seat::White1), Some(ERIN));
    let turn = story.state.open_turns()[0];
    assert_eq!((turn.account, turn.seq), (Some(ERIN), story.state.seq()));
    assert_eq!(turn.deadline, Some(story.now + days(3)), "the decision falls to erin anew");
    assert_eq!(story.deadline(BoardNo::Two), Some(story.now + days(1)), "carla's clock goes on");
    assert_eq!(story.last_words(2), ["dora agrees to erin as White1", "erin sits down as White1"]);
    story.play(Seat::White3, "e2e4").unwrap();
    let salt = story.salt(Seat::White1);
    let seen = story.state.board_seq(BoardNo::One);
    let play = Command::Play { account: ERIN, board: BoardNo::One, mv: "e2e4".to_owned(), seen, salt };
    story.command(play).unwrap();
    story.check();
}

#[test]
fn lines_of_the_log_keep_the_people_who_sat_there() {
    let mut story = classic();
    story.play(Seat::White1, "e2e4").unwrap();
    leave(&mut story, Seat::White1);
    ask(&mut story, ERIN, Seat::White1).unwrap();
    agree(&mut story, Seat::Black2, ERIN).unwrap();
    agree(&mut story, Seat::Black4, ERIN).unwrap();
    let log = story.view(Viewer::Spectator).log;
    assert!(log.iter().any(|line| line.words == "ana played e4"));
    story.does(Seat::White1, |account| Command::Resign { account }).unwrap();
    assert_eq!(story.last_words(3)[0], "erin resigned");
    assert!(story.state.accounts().contains(&account(Seat::White1)));
}

#[test]
fn nobody_who_sat_for_the_other_team_plays_against_it() {
    let mut story = classic();
    leave(&mut story, Seat::White1);
    leave(&mut story, Seat::Black2);
    assert_eq!(ask(&mut story, account(Seat::White1), Seat::Black2), Err(Refusal::SatAgainst));
    assert_eq!(
        ask(&mut story, account(Seat::White3), Seat::Black2),
        Err(Refusal::OneSeatPerAccount(Seat::White3))
    );
    assert_eq!(ask(&mut story, ERIN, Seat::Black4), Err(Refusal::SeatNotEmpty(Seat::Black4)));
    // Whoever left may think better of it.
    ask(&mut story, account(Seat::White1), Seat::White1).unwrap();
    assert_eq!(ask(&mut story, account(Seat::White1), Seat::White1), Err(Refusal::AlreadyAsked));
    story.check();
}

#[test]
fn a_partner_who_is_gone_too_needs_not_agree() {
    let mut story = classic();
    leave(&mut story, Seat::White1);
    story.wait(hours(1));
    leave(&mut story, Seat::Black4);
    ask(&mut story, ERIN, Seat::White1).unwrap();
    agree(&mut story, Seat::White3, ERIN).unwrap();
    assert_eq!(story.state.account_at(Seat::White1), Some(ERIN));
    assert_eq!(BoardNo::ALL.map(|board| story.deadline(board)), [None, None], "Black4 is still empty");
    ask(&mut story, FRITZ, Seat::Black4).unwrap();
    agree(&mut story, Seat::White1, FRITZ).unwrap();
    assert_eq!(story.state.account_at(Seat::Black4), None, "now a partner sits and an opponent is missing");
    agree(&mut story, Seat::Black2, FRITZ).unwrap();
    assert_eq!(story.state.account_at(Seat::Black4), Some(FRITZ));
    story.check();
}

#[test]
fn the_word_of_a_partner_who_leaves_is_no_longer_missing() {
    let mut story = classic();
    leave(&mut story, Seat::White1);
    ask(&mut story, ERIN, Seat::White1).unwrap();
    agree(&mut story, Seat::Black2, ERIN).unwrap();
    leave(&mut story, Seat::Black4);
    assert_eq!(story.state.account_at(Seat::White1), Some(ERIN), "seated at once");
    story.check();
}

#[test]
fn on_one_board_the_opponents_word_is_enough() {
    let mut story = Story::started("worst-move", Lapse::OpponentChooses);
    leave(&mut story, Seat::White1);
    ask(&mut story, ERIN, Seat::White1).unwrap();
    agree(&mut story, Seat::Black2, ERIN).unwrap();
    assert_eq!(story.state.account_at(Seat::White1), Some(ERIN));
    for _ in 0..4 {
        if story.state.status() != Status::Running {
            break;
        }
        let decider = story.turn(BoardNo::One).decider;
        let mv = story.legal(BoardNo::One)[0].clone();
        let (salt, seen) = (story.salt(decider), story.state.board_seq(BoardNo::One));
        story
            .does(decider, |account| Command::Play { account, board: BoardNo::One, mv, seen, salt })
            .unwrap();
    }
    story.check();
}

#[test]
fn a_substitute_begins_a_new_book_of_seals_and_the_boards_rolls_go_on() {
    let mut story = Story::started("dice-chess", Lapse::Forfeit);
    story.play_any(BoardNo::One);
    for seat in [Seat::White1, Seat::Black2] {
        leave(&mut story, seat);
        let other = if seat == Seat::White1 { ERIN } else { FRITZ };
        ask(&mut story, other, seat).unwrap();
        agree(&mut story, seat.opponent(), other).unwrap();
    }
    let seats = story.view(Viewer::Spectator).seats;
    assert!(seats.iter().all(|seat| (seat.decisions, seat.seals_opened) == (0, 0)));
    let mut marks = Vec::new();
    for _ in 0..3 {
        let decider = story.turn(BoardNo::One).decider;
        let mv = story.legal(BoardNo::One)[0].clone();
        let (salt, seen) = (story.salt(decider), story.state.board_seq(BoardNo::One));
        story
            .does(decider, |account| Command::Play { account, board: BoardNo::One, mv, seen, salt })
            .unwrap();
        marks.push(story.turn(BoardNo::One).roll.unwrap().sealed);
    }
    // The first salts opened nothing; the third opened the seal set with the first.
    assert_eq!(marks, [false, false, true]);
    assert!(story.state.needs_salt_from().is_empty());
    story.check();
}

#[test]
fn leaving_takes_back_what_was_offered_and_ends_the_vacation() {
    let mut story = classic();
    let at = story.now;
    story.does(Seat::White1, |account| Command::OfferDraw { account }).unwrap();
    story.does(Seat::Black2, |account| Command::AskPause { account, days: 3 }).unwrap();
    story
        .does(Seat::White1, |account| Command::PlanVacation { account, from: at, until: at + days(9) })
        .unwrap();
    leave(&mut story, Seat::White1);
    let view = story.view(Viewer::Spectator);
    assert_eq!((view.draw, view.pause), (None, None));
    assert_eq!(view.seats[0].vacation, None);
    let offer = story.does(Seat::Black2, |account| Command::OfferDraw { account });
    assert_eq!(offer, Err(Refusal::SeatIsEmpty(Seat::White1)));
    assert_eq!(story.does(Seat::White1, |account| Command::Resign { account }), Err(Refusal::NotSeated));
    story.check();
}

#[test]
fn candidates_withdraw_and_are_not_without_number() {
    let mut story = classic();
    leave(&mut story, Seat::White1);
    assert_eq!(story.command(Command::WithdrawSubstitute { account: ERIN }), Err(Refusal::NoCandidate));
    ask(&mut story, ERIN, Seat::White1).unwrap();
    story.command(Command::WithdrawSubstitute { account: ERIN }).unwrap();
    assert_eq!(agree(&mut story, Seat::Black4, ERIN), Err(Refusal::NoCandidate));
    assert_eq!(story.last_words(1), ["erin would no longer take White1"]);
    ask(&mut story, ERIN, Seat::White1).unwrap();
    story.command(Command::WithdrawSubstitute { account: ERIN }).unwrap();
    assert_eq!(
        ask(&mut story, ERIN, Seat::White1),
        Err(Refusal::AskedBefore),
        "each ask is a mail to others"
    );
    for n in 0..10 {
        ask(&mut story, AccountId(uuid::Uuid::from_u128(300 + n)), Seat::White1).unwrap();
    }
    let late = AccountId(uuid::Uuid::from_u128(400));
    assert_eq!(ask(&mut story, late, Seat::White1), Err(Refusal::TooManyCandidates));
    story.check();
}

#[test]
fn a_substitutes_bank_is_at_least_a_day() {
    let bank = Bank::new(86_400 * 5, 3_600, 86_400 * 5).unwrap();
    let rules = RuleSet::preset("dice-chess").unwrap();
    let mut story = Story::started_as(rules, Lapse::Forfeit, |open| open.bank = Some(bank));
    story.wait(days(5) - hours(1));
    leave(&mut story, Seat::White1);
    ask(&mut story, ERIN, Seat::White1).unwrap();
    story.wait(days(2));
    agree(&mut story, Seat::Black2, ERIN).unwrap();
    assert_eq!(story.deadline(BoardNo::One), Some(story.now + days(1)));
    story.check();
}

#[test]
fn visitors_see_whether_they_may_ask_and_withdraw() {
    let mut story = classic();
    let deeds = |story: &Story| story.view(Viewer::Visitor(ERIN)).deeds;
    assert_eq!(deeds(&story), []);
    leave(&mut story, Seat::White3);
    assert_eq!(deeds(&story), [Deed::AskToSubstitute { seat: Seat::White3 }]);
    ask(&mut story, ERIN, Seat::White3).unwrap();
    assert_eq!(deeds(&story), [Deed::WithdrawSubstitute { seat: Seat::White3 }]);
    assert_eq!(
        story.view(Viewer::Visitor(account(Seat::White3))).deeds,
        [Deed::AskToSubstitute { seat: Seat::White3 }]
    );
    assert_eq!(story.view(Viewer::Spectator).deeds, []);
    let told = story.deeds(Seat::Black2);
    assert!(
        told.iter().any(
            |deed| matches!(deed, Deed::AgreeSubstitute { candidate, .. } if candidate.handle == "erin")
        )
    );
}
