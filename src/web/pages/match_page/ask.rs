//! The one sentence at the top: what is asked of the reader, by which dice, and until when.

use super::words::{list, who};
use crate::domain::seat::Seat;
use crate::domain::view::{Asking, Doing, Phase, RollView, SeatView, TurnView, View, pieces};
use crate::domain::zone::{Zone, span_words, time_left};
use crate::web::present::{Dice, When};
use time::OffsetDateTime;

/// What is asked of the reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// `mine` when the reader decides now, `worst` when it is the opponent's move that the reader chooses,
    /// `won`, `lost`, `drawn` at the end, empty otherwise.
    pub class: &'static str,
    /// The sentence.
    pub headline: String,
    /// The dice that made it so.
    pub dice: Dice,
    /// Until when.
    pub deadline: Option<When>,
    /// `2 d 23 h`: how much is left; empty where nothing is asked.
    pub left: String,
    /// Why the clock stands: `ana is on vacation`.
    pub stands: Option<String>,
    /// What the three-move rule does here, in one sentence; empty where it does nothing.
    pub note: String,
    /// Whose clock the deadline is told by.
    pub zone: String,
    /// `sealed roll`, `open roll`; empty without dice.
    pub seal: &'static str,
}

impl Ask {
    /// Finds the sentence for the viewer at `now`; a reader `with_account` has chosen the zone.
    #[must_use]
    pub fn new(view: &View, now: OffsetDateTime, zone: &Zone, with_account: bool) -> Self {
        let (class, headline) = headline(view);
        let mut ask = Self::plain(class, headline);
        if let Some(turn) = turn_in_question(view) {
            if let Some(roll) = &turn.roll {
                ask.dice = Dice::new(roll);
                ask.seal = if roll.sealed { "sealed roll" } else { "open roll" };
            }
            ask.deadline = turn.deadline.map(|at| When::new(at, zone.deadline(at, now)));
            ask.left = turn.deadline.map_or_else(|| span_words(turn.left_seconds), |at| time_left(at, now));
            ask.stands.clone_from(&turn.stopped);
            ask.note = note(view, turn);
            ask.zone = if with_account { "your time".to_owned() } else { zone.name().to_owned() };
        }
        ask
    }

    fn plain(class: &'static str, headline: String) -> Self {
        Self {
            class,
            headline,
            dice: Dice::default(),
            deadline: None,
            left: String::new(),
            stands: None,
            note: String::new(),
            zone: String::new(),
            seal: "",
        }
    }
}

/// The decision that the sentence speaks of: the viewer's own, or the one on the viewer's board.
fn turn_in_question(view: &View) -> Option<&TurnView> {
    let you = view.you?;
    let on_board = |turn: &&TurnView| turn.board == you.board();
    view.turns.iter().find(|turn| turn.decider == you).or_else(|| view.turns.iter().find(on_board))
}

fn headline(view: &View) -> (&'static str, String) {
    match &view.phase {
        Phase::Over { winner, words, .. } => {
            let class = match (winner, view.you) {
                (None, _) => "drawn",
                (Some(team), Some(you)) if *team == you.team() => "won",
                (Some(_), Some(_)) => "lost",
                (Some(_), None) => "",
            };
            (class, words.clone())
        }
        Phase::Open => ("", free_seats(view)),
        Phase::Cancelled => ("", "This match was called off before it began.".to_owned()),
        Phase::Running => match turn_in_question(view) {
            Some(turn) => turn_headline(view, turn),
            None => ("", quiet_headline(view)),
        },
    }
}

/// The three-move rule in one sentence (RULES §5).
fn note(view: &View, turn: &TurnView) -> String {
    if turn.frozen {
        return "Three moves were played here meanwhile, so this board stands until the partner on the other board \
                has decided."
            .to_owned();
    }
    match (turn.hurried, view.you == Some(turn.decider)) {
        (false, _) => String::new(),
        (true, true) => "Your partner has moved three times meanwhile, so you have a day at most.".to_owned(),
        (true, false) => {
            format!(
                "{}’s partner has moved three times meanwhile, so a day is left at most.",
                who(view, turn.decider)
            )
        }
    }
}

