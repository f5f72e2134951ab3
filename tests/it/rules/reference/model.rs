//! One board by the plain words of RULES §4–§8: every man is asked of every square whether it goes there.
//! Slow on purpose, and made of nothing that the rules under test are made of.

use std::collections::{BTreeMap, BTreeSet};

/// A square as (file, rank), both from 0.
pub type At = (i32, i32);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Man {
    /// Upper case.
    pub letter: char,
    pub white: bool,
    pub marks: String,
}

/// What of a rule set matters here.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Checkmate, not king capture.
    pub mate: bool,
    /// Ranks at the far side without pawn drops.
    pub kept_free: i32,
    /// A captured piece that was promoted stays, and its pawn comes home.
    pub stays: bool,
}

#[derive(Clone, Debug)]
pub struct Board {
    pub files: i32,
    pub ranks: i32,
    pub cylinder: bool,
    pub men: BTreeMap<At, Man>,
    pub pyramids: BTreeSet<At>,
    /// White's and Black's, as forms.
    pub hands: [Vec<String>; 2],
    pub white_moves: bool,
    pub rights: BTreeSet<char>,
    /// Squares just passed by a double step or leap, and where its pawn or taxi stands.
    pub passed: Vec<At>,
    pub victim: At,
}

pub fn name((file, rank): At) -> String {
    format!("{}{}", char::from(b'a' + u8::try_from(file).unwrap()), rank + 1)
}

/// Reads a square at the start of a text.
pub fn square(text: &str) -> (At, &str) {
    let digits = text[1..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |n| n + 1);
    let file = i32::from(text.as_bytes()[0] - b'a');
    ((file, text[1..digits].parse::<i32>().unwrap() - 1), &text[digits..])
}

/// A letter with its marks, and the rest of the text.
fn form(text: &str) -> (&str, &str) {
    text.split_at(text[1..].find(|c| !"^!~".contains(c)).map_or(text.len(), |n| n + 1))
}

