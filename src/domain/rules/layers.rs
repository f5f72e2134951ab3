//! The layers of a rule set as rows of a table: names, values, and which go together (RULES §2, DESIGN §8).

use super::ruleset::{EndsBy, Order, PawnDropRanks, Permission, Promoted, RuleSet};
use super::square::shorten;

/// One layer of a rule set.
#[derive(Debug)]
pub struct Layer {
    /// As options and the log write it: `worst_faces`.
    pub name: &'static str,
    /// Every value that some rule set can have.
    pub values: &'static [&'static str],
    /// What it decides, in words.
    pub help: &'static str,
    /// Which of the values a rule set has.
    get: fn(&RuleSet) -> usize,
    /// Gives a rule set one of the values.
    put: fn(&mut RuleSet, usize),
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
        value: &'static str,
        /// What it would need.
        why: &'static str,
    },
}

const SWITCH: &[&str] = &["false", "true"];
const PERMISSION: &[&str] = &["allowed", "forbidden"];

const fn permission(index: usize) -> Permission {
    if index == 0 { Permission::Allowed } else { Permission::Forbidden }
}

/// Every layer.
pub(super) static LAYERS: [Layer; 12] = [
    Layer {
        name: "boards",
        values: &["1", "2"],
        help: "boards of a game: 1 for two players, whose captured pieces leave the game, or 2 for four",
        get: |rules| usize::from(rules.boards == 2),
        put: |rules, index| rules.boards = if index == 0 { 1 } else { 2 },
    },
    Layer {
        name: "ends_by",
        values: &["checkmate", "king-capture"],
        help: "what wins: mate, or the capture of a king",
        get: |rules| rules.ends_by as usize,
        put: |rules, index| {
            rules.ends_by = if index == 0 { EndsBy::Checkmate } else { EndsBy::KingCapture };
        },
    },
    Layer {
        name: "promoted",
        values: &["reverts", "stays"],
        help: "a promoted piece that is captured reverts to a pawn, or stays and its pawn comes home",
        get: |rules| rules.promoted as usize,
        put: |rules, index| rules.promoted = if index == 0 { Promoted::Reverts } else { Promoted::Stays },
    },
    Layer {
        name: "pawn_drop_ranks",
        values: &["2-6", "2-7"],
        help: "ranks for pawn drops, from the seat's own side",
        get: |rules| rules.pawn_drop_ranks as usize,
        put: |rules, index| {
            rules.pawn_drop_ranks =
                if index == 0 { PawnDropRanks::TwoToSix } else { PawnDropRanks::TwoToSeven };
        },
    },
    Layer {
        name: "pawn_drop_mate",
        values: PERMISSION,
        help: "whether a pawn drop may mate",
        get: |rules| rules.pawn_drop_mate as usize,
        put: |rules, index| rules.pawn_drop_mate = permission(index),
    },
    Layer {
        name: "drop_checks",
        values: PERMISSION,
        help: "whether a drop may give check",
        get: |rules| rules.drop_checks as usize,
        put: |rules, index| rules.drop_checks = permission(index),
    },
    Layer {
        name: "dropped_rook_castles",
        values: SWITCH,
        help: "whether a rook dropped on a corner square may castle",
        get: |rules| usize::from(rules.dropped_rook_castles),
        put: |rules, index| rules.dropped_rook_castles = index == 1,
    },
    Layer {
        name: "boards_play_on",
        values: SWITCH,
        help: "whether a board plays on after the other has ended, and both results are added",
        get: |rules| usize::from(rules.boards_play_on),
        put: |rules, index| rules.boards_play_on = index == 1,
    },
    Layer {
        name: "order",
        values: &["simultaneous", "round-s1", "round-s2"],
        help: "each board by itself, or one seat at a time: White1 White3 Black4 Black2 (round-s1), White1 Black2 White3 Black4 (round-s2)",
        get: |rules| rules.order as usize,
        put: |rules, index| {
            rules.order = [Order::Simultaneous, Order::RoundS1, Order::RoundS2][index.min(2)];
        },
    },
    Layer {
        name: "type_die",
        values: SWITCH,
        help: "whether a die names the kind of piece that must move",
        get: |rules| usize::from(rules.type_die),
        put: |rules, index| rules.type_die = index == 1,
    },
    Layer {
        name: "worst_faces",
        values: &["0", "1", "2", "3", "4", "5", "6"],
        help: "faces of the worst die on which the opponent chooses; 0: no worst die",
        get: |rules| usize::from(rules.worst_faces),
        put: |rules, index| rules.worst_faces = u8::try_from(index).unwrap_or(6),
    },
    Layer {
        name: "fairy",
        values: SWITCH,
        help: "whether fairy pieces belong to the game: camels, giraffes, zebras, taxis, pyramids, bombs, cylindrical and intelligent pieces",
        get: |rules| usize::from(rules.has_fairy_pieces()),
        put: |rules, index| {
            rules.fairy = if index == 1 { Permission::Allowed } else { Permission::Forbidden };
        },
    },
];

