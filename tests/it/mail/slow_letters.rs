//! What the mails of slow games say: reminders, offers, empty seats, clocks, and the digest.

use super::fixture::{NOW, TURN, letter_about, letter_of, reader};
use super::snapshot::assert_snapshots;
use crate::fixture::{open, over, own_move, spectator, worst};
use delirious::domain::notice::{Notice, Topic};
use delirious::domain::seat::{BoardNo, Seat};
use delirious::domain::view::{
    CandidateView, Deed, DrawView, LogLine, PauseView, Phase, Player, VacancyView, View,
};
use delirious::mail::message::{self, Count, Letter, Listed};
use time::{Duration, OffsetDateTime};

/// The event that these mails are about, where it is not a turn's.
const EVENT: u64 = 23;

fn as_text(letter: &Letter) -> String {
    format!("Subject: {}\n\n{}", letter.subject, letter.text)
}

/// Somebody's turn that has only so much time left.
fn with_left(mut view: View, left: Duration) -> View {
    for turn in &mut view.turns {
        turn.deadline = Some(NOW + left);
    }
    view
}

fn hurried(view: View) -> View {
    let mut view = with_left(view, Duration::DAY);
    for turn in &mut view.turns {
        turn.hurried = true;
    }
    view
}

fn with_draw(mut view: View) -> View {
    view.draw = Some(DrawView { seq: EVENT, by: Seat::Black2, agreed: vec![Seat::Black2, Seat::White3] });
    view.deeds = vec![Deed::AgreeDraw, Deed::DeclineDraw];
    view
}

/// The log's line about [`EVENT`].
fn with_line(mut view: View, words: &str) -> View {
    let like = view.log.last().expect("a log").clone();
    view.log.push(LogLine {
        seq: EVENT,
        words: words.to_owned(),
        notation: String::new(),
        roll: None,
        board: None,
        seat: None,
        ..like
    });
    view
}

fn with_vacancy(mut view: View, until: OffsetDateTime) -> View {
    let eve = Player { account: view.seats[0].player.as_ref().unwrap().account, handle: "eve".to_owned() };
    let seat = view.seats.iter_mut().find(|seat| seat.seat == Seat::White3).unwrap();
    seat.player = None;
    let asked =
        CandidateView { seq: EVENT, player: eve.clone(), partner_agreed: Some(true), opponent_agreed: false };
    seat.vacant = Some(VacancyView { until, deleted: false, candidates: vec![asked] });
    view.deeds = vec![Deed::AgreeSubstitute { seat: Seat::White3, candidate: eve }];
    view
}

fn only(view: &View, notice: Notice) -> Letter {
    letter_of(view, &[(notice, EVENT)]).unwrap().expect("something to tell").letter
}

#[test]
fn each_mail_of_a_slow_game_says_what_it_should() {
    let week = NOW + Duration::days(7);
    let news = |words: &str, notice| only(&with_line(spectator_at(Seat::White1), words), notice);
    let pause = |pause| View { pause: Some(pause), deeds: vec![Deed::AgreePause], ..own_move() };
    let asked =
        PauseView::Asked { seq: EVENT, by: Seat::White3, days: 10, agreed: vec![Seat::White3, Seat::Black2] };
    let running = PauseView::Running { until: week, resume: vec![Seat::Black4] };
    let letters = [
        ("last_day", letter_about(&with_left(own_move(), Duration::DAY), Notice::LastDay)),
        ("last_fifth", letter_about(&with_left(worst(), Duration::hours(14)), Notice::LastFifth)),
        ("hurry", letter_about(&hurried(own_move()), Notice::Turn)),
        ("draw_offer", only(&with_draw(own_move()), Notice::DrawOffer)),
        ("pause_offer", only(&pause(asked), Notice::PauseOffer)),
        ("resume_offer", only(&View { deeds: vec![Deed::AskResume], ..pause(running) }, Notice::PauseOffer)),
        ("substitute", only(&with_vacancy(own_move(), week), Notice::Substitute)),
        (
            "seat_open",
            only(&with_line(with_vacancy(own_move(), week), "caio left for good"), Notice::SeatOpen),
        ),
        ("substitute_seated", news("eve sat down as White3, in place of caio", Notice::SubstituteSeated)),
        ("time_ran_out", news("bruno's time ran out: ana chooses this move", Notice::TimeRanOut)),
        (
            "vacation_used",
            news("bruno's time would have run out: a day of vacation is used", Notice::VacationUsed),
        ),
        (
            "credited",
            news("the service was away for 2 hours, and every clock got them back", Notice::Credited),
        ),
        (
            "credited_own_turn",
            only(&with_line(own_move(), "the service was away for 2 hours"), Notice::Credited),
        ),
        ("aborted", {
            let mut view = with_line(own_move(), "ana called the match off");
            view.phase = Phase::Cancelled;
            only(&view, Notice::Aborted)
        }),
    ];
    assert_snapshots(letters.map(|(name, letter)| (name, as_text(&letter))));
}

