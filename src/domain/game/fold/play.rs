//! Rolls, decisions, passes, and the turns that begin after them.

use super::Moment;
use crate::domain::dice::ChainOf;
use crate::domain::game::event::{CalledByItself, Moved, Rolled, Unseen};
use crate::domain::game::history::{CalledLine, MovedLine, What};
use crate::domain::game::refusal::Corrupt;
use crate::domain::game::state::State;
use crate::domain::game::turn::{Fallen, Turn};
use crate::domain::rules::{Called, Due, Family, Move, Played, Tried};
use crate::domain::seat::{BoardNo, Seat};

/// Whether the dice asked for a piece of this family, or for none in particular.
fn rolled_family(roll: Option<Fallen>, family: Family) -> bool {
    let asked = roll.and_then(|fallen| Family::of_die(fallen.kind));
    asked.is_none_or(|asked| asked == Family::Any || asked == family)
}

/// What a bomb destroyed, in words.
fn destroyed(played: &Played) -> Vec<(crate::domain::rules::Square, String)> {
    played.destroyed.iter().map(|(square, piece)| (*square, piece.name())).collect()
}

impl State {
    pub(super) fn roll(&mut self, now: Moment, rolled: &Rolled) -> Result<(), Corrupt> {
        let board = rolled.board;
        let Due::Turn(mover) = self.due[board] else { return Err(Corrupt::Uncalled("rolled")) };
        let next = self.dice.next(ChainOf::Board(board));
        if (rolled.chain, rolled.roll) != (next.chain.number, next.roll) {
            return Err(Corrupt::RollNumber { chain: next.chain.number, roll: next.roll });
        }
        if rolled.next_anchor.is_some() != next.announces {
            return Err(Corrupt::NextAnchor);
        }
        let fallen = self.read_dice(board, &rolled.dice)?;
        self.dice.rolled(ChainOf::Board(board), now.seq, rolled.link, rolled.next_anchor);
        self.tell(now, What::Rolled { mover, fallen });
        self.begin_turn(now, mover, Some(fallen));
        self.board_seq[board] = now.seq;
        Ok(())
    }

    /// How many dice a turn rolls.
    pub(in crate::domain::game) fn dice_of_a_turn(&self) -> usize {
        1 + usize::from(self.settings.rules.worst_faces() > 0)
    }

    fn read_dice(&self, board: BoardNo, dice: &[u8]) -> Result<Fallen, Corrupt> {
        let wanted = self.dice_of_a_turn();
        if dice.len() != wanted || !dice.iter().all(|die| (1..=6).contains(die)) {
            return Err(Corrupt::Dice(wanted));
        }
        let worst_die = dice.get(1).copied();
        let worst = worst_die.is_some_and(|die| die <= self.settings.rules.worst_faces());
        Ok(Fallen { kind: dice[0], worst_die, worst, mark: self.dice.mark(board) })
    }

    pub(super) fn play(&mut self, now: Moment, moved: &Moved) -> Result<(), Corrupt> {
        let (board, mv) = (moved.board, moved.mv.ok_or(Corrupt::Sealed)?);
        let turn = self.decision(board, moved.seat, moved.chooser)?;
        self.salt(now, turn.decider, ChainOf::Board(board), &moved.given(), moved.opened)?;
        if let Move::Call(called) = mv {
            self.refill(board, now.due);
            return self.call(now, &turn, called, false);
        }
        let label = self.table.label(board);
        let (tried, noted) = self
            .table
            .attempt_noted(board, &mv, turn.demand())
            .map_err(|why| Corrupt::Illegal { mv: mv.to_string(), why })?;
        let Tried::Played(played) = tried else { return Err(Corrupt::Bump) };
        if Unseen::of(&played) != moved.hidden {
            return Err(Corrupt::Unseen);
        }
        self.refill(board, now.due);
        self.turns[board] = None;
        if mv == Move::Sit {
            self.kept_rolls[board] = turn.roll;
        } else {
            self.plies[board] += 1;
            self.count_round(board);
        }
        self.board_seq[board] = now.seq;
        let (seat, chooser) = (moved.seat, moved.chooser);
        let any_instead = played.moved.is_some_and(|piece| !rolled_family(turn.roll, piece.form().family()));
        let line = MovedLine {
            seat,
            chooser,
            mv,
            label,
            roll: turn.roll,
            any_instead,
            destroyed: destroyed(&played),
            hidden: moved.hidden.clone(),
            cell: played.cell.is_some(),
            taken: played.taken.clone(),
            san: noted,
        };
        self.tell(now, What::Moved(line));
        if mv != Move::Sit {
            self.team_moved[moved.seat.team()] = true;
        }
        self.answer_draw_by_move(turn.decider);
        self.look_around(now);
        self.count_partner_move(now, moved.seat);
        Ok(())
    }