fn turn_headline(view: &View, turn: &TurnView) -> (&'static str, String) {
    if turn.frozen {
        let first = view.seats.iter().find(|held| held.seat == turn.decider.partner());
        let first = first.map_or_else(|| turn.decider.partner().to_string(), |held| who(view, held.seat));
        return ("", format!("This board stands until {first} has decided"));
    }
    let mine = view.you == Some(turn.decider);
    if let Asking::Reward { number, .. } = &turn.asks {
        return reward_headline(view, turn, &pieces(*number));
    }
    if let Some(called) = turn.called.as_ref().filter(|_| mine) {
        let by = if called.by_itself {
            String::new()
        } else {
            format!(", which {} called", who(view, turn.mover.opponent()))
        };
        return ("mine", format!("Your move: the {}{by}", called.words));
    }
    let army_is_mine = view.you == Some(turn.mover);
    let what = turn.roll.as_ref().map(family_words);
    let why = turn.roll.as_ref().map_or(String::new(), why_any);
    match (mine, army_is_mine) {
        (true, true) => {
            ("mine", what.map_or("It is your move".to_owned(), |what| format!("Your move: {what}{why}")))
        }
        (true, false) => {
            let what = what.map_or(String::new(), |what| format!(": {what}, the worst you can find{why}"));
            ("worst", format!("You choose {}'s move{what}", turn.mover))
        }
        (false, true) => {
            let what = what.map_or(String::new(), |what| format!(": {what}{why}"));
            ("", format!("{} chooses your move{what}", who(view, turn.decider)))
        }
        (false, false) => ("", format!("You wait for {}", who(view, turn.decider))),
    }
}

/// A king fell, and somebody picks the reward.
fn reward_headline(view: &View, turn: &TurnView, what: &str) -> (&'static str, String) {
    if view.you == Some(turn.decider) {
        ("mine", format!("You captured the king: pick {what} for the next game"))
    } else {
        (
            "",
            format!(
                "{} captured the king and picks {what}; then the next game begins",
                who(view, turn.decider)
            ),
        )
    }
}

/// `a bishop`, `any piece`.
fn family_words(roll: &RollView) -> String {
    match roll.family.as_str() {
        _ if roll.any_instead => "any piece".to_owned(),
        family if family.starts_with("any") => family.to_owned(),
        family => format!("a {family}"),
    }
}

/// Why any piece may move although the die named one; empty otherwise.
fn why_any(roll: &RollView) -> String {
    if roll.any_instead { format!(" (no {} can move)", roll.family) } else { String::new() }
}

/// Nothing on the viewer's board to decide, or no seat at all.
fn quiet_headline(view: &View) -> String {
    let own = view.you.and_then(|you| view.seats.iter().find(|held| held.seat == you));
    match own {
        Some(SeatView { doing: Doing::Waiting, .. }) => {
            "You have no move and wait for a piece from your partner".to_owned()
        }
        Some(held) if is_waiting(view, held.seat.opponent()) => {
            format!("{} has no move and waits for a piece", who(view, held.seat.opponent()))
        }
        _ => match view.turns.iter().map(|turn| who(view, turn.decider)).collect::<Vec<_>>().as_slice() {
            [] => "Nobody can move now".to_owned(),
            [one] => format!("{one} decides"),
            many => format!("{} decide", list(many)),
        },
    }
}

fn is_waiting(view: &View, seat: Seat) -> bool {
    view.seats.iter().any(|held| held.seat == seat && held.doing == Doing::Waiting)
}

fn free_seats(view: &View) -> String {
    let free: Vec<&str> =
        view.seats.iter().filter(|held| held.player.is_none()).map(|held| held.seat.name()).collect();
    match free.as_slice() {
        [] => "Every seat is taken, the game begins".to_owned(),
        [one] => format!("One seat is free: {one}"),
        many => format!("{} seats are free: {}", many.len(), many.join(", ")),
    }
}
