//! Decisions that are open: yours to move, yours to choose, chosen for you.

use super::Reader;
use super::point::{Point, lower_first};
use super::words::{one_line, roll, time_left, who, who_where};
use crate::domain::notice::{Notice, Told};
use crate::domain::view::{Asking, CalledView, SetPiece, TurnView, View, pieces};
use crate::domain::zone;

/// What the open decisions ask of the reader. `fresh` is what this mail is sent for: a reminder is said
/// as one only then.
pub fn points(view: &View, fresh: &[Told], reader: &Reader) -> Vec<Point> {
    view.turns.iter().filter_map(|turn| point(view, turn, fresh, reader)).collect()
}

fn point(view: &View, turn: &TurnView, fresh: &[Told], reader: &Reader) -> Option<Point> {
    let you = view.you?;
    if let Asking::Reward { number, set } = &turn.asks {
        let point = || reward(turn, (*number, set), reader);
        return (turn.decider == you).then(|| pressed(point(), view, turn, fresh, reader));
    }
    match (turn.mover == you, turn.decider == you) {
        (true, true) => Some(pressed(own_move(view, turn, reader), view, turn, fresh, reader)),
        (false, true) => Some(pressed(choose(view, turn, reader), view, turn, fresh, reader)),
        (true, false) => Some(chosen_for(view, turn, reader)),
        (false, false) => None,
    }
}

/// "Pick your reward": the reader captured the king (RULES §8).
fn reward(turn: &TurnView, (number, set): (u8, &[SetPiece]), reader: &Reader) -> Point {
    let what = pieces(number);
    let lead = format!("You captured the king: pick {what} as your reward for the next game.");
    let mut point = Point::new(Notice::Reward, Some(turn.seq), "Pick your reward", lead);
    let names: Vec<&str> = set.iter().map(|piece| piece.piece.name.as_str()).collect();
    point.paragraphs.push(format!("You may choose from: {}.", names.join(", ")));
    let then = "It will lie in your hand, and the next game starts as soon as you have chosen.";
    point.paragraphs.push(if number == 1 { then.to_owned() } else { then.replacen("It", "They", 1) });
    point.clock = Some(time_left(turn, "Then the dice pick for you.", reader));
    point.label = "Pick your reward";
    point
}

/// What the opponent's call demands of the reader (RULES §7).
fn call(view: &View, turn: &TurnView, called: &CalledView) -> String {
    if called.by_itself {
        return format!(
            "The roll was worst, and nothing but your {} could move, which nobody moves but you: move it as you like.",
            called.words
        );
    }
    let opponent = who_where(view, turn.mover.opponent());
    format!("{opponent} called your {}: you must move it, and you choose how.", called.words)
}

/// "Your turn": the reader decides the own move.
fn own_move(view: &View, turn: &TurnView, reader: &Reader) -> Point {
    let lead = format!("It is your turn as {} on board {}.", turn.mover, turn.board);
    let mut point = Point::new(Notice::Turn, Some(turn.seq), "Your turn", lead);
    point.paragraphs.extend(turn.roll.as_ref().map(roll));
    if let Some(called) = &turn.called {
        point.paragraphs.push(call(view, turn, called));
    } else if was_worst(turn) {
        let opponent = who_where(view, turn.mover.opponent());
        point.paragraphs.push(format!("{opponent} let the time for choosing run out: the choice is yours."));
    }
    point.clock = Some(time_left(turn, &view.lapse_words, reader));
    point.label = "Make your move";
    point
}

