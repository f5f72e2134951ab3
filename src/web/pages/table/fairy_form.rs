//! The part of `/matches/new` about fairy pieces: gifts, rewards, who picks them, the agreed set (RULES §8).

use crate::domain::rules::{Form, RuleSet};
use crate::domain::seat::Army;
use crate::web::fields::Typed;
use crate::web::form::Errors;
use crate::web::present::Piece;

/// The most gifts or rewards that can be agreed.
const MOST: u8 = 6;

/// The layers that this part asks for; the list of all layers leaves them out.
pub(super) const LAYERS: [&str; 4] = ["gifts", "rewards", "reward_pick", "fairy_set"];

/// Every piece that can be agreed on, the ones usually agreed on first: RULES §8, in an order to read.
const PIECES: [&str; 24] = [
    "C", "G", "Z", "T", "X", "Y", "N^", "B^", "R^", "Q^", "N!", "B!", "R!", "Q!", "C!", "G!", "Z!", "T!",
    "X!", "Y!", "N^!", "B^!", "R^!", "Q^!",
];

/// How many of them are usually agreed on.
const USUAL: usize = 14;

/// This part of the form, as it is filled in.
pub(super) struct FairyForm {
    pub(super) gifts: String,
    pub(super) rewards: String,
    /// `player` or `dice`.
    pub(super) pick: String,
    /// The pieces that are usually agreed on.
    pub(super) usual: Vec<SetChoice>,
    /// The others.
    pub(super) more: Vec<SetChoice>,
    /// Shown unfolded.
    pub(super) open: bool,
}

/// A piece to agree on.
pub(super) struct SetChoice {
    /// As the form sends it, `R^`.
    pub(super) text: &'static str,
    pub(super) name: String,
    pub(super) piece: Piece,
    pub(super) chosen: bool,
}

impl FairyForm {
    /// The numbers to choose from.
    pub(super) const fn numbers() -> std::ops::RangeInclusive<u8> {
        0..=MOST
    }

    /// Some of the less usual pieces are chosen.
    pub(super) fn more_chosen(&self) -> bool {
        self.more.iter().any(|choice| choice.chosen)
    }

    /// As the game has it, or as it was `typed`; none where no fairy pieces are possible.
    pub(super) fn new(rules: &RuleSet, typed: Option<&Typed>, errors: &Errors) -> Option<Self> {
        if !rules.ends_by_king_capture() {
            return None;
        }
        let typed = typed.filter(|typed| sent(typed));
        let value = |layer: &str| typed.and_then(|typed| typed.get(layer)).map(str::to_owned);
        let field = |layer: &str| value(layer).unwrap_or_else(|| rules.value(layer));
        let agreed = rules.value("fairy_set");
        let chosen = |text: &str| match typed {
            Some(typed) => chosen(typed).any(|piece| piece == text),
            None => agreed.split(',').any(|piece| piece == text),
        };
        let choice = |text: &&'static str| {
            let form: Form = text.parse().ok()?;
            let piece = Piece::of(Army::White, form);
            Some(SetChoice { text, name: form.name(), piece, chosen: chosen(text) })
        };
        let (usual, more) = PIECES.split_at(USUAL);
        let (gifts, rewards) = (field("gifts"), field("rewards"));
        let wrong = LAYERS.iter().any(|layer| !errors.of(layer).is_empty());
        Some(Self {
            open: wrong || [&gifts, &rewards].iter().any(|number| *number != "0"),
            gifts,
            rewards,
            pick: field("reward_pick"),
            usual: usual.iter().filter_map(choice).collect(),
            more: more.iter().filter_map(choice).collect(),
        })
    }
}

/// Whether the form had this part: what sends nothing of it leaves the game as it is.
fn sent(typed: &Typed) -> bool {
    typed.get("fairy_form").is_some()
}

fn chosen(typed: &Typed) -> impl Iterator<Item = &str> {
    typed.all().filter(|(name, _)| *name == "fairy").map(|(_, piece)| piece)
}

/// The layers that this part of the form asks for. What a table without fairy pieces would pick them from is
/// not looked at.
pub(super) fn layers(typed: &Typed, errors: &mut Errors) -> Vec<(String, String)> {
    if !sent(typed) {
        return Vec::new();
    }
    let number = |layer: &'static str, errors: &mut Errors| {
        let text = typed.get(layer).unwrap_or_default().trim();
        let number = text.parse::<u8>().ok().filter(|number| *number <= MOST);
        errors.take(layer, number.ok_or_else(|| format!("choose a number from 0 to {MOST}"))).unwrap_or(0)
    };
    let (gifts, rewards) = (number("gifts", errors), number("rewards", errors));
    let mut layers = vec![("gifts", gifts.to_string()), ("rewards", rewards.to_string())];
    if gifts + rewards > 0 {
        let set = chosen(typed).collect::<Vec<_>>().join(",");
        if set.is_empty() {
            errors.add("fairy_set", "tick at least one piece, or choose 0 gifts and 0 rewards");
        }
        layers.push(("fairy_set", set));
    }
    if rewards > 0 {
        layers.push(("reward_pick", typed.get("reward_pick").unwrap_or("player").to_owned()));
    }
    layers.into_iter().map(|(layer, value)| (layer.to_owned(), value)).collect()
}
