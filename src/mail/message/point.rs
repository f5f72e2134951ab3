//! One thing that a mail about a match tells.

use super::words::{one_line, sentence};
use crate::domain::notice::{Notice, Told};
use crate::domain::view::View;

/// Something asked of the reader, or a piece of news.
#[derive(Clone, Debug)]
pub struct Point {
    /// Where it stands among the others, and what a row of the outbox has to be to be told by it.
    pub notice: Notice,
    /// The event that caused it, where the view knows it.
    pub seq: Option<u64>,
    /// Other notices of the same event that it tells as well.
    pub also: Vec<Notice>,
    /// `Your turn`.
    pub subject: String,
    /// The sentence that says what to do.
    pub lead: String,
    /// What else there is to know.
    pub paragraphs: Vec<String>,
    /// How much time the reader has for it.
    pub clock: Option<String>,
    /// The link to the match, named for what the reader is to do there.
    pub label: &'static str,
    /// In a few words, for lists: `your turn`.
    pub brief: String,
}

impl Point {
    /// A point that opens the match and says no more than its lead.
    pub fn new(
        notice: Notice,
        seq: Option<u64>,
        subject: impl Into<String>,
        lead: impl Into<String>,
    ) -> Self {
        let subject = subject.into();
        Self {
            notice,
            seq,
            also: Vec::new(),
            brief: lower_first(&subject),
            subject,
            lead: lead.into(),
            paragraphs: Vec::new(),
            clock: None,
            label: "Open the match",
        }
    }

    /// News in the words of the log's own line about event `seq`; none where the view has no such line.
    pub fn of_line(view: &View, notice: Notice, seq: u64, subject: impl Into<String>) -> Option<Self> {
        let line = view.log.iter().find(|line| line.seq == seq)?;
        Some(Self::new(notice, Some(seq), subject, sentence(&one_line(&line.words))))
    }

    /// Whether a mail with this point has told `told`.
    pub fn tells(&self, told: Told) -> bool {
        let named = self.notice == told.notice || self.also.contains(&told.notice);
        // The rule's own event is not in the view; it binds one decision at a time.
        named && (told.notice == Notice::Hurry || self.seq.is_none_or(|seq| seq == told.seq))
    }
}

/// `Your turn` as it stands within a sentence. Handles, which begin a few subjects, stay as they are.
pub fn lower_first(subject: &str) -> String {
    for (first, lower) in [("You", "you"), ("Pick ", "pick "), ("Stir ", "stir ")] {
        if let Some(rest) = subject.strip_prefix(first) {
            return format!("{lower}{rest}");
        }
    }
    subject.to_owned()
}
