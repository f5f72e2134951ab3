//! Who reads the mails of these tests, and when.

use delirious::domain::ids::MatchId;
use delirious::domain::zone::Zone;
use delirious::mail::envelope::{Outgoing, Postmark};
use delirious::mail::message::{Letter, Reader};
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
    let mark = Postmark { id: ROW, from, to, date: NOW, match_id, base_url: &base_url };
    Outgoing::new(letter, picture, &mark).unwrap()
}
