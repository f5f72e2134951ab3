//! Who reads the mails of these tests, and when.

use delirious::domain::ids::MatchId;
use delirious::domain::notice::{Mode, Notice, Told};
use delirious::domain::view::View;
use delirious::domain::zone::Zone;
use delirious::mail::envelope::{Outgoing, Postmark};
use delirious::mail::message::{self, Choice, Letter, LetterError, MatchLetter, Reader};
use time::OffsetDateTime;
use time::macros::datetime;
use url::Url;
use uuid::Uuid;

/// An hour after the turns of `crate::fixture` began.
pub const NOW: OffsetDateTime = datetime!(2026-11-30 18:40 UTC);

/// The event that began those turns.
pub const TURN: u64 = 21;

/// The outbox row of a mail.
pub const ROW: Uuid = Uuid::from_u128(0x4711);

/// Somebody in Madrid.
pub fn reader() -> Reader {
    Reader {
        base_url: Url::parse("https://chess.example.org/").unwrap(),
        zone: Zone::parse("Europe/Madrid").unwrap(),
        now: NOW,
    }
}

/// The letter, addressed; `match_id` makes it part of a conversation.
pub fn addressed(letter: &Letter, to: &str, match_id: Option<MatchId>, picture: Option<Vec<u8>>) -> Outgoing {
    let base_url = reader().base_url;
    let from = "Delirious <post@example.org>";
    let mark = Postmark { id: ROW, from, to, date: NOW, match_id, unsubscribe: None, base_url: &base_url };
    Outgoing::new(letter, picture, &mark).unwrap()
}

/// What the player of these tests chose.
pub const EVERY_TURN: Choice<'static> = Choice { mode: Mode::EveryTurn, unsubscribe: "unsubscr1be" };

/// The mail for these notices, each of its event.
pub fn letter_of(view: &View, owed: &[(Notice, u64)]) -> Result<Option<MatchLetter>, LetterError> {
    let owed: Vec<Told> = owed.iter().map(|&(notice, seq)| Told { notice, seq }).collect();
    message::of_match(view, &owed, &reader(), EVERY_TURN)
}

/// The mail for one notice about the turns of `crate::fixture`.
pub fn letter_about(view: &View, notice: Notice) -> Letter {
    letter_of(view, &[(notice, TURN)]).unwrap().expect("something to tell").letter
}
