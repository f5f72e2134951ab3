//! From a state to what one viewer may know (DESIGN §5). To come: the bodies.

use super::game::{Refusal, State};
use super::ids::AccountId;
use super::seat::{Seat, Team};
use std::collections::BTreeMap;

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A member of a team that plays.
    Team(Team),
    /// Somebody without a seat.
    Spectator,
}

/// The handles of accounts; who is missing is `a former player`.
pub type Names = BTreeMap<AccountId, String>;

/// What a viewer may be told of a refusal, with handles instead of seats.
#[must_use]
pub fn told(refusal: &Refusal, state: &State, you: Option<Seat>, names: &Names) -> String {
    let _ = (state, you, names);
    refusal.to_string()
}
