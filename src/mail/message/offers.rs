//! Words that are missing: draws, pauses, substitutes, salts.

use super::Reader;
use super::point::Point;
use super::words::{one_line, who, who_where};
use crate::domain::notice::Notice;
use crate::domain::seat::Seat;
use crate::domain::view::{Deed, PauseView, Player, View};
use crate::domain::zone::duration_words;

const DAY: u64 = 86_400;

/// What waits for a word of the reader.
pub fn points(view: &View, reader: &Reader) -> Vec<Point> {
    view.deeds.iter().filter_map(|deed| point(view, deed, reader)).collect()
}

fn point(view: &View, deed: &Deed, reader: &Reader) -> Option<Point> {
    match deed {
        Deed::GiveSalt => Some(salt()),
        Deed::AgreeDraw => draw(view),
        Deed::AgreePause => pause(view),
        Deed::AskResume => resume(view, reader),
        Deed::AgreeSubstitute { seat, candidate } => substitute(view, *seat, candidate, reader),
        _ => None,
    }
}

/// The dice wait for the reader, or for another who can stir them.
fn salt() -> Point {
    let lead = "The host has started new dice, and they cannot roll before somebody stirs them: you can.";
    let mut point = Point::new(Notice::Salt, None, "Stir the dice", lead);
    point.paragraphs.push(
        "Whatever you type, or nothing at all, goes into the next roll, so that nobody can foresee it. The match \
         goes on at once."
            .to_owned(),
    );
    point.label = "Stir the dice";
    point
}

fn draw(view: &View) -> Option<Point> {
    let draw = view.draw.as_ref()?;
    let by = who(view, draw.by);
    let lead = format!("{} offers a draw.{}", who_where(view, draw.by), agreed(view, &draw.agreed, draw.by));
    let mut point = Point::new(Notice::DrawOffer, Some(draw.seq), format!("{by} offers a draw"), lead);
    point.paragraphs.push(
        "It takes the word of everybody at the table. The offer ends when somebody declines it, or when \
         somebody of the other team moves."
            .to_owned(),
    );
    point.label = "Answer the offer";
    Some(point)
}

fn pause(view: &View) -> Option<Point> {
    let Some(PauseView::Asked { seq, by, days, agreed: words }) = &view.pause else { return None };
    let length = duration_words(u64::from(*days) * DAY);
    let subject = format!("{} asks for a pause of {length}", who(view, *by));
    let lead = format!("{} asks for a pause of {length}.{}", who_where(view, *by), agreed(view, words, *by));
    let mut point = Point::new(Notice::PauseOffer, Some(*seq), subject, lead);
    point.paragraphs.push(
        "It takes the word of everybody at the table. All clocks stand while it lasts; moves stay possible."
            .to_owned(),
    );
    point.label = "Answer";
    Some(point)
}

fn resume(view: &View, reader: &Reader) -> Option<Point> {
    let Some(PauseView::Running { until, resume }) = &view.pause else { return None };
    let by = *resume.first()?;
    if view.you.is_some_and(|you| resume.contains(&you)) {
        return None;
    }
    let subject = format!("{} would end the pause", who(view, by));
    let lead = format!(
        "{} would end the pause now, which lasts until {} otherwise.{}",
        who_where(view, by),
        reader.moment(*until),
        agreed(view, resume, by)
    );
    let mut point = Point::new(Notice::PauseOffer, None, subject, lead);
    point.paragraphs.push("It takes the word of everybody at the table.".to_owned());
    point.label = "Answer";
    Some(point)
}

fn substitute(view: &View, seat: Seat, candidate: &Player, reader: &Reader) -> Option<Point> {
    let vacancy = view.seats.iter().find(|s| s.seat == seat)?.vacant.as_ref()?;
    let asked = vacancy.candidates.iter().find(|asked| asked.player.account == candidate.account)?;
    let handle = one_line(&candidate.handle);
    let subject = format!("{handle} would take {seat}'s seat");
    let lead = format!("{handle} would take the empty seat {seat}, and your word is missing.");
    let mut point = Point::new(Notice::Substitute, Some(asked.seq), subject, lead);
    point.paragraphs.push(format!(
        "It takes the word of the seat's partner and of one opponent. All clocks stand until somebody sits \
         there. If nobody does by {}, the seat resigns.",
        reader.moment(vacancy.until)
    ));
    point.label = "Answer";
    Some(point)
}

/// ` bruno and caio have agreed.`, or nothing.
fn agreed(view: &View, words: &[Seat], but: Seat) -> String {
    let names: Vec<_> = words.iter().filter(|seat| **seat != but).map(|seat| who(view, *seat)).collect();
    match names.split_last() {
        None => String::new(),
        Some((one, [])) => format!(" {one} has agreed."),
        Some((last, others)) => format!(" {} and {last} have agreed.", others.join(", ")),
    }
}