impl Layer {
    /// The layer with this name.
    fn named(name: &str) -> Result<&'static Self, LayerError> {
        LAYERS.iter().find(|layer| layer.name == name).ok_or_else(|| LayerError::Unknown(shorten(name)))
    }

    fn value(&self, rules: &RuleSet) -> &'static str {
        self.values[(self.get)(rules)]
    }

    fn give(&self, rules: &mut RuleSet, value: &str) -> Result<(), LayerError> {
        let index = self.values.iter().position(|known| *known == value).ok_or_else(|| {
            LayerError::NoSuchValue { layer: self.name, value: shorten(value), values: self.values }
        })?;
        (self.put)(rules, index);
        Ok(())
    }
}

/// A condition between layers: where `applies` holds, `fits` must.
struct Need {
    layer: &'static str,
    applies: fn(&RuleSet) -> bool,
    fits: fn(&RuleSet) -> bool,
    why: &'static str,
}

const fn two_board_checkmate(rules: &RuleSet) -> bool {
    rules.boards == 2 && !rules.ends_by_king_capture()
}

static NEEDS: [Need; 10] = [
    Need {
        layer: "ends_by",
        applies: |rules| !rules.ends_by_king_capture(),
        fits: |rules| rules.boards == 2,
        why: "one-board games end by king capture",
    },
    Need {
        layer: "type_die",
        applies: |rules| rules.type_die,
        fits: RuleSet::ends_by_king_capture,
        why: "dice need king capture",
    },
    Need {
        layer: "worst_faces",
        applies: |rules| rules.worst_faces > 0,
        fits: |rules| rules.type_die,
        why: "the worst die needs the type die",
    },
    Need {
        layer: "pawn_drop_mate",
        applies: |rules| rules.pawn_drop_mate == Permission::Forbidden,
        fits: |rules| !rules.ends_by_king_capture(),
        why: "there is no mate in king-capture games",
    },
    Need {
        layer: "drop_checks",
        applies: |rules| rules.drop_checks == Permission::Forbidden,
        fits: two_board_checkmate,
        why: "there is no check in king-capture games",
    },
    Need {
        layer: "dropped_rook_castles",
        applies: |rules| rules.dropped_rook_castles,
        fits: two_board_checkmate,
        why: "only two-board checkmate games can have it",
    },
    Need {
        layer: "boards_play_on",
        applies: |rules| rules.boards_play_on,
        fits: two_board_checkmate,
        why: "only two-board checkmate games can have it",
    },
    Need {
        layer: "order",
        applies: RuleSet::is_round_table,
        fits: |rules| rules.boards == 2,
        why: "a round table needs two boards",
    },
    Need {
        layer: "promoted",
        applies: |rules| rules.promoted == Promoted::Reverts,
        fits: |rules| rules.boards == 2,
        why: "captured pieces leave a one-board game",
    },
    Need {
        layer: "pawn_drop_ranks",
        applies: |rules| rules.pawn_drop_ranks == PawnDropRanks::TwoToSeven,
        fits: |rules| rules.boards == 2,
        why: "gifts in one-board games are dropped on ranks 2 to 6",
    },
];

