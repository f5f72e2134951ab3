//! What each mail says, and that its headers are sound.

use super::fixture::{NOW, ROW, TURN, addressed, letter_about, letter_of, reader};
use super::snapshot::assert_snapshots;
use crate::fixture::{chosen_for, one_board, open, over, own_move, start, worst};
use delirious::domain::notice::Notice;
use delirious::domain::seat::Seat;
use delirious::domain::view::View;
use delirious::mail::envelope::{Outgoing, Postmark};
use delirious::mail::message::{self, Letter};
use mail_parser::{Message, MessageParser, MimeHeaders};

fn as_text(letter: &Letter) -> String {
    format!("Subject: {}\n\n{}", letter.subject, letter.text)
}

/// The plain part without line breaks.
fn unwrapped(letter: &Letter) -> String {
    letter.text.replace('\n', " ")
}

fn sealed(letter: &Letter, picture: Option<Vec<u8>>) -> Vec<u8> {
    addressed(letter, "ana@example.org", Some(own_move().match_id), picture).bytes()
}

fn parsed(raw: &[u8]) -> Message<'_> {
    MessageParser::default().parse(raw).expect("a message by RFC 5322")
}

/// The lines before the first empty one.
fn header_lines(raw: &[u8]) -> Vec<String> {
    let text = String::from_utf8(raw.to_vec()).expect("headers and parts in ASCII");
    let (head, _) = text.split_once("\r\n\r\n").expect("a head and a body");
    head.split("\r\n").map(str::to_owned).collect()
}

#[test]
fn each_mail_says_what_it_should() {
    let letters = [
        ("turn", Ok(letter_about(&own_move(), Notice::Turn))),
        ("choose", Ok(letter_about(&worst(), Notice::Choose))),
        ("chosen_for", Ok(letter_about(&chosen_for(), Notice::ChosenFor))),
        ("match_start", Ok(letter_about(&start(Some(Seat::White3)), Notice::Start))),
        ("match_start_one_board", Ok(letter_about(&one_board(), Notice::Start))),
        ("match_end_lost", Ok(letter_about(&over(), Notice::End))),
        ("invitation", message::invitation(&open(), "ana", "t0ken", &reader())),
        ("verify", message::verify("ana", "t0ken", &reader())),
        ("reset", message::reset("ana", "t0ken", &reader())),
        ("already_registered", message::already_registered("ana", &reader())),
    ];
    assert_snapshots(letters.map(|(name, letter)| (name, as_text(&letter.unwrap()))));
}

#[test]
fn the_end_is_told_to_each_as_it_concerns_them() {
    for (you, subject) in [
        (Some(Seat::White1), "You won: Sunday table"),
        (Some(Seat::Black4), "You won: Sunday table"),
        (Some(Seat::White3), "You lost: Sunday table"),
        (None, "The match is over: Sunday table"),
    ] {
        let mut view = over();
        view.you = you;
        assert_eq!(letter_about(&view, Notice::End).subject, subject);
    }
}

#[test]
fn a_choice_that_came_by_a_lapse_says_so() {
    let mut given_back = chosen_for();
    given_back.turns[0].decider = Seat::White1;
    let letter = letter_about(&given_back, Notice::Turn);
    assert!(unwrapped(&letter).contains("let the time for choosing run out"), "{}", letter.text);

    let mut lapsed = worst();
    lapsed.turns[0].roll.as_mut().unwrap().worst = false;
    let letter = letter_about(&lapsed, Notice::Choose);
    assert!(unwrapped(&letter).contains("because their time ran out"), "{}", letter.text);
}

#[test]
fn the_html_part_says_the_same_in_html() {
    let letter = letter_about(&worst(), Notice::Choose);
    assert_snapshots([("choose.html", letter.html)]);
}

#[test]
fn a_turn_that_the_view_does_not_show_makes_no_mail() {
    assert!(letter_of(&own_move(), &[(Notice::Turn, TURN + 1)]).unwrap().is_none());
    assert!(letter_of(&own_move(), &[(Notice::End, TURN)]).unwrap().is_none());
}

#[test]
fn headers_make_a_match_one_conversation_and_ask_for_no_answer() {
    let letter = letter_about(&own_move(), Notice::Turn);
    let raw = sealed(&letter, Some(b"png".to_vec()));
    let mail = parsed(&raw);
    assert_eq!(mail.subject(), Some("Your turn: Sunday table"));
    assert_eq!(mail.message_id(), Some("00000000-0000-0000-0000-000000004711@chess.example.org"));
    let root = format!("match.{}@chess.example.org", own_move().match_id);
    assert_eq!(mail.in_reply_to().as_text(), Some(root.as_str()));
    assert_eq!(mail.references().as_text(), Some(root.as_str()));
    assert_eq!(mail.header_raw("Auto-Submitted").map(str::trim), Some("auto-generated"));
    assert_eq!(mail.header_raw("X-Auto-Response-Suppress").map(str::trim), Some("All"));
    assert_eq!(mail.date().unwrap().to_timestamp(), NOW.unix_timestamp());
    assert!(mail.reply_to().is_none() && mail.cc().is_none() && mail.bcc().is_none());
    let to = mail.to().unwrap().iter().filter_map(|a| a.address()).collect::<Vec<_>>();
    assert_eq!(to, ["ana@example.org"]);
}

