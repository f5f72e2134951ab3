//! A mail about a match: what it is sent for, and whatever else is asked of its reader now.

use super::point::{Point, lower_first};
use super::words::one_line;
use super::{Content, Footer, Letter, LetterError, Reader, news, offers, turns};
use crate::domain::notice::{Mode, Notice, Told, Topic};
use crate::domain::view::{Phase, View};

/// A letter, and what it tells of what was to be told.
#[derive(Clone, Debug)]
pub struct MatchLetter {
    /// The letter.
    pub letter: Letter,
    /// Everything that its reader need not be told again.
    pub told: Vec<Told>,
    /// What its link ends.
    pub topic: Topic,
}

/// What the reader can do about these mails.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'a> {
    /// What the reader chose for this match.
    pub mode: Mode,
    /// The token of the link that ends mails of [`MatchLetter::topic`].
    pub unsubscribe: &'a str,
}

/// Writes the mail for `owed`; none when nothing of it is so any more. Whatever else is asked of the reader is
/// told with it. Its subject is the most urgent of what it is sent for.
pub fn of_match(
    view: &View,
    owed: &[Told],
    reader: &Reader,
    choice: Choice<'_>,
) -> Result<Option<MatchLetter>, LetterError> {
    let asked = asked(view, owed, reader);
    let (mut fresh, standing): (Vec<_>, Vec<_>) =
        asked.into_iter().partition(|point| owed.iter().any(|told| point.tells(*told)));
    fresh.extend(owed.iter().filter_map(|told| news::point(view, *told, reader)));
    fresh.sort_by_key(|point| point.notice);
    let Some((first, others)) = fresh.split_first() else { return Ok(None) };
    let mut content = Content::about(view, reader, &subject(first, others), first.lead.clone());
    content.act(first.label);
    content.paragraphs.extend(first.paragraphs.iter().chain(&first.clock).cloned());
    for point in others {
        content.paragraphs.push(point.lead.clone());
        content.paragraphs.extend(point.paragraphs.iter().chain(&point.clock).cloned());
    }
    if standing.iter().any(|point| point.notice != Notice::ChosenFor) {
        content.paragraphs.push("Also still asked of you:".to_owned());
        for point in &standing {
            content.paragraphs.push(point.lead.clone());
            content.paragraphs.extend(point.clock.clone());
        }
    }
    content.footer = footer(view, first.notice, reader, choice);
    content.why = why(view, first.notice, choice.mode);
    let points: Vec<&Point> = fresh.iter().chain(&standing).collect();
    Ok(Some(MatchLetter {
        told: told(&points, owed),
        topic: first.notice.topic(),
        letter: content.letter()?,
    }))
}

/// What is asked of the reader now.
fn asked(view: &View, owed: &[Told], reader: &Reader) -> Vec<Point> {
    if view.phase != Phase::Running {
        return Vec::new();
    }
    let mut points = turns::points(view, owed, reader);
    points.extend(offers::points(view, reader));
    points.sort_by_key(|point| point.notice);
    points
}

/// What is asked of the reader of `view` in a few words each, the most pressing first.
pub(super) fn briefly(view: &View, reader: &Reader) -> Vec<String> {
    asked(view, &[], reader)
        .into_iter()
        .filter(|point| point.notice != Notice::ChosenFor)
        .map(|point| point.brief)
        .collect()
}

/// The most urgent, with the start of the match where that is news too.
fn subject(first: &Point, others: &[Point]) -> String {
    if others.iter().any(|point| point.notice == Notice::Start) {
        return format!("The match has begun, {}", lower_first(&first.subject));
    }
    first.subject.clone()
}

/// Of `owed` what the points tell, and what else stands in them by its own event.
fn told(points: &[&Point], owed: &[Told]) -> Vec<Told> {
    let mut all: Vec<Told> =
        owed.iter().copied().filter(|told| points.iter().any(|point| point.tells(*told))).collect();
    for point in points {
        let asked = point.also.iter().chain([&point.notice]).filter(|notice| !notice.is_reminder());
        let named = asked.filter(|notice| **notice != Notice::Hurry);
        all.extend(named.filter_map(|&notice| point.seq.map(|seq| Told { notice, seq })));
    }
    all.sort_unstable();
    all.dedup();
    all
}

fn why(view: &View, notice: Notice, mode: Mode) -> String {
    let name = one_line(&view.name);
    if notice == Notice::Hurry {
        return format!(
            "You get this because you play in “{name}”: the three-move rule mails at once, whatever your settings."
        );
    }
    format!("You get this because you play in “{name}”, with mail set to “{}”.", mode.title())
}

fn footer(view: &View, notice: Notice, reader: &Reader, choice: Choice<'_>) -> Vec<Footer> {
    let words = notice.topic().words();
    vec![
        Footer { label: "Choose what we mail you about this match".to_owned(), url: reader.mail_page(view) },
        Footer {
            label: format!("No more {words} in this match, without logging in"),
            url: reader.unsubscribe(choice.unsubscribe),
        },
    ]
}
