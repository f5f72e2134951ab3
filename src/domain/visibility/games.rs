//! Words for games, points, rewards, gifts, calls and bombs (RULES §8, §11).

use super::moves::with_article;
use super::names::Speaker;
use super::series;
use super::story::roll_words;
use crate::domain::game::{CalledLine, Fallen, MatchLength, MovedLine, Pieces, What};
use crate::domain::rules::Kind;
use crate::domain::seat::{ByTeam, Team};

/// The line in words; empty for what `story` and `events` tell.
pub(super) fn words(speaker: &Speaker<'_>, what: &What) -> String {
    match what {
        What::Started { game } => started(speaker, *game),
        What::Called(called) => called_words(speaker, called),
        What::Rewarded { seat, pieces, by_dice } => {
            let (who, pieces) = (speaker.seat(*seat), pieces_words(pieces));
            let picked = if *by_dice { format!("the dice give {who}") } else { format!("{who} picks") };
            format!("{picked} {pieces} as the reward for the king, for the next game")
        }
        What::Gifts { gifts } => {
            let gets = gifts.iter().map(|(seat, pieces)| (speaker.seat(*seat), pieces_words(pieces)));
            let gets: Vec<String> = gets.map(|(who, pieces)| format!("{who} gets {pieces}")).collect();
            format!("gifts: {}", gets.join("; "))
        }
        What::Scored { team, points, score } => {
            let reasons: Vec<&str> = points.iter().map(|point| point.words()).collect();
            scored(speaker, *team, &reasons, *score)
        }
        What::MatchEnded { ending } => series::ending_words(speaker, ending),
        _ => String::new(),
    }
}

fn started(speaker: &Speaker<'_>, game: u32) -> String {
    match (game, speaker.state.settings.length) {
        (1, MatchLength::ONE) => "all seats are taken: the game begins".to_owned(),
        (1, length) => format!("all seats are taken: game 1 begins ({})", length.words()),
        _ => {
            let seats = speaker.state.seat_list().iter();
            let seats: Vec<String> = seats.map(|&seat| format!("{seat} {}", speaker.seat(seat))).collect();
            format!("game {game} begins with seats exchanged: {}", seats.join(", "))
        }
    }
}

fn called_words(speaker: &Speaker<'_>, called: &CalledLine) -> String {
    let (whose, across) = (speaker.seat(called.seat), speaker.seat(called.seat.opponent()));
    let rolled = |fallen: Fallen| format!(" (rolled {})", roll_words(fallen, false));
    let rolled = called.roll.map_or_else(String::new, rolled);
    let piece = &called.piece;
    if called.by_itself {
        format!("{whose}'s {piece} is called by itself: {across} could do nothing else{rolled}")
    } else {
        format!("{across} called {whose}'s {piece}{rolled}: {whose} must move it")
    }
}

/// `a camel and an intelligent knight`.
fn pieces_words(pieces: &Pieces) -> String {
    listed(&pieces.0.iter().map(|form| with_article(*form)).collect::<Vec<_>>())
}

/// `a, b and c`.
pub(super) fn listed(words: &[String]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// `ana and dora get 2 points: for the victory and for …`, in a series with the score after it.
fn scored(speaker: &Speaker<'_>, team: Team, reasons: &[&str], score: ByTeam<u32>) -> String {
    let who = speaker.team(team);
    let verb = if speaker.state.seat_list().len() > 2 { "get" } else { "gets" };
    let number = match reasons.len() {
        1 => "a point".to_owned(),
        n => format!("{n} points"),
    };
    let reasons: Vec<String> = reasons.iter().map(|reason| (*reason).to_owned()).collect();
    let score = if speaker.state.settings.length == MatchLength::ONE {
        String::new()
    } else {
        let side = |team: Team| format!("{} {}", speaker.team(team), score[team]);
        format!("; the score is now {}, {}", side(team), side(team.other()))
    };
    format!("{who} {verb} {number} {}{score}", listed(&reasons))
}

/// What a bomb did: `: the bomb on d4 destroys a knight on c3 and a pawn on d5`.
pub(super) fn bomb_words(moved: &MovedLine) -> String {
    let dropped = moved.mv.dropped().is_some_and(|form| form.kind == Kind::Bomb);
    let Some(square) = moved.mv.to().filter(|_| dropped) else { return String::new() };
    let gone: Vec<String> =
        moved.destroyed.iter().map(|(square, name)| format!("{} on {square}", article(name))).collect();
    format!(": the bomb on {square} destroys {}", listed(&gone))
}

/// `a knight`, `an intelligent knight`.
pub(super) fn article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}
