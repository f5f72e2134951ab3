//! Lists of matches: mine, open tables, the archive, a player's.

pub mod archive;
pub mod mine;
pub mod open;
pub mod player;

use crate::actions::{MatchCard, MatchPage};
use crate::domain::page::PageKey;
use crate::domain::seat::{Seat, Team};
use crate::domain::view::{Asking, Deed, Doing, PauseView, Phase, TurnView, View};
use crate::domain::zone::Zone;
use crate::web::error::WebError;
use crate::web::present::{MiniTable, When};
use serde::Deserialize;
use time::OffsetDateTime;

/// A match in a list.
pub struct Card {
    /// Where it leads.
    pub path: String,
    /// The match's name.
    pub name: String,
    /// The rule set's name.
    pub rules: String,
    /// Who plays, by teams.
    pub players: String,
    /// What happens now or how it ended.
    pub state: String,
    /// Until when, since when, or when it ended.
    pub when: Option<When>,
    /// `until`, `ended` and the like, before `when`.
    pub when_word: &'static str,
    /// Whose word is asked for what, or why the clock stands; mostly empty.
    pub note: String,
    /// How much talk is new to the reader.
    pub unread: u64,
    /// Where that is read.
    pub talk: String,
    /// The position.
    pub picture: MiniTable,
}

impl Card {
    fn new(card: &MatchCard, now: OffsetDateTime, zone: &Zone) -> Self {
        let view = &card.view;
        let until = |at: OffsetDateTime| Some(When::new(at, zone.deadline(at, now)));
        let (state, when_word, when) = match &view.phase {
            Phase::Open if card.invited => {
                ("You are invited".to_owned(), "opened", Some(When::short(view.opened_at, zone)))
            }
            Phase::Open => (seats_taken(view), "opened", Some(When::short(view.opened_at, zone))),
            Phase::Running => {
                let soonest =
                    card.deadline.or_else(|| view.turns.iter().filter_map(|turn| turn.deadline).min());
                (running(view), "until", soonest.and_then(until))
            }
            Phase::Over { words, at, .. } => (words.clone(), "ended", Some(When::short(*at, zone))),
            Phase::Cancelled => ("called off".to_owned(), "", None),
        };
        let path = match view.phase {
            Phase::Open => format!("/m/{}/join", view.match_id),
            _ => format!("/m/{}", view.match_id),
        };
        Self {
            path,
            name: view.name.clone(),
            rules: rules(view),
            players: players(view),
            state,
            when,
            when_word,
            note: note(view),
            unread: 0,
            talk: format!("/m/{}/talk", view.match_id),
            picture: MiniTable::new(view),
        }
    }

    /// A running match with an empty seat, for those who look for one.
    fn empty_seat(card: &MatchCard, now: OffsetDateTime, zone: &Zone) -> Self {
        let empty =
            || card.view.seats.iter().filter_map(|held| Some((held.seat, held.vacant.as_ref()?.until)));
        let names: Vec<&str> = empty().map(|(seat, _)| seat.name()).collect();
        let until = empty().map(|(_, until)| until).min();
        Self {
            path: format!("/m/{}/substitute", card.view.match_id),
            state: format!("{} is empty", names.join(" and ")),
            when: until.map(|at| When::new(at, zone.deadline(at, now))),
            when_word: "until",
            note: String::new(),
            ..Self::new(card, now, zone)
        }
    }
}

/// All cards of a page.
fn cards(page: &MatchPage, now: OffsetDateTime, zone: &Zone) -> Vec<Card> {
    page.cards.iter().map(|card| Card::new(card, now, zone)).collect()
}

