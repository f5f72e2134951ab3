//! The move form: what is posted, the list of legal moves, and the choice of a promoted piece.

use super::Draft;
use crate::domain::view::{Asking, LegalMove, TurnView, View};
use crate::web::present::{Picked, Piece};
use uuid::Uuid;

/// The move form of one decision.
#[derive(Clone, Debug)]
pub struct MoveForm {
    /// Board number.
    pub board: u8,
    /// Seq of the board as shown.
    pub seen: u64,
    /// Idempotency key.
    pub key: Uuid,
    /// Under this name the script keeps the player's next salt: the seat of the first game, since opponents
    /// exchange seats from game to game.
    pub seat: &'static str,
    /// Seq of the event that began the turn; one salt a turn.
    pub turn: u64,
    /// The button: `Play`, or `Choose` when the army is the opponent's.
    pub verb: &'static str,
    /// `your piece`, `White1's piece`.
    pub whose: String,
    /// What has been picked up: `knight g1`.
    pub picked: Option<String>,
    /// The promotions that the picked piece can make.
    pub promotions: Vec<Promotion>,
    /// `sit` may be played.
    pub may_sit: bool,
    /// The pieces that may be called: the move as sent, and in words.
    pub calls: Vec<(String, String)>,
    /// Legal moves by piece.
    pub groups: Vec<MoveGroup>,
    /// How many legal moves there are.
    pub count: usize,
    /// Dice are rolled, so a salt means something.
    pub has_dice: bool,
    /// What was typed before.
    pub draft: Draft,
}

/// The moves of one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveGroup {
    /// `knight g1`, `drop pawn`.
    pub title: String,
    /// Its moves.
    pub moves: Vec<LegalMove>,
}

/// The choice of a piece to promote to, on one square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// `e8`.
    pub square: String,
    /// The move as sent, the piece's name and its drawing.
    pub choices: Vec<(String, &'static str, Piece)>,
}

impl MoveForm {
    /// The form for the viewer's decision `turn`; none if it is about no move.
    #[must_use]
    pub fn new(
        view: &View,
        turn: &TurnView,
        picked: Option<&Picked>,
        key: Uuid,
        draft: &Draft,
    ) -> Option<Self> {
        if turn.asks != Asking::Move {
            return None;
        }
        let board = view.boards.iter().find(|board| board.board == turn.board)?;
        let own = view.you == Some(turn.mover);
        let groups = groups(view, turn);
        let picked_group = groups.iter().find(|group| {
            picked.is_some_and(|picked| group.moves.first().is_some_and(|first| picked.begins(first)))
        });
        Some(Self {
            board: turn.board.number(),
            seen: board.seq,
            key,
            seat: view.series.first_seat(turn.decider).name(),
            turn: turn.seq,
            verb: if own { "Play" } else { "Choose" },
            whose: if own { "your piece".to_owned() } else { format!("{}'s piece", turn.mover) },
            picked: picked_group.map(|group| group.title.clone()),
            promotions: picked_group.map(|group| promotions(turn, &group.moves)).unwrap_or_default(),
            may_sit: turn.legal.iter().any(|mv| mv.text == "sit"),
            calls: calls(turn),
            count: turn.legal.len(),
            has_dice: view.rules.has_dice,
            groups,
            draft: draft.clone(),
        })
    }
}

/// What the decider may call on a worst roll (RULES §7).
fn calls(turn: &TurnView) -> Vec<(String, String)> {
    let calls = turn.legal.iter().filter(|mv| mv.call.is_some());
    calls.map(|mv| (mv.text.clone(), capital(&mv.words))).collect()
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Legal moves by the piece that makes them, in the order of the list.
fn groups(view: &View, turn: &TurnView) -> Vec<MoveGroup> {
    let mut groups: Vec<MoveGroup> = Vec::new();
    for mv in &turn.legal {
        let same = groups.iter_mut().find(|group| {
            let same = |first: &LegalMove| {
                first.from == mv.from && first.drop == mv.drop && first.call.is_some() == mv.call.is_some()
            };
            group.moves.first().is_some_and(same)
        });
        match same {
            Some(group) => group.moves.push(mv.clone()),
            None => groups.push(MoveGroup { title: group_title(view, turn, mv), moves: vec![mv.clone()] }),
        }
    }
    groups
}

fn group_title(view: &View, turn: &TurnView, mv: &LegalMove) -> String {
    if let Some(from) = &mv.from {
        let square = view
            .boards
            .iter()
            .filter(|board| board.board == turn.board)
            .find_map(|board| board.squares.iter().find(|square| square.name == *from));
        let name = square.and_then(|square| square.piece.as_ref()).map_or("piece", |piece| &piece.name);
        return format!("{name} {from}");
    }
    if mv.call.is_some() {
        return format!("call, and {} moves it", turn.mover);
    }
    let Some(drop) = &mv.drop else { return "other".to_owned() };
    let held = view.seats.iter().filter(|held| held.seat == turn.mover).flat_map(|held| &held.hand);
    let name = held
        .map(|held| &held.piece)
        .find(|piece| format!("{}{}", piece.letter, piece.marks) == *drop)
        .map_or("piece", |piece| &piece.name);
    format!("drop {name}")
}

fn promotions(turn: &TurnView, moves: &[LegalMove]) -> Vec<Promotion> {
    let mut promotions: Vec<Promotion> = Vec::new();
    let mut moves: Vec<&LegalMove> = moves.iter().collect();
    moves.sort_by_key(|mv| mv.promotion.and_then(|letter| "QRBN".find(letter.to_ascii_uppercase())));
    for mv in moves {
        let (Some(square), Some(letter)) = (&mv.to, mv.promotion) else { continue };
        let choice = (mv.text.clone(), promoted_name(letter), drawn(turn, letter));
        match promotions.iter_mut().find(|promotion| promotion.square == *square) {
            Some(promotion) => promotion.choices.push(choice),
            None => promotions.push(Promotion { square: square.clone(), choices: vec![choice] }),
        }
    }
    promotions
}

fn drawn(turn: &TurnView, letter: char) -> Piece {
    Piece::new(&crate::domain::view::PieceView {
        army: turn.mover.army(),
        letter: letter.to_ascii_uppercase(),
        marks: String::new(),
        name: promoted_name(letter).to_owned(),
    })
}

const fn promoted_name(letter: char) -> &'static str {
    match letter.to_ascii_uppercase() {
        'Q' => "queen",
        'R' => "rook",
        'B' => "bishop",
        'N' => "knight",
        _ => "piece",
    }
}
