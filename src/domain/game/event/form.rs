//! The text of events. A form is for ever: a later one gets a higher `v` and a reader of its own here.
//!
//! Form 2 has the kinds and fields of form 1 and more: banks, vacation, pauses, draws by word, time
//! given, outages, abortion, empty seats and substitutes, and the exact moment when time ran out.
//! Form 3 has all that and more: a match's length, calls that make themselves, rewards and gifts.
//! Form 4 has all that and more: bumps, hidden pieces that show themselves, the event dice of rounds, and a
//! sealed part: the move of a piece that hides or hid, which its team alone may read.

use super::{AfterLapse, Event, EventKind, Moved, Unseen};
use crate::domain::rules::Move;
use crate::domain::stamp;
use serde::{Deserialize, Serialize, de::IgnoredAny};
use time::OffsetDateTime;

/// The newest form of events, which new ones are written in.
pub const EVENT_VERSION: u32 = 4;

/// Text that is no event.
#[derive(Debug, thiserror::Error)]
pub enum EventError {
    /// Not even a JSON object with a version.
    #[error("the event is no JSON object with a version: {0}")]
    Malformed(serde_json::Error),
    /// A version that this program does not know.
    #[error("the event has form {0}, which this version of delirious does not know: use a newer one")]
    UnknownVersion(u32),
    /// A known version, but not its form.
    #[error("the event does not keep to form {version}: {error}")]
    Form {
        /// The version it claims.
        version: u32,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// A kind or field that came with a later form, or lacks what its form demands.
    #[error("the event does not have the kind or the fields of form {0}")]
    OtherForm(u32),
    /// A sealed part that this kind of event does not have.
    #[error("the event has a sealed part, but its kind has none")]
    UnexpectedSeal,
    /// The sealed part of a hidden move is missing, or no move.
    #[error("the sealed part of the event holds no move")]
    NoSealedMove,
    /// A move that stands in the public part where it is to be hidden, or nowhere.
    #[error("the event has its move in the wrong part")]
    MoveInWrongPart,
}

#[derive(Deserialize)]
struct Versioned {
    v: u32,
    bank: Option<IgnoredAny>,
    vacation_days: Option<IgnoredAny>,
    length: Option<IgnoredAny>,
}

/// The sealed part of a hidden move.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sealed {
    #[serde(rename = "move")]
    mv: Move,
}

#[derive(Serialize, Deserialize)]
struct Form<K> {
    v: u32,
    #[serde(with = "stamp")]
    at: OffsetDateTime,
    #[serde(flatten)]
    kind: K,
}

impl Event {
    /// The public text in the event's own form; fails only for years past 9999.
    pub fn public_text(&self) -> Result<String, EventError> {
        let error = |error| EventError::Form { version: self.form, error };
        let mut kind = self.kind.clone();
        if let Some((mv, Some(_))) = kind.secret() {
            *mv = None;
        }
        let text = serde_json::to_string(&Form { v: self.form, at: self.at, kind: &kind }).map_err(error)?;
        Ok(self.as_its_form(text))
    }

    /// The sealed text, where there is one: `{"move":"b1c3"}`.
    pub fn sealed_text(&self) -> Result<Option<String>, EventError> {
        let mut kind = self.kind.clone();
        let Some((mv, Some(_))) = kind.secret() else { return Ok(None) };
        let mv = mv.ok_or(EventError::NoSealedMove)?;
        let error = |error| EventError::Form { version: self.form, error };
        serde_json::to_string(&Sealed { mv }).map(Some).map_err(error)
    }

    /// Form 1 knew no days of vacation, forms 1 and 2 no length; everything else that they did not know is
    /// left out by itself.
    fn as_its_form(&self, mut text: String) -> String {
        let EventKind::MatchOpened(opened) = &self.kind else { return text };
        if self.form < 3 {
            text = text.replacen("\"length\":{\"games\":1},", "", 1);
        }
        if self.form < 2 {
            let days = format!("\"vacation_days\":{},", opened.vacation_days.days());
            text = text.replacen(&days, "", 1);
        }
        text
    }

    /// Reads an event of any known form from its public and sealed texts.
    pub fn parse(public: &str, sealed: Option<&str>) -> Result<Self, EventError> {
        let mut event = Self::parse_public(public)?;
        match (event.kind.secret(), sealed) {
            (Some((mv, Some(_))), Some(sealed)) => {
                let read: Sealed = serde_json::from_str(sealed).map_err(|_| EventError::NoSealedMove)?;
                *mv = Some(read.mv);
            }
            (Some((_, Some(_))), None) => return Err(EventError::NoSealedMove),
            (_, Some(_)) => return Err(EventError::UnexpectedSeal),
            (_, None) => {}
        }
        Ok(event)
    }

    /// Reads what all may know of an event; a hidden move is missing in it.
    pub fn parse_public(public: &str) -> Result<Self, EventError> {
        let head: Versioned = serde_json::from_str(public).map_err(EventError::Malformed)?;
        let version = head.v;
        if !(1..=EVENT_VERSION).contains(&version) {
            return Err(EventError::UnknownVersion(version));
        }
        let form: Form<EventKind> =
            serde_json::from_str(public).map_err(|error| EventError::Form { version, error })?;
        let mut event = Self { form: version, at: form.at, kind: form.kind };
        let wrong = |(mv, hidden): (&mut Option<Move>, &Option<Unseen>)| mv.is_some() == hidden.is_some();
        if event.kind.secret().is_some_and(wrong) {
            return Err(EventError::MoveInWrongPart);
        }
        let of_form2 = head.bank.is_some() || head.vacation_days.is_some();
        let has_length = matches!(event.kind, EventKind::MatchOpened(_)) && version > 2;
        let other = (version == 1 && of_form2) || head.length.is_some() != has_length;
        if other || !event.kind.is_of_form(version) {
            return Err(EventError::OtherForm(version));
        }
        Ok(event)
    }
}

impl EventKind {
    /// Whether its move is missing: it was read by somebody who may not know it.
    pub(in crate::domain::game) fn is_sealed(&self) -> bool {
        match self {
            Self::Moved(moved) => moved.mv.is_none(),
            Self::Bumped(bumped) => bumped.mv.is_none(),
            _ => false,
        }
    }

    /// The move of a decision, and what all may know of it where that is not the move itself.
    fn secret(&mut self) -> Option<(&mut Option<Move>, &Option<Unseen>)> {
        match self {
            Self::Moved(moved) => Some((&mut moved.mv, &moved.hidden)),
            Self::Bumped(bumped) => Some((&mut bumped.mv, &bumped.hidden)),
            _ => None,
        }
    }

    /// Whether a form has this kind with these fields.
    fn is_of_form(&self, form: u32) -> bool {
        match self {
            Self::Moved(Moved { hidden: Some(_), .. })
            | Self::Bumped(_)
            | Self::Revealed(_)
            | Self::EventRolled(_) => form > 3,
            Self::TimeRanOut(lapse) => {
                lapse.due.is_some() == (form > 1) && (lapse.follows != AfterLapse::DicePick || form > 2)
            }
            Self::Called(_) | Self::RewardPicked(_) | Self::RewardRolled(_) | Self::GiftsRolled(_) => {
                form > 2
            }
            Self::MatchOpened(_)
            | Self::SeatTaken(_)
            | Self::SeatLeft { .. }
            | Self::MatchCancelled
            | Self::GameStarted
            | Self::Rolled(_)
            | Self::Moved(_)
            | Self::Passed { .. }
            | Self::Resigned { .. }
            | Self::ChainsRenewed { .. }
            | Self::Salted { .. } => true,
            _ => form > 1,
        }
    }
}
