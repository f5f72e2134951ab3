//! Views built by hand, for pages and pictures: no game behind them, just what a viewer would be shown.

use delirious::domain::ids::{AccountId, MatchId};
use delirious::domain::seat::{Army, BoardNo, Seat, Team};
use delirious::domain::view::{
    Asking, BoardView, Deed, Doing, HandPiece, LegalMove, LengthView, LineKind, LogLine, PairView, Phase,
    PieceView, Player, Relation, RollView, RulesView, SeatView, SeriesView, SquareView, TurnView, View,
};
use time::OffsetDateTime;
use time::macros::datetime;
use uuid::Uuid;

/// The moment at which all fixtures are looked at.
pub const NOW: OffsetDateTime = datetime!(2026-11-30 18:40 UTC);
const HEAD: &str = "5d0c8b7e1f9a4c32b6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9a0b1c2d3";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const PLAYERS: [&str; 4] = ["bruno", "ana", "caio", "dora"];

/// Letters and marks of a board text, as a piece.
pub fn piece(text: &str) -> PieceView {
    let letter = text.chars().next().unwrap();
    let army = if letter.is_ascii_uppercase() { Army::White } else { Army::Black };
    let name = match letter.to_ascii_uppercase() {
        'K' => "king",
        'Q' => "queen",
        'R' => "rook",
        'B' => "bishop",
        'N' => "knight",
        'C' => "camel",
        'G' => "giraffe",
        'Z' => "zebra",
        'T' => "taxi",
        'X' => "atomic bomb",
        _ => "pawn",
    };
    let marks = text[1..].to_owned();
    let name = if marks.contains('~') { format!("promoted {name}") } else { name.to_owned() };
    PieceView { army, letter: letter.to_ascii_uppercase(), marks, name }
}

/// A board from its text; `last` are the squares of the last move.
pub fn board(no: BoardNo, text: &str, bottom: Army, to_move: Army, last: &[&str]) -> BoardView {
    let rows: Vec<Vec<Option<PieceView>>> = text.split('/').map(row).collect();
    let (files, ranks) = (rows[0].len(), rows.len());
    let mut squares = Vec::new();
    for rank in 0..ranks {
        for (file, piece) in rows[ranks - 1 - rank].iter().enumerate() {
            let name = format!("{}{}", char::from(b'a' + u8::try_from(file).unwrap()), rank + 1);
            let last = last.contains(&name.as_str());
            let (light, pyramid) = ((rank + file) % 2 == 1, piece.as_ref().is_some_and(|p| p.letter == '*'));
            let piece = piece.clone().filter(|_| !pyramid);
            squares.push(SquareView {
                name,
                light,
                piece,
                pyramid,
                cell: false,
                treasure: None,
                around: Vec::new(),
                last,
            });
        }
    }
    BoardView {
        cylinder: false,
        board: no,
        files: u8::try_from(files).unwrap(),
        ranks: u8::try_from(ranks).unwrap(),
        bottom,
        squares,
        to_move,
        plies: 9,
        fen: format!("{text}[] w KQkq - 0 1"),
        seq: 21,
    }
}

fn row(text: &str) -> Vec<Option<PieceView>> {
    let (mut row, mut chars) = (Vec::new(), text.chars().peekable());
    while let Some(c) = chars.next() {
        if let Some(mut n) = c.to_digit(10) {
            while let Some(d) = chars.peek().and_then(|c| c.to_digit(10)) {
                n = n * 10 + d;
                chars.next();
            }
            row.extend((0..n).map(|_| None));
        } else {
            let mut text = c.to_string();
            while let Some(mark) = chars.next_if(|c| "^!~@$?".contains(*c)) {
                text.push(mark);
            }
            row.push(Some(piece(&text)));
        }
    }
    row
}

