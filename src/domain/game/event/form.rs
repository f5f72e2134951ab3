//! The text of events. A form is for ever: a later one gets a higher `v` and a reader of its own here.
//!
//! Form 2 has the kinds and fields of form 1 and more: banks, vacation, pauses, draws by word, time
//! given, outages, abortion, empty seats and substitutes, and the exact moment when time ran out.
//! Form 3 has all that and more: a match's length, calls that make themselves, rewards and gifts.

use super::{AfterLapse, Event, EventKind};
use crate::domain::stamp;
use serde::{Deserialize, Serialize, de::IgnoredAny};
use time::OffsetDateTime;

/// The newest form of events, which new ones are written in.
pub const EVENT_VERSION: u32 = 3;

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
}

#[derive(Deserialize)]
struct Versioned {
    v: u32,
    bank: Option<IgnoredAny>,
    vacation_days: Option<IgnoredAny>,
    length: Option<IgnoredAny>,
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
        let text =
            serde_json::to_string(&Form { v: self.form, at: self.at, kind: &self.kind }).map_err(error)?;
        Ok(self.as_its_form(text))
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
        let head: Versioned = serde_json::from_str(public).map_err(EventError::Malformed)?;
        let version = head.v;
        if !(1..=EVENT_VERSION).contains(&version) {
            return Err(EventError::UnknownVersion(version));
        }
        let form: Form<EventKind> =
            serde_json::from_str(public).map_err(|error| EventError::Form { version, error })?;
        let event = Self { form: version, at: form.at, kind: form.kind };
        let of_form2 = head.bank.is_some() || head.vacation_days.is_some();
        let has_length = matches!(event.kind, EventKind::MatchOpened(_)) && version > 2;
        let other = (version == 1 && of_form2) || head.length.is_some() != has_length;
        if other || !event.kind.is_of_form(version) {
            return Err(EventError::OtherForm(version));
        }
        // No kind hides anything yet.
        if sealed.is_some() { Err(EventError::UnexpectedSeal) } else { Ok(event) }
    }
}

impl EventKind {
    /// Whether a form has this kind with these fields.
    fn is_of_form(&self, form: u32) -> bool {
        match self {
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
