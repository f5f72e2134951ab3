//! Which layers of a rule set go together (RULES §2).

use super::ruleset::{PawnDropRanks, Permission, Promoted, RuleSet};

/// A condition between layers: where `applies` holds, `fits` must.
pub(super) struct Need {
    pub(super) layer: &'static str,
    applies: fn(&RuleSet) -> bool,
    fits: fn(&RuleSet) -> bool,
    pub(super) why: &'static str,
}

impl Need {
    /// The first that a rule set does not fulfil.
    pub(super) fn unmet(rules: &RuleSet) -> Option<&'static Self> {
        NEEDS.iter().find(|need| (need.applies)(rules) && !(need.fits)(rules))
    }
}

const fn two_board_checkmate(rules: &RuleSet) -> bool {
    rules.boards == 2 && !rules.ends_by_king_capture()
}

static NEEDS: [Need; 12] = [
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
    Need {
        layer: "rewards",
        applies: |rules| rules.rewards() > 0,
        fits: RuleSet::ends_by_king_capture,
        why: "it is the reward for capturing a king",
    },
    Need {
        layer: "events",
        applies: RuleSet::has_events,
        fits: RuleSet::ends_by_king_capture,
        why: "events need king capture",
    },
];
