//! The proof of a match's dice, for `/m/{id}/dice`: everything that their check needs.

use super::names::{Names, Speaker};
use super::story::roll_words;
use crate::domain::dice::{ChainOf, DrawnBy, Mark, Salt, roll_seed};
use crate::domain::game::{Corrupt, Event, EventKind, LogEntry, Rolled, SeatTaken, State, Turn};
use crate::domain::hash::Hash;
use crate::domain::ids::MatchId;
use crate::domain::seat::{BoardNo, BySeat, Seat};
use crate::domain::view::{
    AnchorProof, BoardProof, FaceCount, ProofView, RollProof, SaltProof, SeatProof, Spread,
};

/// The proof of the dice of a whole log, or of its beginning.
pub fn proof(match_id: MatchId, log: &[LogEntry], names: &Names) -> Result<ProofView, Corrupt> {
    let (first, rest) = log.split_first().ok_or(Corrupt::Empty)?;
    let mut state = State::open(match_id, first)?;
    let mut notes = Notes::begin(&state);
    for entry in rest {
        let event = entry.event()?;
        let before = notes.before(&state, &event);
        state.apply(entry)?;
        notes.after(&state, &event, before);
    }
    Ok(notes.finish(&Speaker::of(&state, names)))
}

/// What is gathered while folding. Players are named at the end, when all are known.
struct Notes {
    table_anchors: Vec<AnchorProof>,
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
        let EventKind::Rolled(rolled) = &event.kind else { return None };
        let next = state.dice.next(ChainOf::Board(rolled.board));
        let seed = roll_seed(next.chain, next.roll, &rolled.link, next.transcript);
        let salts = self.boards.iter().find(|proof| proof.board == rolled.board).map_or(0, |p| p.salts.len());
        Some(RollProof {
            seq: state.seq() + 1,
            chain: rolled.chain,
            roll: rolled.roll,
            mover: Seat::at(rolled.board, crate::domain::seat::Army::White),
            previous: next.previous.to_string(),
            link: rolled.link.to_string(),
            salts,
            transcript: next.transcript.hash().to_string(),
            seed: seed.to_string(),
            dice: rolled.dice.clone(),
            words: String::new(),
            sealed: false,
        })
    }

    fn after(&mut self, state: &State, event: &Event, roll: Option<RollProof>) {
        let seq = state.seq();
        match &event.kind {
            EventKind::SeatTaken(taken) => self.first_salts[taken.seat] = Some(first_salt(seq, taken)),
            EventKind::SeatLeft { seat } => self.first_salts[*seat] = None,
            EventKind::GameStarted => self.take_first_salts(),
            EventKind::Moved(moved) => {
                let seat = moved.chooser.unwrap_or(moved.seat);
                self.salt(seq, seat, &moved.salt, moved.drawn_by, moved.opened, moved.next);
            }
            EventKind::Salted { seat, salt, drawn_by, next, opened } => {
                self.salt(seq, *seat, salt, *drawn_by, *opened, *next);
            }
            EventKind::Rolled(rolled) => self.roll(state, rolled, roll),
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
            if let Some(salt) = self.first_salts[seat].take()
                && let Some(proof) = self.board(seat.board())
            {
                proof.salts.push(salt);
            }
        }
    }

    fn salt(
        &mut self,
        seq: u64,
        seat: Seat,
        salt: &Salt,
        drawn_by: DrawnBy,
        opened: Option<bool>,
        next: Option<Hash>,
    ) {
        if let Some(proof) = self.board(seat.board()) {
            proof.salts.push(SaltProof {
                seq,
                seat,
                who: String::new(),
                salt: salt.to_string(),
                by_server: drawn_by == DrawnBy::Server,
                opened,
                next: next.map(|seal| seal.to_string()),
            });
        }
    }

    fn roll(&mut self, state: &State, rolled: &Rolled, proof: Option<RollProof>) {
        if let Some(anchor) = rolled.next_anchor {
            let (chain, seq) = (rolled.chain + 1, state.seq());
            let anchor = AnchorProof { chain, seq, anchor: anchor.to_string() };
            self.anchor(ChainOf::Board(rolled.board), anchor);
        }
        let Some(Turn { mover, roll: Some(fallen), .. }) = state.turn(rolled.board) else { return };
        for (counts, die) in self.faces[*mover].iter_mut().zip(&rolled.dice) {
            counts[usize::from(die.saturating_sub(1)).min(5)] += 1;
        }
        if let (Some(mut proof), Some(board)) = (proof, self.board(rolled.board)) {
            proof.mover = *mover;
            proof.words = roll_words(*fallen, false);
            proof.sealed = fallen.mark == Mark::Sealed;
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
        for salt in self.boards.iter_mut().flat_map(|proof| &mut proof.salts) {
            salt.who = speaker.at(salt.seq).seat(salt.seat);
        }
        let seats = state.seat_list().iter().map(|&seat| seat_proof(speaker, seat, &self.faces[seat]));
        ProofView {
            match_id: state.match_id,
            name: state.settings.name.to_string(),
            seq: state.seq,
            head: state.head.to_string(),
            seats: seats.collect(),
            table_anchors: self.table_anchors,
            boards: self.boards,
        }
    }
}

fn first_salt(seq: u64, taken: &SeatTaken) -> SaltProof {
    SaltProof {
        seq,
        seat: taken.seat,
        who: String::new(),
        salt: taken.salt.to_string(),
        by_server: taken.drawn_by == DrawnBy::Server,
        opened: None,
        next: taken.next.map(|seal| seal.to_string()),
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