/// A legal move as the form lists it.
pub fn mv(text: &str, san: &str, words: &str) -> LegalMove {
    let (drop, from, to) = match text.split_once('@') {
        Some((letters, to)) => (Some(letters.to_owned()), None, Some(to.to_owned())),
        None if text == "sit" => (None, None, None),
        None => (None, Some(text[..2].to_owned()), Some(text[2..4].to_owned())),
    };
    let promotion = text.chars().nth(4).filter(|_| drop.is_none());
    LegalMove {
        attach: None,
        text: text.to_owned(),
        san: san.to_owned(),
        words: words.to_owned(),
        from,
        to,
        drop,
        promotion,
        call: text.strip_prefix("call ").map(str::to_owned),
    }
}

/// A roll of both dice.
pub fn roll(kind_die: u8, worst_die: u8) -> RollView {
    let family = ["pawn", "knight", "bishop", "rook", "queen", "any piece"][usize::from(kind_die - 1)];
    RollView {
        kind_die,
        family: family.to_owned(),
        any_instead: false,
        worst_die: Some(worst_die),
        worst: worst_die <= 3,
        sealed: true,
    }
}

fn held(text: &str, count: u8) -> HandPiece {
    HandPiece { piece: piece(text), count }
}

fn relation(you: Option<Seat>, seat: Seat) -> Relation {
    match you {
        None => Relation::Stranger,
        Some(you) if you == seat => Relation::You,
        Some(you) if you.partner() == seat => Relation::Partner,
        Some(you) if you.opponent() == seat => Relation::Opponent,
        Some(_) => Relation::Rival,
    }
}

fn seats(you: Option<Seat>, all: &[Seat]) -> Vec<SeatView> {
    let seat_view = |seat: Seat| SeatView {
        items: Vec::new(),
        seat,
        player: Some(Player {
            account: AccountId(Uuid::from_u128(seat as u128 + 1)),
            handle: PLAYERS[seat as usize].to_owned(),
        }),
        relation: relation(you, seat),
        doing: Doing::Idle,
        deadline: None,
        bank_left_seconds: None,
        vacation: None,
        vacation_left_days: 30,
        auto_vacation: None,
        vacant: None,
        hand: Vec::new(),
        seals_opened: 3,
        decisions: 4,
    };
    all.iter().copied().map(seat_view).collect()
}

fn line(seq: u64, seat: Seat, notation: &str, words: &str, roll: Option<RollView>, chosen: bool) -> LogLine {
    LogLine {
        seq,
        at: datetime!(2026-11-28 09:12 UTC) + time::Duration::minutes(137 * i64::try_from(seq).unwrap()),
        board: Some(seat.board()),
        seat: Some(seat),
        kind: LineKind::Move,
        notation: notation.to_owned(),
        words: words.to_owned(),
        roll,
        chooser: chosen.then(|| seat.opponent()),
    }
}

fn table_line(seq: u64, kind: LineKind, words: &str) -> LogLine {
    let seat = Seat::White1;
    LogLine { board: None, seat: None, kind, ..line(seq, seat, "", words, None, false) }
}

