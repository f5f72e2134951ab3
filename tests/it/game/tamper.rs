//! What `verify` makes of logs that somebody changed.

use super::story::{MATCH, Story};
use delirious::domain::dice::{ChainOf, Salt};
use delirious::domain::game::{
    AfterLapse, Corrupt, Event, EventKind, Export, ExportEntry, Lapse, LogEntry, first_head, verify,
};
use delirious::domain::hash::Hash;
use delirious::domain::seat::{BoardNo, Seat};
use std::sync::OnceLock;
use time::Duration;

/// A finished match with drops of all sorts: rolls, a chosen move, a lapse, a resignation.
fn log() -> &'static [LogEntry] {
    static LOG: OnceLock<Vec<LogEntry>> = OnceLock::new();
    LOG.get_or_init(|| {
        let mut story = Story::started("bughouse-worst-move", Lapse::OpponentChooses);
        for n in 0..8 {
            story.wait(Duration::hours(3));
            story.play_any(BoardNo::One);
            story.play_any(BoardNo::Two);
            if n == 4 {
                story.wait(Duration::days(3));
                story.settle();
            }
        }
        story.resign(Seat::Black2).unwrap();
        story.log
    })
}

fn events() -> Vec<Event> {
    log().iter().map(|entry| entry.event().unwrap()).collect()
}

/// The export of a log that a forger wrote, with heads that fit.
fn forged(events: &[Event]) -> String {
    let mut head = first_head(MATCH);
    let mut entries = Vec::new();
    for (seq, event) in (1..).zip(events) {
        let entry = LogEntry::seal(&head, seq, event, [7; 16]).unwrap();
        head = entry.head;
        entries.push(ExportEntry::opened(&entry));
    }
    Export::new(MATCH, entries).text().unwrap()
}

/// Where and why `verify` refuses a log that `change` was done to.
fn refused(change: impl FnOnce(&mut Vec<Event>)) -> (Option<u64>, Corrupt) {
    let mut events = events();
    change(&mut events);
    let failure = verify(&forged(&events)).expect_err("the forger got through");
    (failure.seq, failure.why)
}

/// The place of the first event of a kind.
fn find(kind: impl Fn(&EventKind) -> bool) -> usize {
    events().iter().position(|event| kind(&event.kind)).expect("such an event")
}

fn first_roll() -> usize {
    find(|kind| matches!(kind, EventKind::Rolled(_)))
}

fn first_move() -> usize {
    find(|kind| matches!(kind, EventKind::Moved(_)))
}

fn first_lapse() -> usize {
    find(|kind| matches!(kind, EventKind::TimeRanOut(_)))
}

#[test]
fn the_log_as_it_is_passes() {
    let verified = verify(&forged(&events())).unwrap();
    assert_eq!(verified.result, "White1+Black4 wins by resignation");
    assert_eq!(verified.moves, 16);
}

#[test]
fn any_changed_byte_is_found_where_it_stands() {
    let text = forged(&events());
    let export = Export::parse(&text).unwrap();
    for at in 0..export.log.len() {
        let mut changed = export.clone();
        let public = &mut changed.log[at].public;
        let middle = public.len() / 2;
        let byte = public.as_bytes()[middle];
        public.replace_range(middle..=middle, if byte == b'1' { "2" } else { "1" });
        let failure = verify(&changed.text().unwrap()).unwrap_err();
        assert_eq!(failure.seq, Some(at as u64 + 1));
        assert!(matches!(failure.why, Corrupt::Head { .. }));
    }
}

#[test]
fn a_changed_nonce_or_final_head_is_found() {
    let export = Export::parse(&forged(&events())).unwrap();
    let mut changed = export.clone();
    changed.log[3].nonce = Some([0; 16]);
    assert_eq!(verify(&changed.text().unwrap()).unwrap_err().seq, Some(4));
    let mut changed = export.clone();
    changed.log[3].sealed_hash = Some(Hash([0; 32]));
    assert_eq!(verify(&changed.text().unwrap()).unwrap_err().seq, Some(4));
    let mut changed = export;
    changed.head = Hash([0; 32]);
    assert!(matches!(verify(&changed.text().unwrap()).unwrap_err().why, Corrupt::Head { .. }));
}

#[test]
fn no_event_can_be_left_out_or_told_twice() {
    let last = events().len() - 1;
    for at in 0..last {
        // A late chooser's or mover's lapse, like all else, is missed by what follows it.
        refused(|events| drop(events.remove(at)));
        refused(|events| events.insert(at, events[at].clone()));
    }
}

#[test]
fn no_two_events_can_be_exchanged() {
    let all = events();
    for at in 0..all.len() - 1 {
        // Two people sitting down in the same moment is the same story; ours come a minute apart.
        refused(|events| events.swap(at, at + 1));
    }
}

#[test]
fn dice_have_to_follow_from_link_and_salts() {
    let at = first_roll();
    let seq = Some(at as u64 + 1);
    let change = |change: fn(&mut delirious::domain::game::Rolled)| {
        refused(|events| {
            let EventKind::Rolled(rolled) = &mut events[at].kind else { panic!() };
            change(rolled);
        })
    };
    assert!(matches!(change(|r| r.dice[0] = r.dice[0] % 6 + 1), (s, Corrupt::WrongDice(_)) if s == seq));
    assert_eq!(change(|r| r.link = Hash([1; 32])), (seq, Corrupt::Link));
    assert_eq!(change(|r| r.roll = 2), (seq, Corrupt::RollNumber { chain: 0, roll: 1 }));
    assert!(matches!(change(|r| r.dice.truncate(1)), (s, Corrupt::WrongDice(_)) if s == seq));
    assert_eq!(change(|r| r.next_anchor = Some(r.link)), (seq, Corrupt::NextAnchor));
}

