//! A match in mid-game as its players see it, made by hand.

use delirious::domain::ids::{AccountId, MatchId};
use delirious::domain::seat::{Army, BoardNo, Seat, Team};
use delirious::domain::view::{
    BoardView, Doing, HandPiece, LegalMove, LineKind, LogLine, Phase, PieceView, Player, Relation, RollView,
    RulesView, SeatView, SquareView, TurnView, View,
};
use delirious::domain::zone::Zone;
use delirious::mail::message::Reader;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use url::Url;
use uuid::Uuid;

pub const NOW: OffsetDateTime = datetime!(2026-11-30 19:00 UTC);

/// The turn that waits on board 1, and the one on board 2.
pub const TURN: u64 = 14;
pub const OTHER_TURN: u64 = 12;

pub const SEATED: [(Seat, &str); 4] =
    [(Seat::White1, "ana"), (Seat::Black2, "bruno"), (Seat::White3, "carla"), (Seat::Black4, "dora")];

pub fn reader() -> Reader {
    Reader {
        base_url: Url::parse("https://chess.example.org/").unwrap(),
        zone: Zone::parse("Europe/Madrid").unwrap(),
        now: NOW,
    }
}

pub fn match_id() -> MatchId {
    MatchId(Uuid::from_u128(0x0193_7f00_0000_7000_8000_0000_0000_00aa))
}

/// White1 is to move on board 1 and rolled a knight, `worst` or not.
pub fn view(you: Option<Seat>, worst: bool) -> View {
    let decider = if worst { Seat::Black2 } else { Seat::White1 };
    let worst_die = if worst { 2 } else { 5 };
    View {
        match_id: match_id(),
        name: "Saturday at the café".to_owned(),
        rules: rules(),
        seq: TURN,
        head: "5f".repeat(32),
        last_seq: TURN,
        you,
        phase: Phase::Running,
        opened_at: NOW - Duration::days(4),
        updated_at: NOW - Duration::hours(1),
        allowance_seconds: 3 * 86_400,
        lapse_words: "Out of time, the opponent plays this one move; the third time the team loses."
            .to_owned(),
        seats: SEATED.map(|(seat, handle)| seated(seat, handle, you)).to_vec(),
        boards: vec![
            board(BoardNo::One, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR", you),
            board(BoardNo::Two, "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKB1R", you),
        ],
        turns: vec![
            turn(TURN, Seat::White1, decider, Some(roll(2, "knight", worst_die, worst))),
            turn(OTHER_TURN, Seat::Black4, Seat::Black4, Some(roll(6, "any piece", 4, false))),
        ],
        log: log(),
        news: 2,
    }
}

/// The same match, won by capturing Black2's king.
pub fn won(you: Option<Seat>) -> View {
    let phase = Phase::Over {
        result: "White1+Black4 wins by king capture".to_owned(),
        winner: Some(Team::First),
        words: "ana and dora win: Black2's king was captured".to_owned(),
        at: NOW,
    };
    View { phase, turns: vec![], ..view(you, false) }
}

fn rules() -> RulesView {
    RulesView {
        preset: "bughouse-worst-move".to_owned(),
        title: "Bughouse Worst Move".to_owned(),
        sentences: vec![
            "Two boards; a captured piece goes into the hand of the capturer's partner.".to_owned(),
            "The game ends when a king is captured.".to_owned(),
        ],
        has_dice: true,
    }
}

fn seated(seat: Seat, handle: &str, you: Option<Seat>) -> SeatView {
    let relation = match you {
        Some(own) if own == seat => Relation::You,
        Some(own) if own.partner() == seat => Relation::Partner,
        Some(own) if own.opponent() == seat => Relation::Opponent,
        Some(_) => Relation::Rival,
        None => Relation::Stranger,
    };
    let hand = match seat {
        Seat::White1 => {
            vec![HandPiece { piece: piece('P'), count: 2 }, HandPiece { piece: piece('N'), count: 1 }]
        }
        _ => vec![],
    };
    SeatView {
        seat,
        player: Some(Player { account: AccountId(Uuid::from_u128(seat as u128)), handle: handle.to_owned() }),
        relation,
        doing: Doing::Idle,
        deadline: None,
        hand,
        seals_opened: 0,
        decisions: 0,
    }
}

fn board(board: BoardNo, placement: &str, you: Option<Seat>) -> BoardView {
    let bottom = match you {
        Some(own) if own.board() == board => own.army(),
        Some(own) => own.army().other(),
        None => Army::White,
    };
    let mut squares = vec![];
    for (rank, row) in placement.split('/').rev().enumerate() {
        let cells = row.chars().flat_map(|c| match c.to_digit(10) {
            Some(n) => vec![None; n as usize],
            None => vec![Some(piece(c))],
        });
        for (file, piece) in cells.enumerate() {
            let name = format!("{}{}", char::from(b'a' + u8::try_from(file).unwrap()), rank + 1);
            squares.push(SquareView { name, light: (file + rank) % 2 == 1, piece, last: false });
        }
    }
    assert_eq!(squares.len(), 64);
    let (files, ranks, to_move, plies, seq) = (8, 8, Army::White, 2, TURN);
    BoardView { board, files, ranks, bottom, squares, to_move, plies, fen: placement.to_owned(), seq }
}

fn piece(letter: char) -> PieceView {
    let army = if letter.is_ascii_uppercase() { Army::White } else { Army::Black };
    let letter = letter.to_ascii_uppercase();
    PieceView { army, letter, marks: String::new(), name: letter.to_string() }
}

fn roll(kind_die: u8, family: &str, worst_die: u8, worst: bool) -> RollView {
    let family = family.to_owned();
    RollView { kind_die, family, any_instead: false, worst_die: Some(worst_die), worst, sealed: true }
}

fn turn(seq: u64, mover: Seat, decider: Seat, roll: Option<RollView>) -> TurnView {
    let legal = LegalMove {
        text: "g1f3".to_owned(),
        san: "Nf3".to_owned(),
        words: "knight g1 to f3".to_owned(),
        from: Some("g1".to_owned()),
        to: Some("f3".to_owned()),
        drop: None,
        promotion: None,
    };
    TurnView {
        seq,
        board: mover.board(),
        mover,
        decider,
        roll,
        began_at: NOW - Duration::hours(1),
        deadline: NOW + Duration::hours(71),
        legal: vec![legal],
    }
}

fn log() -> Vec<LogLine> {
    let line = |seq, seat: Option<Seat>, kind, notation: &str, words: &str| LogLine {
        seq,
        at: NOW - Duration::hours(2),
        board: seat.map(Seat::board),
        seat,
        kind,
        notation: notation.to_owned(),
        words: words.to_owned(),
        roll: None,
        chooser: None,
    };
    vec![
        line(1, None, LineKind::Table, "", "ana opened the match"),
        line(8, Some(Seat::White1), LineKind::Move, "1A. e4", "ana played e4"),
        line(11, Some(Seat::Black2), LineKind::Move, "1a. e5", "bruno played e5"),
        line(14, Some(Seat::White1), LineKind::Roll, "", "ana rolled 2 (knight)"),
    ]
}
