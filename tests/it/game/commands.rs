//! Opening, sitting down, playing, resigning, and every refusal with its word.

use super::story::{MATCH, Story, account, handle, links, names, opening};
use delirious::domain::game::{
    Command, Context, Event, EventError, EventKind, Lapse, MatchName, NameError, Refusal, Status, begin,
    decide, open,
};
use delirious::domain::ids::AccountId;
use delirious::domain::rules::RuleSet;
use delirious::domain::seat::{BoardNo, Seat};
use delirious::domain::visibility::{Viewer, told};
use time::Duration;
use uuid::Uuid;

fn classic() -> RuleSet {
    RuleSet::preset("classic-bughouse").unwrap()
}

#[test]
fn the_game_starts_by_itself_when_the_last_seat_is_taken() {
    let mut story = Story::opened(classic(), Lapse::Forfeit);
    for seat in [Seat::Black4, Seat::White1, Seat::Black2] {
        story.sit_down(seat).unwrap();
        assert_eq!(story.state.status(), Status::Open);
    }
    story.sit_down(Seat::White3).unwrap();
    assert_eq!(story.state.status(), Status::Running);
    let deciders: Vec<Seat> = story.state.open_turns().iter().map(|turn| turn.decider).collect();
    assert_eq!(deciders, [Seat::White1, Seat::White3]);
    assert_eq!(story.last_words(2), ["carla sat down as White3", "all seats are taken: the game begins"]);
}

#[test]
fn the_opener_may_sit_down_at_once() {
    let mut story = Story::opened(classic(), Lapse::Forfeit);
    let salt = story.salt(Seat::Black2);
    let command = delirious::domain::game::Open {
        seat: Some((Seat::Black2, salt)),
        ..opening(classic(), Lapse::Forfeit)
    };
    let events = open(command, &Context { now: story.now, dice: links() }).unwrap();
    let (state, log) = begin(MATCH, events, || [0; 16]).unwrap();
    assert_eq!(log.len(), 2);
    assert_eq!(state.seat_of(account(Seat::White1)), Some(Seat::Black2));
}

#[test]
fn seats_are_refused_with_the_reason() {
    let mut story = Story::opened(RuleSet::preset("worst-move").unwrap(), Lapse::Forfeit);
    story.sit_down(Seat::White1).unwrap();
    let salt = story.salt(Seat::Black2);
    let mut take =
        |account, seat| story.command(Command::TakeSeat { account, seat, salt: salt.clone() }).unwrap_err();
    assert_eq!(take(account(Seat::White1), Seat::Black2), Refusal::OneSeatPerAccount(Seat::White1));
    assert_eq!(take(account(Seat::Black2), Seat::White1), Refusal::SeatTaken(Seat::White1));
    assert_eq!(take(account(Seat::Black2), Seat::White3), Refusal::NoSuchSeat(Seat::White3));
    story.sit_down(Seat::Black2).unwrap();
    let late = Command::TakeSeat { account: account(Seat::White3), seat: Seat::White3, salt };
    assert_eq!(story.command(late), Err(Refusal::NotOpen));
}

#[test]
fn before_the_start_one_can_leave_and_the_opener_can_call_it_off() {
    let mut story = Story::opened(classic(), Lapse::Forfeit);
    story.sit_down(Seat::Black2).unwrap();
    let bruno = account(Seat::Black2);
    story.command(Command::LeaveSeat { account: bruno }).unwrap();
    assert_eq!(story.command(Command::LeaveSeat { account: bruno }), Err(Refusal::NotSeated));
    assert_eq!(story.command(Command::Cancel { account: bruno }), Err(Refusal::NotOpener));
    assert_eq!(story.resign(Seat::Black2), Err(Refusal::NotSeated));
    story.command(Command::Cancel { account: account(Seat::White1) }).unwrap();
    assert_eq!(story.state.status(), Status::Cancelled);
    assert_eq!(story.sit_down(Seat::Black2), Err(Refusal::NotOpen));
    assert_eq!(story.last_words(2), ["bruno left Black2", "the match was called off"]);
}

