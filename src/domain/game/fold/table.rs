//! Who sits down and leaves, resigning, chains and salts, and ends that come from outside the boards.

use super::{Moment, need};
use crate::domain::dice::{ChainOf, SealBook};
use crate::domain::game::command::SaltGiven;
use crate::domain::game::dice_book::MAX_CHAIN;
use crate::domain::game::event::{NewChain, SeatTaken};
use crate::domain::game::history::What;
use crate::domain::game::refusal::Corrupt;
use crate::domain::game::state::{Chair, Sitter, Stage, State};
use crate::domain::rules::{Outcome, WinBy};
use crate::domain::seat::Seat;

impl State {
    pub(super) fn take_seat(&mut self, now: Moment, taken: &SeatTaken) -> Result<(), Corrupt> {
        need(matches!(self.phase, Stage::Open), "seat_taken")?;
        if !self.seat_list().contains(&taken.seat) || self.seats[taken.seat].is_some() {
            return Err(Corrupt::Seat(taken.seat));
        }
        if self.seat_of(taken.account).is_some() {
            return Err(Corrupt::TwoSeats);
        }
        self.seats[taken.seat] = Some(Chair { account: taken.account, salt: Some(taken.salt.clone()) });
        self.sitters[taken.seat].push(Sitter { seq: now.seq, account: taken.account });
        self.dice.seals[taken.seat] = SealBook::seated(now.seq, taken.drawn_by, taken.next);
        self.tell(now, What::Joined { seat: taken.seat, account: taken.account });
        Ok(())
    }

    pub(super) fn leave_seat(&mut self, now: Moment, seat: Seat) -> Result<(), Corrupt> {
        need(matches!(self.phase, Stage::Open), "seat_left")?;
        let chair = self.seats[seat].take().ok_or(Corrupt::Seat(seat))?;
        self.dice.seals[seat] = SealBook::default();
        self.tell(now, What::Left { seat, account: chair.account });
        Ok(())
    }

    pub(super) fn cancel(&mut self, now: Moment) -> Result<(), Corrupt> {
        need(matches!(self.phase, Stage::Open), "match_cancelled")?;
        self.phase = Stage::Cancelled;
        self.tell(now, What::Cancelled);
        Ok(())
    }

    pub(super) fn resign(&mut self, now: Moment, seat: Seat) -> Result<(), Corrupt> {
        need(self.game_is_on(), "resigned")?;
        if self.seats[seat].is_none() {
            return Err(Corrupt::Seat(seat));
        }
        self.tell(now, What::Resigned { seat });
        self.end(now, &Outcome::Win { team: seat.team().other(), by: WinBy::Resignation });
        Ok(())
    }

    pub(super) fn renew(&mut self, now: Moment, chains: &[NewChain; 3]) -> Result<(), Corrupt> {
        need(matches!(self.phase, Stage::Open | Stage::Running), "chains_renewed")?;
        let least = self.dice.fresh_number();
        let numbers = least..=MAX_CHAIN;
        let in_order =
            chains.iter().zip(ChainOf::ALL).all(|(new, of)| new.of == of && numbers.contains(&new.chain));
        if !in_order {
            return Err(Corrupt::NewChains(least));
        }
        for new in chains {
            self.dice.renew(new.of, new.chain, new.anchor, now.seq);
        }
        self.tell(now, What::ChainsRenewed);
        Ok(())
    }

    pub(super) fn salt_alone(
        &mut self,
        now: Moment,
        seat: Seat,
        given: &SaltGiven,
        opened: Option<bool>,
    ) -> Result<(), Corrupt> {
        if !self.needs_salt_from().contains(&seat) {
            return Err(Corrupt::Uncalled("salted"));
        }
        let of = if self.table_rolls() { ChainOf::Table } else { ChainOf::Board(seat.board()) };
        self.salt(now, seat, of, given, opened)?;
        self.tell(now, What::Salted { seat });
        Ok(())
    }

    /// A salt for the dice of a board or of the table.
    pub(super) fn salt(
        &mut self,
        now: Moment,
        seat: Seat,
        of: ChainOf,
        given: &SaltGiven,
        opened: Option<bool>,
    ) -> Result<(), Corrupt> {
        if self.dice.seals[seat].would_open(&given.salt) != opened {
            return Err(Corrupt::SealWord);
        }
        self.dice.salted(seat, of, given, now.seq);
        Ok(())
    }

    /// An end that comes from outside the board.
    pub(super) fn end(&mut self, now: Moment, outcome: &Outcome) {
        self.table.end(outcome.clone());
        self.close(now, outcome);
    }
}
