//! A letter with an address and its headers becomes the bytes that travel (RFC 5322, RFC 2045).
//!
//! Only the recipient's own address appears. The Message-ID is made from the outbox row, so that a mail
//! that went out twice can be recognised; mails of one match refer to one root (RFC 5322 §3.6.4), so that a
//! match is one conversation. Whatever can be switched off says how (RFC 2369, RFC 8058).

use super::message::Letter;
use crate::domain::ids::MatchId;
use lettre::message::header::{
    ContentDisposition, ContentId, ContentTransferEncoding, ContentType, Header, HeaderName, HeaderValue,
};
use lettre::message::{Mailbox, MultiPart, SinglePart};
use lettre::{Address, Message};
use std::time::SystemTime;
use time::OffsetDateTime;
use url::Url;
use uuid::Uuid;

/// The content id of the picture; the HTML part names it.
pub const PICTURE: &str = "boards";

/// Everything about a mail but what it says.
#[derive(Debug)]
pub struct Postmark<'a> {
    /// The outbox row: the same for every copy of one mail.
    pub id: Uuid,
    /// `MAIL_FROM`.
    pub from: &'a str,
    /// The one recipient.
    pub to: &'a str,
    /// When it was written.
    pub date: OffsetDateTime,
    /// The match whose conversation it belongs to.
    pub match_id: Option<MatchId>,
    /// The address that ends such mails with one click (RFC 8058).
    pub unsubscribe: Option<&'a str>,
    /// Whose host names the ids.
    pub base_url: &'a Url,
}

/// A mail ready to be sent.
pub struct Outgoing {
    message: Message,
    file_name: String,
}

/// A mail that cannot be addressed or put together.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EnvelopeError {
    /// `MAIL_FROM` is no sender.
    #[error("MAIL_FROM is not one sender such as Delirious <post@example.org>")]
    From(#[source] lettre::address::AddressError),
    /// The recipient's address cannot receive mail; trying again will not help.
    #[error("the recipient's address is not one mail address")]
    To(#[source] lettre::address::AddressError),
    /// The picture has no type.
    #[error("image/png is not a type of content")]
    Picture,
    /// The parts do not make a message.
    #[error("the message could not be put together: {0}")]
    Parts(#[from] lettre::error::Error),
}

impl Outgoing {
    /// Addresses `letter`; `picture` is a PNG, shown inside the HTML part.
    pub fn new(letter: &Letter, picture: Option<Vec<u8>>, mark: &Postmark) -> Result<Self, EnvelopeError> {
        let from = mark.from.parse::<Mailbox>().map_err(EnvelopeError::From)?;
        let to = mark.to.parse::<Address>().map_err(EnvelopeError::To)?;
        let host = id_host(mark.base_url);
        let mut builder = Message::builder()
            .from(from)
            .to(Mailbox::new(None, to))
            .subject(letter.subject.as_str())
            .date(SystemTime::from(mark.date))
            .message_id(Some(format!("<{}@{host}>", mark.id)))
            .header(AutoSubmitted)
            .header(SuppressReplies);
        if let Some(match_id) = mark.match_id {
            let root = format!("<match.{match_id}@{host}>");
            builder = builder.in_reply_to(root.clone()).references(root);
        }
        if let Some(url) = mark.unsubscribe {
            builder = builder.header(ListUnsubscribe(url.to_owned())).header(ListUnsubscribePost);
        }
        let html = boundary(mark.id, "html");
        let body = MultiPart::alternative()
            .boundary(boundary(mark.id, "text"))
            .singlepart(SinglePart::plain(letter.text.clone()));
        let body = match picture {
            None => body.singlepart(SinglePart::html(letter.html.clone())),
            Some(png) => body.multipart(
                MultiPart::related()
                    .boundary(html)
                    .singlepart(SinglePart::html(letter.html.clone()))
                    .singlepart(inline_png(png)?),
            ),
        };
        Ok(Self { message: builder.multipart(body)?, file_name: file_name(mark) })
    }

    /// The bytes, lines ending in CRLF.
    pub fn bytes(&self) -> Vec<u8> {
        self.message.formatted()
    }

    /// The name of its file where mail goes to files; names sort by time.
    pub fn file_name(&self) -> String {
        self.file_name.clone()
    }

    /// Who sends it to whom, as SMTP is told.
    pub fn envelope(&self) -> &lettre::address::Envelope {
        self.message.envelope()
    }
}

impl std::fmt::Debug for Outgoing {
    /// Neither the address nor the body, which may hold a token.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Outgoing(..)")
    }
}

/// `1796000000123-<row>.eml`: milliseconds since 1970, then the outbox row.
fn file_name(mark: &Postmark) -> String {
    let milliseconds = mark.date.unix_timestamp_nanos().div_euclid(1_000_000).max(0);
    format!("{milliseconds:014}-{}.eml", mark.id.simple())
}

/// The right side of message ids: a host's name, or an address in a form that an id may have.
fn id_host(base_url: &Url) -> String {
    let host = base_url.host_str().unwrap_or("localhost").trim_matches(['[', ']']);
    host.replace(':', "-")
}

/// The same for every copy of one mail, and in no line of its parts (an id is random).
fn boundary(id: Uuid, part: &str) -> String {
    format!("{part}-{}", id.simple())
}

fn inline_png(png: Vec<u8>) -> Result<SinglePart, EnvelopeError> {
    let png_type = ContentType::parse("image/png").map_err(|_| EnvelopeError::Picture)?;
    Ok(SinglePart::builder()
        .header(png_type)
        .header(ContentDisposition::inline_with_name("boards.png"))
        .header(ContentId::from(format!("<{PICTURE}>")))
        .header(ContentTransferEncoding::Base64)
        .body(png))
}

/// Where to end such mails (RFC 2369).
#[derive(Clone)]
struct ListUnsubscribe(String);

impl Header for ListUnsubscribe {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe")
    }

    fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self(text.trim().trim_matches(['<', '>']).to_owned()))
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), format!("<{}>", self.0))
    }
}

/// That a POST to that address is enough (RFC 8058).
#[derive(Clone, Copy)]
struct ListUnsubscribePost;

impl Header for ListUnsubscribePost {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe-Post")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "List-Unsubscribe=One-Click".to_owned())
    }
}

/// Answers by machines are not wanted (RFC 3834).
#[derive(Clone, Copy)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

/// The same for the servers that do not heed RFC 3834.
#[derive(Clone, Copy)]
struct SuppressReplies;

impl Header for SuppressReplies {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("X-Auto-Response-Suppress")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "All".to_owned())
    }
}
