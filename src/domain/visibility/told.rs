//! What a viewer may be told of a refusal.

use super::names::{Names, Speaker};
use super::{Viewer, story};
use crate::domain::game::{Refusal, State};
use crate::domain::ids::AccountId;
use crate::domain::rules;
use crate::domain::seat::Seat;

/// The refusal in words for the player `by` who asked, with handles instead of seats, and what to do.
/// `state` is the match as it is, with everything that the refusal speaks of.
#[must_use]
pub fn told(refusal: &Refusal, state: &State, by: AccountId, names: &Names) -> String {
    let eye = super::own_eye(state, Viewer::of(state, Some(by)));
    let speaker = Speaker::of(state, names, eye);
    match refusal {
        Refusal::Stale { changed, .. } => stale(&speaker, refusal, changed),
        Refusal::NotYourTurn { who: Some(who) } => {
            format!("it is not your turn: {} decides now", speaker.seat(*who))
        }
        Refusal::Illegal(rules::Refusal::NotOwn { square, mover }) => {
            if state.account_at(*mover) == Some(by) {
                format!("the piece on {square} is not yours")
            } else {
                format!("the piece on {square} is not {}'s", speaker.seat(*mover))
            }
        }
        Refusal::BoardStands(first) => format!(
            "your board stands: {} decides first on the other board, where the partner has moved three times meanwhile",
            speaker.seat(*first)
        ),
        Refusal::DecidesNothing(who) => {
            format!("{} has nothing to decide now: give time while their clock is on", speaker.seat(*who))
        }
        Refusal::Illegal(rules::Refusal::OthersTurn(who)) => turn_of(&speaker, *who),
        // A fault of ours: its details are for the log, not for players.
        Refusal::Broken(_) | Refusal::ForeignKey(_) => {
            "the match cannot go on at the moment, and your move was not played: the host has to mend it"
                .to_owned()
        }
        other => other.to_string(),
    }
}

fn turn_of(speaker: &Speaker<'_>, who: Seat) -> String {
    format!("it is not your turn: {} moves now", speaker.seat(who))
}

/// `board 1 has changed since you looked: bruno played Nf3. Look at it again.`
fn stale(speaker: &Speaker<'_>, refusal: &Refusal, changed: &[u64]) -> String {
    let new = speaker.state.history.iter().filter(|line| changed.contains(&line.seq));
    let told: Vec<String> = new.map(|line| story::words(&speaker.at(line.seq), &line.what)).collect();
    if told.is_empty() { refusal.to_string() } else { format!("{refusal} ({})", told.join("; ")) }
}
