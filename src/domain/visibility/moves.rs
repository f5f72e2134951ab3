//! The moves that a decider may choose from, in notation and in words.

use super::games::{article, listed};
use crate::domain::game::{State, Turn};
use crate::domain::rules::{Called, Eye, Form, Kind, Move, Occupant, Piece, Position, Square};
use crate::domain::view::LegalMove;

/// What the decider of a turn may play.
pub(super) fn legal(state: &State, turn: &Turn) -> Vec<LegalMove> {
    let moves = state.table.legal(turn.board, turn.demand());
    let notations = state.table.notations(turn.board, &moves, turn.demand());
    let seen = state.table.seen_by(Eye::Team(turn.decider.team()));
    let position = seen.board(turn.board);
    moves.into_iter().zip(notations).map(|(mv, san)| legal_move(position, mv, san)).collect()
}

fn legal_move(position: &Position, mv: Move, san: String) -> LegalMove {
    LegalMove {
        text: mv.to_string(),
        words: words(position, mv, &san),
        san,
        from: mv.from().map(|square| square.to_string()),
        to: mv.to().map(|square| square.to_string()),
        drop: mv.dropped().map(|form| form.to_string()),
        attach: attached(mv),
        promotion: mv.promotion().map(Kind::letter),
        call: call(mv),
    }
}

/// The item that a move attaches.
fn attached(mv: Move) -> Option<String> {
    let Move::Attach { item, .. } = mv else { return None };
    Some(format!("{{{}}}", item.letter()))
}

/// What a move calls.
fn call(mv: Move) -> Option<String> {
    let Move::Call(called) = mv else { return None };
    Some(match called {
        Called::At(square) => square.to_string(),
        Called::InHand(form) => form.to_string(),
        Called::Hidden(form) => format!("{form}?"),
    })
}

/// `knight g1 to f3`, `drop a pawn on e5`.
fn words(position: &Position, mv: Move, san: &str) -> String {
    match mv {
        Move::Step { from, to, .. } => step_words(position, from, to, mv, san),
        Move::Drop { form, to } if form.kind == Kind::Bomb => {
            let gone = position.destroyed_by_bomb(to);
            let gone: Vec<String> = gone
                .iter()
                .map(|(square, piece)| format!("{} on {square}", article(&piece.name())))
                .collect();
            format!("drop a bomb on {to}, which destroys {}", listed(&gone))
        }
        Move::Drop { form, to } => format!("drop {} on {to}", with_article(form)),
        Move::Attach { item, to } => {
            let name = position.piece_at(to).map_or_else(|| "piece".to_owned(), Piece::name);
            format!("give the {} to the {name} on {to}", item.name())
        }
        Move::Call(Called::At(square)) => {
            let name = position.piece_at(square).map_or_else(|| "piece".to_owned(), Piece::name);
            format!("call the {name} on {square}")
        }
        Move::Call(Called::InHand(form)) => format!("call the {} in hand", form.name()),
        Move::Call(Called::Hidden(form)) => format!("call a hidden {}", form.name()),
        Move::Sit => "sit and wait for a piece".to_owned(),
    }
}

fn step_words(position: &Position, from: Square, to: Square, mv: Move, san: &str) -> String {
    if san.starts_with("O-O-O") {
        return "castle on the queen's side".to_owned();
    }
    if san.starts_with("O-O") {
        return "castle on the king's side".to_owned();
    }
    let name = position.piece_at(from).map_or_else(|| "piece".to_owned(), Piece::name);
    let becomes = mv.promotion().map_or_else(String::new, |kind| format!(" and becomes a {}", kind.name()));
    match position.piece_at(to) {
        Some(taken) => format!("{name} {from} takes {} on {to}{becomes}", taken.name()),
        None if position.occupant_at(to) == Some(Occupant::Cell) => {
            format!("{name} {from} takes bacteria on {to}{becomes}")
        }
        None if san.contains('x') => format!("{name} {from} takes en passant on {to}"),
        None => format!("{name} {from} to {to}{becomes}"),
    }
}

/// `a knight`, `an intelligent knight`.
pub(super) fn with_article(form: Form) -> String {
    article(&form.name())
}
