//! The story of a match, a line an event.

use crate::domain::seat::Seat;
use crate::domain::view::{LineKind, LogLine, View};
use crate::domain::zone::Zone;
use crate::web::present::{Dice, When};

/// One line of the story.
#[derive(Clone, Debug)]
pub struct Line {
    /// The event.
    pub seq: u64,
    /// `move`, `table`, `time`, `end`.
    pub kind: &'static str,
    /// `3A. Nf3`; empty for what is no move.
    pub notation: String,
    /// In words.
    pub words: String,
    /// The dice that bound it.
    pub dice: Option<Dice>,
    /// Stamp red: time ran out, or the other team chose it for the viewer's (for spectators: any chosen move).
    pub against: bool,
    /// Decided by the viewer's own team.
    pub ours: bool,
    /// When.
    pub at: When,
}

/// Lays out log lines; a roll by itself tells nothing that its move does not, and is left out.
#[must_use]
pub fn lines(view: &View, log: &[LogLine], zone: &Zone) -> Vec<Line> {
    log.iter().filter(|line| line.kind != LineKind::Roll).map(|told| line(view, told, zone)).collect()
}

fn line(view: &View, line: &LogLine, zone: &Zone) -> Line {
    let team = view.you.map(Seat::team);
    let decider = line.chooser.or(line.seat).map(Seat::team);
    let ours = team.is_some() && team == decider;
    Line {
        seq: line.seq,
        kind: match line.kind {
            LineKind::Move | LineKind::Pass | LineKind::Call | LineKind::Reveal | LineKind::Roll => "move",
            LineKind::Event => "event",
            LineKind::Table | LineKind::Gift => "table",
            LineKind::Time | LineKind::Clock => "time",
            LineKind::End | LineKind::Score => "end",
        },
        notation: line.notation.clone(),
        words: words(line),
        dice: line.roll.as_ref().map(Dice::new),
        against: line.kind == LineKind::Time || (line.chooser.is_some() && !ours),
        ours,
        at: When::short(line.at, zone),
    }
}

/// The words without the roll in brackets where the dice are drawn beside them.
fn words(line: &LogLine) -> String {
    match line.words.split_once(" (rolled ") {
        Some((told, _)) if line.roll.is_some() => told.to_owned(),
        _ => line.words.clone(),
    }
}
