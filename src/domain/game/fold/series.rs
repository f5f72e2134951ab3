//! From game to game: the score, rewards, the exchange of seats, gifts (RULES §8, §11).

use super::Moment;
use crate::domain::dice::ChainOf;
use crate::domain::game::event::{GiftsRolled, Pieces, RewardPicked, RewardRolled};
use crate::domain::game::history::What;
use crate::domain::game::offers::Pause;
use crate::domain::game::refusal::Corrupt;
use crate::domain::game::series::{Ending, GameOver, Reward, is_king_capture};
use crate::domain::game::state::{Stage, State};
use crate::domain::game::turn::Turn;
use crate::domain::hash::Hash;
use crate::domain::rules::{Due, Outcome, Table};
use crate::domain::seat::{Army, BoardNo, ByBoard, BySeat, ByTeam, Seat, Team};

impl State {
    /// The game ended by what stands on the boards or by a word; the match ends with it or goes on.
    pub(super) fn close(&mut self, now: Moment, outcome: &Outcome) {
        // A decision that the end cuts off counts as made at that moment. Matches of the earlier forms lost
        // what it had used, and the increment.
        if self.form > 3 {
            self.settings.rules.boards().iter().for_each(|&board| self.refill(board, now.due));
        }
        self.record(now, outcome);
        self.clear_game();
        match self.ending_by(outcome) {
            Some(ending) => self.finish(now, ending),
            None => self.begin_reward(now, outcome),
        }
    }

    /// Writes a game's end and its points down.
    pub(super) fn record(&mut self, now: Moment, outcome: &Outcome) {
        self.tell(now, What::Ended { outcome: outcome.clone() });
        let points = self.table.points();
        if let Some(team) = outcome.winner() {
            self.score[team] += u32::try_from(points.len()).unwrap_or(0);
            // Matches of the earlier forms told nothing of points, and their stories stay as they were.
            if self.form > 2 {
                let (points, score) = (points.clone(), self.score);
                self.tell(now, What::Scored { team, points, score });
            }
        }
        self.games.push(GameOver {
            number: self.game(),
            last_seq: now.seq,
            at: now.at,
            outcome: outcome.clone(),
            points,
            score: self.score,
        });
    }

    /// The match is over.
    pub(super) fn finish(&mut self, now: Moment, ending: Ending) {
        if !matches!(ending, Ending::Game { .. }) {
            self.tell(now, What::MatchEnded { ending: ending.clone() });
        }
        self.phase = Stage::Over { ending, at: now.at };
        self.clear();
    }

    /// Before the next game whoever captured the king is rewarded, where the table agreed on that.
    fn begin_reward(&mut self, now: Moment, outcome: &Outcome) {
        let rules = &self.settings.rules;
        let rewarded = rules.rewards() > 0 && is_king_capture(outcome);
        let Some(seat) = self.table.captor().filter(|_| rewarded) else { return };
        if rules.rewards_by_dice() {
            self.reward = Some(Reward::Rolls { seat });
        } else {
            self.reward = Some(Reward::Picks { seat });
            self.turns[seat.board()] = Some(Turn::reward(now.seq, seat, now.due, self.time_of(seat)));
        }
    }

    /// The time for the reward is over.
    pub(super) fn leave_reward_to_dice(&mut self, now: Moment, board: BoardNo) {
        self.refill(board, now.due);
        if let Some(turn) = self.turns[board].take() {
            self.reward = Some(Reward::Rolls { seat: turn.decider });
        }
    }

    /// That pieces are as many as agreed and of the agreed set.
    fn agreed(&self, pieces: &Pieces, number: u8) -> Result<(), Corrupt> {
        let rules = &self.settings.rules;
        let fit = pieces.0.len() == usize::from(number) && pieces.0.iter().all(|&f| rules.in_fairy_set(f));
        if fit { Ok(()) } else { Err(Corrupt::Pieces(number)) }
    }

    pub(super) fn pick(&mut self, now: Moment, picked: &RewardPicked) -> Result<(), Corrupt> {
        let (seat, board) = (picked.seat, picked.seat.board());
        let running = self.turns[board].as_ref().is_some_and(|turn| turn.reward && turn.decider == seat);
        if !running {
            return Err(Corrupt::NotTheTurn(board));
        }
        self.agreed(&picked.pieces, self.settings.rules.rewards())?;
        self.salt(now, seat, ChainOf::Table, &picked.given(), picked.opened)?;
        self.refill(board, now.due);
        self.turns[board] = None;
        self.board_seq[board] = now.seq;
        self.win(now, seat, &picked.pieces, false);
        Ok(())
    }

