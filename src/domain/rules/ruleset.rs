//! Rule sets: presets, and the independent layers that they are made of (RULES §2).

use super::fairy_set::FairySet;
use super::kind::KindSet;
use super::layers::{self, Layer, LayerError};
use super::piece::{Form, Marks};
use super::presets::PRESETS;
use super::ruleset_text::RuleSetForm;
use super::sentences;
use crate::domain::seat::{BoardNo, Seat};
use serde::{Deserialize, Serialize};

/// How a game is won on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EndsBy {
    Checkmate,
    KingCapture,
}

/// What becomes of a promoted piece that is captured (RULES §4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Promoted {
    Reverts,
    Stays,
}

/// Whether something may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Permission {
    Allowed,
    Forbidden,
}

/// The ranks, from a seat's own side, on which it may drop pawns: 2 up to so many below the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PawnDropRanks {
    /// 2–6 of 8: up to two below the last.
    TwoToSix,
    /// 2–7 of 8: up to one below the last.
    TwoToSeven,
}

impl PawnDropRanks {
    /// How many ranks stay free of pawn drops at the far side.
    pub(super) const fn kept_free(self) -> u8 {
        match self {
            Self::TwoToSix => 2,
            Self::TwoToSeven => 1,
        }
    }
}

/// Whose turn it is over both boards (RULES §3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Each board by itself.
    Simultaneous,
    /// White1, White3, Black4, Black2.
    RoundS1,
    /// White1, Black2, White3, Black4.
    RoundS2,
}

impl Order {
    /// The seats in their order round the table; none where each board runs by itself.
    pub(super) const fn round(self) -> Option<&'static [Seat; 4]> {
        match self {
            Self::Simultaneous => None,
            Self::RoundS1 => Some(&[Seat::White1, Seat::White3, Seat::Black4, Seat::Black2]),
            Self::RoundS2 => Some(&[Seat::White1, Seat::Black2, Seat::White3, Seat::Black4]),
        }
    }
}

/// Who takes the reward for a captured king out of the agreed set (RULES §8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RewardPick {
    Player,
    Dice,
}

/// How often the event die of a round brings an event (RULES §9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Events {
    None,
    /// On 6.
    Lively,
    /// On 5 and 6.
    Wild,
    /// On every roll.
    Raving,
}

/// What a table agreed on fairy pieces (RULES §8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fairy {
    /// Pieces rolled into every hand when a game starts.
    pub(super) gifts: u8,
    /// Pieces for who captured the king, in the next game.
    pub(super) rewards: u8,
    pub(super) reward_pick: RewardPick,
    pub(super) set: FairySet,
}

impl Fairy {
    /// No fairy pieces, or nobody said which.
    pub(super) const NONE: Self =
        Self { gifts: 0, rewards: 0, reward_pick: RewardPick::Player, set: FairySet::CORE };
}

/// What a rule set started from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Preset {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
}

/// A rule set: a preset with its layers as the table agreed on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "RuleSetForm", try_from = "RuleSetForm")]
pub struct RuleSet {
    pub(super) preset: Preset,
    pub(super) boards: u8,
    pub(super) ends_by: EndsBy,
    pub(super) promoted: Promoted,
    pub(super) pawn_drop_ranks: PawnDropRanks,
    pub(super) pawn_drop_mate: Permission,
    pub(super) drop_checks: Permission,
    pub(super) dropped_rook_castles: bool,
    pub(super) boards_play_on: bool,
    pub(super) order: Order,
    pub(super) type_die: bool,
    pub(super) worst_faces: u8,
    pub(super) fairy: Fairy,
    pub(super) events: Events,
}

/// A name that no preset has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no rule set {:?}: choose one of {}", .0, RuleSet::names().join(", "))]
pub struct NoSuchRuleSet(pub String);

impl RuleSet {
    /// The revision of these rules, kept in a match's first event so that a later fix never changes a
    /// finished match (DESIGN §3).
    pub const REVISION: u32 = 1;