#[test]
fn whatever_can_be_switched_off_says_how_in_its_headers() {
    let letter = letter_about(&own_move(), Notice::Turn);
    let base_url = reader().base_url;
    let url = format!("https://chess.example.org/unsubscribe/{}", "0123456789abcdef".repeat(2));
    let mark = |unsubscribe| Postmark {
        id: ROW,
        from: "Delirious <post@example.org>",
        to: "ana@example.org",
        date: NOW,
        match_id: Some(own_move().match_id),
        unsubscribe,
        base_url: &base_url,
    };
    let raw = Outgoing::new(&letter, None, &mark(Some(url.as_str()))).unwrap().bytes();
    let mail = parsed(&raw);
    // RFC 2369 §2: an address in angle brackets; RFC 8058 §3.1: https, and the one pair.
    let header =
        mail.header("List-Unsubscribe").and_then(|value| value.as_address()).expect("a list address");
    assert_eq!(header.first().and_then(|address| address.address()), Some(url.as_str()));
    assert_eq!(mail.header_raw("List-Unsubscribe").map(str::trim), Some(format!("<{url}>").as_str()));
    assert_eq!(mail.header_raw("List-Unsubscribe-Post").map(str::trim), Some("List-Unsubscribe=One-Click"));
    for name in
        ["List-Unsubscribe:", "List-Unsubscribe-Post:", "From:", "To:", "Date:", "Message-ID:", "Subject:"]
    {
        let times = header_lines(&raw).iter().filter(|line| line.starts_with(name)).count();
        assert_eq!(times, 1, "{name} once (RFC 5322 §3.6)");
    }
    assert!(header_lines(&raw).iter().all(|line| line.len() <= 998 && line.is_ascii()));

    let without = Outgoing::new(&letter, None, &mark(None)).unwrap().bytes();
    assert!(parsed(&without).header("List-Unsubscribe-Post").is_none());
}

#[test]
fn text_html_and_picture_are_three_parts_and_the_html_shows_the_picture() {
    let letter = letter_about(&own_move(), Notice::Turn);
    let raw = sealed(&letter, Some(vec![0x89, b'P', b'N', b'G']));
    let mail = parsed(&raw);
    assert_eq!(mail.body_text(0).unwrap().replace("\r\n", "\n").trim_end(), letter.text.trim_end());
    assert!(mail.body_html(0).unwrap().contains("src=\"cid:boards\""));
    let picture = mail.attachments().next().expect("the picture");
    assert_eq!(picture.content_id(), Some("boards"));
    assert_eq!(picture.contents(), [0x89, b'P', b'N', b'G']);
    assert!(raw.is_ascii(), "7-bit, so that every server takes it");
    assert!(raw.split(|b| *b == b'\n').all(|line| line.len() <= 998), "RFC 5322 §2.1.1");
}

#[test]
fn copies_of_one_mail_are_the_same_bytes() {
    let letter = letter_about(&own_move(), Notice::Turn);
    assert_eq!(sealed(&letter, Some(vec![1])), sealed(&letter, Some(vec![1])));
}

#[test]
fn no_name_can_add_a_header_or_turn_the_text() {
    let nasty = "x\r\nBcc: eve@example.org\r\n\r\n<b>hi</b>\u{202e}\u{2028}\0";
    let nastily = |mut view: View| {
        view.name = nasty.to_owned();
        for seat in &mut view.seats {
            seat.player.as_mut().unwrap().handle = nasty.to_owned();
        }
        view
    };
    let view = nastily(worst());
    let letters = [
        letter_about(&view, Notice::Choose),
        letter_about(&nastily(chosen_for()), Notice::ChosenFor),
        message::invitation(&view, nasty, "t", &reader()).unwrap(),
        message::verify(nasty, "t", &reader()).unwrap(),
    ];
    for letter in letters {
        let raw = sealed(&letter, None);
        let names = header_lines(&raw).into_iter().filter(|l| !l.starts_with([' ', '\t']));
        let names = names.map(|l| l.split(':').next().unwrap().to_owned()).collect::<Vec<_>>();
        assert!(!names.iter().any(|n| n.eq_ignore_ascii_case("bcc")), "{names:?}");
        assert!(!letter.subject.contains(['\r', '\n', '\u{202e}', '\u{2028}', '\0']));
        assert!(!letter.text.contains(['\r', '\u{202e}', '\u{2028}', '\0']), "{}", letter.text);
        assert!(!letter.html.contains("<b>hi"), "names are escaped in HTML");
    }
}

#[test]
fn names_in_any_script_arrive_as_they_were_written() {
    let mut view = own_move();
    view.name = "Über-Läufer 王 \u{1f3b2} and a name that is long enough to be folded over lines".to_owned();
    let letter = letter_about(&view, Notice::Turn);
    let raw = sealed(&letter, None);
    assert!(header_lines(&raw).iter().all(|line| line.len() <= 78), "{:?}", header_lines(&raw));
    assert_eq!(parsed(&raw).subject().unwrap(), format!("Your turn: {}", view.name));
}

#[test]
fn an_invitation_carries_no_free_text() {
    let mut view = open();
    view.name = "BUY PILLS at pills.example".to_owned();
    let letter = message::invitation(&view, "ana", "t0ken", &reader()).unwrap();
    let all = format!("{}{}{}", letter.subject, letter.text, letter.html);
    assert!(!all.contains("PILLS"), "{all}");
}

#[test]
fn an_address_that_is_none_is_an_error_not_a_mail() {
    let letter = message::verify("ana", "t", &reader()).unwrap();
    let base_url = reader().base_url;
    for to in ["", "ana", "ana@example.org, eve@example.org", "ana@example.org\r\nBcc: eve@example.org"] {
        let from = "Delirious <post@example.org>";
        let mark =
            Postmark { id: ROW, from, to, date: NOW, match_id: None, unsubscribe: None, base_url: &base_url };
        assert!(Outgoing::new(&letter, None, &mark).is_err(), "{to:?}");
    }
}
