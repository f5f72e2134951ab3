//! What events say, where it takes more than a field or two.

use crate::domain::dice::{ChainOf, DrawnBy, Salt};
use crate::domain::game::bank::{Bank, VacationDays};
use crate::domain::game::command::SaltGiven;
use crate::domain::game::settings::{Allowance, Join, Lapse, MatchLength, MatchName};
use crate::domain::hash::Hash;
use crate::domain::ids::AccountId;
use crate::domain::rules::{Bump, Called, Form, Kind, Move, NoSuchForm, Played, RuleSet, Square};
use crate::domain::seat::{BoardNo, Seat};
use crate::domain::stamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use time::OffsetDateTime;

/// Why a player left for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Leaving {
    /// By the own wish.
    Left,
    /// The account was deleted.
    Deleted,
}

/// What a match was opened with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchOpened {
    /// Its name.
    pub name: MatchName,
    /// Who opened it.
    pub opened_by: AccountId,
    /// The rule set.
    pub rules: RuleSet,
    /// The revision of the rules that this match keeps to.
    pub rules_revision: u32,
    /// How many games, or points, it goes for. Since form 3; one game in matches opened before.
    #[serde(default)]
    pub length: MatchLength,
    /// The time each decision has.
    pub allowance_seconds: Allowance,
    /// What happens when it is out.
    pub lapse: Lapse,
    /// A bank of time for each seat instead of an allowance for each decision. Since form 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank: Option<Bank>,
    /// The days of vacation that each player has in a year. Since form 2; 30 in matches opened before.
    #[serde(default)]
    pub vacation_days: VacationDays,
    /// Who may take a seat.
    pub join: Join,
    /// The anchors of the chains 0 of the table, board 1 and board 2.
    pub anchors: [Hash; 3],
}

/// Somebody sat down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatTaken {
    /// Where.
    pub seat: Seat,
    /// Who.
    pub account: AccountId,
    /// The first salt of this seat.
    pub salt: Salt,
    /// Who made it.
    pub drawn_by: DrawnBy,
    /// The seal on the next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Hash>,
}

/// Dice fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rolled {
    /// For which board's turn.
    pub board: BoardNo,
    /// The chain, from 0.
    pub chain: u32,
    /// The roll of that chain, from 1.
    pub roll: u32,
    /// The link that it publishes.
    pub link: Hash,
    /// The type die, then the worst die where there is one.
    pub dice: Vec<u8>,
    /// The anchor of the next chain, published by the event of roll 4000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_anchor: Option<Hash>,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moved {
    /// Where.
    pub board: BoardNo,
    /// Whose army moved.
    pub seat: Seat,
    /// Who chose, when that was not the mover.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chooser: Option<Seat>,
    /// The move (RULES §13), without board prefix. Where `hidden` stands, the sealed part holds it; none
    /// for who may not read that.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<Move>,
    /// What all may know of a move of a piece that hides, or hid. Since form 4.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<Unseen>,
    /// The decider's salt.
    pub salt: Salt,
    /// Who made it.
    pub drawn_by: DrawnBy,
    /// The seal on the decider's next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Hash>,
    /// Whether the salt opened the seal that was set; none where none was set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened: Option<bool>,
}

/// What all may know of a move that not all may see (RULES §10). Since form 4.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unseen {
    /// The piece: its letter and marks, `N@`.
    pub piece: Form,
    /// The square that it left, if it was seen there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Square>,
    /// The square that it reached, if it shows itself there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Square>,
    /// What the pawn became.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub becomes: Option<Kind>,
}

impl Unseen {
    /// What all may know of a move just played; none where all see it.
    #[must_use]
    pub fn of(played: &Played) -> Option<Self> {
        let (Move::Step { from, to, promotion }, Some(moved)) = (played.mv, played.moved) else {
            return None;
        };
        if !played.hid && !moved.is_hidden() {
            return None;
        }
        Some(Self {
            piece: moved.shown().form(),
            left: (!moved.is_hidden()).then_some(from),
            to: (!played.hid).then_some(to),
            becomes: promotion,
        })
    }

    /// What all may know of a try that bumped: nothing but the piece, if it is hidden.
    #[must_use]
    pub fn of_bump(bump: &Bump) -> Option<Self> {
        let hidden = bump.moved.is_hidden();
        hidden.then(|| Self { piece: bump.moved.shown().form(), left: None, to: None, becomes: None })
    }
}

/// A move was tried and met a hidden piece: it is void, and the turn goes on (RULES §10). Since form 4.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bumped {
    /// Where.
    pub board: BoardNo,
    /// Whose army was to move.
    pub seat: Seat,
    /// Who chose, when that was not the mover.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chooser: Option<Seat>,
    /// What was tried. Where `hidden` stands, the sealed part holds it.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<Move>,
    /// What all may know of a try of a piece that is hidden itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<Unseen>,
    /// Where the piece stands that it met.
    pub on: Square,
    /// That piece, which is hidden no longer: its letter and marks.
    pub met: Form,
    /// The decider's salt.
    pub salt: Salt,
    /// Who made it.
    pub drawn_by: DrawnBy,
    /// The seal on the decider's next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Hash>,
    /// Whether the salt opened the seal that was set; none where none was set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened: Option<bool>,
}