#[test]
fn after_the_start_nobody_leaves() {
    let mut story = Story::started("classic-bughouse", Lapse::Forfeit);
    let ana = account(Seat::White1);
    assert_eq!(story.command(Command::LeaveSeat { account: ana }), Err(Refusal::Started));
    assert_eq!(story.command(Command::Cancel { account: ana }), Err(Refusal::Started));
}

#[test]
fn moves_are_refused_with_the_reason() {
    let mut story = Story::started("classic-bughouse", Lapse::Forfeit);
    assert_eq!(story.play(Seat::Black2, "e7e5"), Err(Refusal::NotYourTurn { who: Some(Seat::White1) }));
    assert!(matches!(story.play(Seat::White1, "e2e5"), Err(Refusal::Illegal(_))));
    assert!(matches!(story.play(Seat::White1, "N@e4"), Err(Refusal::Illegal(_))));
    assert!(matches!(story.play(Seat::White1, "hello"), Err(Refusal::Unreadable(_))));
    let salt = story.salt(Seat::White1);
    let play = |account, board| Command::Play {
        account,
        board,
        mv: "e2e4".to_owned(),
        seen: 99,
        salt: salt.clone(),
    };
    let stranger = AccountId(Uuid::from_u128(7));
    assert_eq!(story.command(play(stranger, BoardNo::One)), Err(Refusal::NotSeated));
    assert_eq!(
        story.command(play(account(Seat::White1), BoardNo::Two)),
        Err(Refusal::NotYourBoard { own: BoardNo::One, asked: BoardNo::Two })
    );
    assert_eq!(story.state.seq(), 6, "refusals leave no event");
}

#[test]
fn a_second_try_of_the_same_turn_is_told_what_changed() {
    let mut story = Story::started("classic-bughouse", Lapse::Forfeit);
    let seen = story.state.board_seq(BoardNo::One);
    story.play_seen(Seat::White1, "e2e4", seen).unwrap();
    let refusal = story.play_seen(Seat::White1, "d2d4", seen).unwrap_err();
    let told = told(&refusal, &story.state, account(Seat::White1), &names());
    assert_eq!(told, "board 1 has changed since you looked: look at it again (ana played e4)");
}

#[test]
fn a_refusal_calls_the_asker_you() {
    let mut story = Story::started("classic-bughouse", Lapse::Forfeit);
    let refusal = story.play(Seat::White1, "e7e5").unwrap_err();
    let to = |seat| told(&refusal, &story.state, account(seat), &names());
    assert_eq!(to(Seat::White1), "the piece on e7 is not yours");
    assert_eq!(to(Seat::Black2), "the piece on e7 is not ana's", "whoever chooses for ana is told whose");
}

#[test]
fn a_move_stays_good_when_only_the_other_board_has_moved() {
    let mut story = Story::started("classic-bughouse", Lapse::Forfeit);
    let seen = story.state.board_seq(BoardNo::One);
    story.play(Seat::White3, "e2e4").unwrap();
    story.play(Seat::Black4, "d7d5").unwrap();
    story.play_seen(Seat::White1, "e2e4", seen).unwrap();
}

#[test]
fn a_piece_that_arrived_meanwhile_can_be_dropped() {
    let mut story = Story::started("classic-bughouse", Lapse::Forfeit);
    story.play(Seat::White3, "e2e4").unwrap();
    story.play(Seat::Black4, "d7d5").unwrap();
    story.play(Seat::White1, "g1f3").unwrap();
    let seen = story.state.board_seq(BoardNo::One);
    story.play(Seat::White3, "e4d5").unwrap();
    story.play_seen(Seat::Black2, "P@e5", seen).unwrap();
}

