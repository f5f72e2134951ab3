//! A rule set in words that a newcomer understands.

use super::piece::Marks;
use super::ruleset::{EndsBy, Events, Order, PawnDropRanks, Permission, Promoted, RuleSet};

/// The layers in words.
pub(super) fn of(rules: &RuleSet) -> Vec<String> {
    let mut said = vec![ends(rules).to_owned()];
    if rules.boards == 2 {
        said.extend(captures(rules).map(str::to_owned));
    } else if rules.has_fairy_pieces() {
        said.push(ONE_BOARD.to_owned());
    }
    if rules.type_die {
        said.push(
            "A die names the kind of piece that must move; on a six, or if none can, any may.".to_owned(),
        );
    }
    if rules.worst_faces > 0 {
        said.push(worst(rules.worst_faces));
    }
    said.extend(fairy(rules));
    said.extend(events(rules));
    said.push(order(rules).to_owned());
    said
}

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

const ONE_BOARD: &str =
    "Captured pieces leave the game; a piece in hand is dropped instead of a move, taxis on ranks 2 to 6.";

/// What the table has agreed on fairy pieces (RULES §8).
fn fairy(rules: &RuleSet) -> Vec<String> {
    let mut said = Vec::new();
    if rules.gifts() > 0 {
        let pieces = pieces(rules.gifts());
        said.push(format!("When a game starts, the dice lay {pieces} of the agreed set into every hand."));
    }
    if rules.rewards() > 0 {
        let (pieces, who) = (pieces(rules.rewards()), if rules.rewards_by_dice() { "gets" } else { "picks" });
        let how = if rules.rewards_by_dice() { " by dice" } else { "" };
        said.push(format!(
            "Whoever captures a king {who} {pieces} of the agreed set{how}, for the hand in the match's next game."
        ));
    }
    if !rules.has_fairy_pieces() {
        return said;
    }
    let set = rules.fairy_set();
    let names: Vec<String> = set.iter().map(|form| form.name()).collect();
    said.push(format!("The agreed set: {}.", names.join(", ")));
    if rules.worst_faces > 0 && set.iter().any(|form| form.marks.contains(Marks::INTELLIGENT)) {
        said.push(
            "The opponent never moves an intelligent piece, but may call it: then its owner must move it."
                .to_owned(),
        );
    }
    said
}

/// How often something happens to a board, and what (RULES §9, §10).
fn events(rules: &RuleSet) -> Vec<String> {
    let often = match rules.events {
        Events::None => return Vec::new(),
        Events::Lively => "on a six something happens to that board",
        Events::Wild => "on a five or six something happens to that board",
        Events::Raving => "and something happens to that board",
    };
    vec![
        format!(
            "When both seats of a board have moved, a die is rolled; {often}: bacteria, a quarter turn, a cylinder, an extra row, a ring or a cloak."
        ),
        "Who wears a ring of invisibility moves unseen by the other team; who wears a cloak of double strength is captured only where two attack."
            .to_owned(),
    ]
}

/// The gifts and rewards in a few words, for lists: `2 gifts, 1 reward by dice`; empty without them.
pub(super) fn fairy_in_short(rules: &RuleSet) -> String {
    let some = |number: u8, one: &str| match number {
        0 => None,
        1 => Some(format!("1 {one}")),
        number => Some(format!("{number} {one}s")),
    };
    let by = if rules.rewards_by_dice() { " by dice" } else { "" };
    let gifts = some(rules.gifts(), "gift");
    let rewards = some(rules.rewards(), "reward").map(|rewards| format!("{rewards} for a king{by}"));
    gifts.into_iter().chain(rewards).collect::<Vec<_>>().join(", ")
}

fn pieces(number: u8) -> String {
    if number == 1 { "one piece".to_owned() } else { format!("{number} pieces") }
}
