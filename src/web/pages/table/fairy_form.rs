//! The part of `/matches/new` about fairy pieces: gifts, rewards, who picks them, the agreed set (RULES §8).

use crate::domain::rules::{Form, RuleSet};
use crate::domain::seat::Army;
use crate::web::fields::Typed;
use crate::web::form::Errors;
use crate::web::present::Piece;

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
    pub(super) text: String,
    pub(super) name: String,
    pub(super) piece: Piece,
    pub(super) chosen: bool,
}

impl FairyForm {
    /// The numbers to choose from.
    pub(super) const fn numbers() -> std::ops::RangeInclusive<u8> {
        0..=RuleSet::MOST_FAIRY_PIECES
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
        let choice = |form: Form| {
            let text = form.to_string();
            let (chosen, piece) = (chosen(&text), Piece::of(Army::White, form));
            SetChoice { text, name: form.name(), piece, chosen }
        };
        let [usual, more] = RuleSet::fairy_forms();
        let (gifts, rewards) = (field("gifts"), field("rewards"));
        let about = RuleSet::layers().iter().filter(|layer| layer.is_about_fairy_pieces());
        let wrong = about.into_iter().any(|layer| !errors.of(layer.name).is_empty());
        Some(Self {
            open: wrong || [&gifts, &rewards].iter().any(|number| *number != "0"),
            gifts,
            rewards,
            pick: field("reward_pick"),
            usual: usual.into_iter().map(choice).collect(),
            more: more.into_iter().map(choice).collect(),
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
        let number = text.parse::<u8>().ok().filter(|number| *number <= RuleSet::MOST_FAIRY_PIECES);
        errors
            .take(
                layer,
                number.ok_or_else(|| format!("choose a number from 0 to {}", RuleSet::MOST_FAIRY_PIECES)),
            )
            .unwrap_or(0)
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
