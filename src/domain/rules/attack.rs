//! Who attacks what: attacked squares, checks and pins.
//!
//! A cylindrical piece attacks as on a board whose first and last files touch (RULES §8), so where one is
//! about, its ways around the edge are looked at after those that the board itself has.

use super::geometry::{Geometry, Ray};
use super::kind::{Kind, ROWS};
use super::piece::{Form, Marks, Occupant, Piece};
use super::position::Placement;
use super::square::{Square, SquareSet};
use crate::domain::seat::Army;

impl Placement {
    /// Whether an army attacks a square. What stands on `vacated` is looked through.
    pub(super) fn attacked(&self, target: Square, by: Army, vacated: Option<Square>) -> bool {
        self.leaper_attackers(target, by).next().is_some()
            || self.slid_at(self.geometry, target, by, vacated)
            || self.around(by).is_some_and(|around| self.attacked_around(around, target, by, vacated))
    }

    fn slid_at(&self, shape: &Geometry, target: Square, by: Army, vacated: Option<Square>) -> bool {
        shape.rays(target).any(|ray| {
            self.first_on(&ray, vacated)
                .is_some_and(|(_, piece)| piece.army == by && piece.kind.slides(ray.slide))
        })
    }

    /// The pieces of an army that attack a square; two of them capture a wearer of a cloak (RULES §10).
    pub(super) fn attackers(&self, target: Square, by: Army) -> SquareSet {
        let mut found: SquareSet = self.leaper_attackers(target, by).collect();
        let slid = |shape: &Geometry, found: &mut SquareSet, which: fn(Piece) -> bool| {
            for ray in shape.rays(target) {
                let slider = self
                    .first_on(&ray, None)
                    .filter(|(_, piece)| piece.army == by && which(*piece) && piece.kind.slides(ray.slide));
                if let Some((square, _)) = slider {
                    found.insert(square);
                }
            }
        };
        slid(self.geometry, &mut found, |_| true);
        if let Some(around) = self.around(by) {
            found = found | self.cylindrical_leapers(around, target, by).collect();
            slid(around, &mut found, is_cylindrical);
        }
        found
    }

    /// The same for the cylindrical pieces of an army alone, on the shape with touching files.
    fn attacked_around(&self, around: &Geometry, target: Square, by: Army, vacated: Option<Square>) -> bool {
        self.cylindrical_leapers(around, target, by).next().is_some()
            || around.rays(target).any(|ray| {
                self.first_on(&ray, vacated).is_some_and(|(_, piece)| {
                    piece.army == by && is_cylindrical(piece) && piece.kind.slides(ray.slide)
                })
            })
    }

    /// The piece that a look along a ray meets first; none if that is a pyramid or a cell.
    fn first_on(&self, ray: &Ray<'_>, vacated: Option<Square>) -> Option<(Square, Piece)> {
        let mut seen = ray.squares.iter().copied().filter(|square| Some(*square) != vacated);
        let (square, first) = seen.find_map(|square| Some((square, self.occupant(square)?)))?;
        first.piece().map(|piece| (square, piece))
    }

    /// The leapers and pawns of an army that attack a square by the board's own shape.
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

    fn cylindrical_leapers<'a>(
        &'a self,
        around: &'a Geometry,
        target: Square,
        by: Army,
    ) -> impl Iterator<Item = Square> {
        let from = around.leaps(Kind::Knight, target).iter().copied();
        from.filter(move |square| {
            self.is(*square, by, Kind::Knight) && self.at(*square).is_some_and(is_cylindrical)
        })
    }

    fn is(&self, square: Square, army: Army, kind: Kind) -> bool {
        self.at(square).is_some_and(|piece| piece.army == army && piece.kind == kind)
    }

    /// The squares from which a piece of this form, standing where nothing stands now, would attack
    /// `target` for an army.
    pub(super) fn attacking_squares(&self, target: Square, by: Army, form: Form) -> SquareSet {
        let (shape, kind) = (self.shape(form.marks), form.kind);
        let mut squares: SquareSet = shape.leaps(kind, target).iter().copied().collect();
        if kind.row().pawn {
            squares = self.geometry.pawn_attackers(by, target).iter().copied().collect();
        }
        for ray in shape.rays(target).filter(|ray| kind.slides(ray.slide)) {
            let free = ray.squares.iter().copied().take_while(|square| self.is_empty(*square));
            free.for_each(|square| squares.insert(square));
        }
        squares
    }
}

const fn is_cylindrical(piece: Piece) -> bool {
    piece.marks.contains(Marks::CYLINDRICAL)
}

/// What a king has to fear, found once for all moves of its army.
#[derive(Clone, Debug)]
pub(super) struct Safety {
    in_check: bool,
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
        let mut safety = Self {
            in_check: false,
            answers: SquareSet::ALL,
            blocks: SquareSet::ALL,
            pinned: SquareSet::EMPTY,
        };
        for leaper in placement.leaper_attackers(king, army.other()) {
            safety.check(leaper, SquareSet::EMPTY);
        }
        safety.look_along(placement, placement.geometry, (king, army), |piece| piece.army != army);
        if let Some(around) = placement.around(army.other()) {
            for leaper in placement.cylindrical_leapers(around, king, army.other()) {
                safety.check(leaper, SquareSet::EMPTY);
            }
            let enemy = |piece: Piece| piece.army != army && is_cylindrical(piece);
            safety.look_along(placement, around, (king, army), enemy);
        }
        safety
    }

    /// Finds the checks by sliders and the pins along the rays of a shape. A check that is seen twice
    /// changes nothing; one that comes by two ways around a cylinder is two.
    fn look_along(
        &mut self,
        placement: &Placement,
        shape: &Geometry,
        (king, army): (Square, Army),
        enemy: impl Fn(Piece) -> bool,
    ) {
        for ray in shape.rays(king) {
            let threat = |occupant: Occupant| {
                occupant.piece().is_some_and(|piece| enemy(piece) && piece.kind.slides(ray.slide))
            };
            let mut occupied = ray
                .squares
                .iter()
                .enumerate()
                .filter_map(|(n, square)| Some((n, *square, placement.occupant(*square)?)));
            let Some((distance, square, first)) = occupied.next() else { continue };
            if threat(first) {
                self.check(square, ray.squares[..distance].iter().copied().collect());
            } else if first.piece().is_some_and(|piece| piece.army == army)
                && occupied.next().is_some_and(|(_, _, behind)| threat(behind))
            {
                self.pinned.insert(square);
            }
        }
    }

    fn check(&mut self, by: Square, mut between: SquareSet) {
        self.in_check = true;
        self.blocks = self.blocks & between;
        between.insert(by);
        self.answers = self.answers & between;
    }

    pub(super) const fn in_check(&self) -> bool {
        self.in_check
    }
}
