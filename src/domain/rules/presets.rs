//! The presets that rule sets start from (RULES §2), each as what it changes of another.

use super::ruleset::{EndsBy, Events, Fairy, Order, PawnDropRanks, Permission, Preset, Promoted, RuleSet};

const CLASSIC: RuleSet = RuleSet {
    preset: Preset { name: "classic-bughouse", title: "Classic Bughouse" },
    boards: 2,
    ends_by: EndsBy::Checkmate,
    promoted: Promoted::Reverts,
    pawn_drop_ranks: PawnDropRanks::TwoToSeven,
    pawn_drop_mate: Permission::Allowed,
    drop_checks: Permission::Allowed,
    dropped_rook_castles: false,
    boards_play_on: false,
    order: Order::Simultaneous,
    type_die: false,
    worst_faces: 0,
    fairy: Fairy::NONE,
    events: Events::None,
};

const MONTEIRO: RuleSet = RuleSet {
    preset: Preset { name: "monteiro-bughouse", title: "Monteiro Bughouse" },
    promoted: Promoted::Stays,
    pawn_drop_ranks: PawnDropRanks::TwoToSix,
    pawn_drop_mate: Permission::Forbidden,
    ..CLASSIC
};

const BUGHOUSE_WORST_MOVE: RuleSet = RuleSet {
    preset: Preset { name: "bughouse-worst-move", title: "Bughouse Worst Move" },
    ends_by: EndsBy::KingCapture,
    promoted: Promoted::Stays,
    pawn_drop_ranks: PawnDropRanks::TwoToSix,
    type_die: true,
    worst_faces: 3,
    ..CLASSIC
};

const WORST_MOVE: RuleSet =
    RuleSet { preset: Preset { name: "worst-move", title: "Worst Move" }, boards: 1, ..BUGHOUSE_WORST_MOVE };

const DICE_CHESS: RuleSet =
    RuleSet { preset: Preset { name: "dice-chess", title: "Dice Chess" }, worst_faces: 0, ..WORST_MOVE };

const FAIRY_BUGHOUSE: RuleSet = RuleSet {
    preset: Preset { name: "fairy-bughouse", title: "Fairy Bughouse" },
    fairy: Fairy { gifts: 2, rewards: 1, ..Fairy::NONE },
    ..BUGHOUSE_WORST_MOVE
};

const DELIRIOUS: RuleSet = RuleSet {
    preset: Preset { name: "delirious", title: "Delirious Bughouse" },
    events: Events::Lively,
    ..FAIRY_BUGHOUSE
};

/// Every preset, the simplest first.
pub(super) static PRESETS: [RuleSet; 7] =
    [CLASSIC, MONTEIRO, DICE_CHESS, WORST_MOVE, BUGHOUSE_WORST_MOVE, FAIRY_BUGHOUSE, DELIRIOUS];
