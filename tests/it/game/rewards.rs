//! Rewards for captured kings, gifts, and the points of each game (RULES §8, §11).

use super::slow::{events, forged};
use super::story::{Story, account};
use delirious::domain::dice::ChainOf;
use delirious::domain::game::{
    AskKind, Bank, Command, Corrupt, EventKind, Lapse, Leaving, MatchLength, Pieces, Refusal, verify,
};
use delirious::domain::rules::{Form, RuleSet};
use delirious::domain::seat::{BoardNo, Seat};
use delirious::domain::view::{Asking, Deed, LineKind};
use delirious::domain::visibility::{Viewer, proof};
use time::Duration;

/// The queen takes the king in three moves, after a check that she gives herself.
const KING_FALLS: [&str; 5] = ["e2e3", "f7f6", "d1h5", "a7a6", "h5e8"];

/// One board without dice, by king capture.
fn rules(layers: &[(&str, &str)]) -> RuleSet {
    let mut rules = RuleSet::preset("dice-chess").unwrap();
    rules.set_all([("type_die", "false")].into_iter().chain(layers.iter().copied())).unwrap();
    rules
}

fn series(games: u8, layers: &[(&str, &str)]) -> Story {
    let length = MatchLength::games(games).unwrap();
    Story::started_as(rules(layers), Lapse::OpponentChooses, |open| open.length = length)
}

/// A match in which ana, as White1, has just captured the king.
fn king_fell(layers: &[(&str, &str)]) -> Story {
    let mut story = series(2, layers);
    story.play_in_turn(&KING_FALLS);
    story
}

fn kinds(story: &Story) -> Vec<EventKind> {
    story.log.iter().map(|entry| entry.event().unwrap().kind).collect()
}

fn hand(story: &Story, seat: Seat) -> Vec<String> {
    let view = story.view(Viewer::Spectator);
    let held = &view.seats.iter().find(|held| held.seat == seat).unwrap().hand;
    let each = held.iter().flat_map(|piece| {
        std::iter::repeat_n(format!("{}{}", piece.piece.letter, piece.piece.marks), usize::from(piece.count))
    });
    each.collect()
}

#[test]
fn a_picked_reward_lies_in_hand_in_the_next_game() {
    let mut story = king_fell(&[("rewards", "2")]);
    assert!(story.view(Viewer::Spectator).series.between);
    assert_eq!(story.asked_of(account(Seat::White1)), [AskKind::Reward]);
    assert_eq!(story.deeds(Seat::White1).first(), Some(&Deed::PickReward));
    let turn = story.turn(BoardNo::One);
    let Asking::Reward { number: 2, set } = &turn.asks else { panic!("{:?}", turn.asks) };
    assert_eq!((set.len(), turn.decider, turn.legal.len()), (14, Seat::White1, 0));
    story.wait(Duration::days(2));
    story.pick(Seat::White1, &["C", "N!"]).unwrap();
    assert_eq!(hand(&story, Seat::Black2), ["N!", "C"], "ana plays Black2 now");
    story.play_in_turn(&["a2a3", "C@d4", "b2b3", "N!@f3"]);
    let lines = story.view(Viewer::Spectator).log;
    let told: Vec<&str> =
        lines.iter().filter(|line| line.kind == LineKind::Gift).map(|line| &line.words[..]).collect();
    assert_eq!(
        told,
        ["ana picks a camel and an intelligent knight as the reward for the king, for the next game"]
    );
    story.check();
}

#[test]
fn each_point_is_told_with_its_reason() {
    let story = king_fell(&[("rewards", "1")]);
    let game = &story.view(Viewer::Spectator).series.games[0];
    let reasons: Vec<&str> = game.points.iter().map(|point| &point.reason[..]).collect();
    assert_eq!(reasons.len(), 2, "the victory, and a check by a moving piece: {reasons:?}");
    assert_eq!(game.words, "ana wins: bruno's king was captured");
    let last = story.last_words(1).remove(0);
    assert!(last.starts_with("ana gets 2 points for"), "{last}");
    assert!(last.ends_with("the score is now ana 2, bruno 0"), "{last}");
}

