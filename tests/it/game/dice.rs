//! The dice of a running match: rolls when turns begin, seals, marks, renewed chains, the proof.

use super::story::{MATCH, Story, account, links, names};
use delirious::domain::dice::{ChainId, ChainOf, DiceKey, DrawnBy, Links, Salt};
use delirious::domain::game::{
    Command, Context, Event, EventKind, Lapse, Refusal, SaltGiven, append, decide, verify,
};
use delirious::domain::rules::RuleSet;
use delirious::domain::seat::{BoardNo, Seat};
use delirious::domain::visibility::{Viewer, proof};

fn started() -> Story {
    Story::started("bughouse-worst-move", Lapse::OpponentChooses)
}

fn kinds(story: &Story) -> Vec<EventKind> {
    story.log.iter().map(|entry| entry.event().unwrap().kind).collect()
}

#[test]
fn each_board_rolls_the_moment_its_turn_begins() {
    let mut story = started();
    let rolled = |story: &Story| {
        let rolls = kinds(story).into_iter().filter_map(|kind| match kind {
            EventKind::Rolled(rolled) => Some((rolled.board, rolled.roll)),
            _ => None,
        });
        rolls.collect::<Vec<_>>()
    };
    assert_eq!(rolled(&story), [(BoardNo::One, 1), (BoardNo::Two, 1)]);
    story.play_any(BoardNo::Two);
    assert_eq!(rolled(&story)[2..], [(BoardNo::Two, 2)]);
    let last = &story.log[story.log.len() - 2..];
    assert_eq!(last[0].at, last[1].at);
}

#[test]
fn what_happens_on_one_board_never_touches_the_dice_of_the_other() {
    let (mut quiet, mut busy) = (started(), started());
    for _ in 0..6 {
        busy.play_any(BoardNo::Two);
    }
    quiet.play_any(BoardNo::One);
    busy.play_any(BoardNo::One);
    let roll = |story: &Story| story.turn(BoardNo::One).roll;
    assert_eq!(roll(&quiet), roll(&busy));
}

#[test]
fn a_decision_with_an_opened_seal_seals_the_next_roll() {
    let mut story = started();
    assert!(!story.turn(BoardNo::One).roll.unwrap().sealed, "nobody has opened a seal yet");
    let decider = story.turn(BoardNo::One).decider;
    story.play_any(BoardNo::One);
    // White1 sat down before Black2, so White1's seal is older than Black2's salt; the other way
    // round Black2 knew White1's salt.
    assert_eq!(story.turn(BoardNo::One).roll.unwrap().sealed, decider == Seat::White1);
    let mut last = decider;
    for _ in 0..8 {
        let decider = story.turn(BoardNo::One).decider;
        story.play_any(BoardNo::One);
        assert_eq!(story.turn(BoardNo::One).roll.unwrap().sealed, decider != last);
        last = decider;
    }
}

#[test]
fn a_salt_that_breaks_its_seal_is_no_error_but_marked() {
    let mut story = started();
    let turn = story.turn(BoardNo::One);
    let other =
        SaltGiven { salt: Salt::new(b"else".to_vec()).unwrap(), drawn_by: DrawnBy::Server, next: None };
    let (mv, seen) = (turn.legal[0].text.clone(), story.state.board_seq(BoardNo::One));
    story.play_salted(turn.decider, &mv, seen, other).unwrap();
    let Some(EventKind::Moved(moved)) = kinds(&story).into_iter().rev().nth(1) else { panic!("no move") };
    assert_eq!(moved.opened, Some(false));
    let seat = story.view(Viewer::Spectator).seats.into_iter().find(|s| s.seat == turn.decider).unwrap();
    assert_eq!((seat.decisions, seat.seals_opened), (1, 0));
    assert!(!story.turn(BoardNo::One).roll.unwrap().sealed);
}

#[test]
fn another_key_cannot_go_on_with_a_match() {
    let mut story = started();
    let turn = story.turn(BoardNo::One);
    let salt = story.salt(turn.decider);
    let play = Command::Play {
        account: account(turn.decider),
        board: BoardNo::One,
        mv: turn.legal[0].text.clone(),
        seen: story.state.board_seq(BoardNo::One),
        salt,
    };
    let other = DiceKey::from_bytes([1; 32]);
    let refused = decide(&story.state, &play, &Context { now: story.now, dice: &other });
    assert!(matches!(refused, Err(Refusal::ForeignKey(chain)) if chain.of == ChainOf::Board(BoardNo::One)));
}

