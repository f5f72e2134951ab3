//! What a match agrees on before it begins, apart from its rule set.

use serde::{Deserialize, Serialize};
use std::fmt;
use time::Duration;

/// The most characters a match's name may have.
pub const MAX_NAME: usize = 60;

/// The name of a match: one printable line of 1 to [`MAX_NAME`] characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MatchName(String);

/// Text that cannot name a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Nothing but blanks.
    #[error("the match needs a name")]
    Empty,
    /// Too many characters.
    #[error("the match's name may have at most {MAX_NAME} characters")]
    TooLong,
    /// Line breaks, control or invisible direction characters.
    #[error("the match's name is one line of ordinary characters: take out line breaks and invisible signs")]
    Unprintable,
}

impl MatchName {
    /// Reads a name; blanks at both ends are cut off.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        let text = text.trim();
        if text.is_empty() {
            Err(NameError::Empty)
        } else if text.chars().count() > MAX_NAME {
            Err(NameError::TooLong)
        } else if text.chars().any(unprintable) {
            Err(NameError::Unprintable)
        } else {
            Ok(Self(text.to_owned()))
        }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Control characters, line separators, and signs that hide or turn the text around them.
fn unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

impl TryFrom<String> for MatchName {
    type Error = NameError;
    fn try_from(text: String) -> Result<Self, NameError> {
        Self::parse(&text)
    }
}

impl From<MatchName> for String {
    fn from(name: MatchName) -> Self {
        name.0
    }
}

impl fmt::Display for MatchName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What happens when a mover's time is out (RULES §12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lapse {
    /// The team loses.
    Forfeit,
    /// The opponent chooses this one move; the third time in a game the team loses.
    OpponentChooses,
}

impl Lapse {
    /// The lapse of a mover's that costs the game under [`Self::OpponentChooses`].
    pub const LAST: u8 = 3;

    /// As forms send it: `forfeit`, `opponent-chooses`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "forfeit" => Some(Self::Forfeit),
            "opponent-chooses" => Some(Self::OpponentChooses),
            _ => None,
        }
    }
}

/// Who may take a seat. The domain records it; the action looks at invitations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Join {
    /// Anybody with an account.
    Anyone,
    /// Who holds an invitation.
    Invited,
}

impl Join {
    /// As forms send it: `anyone`, `invited`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "anyone" => Some(Self::Anyone),
            "invited" => Some(Self::Invited),
            _ => None,
        }
    }
}

/// How long a match is (RULES §11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "LengthForm", into = "LengthForm")]
pub enum MatchLength {
    /// So many games, 1 to [`Self::MOST_GAMES`].
    Games(u8),
    /// Until a pair has so many points, 2 to [`Self::MOST_POINTS`].
    Points(u8),
}

/// A length that no match may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LengthError {
    /// Too few or too many games.
    #[error("a match has 1 to {} games", MatchLength::MOST_GAMES)]
    Games,
    /// Too few or too many points.
    #[error("a match is played to 2 to {} points", MatchLength::MOST_POINTS)]
    Points,
    /// Neither or both.
    #[error("a match has a number of games or a number of points")]
    Neither,
}

impl MatchLength {
    /// One game.
    pub const ONE: Self = Self::Games(1);
    /// The most games that can be agreed.
    pub const MOST_GAMES: u8 = 20;
    /// The most points that can be agreed.
    pub const MOST_POINTS: u8 = 40;

    /// So many games.
    pub fn games(games: u8) -> Result<Self, LengthError> {
        (1..=Self::MOST_GAMES).contains(&games).then_some(Self::Games(games)).ok_or(LengthError::Games)
    }

    /// First to so many points.
    pub fn points(points: u8) -> Result<Self, LengthError> {
        (2..=Self::MOST_POINTS).contains(&points).then_some(Self::Points(points)).ok_or(LengthError::Points)
    }

    /// `one game`, `2 games`, `first to 5 points`.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::Games(1) => "one game".to_owned(),
            Self::Games(games) => format!("{games} games"),
            Self::Points(points) => format!("first to {points} points"),
        }
    }
}

impl Default for MatchLength {
    fn default() -> Self {
        Self::ONE
    }
}

/// How the log writes it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LengthForm {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    games: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    points: Option<u8>,
}

impl From<MatchLength> for LengthForm {
    fn from(length: MatchLength) -> Self {
        match length {
            MatchLength::Games(games) => Self { games: Some(games), points: None },
            MatchLength::Points(points) => Self { games: None, points: Some(points) },
        }
    }
}

impl TryFrom<LengthForm> for MatchLength {
    type Error = LengthError;
    fn try_from(form: LengthForm) -> Result<Self, LengthError> {
        match (form.games, form.points) {
            (Some(games), None) => Self::games(games),
            (None, Some(points)) => Self::points(points),
            _ => Err(LengthError::Neither),
        }
    }
}

/// The time each decision has, 1 to 14 days (RULES §12), kept in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u64", into = "u64")]
pub struct Allowance(u32);

/// A time that no decision may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the time for a turn is 1 to 14 days")]
pub struct AllowanceError;

impl Allowance {
    const LEAST: u32 = 86_400;
    const MOST: u32 = 14 * 86_400;

    /// So many days, 1 to 14.
    pub fn days(days: u8) -> Result<Self, AllowanceError> {
        Self::try_from(u64::from(days) * 86_400)
    }

    /// In seconds.
    #[must_use]
    pub fn seconds(self) -> u64 {
        u64::from(self.0)
    }

    /// As a span of time.
    #[must_use]
    pub fn duration(self) -> Duration {
        Duration::seconds(i64::from(self.0))
    }
}

impl TryFrom<u64> for Allowance {
    type Error = AllowanceError;
    fn try_from(seconds: u64) -> Result<Self, AllowanceError> {
        u32::try_from(seconds)
            .ok()
            .filter(|s| (Self::LEAST..=Self::MOST).contains(s))
            .map(Self)
            .ok_or(AllowanceError)
    }
}

impl From<Allowance> for u64 {
    fn from(allowance: Allowance) -> Self {
        allowance.seconds()
    }
}