/// The rule set with these layers changed, if they go together.
pub(super) fn changed<'a>(
    mut rules: RuleSet,
    choices: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<RuleSet, LayerError> {
    for (name, value) in choices {
        Layer::named(name)?.give(&mut rules, value)?;
    }
    match NEEDS.iter().find(|need| (need.applies)(&rules) && !(need.fits)(&rules)) {
        None => Ok(rules),
        Some(need) => {
            let layer = Layer::named(need.layer)?;
            Err(LayerError::CannotHave { layer: layer.name, value: layer.value(&rules), why: need.why })
        }
    }
}

pub(super) fn value(rules: &RuleSet, name: &str) -> Option<&'static str> {
    Layer::named(name).ok().map(|layer| layer.value(rules))
}

pub(super) fn choices(rules: &RuleSet, name: &str) -> Vec<&'static str> {
    let values = Layer::named(name).map_or(&[] as &[_], |layer| layer.values);
    values.iter().copied().filter(|value| changed(*rules, [(name, *value)]).is_ok()).collect()
}

/// The layers in words.
pub(super) fn sentences(rules: &RuleSet) -> Vec<String> {
    let mut said = vec![ends(rules).to_owned()];
    if rules.boards == 2 {
        said.extend(captures(rules).map(str::to_owned));
    }
    if rules.type_die {
        said.push(
            "A die names the kind of piece that must move; on a six, or if none can, any may.".to_owned(),
        );
    }
    if rules.worst_faces > 0 {
        said.push(worst(rules.worst_faces));
    }
    said.extend(rules.has_fairy_pieces().then(|| FAIRY.to_owned()));
    said.push(order(rules).to_owned());
    said
}

const FAIRY: &str = "There are fairy pieces: leapers, taxis, pyramids, bombs, pieces that go around the edge, and intelligent ones that the opponent never moves.";

fn ends(rules: &RuleSet) -> &'static str {
    match (rules.ends_by, rules.boards_play_on) {
        (EndsBy::KingCapture, _) => "Whoever captures a king wins; nobody has to mind check.",
        (EndsBy::Checkmate, false) => "The first mate on either board ends the game for both teams.",
        (EndsBy::Checkmate, true) => "Each board is played to its end, and the two results are added.",
    }
}

fn captures(rules: &RuleSet) -> impl Iterator<Item = &'static str> {
    let promoted = match rules.promoted {
        Promoted::Reverts => {
            "A captured piece goes to the capturer's partner; a promoted one goes as a pawn."
        }
        Promoted::Stays => {
            "A captured piece goes to the capturer's partner; a promoted one goes as it is, and its pawn comes home."
        }
    };
    let ranks = match (rules.pawn_drop_ranks, rules.pawn_drop_mate) {
        (PawnDropRanks::TwoToSix, Permission::Allowed) => "Pawns are dropped on ranks 2 to 6.",
        (PawnDropRanks::TwoToSix, Permission::Forbidden) => {
            "Pawns are dropped on ranks 2 to 6, and not with mate."
        }
        (PawnDropRanks::TwoToSeven, Permission::Allowed) => "Pawns are dropped on ranks 2 to 7.",
        (PawnDropRanks::TwoToSeven, Permission::Forbidden) => {
            "Pawns are dropped on ranks 2 to 7, and not with mate."
        }
    };
    let checks = (rules.drop_checks == Permission::Forbidden).then_some("Drops may not give check.");
    let castles = rules.dropped_rook_castles.then_some("A rook dropped on a corner square may castle.");
    [promoted, ranks].into_iter().chain(checks).chain(castles)
}

fn worst(faces: u8) -> String {
    match faces {
        1 => "On a 1 of the second die the opponent chooses the move.".to_owned(),
        6 => "The opponent chooses every move.".to_owned(),
        faces => format!("On 1 to {faces} of the second die the opponent chooses the move."),
    }
}

const fn order(rules: &RuleSet) -> &'static str {
    match rules.order {
        Order::Simultaneous if rules.boards == 1 => "White and Black move in turn.",
        Order::Simultaneous => "White and Black move in turn on each board.",
        Order::RoundS1 => "One seat at a time moves: White1, White3, Black4, Black2.",
        Order::RoundS2 => "One seat at a time moves: White1, Black2, White3, Black4.",
    }
}
