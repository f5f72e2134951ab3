//! Two agreements about time: the bank, and the days of vacation (RULES §12).

use serde::{Deserialize, Serialize};
use time::Duration;

const HOUR: u64 = 3_600;
const DAY: u64 = 24 * HOUR;

/// A seat's bank of time: days at the start, a part of a day more for each decision, up to a cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "BankForm", into = "BankForm")]
pub struct Bank {
    start: u32,
    add: u32,
    cap: u32,
}

/// A bank that cannot be agreed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BankError {
    /// What each seat begins with.
    #[error("a bank begins with 1 to 60 days")]
    Start,
    /// What each decision adds.
    #[error("each decision adds 1 hour to 14 days to the bank")]
    Add,
    /// What it never grows beyond.
    #[error("the bank's limit is between its start and 120 days")]
    Cap,
}

#[derive(Serialize, Deserialize)]
#[expect(clippy::struct_field_names, reason = "the log names the unit")]
#[serde(deny_unknown_fields)]
struct BankForm {
    start_seconds: u64,
    add_seconds: u64,
    cap_seconds: u64,
}

impl Bank {
    /// A bank of so many seconds: 1 to 60 days at the start, 1 hour to 14 days for each decision, the cap
    /// at least the start and at most 120 days.
    pub fn new(start: u64, add: u64, cap: u64) -> Result<Self, BankError> {
        let within = |seconds: u64, least: u64, most: u64, error: BankError| {
            let fits = (least..=most).contains(&seconds);
            u32::try_from(seconds).ok().filter(|_| fits).ok_or(error)
        };
        Ok(Self {
            start: within(start, DAY, 60 * DAY, BankError::Start)?,
            add: within(add, HOUR, 14 * DAY, BankError::Add)?,
            cap: within(cap, start, 120 * DAY, BankError::Cap)?,
        })
    }

    /// What each seat begins with.
    #[must_use]
    pub fn start(self) -> Duration {
        Duration::seconds(i64::from(self.start))
    }

    /// What each decision adds.
    #[must_use]
    pub fn add(self) -> Duration {
        Duration::seconds(i64::from(self.add))
    }

    /// What adding never goes beyond.
    #[must_use]
    pub fn cap(self) -> Duration {
        Duration::seconds(i64::from(self.cap))
    }

    /// The bank after a decision that left so much in it. What an opponent gave beyond the cap stays.
    #[must_use]
    pub fn refilled(self, left: Duration) -> Duration {
        left.max(left.saturating_add(self.add()).min(self.cap()))
    }
}

impl TryFrom<BankForm> for Bank {
    type Error = BankError;
    fn try_from(form: BankForm) -> Result<Self, BankError> {
        Self::new(form.start_seconds, form.add_seconds, form.cap_seconds)
    }
}

impl From<Bank> for BankForm {
    fn from(bank: Bank) -> Self {
        let [start_seconds, add_seconds, cap_seconds] = [bank.start, bank.add, bank.cap].map(u64::from);
        Self { start_seconds, add_seconds, cap_seconds }
    }
}

/// How many days of vacation each player has in a calendar year (UTC), 0 to 180.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u64", into = "u64")]
pub struct VacationDays(u16);

/// Days of vacation that cannot be agreed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("each player can have 0 to 180 days of vacation in a year")]
pub struct VacationDaysError;

impl VacationDays {
    /// So many days, 0 to 180.
    pub fn new(days: u16) -> Result<Self, VacationDaysError> {
        if days <= 180 { Ok(Self(days)) } else { Err(VacationDaysError) }
    }

    /// The days.
    #[must_use]
    pub fn days(self) -> u16 {
        self.0
    }

    /// As a span of time.
    #[must_use]
    pub fn duration(self) -> Duration {
        Duration::days(i64::from(self.0))
    }
}

impl Default for VacationDays {
    /// 30 days (RULES §12).
    fn default() -> Self {
        Self(30)
    }
}

impl TryFrom<u64> for VacationDays {
    type Error = VacationDaysError;
    fn try_from(days: u64) -> Result<Self, VacationDaysError> {
        u16::try_from(days).map_err(|_| VacationDaysError).and_then(Self::new)
    }
}

impl From<VacationDays> for u64 {
    fn from(days: VacationDays) -> Self {
        u64::from(days.0)
    }
}
