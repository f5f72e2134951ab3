//! On which squares a piece in hand may be dropped (RULES §4, §8).

use super::generate::Generator;
use super::kind::Landing;
use super::moves::Move;
use super::piece::Form;
use super::ruleset::Permission;
use super::square::{Square, SquareSet};

impl Generator<'_> {
    /// The squares on which a piece in hand may be dropped.
    pub(super) fn drop_squares(&self, form: Form) -> SquareSet {
        if form.kind.row().landing == Landing::Explodes {
            return self.bomb_squares();
        }
        let placement = &self.position.placement;
        let mut squares = placement.empty_squares();
        if let Some(safety) = self.safety.as_ref().filter(|safety| safety.in_check()) {
            squares = squares & safety.blocks;
        }
        let pawn = form.kind.row().pawn;
        if pawn {
            squares = squares & self.pawn_drop_ranks();
        }
        let Some(king) = self.position.king(self.army.other()) else { return squares };
        if self.rules.drop_checks == Permission::Forbidden {
            squares = squares & !placement.attacking_squares(king, self.army, form);
        } else if pawn && self.rules.pawn_drop_mate == Permission::Forbidden {
            let checking = squares & placement.attacking_squares(king, self.army, form);
            checking.iter().filter(|to| self.mates(form, *to)).for_each(|to| squares.remove(to));
        }
        squares
    }

    /// Every square but a pyramid's. What the bomb destroys may have stood before a king, so that where
    /// check matters each square is tried.
    fn bomb_squares(&self) -> SquareSet {
        let squares = self.position.geometry().all() & !self.position.placement.pyramids();
        if self.safety.is_none() {
            return squares;
        }
        squares.iter().filter(|center| self.bomb_is_safe(*center)).collect()
    }

    fn bomb_is_safe(&self, center: Square) -> bool {
        let mut after = self.position.placement.clone();
        after.blast(center);
        let attacked = |army| after.king(army).is_some_and(|king| after.attacked(king, army.other(), None));
        let checks = || self.rules.drop_checks == Permission::Forbidden && attacked(self.army.other());
        !attacked(self.army) && !checks()
    }

    /// The squares of the ranks on which the army may drop pawns and taxis.
    pub(super) fn pawn_drop_ranks(&self) -> SquareSet {
        let geometry = self.position.geometry();
        let last = geometry.last_rank(self.army) - self.rules.pawn_drop_ranks.kept_free();
        geometry.rank_sets(self.army)[1..usize::from(last)]
            .iter()
            .fold(SquareSet::EMPTY, |all, set| all | *set)
    }

    /// Whether a drop mates.
    fn mates(&self, form: Form, to: Square) -> bool {
        let mut after = self.position.clone();
        after.apply(Move::Drop { form, to }, self.rules);
        Generator::new(&after, self.rules, self.army.other()).mated(false)
    }
}
