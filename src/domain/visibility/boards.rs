//! Seats and boards as one viewer sees them.

use super::names::Speaker;
use super::{Viewer, clocks};
use crate::domain::game::{State, What};
use crate::domain::rules::{Form, Move, Occupant, Piece, Square};
use crate::domain::seat::{Army, BoardNo, Seat, Team};
use crate::domain::view::{BoardView, Doing, HandPiece, PieceView, Relation, SeatView, SquareView};

/// A seat, who sits there, and what it does.
pub(super) fn seat(speaker: &Speaker<'_>, viewer: Viewer, seat: Seat) -> SeatView {
    let state = speaker.state;
    let running = state.turn(seat.board()).filter(|turn| turn.decider == seat);
    let (decisions, seals_opened) = state.dice.seals[seat].counts();
    SeatView {
        seat,
        player: speaker.player(seat),
        relation: relation(viewer, seat),
        doing: doing(state, seat),
        deadline: running.and_then(|turn| turn.clock.deadline(&state.outages)),
        bank_left_seconds: clocks::bank_left(state, seat).map(clocks::seconds),
        vacation: clocks::vacation(state, seat),
        vacation_left_days: clocks::vacation_left_days(state, seat),
        auto_vacation: (viewer.seat() == Some(seat)).then_some(state.leave[seat].automatic),
        vacant: clocks::vacancy(speaker, seat),
        hand: hand(state, seat),
        seals_opened,
        decisions,
    }
}

fn relation(viewer: Viewer, seat: Seat) -> Relation {
    match viewer.seat() {
        None => Relation::Stranger,
        Some(own) if own == seat => Relation::You,
        Some(own) if own.opponent() == seat => Relation::Opponent,
        Some(own) if own.partner() == seat => Relation::Partner,
        Some(_) => Relation::Rival,
    }
}

fn doing(state: &State, seat: Seat) -> Doing {
    match state.turn(seat.board()) {
        Some(turn) if turn.decider == seat && turn.reward => Doing::Picking,
        Some(turn) if turn.decider == seat && turn.mover == seat => Doing::Moving,
        Some(turn) if turn.decider == seat => Doing::Choosing,
        Some(turn) if turn.mover == seat => Doing::BeingChosenFor,
        _ if state.is_running() && state.table.waiting().contains(&seat) => Doing::Waiting,
        _ => Doing::Idle,
    }
}

fn hand(state: &State, seat: Seat) -> Vec<HandPiece> {
    let held = state.table.hand(seat).iter();
    let piece = |form: Form| piece_view(Piece::new(seat.army(), form));
    held.map(|(form, count)| HandPiece { piece: piece(form), count: u8::try_from(count).unwrap_or(u8::MAX) })
        .collect()
}

/// A piece as drawn and spoken.
pub(super) fn piece_view(piece: Piece) -> PieceView {
    PieceView {
        army: piece.army,
        letter: piece.kind.letter(),
        marks: piece.marks.to_string(),
        name: piece.name(),
    }
}

/// A board, turned so that the viewer's team sits at the bottom.
pub(super) fn board(state: &State, viewer: Viewer, board: BoardNo) -> BoardView {
    let position = state.table.board(board);
    let geometry = position.geometry();
    let last = last_squares(state, board);
    let square = |square: Square| SquareView {
        name: square.to_string(),
        light: square.is_light(),
        piece: position.piece_at(square).map(piece_view),
        pyramid: position.occupant_at(square) == Some(Occupant::Pyramid),
        around: state.table.reach_around(board, square).iter().map(|square| square.to_string()).collect(),
        last: last.contains(&Some(square)),
    };
    BoardView {
        board,
        files: geometry.files(),
        ranks: geometry.ranks(),
        bottom: bottom(viewer, board),
        squares: geometry.squares().map(square).collect(),
        to_move: position.to_move(),
        plies: state.plies[board],
        fen: position.text(),
        seq: state.board_seq[board],
    }
}

/// The viewer's own army, and beside it the partner's; spectators look from White1's side.
fn bottom(viewer: Viewer, board: BoardNo) -> Army {
    let team = viewer.team().unwrap_or(Team::First);
    if Seat::at(board, Army::White).team() == team { Army::White } else { Army::Black }
}

/// The squares that the board's last move left and reached.
fn last_squares(state: &State, board: BoardNo) -> [Option<Square>; 2] {
    let this_game = state.history.iter().rev().take_while(|line| line.seq >= state.game_began());
    let played = this_game.into_iter().find_map(|line| match &line.what {
        What::Moved(moved) if moved.seat.board() == board && moved.mv != Move::Sit => Some(moved.mv),
        _ => None,
    });
    played.map_or([None; 2], |mv| [mv.from(), mv.to()])
}
