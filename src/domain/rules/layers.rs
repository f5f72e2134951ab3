//! The layers of a rule set as rows of a table: names, values, what they decide (RULES §2, DESIGN §8).

use super::fairy_set::FairySetError;
use super::layer_needs::Need;
use super::ruleset::{
    EndsBy, Events, Fairy, Order, PawnDropRanks, Permission, Promoted, RewardPick, RuleSet,
};
use super::square::shorten;

/// One layer of a rule set.
#[derive(Debug)]
pub struct Layer {
    /// As options and the log write it: `worst_faces`.
    pub name: &'static str,
    /// What it decides, in words.
    pub help: &'static str,
    holds: Holds,
}

/// What a layer holds, and where a rule set keeps it.
#[derive(Debug)]
enum Holds {
    /// One of some values.
    OneOf {
        values: &'static [&'static str],
        /// Which of the values a rule set has.
        get: fn(&RuleSet) -> usize,
        /// Gives a rule set one of the values.
        put: fn(&mut RuleSet, usize),
    },
    /// The agreed set.
    Pieces,
}

/// A change that a rule set cannot have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayerError {
    /// No layer is called so.
    #[error("there is no layer {0:?}: `delirious rules layers` lists them")]
    Unknown(String),
    /// The layer has no such value.
    #[error("{layer} cannot be {value:?}: choose one of {}", values.join(", "))]
    NoSuchValue {
        /// The layer.
        layer: &'static str,
        /// What was asked for.
        value: String,
        /// What there is.
        values: &'static [&'static str],
    },
    /// The layers do not go together.
    #[error("{layer}={value} is not possible here: {why}")]
    CannotHave {
        /// The layer.
        layer: &'static str,
        /// Its value.
        value: String,
        /// What it would need.
        why: &'static str,
    },
    /// The value is no agreed set.
    #[error("{layer}: {error}")]
    Pieces {
        /// The layer.
        layer: &'static str,
        /// What is wrong.
        error: FairySetError,
    },
}

const SWITCH: &[&str] = &["false", "true"];
const PERMISSION: &[&str] = &["allowed", "forbidden"];
const UP_TO_SIX: &[&str] = &["0", "1", "2", "3", "4", "5", "6"];

const fn permission(index: usize) -> Permission {
    if index == 0 { Permission::Allowed } else { Permission::Forbidden }
}

fn number(index: usize) -> u8 {
    u8::try_from(index).unwrap_or(6)
}

/// Every layer.
pub(super) static LAYERS: [Layer; 16] = [
    Layer {
        name: "boards",
        help: "boards of a game: 1 for two players, whose captured pieces leave the game, or 2 for four",
        holds: Holds::OneOf {
            values: &["1", "2"],
            get: |rules| usize::from(rules.boards == 2),
            put: |rules, index| rules.boards = if index == 0 { 1 } else { 2 },
        },
    },
    Layer {
        name: "ends_by",
        help: "what wins: mate, or the capture of a king",
        holds: Holds::OneOf {
            values: &["checkmate", "king-capture"],
            get: |rules| rules.ends_by as usize,
            put: |rules, index| {
                rules.ends_by = if index == 0 { EndsBy::Checkmate } else { EndsBy::KingCapture };
            },
        },
    },
    Layer {
        name: "promoted",
        help: "a promoted piece that is captured reverts to a pawn, or stays and its pawn comes home",
        holds: Holds::OneOf {
            values: &["reverts", "stays"],
            get: |rules| rules.promoted as usize,
            put: |rules, index| rules.promoted = if index == 0 { Promoted::Reverts } else { Promoted::Stays },
        },
    },
    Layer {
        name: "pawn_drop_ranks",
        help: "ranks for pawn drops, from the seat's own side",
        holds: Holds::OneOf {
            values: &["2-6", "2-7"],
            get: |rules| rules.pawn_drop_ranks as usize,
            put: |rules, index| {
                rules.pawn_drop_ranks =
                    if index == 0 { PawnDropRanks::TwoToSix } else { PawnDropRanks::TwoToSeven };
            },
        },
    },
    Layer {
        name: "pawn_drop_mate",
        help: "whether a pawn drop may mate",
        holds: Holds::OneOf {
            values: PERMISSION,
            get: |rules| rules.pawn_drop_mate as usize,
            put: |rules, index| rules.pawn_drop_mate = permission(index),
        },
    },
    Layer {
        name: "drop_checks",
        help: "whether a drop may give check",
        holds: Holds::OneOf {
            values: PERMISSION,
            get: |rules| rules.drop_checks as usize,
            put: |rules, index| rules.drop_checks = permission(index),
        },
    },
    Layer {
        name: "dropped_rook_castles",
        help: "whether a rook dropped on a corner square may castle",
        holds: Holds::OneOf {
            values: SWITCH,
            get: |rules| usize::from(rules.dropped_rook_castles),
            put: |rules, index| rules.dropped_rook_castles = index == 1,
        },
    },
    Layer {
        name: "boards_play_on",
        help: "whether a board plays on after the other has ended, and both results are added",
        holds: Holds::OneOf {
            values: SWITCH,
            get: |rules| usize::from(rules.boards_play_on),
            put: |rules, index| rules.boards_play_on = index == 1,
        },
    },
    Layer {
        name: "order",
        help: "each board by itself, or one seat at a time: White1 White3 Black4 Black2 (round-s1), White1 Black2 White3 Black4 (round-s2)",
        holds: Holds::OneOf {
            values: &["simultaneous", "round-s1", "round-s2"],
            get: |rules| rules.order as usize,
            put: |rules, index| {
                rules.order = [Order::Simultaneous, Order::RoundS1, Order::RoundS2][index.min(2)];
            },
        },
    },
    Layer {
        name: "type_die",
        help: "whether a die names the kind of piece that must move",
        holds: Holds::OneOf {
            values: SWITCH,
            get: |rules| usize::from(rules.type_die),
            put: |rules, index| rules.type_die = index == 1,
        },
    },
    Layer {
        name: "worst_faces",
        help: "faces of the worst die on which the opponent chooses; 0: no worst die",
        holds: Holds::OneOf {
            values: UP_TO_SIX,
            get: |rules| usize::from(rules.worst_faces),
            put: |rules, index| rules.worst_faces = number(index),
        },
    },
    Layer {
        name: "gifts",
        help: "pieces of the agreed set that the dice lay into every hand when a game starts",
        holds: Holds::OneOf {
            values: UP_TO_SIX,
            get: |rules| usize::from(rules.fairy.gifts),
            put: |rules, index| rules.fairy.gifts = number(index),
        },
    },
    Layer {
        name: "rewards",
        help: "pieces of the agreed set for who captured the king, in hand in the match's next game",
        holds: Holds::OneOf {
            values: UP_TO_SIX,
            get: |rules| usize::from(rules.fairy.rewards),
            put: |rules, index| rules.fairy.rewards = number(index),
        },
    },
    Layer {
        name: "reward_pick",
        help: "who picks a reward: the player who earned it, or the dice",
        holds: Holds::OneOf {
            values: &["player", "dice"],
            get: |rules| rules.fairy.reward_pick as usize,
            put: |rules, index| {
                rules.fairy.reward_pick = if index == 0 { RewardPick::Player } else { RewardPick::Dice };
            },
        },
    },
    Layer {
        name: "fairy_set",
        help: "the agreed set of gifts and rewards: fairy pieces, cylindrical (^) and intelligent (!) ones, with commas between",
        holds: Holds::Pieces,
    },
    Layer {
        name: "events",
        help: "how often a round of a board brings an event: never, on a 6 of the event die (lively), on 5 and 6 (wild), always (raving)",
        holds: Holds::OneOf {
            values: &["none", "lively", "wild", "raving"],
            get: |rules| rules.events as usize,
            put: |rules, index| {
                rules.events = [Events::None, Events::Lively, Events::Wild, Events::Raving][index.min(3)];
            },
        },
    },
];

