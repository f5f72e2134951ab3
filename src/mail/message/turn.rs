//! Mails of a running turn: yours to move, yours to choose, chosen for you.

use super::words::{Written, own_seat, roll, time_left, turn_of, who_where};
use super::{Content, Reader};
use crate::domain::view::View;

/// "Your turn": the reader decides the own move in the turn that event `seq` began.
pub fn turn(view: &View, seq: u64, reader: &Reader) -> Written {
    let turn = turn_of(view, seq)?;
    let lead = format!("It is your turn as {} on board {}.", turn.mover, turn.board);
    let mut content = Content::about(view, reader, "Your turn", lead);
    content.paragraphs.extend(turn.roll.as_ref().map(roll));
    content.paragraphs.push(time_left(view, turn, reader));
    content.act("Make your move");
    content.letter()
}

/// "You choose White1's move": a worst roll gave the reader the opponent's move.
pub fn choose(view: &View, seq: u64, reader: &Reader) -> Written {
    let turn = turn_of(view, seq)?;
    let subject = format!("You choose {}'s move", turn.mover);
    let lead = format!(
        "You choose the move of your opponent {} on board {}, because the roll was worst.",
        who_where(view, turn.mover),
        turn.board
    );
    let mut content = Content::about(view, reader, &subject, lead);
    content.paragraphs.extend(turn.roll.as_ref().map(roll));
    content.paragraphs.push("Pick any move that they could play with this roll.".to_owned());
    content.paragraphs.push(time_left(view, turn, reader));
    content.act("Choose their move");
    content.letter()
}

/// The reader's army moves, and the opponent is choosing how; nothing is asked.
pub fn chosen_for(view: &View, seq: u64, reader: &Reader) -> Written {
    let turn = turn_of(view, seq)?;
    let you = own_seat(view)?;
    let subject = format!("{} chooses your move", super::words::who(view, turn.decider));
    let lead = format!(
        "Nothing to do: your opponent {} is choosing your move as {you} on board {}, because the roll was worst.",
        who_where(view, turn.decider),
        turn.board
    );
    let mut content = Content::about(view, reader, &subject, lead);
    content.paragraphs.extend(turn.roll.as_ref().map(roll));
    content.paragraphs.push(format!("They have until {}.", reader.moment(turn.deadline)));
    content.letter()
}