#[test]
fn only_what_was_agreed_can_be_picked_and_only_by_the_captor() {
    let mut story = king_fell(&[("rewards", "1"), ("fairy_set", "C,Z")]);
    let nothing = Err(Refusal::NoReward);
    assert_eq!(story.pick(Seat::Black2, &["C"]), nothing);
    assert_eq!(story.pick(Seat::White1, &[]), Err(Refusal::RewardNumber(1)));
    assert_eq!(story.pick(Seat::White1, &["C", "C"]), Err(Refusal::RewardNumber(1)));
    assert_eq!(story.pick(Seat::White1, &["G"]), Err(Refusal::NotAgreed("G".parse().unwrap())));
    assert_eq!(story.pick(Seat::White1, &["?!"]), Err(Refusal::NoSuchReward("?!".to_owned())));
    assert_eq!(story.play(Seat::White1, "a2a3"), Err(Refusal::BetweenGames));
    assert_eq!(story.resign(Seat::Black2), Err(Refusal::BetweenGames));
    let draw = story.does(Seat::Black2, |account| Command::OfferDraw { account });
    assert_eq!(draw, Err(Refusal::BetweenGames));
    story.pick(Seat::White1, &["Z"]).unwrap();
    assert_eq!(story.pick(Seat::Black2, &["Z"]), nothing);
    story.check();
}

#[test]
fn a_late_pick_is_the_dices_and_no_lapse() {
    let mut story = king_fell(&[("rewards", "2")]);
    story.wait(Duration::days(4));
    assert_eq!(story.settle(), 3, "time ran out, the dice pick, the game starts");
    assert_eq!(hand(&story, Seat::Black2).len(), 2);
    assert!(story.last_words(3)[0].contains("the dice pick it"), "{:?}", story.last_words(3));
    story.play_in_turn(&["a2a3"]);
    for lapse in ["", " for the second time"] {
        story.wait(Duration::days(4));
        story.settle();
        let told = format!("ana's time ran out{lapse}: bruno chooses this move");
        assert!(story.last_words(2).contains(&told), "{:?}", story.last_words(2));
        story.play_any(BoardNo::One);
        story.play_any(BoardNo::One);
    }
    story.check();
}

#[test]
fn where_the_table_agreed_the_dice_pick_at_once() {
    let story = king_fell(&[("rewards", "1"), ("reward_pick", "dice")]);
    let view = story.view(Viewer::Spectator);
    assert_eq!((view.series.game, hand(&story, Seat::Black2).len()), (2, 1));
    assert!(kinds(&story).iter().any(|kind| matches!(kind, EventKind::RewardRolled(_))));
    story.check();
}

#[test]
fn no_reward_without_a_king_or_another_game() {
    let mut story = series(2, &[("rewards", "1")]);
    story.resign(Seat::Black2).unwrap();
    assert_eq!(story.view(Viewer::Spectator).series.game, 2, "nobody captured a king");
    story.play_in_turn(&KING_FALLS);
    assert_eq!(story.result(), "White1 wins the match 2-1");
    story.check();
}

#[test]
fn gifts_lie_in_every_hand_before_the_first_move() {
    let mut rules = RuleSet::preset("fairy-bughouse").unwrap();
    rules.set("gifts", "3").unwrap();
    let length = MatchLength::games(2).unwrap();
    let mut story = Story::started_as(rules, Lapse::Forfeit, |open| open.length = length);
    for game in [1, 2] {
        assert!(Seat::ALL.iter().all(|&seat| hand(&story, seat).len() == 3), "game {game}");
        story.play_any(BoardNo::Two);
        story.resign(Seat::White1).unwrap();
    }
    let rolled = kinds(&story).iter().filter(|kind| matches!(kind, EventKind::GiftsRolled(_))).count();
    assert_eq!(rolled, 2);
    story.check();
    let proof = proof(story.state.match_id(), &story.log, &super::story::names()).unwrap();
    assert_eq!((proof.table_salts.len(), proof.table_rolls.len()), (4, 2));
    assert_eq!(proof.table_rolls[0].drawn.len(), 12);
    assert_eq!(proof.table_rolls[1].previous, proof.table_rolls[0].link);
    assert!(proof.table_rolls[0].words.starts_with("gifts: ana gets "), "{}", proof.table_rolls[0].words);
}

#[test]
fn renewed_chains_wait_for_a_salt_before_the_table_rolls() {
    let mut story = king_fell(&[("rewards", "1")]);
    let number = story.state.fresh_chain();
    story.command(Command::RenewChains { number }).unwrap();
    assert!(story.state.needs_salt_from().is_empty(), "nothing rolls yet");
    story.wait(Duration::days(4));
    story.settle();
    assert_eq!(story.state.needs_salt_from(), [Seat::White1, Seat::Black2]);
    let salt = story.salt(Seat::Black2);
    story.does(Seat::Black2, |account| Command::GiveSalt { account, salt }).unwrap();
    assert_eq!(story.view(Viewer::Spectator).series.game, 2);
    assert_eq!(story.state.chains()[0].0.of, ChainOf::Table);
    assert_eq!(story.state.chains()[0].1, 1, "one roll of the new chain");
    story.check();
}