    /// The decision that runs on a board, if it is of this seat's army and of this chooser.
    pub(super) fn decision(
        &self,
        board: BoardNo,
        seat: Seat,
        chooser: Option<Seat>,
    ) -> Result<Turn, Corrupt> {
        let turn = self.turns[board].clone().filter(|turn| {
            let decides = turn.chosen().then_some(turn.decider);
            !turn.reward && turn.mover == seat && decides == chooser
        });
        turn.filter(|_| self.frozen_by(board).is_none()).ok_or(Corrupt::NotTheTurn(board))
    }

    pub(super) fn call_by_itself(&mut self, now: Moment, call: CalledByItself) -> Result<(), Corrupt> {
        let board = call.board;
        let turn =
            self.turns[board].clone().filter(|turn| turn.mover == call.seat && call.seat.board() == board);
        let turn = turn.ok_or(Corrupt::NotTheTurn(board))?;
        // The opponent has decided nothing, so its bank gets nothing for it.
        if self.settings.bank.is_some() {
            let left = turn.clock.left_at(now.due, &self.outages).saturating_add(turn.aside);
            self.banks[turn.decider] = left;
        }
        self.call(now, &turn, call.call, true)
    }

    /// A piece is called: the mover decides, bound by that, with a fresh allowance (RULES §7).
    fn call(&mut self, now: Moment, turn: &Turn, called: Called, by_itself: bool) -> Result<(), Corrupt> {
        let (board, seat, mv) = (turn.board, turn.mover, Move::Call(called));
        let piece = called.name_on(self.table.board(board));
        self.table
            .attempt(board, &mv, turn.demand())
            .map_err(|why| Corrupt::Illegal { mv: mv.to_string(), why })?;
        self.board_seq[board] = now.seq;
        self.tell(now, What::Called(CalledLine { seat, called, piece, by_itself, roll: turn.roll }));
        self.fall_to(now, board, seat);
        Ok(())
    }

    pub(super) fn pass(&mut self, now: Moment, board: BoardNo, seat: Seat) -> Result<(), Corrupt> {
        let uncalled = Corrupt::Uncalled("passed");
        if self.due[board] != Due::Pass(seat) {
            return Err(uncalled);
        }
        let label = self.table.label(board);
        self.table.pass(board).map_err(|_| uncalled)?;
        self.plies[board] += 1;
        self.count_round(board);
        self.board_seq[board] = now.seq;
        self.tell(now, What::Passed { seat, label });
        self.look_around(now);
        Ok(())
    }

    /// After the table changed: the result, or what each board asks for now. Finding out looks for
    /// legal moves, so boards whose turn runs on are not asked again.
    pub(super) fn look_around(&mut self, now: Moment) {
        if let Some(outcome) = self.table.outcome().cloned() {
            return self.close(now, &outcome);
        }
        for &board in self.settings.rules.boards() {
            if self.turns[board].is_some() {
                continue;
            }
            // The event of a round comes before anything else on its board.
            self.due[board] = if self.event_due[board] { Due::Nothing } else { self.table.due(board) };
            if let Due::Turn(mover) = self.due[board] {
                let kept = self.kept_rolls[board].take();
                if kept.is_some() || !self.settings.rules.has_type_die() {
                    self.begin_turn(now, mover, kept);
                }
            }
        }
    }

    fn begin_turn(&mut self, now: Moment, mover: Seat, roll: Option<Fallen>) {
        let time = self.time_of(Turn::decider_of(mover, roll));
        self.turns[mover.board()] = Some(Turn::begin(now.seq, mover, roll, now.due, time));
    }
}