/// "You choose White1's move": a worst roll, or the opponent's lapse, gave the reader the opponent's move.
fn choose(view: &View, turn: &TurnView, reader: &Reader) -> Point {
    let subject = format!("You choose {}'s move", turn.mover);
    let mover = who_where(view, turn.mover);
    let why = if was_worst(turn) { "the roll was worst" } else { "their time ran out" };
    let lead =
        format!("You choose the move of your opponent {mover} on board {}, because {why}.", turn.board);
    let mut point = Point::new(Notice::Choose, Some(turn.seq), subject, lead);
    point.paragraphs.extend(turn.roll.as_ref().map(roll));
    point.paragraphs.push(may_choose(turn).to_owned());
    let lapse = format!("Then the choice goes back to {}.", who(view, turn.mover));
    point.clock = Some(time_left(turn, &lapse, reader));
    point.label = "Choose their move";
    point
}

/// What there is to choose from: nobody but the owner moves an intelligent piece, which is called instead.
fn may_choose(turn: &TurnView) -> &'static str {
    let calls = turn.legal.iter().filter(|one| one.call.is_some()).count();
    match (calls, turn.legal.len() - calls) {
        (0, _) => "Pick any move that they could play now.",
        (_, 0) => "Call one of their intelligent pieces: they must move it, and choose how.",
        _ => {
            "Pick any move that they could play now, or call one of their intelligent pieces: then they must \
             move it, and choose how."
        }
    }
}

/// The reader's army moves, and the opponent is choosing how; nothing is asked.
fn chosen_for(view: &View, turn: &TurnView, reader: &Reader) -> Point {
    let subject = format!("{} chooses your move", who(view, turn.decider));
    let decider = who_where(view, turn.decider);
    let why = if was_worst(turn) { "the roll was worst" } else { "your time ran out" };
    let lead = format!(
        "Nothing to do: your opponent {decider} is choosing your move as {} on board {}, because {why}.",
        turn.mover, turn.board
    );
    let mut point = Point::new(Notice::ChosenFor, Some(turn.seq), subject, lead);
    point.paragraphs.extend(turn.roll.as_ref().map(roll));
    point.paragraphs.push(match (turn.deadline, &turn.stopped) {
        (Some(deadline), _) => {
            format!("They have until {}; then the choice is yours.", reader.moment(deadline))
        }
        (None, Some(why)) => format!("Their clock stands: {}.", one_line(why)),
        (None, None) => "Their clock stands.".to_owned(),
    });
    point
}

/// The same decision, said as pressing as it is: by the three-move rule, or because its time runs out.
fn pressed(mut point: Point, view: &View, turn: &TurnView, fresh: &[Told], reader: &Reader) -> Point {
    point.also.push(point.notice);
    let left = turn.deadline.map(|deadline| zone::time_left(deadline, reader.now));
    if left.is_some() {
        point.also.extend([Notice::LastDay, Notice::LastFifth]);
    }
    let reminder = fresh.iter().filter(|told| told.seq == turn.seq && told.notice.is_reminder()).min();
    if turn.hurried {
        let left = left.map(|left| format!(", {left} left")).unwrap_or_default();
        point.notice = Notice::Hurry;
        point.subject = format!("Hurry{left}, {}", lower_first(&point.subject));
        point.brief = format!("hurry: {}", point.brief);
        let asked = std::mem::replace(&mut point.lead, three_moves(view, turn));
        point.paragraphs.insert(0, asked);
    } else if let (Some(reminder), Some(left)) = (reminder, left) {
        point.notice = reminder.notice;
        point.subject = format!("{left} left, {}", lower_first(&point.subject));
    }
    point
}

/// What the three-move rule says (RULES §5).
fn three_moves(view: &View, turn: &TurnView) -> String {
    let partner = who_where(view, turn.decider.partner());
    if turn.deadline.is_some() {
        format!(
            "{partner} has made three moves while your decision was open, so you have a day at most to make it."
        )
    } else {
        format!(
            "{partner} has made three moves while your decision was open. Your clock stands, so theirs stands \
             too, and they cannot move until you have decided."
        )
    }
}

/// Whether the roll gave the move to the opponent; without it, a lapse did.
fn was_worst(turn: &TurnView) -> bool {
    turn.roll.as_ref().is_some_and(|roll| roll.worst)
}