#[test]
fn a_pick_has_clocks_vacations_banks_and_substitutes_as_a_move_has() {
    let day = 86_400;
    let bank = Bank::new(2 * day, day / 2, 4 * day).unwrap();
    let length = MatchLength::games(2).unwrap();
    let mut story = Story::started_as(rules(&[("rewards", "1")]), Lapse::Forfeit, |open| {
        open.length = length;
        open.bank = Some(bank);
    });
    story.play_in_turn(&KING_FALLS);
    let deadline = story.deadline(BoardNo::One).unwrap();
    story
        .does(Seat::Black2, |_| Command::GiveTime {
            account: account(Seat::Black2),
            to: Seat::White1,
            days: 1,
        })
        .unwrap();
    assert_eq!(story.deadline(BoardNo::One), Some(deadline + Duration::days(1)));
    let (from, until) = (story.now, story.now + Duration::days(9));
    story.does(Seat::White1, |account| Command::PlanVacation { account, from, until }).unwrap();
    assert_eq!(story.deadline(BoardNo::One), None, "on vacation");
    story.does(Seat::White1, |account| Command::LeaveForGood { account, why: Leaving::Left }).unwrap();
    story.command(Command::AskToSubstitute { account: super::story::ERIN, seat: Seat::White1 }).unwrap();
    let candidate = super::story::ERIN;
    story.does(Seat::Black2, |account| Command::AgreeSubstitute { account, candidate }).unwrap();
    assert_eq!(story.asked_of(candidate), [AskKind::Reward]);
    story.pick(Seat::White1, &["G"]).unwrap();
    assert_eq!(story.state.account_at(Seat::Black2), Some(candidate));
    assert_eq!(hand(&story, Seat::Black2), ["G"]);
    story.check();
}

#[test]
fn who_leaves_with_a_reward_unpicked_and_finds_no_substitute_loses_the_match() {
    let mut story = king_fell(&[("rewards", "1")]);
    story.does(Seat::White1, |account| Command::LeaveForGood { account, why: Leaving::Left }).unwrap();
    story.wait(Duration::days(8));
    story.settle();
    assert_eq!(story.result(), "Black2 wins the match by resignation");
    assert_eq!(story.view(Viewer::Spectator).series.games.len(), 1);
    story.check();
}

/// What `verify` says of a match after a change to its first event of a kind.
fn refused(story: &Story, change: impl Fn(&mut EventKind) -> bool) -> Corrupt {
    let mut events = events(story);
    assert!(events.iter_mut().any(|event| change(&mut event.kind)), "such an event");
    verify(&forged(&events)).expect_err("the forger got through").why
}

#[test]
fn forged_rewards_gifts_and_lengths_are_refused() {
    let layers = [("gifts", "1"), ("rewards", "1"), ("fairy_set", "C,Z")];
    let (mut late, mut picked) = (king_fell(&layers), king_fell(&layers));
    late.wait(Duration::days(4));
    late.settle();
    picked.pick(Seat::White1, &["Z"]).unwrap();
    let other = |pieces: &mut Pieces| {
        let camel: Form = "C".parse().unwrap();
        let zebra: Form = "Z".parse().unwrap();
        pieces.0 = pieces.0.iter().map(|&form| if form == camel { zebra } else { camel }).collect();
    };
    let wrong = refused(&late, |kind| {
        let EventKind::RewardRolled(rolled) = kind else { return false };
        other(&mut rolled.pieces);
        true
    });
    assert!(matches!(wrong, Corrupt::WrongPieces(_)), "{wrong}");
    let wrong = refused(&late, |kind| {
        let EventKind::GiftsRolled(rolled) = kind else { return false };
        other(rolled.gifts.get_mut(&Seat::White1).unwrap());
        true
    });
    assert!(matches!(wrong, Corrupt::WrongPieces(_)), "{wrong}");
    let wrong = refused(&picked, |kind| {
        let EventKind::RewardPicked(picked) = kind else { return false };
        picked.pieces.0 = vec!["G".parse().unwrap()];
        true
    });
    assert_eq!(wrong, Corrupt::Pieces(1));
    let wrong = refused(&picked, |kind| {
        let EventKind::RewardPicked(picked) = kind else { return false };
        picked.seat = Seat::Black2;
        true
    });
    assert_eq!(wrong, Corrupt::NotTheTurn(BoardNo::One));
    let wrong = refused(&picked, |kind| {
        let EventKind::MatchOpened(opened) = kind else { return false };
        opened.length = MatchLength::ONE;
        true
    });
    assert!(matches!(wrong, Corrupt::WrongStage(_) | Corrupt::NotTheTurn(_)), "{wrong}");
}