#[test]
fn resigning_ends_the_game_for_the_team() {
    let mut story = Story::started("bughouse-worst-move", Lapse::OpponentChooses);
    story.resign(Seat::Black4).unwrap();
    assert_eq!(story.result(), "Black2+White3 wins by resignation");
    assert_eq!(story.resign(Seat::White1), Err(Refusal::Over));
    assert_eq!(story.last_words(2)[0], "bruno and carla win: dora resigned");
    assert!(story.state.open_turns().is_empty() && story.state.next_due().is_none());
}

#[test]
fn an_overdue_match_refuses_everything_until_it_is_settled() {
    let story = Story::started("classic-bughouse", Lapse::Forfeit);
    let ctx = Context { now: story.now + Duration::days(3), dice: links() };
    let resign = Command::Resign { account: account(Seat::White1) };
    assert_eq!(decide(&story.state, &resign, &ctx), Err(Refusal::Unsettled));
}

#[test]
fn a_round_table_moves_one_seat_at_a_time_and_sits() {
    let mut rules = classic();
    rules.set("order", "round-s2").unwrap();
    let mut story = Story::started_with(rules, Lapse::Forfeit);
    let mut order = Vec::new();
    for _ in 0..5 {
        let turns = story.state.open_turns();
        assert_eq!(turns.len(), 1);
        order.push(turns[0].decider);
        let mv = if order.len() == 2 { "sit".to_owned() } else { story.legal(turns[0].board)[0].clone() };
        story.wait(Duration::hours(1));
        story.play(turns[0].decider, &mv).unwrap();
    }
    assert_eq!(order, [Seat::White1, Seat::Black2, Seat::White3, Seat::Black4, Seat::Black2]);
    assert!(story.replayed().is_ok());
}

#[test]
fn a_roll_waits_for_the_seat_that_sat() {
    let mut rules = RuleSet::preset("bughouse-worst-move").unwrap();
    rules.set("order", "round-s2").unwrap();
    rules.set("worst_faces", "0").unwrap();
    let mut story = Story::started_with(rules, Lapse::Forfeit);
    let kept = story.turn(BoardNo::One).roll;
    assert!(kept.is_some());
    story.play(Seat::White1, "sit").unwrap();
    while story.state.open_turns()[0].decider != Seat::White1 {
        let board = story.state.open_turns()[0].board;
        story.play_any(board);
    }
    let rolls = story.log.iter().filter(|entry| entry.public.contains("\"rolled\",\"board\":1")).count();
    assert_eq!(story.turn(BoardNo::One).roll, kept);
    assert_eq!(rolls, 1, "the roll of the seat that sat stays");
    story.play_any(BoardNo::One);
    assert_eq!(story.replayed().unwrap(), story.state);
}

#[test]
fn names_are_one_printable_line() {
    assert_eq!(MatchName::parse("  Friday  ").unwrap().as_str(), "Friday");
    assert_eq!(MatchName::parse(" \u{3000} "), Err(NameError::Empty));
    assert_eq!(MatchName::parse("a\nb"), Err(NameError::Unprintable));
    assert_eq!(MatchName::parse("a\u{202e}b"), Err(NameError::Unprintable));
    assert_eq!(MatchName::parse(&"x".repeat(61)), Err(NameError::TooLong));
}

