//! Who sits down and leaves, the start, resigning, chains and salts, and the end.

use super::{Moment, need};
use crate::domain::dice::{ChainOf, SealBook};
use crate::domain::game::command::SaltGiven;
use crate::domain::game::dice_book::MAX_CHAIN;
use crate::domain::game::event::{NewChain, SeatTaken};
use crate::domain::game::history::What;
use crate::domain::game::refusal::Corrupt;
use crate::domain::game::state::{Chair, Sitter, Stage, State};
use crate::domain::rules::{Due, Outcome, WinBy};
use crate::domain::seat::{ByBoard, BySeat, Seat};

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

    pub(super) fn start(&mut self, now: Moment) {
        self.phase = Stage::Running;
        let seats = Seat::ALL.into_iter();
        let salts = seats.filter_map(|seat| Some((seat, self.seats[seat].as_ref()?.salt.as_ref()?)));
        self.dice.seated(salts);
        self.board_seq = ByBoard::from_fn(|_| now.seq);
        self.tell(now, What::Started);
        self.look_around(now);
    }

    pub(super) fn resign(&mut self, now: Moment, seat: Seat) -> Result<(), Corrupt> {
        need(matches!(self.phase, Stage::Running), "resigned")?;
        if self.seats[seat].is_none() {
            return Err(Corrupt::Seat(seat));
        }
        self.tell(now, What::Resigned { seat });
        self.end(now, Outcome::Win { team: seat.team().other(), by: WinBy::Resignation });
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
        self.salt(now, seat, given, opened)?;
        self.tell(now, What::Salted { seat });
        Ok(())
    }

    pub(super) fn salt(
        &mut self,
        now: Moment,
        seat: Seat,
        given: &SaltGiven,
        opened: Option<bool>,
    ) -> Result<(), Corrupt> {
        if self.dice.seals[seat].would_open(&given.salt) != opened {
            return Err(Corrupt::SealWord);
        }
        self.dice.salted(seat, given, now.seq);
        Ok(())
    }

    /// An end that comes from outside the board.
    pub(super) fn end(&mut self, now: Moment, outcome: Outcome) {
        self.table.end(outcome.clone());
        self.close(now, outcome);
    }

    pub(super) fn close(&mut self, now: Moment, outcome: Outcome) {
        self.tell(now, What::Ended { outcome: outcome.clone() });
        self.phase = Stage::Over { outcome, at: now.at };
        self.clear();
    }

    /// Called off while it ran.
    pub(super) fn call_off(&mut self) {
        self.phase = Stage::Cancelled;
        self.clear();
    }

    /// Nothing runs and nothing stands open any more.
    fn clear(&mut self) {
        self.turns = ByBoard::default();
        self.kept_rolls = ByBoard::default();
        self.due = ByBoard::from_fn(|_| Due::Nothing);
        self.draw = None;
        self.pause = None;
        self.vacancies = BySeat::default();
        self.leave = BySeat::default();
    }
}
