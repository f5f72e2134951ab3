//! A running turn: who moves, who decides, by which roll, until when.

use crate::domain::dice::Mark;
use crate::domain::rules::Roll;
use crate::domain::seat::{BoardNo, Seat};
use crate::domain::stamp;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime, PrimitiveDateTime};

/// The dice of a turn as they fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::domain) struct Fallen {
    /// The type die.
    pub kind: u8,
    /// The worst die, where the rule set has one.
    pub worst_die: Option<u8>,
    /// It fell on a worst face.
    pub worst: bool,
    /// Sealed or open.
    pub mark: Mark,
}

/// The decision that a board waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::domain) struct Turn {
    /// The event that began it, or that gave it to its present decider.
    pub seq: u64,
    /// The board.
    pub board: BoardNo,
    /// Whose army moves.
    pub mover: Seat,
    /// Who decides: the mover, or the seat across.
    pub decider: Seat,
    /// The dice, where the rule set has them.
    pub roll: Option<Fallen>,
    /// When the present decider's time began.
    #[serde(with = "stamp")]
    pub began_at: OffsetDateTime,
    /// The first moment that is too late.
    #[serde(with = "stamp")]
    pub deadline: OffsetDateTime,
}

/// The end of an allowance; the end of time where a log claims to be from there.
fn after(at: OffsetDateTime, allowance: Duration) -> OffsetDateTime {
    at.checked_add(allowance).unwrap_or_else(|| PrimitiveDateTime::MAX.assume_utc())
}

impl Turn {
    /// A turn that begins at event `seq`; on a worst roll the opponent decides.
    pub fn begin(
        seq: u64,
        mover: Seat,
        roll: Option<Fallen>,
        at: OffsetDateTime,
        allowance: Duration,
    ) -> Self {
        let worst = roll.is_some_and(|fallen| fallen.worst);
        let decider = if worst { mover.opponent() } else { mover };
        Self { seq, board: mover.board(), mover, decider, roll, began_at: at, deadline: after(at, allowance) }
    }

    /// Gives the decision to the seat across, with a fresh allowance.
    pub fn hand_over(&mut self, seq: u64, at: OffsetDateTime, allowance: Duration) {
        self.decider = self.decider.opponent();
        self.seq = seq;
        self.began_at = at;
        self.deadline = after(at, allowance);
    }

    /// What the rules have to know of it.
    pub fn demand(&self) -> Roll {
        Roll { kind: self.roll.map(|fallen| fallen.kind), worst: self.decider != self.mover }
    }

    /// Whether the opponent decides.
    pub fn chosen(&self) -> bool {
        self.decider != self.mover
    }
}
