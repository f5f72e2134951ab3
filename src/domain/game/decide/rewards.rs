//! Rewards and gifts: picked by players, or by the table's dice (RULES §8).

use super::playing;
use super::plays::{fresh, link};
use crate::domain::dice::{ChainOf, Draws, roll_seed};
use crate::domain::game::command::{Context, SaltGiven};
use crate::domain::game::event::{EventKind, GiftsRolled, Pieces, RewardPicked, RewardRolled};
use crate::domain::game::refusal::Refusal;
use crate::domain::game::state::State;
use crate::domain::hash::Hash;
use crate::domain::ids::AccountId;
use crate::domain::rules::{Form, RuleSet};
use crate::domain::seat::Seat;
use std::collections::BTreeMap;

/// The pick of whoever captured the king.
pub(super) fn pick(
    state: &State,
    account: AccountId,
    pieces: &[String],
    seen: u64,
    salt: &SaltGiven,
) -> Result<EventKind, Refusal> {
    let seat = playing(state, account)?;
    let board = seat.board();
    let picks = state.turns[board].as_ref().is_some_and(|turn| turn.reward && turn.decider == seat);
    if !picks {
        return Err(Refusal::NoReward);
    }
    fresh(state, board, seen)?;
    let pieces = agreed(&state.settings.rules, pieces)?;
    let opened = state.dice.seals[seat].would_open(&salt.salt);
    let SaltGiven { salt, drawn_by, next } = salt.clone();
    Ok(EventKind::RewardPicked(RewardPicked { seat, pieces, salt, drawn_by, next, opened }))
}

/// Reads pieces as the agreement has them.
fn agreed(rules: &RuleSet, texts: &[String]) -> Result<Pieces, Refusal> {
    if texts.len() != usize::from(rules.rewards()) {
        return Err(Refusal::RewardNumber(rules.rewards()));
    }
    let read = |text: &String| {
        let form: Form = text.parse().map_err(|_| Refusal::NoSuchReward(text.chars().take(20).collect()))?;
        if rules.in_fairy_set(form) { Ok(form) } else { Err(Refusal::NotAgreed(form)) }
    };
    texts.iter().map(read).collect::<Result<_, _>>().map(Pieces)
}

/// The dice pick.
pub(super) fn roll_reward(state: &State, seat: Seat, ctx: &Context<'_>) -> Result<RewardRolled, Refusal> {
    let (next, link, next_anchor) = link(state, ChainOf::Table, ctx)?;
    let pieces = state.reward_from(&link);
    Ok(RewardRolled { seat, chain: next.chain.number, roll: next.roll, link, pieces, next_anchor })
}

/// Pieces into every hand.
pub(super) fn roll_gifts(state: &State, ctx: &Context<'_>) -> Result<GiftsRolled, Refusal> {
    let (next, link, next_anchor) = link(state, ChainOf::Table, ctx)?;
    let gifts = state.gifts_from(&link);
    Ok(GiftsRolled { chain: next.chain.number, roll: next.roll, link, gifts, next_anchor })
}

impl State {
    /// The reward that the next roll of the table gives, given its link.
    pub(in crate::domain::game) fn reward_from(&self, link: &Hash) -> Pieces {
        self.drawn(&mut self.table_draws(link), self.settings.rules.rewards())
    }

    /// The gifts that the next roll of the table gives, given its link: seat after seat in the order of
    /// RULES §1.
    pub(in crate::domain::game) fn gifts_from(&self, link: &Hash) -> BTreeMap<Seat, Pieces> {
        let mut draws = self.table_draws(link);
        let number = self.settings.rules.gifts();
        self.seat_list().iter().map(|&seat| (seat, self.drawn(&mut draws, number))).collect()
    }

    fn table_draws(&self, link: &Hash) -> Draws {
        let next = self.dice.next(ChainOf::Table);
        Draws::from_seed(&roll_seed(next.chain, next.roll, link, next.transcript))
    }

    /// So many numbers below the size of the agreed set, each a piece of it; the same may come again.
    fn drawn(&self, draws: &mut Draws, number: u8) -> Pieces {
        let set = self.settings.rules.fairy_set();
        let size = u32::try_from(set.len()).unwrap_or(0);
        let mut draw = || set.get(usize::try_from(draws.below(size)).ok()?).copied();
        Pieces((0..number).filter_map(|_| draw()).collect())
    }
}