/// The seats' view of the start position of Bughouse Worst Move, White1 to play a best knight.
pub fn start(you: Option<Seat>) -> View {
    let bottom = |no: BoardNo| match you {
        Some(you) if you.board() == no => you.army(),
        Some(you) => you.partner().army(),
        None if no == BoardNo::One => Army::White,
        None => Army::Black,
    };
    let mut view = View {
        match_id: MatchId(Uuid::from_u128(0x0190_5d0c_8b7e_7f9a_8c32_b6d7_e8f9_0a1b)),
        name: "Sunday table".to_owned(),
        rules: RulesView {
            preset: "bughouse-worst-move".to_owned(),
            title: "Bughouse Worst Move".to_owned(),
            sentences: vec![
                "Two boards; a captured piece goes to the capturer's partner.".to_owned(),
                "Capturing a king ends the game.".to_owned(),
                "Each turn rolls a type die and a worst die; on 1 to 3 the opponent chooses the move."
                    .to_owned(),
            ],
            fairy: String::new(),
            has_dice: true,
        },
        seq: 7,
        head: HEAD.to_owned(),
        last_seq: 7,
        you,
        series: series(you),
        phase: Phase::Running,
        opened_at: datetime!(2026-11-27 18:00 UTC),
        updated_at: datetime!(2026-11-30 17:40 UTC),
        allowance_seconds: 3 * 86_400,
        time: "3 days for each decision".to_owned(),
        vacation_days: 30,
        lapse_words: "When it is out, the opponent plays this one move; the third time the team loses."
            .to_owned(),
        seats: seats(you, &Seat::ALL),
        boards: BoardNo::ALL.map(|no| board(no, START, bottom(no), Army::White, &[])).to_vec(),
        salt_needed: false,
        turns: vec![turn(BoardNo::One, Army::White, roll(2, 5)), turn(BoardNo::Two, Army::White, roll(1, 4))],
        draw: None,
        pause: None,
        deeds: you.map_or_else(Vec::new, |_| deeds()),
        log: vec![
            table_line(1, LineKind::Table, "ana opened the match"),
            table_line(5, LineKind::Table, "All seats are taken: the game begins"),
        ],
        news: 0,
    };
    let legal = [
        ("b1a3", "Na3", "knight b1 to a3"),
        ("b1c3", "Nc3", "knight b1 to c3"),
        ("g1f3", "Nf3", "knight g1 to f3"),
        ("g1h3", "Nh3", "knight g1 to h3"),
    ];
    settle(&mut view, &legal);
    view
}

/// A match of one game, as a viewer sees it.
pub fn series(you: Option<Seat>) -> SeriesView {
    let pair = |team: Team, seats: [Seat; 2], who: &str| PairView {
        team,
        seats: seats.to_vec(),
        who: who.to_owned(),
        points: 0,
        yours: you.map(Seat::team) == Some(team),
    };
    SeriesView {
        game: 1,
        length: LengthView { words: "one game".to_owned(), several: false, games: Some(1) },
        score: [
            pair(Team::First, [Seat::White1, Seat::Black4], "bruno and dora"),
            pair(Team::Second, [Seat::Black2, Seat::White3], "ana and caio"),
        ],
        games: Vec::new(),
        between: false,
    }
}

/// What a player may do in a running match.
pub fn deeds() -> Vec<Deed> {
    vec![
        Deed::Resign,
        Deed::OfferDraw,
        Deed::GiveTime { to: Seat::White1 },
        Deed::AskPause,
        Deed::PlanVacation,
        Deed::AutoVacation { on: true },
        Deed::LeaveForGood,
    ]
}

/// A decision that began an hour ago, due in three days less that hour.
pub fn turn(no: BoardNo, army: Army, roll: RollView) -> TurnView {
    let mover = Seat::at(no, army);
    TurnView {
        touched: None,
        seq: 21,
        board: no,
        mover,
        decider: if roll.worst { mover.opponent() } else { mover },
        asks: Asking::Move,
        called: None,
        roll: Some(roll),
        began_at: datetime!(2026-11-30 17:40 UTC),
        deadline: Some(datetime!(2026-12-03 17:40 UTC)),
        left_seconds: 3 * 86_400,
        stopped: None,
        hurried: false,
        frozen: false,
        legal: Vec::new(),
    }
}

/// Sets what each seat does from the open turns, and gives the viewer's decision its moves.
pub fn settle(view: &mut View, legal: &[(&str, &str, &str)]) {
    for held in &mut view.seats {
        held.doing = Doing::Idle;
        held.deadline = None;
        for turn in &view.turns {
            let chosen_for = turn.mover == held.seat && turn.decider != held.seat;
            if turn.decider == held.seat {
                held.doing = if turn.mover == held.seat { Doing::Moving } else { Doing::Choosing };
                held.deadline = turn.deadline;
            } else if chosen_for {
                held.doing = Doing::BeingChosenFor;
            }
        }
    }
    for turn in &mut view.turns {
        if view.you == Some(turn.decider) {
            turn.legal = legal.iter().map(|(text, san, words)| mv(text, san, words)).collect();
        }
    }
}