#[test]
fn renewed_chains_roll_after_the_next_salt() {
    let mut story = started();
    let key = DiceKey::from_bytes([1; 32]);
    let ctx = Context { now: story.now, dice: &key };
    assert_eq!(decide(&story.state, &Command::RenewChains { number: 0 }, &ctx), Err(Refusal::ChainNumber(1)));
    let renewed = decide(&story.state, &Command::RenewChains { number: 7 }, &ctx).unwrap();
    assert_eq!(renewed.len(), 1, "the running turns keep their dice");
    let new = append(&mut story.state, renewed, || [9; 16]).unwrap();
    story.log.extend(new);
    let turn = story.turn(BoardNo::One);
    let play = Command::Play {
        account: account(turn.decider),
        board: BoardNo::One,
        mv: turn.legal[0].text.clone(),
        seen: story.state.board_seq(BoardNo::One),
        salt: story.salt(turn.decider),
    };
    let events = decide(&story.state, &play, &ctx).unwrap();
    let new = append(&mut story.state, events, || [9; 16]).unwrap();
    story.log.extend(new);
    let Some(EventKind::Rolled(rolled)) = kinds(&story).pop() else { panic!("no roll") };
    let chain = ChainId { match_id: MATCH, of: ChainOf::Board(BoardNo::One), number: 7 };
    assert_eq!((rolled.chain, rolled.roll, rolled.link), (7, 1, key.link(chain, 1)));
    // The other seat's latest salt is older than the new anchor: open.
    assert!(!story.turn(BoardNo::One).roll.unwrap().sealed);
    verify(&story.export()).unwrap();
}

#[test]
fn chains_renewed_before_the_start_make_a_board_wait_for_a_salt() {
    let mut story = Story::opened(RuleSet::preset("bughouse-worst-move").unwrap(), Lapse::OpponentChooses);
    story.sit_down(Seat::White1).unwrap();
    story.sit_down(Seat::Black2).unwrap();
    story.command(Command::RenewChains { number: 1 }).unwrap();
    story.sit_down(Seat::White3).unwrap();
    story.sit_down(Seat::Black4).unwrap();
    // Board 2 has salts from after the renewal, board 1 has none.
    assert_eq!(story.state.needs_salt_from(), [Seat::White1, Seat::Black2]);
    assert_eq!(story.state.open_turns().len(), 1);
    let mut give = |seat: Seat| {
        let salt = story.salt(seat);
        story.command(Command::GiveSalt { account: account(seat), salt })
    };
    assert_eq!(give(Seat::White3), Err(Refusal::NoSaltNeeded));
    give(Seat::Black2).unwrap();
    assert_eq!(give(Seat::White1), Err(Refusal::NoSaltNeeded));
    assert_eq!(story.state.open_turns().len(), 2);
    assert_eq!(story.replayed().unwrap(), story.state);
    verify(&story.export()).unwrap();
}

#[test]
fn the_proof_repeats_every_roll() {
    let mut story = started();
    for _ in 0..5 {
        story.play_any(BoardNo::One);
        story.play_any(BoardNo::Two);
    }
    let proof = proof(MATCH, &story.log, &names()).unwrap();
    assert_eq!(proof.boards.len(), 2);
    for board in &proof.boards {
        assert_eq!((board.salts.len(), board.rolls.len()), (7, 6));
        let mut previous = board.anchors[0].anchor.clone();
        let of = ChainOf::Board(board.board);
        for (k, roll) in (1..).zip(&board.rolls) {
            assert_eq!((roll.roll, &roll.previous), (k, &previous));
            previous.clone_from(&roll.link);
            let link = links().link(ChainId { match_id: MATCH, of, number: 0 }, k);
            assert_eq!(roll.link, link.to_string());
            assert_eq!(roll.salts, 1 + k as usize);
        }
    }
    let rolls: u32 = proof.seats.iter().map(|seat| seat.type_die.rolls).sum();
    assert_eq!(rolls, 12);
    let ana = &proof.seats[0].type_die;
    assert!((ana.expected * 6.0 - f64::from(ana.rolls)).abs() < 1e-9);
}

#[test]
fn events_carry_the_dice_as_they_fell() {
    let story = started();
    let text = &story.log.last().unwrap().public;
    let Event { kind: EventKind::Rolled(rolled), .. } = Event::parse(text, None).unwrap() else {
        panic!("{text}");
    };
    assert_eq!(rolled.dice.len(), 2);
    let roll = story.turn(BoardNo::Two).roll.unwrap();
    assert_eq!(rolled.dice, [roll.kind_die, roll.worst_die.unwrap()]);
    assert_eq!(roll.worst, roll.worst_die.unwrap() <= 3);
}
