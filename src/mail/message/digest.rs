//! The daily digest: all running matches of a reader, the most pressing first.

use super::of_match::briefly;
use super::words::{Written, one_line, who};
use super::{Action, Content, Entry, Footer, Reader};
use crate::domain::view::View;
use crate::domain::zone;
use time::OffsetDateTime;

/// Matches that one digest shows; the others are counted.
pub const SHOWN: usize = 50;

/// A match of the digest.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'a> {
    /// As the reader may see it.
    pub view: &'a View,
    /// When the reader's decision there is due.
    pub deadline: Option<OffsetDateTime>,
    /// What others said there that the reader has not read.
    pub unread: u64,
}

/// How many matches there are, those that are not shown included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Running.
    pub running: usize,
    /// Of these, how many wait for a decision of the reader.
    pub waiting: usize,
}

/// Writes the digest; `shown` are at most [`SHOWN`] matches, the one due soonest first. `token` ends digests.
pub fn digest(shown: &[Listed<'_>], count: Count, token: &str, reader: &Reader) -> Written {
    let content = Content {
        subject: subject(count),
        lead: lead(shown, count, reader),
        action: Some(Action { label: "Open your matches", url: reader.link("matches") }),
        entries: shown.iter().map(|listed| entry(listed, reader)).collect(),
        more_entries: count.running.saturating_sub(shown.len()),
        why: "You get this once a day, because you chose “Once a day”.".to_owned(),
        footer: vec![
            Footer {
                label: "Choose what we mail you, and when".to_owned(),
                url: reader.link("settings/mail"),
            },
            Footer {
                label: "No more digests, without logging in".to_owned(),
                url: reader.unsubscribe(token),
            },
        ],
        ..Content::default()
    };
    content.letter()
}

fn subject(count: Count) -> String {
    match count.waiting {
        0 => "Your matches: nothing waits for you".to_owned(),
        1 => "Your matches: one waits for you".to_owned(),
        n => format!("Your matches: {n} wait for you"),
    }
}

fn lead(shown: &[Listed<'_>], count: Count, reader: &Reader) -> String {
    let running = if count.running == 1 { "match" } else { "matches" };
    let Count { running: all, waiting } = count;
    let first = shown.first().and_then(|listed| Some((listed, listed.deadline?)));
    match first {
        Some((listed, deadline)) if all == 1 => {
            format!("“{}” waits for you, {}.", one_line(&listed.view.name), due(deadline, reader))
        }
        Some((listed, deadline)) => format!(
            "Of your {all} running {running}, {waiting} wait{} for you; “{}” is due first, {}.",
            if waiting == 1 { "s" } else { "" },
            one_line(&listed.view.name),
            due(deadline, reader)
        ),
        None => format!("You have {all} running {running}, and no clock of yours is running."),
    }
}

/// `Thursday 18:40, in 2 d 3 h`.
fn due(deadline: OffsetDateTime, reader: &Reader) -> String {
    let when = reader.zone.deadline(deadline, reader.now);
    if deadline > reader.now {
        format!("{when}, in {}", zone::time_left(deadline, reader.now))
    } else {
        format!("{when}: the time is out")
    }
}

fn entry(listed: &Listed<'_>, reader: &Reader) -> Entry {
    let view = listed.view;
    let mut what = briefly(view, reader);
    if what.is_empty() {
        let deciders: Vec<_> = view.turns.iter().map(|turn| who(view, turn.decider)).collect();
        what.push(match deciders[..] {
            [] => "nothing to decide".to_owned(),
            _ => format!("waiting for {}", deciders.join(" and ")),
        });
    }
    if listed.unread > 0 {
        what.push(format!("{} unread", listed.unread));
    }
    Entry {
        title: one_line(&view.name),
        when: listed.deadline.map(|deadline| due(deadline, reader)).unwrap_or_default(),
        what: what.join("; "),
        url: reader.match_page(view),
    }
}