/// A middle game seen by ana, who chooses bruno's worst bishop move.
pub fn worst() -> View {
    middle(Some(Seat::Black2), roll(3, 2))
}

/// The same table seen by bruno, for whom ana chooses.
pub fn chosen_for() -> View {
    middle(Some(Seat::White1), roll(3, 2))
}

/// The same table seen by nobody at it.
pub fn spectator() -> View {
    middle(None, roll(3, 2))
}

/// The same table, bruno to play his best with any piece, drops and a promotion included.
pub fn own_move() -> View {
    middle(Some(Seat::White1), roll(6, 5))
}

fn middle(you: Option<Seat>, on_board_1: RollView) -> View {
    let mut view = start(you);
    let bottoms: Vec<Army> = view.boards.iter().map(|board| board.bottom).collect();
    let one = "r1bqkb1r/pPpp1ppp/2n2n2/4p3/2B1P3/5N2/P1PP1PPP/RNBQK2R";
    let two = "r1bqkbnr/pppp1ppp/2n5/4p3/3PP3/5N~2/PPP2PPP/RNBQKB1R";
    view.boards = vec![
        board(BoardNo::One, one, bottoms[0], Army::White, &["b8", "c6"]),
        board(BoardNo::Two, two, bottoms[1], Army::Black, &["d2", "d4"]),
    ];
    view.seats[0].hand = vec![held("P", 2), held("N", 1)];
    view.seats[1].hand = vec![held("r", 1)];
    view.seats[2].hand = vec![held("P", 1), held("B", 1)];
    view.turns =
        vec![turn(BoardNo::One, Army::White, on_board_1), turn(BoardNo::Two, Army::Black, roll(4, 6))];
    view.turns[1].deadline = Some(datetime!(2026-12-01 22:40 UTC));
    view.seq = 22;
    view.last_seq = 22;
    view.log.extend(middle_log());
    view.news = if you.is_some() { 4 } else { 0 };
    settle(
        &mut view,
        &[
            ("c4a6", "Ba6", "bishop c4 to a6"),
            ("c4b3", "Bb3", "bishop c4 to b3"),
            ("c4b5", "Bb5", "bishop c4 to b5"),
            ("c4d5", "Bd5", "bishop c4 to d5"),
            ("c4f7", "Bxf7", "bishop c4 takes the pawn on f7"),
            ("c1a3", "Ba3", "bishop c1 to a3"),
            ("c1b2", "Bb2", "bishop c1 to b2"),
        ],
    );
    if view.turns[0].roll.as_ref().is_some_and(|roll| roll.kind_die == 6) {
        settle(&mut view, &any_piece());
    }
    view
}