/// The layers of fairy pieces (RULES §8).
const FAIRY: &[&str] = &["gifts", "rewards", "reward_pick", "fairy_set"];

impl Layer {
    /// Every value that some rule set can have; none where the value is a list of pieces.
    #[must_use]
    pub const fn values(&self) -> Option<&'static [&'static str]> {
        match self.holds {
            Holds::OneOf { values, .. } => Some(values),
            Holds::Pieces => None,
        }
    }

    /// Whether it is about fairy pieces (RULES §8).
    #[must_use]
    pub fn is_about_fairy_pieces(&self) -> bool {
        FAIRY.contains(&self.name)
    }

    /// Whether the log writes it: what is agreed of fairy pieces only where some come into play, and events
    /// only where there are some, as in logs that are older than they.
    pub(super) fn is_written(&self, rules: &RuleSet) -> bool {
        match self.name {
            "events" => rules.has_events(),
            _ => rules.has_fairy_pieces() || !self.is_about_fairy_pieces(),
        }
    }

    /// The layer with this name.
    fn named(name: &str) -> Result<&'static Self, LayerError> {
        LAYERS.iter().find(|layer| layer.name == name).ok_or_else(|| LayerError::Unknown(shorten(name)))
    }

    fn value(&self, rules: &RuleSet) -> String {
        match self.holds {
            Holds::OneOf { values, get, .. } => values[get(rules)].to_owned(),
            Holds::Pieces => rules.fairy.set.to_string(),
        }
    }

    fn give(&self, rules: &mut RuleSet, value: &str) -> Result<(), LayerError> {
        match self.holds {
            Holds::OneOf { values, put, .. } => {
                let index = values.iter().position(|known| *known == value).ok_or_else(|| {
                    LayerError::NoSuchValue { layer: self.name, value: shorten(value), values }
                })?;
                put(rules, index);
            }
            Holds::Pieces => {
                let read = value.parse().map_err(|error| LayerError::Pieces { layer: self.name, error });
                rules.fairy.set = read?;
            }
        }
        Ok(())
    }
}

/// The rule set with these layers changed, if they go together. Where no fairy pieces come into play,
/// nothing is agreed of them.
pub(super) fn changed<'a>(
    mut rules: RuleSet,
    choices: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<RuleSet, LayerError> {
    for (name, value) in choices {
        Layer::named(name)?.give(&mut rules, value)?;
    }
    if !rules.has_fairy_pieces() {
        rules.fairy = Fairy::NONE;
    }
    match Need::unmet(&rules) {
        None => Ok(rules),
        Some(need) => {
            let layer = Layer::named(need.layer)?;
            Err(LayerError::CannotHave { layer: layer.name, value: layer.value(&rules), why: need.why })
        }
    }
}

pub(super) fn value(rules: &RuleSet, name: &str) -> Option<String> {
    Layer::named(name).ok().map(|layer| layer.value(rules))
}

pub(super) fn choices(rules: &RuleSet, name: &str) -> Vec<&'static str> {
    let values = Layer::named(name).ok().and_then(Layer::values).unwrap_or_default();
    values.iter().copied().filter(|value| changed(*rules, [(name, *value)]).is_ok()).collect()
}
