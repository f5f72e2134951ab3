//! Time: lapses, allowances and banks, the three-move rule, time given, outages, pauses.

use super::Moment;
use crate::domain::game::event::{AfterLapse, TimeRanOut};
use crate::domain::game::history::What;
use crate::domain::game::state::State;
use crate::domain::rules::{DrawBy, Outcome, WinBy};
use crate::domain::seat::{BoardNo, Seat};
use time::{Duration, OffsetDateTime};

impl State {
    pub(super) fn run_out(&mut self, now: Moment, lapse: TimeRanOut) {
        let TimeRanOut { board, decider, lapse: times, follows, .. } = lapse;
        if let Some(times) = times {
            self.lapses[decider] = times;
        }
        self.board_seq[board] = now.seq;
        self.tell(now, What::TimeRanOut { board, decider, lapse: times, follows });
        match follows {
            AfterLapse::Loses => {
                self.end(now, &Outcome::Win { team: decider.team().other(), by: WinBy::Time });
            }
            AfterLapse::Draws => self.end(now, &Outcome::Draw { by: DrawBy::Time }),
            AfterLapse::DicePick => self.leave_reward_to_dice(now, board),
            AfterLapse::OpponentChooses | AfterLapse::MoverChooses => {
                self.table.lift_call(board);
                self.table.lift_touch(board);
                self.refill(board, now.due);
                self.fall_to(now, board, decider.opponent());
            }
        }
    }

    /// A running decision falls to another seat, with a fresh allowance or that seat's bank. Its time
    /// begins when the log says so, not at the moment that was due: nobody could know of it before.
    pub(super) fn fall_to(&mut self, now: Moment, board: BoardNo, decider: Seat) {
        let time = self.time_of(decider);
        if let Some(turn) = &mut self.turns[board] {
            turn.fall_to(decider, now.seq, now.at, time);
        }
    }

    /// What a seat's decision begins with.
    pub(super) fn time_of(&self, decider: Seat) -> Duration {
        match self.settings.bank {
            Some(_) => self.banks[decider],
            None => self.settings.allowance_seconds.duration(),
        }
    }

    /// A decision of a board is over, by a move or by time: what is left goes back into the bank.
    pub(super) fn refill(&mut self, board: BoardNo, at: OffsetDateTime) {
        if let (Some(bank), Some(turn)) = (self.settings.bank, &self.turns[board]) {
            let left = turn.clock.left_at(at, &self.outages).saturating_add(turn.aside);
            self.banks[turn.decider] = bank.refilled(left);
        }
    }

    /// The three-move rule (RULES §5): a move of `mover`'s army counts for the partner's decision.
    pub(super) fn count_partner_move(&mut self, now: Moment, mover: Seat) {
        let bound = self.form > 1 && !self.settings.rules.is_round_table();
        let bank = self.settings.bank.is_some();
        let Some(turn) = self.turns[mover.board().other()].as_mut().filter(|_| bound) else { return };
        let decider = turn.decider;
        if decider.partner() == mover && turn.partner_moved(now.seq, now.due, &self.outages, bank) {
            self.tell(now, What::Hurried { seat: decider });
        }
    }

    pub(super) fn give_time(&mut self, now: Moment, seat: Seat, to: Seat, seconds: u64) {
        let gift = Duration::seconds(i64::try_from(seconds).unwrap_or(i64::MAX));
        if let Some(turn) = &mut self.turns[to.board()] {
            turn.clock.change(now.due, &self.outages, |left| left.saturating_add(gift));
        }
        self.tell(now, What::TimeGiven { seat, to, days: seconds / 86_400 });
    }

    /// No clock counts the span; what runs is not touched otherwise.
    pub(super) fn credit(&mut self, now: Moment, from: OffsetDateTime, until: OffsetDateTime) {
        self.outages.add(from, until);
        self.tell(now, What::ClocksCredited { from, until });
    }
}
