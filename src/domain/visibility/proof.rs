//! The proof of a match's dice, for `/m/{id}/dice`: everything that their check needs.

use super::names::{Names, Speaker};
use super::story::{self, roll_words};
use crate::domain::dice::{ChainOf, DrawnBy, Mark, roll_seed};
use crate::domain::game::{
    Corrupt, Event, EventKind, LogEntry, Pieces, Rolled, SaltGiven, SeatTaken, State, Turn, What,
};
use crate::domain::hash::Hash;
use crate::domain::ids::MatchId;
use crate::domain::rules::Eye;
use crate::domain::seat::{Army, BoardNo, BySeat, Seat};
use crate::domain::view::{
    AnchorProof, BoardProof, FaceCount, ProofView, RollProof, SaltProof, SeatProof, Spread, TableRollProof,
};

/// The proof of the dice of a whole log, or of its beginning.
pub fn proof(match_id: MatchId, log: &[LogEntry], names: &Names) -> Result<ProofView, Corrupt> {
    let (first, rest) = log.split_first().ok_or(Corrupt::Empty)?;
    let mut state = State::open(match_id, first)?;
    let mut notes = Notes::begin(&state);
    for entry in rest {
        let event = entry.event()?;
        let before = notes.before(&state, &event);
        let table = notes.table_before(&state, &event);
        let dry = state.table_rolls();
        let promised_at = giver(&event.kind).and_then(|seat| state.dice.seals[seat].promised_at());
        state.apply(entry)?;
        notes.table_rolls.extend(table);
        notes.after(&state, &event, before, dry);
        notes.promised(state.seq(), promised_at);
    }
    Ok(notes.finish(&Speaker::of(&state, names, Eye::Public)))
}

/// What is gathered while folding. Players are named at the end, when all are known.
struct Notes {
    table_anchors: Vec<AnchorProof>,
    table_salts: Vec<SaltProof>,
    table_rolls: Vec<TableRollProof>,
    boards: Vec<BoardProof>,
    /// The salts given on sitting down, until the game starts.
    first_salts: BySeat<Option<SaltProof>>,
    faces: BySeat<[[u32; 6]; 2]>,
}

impl Notes {
    fn begin(state: &State) -> Self {
        let anchor = |of: ChainOf| {
            let (chain, _, anchor) = state.dice.in_use(of);
            vec![AnchorProof { chain: chain.number, seq: 1, anchor: anchor.to_string() }]
        };
        let board = |&board: &BoardNo| BoardProof {
            board,
            anchors: anchor(ChainOf::Board(board)),
            salts: Vec::new(),
            rolls: Vec::new(),
        };
        Self {
            table_anchors: anchor(ChainOf::Table),
            table_salts: Vec::new(),
            table_rolls: Vec::new(),
            boards: state.settings.rules.boards().iter().map(board).collect(),
            first_salts: BySeat::default(),
            faces: BySeat::default(),
        }
    }

    fn board(&mut self, board: BoardNo) -> Option<&mut BoardProof> {
        self.boards.iter_mut().find(|proof| proof.board == board)
    }

    /// The roll that an event makes, worked out from the state before it.
    fn before(&self, state: &State, event: &Event) -> Option<RollProof> {
        let (board, link, mut dice) = match &event.kind {
            EventKind::Rolled(rolled) => (rolled.board, rolled.link, rolled.dice.clone()),
            EventKind::EventRolled(rolled) => (rolled.board, rolled.link, rolled.dice.clone()),
            _ => return None,
        };
        let mut place = None;
        if let EventKind::EventRolled(rolled) = &event.kind {
            match state.places_of_treasure(rolled) {
                Some(places) => place = rolled.draws.first().map(|drawn| (*drawn, places)),
                None => dice.extend(&rolled.draws),
            }
        }
        let next = state.dice.next(ChainOf::Board(board));
        let seed = roll_seed(next.chain, next.roll, &link, next.transcript);
        let salts = self.boards.iter().find(|proof| proof.board == board).map_or(0, |p| p.salts.len());
        Some(RollProof {
            seq: state.seq() + 1,
            chain: next.chain.number,
            roll: next.roll,
            mover: None,
            previous: next.previous.to_string(),
            link: link.to_string(),
            salts,
            transcript: next.transcript.hash().to_string(),
            seed: seed.to_string(),
            dice,
            place,
            sealed: state.dice.mark(board) == Mark::Sealed,
            words: String::new(),
        })
    }