#[test]
fn an_event_of_an_unknown_form_or_kind_is_a_named_error() {
    let now = "2026-11-30T19:53:48.123Z";
    let parse = |text: &str| Event::parse(text, None).unwrap_err();
    assert!(matches!(parse("[]"), EventError::Malformed(_)));
    assert!(matches!(parse(r#"{"v":5,"what":"ever"}"#), EventError::UnknownVersion(5)));
    let form1 = |rest: &str| format!(r#"{{"v":1,"at":"{now}",{rest}}}"#);
    for bad in [
        r#""kind":"teleported""#,
        r#""kind":"resigned","seat":"White5""#,
        r#""kind":"resigned","seat":"White1","really":true"#,
        r#""kind":"resigned","seat":"White1","seat":"White3""#,
        r#""kind":"resigned","at":"2026-11-30T19:53:48.123Z","seat":"White1""#,
    ] {
        assert!(matches!(parse(&form1(bad)), EventError::Form { version: 1, .. }), "{bad}");
    }
    for later in
        [r#""kind":"draw_offered","seat":"White1""#, r#""kind":"pause_asked","seat":"White1","days":3"#]
    {
        assert!(matches!(parse(&form1(later)), EventError::OtherForm(1)), "{later}");
    }
    let undated = r#""kind":"time_ran_out","board":1,"decider":"White1","lapse":1,"follows":"loses""#;
    assert!(Event::parse(&form1(undated), None).is_ok());
    let form2 = form1(undated).replacen(r#""v":1"#, r#""v":2"#, 1);
    assert!(matches!(parse(&form2), EventError::OtherForm(2)));
    let picked = r#""kind":"reward_picked","seat":"White1","pieces":["C"],"salt":"","drawn_by":"player""#;
    assert!(matches!(parse(&form1(picked)), EventError::OtherForm(1)));
    assert!(Event::parse(&form1(picked).replacen(r#""v":1"#, r#""v":3"#, 1), None).is_ok());
    let good = form1(r#""kind":"resigned","seat":"White1""#);
    let event = Event::parse(&good, None).unwrap();
    assert_eq!(event.kind, EventKind::Resigned { seat: Seat::White1 });
    assert_eq!(event.public_text().unwrap(), good);
    assert!(matches!(Event::parse(&good, Some("{}")), Err(EventError::UnexpectedSeal)));
}

#[test]
fn a_hidden_move_stands_in_the_sealed_part_alone() {
    let form4 = |rest: &str| {
        format!(
            r#"{{"v":4,"at":"2026-11-30T19:53:48.123Z","kind":"moved","board":1,"seat":"White1",{rest}}}"#
        )
    };
    let salt = r#""salt":"","drawn_by":"player""#;
    let hidden = form4(&format!(r#""hidden":{{"piece":"N@","left":"b1"}},{salt}"#));
    let sealed = r#"{"move":"b1c3"}"#;
    let event = Event::parse(&hidden, Some(sealed)).unwrap();
    assert_eq!(
        (event.public_text().unwrap(), event.sealed_text().unwrap()),
        (hidden.clone(), Some(sealed.to_owned()))
    );
    assert!(Event::parse_public(&hidden).is_ok());
    assert!(matches!(Event::parse(&hidden, None), Err(EventError::NoSealedMove)));
    assert!(matches!(Event::parse(&hidden, Some("{}")), Err(EventError::NoSealedMove)));
    let open = form4(&format!(r#""move":"b1c3",{salt}"#));
    assert!(matches!(Event::parse(&open, Some(sealed)), Err(EventError::UnexpectedSeal)));
    assert_eq!(Event::parse(&open, None).unwrap().sealed_text().unwrap(), None);
    let both = form4(&format!(r#""move":"b1c3","hidden":{{"piece":"N@"}},{salt}"#));
    assert!(matches!(Event::parse_public(&both), Err(EventError::MoveInWrongPart)));
    assert!(matches!(Event::parse_public(&form4(salt)), Err(EventError::MoveInWrongPart)));
    let old = hidden.replacen(r#""v":4"#, r#""v":3"#, 1);
    assert!(matches!(Event::parse_public(&old), Err(EventError::OtherForm(3))));
}

#[test]
fn former_players_have_no_handle() {
    let story = Story::started("classic-bughouse", Lapse::Forfeit);
    let mut known = names();
    known.remove(&account(Seat::Black2));
    let view = delirious::domain::visibility::view(&story.state, Viewer::Spectator, &known);
    let handles: Vec<&str> =
        view.seats.iter().map(|seat| seat.player.as_ref().unwrap().handle.as_str()).collect();
    assert_eq!(
        handles,
        [handle(Seat::White1), "a former player", handle(Seat::White3), handle(Seat::Black4)]
    );
}
