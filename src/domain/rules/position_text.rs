//! Boards as text: a setup becomes a position if a game of the rule set can stand so, and a position is
//! written back (RULES §13).

use super::eye::Sight;
use super::geometry::{Geometry, Topology, Wing};
use super::hand::Hand;
use super::kind::{Kind, Landing};
use super::piece::{Form, Item, MARKS, Piece};
use super::position::{EnPassant, Placement, Position, Rights};
use super::ruleset::RuleSet;
use super::setup::{BoardError, Held, Setup, Token};
use super::square::Square;
use crate::domain::seat::{Army, ByArmy};
use std::fmt::Write as _;

/// The board on which every game starts.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

impl Position {
    /// The board at the start of a game.
    pub(super) fn start(rules: &RuleSet) -> Self {
        Self::parse(rules, START).unwrap_or_else(|_| Self::empty(Geometry::standard(), rules))
    }

    fn empty(geometry: &'static Geometry, rules: &RuleSet) -> Self {
        Self {
            placement: Placement::empty(geometry, rules.kinds()),
            treasure: Vec::new(),
            hands: ByArmy::default(),
            to_move: Army::White,
            rights: Rights::default(),
            king_unmoved: ByArmy::default(),
            en_passant: None,
            halfmoves: 0,
            fullmoves: 1,
        }
    }

    /// Reads a board (RULES §13) that a game of this rule set can stand at.
    pub fn parse(rules: &RuleSet, text: &str) -> Result<Self, BoardError> {
        Self::from_setup(&Setup::read(text)?, rules)
    }

    fn from_setup(setup: &Setup, rules: &RuleSet) -> Result<Self, BoardError> {
        let geometry = Geometry::get(setup.files, setup.ranks, setup.topology)?;
        let mut position = Self::empty(geometry, rules);
        let mut kings = ByArmy::<usize>::default();
        for (square, token) in &setup.tokens {
            match *token {
                Token::Treasure(item) if rules.has_items() => position.treasure.push((*square, item)),
                Token::Treasure(item) => {
                    return Err(cannot_have("treasure", format!("{{{}}} on {square}", item.letter())));
                }
                Token::Cell if rules.has_events() => position.placement.grow(*square),
                Token::Cell => return Err(cannot_have("bacteria", format!("% on {square}"))),
                Token::Pyramid if rules.kinds().contains(Kind::Pyramid) => position.placement.block(*square),
                Token::Pyramid => return Err(cannot_have("pyramids", format!("* on {square}"))),
                Token::Piece(piece) => {
                    check_standing(rules, geometry, piece, *square)?;
                    kings[piece.army] += usize::from(piece.kind == Kind::King);
                    position.placement.put(*square, piece);
                }
            }
        }
        position.treasure.sort_unstable();
        for held in &setup.hands {
            position.take_up(rules, *held)?;
        }
        (position.to_move, position.halfmoves, position.fullmoves) =
            (setup.to_move, setup.halfmoves, setup.fullmoves);
        check_kings(rules, &kings)?;
        position.give_rights(&setup.castling);
        position.en_passant = position.read_en_passant(&setup.en_passant)?;
        position.check_safe(rules)?;
        Ok(position)
    }

    /// Lays what is written in the brackets into its hand, if the rule set has it.
    fn take_up(&mut self, rules: &RuleSet, held: Held) -> Result<(), BoardError> {
        match held {
            Held::Item(army, item) if rules.has_items() => self.hands[army].add_item(item),
            Held::Item(_, item) => {
                return Err(cannot_have("magic items", format!("{{{}}} in hand", item.letter())));
            }
            Held::Form(army, form) => {
                if form.kind == Kind::King || form.marks != form.marks.in_hand() {
                    return Err(BoardError::InHand(Piece::new(army, form).to_string()));
                }
                check_form(rules, form, || format!("{form} in hand"))?;
                self.hands[army].add(form);
            }
        }
        Ok(())
    }

    /// Rights without king and rook at home are ignored; without any, the king has moved (RULES §4.4).
    fn give_rights(&mut self, castling: &[(Army, Wing)]) {
        for (army, wing) in castling {
            self.rights.grant(*army, *wing);
        }
        self.king_unmoved = ByArmy::from_fn(|_| true);
        self.keep_rights();
        self.king_unmoved = ByArmy::from_fn(|army| self.rights.any(army));
    }

    fn read_en_passant(&self, squares: &[Square]) -> Result<Option<EnPassant>, BoardError> {
        let written = || squares.iter().map(ToString::to_string).collect::<String>();
        let stepper = self.to_move.other();
        let (geometry, mut passed, mut expected) = (self.geometry(), [None; 2], 3);
        let mut next = None;
        for (place, square) in passed.iter_mut().zip(squares) {
            let fits = geometry.has(*square) && geometry.rank_for(stepper, *square) == expected;
            if !fits || next.is_some_and(|next| next != *square) {
                return Err(BoardError::EnPassant(written()));
            }
            (*place, next, expected) = (Some(*square), geometry.ahead(stepper, *square), expected + 1);
        }
        let seen = self.seen(Sight::Of(self.to_move));
        let usable = |right: &EnPassant| seen.en_passant_usable(*right);
        Ok(next.map(|victim| EnPassant { passed, victim }).filter(usable))
    }