impl Bumped {
    /// The salt with what belongs to it.
    #[must_use]
    pub fn given(&self) -> SaltGiven {
        SaltGiven { salt: self.salt.clone(), drawn_by: self.drawn_by, next: self.next }
    }
}

/// Pieces by the squares on which they stand, hidden no longer, as the log writes them: `{"c3":"N@"}`.
pub type Shown = BTreeMap<Square, Form>;

/// The hidden pieces of a seat showed themselves, as the rules demand (RULES §10). Since form 4.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Revealed {
    /// Where.
    pub board: BoardNo,
    /// Whose pieces.
    pub seat: Seat,
    /// Which.
    pub pieces: Shown,
}

/// The event dice of a round (RULES §9). Since form 4.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventRolled {
    /// For which board.
    pub board: BoardNo,
    /// The chain, from 0.
    pub chain: u32,
    /// The roll of that chain, from 1.
    pub roll: u32,
    /// The link that it publishes.
    pub link: Hash,
    /// The event die; where it brings an event, the die that names it.
    pub dice: Vec<u8>,
    /// What else was drawn: of bacteria a die for each square that looked empty, a1, b1 and so on; of
    /// treasure the place, from 0, of its square among these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub draws: Vec<u8>,
    /// Hidden pieces that stood where something was to appear.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub shown: Shown,
    /// The anchor of the next chain, published by the event of roll 4000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_anchor: Option<Hash>,
}

impl Moved {
    /// The salt with what belongs to it.
    #[must_use]
    pub fn given(&self) -> SaltGiven {
        SaltGiven { salt: self.salt.clone(), drawn_by: self.drawn_by, next: self.next }
    }
}

/// A decider's time ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeRanOut {
    /// Where.
    pub board: BoardNo,
    /// Who did not decide.
    pub decider: Seat,
    /// The how-manyth time this seat, as mover, was late in this game; none for a late chooser.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lapse: Option<u8>,
    /// What follows.
    pub follows: AfterLapse,
    /// The exact moment. Since form 2.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "stamp::option")]
    pub due: Option<OffsetDateTime>,
}

/// What follows when time ran out (RULES §12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AfterLapse {
    /// The opponent chooses this one move.
    OpponentChooses,
    /// The chooser was late: the mover chooses.
    MoverChooses,
    /// The late seat's team loses.
    Loses,
    /// Both teams lost by time at the same moment: a draw.
    Draws,
    /// The reward was not picked: the dice pick it. Since form 3.
    DicePick,
}

/// Pieces by their forms, as the log writes them: `["C","R^"]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Vec<String>", try_from = "Vec<String>")]
pub struct Pieces(pub Vec<Form>);

impl TryFrom<Vec<String>> for Pieces {
    type Error = NoSuchForm;
    fn try_from(texts: Vec<String>) -> Result<Self, NoSuchForm> {
        texts.iter().map(|text| text.parse()).collect::<Result<_, _>>().map(Self)
    }
}

impl From<Pieces> for Vec<String> {
    fn from(pieces: Pieces) -> Self {
        pieces.0.iter().map(ToString::to_string).collect()
    }
}

/// The only call that the opponent could make was made by itself (RULES §7). Since form 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalledByItself {
    /// Where.
    pub board: BoardNo,
    /// Whose piece was called.
    pub seat: Seat,
    /// Which.
    pub call: Called,
}

/// Who captured the king picked a reward (RULES §8). Since form 3.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RewardPicked {
    /// Who picked.
    pub seat: Seat,
    /// What.
    pub pieces: Pieces,
    /// The salt, which goes into the table's transcript.
    pub salt: Salt,
    /// Who made it.
    pub drawn_by: DrawnBy,
    /// The seal on the next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Hash>,
    /// Whether the salt opened the seal that was set; none where none was set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened: Option<bool>,
}

impl RewardPicked {
    /// The salt with what belongs to it.
    #[must_use]
    pub fn given(&self) -> SaltGiven {
        SaltGiven { salt: self.salt.clone(), drawn_by: self.drawn_by, next: self.next }
    }
}

/// The dice picked a reward (RULES §8). Since form 3.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RewardRolled {
    /// Who captured the king.
    pub seat: Seat,
    /// The table's chain, from 0.
    pub chain: u32,
    /// The roll of that chain, from 1.
    pub roll: u32,
    /// The link that it publishes.
    pub link: Hash,
    /// What was drawn, in the order of the draws.
    pub pieces: Pieces,
    /// The anchor of the next chain, published by the event of roll 4000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_anchor: Option<Hash>,
}

/// The dice gave pieces into every hand (RULES §8). Since form 3.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GiftsRolled {
    /// The table's chain, from 0.
    pub chain: u32,
    /// The roll of that chain, from 1.
    pub roll: u32,
    /// The link that it publishes.
    pub link: Hash,
    /// What each seat drew, in the order of RULES §1.
    pub gifts: BTreeMap<Seat, Pieces>,
    /// The anchor of the next chain, published by the event of roll 4000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_anchor: Option<Hash>,
}

/// A chain that replaces another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewChain {
    /// 0 for the table, else the board.
    #[serde(rename = "board")]
    pub of: ChainOf,
    /// Its number.
    pub chain: u32,
    /// Its anchor.
    pub anchor: Hash,
}
