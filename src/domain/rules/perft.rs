//! Counting the lines of play from one board by itself (DESIGN §8): captured pieces leave, no pawn comes
//! home, nobody passes, a captured king ends its line.

use super::generate::Generator;
use super::moves::Move;
use super::position::Position;
use super::ruleset::RuleSet;
use crate::domain::seat::Army;

impl Position {
    /// How many lines of exactly `depth` moves there are; those of the last move are counted in bulk.
    #[must_use]
    pub fn perft(&self, rules: &RuleSet, depth: u32) -> u64 {
        self.lines(rules, depth, &mut Vec::new())
    }

    /// The same for each first move, sorted bytewise by its text.
    #[must_use]
    pub fn perft_divided(&self, rules: &RuleSet, depth: u32) -> Vec<(Move, u64)> {
        let mut moves = if self.has_ended() || depth == 0 {
            Vec::new()
        } else {
            Generator::new(self, rules, self.to_move).all()
        };
        moves.sort_by_cached_key(Move::to_string);
        moves.into_iter().map(|mv| (mv, self.after(mv, rules).perft(rules, depth - 1))).collect()
    }

    fn lines(&self, rules: &RuleSet, depth: u32, spare: &mut Vec<Move>) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.has_ended() {
            return 0;
        }
        let generator = Generator::new(self, rules, self.to_move);
        if depth == 1 {
            return generator.count(spare);
        }
        generator.all().iter().map(|mv| self.after(*mv, rules).lines(rules, depth - 1, spare)).sum()
    }

    fn has_ended(&self) -> bool {
        Army::ALL.into_iter().any(|army| self.king(army).is_none())
    }

    fn after(&self, mv: Move, rules: &RuleSet) -> Self {
        let mut after = self.clone();
        after.apply(mv, rules);
        after
    }
}
