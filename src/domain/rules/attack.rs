//! Who attacks what: attacked squares, checks and pins.

use super::kind::{Kind, ROWS};
use super::position::Placement;
use super::square::{Square, SquareSet};
use crate::domain::seat::Army;

impl Placement {
    /// Whether an army attacks a square. What stands on `vacated` is looked through.
    pub(super) fn attacked(&self, target: Square, by: Army, vacated: Option<Square>) -> bool {
        self.leaper_attackers(target, by).next().is_some()
            || self.geometry.rays(target).any(|ray| {
                let seen = ray.squares.iter().filter(|square| Some(**square) != vacated);
                let first = seen.copied().find_map(|square| self.at(square));
                first.is_some_and(|piece| piece.army == by && piece.kind.slides(ray.slide))
            })
    }

    /// The leapers and pawns of an army that attack a square.
    fn leaper_attackers(&self, target: Square, by: Army) -> impl Iterator<Item = Square> {
        let leapers = ROWS.iter().filter(|row| !row.leaps.is_empty() && self.kinds.contains(row.kind));
        let leapers = leapers.flat_map(move |row| {
            let from = self.geometry.leaps(row.kind, target).iter().copied();
            from.filter(move |square| self.is(*square, by, row.kind))
        });
        let pawns = self.geometry.pawn_attackers(by, target).iter().copied();
        leapers.chain(pawns.filter(move |square| {
            self.at(*square).is_some_and(|piece| piece.army == by && piece.kind.row().pawn)
        }))
    }

    fn is(&self, square: Square, army: Army, kind: Kind) -> bool {
        self.at(square).is_some_and(|piece| piece.army == army && piece.kind == kind)
    }

    /// The squares from which a piece of this kind, standing where nothing stands now, would attack
    /// `target` for an army.
    pub(super) fn attacking_squares(&self, target: Square, by: Army, kind: Kind) -> SquareSet {
        let mut squares: SquareSet = self.geometry.leaps(kind, target).iter().copied().collect();
        if kind.row().pawn {
            squares = self.geometry.pawn_attackers(by, target).iter().copied().collect();
        }
        for ray in self.geometry.rays(target).filter(|ray| kind.slides(ray.slide)) {
            let free = ray.squares.iter().copied().take_while(|square| self.at(*square).is_none());
            free.for_each(|square| squares.insert(square));
        }
        squares
    }
}

/// What a king has to fear, found once for all moves of its army.
#[derive(Clone, Debug)]
pub(super) struct Safety {
    /// How many ways of attack reach the king; one piece can have two, around a cylinder.
    pub(super) checks: u32,
    /// Where a piece that is not the king answers every check, by capture or block.
    pub(super) answers: SquareSet,
    /// Where a dropped piece blocks every check.
    pub(super) blocks: SquareSet,
    /// The own pieces that stand between the king and a slider.
    pub(super) pinned: SquareSet,
}

impl Safety {
    /// For the king of `army` on `king`.
    pub(super) fn of(placement: &Placement, king: Square, army: Army) -> Self {
        let mut safety =
            Self { checks: 0, answers: SquareSet::ALL, blocks: SquareSet::ALL, pinned: SquareSet::EMPTY };
        for leaper in placement.leaper_attackers(king, army.other()) {
            safety.check(leaper, SquareSet::EMPTY);
        }
        for ray in placement.geometry.rays(king) {
            let mut occupied = ray
                .squares
                .iter()
                .enumerate()
                .filter_map(|(n, square)| Some((n, *square, placement.at(*square)?)));
            let Some((distance, square, piece)) = occupied.next() else { continue };
            if piece.army != army {
                if piece.kind.slides(ray.slide) {
                    safety.check(square, ray.squares[..distance].iter().copied().collect());
                }
            } else if occupied
                .next()
                .is_some_and(|(_, _, behind)| behind.army != army && behind.kind.slides(ray.slide))
            {
                safety.pinned.insert(square);
            }
        }
        safety
    }

    fn check(&mut self, by: Square, mut between: SquareSet) {
        self.checks += 1;
        self.blocks = self.blocks & between;
        between.insert(by);
        self.answers = self.answers & between;
    }

    pub(super) const fn in_check(&self) -> bool {
        self.checks > 0
    }
}