/// A running match where nothing is asked of this seat.
fn spectator_at(seat: Seat) -> View {
    View { you: Some(seat), turns: Vec::new(), deeds: Vec::new(), ..spectator() }
}

#[test]
fn one_mail_tells_all_that_is_asked_whatever_it_was_sent_for() {
    let view = with_draw(own_move());
    let for_both = letter_of(&view, &[(Notice::DrawOffer, EVENT), (Notice::Turn, TURN)]).unwrap().unwrap();
    assert_eq!(for_both.letter.subject, "Your turn: Sunday table");
    assert!(for_both.letter.text.contains("offers a draw"), "{}", for_both.letter.text);
    assert_eq!(for_both.topic, Topic::Turns);

    let for_one = letter_of(&view, &[(Notice::DrawOffer, EVENT)]).unwrap().unwrap();
    assert_eq!(for_one.letter.subject, "ana offers a draw: Sunday table");
    assert!(for_one.letter.text.contains("It is your turn as White1"), "{}", for_one.letter.text);
    assert!(for_one.told.iter().any(|told| told.notice == Notice::Turn && told.seq == TURN));
    assert_eq!(for_one.topic, Topic::Offers);
}

#[test]
fn start_and_first_turn_are_one_mail() {
    let letter = letter_of(&own_move(), &[(Notice::Start, 20), (Notice::Turn, TURN)]).unwrap().unwrap();
    assert_eq!(letter.letter.subject, "The match has begun, your turn: Sunday table");
    let text = letter.letter.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("It is your turn as White1"), "{text}");
    assert!(text.contains("The match has begun, and you are White1. Your partner is dora"), "{text}");
    assert_eq!(letter.told.len(), 2);
}

#[test]
fn a_reminder_is_none_once_the_clock_stands() {
    let mut view = with_left(own_move(), Duration::hours(14));
    view.turns[0].deadline = None;
    view.turns[0].stopped = Some("bruno is on vacation".to_owned());
    view.turns[0].left_seconds = 50_400;
    assert!(letter_of(&view, &[(Notice::LastFifth, TURN)]).unwrap().is_none());
    let turn = letter_about(&view, Notice::Turn);
    let text = turn.text.replace('\n', " ");
    assert!(
        text.contains("Your clock stands: bruno is on vacation. When it runs again, 14 h are left."),
        "{text}"
    );
}

#[test]
fn what_is_over_is_not_told() {
    let over = over();
    for notice in [Notice::Turn, Notice::Start, Notice::DrawOffer, Notice::Credited, Notice::LastDay] {
        assert!(letter_of(&over, &[(notice, TURN)]).unwrap().is_none(), "{notice:?}");
    }
    // The offer of this very event, and no later one.
    assert!(letter_of(&with_draw(own_move()), &[(Notice::DrawOffer, EVENT - 1)]).unwrap().is_none());
    assert!(letter_of(&open(), &[(Notice::Start, 1)]).unwrap().is_none());
}

fn listed(view: &View, left: Option<Duration>, unread: u64) -> Listed<'_> {
    Listed { view, deadline: left.map(|left| NOW + left), unread }
}

#[test]
fn the_digest_lists_what_presses_first_and_counts_the_rest() {
    let (mine, drawn, theirs) = (own_move(), with_draw(worst()), spectator_at(Seat::White3));
    let mut theirs = theirs;
    theirs.turns = own_move().turns;
    theirs.name = "Quiet table".to_owned();
    assert_eq!(theirs.turns[0].board, BoardNo::One);
    let shown = [
        listed(&drawn, Some(Duration::hours(5)), 3),
        listed(&mine, Some(Duration::days(2)), 0),
        listed(&theirs, None, 1),
    ];
    let digest = |running, waiting| {
        message::digest(&shown, Count { running, waiting }, "unsubscr1be", &reader()).unwrap()
    };
    assert_snapshots([("digest", as_text(&digest(1000, 2))), ("digest.html", digest(1000, 2).html)]);
    assert!(!digest(3, 2).text.contains("more on the page"), "all are shown");
}
