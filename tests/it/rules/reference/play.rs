//! Moves of the model played, and what a roll leaves of them.

use super::model::{At, Board, Man, Words, name, square};

impl Board {
    /// The board after a move of [`Self::moves`].
    pub fn after(&self, mv: &str, words: Words) -> Self {
        let mut after = self.clone();
        after.passed.clear();
        if let Some((held, to)) = mv.split_once('@') {
            after.drop(held, square(to).0);
        } else {
            let (from, rest) = square(mv);
            let (to, promotion) = square(rest);
            after.step(self, (from, to), promotion.chars().next(), words);
        }
        after.keep_rights();
        after.white_moves = !self.white_moves;
        after
    }

    fn drop(&mut self, held: &str, to: At) {
        let hand = &mut self.hands[usize::from(!self.white_moves)];
        hand.remove(hand.iter().position(|other| other == held).unwrap());
        let (letter, marks) = (held.chars().next().unwrap(), held[1..].to_owned());
        match letter {
            'Y' => drop(self.pyramids.insert(to)),
            'X' => {
                let (files, around) = (self.files, self.cylinder);
                let near = |file: i32| {
                    let apart = (file - to.0).abs();
                    apart <= 1 || (around && apart == files - 1)
                };
                self.men.retain(|at, man| man.letter == 'K' || !near(at.0) || (at.1 - to.1).abs() > 1);
            }
            _ => drop(self.men.insert(to, Man { letter, white: self.white_moves, marks })),
        }
    }

    fn step(&mut self, before: &Self, (from, to): (At, At), promotion: Option<char>, words: Words) {
        let mut man = self.men.remove(&from).unwrap();
        let (pawn, white) = (Self::is_pawn(&man), man.white);
        let in_passing = pawn && before.takes(from, &man, to) && before.is_empty(to);
        let taken = self.men.remove(if in_passing { &before.victim } else { &to });
        if let Some(taken) = taken.filter(|taken| words.stays && taken.marks.contains('~')) {
            let home = if taken.marks.contains("~~") { "T" } else { "P" };
            self.hands[usize::from(!taken.white)].push(home.to_owned());
        }
        if let Some(letter) = promotion {
            man.marks.push_str(if man.letter == 'T' { "~~" } else { "~" });
            man.letter = letter.to_ascii_uppercase();
        }
        let ahead = (to.1 - from.1) * Self::forward(white);
        if pawn && from.0 == to.0 && ahead > 1 {
            self.passed = (1..ahead.min(3)).map(|n| (from.0, from.1 + n * Self::forward(white))).collect();
            self.victim = to;
        }
        let wing = if to.0 > from.0 { 'K' } else { 'Q' };
        let castles = man.letter == 'K' && from.1 == to.1 && (to.0 - from.0).abs() == 2;
        if castles {
            let rook = self.men.remove(&(self.corner(wing), from.1)).unwrap();
            self.men.insert((i32::midpoint(from.0, to.0), from.1), rook);
        }
        self.men.insert(to, man);
    }

    pub fn keep_rights(&mut self) {
        let mut rights = std::mem::take(&mut self.rights);
        rights.retain(|right| {
            let (wing, white) = (right.to_ascii_uppercase(), right.is_ascii_uppercase());
            let home = if white { 0 } else { self.ranks - 1 };
            let own = |file: i32, letter: char| {
                self.men
                    .get(&(file, home))
                    .is_some_and(|man| man.letter == letter && man.white == white && !man.marks.contains('~'))
            };
            own(4, 'K') && own(self.corner(wing), 'R')
        });
        self.rights = rights;
    }

    /// Whether the army to move is mated (RULES §5).
    pub fn is_mated(&self, words: Words) -> bool {
        let blocked = |at: At| {
            let mut with = self.clone();
            with.pyramids.insert(at);
            !with.in_check(self.white_moves)
        };
        words.mate
            && self.in_check(self.white_moves)
            && self.moves(words).is_empty()
            && !self.squares().any(|at| self.is_empty(at) && blocked(at))
    }

    /// Of these moves, those that a roll leaves to the mover or, on worst, to the opponent, calls included.
    pub fn rolled(&self, moves: &[String], die: u8, worst: bool) -> Vec<String> {
        let family = |mv: &&String| die == 6 || self.die(mv) == die;
        let mut fitting: Vec<&String> = moves.iter().filter(family).collect();
        if fitting.is_empty() {
            fitting = moves.iter().collect();
        }
        let mut offered: Vec<String> = fitting
            .into_iter()
            .filter_map(|mv| if worst { self.chosen(mv) } else { Some(mv.clone()) })
            .collect();
        offered.sort();
        offered.dedup();
        offered
    }

    fn man_of(&self, mv: &str) -> (String, Option<At>) {
        if let Some((held, _)) = mv.split_once('@') {
            return (held.to_owned(), None);
        }
        let from = square(mv).0;
        let man = &self.men[&from];
        (format!("{}{}", man.letter, man.marks), Some(from))
    }

    fn die(&self, mv: &str) -> u8 {
        match self.man_of(mv).0.as_bytes()[0] {
            b'P' | b'T' => 1,
            b'N' | b'C' | b'G' | b'Z' => 2,
            b'B' => 3,
            b'R' => 4,
            b'Q' => 5,
            _ => 6,
        }
    }

    /// What a move is to the opponent: itself, a call, or nothing.
    fn chosen(&self, mv: &str) -> Option<String> {
        let (man, from) = self.man_of(mv);
        if man.contains('!') {
            return Some(from.map_or_else(|| format!("call {man}"), |at| format!("call {}", name(at))));
        }
        let to = from.map(|_| square(square(mv).1).0);
        if let (true, Some(from), Some(to)) = (man == "K", from, to) {
            let corner = if to.0 > from.0 { self.files - 1 } else { 0 };
            let rook = self.men.get(&(corner, from.1));
            let castles = from.1 == to.1 && (to.0 - from.0).abs() == 2;
            if castles && rook.is_some_and(|rook| rook.marks.contains('!')) {
                return None;
            }
        }
        Some(mv.to_owned())
    }
}