    /// The roll of the table that an event makes, worked out from the state before it.
    fn table_before(&self, state: &State, event: &Event) -> Option<TableRollProof> {
        let for_seat = |seat: Seat, pieces: &Pieces| pieces.0.iter().map(|f| (seat, f.to_string())).collect();
        let (link, drawn): (Hash, Vec<(Seat, String)>) = match &event.kind {
            EventKind::RewardRolled(rolled) => (rolled.link, for_seat(rolled.seat, &rolled.pieces)),
            EventKind::GiftsRolled(rolled) => {
                let each = rolled.gifts.iter().map(|(seat, pieces)| for_seat(*seat, pieces));
                (rolled.link, each.collect::<Vec<_>>().concat())
            }
            _ => return None,
        };
        let next = state.dice.next(ChainOf::Table);
        let (seats, drawn) = drawn.into_iter().unzip();
        Some(TableRollProof {
            seq: state.seq() + 1,
            chain: next.chain.number,
            roll: next.roll,
            previous: next.previous.to_string(),
            link: link.to_string(),
            salts: self.table_salts.len(),
            transcript: next.transcript.hash().to_string(),
            seed: roll_seed(next.chain, next.roll, &link, next.transcript).to_string(),
            set: state.settings.rules.fairy_set().iter().map(ToString::to_string).collect(),
            drawn,
            seats,
            words: String::new(),
        })
    }

    fn after(&mut self, state: &State, event: &Event, roll: Option<RollProof>, table: bool) {
        let seq = state.seq();
        match &event.kind {
            EventKind::SeatTaken(taken) => self.first_salts[taken.seat] = Some(first_salt(seq, taken)),
            EventKind::SeatLeft { seat } => self.first_salts[*seat] = None,
            EventKind::GameStarted if state.game() == 1 => self.take_first_salts(),
            EventKind::GameStarted => self.exchange_seats(state),
            EventKind::Moved(moved) => {
                let seat = moved.chooser.unwrap_or(moved.seat);
                self.salt(salt_proof(seq, seat, &moved.given(), moved.opened), false);
            }
            EventKind::Bumped(bumped) => {
                let seat = bumped.chooser.unwrap_or(bumped.seat);
                self.salt(salt_proof(seq, seat, &bumped.given(), bumped.opened), false);
            }
            EventKind::EventRolled(rolled) => {
                self.announced_on(ChainOf::Board(rolled.board), seq, rolled.chain, rolled.next_anchor);
                if let (Some(proof), Some(board)) = (roll, self.board(rolled.board)) {
                    board.rolls.push(proof);
                }
            }
            EventKind::RewardPicked(picked) => {
                self.salt(salt_proof(seq, picked.seat, &picked.given(), picked.opened), true);
            }
            EventKind::Salted { seat, salt, drawn_by, next, opened } => {
                let given = SaltGiven { salt: salt.clone(), drawn_by: *drawn_by, next: *next };
                self.salt(salt_proof(seq, *seat, &given, *opened), table);
            }
            EventKind::Rolled(rolled) => self.roll(state, rolled, roll),
            EventKind::RewardRolled(rolled) => {
                self.announced_on(ChainOf::Table, seq, rolled.chain, rolled.next_anchor);
            }
            EventKind::GiftsRolled(rolled) => {
                self.announced_on(ChainOf::Table, seq, rolled.chain, rolled.next_anchor);
            }
            EventKind::ChainsRenewed { chains } => {
                for new in chains {
                    self.anchor(
                        new.of,
                        AnchorProof { chain: new.chain, seq, anchor: new.anchor.to_string() },
                    );
                }
            }
            _ => {}
        }
    }

    fn take_first_salts(&mut self) {
        for seat in Seat::ALL {
            if let Some(salt) = self.first_salts[seat].take() {
                self.table_salts.push(salt.clone());
                self.salt(salt, false);
            }
        }
    }

    /// Counts go with the players.
    fn exchange_seats(&mut self, state: &State) {
        for seat in state.seat_list().iter().copied().filter(|seat| seat.army() == Army::White) {
            self.faces.swap(seat, seat.opponent());
        }
    }

    fn salt(&mut self, salt: SaltProof, table: bool) {
        if table {
            self.table_salts.push(salt);
        } else if let Some(proof) = self.board(salt.seat.board()) {
            proof.salts.push(salt);
        }
    }

    /// Which event had promised the salt of event `seq`.
    fn promised(&mut self, seq: u64, at: Option<u64>) {
        let of_boards = self.boards.iter_mut().filter_map(|proof| proof.salts.last_mut());
        let fresh = of_boards.chain(self.table_salts.last_mut()).filter(|salt| salt.seq == seq);
        fresh.for_each(|salt| salt.promised_at = at);
    }

    /// A roll published the anchor of the chain that follows.
    fn announced_on(&mut self, of: ChainOf, seq: u64, chain: u32, next: Option<Hash>) {
        if let Some(anchor) = next {
            self.anchor(of, AnchorProof { chain: chain + 1, seq, anchor: anchor.to_string() });
        }
    }