    /// The names of the presets that a match can be opened with, the simplest first. `delirious` lacks its
    /// events and items.
    pub const PRESETS: &'static [&'static str] = &[
        "classic-bughouse",
        "monteiro-bughouse",
        "dice-chess",
        "worst-move",
        "bughouse-worst-move",
        "fairy-bughouse",
    ];

    /// The names of all presets whose moves the rules know (RULES §2), the simplest first.
    #[must_use]
    pub fn names() -> [&'static str; 7] {
        std::array::from_fn(|n| PRESETS[n].preset.name)
    }

    /// The preset with this name, if a match can be opened with it.
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        Self::by_name(name).ok().filter(|rules| Self::PRESETS.contains(&rules.preset.name))
    }

    /// The preset with this name, whether or not a match can be opened with it.
    pub fn by_name(name: &str) -> Result<Self, NoSuchRuleSet> {
        let named = PRESETS.iter().find(|rules| rules.preset.name == name);
        named.copied().ok_or_else(|| NoSuchRuleSet(super::square::shorten(name)))
    }

    /// Every layer, with its values and what they mean.
    #[must_use]
    pub fn layers() -> &'static [Layer] {
        &layers::LAYERS
    }

    /// Changes one layer. Setting what already holds is always fine; otherwise the rule set must be able to
    /// have it. Layers that only make sense together are set by [`RuleSet::set_all`]. On an error nothing
    /// has changed.
    pub fn set(&mut self, layer: &str, value: &str) -> Result<(), LayerError> {
        self.set_all([(layer, value)])
    }

    /// Changes several layers at once: all are set, then the whole is checked. On an error nothing has
    /// changed.
    pub fn set_all<'a>(
        &mut self,
        choices: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<(), LayerError> {
        *self = layers::changed(*self, choices)?;
        Ok(())
    }

    /// The value of a layer; empty for a name that is no layer.
    #[must_use]
    pub fn value(&self, layer: &str) -> String {
        layers::value(self, layer).unwrap_or_default()
    }

    /// The values of a layer that this rule set could have, all else unchanged; for forms. Empty where the
    /// value is a list of pieces.
    #[must_use]
    pub fn choices(&self, layer: &str) -> Vec<&'static str> {
        layers::choices(self, layer)
    }

    /// The preset that it started from.
    #[must_use]
    pub const fn preset_name(&self) -> &'static str {
        self.preset.name
    }

    /// The preset's name in words: `Bughouse Worst Move`.
    #[must_use]
    pub const fn title(&self) -> &'static str {
        self.preset.title
    }

    /// The rule set in words, one sentence for each thing to know.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        sentences::of(self)
    }

    /// The gifts and rewards in a few words (RULES §8): `2 gifts, 1 reward for a king`; empty without them.
    #[must_use]
    pub fn fairy_in_short(&self) -> String {
        sentences::fairy_in_short(self)
    }

    /// The boards of a game.
    #[must_use]
    pub const fn boards(&self) -> &'static [BoardNo] {
        if self.boards == 1 { &[BoardNo::One] } else { &BoardNo::ALL }
    }

    /// The seats of a game, in the order of RULES §1.
    #[must_use]
    pub const fn seats(&self) -> &'static [Seat] {
        if self.boards == 1 { &[Seat::White1, Seat::Black2] } else { &Seat::ALL }
    }

    /// Whether each turn rolls a type die.
    #[must_use]
    pub const fn has_type_die(&self) -> bool {
        self.type_die
    }

    /// How many faces of the worst die mean *worst*; 0 means that there is no worst die.
    #[must_use]
    pub const fn worst_faces(&self) -> u8 {
        self.worst_faces
    }

    /// Whether the capture of a king ends the game, instead of mate.
    #[must_use]
    pub const fn ends_by_king_capture(&self) -> bool {
        matches!(self.ends_by, EndsBy::KingCapture)
    }

    /// Whether fairy pieces come into play, by gifts or rewards (RULES §8).
    #[must_use]
    pub const fn has_fairy_pieces(&self) -> bool {
        self.fairy.gifts > 0 || self.fairy.rewards > 0
    }

    /// The most gifts or rewards that can be agreed.
    pub const MOST_FAIRY_PIECES: u8 = 6;

    /// Every piece that can be agreed on: those that usually are, and the others (RULES §8).
    #[must_use]
    pub fn fairy_forms() -> [Vec<Form>; 2] {
        let (usual, others) = FairySet::every().partition(|form| FairySet::CORE.contains(*form));
        [usual, others]
    }

    /// How many pieces the dice lay into every hand when a game starts, 0 to 6 (RULES §8).
    #[must_use]
    pub const fn gifts(&self) -> u8 {
        self.fairy.gifts
    }

    /// How many pieces whoever captured the king has in hand in the match's next game, 0 to 6 (RULES §8).
    #[must_use]
    pub const fn rewards(&self) -> u8 {
        self.fairy.rewards
    }

    /// Whether the dice pick a reward instead of the player who earned it.
    #[must_use]
    pub const fn rewards_by_dice(&self) -> bool {
        matches!(self.fairy.reward_pick, RewardPick::Dice)
    }

    /// The agreed set that gifts and rewards are taken from, in the order by which dice draw; at least one.
    #[must_use]
    pub fn fairy_set(&self) -> Vec<Form> {
        self.fairy.set.iter().collect()
    }

    /// Whether the agreed set has this piece.
    #[must_use]
    pub const fn in_fairy_set(&self, form: Form) -> bool {
        self.fairy.set.contains(form)
    }

    /// The kinds of piece that can stand on its boards. Every king-capture game knows how fairy pieces move,
    /// whether or not its table has agreed on any.
    pub(super) const fn kinds(&self) -> KindSet {
        if self.knows_fairy_pieces() { KindSet::ALL } else { KindSet::ORDINARY }
    }

    /// The marks that its pieces can carry.
    pub(super) const fn marks(&self) -> Marks {
        let marks = if self.knows_fairy_pieces() {
            Marks::PROMOTED.with(Marks::PROMOTED_TAXI).with(Marks::CYLINDRICAL).with(Marks::INTELLIGENT)
        } else {
            Marks::PROMOTED
        };
        if self.has_items() { marks.with(Marks::RING).with(Marks::CLOAK).with(Marks::HIDDEN) } else { marks }
    }

    /// Whether rounds bring events (RULES §9).
    #[must_use]
    pub const fn has_events(&self) -> bool {
        !matches!(self.events, Events::None)
    }

    /// Whether this face of the event die brings an event (RULES §9).
    #[must_use]
    pub const fn is_event(&self, face: u8) -> bool {
        match self.events {
            Events::None => false,
            Events::Lively => face == 6,
            Events::Wild => face >= 5,
            Events::Raving => true,
        }
    }

    /// Whether magic items can come into play (RULES §10).
    #[must_use]
    pub const fn has_items(&self) -> bool {
        self.has_events()
    }

    const fn knows_fairy_pieces(&self) -> bool {
        self.has_fairy_pieces() || self.ends_by_king_capture()
    }

    /// Whether one seat at a time is to move over both boards.
    #[must_use]
    pub const fn is_round_table(&self) -> bool {
        self.order.round().is_some()
    }
}
