//! A hand: the pieces that a seat may drop (RULES §1).

use super::kind::{Kind, ROWS};
use super::piece::{Form, Item, Marks};

const SLOTS: usize = 64;

/// The pieces that a seat may drop, counted by form, and the items that it may attach.
#[derive(Clone, PartialEq, Eq)]
pub struct Hand {
    /// The slots that are not empty.
    held: u64,
    counts: [u16; SLOTS],
    /// Rings and cloaks, in the order of [`Item`].
    items: [u16; 2],
}

impl Default for Hand {
    fn default() -> Self {
        Self { held: 0, counts: [0; SLOTS], items: [0; 2] }
    }
}

/// Place of a form: four for each kind, by the marks that a hand keeps.
const fn slot(form: Form) -> usize {
    let marks = form.marks.contains(Marks::CYLINDRICAL) as usize
        + 2 * form.marks.contains(Marks::INTELLIGENT) as usize;
    form.kind as usize * 4 + marks
}

fn form_of(slot: usize) -> Form {
    let mut marks = Marks::NONE;
    if slot & 1 != 0 {
        marks = marks.with(Marks::CYLINDRICAL);
    }
    if slot & 2 != 0 {
        marks = marks.with(Marks::INTELLIGENT);
    }
    Form { kind: ROWS[slot / 4 % Kind::COUNT].kind, marks }
}

impl Hand {
    /// How many pieces of this form.
    #[must_use]
    pub const fn count(&self, form: Form) -> u16 {
        self.counts[slot(form)]
    }

    /// How many items of this kind (RULES §10).
    #[must_use]
    pub const fn items(&self, item: Item) -> u16 {
        self.items[item as usize]
    }

    pub(super) const fn add_item(&mut self, item: Item) {
        self.items[item as usize] = self.items[item as usize].saturating_add(1);
    }

    pub(super) const fn take_item(&mut self, item: Item) {
        self.items[item as usize] = self.items[item as usize].saturating_sub(1);
    }

    /// How many pieces in all.
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().map(|(_, count)| usize::from(count)).sum()
    }

    /// Whether it holds nothing.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.held == 0 && self.items[0] == 0 && self.items[1] == 0
    }

    /// The forms held and how many of each, in the order in which text shows them: pawn, knight, bishop,
    /// rook, queen, then the fairy pieces.
    pub fn iter(&self) -> impl Iterator<Item = (Form, u16)> {
        let mut left = self.held;
        std::iter::from_fn(move || {
            let slot = usize::try_from(left.trailing_zeros()).ok().filter(|slot| *slot < SLOTS)?;
            left &= left - 1;
            Some((form_of(slot), self.counts[slot]))
        })
    }

    pub(super) fn add(&mut self, form: Form) {
        let slot = slot(form);
        self.held |= 1 << slot;
        self.counts[slot] = self.counts[slot].saturating_add(1);
    }

    /// Takes one piece of this form out, if it is there.
    pub(super) fn take(&mut self, form: Form) {
        let slot = slot(form);
        self.counts[slot] = self.counts[slot].saturating_sub(1);
        if self.counts[slot] == 0 {
            self.held &= !(1 << slot);
        }
    }
}

impl std::fmt::Debug for Hand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter().map(|(form, count)| format!("{count}{form}"))).finish()
    }
}