    fn roll(&mut self, state: &State, rolled: &Rolled, proof: Option<RollProof>) {
        self.announced_on(ChainOf::Board(rolled.board), state.seq(), rolled.chain, rolled.next_anchor);
        let Some(Turn { mover, roll: Some(fallen), .. }) = state.turn(rolled.board) else { return };
        for (counts, die) in self.faces[*mover].iter_mut().zip(&rolled.dice) {
            counts[usize::from(die.saturating_sub(1)).min(5)] += 1;
        }
        if let (Some(mut proof), Some(board)) = (proof, self.board(rolled.board)) {
            proof.mover = Some(*mover);
            proof.words = roll_words(*fallen, false);
            board.rolls.push(proof);
        }
    }

    fn anchor(&mut self, of: ChainOf, anchor: AnchorProof) {
        match of {
            ChainOf::Table => self.table_anchors.push(anchor),
            ChainOf::Board(board) => {
                if let Some(proof) = self.board(board) {
                    proof.anchors.push(anchor);
                }
            }
        }
    }

    fn finish(mut self, speaker: &Speaker<'_>) -> ProofView {
        let state = speaker.state;
        let of_boards = self.boards.iter_mut().flat_map(|proof| &mut proof.salts);
        for salt in of_boards.chain(&mut self.table_salts) {
            salt.who = speaker.at(salt.seq).seat(salt.seat);
        }
        for roll in &mut self.table_rolls {
            roll.words = told_at(speaker, roll.seq);
        }
        for roll in
            self.boards.iter_mut().flat_map(|proof| &mut proof.rolls).filter(|roll| roll.mover.is_none())
        {
            roll.words = told_at(speaker, roll.seq);
        }
        let seats = state.seat_list().iter().map(|&seat| seat_proof(speaker, seat, &self.faces[seat]));
        ProofView {
            match_id: state.match_id,
            name: state.settings.name.to_string(),
            seq: state.seq,
            head: state.head.to_string(),
            seats: seats.collect(),
            table_anchors: self.table_anchors,
            table_salts: self.table_salts,
            table_rolls: self.table_rolls,
            boards: self.boards,
        }
    }
}

/// Whose decision an event is, and so whose salt it brings.
fn giver(event: &EventKind) -> Option<Seat> {
    match event {
        EventKind::Moved(moved) => Some(moved.chooser.unwrap_or(moved.seat)),
        EventKind::Bumped(bumped) => Some(bumped.chooser.unwrap_or(bumped.seat)),
        EventKind::RewardPicked(picked) => Some(picked.seat),
        EventKind::Salted { seat, .. } => Some(*seat),
        _ => None,
    }
}

/// What the story tells of gifts, a reward or the event dice of a round.
fn told_at(speaker: &Speaker<'_>, seq: u64) -> String {
    let rolled = |what: &What| matches!(what, What::Gifts { .. } | What::Rewarded { .. } | What::Happened(_));
    let line = speaker.state.history.iter().find(|line| line.seq == seq && rolled(&line.what));
    line.map_or_else(String::new, |line| story::words(&speaker.at(seq), &line.what))
}

fn first_salt(seq: u64, taken: &SeatTaken) -> SaltProof {
    let given = SaltGiven { salt: taken.salt.clone(), drawn_by: taken.drawn_by, next: taken.next };
    salt_proof(seq, taken.seat, &given, None)
}

fn salt_proof(seq: u64, seat: Seat, given: &SaltGiven, opened: Option<bool>) -> SaltProof {
    SaltProof {
        seq,
        seat,
        who: String::new(),
        salt: given.salt.to_string(),
        by_server: given.drawn_by == DrawnBy::Server,
        opened,
        promised_at: None,
        next: given.next.map(|seal| seal.to_string()),
    }
}

fn seat_proof(speaker: &Speaker<'_>, seat: Seat, faces: &[[u32; 6]; 2]) -> SeatProof {
    let state = speaker.state;
    let (decisions, seals_opened) = state.dice.seals[seat].counts();
    let has_worst = state.settings.rules.worst_faces() > 0;
    SeatProof {
        seat,
        who: speaker.seat(seat),
        decisions,
        seals_opened,
        type_die: spread(faces[0]),
        worst_die: has_worst.then(|| spread(faces[1])),
    }
}

/// Counts beside what honest dice give: of `n` rolls each face comes `n/6` times, give or take
/// `sqrt(n · 1/6 · 5/6)`.
fn spread(counts: [u32; 6]) -> Spread {
    let rolls: u32 = counts.iter().sum();
    let expected = f64::from(rolls) / 6.0;
    let deviation = (f64::from(rolls) * 5.0 / 36.0).sqrt();
    let faces = (1..).zip(counts).map(|(face, count)| FaceCount { face, count }).collect();
    Spread { rolls, faces, expected, deviation }
}