fn any_piece() -> [(&'static str, &'static str, &'static str); 12] {
    [
        ("N@d5", "N@d5", "drop a knight on d5"),
        ("N@g5", "N@g5", "drop a knight on g5"),
        ("P@d5", "P@d5", "drop a pawn on d5"),
        ("b7a8b", "bxa8=B", "pawn b7 takes the rook on a8, becoming a bishop"),
        ("b7a8n", "bxa8=N", "pawn b7 takes the rook on a8, becoming a knight"),
        ("b7a8q", "bxa8=Q", "pawn b7 takes the rook on a8, becoming a queen"),
        ("b7a8r", "bxa8=R", "pawn b7 takes the rook on a8, becoming a rook"),
        ("c4f7", "Bxf7", "bishop c4 takes the pawn on f7"),
        ("e1e2", "Ke2", "king e1 to e2"),
        ("e1g1", "O-O", "castle, king e1 to g1"),
        ("f3e5", "Nxe5", "knight f3 takes the pawn on e5"),
        ("f3g5", "Ng5", "knight f3 to g5"),
    ]
}

fn middle_log() -> Vec<LogLine> {
    use Seat::{Black2, Black4, White1, White3};
    vec![
        line(8, White1, "1A. e4", "bruno played e4 (rolled 1 pawn, 4 best)", Some(roll(1, 4)), false),
        line(10, White3, "1B. e4", "caio played e4 (rolled 1 pawn, 6 best)", Some(roll(1, 6)), false),
        line(12, Black2, "1a. e5", "ana played e5 (rolled 6 any piece, 5 best)", Some(roll(6, 5)), false),
        line(14, White1, "2A. Nf3", "bruno played Nf3 (rolled 2 knight, 4 best)", Some(roll(2, 4)), false),
        line(16, Black4, "1b. e5", "caio chose e5 for dora (rolled 1 pawn, 2 worst)", Some(roll(1, 2)), true),
        line(
            18,
            Black2,
            "2a. Nc6",
            "bruno chose Nc6 for ana (rolled 2 knight, 1 worst)",
            Some(roll(2, 1)),
            true,
        ),
        line(20, White3, "2B. d4", "caio played d4 (rolled 1 pawn, 5 best)", Some(roll(1, 5)), false),
    ]
}

/// The game over, seen by ana whose king was captured.
pub fn over() -> View {
    let mut view = worst();
    view.turns.clear();
    settle(&mut view, &[]);
    view.log.push(line(22, Seat::White1, "3A. Bxe8", "bruno took the king on e8", Some(roll(3, 6)), false));
    view.log.push(table_line(23, LineKind::End, "bruno and dora win: Black2's king was captured"));
    view.seq = 23;
    view.last_seq = 23;
    view.deeds.clear();
    view.phase = Phase::Over {
        result: "White1+Black4 wins by king capture".to_owned(),
        winner: Some(Team::First),
        words: "bruno and dora win: Black2's king was captured".to_owned(),
        at: datetime!(2026-11-30 18:00 UTC),
    };
    view
}

/// An open table: only ana sits.
pub fn open() -> View {
    let mut view = start(Some(Seat::Black2));
    view.phase = Phase::Open;
    view.turns.clear();
    for held in view.seats.iter_mut().filter(|held| held.seat != Seat::Black2) {
        held.player = None;
    }
    settle(&mut view, &[]);
    view
}

/// One board, no hands: dice chess.
pub fn one_board() -> View {
    let mut view = start(Some(Seat::White1));
    view.boards.truncate(1);
    view.seats.truncate(2);
    view.turns.truncate(1);
    "Dice Chess".clone_into(&mut view.rules.title);
    view
}

/// Every piece and mark, on a board of 8 by 10.
pub fn zoo() -> View {
    let mut view = start(Some(Seat::White1));
    let all = "rnbqkbnr/cgztX!3/C^G^Z^T^4/n^b^r^q^4/N!B!R!Q!4/8/Q~R~@B~$N@?4/CGZTn@?X2/PPPPPPPP/RNBQKBNR";
    view.boards[0] = board(BoardNo::One, all, Army::White, Army::White, &["e2", "e4"]);
    view.seats[0].hand =
        vec![held("P", 3), held("N^", 1), held("C", 2), held("G!", 1), held("T", 1), held("X", 1)];
    view
}

/// Two cylindrical pieces and what they reach around the edge, an intelligent knight, and a pyramid.
pub fn cylinder() -> View {
    let mut view = start(Some(Seat::White1));
    let all = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2*1P1R^1/5N!2/PPPPBPP1/RNBQK1B^1";
    view.boards[0] = board(BoardNo::One, all, Army::White, Army::White, &["g3", "g4"]);
    let ways = [("g4", vec!["a4", "b4"]), ("g1", vec!["a3", "b4", "c5", "d6", "e7", "f8"])];
    for (from, around) in ways {
        let square = view.boards[0].squares.iter_mut().find(|square| square.name == from).unwrap();
        square.around = around.into_iter().map(str::to_owned).collect();
    }
    view.seats[0].hand = vec![held("C", 1), held("Y", 1), held("X", 1)];
    view
}
