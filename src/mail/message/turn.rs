//! Mails of a running turn: yours to move, yours to choose, chosen for you.

use super::words::{Written, own_seat, roll, time_left, turn_of, who, who_where};
use super::{Content, Reader};
use crate::domain::view::{TurnView, View};

/// "Your turn": the reader decides the own move in the turn that event `seq` began.
pub fn turn(view: &View, seq: u64, reader: &Reader) -> Written {
    let turn = turn_of(view, seq)?;
    let lead = format!("It is your turn as {} on board {}.", turn.mover, turn.board);
    let mut content = Content::about(view, reader, "Your turn", lead);
    content.paragraphs.extend(turn.roll.as_ref().map(roll));
    if was_worst(turn) {
        let opponent = who_where(view, turn.mover.opponent());
        content
            .paragraphs
            .push(format!("{opponent} let the time for choosing run out: the choice is yours."));
    }
    content.paragraphs.push(time_left(turn, &view.lapse_words, reader));
    content.act("Make your move");
    content.letter()
}

/// "You choose White1's move": a worst roll, or the opponent's lapse, gave the reader the opponent's move.
pub fn choose(view: &View, seq: u64, reader: &Reader) -> Written {
    let turn = turn_of(view, seq)?;
    let subject = format!("You choose {}'s move", turn.mover);
    let mover = who_where(view, turn.mover);
    let why = if was_worst(turn) { "the roll was worst" } else { "their time ran out" };
    let lead =
        format!("You choose the move of your opponent {mover} on board {}, because {why}.", turn.board);
    let mut content = Content::about(view, reader, &subject, lead);
    content.paragraphs.extend(turn.roll.as_ref().map(roll));
    content.paragraphs.push("Pick any move that they could play now.".to_owned());
    let lapse = format!("Then the choice goes back to {}.", who(view, turn.mover));
    content.paragraphs.push(time_left(turn, &lapse, reader));
    content.act("Choose their move");
    content.letter()
}

/// The reader's army moves, and the opponent is choosing how; nothing is asked.
pub fn chosen_for(view: &View, seq: u64, reader: &Reader) -> Written {
    let turn = turn_of(view, seq)?;
    let you = own_seat(view)?;
    let subject = format!("{} chooses your move", who(view, turn.decider));
    let decider = who_where(view, turn.decider);
    let why = if was_worst(turn) { "the roll was worst" } else { "your time ran out" };
    let lead = format!(
        "Nothing to do: your opponent {decider} is choosing your move as {you} on board {}, because {why}.",
        turn.board
    );
    let mut content = Content::about(view, reader, &subject, lead);
    content.paragraphs.extend(turn.roll.as_ref().map(roll));
    content.paragraphs.push(match (turn.deadline, &turn.stopped) {
        (Some(deadline), _) => {
            format!("They have until {}; then the choice is yours.", reader.moment(deadline))
        }
        (None, Some(why)) => format!("Their clock stands: {why}."),
        (None, None) => "Their clock stands.".to_owned(),
    });
    content.letter()
}

/// Whether the roll gave the move to the opponent; without it, a lapse did.
fn was_worst(turn: &TurnView) -> bool {
    turn.roll.as_ref().is_some_and(|roll| roll.worst)
}
