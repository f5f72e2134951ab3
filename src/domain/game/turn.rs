//! A running turn: who moves, who decides, by which roll, with how much time.

use super::clock::{Clock, Outages};
use crate::domain::dice::Mark;
use crate::domain::rules::Roll;
use crate::domain::seat::{BoardNo, Seat};
use crate::domain::stamp;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

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
    /// No move is decided, but the reward of who captured the king.
    pub reward: bool,
    /// The dice, where the rule set has them.
    pub roll: Option<Fallen>,
    /// When the present decider's time began.
    #[serde(with = "stamp")]
    pub began_at: OffsetDateTime,
    /// What the present decider began with.
    #[serde(with = "stamp::span")]
    pub began_with: Duration,
    /// The present decider's clock.
    pub clock: Clock,
    /// What the three-move rule took out of a bank, which gets it back after the decision.
    #[serde(with = "stamp::span")]
    pub aside: Duration,
    /// Moves of the decider's partner's army since the decision fell to the decider (RULES §5).
    pub partner_moves: u8,
    /// The event that hurried the decider by the three-move rule.
    pub hurried: Option<u64>,
}

/// The moves of the partner's army after which a decider is hurried (RULES §5).
pub(in crate::domain) const HURRY_AFTER: u8 = 3;

/// What a hurried decider has left at most.
pub(in crate::domain) const HURRY: Duration = Duration::DAY;

impl Turn {
    /// Who decides a turn with this roll: on a worst one the opponent.
    pub fn decider_of(mover: Seat, roll: Option<Fallen>) -> Seat {
        if roll.is_some_and(|fallen| fallen.worst) { mover.opponent() } else { mover }
    }

    /// A turn that begins at event `seq`, with so much time for its decider.
    pub fn begin(seq: u64, mover: Seat, roll: Option<Fallen>, at: OffsetDateTime, time: Duration) -> Self {
        Self {
            seq,
            board: mover.board(),
            mover,
            decider: Self::decider_of(mover, roll),
            reward: false,
            roll,
            began_at: at,
            began_with: time,
            clock: Clock::start(time, at),
            aside: Duration::ZERO,
            partner_moves: 0,
            hurried: None,
        }
    }

    /// The pick of a reward.
    pub fn reward(seq: u64, captor: Seat, at: OffsetDateTime, time: Duration) -> Self {
        Self { reward: true, ..Self::begin(seq, captor, None, at, time) }
    }

    /// Gives the decision to a seat, with so much time.
    pub fn fall_to(&mut self, decider: Seat, seq: u64, at: OffsetDateTime, time: Duration) {
        let fresh = Self::begin(seq, self.mover, self.roll, at, time);
        *self = Self { decider, reward: self.reward, ..fresh };
    }

    /// The partner's army moved at event `seq`; says whether that hurries the decider. With a bank the
    /// time beyond a day is laid aside, without one it is gone.
    pub fn partner_moved(&mut self, seq: u64, at: OffsetDateTime, outages: &Outages, bank: bool) -> bool {
        self.partner_moves = self.partner_moves.saturating_add(1);
        let hurries = self.hurried.is_none() && self.partner_moves >= HURRY_AFTER;
        if hurries {
            self.hurried = Some(seq);
            let before = self.clock.change(at, outages, |left| left.min(HURRY));
            if bank {
                self.aside = (before - HURRY).max(Duration::ZERO);
            }
        }
        hurries
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
