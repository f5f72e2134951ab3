//! `/m/{id}/at/{seq}`: any earlier position, with stepping.

use super::score::game_words;
use super::story::{Line, lines};
use super::{Side, sides};
use crate::domain::view::{LineKind, Phase, View};
use crate::domain::zone::Zone;
use crate::web::chrome::Chrome;
use askama::Template;
use askama_web::WebTemplate;

/// `/m/{id}/at/{seq}`.
#[derive(Template, WebTemplate)]
#[template(path = "match/at.html")]
pub struct AtPage {
    /// The frame.
    pub chrome: Chrome,
    /// `/m/{id}`.
    pub page: String,
    /// The match's name.
    pub name: String,
    /// The line that led to this position.
    pub line: Option<Line>,
    /// `Game 2 of 3`; empty for a match of one game.
    pub game: String,
    /// Its place in the story: `12 of 40`.
    pub place: String,
    /// First, previous, next, last.
    pub steps: [Step; 4],
    /// The boards.
    pub sides: Vec<Side>,
    /// The whole story, oldest first.
    pub story: Vec<Line>,
    /// The event shown.
    pub seq: u64,
    /// The log head after it.
    pub head: String,
    /// The result, where the match is over.
    pub result: Option<String>,
}

/// A link of the stepper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// `First`.
    pub word: &'static str,
    /// `rel` of the link: `first`, `prev`, `next`, `last`.
    pub rel: &'static str,
    /// `«`.
    pub arrow: &'static str,
    /// The event it leads to, none where it would not move.
    pub seq: Option<u64>,
}

/// Lays out the position of `view`, which is the match at an earlier event; `live` is the match now, whose
/// log gives the steps. All rolls are skipped: they change no square.
#[must_use]
pub fn render_at(view: &View, live: &View, chrome: Chrome, zone: &Zone) -> AtPage {
    let stops: Vec<u64> = live.log.iter().filter(|l| l.kind != LineKind::Roll).map(|l| l.seq).collect();
    let passed = stops.iter().filter(|seq| **seq <= view.seq).count();
    let told = live.log.iter().rev().find(|l| l.seq <= view.seq && l.kind != LineKind::Roll);
    let shown = told.map_or(view.seq, |told| told.seq);
    AtPage {
        page: format!("/m/{}", view.match_id),
        name: view.name.clone(),
        line: told.and_then(|told| lines(live, std::slice::from_ref(told), zone).pop()),
        game: game_words(&view.series),
        place: format!("{passed} of {}", stops.len()),
        steps: steps(&stops, shown),
        sides: without_clocks(sides(view, zone, view.updated_at, None)),
        story: lines(live, &live.log, zone),
        seq: shown,
        head: view.head.clone(),
        result: match &live.phase {
            Phase::Over { words, .. } => Some(words.clone()),
            _ => None,
        },
        chrome,
    }
}

/// Deadlines of the past say nothing.
fn without_clocks(mut sides: Vec<Side>) -> Vec<Side> {
    for side in &mut sides {
        for seat in [&mut side.above, &mut side.below] {
            (seat.left, seat.stands) = (None, String::new());
            seat.notes.clear();
        }
    }
    sides
}

fn steps(stops: &[u64], shown: u64) -> [Step; 4] {
    let first = stops.first().copied().filter(|seq| *seq < shown);
    let prev = stops.iter().rev().copied().find(|seq| *seq < shown);
    let next = stops.iter().copied().find(|seq| *seq > shown);
    let last = stops.last().copied().filter(|seq| *seq > shown);
    [
        Step { word: "First", rel: "first", arrow: "«", seq: first },
        Step { word: "Back", rel: "prev", arrow: "‹", seq: prev },
        Step { word: "Forward", rel: "next", arrow: "›", seq: next },
        Step { word: "Last", rel: "last", arrow: "»", seq: last },
    ]
}

#[cfg(test)]
mod tests {
    use super::steps;

    #[test]
    fn stepping_stops_at_both_ends() {
        let at = |shown| steps(&[1, 5, 8], shown).map(|step| step.seq);
        assert_eq!(at(1), [None, None, Some(5), Some(8)]);
        assert_eq!(at(5), [Some(1), Some(1), Some(8), Some(8)]);
        assert_eq!(at(8), [Some(1), Some(5), None, None]);
    }
}
