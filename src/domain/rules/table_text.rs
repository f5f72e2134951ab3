//! Tables as text (RULES §13).

use super::position::Position;
use super::ruleset::RuleSet;
use super::table::Table;
use serde::{Deserialize, Serialize};

/// Text that is no table of a rule set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// Longer than any table.
    #[error("the text is too long for a table")]
    TooLong,
}

impl Position {
    /// The board as text (RULES §13).
    #[must_use]
    pub fn text(&self) -> String {
        String::new()
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("")
    }
}

/// A table as snapshots keep it.
#[derive(Serialize, Deserialize)]
pub(super) struct TableForm {
    rules: RuleSet,
    text: String,
}

impl From<Table> for TableForm {
    fn from(table: Table) -> Self {
        Self { rules: table.rules, text: table.to_string() }
    }
}

impl TryFrom<TableForm> for Table {
    type Error = TableError;
    fn try_from(form: TableForm) -> Result<Self, TableError> {
        Self::parse(&form.rules, &form.text)
    }
}