/// The word that is asked of the viewer; else why the viewer's clock, or everybody's, stands.
fn note(view: &View) -> String {
    let word = view.deeds.iter().find_map(|deed| match deed {
        Deed::GiveSalt => Some("New dice wait to be stirred, and you can".to_owned()),
        Deed::AgreeDraw => Some("A draw is offered: your word is asked".to_owned()),
        Deed::AgreePause => Some("A pause is asked for: your word is missing".to_owned()),
        Deed::AskResume if ends_early(view) => {
            Some("Somebody would end the pause: your word is missing".to_owned())
        }
        Deed::AgreeSubstitute { candidate, .. } => {
            Some(format!("{} asks for the empty seat: your word may be needed", candidate.handle))
        }
        _ => None,
    });
    let running = view.phase == Phase::Running;
    let own = view.turns.iter().find(|turn| view.you == Some(turn.decider)).or(view.turns.first());
    let stands = || Some(format!("The clock stands: {}", own.filter(|_| running)?.stopped.as_ref()?));
    word.or_else(stands).unwrap_or_default()
}

fn ends_early(view: &View) -> bool {
    matches!(&view.pause, Some(PauseView::Running { resume, .. }) if !resume.is_empty())
}

/// What the viewer is asked, or whom the match waits for.
fn running(view: &View) -> String {
    if let Some(turn) = view.turns.iter().find(|turn| view.you == Some(turn.decider)) {
        return own(turn);
    }
    let waits: Vec<String> = view.turns.iter().map(|turn| handle(view, turn.decider)).collect();
    let blocked = view.seats.iter().any(|seat| Some(seat.seat) == view.you && seat.doing == Doing::Waiting);
    match (waits.is_empty(), blocked) {
        (true, _) => "everybody waits".to_owned(),
        (_, true) => "you wait for a piece".to_owned(),
        _ => format!("waits for {}", waits.join(" and ")),
    }
}

/// The game, its length and score where it is several, and its fairy pieces while one may still join.
fn rules(view: &View) -> String {
    let series = &view.series;
    let mut words = vec![view.rules.title.clone()];
    if series.length.several {
        words.push(series.length.words.clone());
    }
    if series.length.several && !series.games.is_empty() {
        words.push(series.points());
    }
    if view.phase == Phase::Open && !view.rules.fairy.is_empty() {
        words.push(view.rules.fairy.clone());
    }
    words.join(" · ")
}

fn own(turn: &TurnView) -> String {
    if let Asking::Reward { .. } = turn.asks {
        return "Pick your reward".to_owned();
    }
    let family = turn.roll.as_ref().map(|roll| format!(": {}", roll.family)).unwrap_or_default();
    if turn.decider == turn.mover {
        format!("Your move{family}")
    } else {
        format!("You choose {}’s move{family}", turn.mover)
    }
}

/// Whoever sits there, or the seat's name.
fn handle(view: &View, seat: Seat) -> String {
    let held = view.seats.iter().find(|held| held.seat == seat);
    held.and_then(|held| held.player.as_ref())
        .map_or_else(|| seat.to_string(), |player| player.handle.clone())
}

fn seats_taken(view: &View) -> String {
    let taken = view.seats.iter().filter(|seat| seat.player.is_some()).count();
    format!("{taken} of {} seats taken", view.seats.len())
}

/// `ana and dora against bruno and caio`, as far as seats are taken.
fn players(view: &View) -> String {
    let team = |team: Team| {
        let held = view.seats.iter().filter(|seat| seat.seat.team() == team);
        let names: Vec<&str> = held.filter_map(|seat| Some(seat.player.as_ref()?.handle.as_str())).collect();
        if names.is_empty() { "nobody yet".to_owned() } else { names.join(" and ") }
    };
    format!("{} against {}", team(Team::First), team(Team::Second))
}

/// Where a list goes on.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Older {
    before: String,
}

impl Older {
    fn key(&self) -> Result<Option<PageKey>, WebError> {
        if self.before.is_empty() {
            return Ok(None);
        }
        let bad = |_| WebError::BadRequest("This page address is broken. Start again from the first page.");
        self.before.parse().map(Some).map_err(bad)
    }
}