#[test]
fn a_salt_changed_afterwards_is_found_at_the_next_roll_of_its_board() {
    let at = first_move();
    let (seq, why) = refused(|events| {
        let EventKind::Moved(moved) = &mut events[at].kind else { panic!() };
        moved.salt = Salt::new(b"other".to_vec()).unwrap();
        moved.opened = Some(false);
    });
    assert_eq!(seq, Some(at as u64 + 2));
    assert!(matches!(why, Corrupt::WrongDice(_)));
}

#[test]
fn a_wrong_word_on_a_seal_is_found() {
    let at = first_move();
    let (seq, why) = refused(|events| {
        let EventKind::Moved(moved) = &mut events[at].kind else { panic!() };
        moved.opened = Some(false);
    });
    assert_eq!((seq, why), (Some(at as u64 + 1), Corrupt::SealWord));
}

#[test]
fn an_illegal_move_is_found() {
    let at = first_move();
    let (seq, why) = refused(|events| {
        let EventKind::Moved(moved) = &mut events[at].kind else { panic!() };
        moved.mv = Some("a1a8".parse().unwrap());
    });
    assert_eq!(seq, Some(at as u64 + 1));
    assert!(matches!(why, Corrupt::Illegal { .. }));
}

#[test]
fn the_wrong_decider_is_found() {
    let at = first_move();
    let (seq, why) = refused(|events| {
        let EventKind::Moved(moved) = &mut events[at].kind else { panic!() };
        moved.chooser = if moved.chooser.is_some() { None } else { Some(moved.seat.opponent()) };
    });
    assert_eq!((seq, why), (Some(at as u64 + 1), Corrupt::NotTheTurn(BoardNo::One)));
}

#[test]
fn times_and_deadlines_hold() {
    let at = first_lapse();
    let seq = Some(at as u64 + 1);
    let early = refused(|events| events[at].at -= Duration::milliseconds(1));
    assert_eq!(early, (seq, Corrupt::NotDue("time_ran_out")));
    let otherwise = refused(|events| {
        let EventKind::TimeRanOut(lapse) = &mut events[at].kind else { panic!() };
        lapse.follows = AfterLapse::Loses;
    });
    assert_eq!(otherwise, (seq, Corrupt::NotDue("time_ran_out")));
    for moved in [Duration::milliseconds(-1), Duration::milliseconds(1)] {
        let undue = refused(|events| {
            let EventKind::TimeRanOut(lapse) = &mut events[at].kind else { panic!() };
            lapse.due = lapse.due.map(|due| due + moved);
        });
        assert_eq!(undue, (seq, Corrupt::NotDue("time_ran_out")));
    }
    let back = refused(|events| events[at].at -= Duration::days(4));
    assert_eq!(back, (seq, Corrupt::TimeBack));
    let at = first_move();
    let (_, why) = refused(|events| {
        for event in &mut events[at..] {
            event.at += Duration::days(3);
        }
    });
    assert_eq!(why, Corrupt::Late);
    let at = first_roll();
    let (_, why) = refused(|events| {
        for event in &mut events[at..] {
            event.at += Duration::seconds(1);
        }
    });
    assert_eq!(why, Corrupt::NotAtOnce("rolled"));
}

#[test]
fn a_log_cut_off_before_a_roll_is_unfinished() {
    let at = first_move();
    let (seq, why) = refused(|events| events.truncate(at + 1));
    assert_eq!((seq, why), (None, Corrupt::Unfinished("rolled")));
    assert_eq!(refused(Vec::clear).1, Corrupt::Empty);
}

#[test]
fn other_rules_or_anchors_do_not_fit_the_rest() {
    let opening = |change: fn(&mut delirious::domain::game::MatchOpened)| {
        refused(|events| {
            let EventKind::MatchOpened(opened) = &mut events[0].kind else { panic!() };
            change(opened);
        })
    };
    let roll = Some(first_roll() as u64 + 1);
    assert_eq!(opening(|opened| opened.anchors[1] = Hash([2; 32])), (roll, Corrupt::Link));
    assert_eq!(opening(|opened| opened.rules_revision = 99), (Some(1), Corrupt::RulesRevision(99)));
    assert!(opening(|opened| opened.rules.set("worst_faces", "0").unwrap()).0.is_some());
}

#[test]
fn claims_from_the_end_of_time_do_no_harm() {
    let last = time::macros::datetime!(9999-12-31 23:59:59.999 UTC);
    refused(|events| events.iter_mut().for_each(|event| event.at = last));
    let chain = |of, chain| delirious::domain::game::NewChain { of, chain, anchor: Hash([0; 32]) };
    let renewed = EventKind::ChainsRenewed { chains: ChainOf::ALL.map(|of| chain(of, u32::MAX)) };
    let (_, why) = refused(|events| events.insert(1, Event::new(events[0].at, renewed)));
    assert_eq!(why, Corrupt::NewChains(1));
}

#[test]
fn garbage_is_refused_without_panic() {
    for text in ["", "{}", "[]", "null", "\u{feff}", "{\"format\":\"delirious-export/2\"}"] {
        assert_eq!(verify(text).unwrap_err().seq, None);
    }
    let deep = "[".repeat(100_000);
    assert!(verify(&deep).is_err());
    let text = forged(&events());
    for cut in (0..text.len()).step_by(97) {
        assert!(verify(&text[..cut]).is_err());
        let mut bytes = text.clone().into_bytes();
        bytes[cut] = if bytes[cut] == b'x' { b'y' } else { b'x' };
        assert!(verify(&String::from_utf8(bytes).unwrap()).is_err());
    }
}
