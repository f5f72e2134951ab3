//! What is asked of whom now: every obligation that stands, for mails and lists.

use super::offers::{Pause, Vacancy};
use super::state::State;
use super::turn::{HURRY, Turn};
use crate::domain::dice::ChainOf;
use crate::domain::ids::AccountId;
use crate::domain::seat::{BySeat, Seat};
use time::{Duration, OffsetDateTime};

/// One thing that is asked of one person; `to`, `what` and `seq` together name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Of whom.
    pub to: AccountId,
    /// What.
    pub what: AskKind,
    /// The event that caused it.
    pub seq: u64,
    /// The first moment that is too late; none while the clock stands, and where there is no hurry.
    pub deadline: Option<OffsetDateTime>,
    /// The time that the decision began with; nothing where there is no clock.
    pub allowance: Duration,
}

/// What can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AskKind {
    /// To decide the own move.
    Turn,
    /// To choose the opponent's move.
    Choose,
    /// To pick the reward for a captured king.
    Reward,
    /// A salt, without which the dice cannot roll (after new chains).
    Salt,
    /// Nothing: the opponent chooses this person's move.
    ChosenFor,
    /// To decide within a day, by the three-move rule (beside `Turn` or `Choose`).
    Hurry,
    /// A word on a draw.
    DrawOffer,
    /// A word on a pause.
    PauseOffer,
    /// A word on ending the pause early.
    ResumeOffer,
    /// A word on somebody who would take an empty seat.
    Substitute,
}

impl State {
    /// All obligations that stand now.
    #[must_use]
    pub fn asks(&self) -> Vec<Ask> {
        let turns = self.turns.iter().filter_map(|(_, turn)| turn.as_ref());
        let mut asks: Vec<Ask> = turns.flat_map(|turn| self.turn_asks(turn)).collect();
        asks.extend(self.salts_missing());
        if let Some(offer) = &self.draw {
            asks.extend(self.words_missing(AskKind::DrawOffer, offer.seq, offer.words));
        }
        match &self.pause {
            Some(Pause::Asked { seq, words, .. }) => {
                asks.extend(self.words_missing(AskKind::PauseOffer, *seq, *words));
            }
            Some(Pause::Runs { resume: Some(seq), words, .. }) => {
                asks.extend(self.words_missing(AskKind::ResumeOffer, *seq, *words));
            }
            _ => {}
        }
        for (seat, vacancy) in self.vacancies.iter() {
            asks.extend(vacancy.iter().flat_map(|vacancy| self.substitute_asks(seat, vacancy)));
        }
        asks
    }

    fn turn_asks(&self, turn: &Turn) -> Vec<Ask> {
        let (seq, allowance) = (turn.seq, turn.began_with);
        let deadline = turn.clock.deadline(&self.outages);
        let ask =
            |seat: Seat, what| self.account_at(seat).map(|to| Ask { to, what, seq, deadline, allowance });
        let hurry = turn.hurried.and_then(|seq| {
            ask(turn.decider, AskKind::Hurry).map(|ask| Ask { seq, allowance: HURRY, ..ask })
        });
        let (what, told) = if turn.reward {
            (AskKind::Reward, None)
        } else if turn.chosen() {
            (AskKind::Choose, ask(turn.mover, AskKind::ChosenFor))
        } else {
            (AskKind::Turn, None)
        };
        ask(turn.decider, what).into_iter().chain(told).chain(hurry).collect()
    }

    /// Named by the event that started the chain.
    fn salts_missing(&self) -> impl Iterator<Item = Ask> {
        self.needs_salt_from().into_iter().filter_map(|seat| {
            let of = if self.table_rolls() { ChainOf::Table } else { ChainOf::Board(seat.board()) };
            let seq = self.dice.next(of).anchored_at;
            self.account_at(seat).map(|to| word(to, AskKind::Salt, seq, None))
        })
    }

    fn words_missing(&self, what: AskKind, seq: u64, words: BySeat<bool>) -> Vec<Ask> {
        let missing = self.seat_list().iter().filter(|&&seat| !words[seat]);
        missing.filter_map(|&seat| self.account_at(seat)).map(|to| word(to, what, seq, None)).collect()
    }

    fn substitute_asks(&self, seat: Seat, vacancy: &Vacancy) -> Vec<Ask> {
        let deadline = self.vacancy_ends(seat);
        let of = |candidate: &super::offers::Candidate| {
            let seq = candidate.seq;
            let voters = self.seat_list().iter().filter(|&&voter| candidate.lacks(seat, voter));
            let people: Vec<AccountId> = voters.filter_map(|&voter| self.account_at(voter)).collect();
            people.into_iter().map(move |to| word(to, AskKind::Substitute, seq, deadline))
        };
        vacancy.candidates.iter().flat_map(of).collect()
    }
}

fn word(to: AccountId, what: AskKind, seq: u64, deadline: Option<OffsetDateTime>) -> Ask {
    Ask { to, what, seq, deadline, allowance: Duration::ZERO }
}
