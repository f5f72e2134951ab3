//! Seats and boards as one viewer sees them.

use super::names::Speaker;
use super::{Viewer, clocks};
use crate::domain::game::{State, What};
use crate::domain::rules::{Form, Item, Move, Occupant, Piece, Square, Table, Topology};
use crate::domain::seat::{Army, BoardNo, Seat, Team};
use crate::domain::view::{BoardView, Doing, HandPiece, ItemView, PieceView, Relation, SeatView, SquareView};

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
        items: items(state, seat),
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

fn items(state: &State, seat: Seat) -> Vec<ItemView> {
    let held = state.table.hand(seat);
    let some = Item::ALL.into_iter().map(|item| (item, held.items(item))).filter(|(_, count)| *count > 0);
    some.map(|(item, count)| item_view(item, u8::try_from(count).unwrap_or(u8::MAX))).collect()
}

/// An item as drawn and spoken.
pub(super) fn item_view(item: Item, count: u8) -> ItemView {
    ItemView { text: format!("{{{}}}", item.letter()), name: item.name().to_owned(), count }
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
pub(super) fn board(speaker: &Speaker<'_>, viewer: Viewer, seen: &Table, board: BoardNo) -> BoardView {
    let (state, position) = (speaker.state, seen.board(board));
    let geometry = position.geometry();
    let last = last_squares(speaker, board);
    let square = |square: Square| SquareView {
        name: square.to_string(),
        light: square.is_light(),
        piece: position.piece_at(square).map(piece_view),
        pyramid: position.occupant_at(square) == Some(Occupant::Pyramid),
        cell: position.occupant_at(square) == Some(Occupant::Cell),
        treasure: position.treasure_at(square).map(|item| item_view(item, 1)),
        around: seen.reach_around(board, square).iter().map(|square| square.to_string()).collect(),
        last: last.contains(&Some(square)),
    };
    BoardView {
        board,
        files: geometry.files(),
        ranks: geometry.ranks(),
        bottom: bottom(viewer, board),
        squares: geometry.squares().map(square).collect(),
        cylinder: geometry.topology() == Topology::Cylinder,
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

/// The squares that the board's last move left and reached, as far as they are seen; none after an event
/// that moved everything about.
fn last_squares(speaker: &Speaker<'_>, board: BoardNo) -> [Option<Square>; 2] {
    let (state, eye) = (speaker.state, speaker.eye());
    let this_game = state.history.iter().rev().take_while(|line| line.seq >= state.game_began());
    let played = this_game.into_iter().find_map(|line| match &line.what {
        What::Moved(moved) if moved.seat.board() == board && moved.mv != Move::Sit => {
            let unseen = moved.hidden.as_ref().filter(|_| !eye.sees(moved.seat));
            let whole = || [moved.mv.from(), moved.mv.to()];
            Some(unseen.map_or_else(whole, |unseen| [unseen.left, unseen.to]))
        }
        What::Happened(line) if line.board == board && line.reshapes() => Some([None; 2]),
        _ => None,
    });
    played.unwrap_or([None; 2])
}