    /// In checkmate games the side that has just moved does not stand in check.
    fn check_safe(&self, rules: &RuleSet) -> Result<(), BoardError> {
        let king = self.king(self.to_move.other()).filter(|_| !rules.ends_by_king_capture());
        match king.filter(|king| self.placement.attacked(*king, self.to_move, None)) {
            Some(king) => Err(BoardError::LeftInCheck(king)),
            None => Ok(()),
        }
    }

    /// The board as text (RULES §13).
    #[must_use]
    pub fn text(&self) -> String {
        let cyl = if self.geometry().topology() == Topology::Cylinder { " cyl" } else { "" };
        format!("{} {} {}{cyl}", self.standing_text(), self.halfmoves, self.fullmoves)
    }

    /// What makes a board the same as an earlier one: all of its text but the counters (RULES §5).
    pub(super) fn standing_text(&self) -> String {
        let mut text = self.placement_text();
        text.push('[');
        for army in Army::ALL {
            write_hand(&mut text, army, &self.hands[army]);
        }
        text.push_str(match self.to_move {
            Army::White => "] w ",
            Army::Black => "] b ",
        });
        text.push_str(&self.rights_text());
        text.push(' ');
        match &self.en_passant {
            None => text.push('-'),
            Some(right) => right.passed.iter().flatten().for_each(|s| text.push_str(&s.to_string())),
        }
        text
    }

    fn placement_text(&self) -> String {
        let geometry = self.geometry();
        let mut text = String::with_capacity(80);
        for rank in (0..geometry.ranks()).rev() {
            let mut run = 0;
            for square in (0..geometry.files()).map(|file| Square::at(file, rank)) {
                match (self.occupant_at(square), self.treasure_at(square)) {
                    (None, None) => run += 1,
                    (Some(occupant), _) => {
                        write_run(&mut text, &mut run);
                        let _ = write!(text, "{occupant}");
                    }
                    (None, Some(item)) => {
                        write_run(&mut text, &mut run);
                        let _ = write!(text, "{{{}}}", item.letter());
                    }
                }
            }
            write_run(&mut text, &mut run);
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }

    fn rights_text(&self) -> String {
        let letters = [
            ('K', Army::White, Wing::King),
            ('Q', Army::White, Wing::Queen),
            ('k', Army::Black, Wing::King),
            ('q', Army::Black, Wing::Queen),
        ];
        let held: String =
            letters.iter().filter(|(_, army, wing)| self.rights.has(*army, *wing)).map(|row| row.0).collect();
        if held.is_empty() { "-".to_owned() } else { held }
    }
}

fn write_run(text: &mut String, run: &mut u8) {
    if *run > 0 {
        let _ = write!(text, "{run}");
    }
    *run = 0;
}

fn write_hand(text: &mut String, army: Army, hand: &Hand) {
    for (form, count) in hand.iter() {
        for _ in 0..count {
            let _ = write!(text, "{}", Piece::new(army, form));
        }
    }
    let owner = if army == Army::White { "" } else { "b" };
    for item in Item::ALL {
        for _ in 0..hand.items(item) {
            let _ = write!(text, "{{{}{owner}}}", item.letter());
        }
    }
}

fn cannot_have(what: &str, text: String) -> BoardError {
    BoardError::CannotHave { what: what.to_owned(), text }
}

/// Whether a piece can stand on a square.
fn check_standing(
    rules: &RuleSet,
    geometry: &Geometry,
    piece: Piece,
    square: Square,
) -> Result<(), BoardError> {
    check_form(rules, piece.form(), || format!("{piece} on {square}"))?;
    match piece.kind.row().landing {
        Landing::Stands => check_rank(rules, geometry, piece, square),
        Landing::Blocks | Landing::Explodes => Err(BoardError::InHandAlone(format!("{piece} on {square}"))),
    }
}

/// A pawn stands on no rank at either end, a taxi not on the last, but where boards can turn under them
/// (RULES §9).
fn check_rank(rules: &RuleSet, geometry: &Geometry, piece: Piece, square: Square) -> Result<(), BoardError> {
    let (row, rank) = (piece.kind.row(), geometry.rank_for(piece.army, square));
    let nowhere = rank == geometry.last_rank(piece.army) || (rank == 1 && piece.kind != Kind::Taxi);
    if row.pawn && nowhere && !rules.has_events() {
        Err(BoardError::PawnRank { name: row.name, square })
    } else {
        Ok(())
    }
}

fn check_form(rules: &RuleSet, form: Form, place: impl Fn() -> String) -> Result<(), BoardError> {
    if !rules.kinds().contains(form.kind) {
        return Err(cannot_have(&format!("{}s", form.kind.name()), place()));
    }
    match MARKS.iter().find(|row| form.marks.contains(row.mark) && !rules.marks().contains(row.mark)) {
        Some(row) => Err(cannot_have(row.bearers, place())),
        None if !form.is_possible() => Err(BoardError::Marks(place())),
        None => Ok(()),
    }
}

fn check_kings(rules: &RuleSet, kings: &ByArmy<usize>) -> Result<(), BoardError> {
    let (names, capture) = (["white", "black"], rules.ends_by_king_capture());
    for ((_, found), name) in kings.iter().zip(names) {
        if *found > 1 || (*found == 0 && !capture) {
            let needs = if capture { "one, or none where it was captured" } else { "exactly one" };
            return Err(BoardError::Kings { army: name, found: *found, needs });
        }
    }
    if kings.iter().all(|(_, found)| *found == 0) { Err(BoardError::NoKings) } else { Ok(()) }
}
