//! Words for hidden moves, bumps, pieces that show themselves, and events (RULES §9, §10).

use super::games::{article, listed};
use super::names::Speaker;
use super::story::roll_words;
use crate::domain::game::{BumpedLine, HappenedLine, MovedLine, Occurred, What};
use crate::domain::rules::{Item, Taken};
use crate::domain::seat::Seat;

/// A move in notation, as the reader may know it.
pub(super) fn san<'a>(speaker: &Speaker<'_>, moved: &'a MovedLine) -> &'a str {
    moved.san.by(speaker.eye(), moved.seat.board())
}

/// What there is to say of a move beside its notation: that it hides or shows, what it took.
pub(super) fn move_words(speaker: &Speaker<'_>, moved: &MovedLine) -> String {
    let mut said = String::new();
    if let Some(unseen) = &moved.hidden {
        let name = unseen.piece.name();
        let hides = match (speaker.eye().sees(moved.seat), unseen.left, unseen.to) {
            (true, _, None) => ", unseen by the other team".to_owned(),
            (false, Some(left), None) => format!(": the {name} left {left}, and nobody sees where it went"),
            (false, None, None) => format!(": the hidden {name} moved where nobody sees it"),
            (_, _, Some(to)) => format!(": the {name} shows itself on {to}"),
        };
        said.push_str(&hides);
    }
    if moved.cell {
        said.push_str(", which ate bacteria");
    }
    said.extend(moved.taken.iter().map(|taken| taken_words(*taken)));
    said
}

/// `: the ring of invisibility on e4 is worn now`.
fn taken_words(taken: Taken) -> String {
    let (item, square) = (taken.item.name(), taken.square);
    if taken.worn {
        format!("; it puts on the {item} that lay on {square}")
    } else {
        format!("; the {item} that lay on {square} is lost")
    }
}

/// The line in words; empty for what others tell.
pub(super) fn words(speaker: &Speaker<'_>, what: &What) -> String {
    match what {
        What::Bumped(bumped) => bumped_words(speaker, bumped),
        What::Revealed { seat, pieces } => {
            let pieces: Vec<String> =
                pieces.iter().map(|(square, name)| format!("{} on {square}", article(name))).collect();
            let verb =
                if pieces.len() == 1 { "hidden piece shows itself" } else { "hidden pieces show themselves" };
            format!("{}'s {verb}, as the rules ask: {}", speaker.seat(*seat), listed(&pieces))
        }
        What::Happened(line) => happened_words(speaker, line),
        _ => String::new(),
    }
}

/// `ana tried a1a8 (rolled …): it met bruno's ring-wearing knight on a3, which shows itself`.
fn bumped_words(speaker: &Speaker<'_>, bumped: &BumpedLine) -> String {
    let rolled =
        bumped.roll.map_or_else(String::new, |fallen| format!(" (rolled {})", roll_words(fallen, false)));
    let whose = speaker.seat(bumped.seat);
    let unseen = bumped.hidden.is_some() && !speaker.eye().sees(bumped.seat);
    let tried = if unseen { format!("a move of the hidden {}", bumped.moved) } else { bumped.mv.to_string() };
    let who = match bumped.chooser {
        Some(chooser) => format!("{} tried {tried} for {whose}", speaker.seat(chooser)),
        None => format!("{whose} tried {tried}"),
    };
    let (met, on) = (&bumped.met, bumped.on);
    let owner = speaker.seat(bumped.whose);
    format!(
        "{who}{rolled} and met {owner}'s {met} on {on}, which shows itself: the move is void, and the {} must move if it can",
        bumped.moved
    )
}

/// `the event die of board 1 fell on 6, the second on 2: the board turns by a quarter, clockwise`.
fn happened_words(speaker: &Speaker<'_>, line: &HappenedLine) -> String {
    let board = line.board;
    let generation = if line.born + line.died == 0 {
        String::new()
    } else {
        format!("; before that the bacteria lived on: {} born, {} died", line.born, line.died)
    };
    let shown =
        line.shown.iter().map(|(seat, square, piece)| shown_words(speaker, *seat, *square, &piece.name()));
    let shown: String = shown.collect();
    let taken = line.taken.map_or_else(String::new, taken_words);
    let fell = match line.dice.as_slice() {
        [first, name] => format!("the event die of board {board} fell on {first}, the second on {name}"),
        dice => {
            format!("the event die of board {board} fell on {}", dice.first().copied().unwrap_or_default())
        }
    };
    let what =
        line.occurred.map_or_else(|| "nothing happens".to_owned(), |occurred| occurred_words(line, occurred));
    format!("{fell}: {what}{shown}{taken}{generation}")
}

fn shown_words(speaker: &Speaker<'_>, seat: Seat, square: impl std::fmt::Display, name: &str) -> String {
    format!("; {}'s {name} stood hidden on {square} and shows itself", speaker.seat(seat))
}

fn occurred_words(line: &HappenedLine, occurred: Occurred) -> String {
    match occurred {
        Occurred::Bacteria { cells: 0 } => "bacteria, but no square is fertile".to_owned(),
        Occurred::Bacteria { cells: 1 } => "bacteria, one cell comes to live on an empty square".to_owned(),
        Occurred::Bacteria { cells } => format!("bacteria, {cells} cells come to live on empty squares"),
        Occurred::Turn => "the board turns by a quarter, clockwise, with all that stands on it".to_owned(),
        Occurred::Cylinder { on: true } => "a cylinder, first and last file touch from now on".to_owned(),
        Occurred::Cylinder { on: false } => {
            "the cylinder ends, first and last file are edges again".to_owned()
        }
        Occurred::Row { fits: true } => "an extra row, an empty rank appears in the middle".to_owned(),
        Occurred::Row { fits: false } => "an extra row, but the board has no room for it".to_owned(),
        Occurred::Treasure { item, square: None } => format!("a {} finds no empty square", item.name()),
        Occurred::Treasure { item, square: Some(square) } => {
            let whose = if line.taken.is_some() { ", where somebody stood hidden" } else { "" };
            format!("a {} appears on {square}{whose}{}", item.name(), item_words(item))
        }
    }
}

/// What an item is good for, for those who meet it the first time.
const fn item_words(item: Item) -> &'static str {
    match item {
        Item::Ring => " (who wears it moves unseen by the other team)",
        Item::Cloak => " (who wears it is captured only where two attack)",
    }
}