impl Board {
    /// Reads a board that somebody may have written, without an en passant square.
    pub fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let (placement, hands) = fields[0].trim_end_matches(']').split_once('[').unwrap();
        let mut board = Self {
            files: 0,
            ranks: i32::try_from(placement.split('/').count()).unwrap(),
            cylinder: fields.last() == Some(&"cyl"),
            men: BTreeMap::new(),
            pyramids: BTreeSet::new(),
            hands: [Vec::new(), Vec::new()],
            white_moves: fields[1] == "w",
            rights: fields[2].chars().filter(|c| *c != '-').collect(),
            passed: Vec::new(),
            victim: (0, 0),
        };
        for (n, line) in (1..).zip(placement.split('/')) {
            board.read_rank(board.ranks - n, line);
        }
        let mut rest = hands;
        while !rest.is_empty() {
            let (held, after) = form(rest);
            let white = held.starts_with(|c: char| c.is_ascii_uppercase());
            board.hands[usize::from(!white)].push(held.to_ascii_uppercase());
            rest = after;
        }
        board.keep_rights();
        board
    }

    fn read_rank(&mut self, rank: i32, line: &str) {
        let (mut file, mut rest) = (0, line);
        while let Some(first) = rest.chars().next() {
            if first.is_ascii_digit() {
                let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                file += rest[..end].parse::<i32>().unwrap();
                rest = &rest[end..];
                continue;
            }
            if first == '*' {
                self.pyramids.insert((file, rank));
                rest = &rest[1..];
            } else {
                let (man, after) = form(rest);
                let (letter, white) = (first.to_ascii_uppercase(), first.is_ascii_uppercase());
                self.men.insert((file, rank), Man { letter, white, marks: man[1..].to_owned() });
                rest = after;
            }
            file += 1;
        }
        self.files = file;
    }

    pub fn squares(&self) -> impl Iterator<Item = At> + use<> {
        let files = self.files;
        (0..self.ranks).flat_map(move |rank| (0..files).map(move |file| (file, rank)))
    }

    pub fn is_empty(&self, at: At) -> bool {
        !self.men.contains_key(&at) && !self.pyramids.contains(&at)
    }

    /// The ways from one square to another as (files, ranks); around the edge there are several.
    fn ways(&self, from: At, to: At, around: bool) -> Vec<At> {
        let (files, ranks) = (to.0 - from.0, to.1 - from.1);
        let rounds = if around { -3..=3 } else { 0..=0 };
        rounds.map(|round| (files + round * self.files, ranks)).collect()
    }

    pub fn forward(white: bool) -> i32 {
        if white { 1 } else { -1 }
    }

    /// The rank from the own side, from 1.
    fn rank(&self, white: bool, (_, rank): At) -> i32 {
        if white { rank + 1 } else { self.ranks - rank }
    }

    /// Whether every square between is empty.
    pub fn is_free(&self, from: At, (files, ranks): At) -> bool {
        (1..files.abs().max(ranks.abs())).all(|n| {
            let file = (from.0 + n * files.signum()).rem_euclid(self.files);
            self.is_empty((file, from.1 + n * ranks.signum()))
        })
    }

    /// Whether a man that is no pawn and no taxi gets from one square to the other, whatever stands there.
    fn gets(&self, from: At, man: &Man, to: At) -> bool {
        let around = self.cylinder || man.marks.contains('^');
        self.ways(from, to, around).into_iter().any(|(files, ranks)| {
            let (short, long) = (files.abs().min(ranks.abs()), files.abs().max(ranks.abs()));
            let straight = short == 0 && files.abs() < self.files;
            let diagonal = short == long;
            match man.letter {
                'K' => long == 1,
                'N' => (short, long) == (1, 2),
                'C' => (short, long) == (1, 3),
                'G' => (short, long) == (1, 4),
                'Z' => (short, long) == (2, 3),
                'R' => straight && self.is_free(from, (files, ranks)),
                'B' => diagonal && self.is_free(from, (files, ranks)),
                'Q' => (straight || diagonal) && self.is_free(from, (files, ranks)),
                _ => false,
            }
        })
    }

    pub fn is_pawn(man: &Man) -> bool {
        matches!(man.letter, 'P' | 'T')
    }

    /// Whether a man could take an enemy on a square.
    pub fn takes(&self, from: At, man: &Man, to: At) -> bool {
        if !Self::is_pawn(man) {
            return from != to && self.gets(from, man, to);
        }
        let step = Self::forward(man.white);
        self.ways(from, to, self.cylinder).iter().any(|(files, ranks)| files.abs() == 1 && *ranks == step)
    }

    /// Whether a man could go to an empty square.
    fn walks(&self, from: At, man: &Man, to: At) -> bool {
        if !Self::is_pawn(man) {
            return self.gets(from, man, to);
        }
        let (ahead, home) = ((to.1 - from.1) * Self::forward(man.white), self.rank(man.white, from) == 2);
        from.0 == to.0
            && match ahead {
                1 => true,
                2 => home && self.is_free(from, (0, to.1 - from.1)),
                3 => home && man.letter == 'T',
                -1 => man.letter == 'T',
                _ => false,
            }
    }

    fn goes(&self, from: At, man: &Man, to: At) -> bool {
        match self.men.get(&to) {
            _ if from == to || self.pyramids.contains(&to) => false,
            Some(other) => other.white != man.white && self.takes(from, man, to),
            None => {
                let in_passing = Self::is_pawn(man) && self.passed.contains(&to);
                self.walks(from, man, to) || (in_passing && self.takes(from, man, to))
            }
        }
    }

    pub fn king(&self, white: bool) -> Option<At> {
        self.men.iter().find(|(_, man)| man.letter == 'K' && man.white == white).map(|(at, _)| *at)
    }

    pub fn attacked(&self, at: At, by_white: bool) -> bool {
        self.men.iter().any(|(from, man)| man.white == by_white && self.takes(*from, man, at))
    }

    pub fn in_check(&self, white: bool) -> bool {
        self.king(white).is_some_and(|king| self.attacked(king, !white))
    }

    /// Every move of the army to move, sorted as text.
    pub fn moves(&self, words: Words) -> Vec<String> {
        let mut moves = Vec::new();
        for (&from, man) in self.men.iter().filter(|(_, man)| man.white == self.white_moves) {
            for to in self.squares().filter(|to| self.goes(from, man, *to)) {
                let text = name(from) + &name(to);
                if Self::is_pawn(man) && self.rank(man.white, to) == self.ranks {
                    moves.extend(["q", "r", "b", "n"].map(|letter| text.clone() + letter));
                } else {
                    moves.push(text);
                }
            }
        }
        moves.extend(['K', 'Q'].into_iter().filter_map(|wing| self.castling(wing, words)));
        moves.extend(self.drops(words));
        if words.mate {
            moves.retain(|mv| !self.after(mv, words).in_check(self.white_moves));
        }
        moves.sort();
        moves.dedup();
        moves
    }

    fn right(white: bool, wing: char) -> char {
        if white { wing } else { wing.to_ascii_lowercase() }
    }

    pub fn corner(&self, wing: char) -> i32 {
        if wing == 'K' { self.files - 1 } else { 0 }
    }

    fn castling(&self, wing: char, words: Words) -> Option<String> {
        let white = self.white_moves;
        let (king, corner) = ((4, if white { 0 } else { self.ranks - 1 }), self.corner(wing));
        let between = corner.min(4) + 1..corner.max(4);
        let free = between.clone().all(|file| self.is_empty((file, king.1)));
        if !self.rights.contains(&Self::right(white, wing)) || !free {
            return None;
        }
        let towards = (corner - 4).signum();
        let crossed = |file: i32| {
            let mut there = self.clone();
            let man = there.men.remove(&king).unwrap();
            there.men.insert((file, king.1), man);
            there.in_check(white)
        };
        let safe = !words.mate || (0..2).all(|n| !crossed(4 + n * towards));
        safe.then(|| name(king) + &name((4 + 2 * towards, king.1)))
    }

    fn drops(&self, words: Words) -> Vec<String> {
        let mut drops = Vec::new();
        for held in &self.hands[usize::from(!self.white_moves)] {
            let pawn = held.starts_with(['P', 'T']);
            for to in self.squares() {
                let rank = self.rank(self.white_moves, to);
                let ranks = !pawn || (2..=self.ranks - words.kept_free).contains(&rank);
                let free = self.is_empty(to) || (held.starts_with('X') && !self.pyramids.contains(&to));
                if ranks && free {
                    drops.push(format!("{held}@{}", name(to)));
                }
            }
        }
        drops
    }
}
