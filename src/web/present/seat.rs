//! A seat beside its board: who sits there, what they do, how long they have, and their hand.

use super::{Choice, Picked, Piece, When, army_word};
use crate::domain::seat::{Seat, Team};
use crate::domain::view::{Doing, HandPiece, Relation, SeatView, VacationView, View};
use crate::domain::zone::{Zone, span_words, time_left};
use askama::Template;
use time::{Duration, OffsetDateTime};

/// A seat for `templates/partials/seat.html`.
#[derive(Clone, Debug, PartialEq, Eq, Template)]
#[template(path = "partials/seat.html")]
pub struct SeatBar {
    /// `White1`.
    pub seat: &'static str,
    /// Who sits there, none for a free seat.
    pub handle: Option<String>,
    /// `you`, `your partner`; empty for a spectator's view.
    pub relation: &'static str,
    /// `ally`, `foe`, or for spectators `first`, `second`: the team's colour.
    pub class: &'static str,
    /// The seat decides now.
    pub active: bool,
    /// What it does: `to move`, `waits for a piece`; empty when idle.
    pub doing: String,
    /// When its decision is due, with the time left as words.
    pub left: Option<When>,
    /// What it has left while its clock stands: `2 d 3 h, clock stands`; empty otherwise.
    pub stands: String,
    /// Its bank, its vacation: `bank 9 d`, `on vacation until 24 December 2026`.
    pub notes: Vec<String>,
    /// What it may drop.
    pub hand: Hand,
}

impl askama::filters::HtmlSafe for SeatBar {}

impl SeatBar {
    /// Lays out a seat of `table` at `now`, for a reader in `zone`; `choice` where the viewer decides over
    /// this seat's hand.
    #[must_use]
    pub fn new(
        table: &View,
        view: &SeatView,
        zone: &Zone,
        now: OffsetDateTime,
        choice: Option<Choice<'_>>,
    ) -> Self {
        Self {
            seat: view.seat.name(),
            handle: view.player.as_ref().map(|player| player.handle.clone()),
            relation: relation_words(view.relation),
            class: team_class(view),
            active: matches!(view.doing, Doing::Moving | Doing::Choosing | Doing::Picking),
            doing: doing_words(view),
            left: view.deadline.map(|at| When::new(at, time_left(at, now))),
            stands: stands(table, view.seat),
            notes: notes(view, zone),
            hand: Hand::new(view.seat, &view.hand, choice),
        }
    }
}

/// What a seat has left while its clock stands.
fn stands(table: &View, seat: Seat) -> String {
    let turn = table.turns.iter().find(|turn| turn.decider == seat && turn.stopped.is_some());
    turn.map_or(String::new(), |turn| format!("{}, clock stands", span_words(turn.left_seconds)))
}

fn notes(view: &SeatView, zone: &Zone) -> Vec<String> {
    // A bank that runs is what the clock shows.
    let bank = view.bank_left_seconds.filter(|_| view.deadline.is_none());
    let bank = bank.map(|seconds| format!("bank {}", span_words(seconds)));
    let vacation = view.vacation.as_ref().map(|vacation| vacation_words(vacation, zone));
    let vacant = view.vacant.as_ref().map(|_| "empty: waits for a substitute".to_owned());
    [bank, vacation, vacant].into_iter().flatten().collect()
}

/// `on vacation until 24 December 2026`: the last day that is whole.
fn vacation_words(vacation: &VacationView, zone: &Zone) -> String {
    let last = zone.date(vacation.until - Duration::SECOND);
    match vacation {
        VacationView { automatic: true, running: true, .. } => "uses a vacation day".to_owned(),
        VacationView { running: true, .. } => format!("on vacation until {last}"),
        VacationView { from, .. } => format!("vacation planned, {} to {last}", zone.date(*from)),
    }
}

const fn relation_words(relation: Relation) -> &'static str {
    match relation {
        Relation::You => "you",
        Relation::Partner => "your partner",
        Relation::Opponent => "your opponent",
        Relation::Rival => "their partner",
        Relation::Stranger => "",
    }
}

const fn team_class(view: &SeatView) -> &'static str {
    match (view.relation, view.seat.team()) {
        (Relation::You | Relation::Partner, _) => "ally",
        (Relation::Opponent | Relation::Rival, _) => "foe",
        (Relation::Stranger, Team::First) => "first",
        (Relation::Stranger, Team::Second) => "second",
    }
}

fn doing_words(view: &SeatView) -> String {
    match view.doing {
        Doing::Moving => "to move".to_owned(),
        Doing::Choosing => "chooses".to_owned(),
        Doing::Picking => "picks a reward".to_owned(),
        Doing::BeingChosenFor => format!("{} chooses", view.seat.opponent()),
        Doing::Waiting => "waits for a piece".to_owned(),
        Doing::Idle => String::new(),
    }
}

/// A hand as a tray, for `templates/partials/hand.html`.
#[derive(Clone, Debug, PartialEq, Eq, Template)]
#[template(path = "partials/hand.html")]
pub struct Hand {
    /// `Hand of White1`.
    pub label: String,
    /// Its pieces.
    pub items: Vec<HandItem>,
}

impl askama::filters::HtmlSafe for Hand {}

/// Equal pieces of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandItem {
    /// The drawing.
    pub piece: Piece,
    /// How many.
    pub count: u8,
    /// `2 white knights`.
    pub spoken: String,
    /// Letter and marks, as in `N@f3`.
    pub letters: String,
    /// The link that picks it up, where it may be dropped.
    pub href: Option<String>,
    /// It is picked up.
    pub picked: bool,
}

impl Hand {
    /// The hand of `seat`.
    #[must_use]
    pub fn new(seat: Seat, pieces: &[HandPiece], choice: Option<Choice<'_>>) -> Self {
        let items = pieces.iter().map(|held| HandItem::new(held, choice)).collect();
        Self { label: format!("Hand of {seat}"), items }
    }
}

impl HandItem {
    fn new(held: &HandPiece, choice: Option<Choice<'_>>) -> Self {
        let HandPiece { piece, count } = held;
        let letters = format!("{}{}", piece.letter, piece.marks);
        let picked = Picked::Drop(letters.clone());
        let usable = choice.filter(|choice| choice.legal.iter().any(|mv| picked.begins(mv)));
        let plural = if *count == 1 { "" } else { "s" };
        Self {
            piece: Piece::new(piece),
            count: *count,
            spoken: format!("{count} {} {}{plural}", army_word(piece.army), piece.name),
            href: usable.map(|choice| choice.pick_href(&format!("{letters}@"))),
            picked: choice.is_some_and(|choice| choice.picked == Some(&picked)),
            letters,
        }
    }
}
