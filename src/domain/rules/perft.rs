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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::rules::kind::{Kind, KindSet};

    /// Camels, giraffes and zebras are rows of the table of kinds, so that the counts of games with them
    /// hold although no preset has them yet.
    #[test]
    fn leapers_agree_with_the_oracle() {
        use Kind::{Bishop, Camel, Giraffe, King, Knight, Pawn, Queen, Rook, Zebra};
        let mut rules = RuleSet::preset("bughouse-worst-move").unwrap();
        rules.kinds = KindSet::of(&[Pawn, Knight, Bishop, Rook, Queen, King, Camel, Giraffe, Zebra]);
        let rows = include_str!("../../../tests/data/perft.jsonl").lines();
        let rows = rows.map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let mut checked = 0;
        for row in rows.filter(|row| row["fairy"] == true) {
            let (nodes, depth) = (row["nodes"].as_u64().unwrap(), row["depth"].as_u64().unwrap());
            if nodes <= 100_000 {
                let position = Position::parse(&rules, row["board"].as_str().unwrap()).unwrap();
                assert_eq!(position.perft(&rules, u32::try_from(depth).unwrap()), nodes, "{row}");
                checked += 1;
            }
        }
        assert!(checked > 50, "{checked} rows");
    }
}