    pub(super) fn roll_reward(&mut self, now: Moment, rolled: &RewardRolled) -> Result<(), Corrupt> {
        self.agreed(&rolled.pieces, self.settings.rules.rewards())?;
        self.roll_table(now, (rolled.chain, rolled.roll), rolled.link, rolled.next_anchor)?;
        self.win(now, rolled.seat, &rolled.pieces, true);
        Ok(())
    }

    fn win(&mut self, now: Moment, seat: Seat, pieces: &Pieces, by_dice: bool) {
        self.reward = Some(Reward::Won { seat, pieces: pieces.clone() });
        self.tell(now, What::Rewarded { seat, pieces: pieces.clone(), by_dice });
    }

    pub(super) fn roll_gifts(&mut self, now: Moment, rolled: &GiftsRolled) -> Result<(), Corrupt> {
        let number = self.settings.rules.gifts();
        if !rolled.gifts.keys().eq(self.seat_list()) {
            return Err(Corrupt::Pieces(number));
        }
        rolled.gifts.values().try_for_each(|pieces| self.agreed(pieces, number))?;
        self.roll_table(now, (rolled.chain, rolled.roll), rolled.link, rolled.next_anchor)?;
        for (seat, pieces) in &rolled.gifts {
            self.table.give(*seat, &pieces.0);
        }
        self.gifts_due = false;
        self.board_seq = ByBoard::from_fn(|_| now.seq);
        self.tell(now, What::Gifts { gifts: rolled.gifts.clone() });
        self.look_around(now);
        Ok(())
    }

    /// A roll of the table's chain.
    fn roll_table(
        &mut self,
        now: Moment,
        number: (u32, u32),
        link: Hash,
        next_anchor: Option<Hash>,
    ) -> Result<(), Corrupt> {
        let next = self.dice.next(ChainOf::Table);
        if number != (next.chain.number, next.roll) {
            return Err(Corrupt::RollNumber { chain: next.chain.number, roll: next.roll });
        }
        if next_anchor.is_some() != next.announces {
            return Err(Corrupt::NextAnchor);
        }
        self.dice.rolled(ChainOf::Table, now.seq, link, next_anchor);
        Ok(())
    }

    /// The first game, or the next with seats exchanged.
    pub(super) fn start(&mut self, now: Moment) {
        if matches!(self.phase, Stage::Open) {
            self.phase = Stage::Running;
            let seats = Seat::ALL.into_iter();
            let salts = seats.filter_map(|seat| Some((seat, self.seats[seat].as_ref()?.salt.as_ref()?)));
            self.dice.seated(salts);
        } else {
            self.exchange_seats();
            self.clear_game();
            self.table = Table::start(&self.settings.rules);
            self.lapses = BySeat::default();
            self.plies = ByBoard::default();
            self.team_moved = ByTeam::default();
        }
        self.starts.push(now.seq);
        self.board_seq = ByBoard::from_fn(|_| now.seq);
        self.tell(now, What::Started { game: self.game() });
        if let Some(Reward::Won { seat, pieces }) = self.reward.take() {
            self.table.give(seat.opponent(), &pieces.0);
        }
        self.gifts_due = self.settings.rules.gifts() > 0;
        if !self.gifts_due {
            self.look_around(now);
        }
    }

    /// White1 and Black2 exchange seats, and so do White3 and Black4, with all that is theirs (RULES §11).
    fn exchange_seats(&mut self) {
        for &board in self.settings.rules.boards() {
            let (white, black) = (Seat::at(board, Army::White), Seat::at(board, Army::Black));
            self.seats.swap(white, black);
            self.sitters.swap(white, black);
            self.banks.swap(white, black);
            self.leave.swap(white, black);
            self.vacancies.swap(white, black);
            self.dice.exchange(white, black);
            for seat in Seat::ALL {
                let open = self.vacancies[seat].iter_mut().flat_map(|vacancy| &mut vacancy.candidates);
                open.for_each(|candidate| candidate.words.swap(white, black));
            }
            if let Some(Pause::Asked { words, .. } | Pause::Runs { words, .. }) = &mut self.pause {
                words.swap(white, black);
            }
        }
        if let Some(Pause::Asked { by, .. }) = &mut self.pause {
            *by = by.opponent();
        }
        self.score.swap(Team::First, Team::Second);
    }

    /// No game runs any more.
    fn clear_game(&mut self) {
        self.turns = ByBoard::default();
        self.kept_rolls = ByBoard::default();
        self.event_due = ByBoard::default();
        self.due = ByBoard::from_fn(|_| Due::Nothing);
        self.draw = None;
    }

    /// Called off while it ran.
    pub(super) fn call_off(&mut self) {
        self.phase = Stage::Cancelled;
        self.clear();
    }

    /// Nothing runs and nothing stands open any more.
    fn clear(&mut self) {
        self.clear_game();
        self.reward = None;
        self.gifts_due = false;
        self.pause = None;
        self.vacancies = BySeat::default();
        self.leave = BySeat::default();
    }
}
