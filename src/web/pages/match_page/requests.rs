//! What stands at the table: offers that ask the reader for a word, and what everybody should know (a pause,
//! an empty seat, words that are missing). Whether the reader may answer is said by `View::deeds`.

use super::words::{list, name, others};
use crate::domain::seat::Seat;
use crate::domain::view::{CandidateView, Deed, PauseView, Player, Relation, View};
use crate::domain::zone::{Zone, days_words};
use uuid::Uuid;

/// A request for the reader's word, with the buttons that give it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Who asks for what, in one sentence.
    pub title: String,
    /// What it means, and whose words are missing.
    pub text: String,
    /// Where the form goes, `draw`.
    pub action: &'static str,
    /// Idempotency key.
    pub key: Uuid,
    /// The event that is answered.
    pub seen: u64,
    /// Value of `word` and label of each button; the first is the agreeing one.
    pub buttons: Vec<(&'static str, &'static str)>,
}

/// Something that stands, for everybody to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// In words.
    pub text: String,
    /// A page about it, and what the link says.
    pub link: Option<(String, &'static str)>,
}

/// The requests for the reader's word.
pub fn requests(view: &View, key: impl Fn(u8) -> Uuid) -> Vec<Request> {
    let may = |deed: &Deed| view.deeds.contains(deed);
    let mut requests = Vec::new();
    if let Some(draw) = view.draw.as_ref().filter(|_| may(&Deed::AgreeDraw)) {
        let mut buttons = vec![("agree", "Agree to a draw")];
        if may(&Deed::DeclineDraw) {
            buttons.push(("decline", "Decline"));
        }
        requests.push(Request {
            title: format!("{} offers a draw.", name(view, draw.by)),
            text: format!(
                "{} If all agree, the game is drawn. The offer is gone when somebody declines, or when {} team plays a move.",
                missing(view, &draw.agreed),
                if view.you.is_some_and(|you| you.team() == draw.by.team()) { "the other" } else { "your" },
            ),
            action: "draw",
            key: key(1),
            seen: draw.seq,
            buttons,
        });
    }
    requests.extend(pause_request(view, &key));
    for (n, deed) in (10..).zip(&view.deeds) {
        let Deed::AgreeSubstitute { seat, candidate } = deed else { continue };
        requests.extend(substitute_request(view, *seat, candidate, key(n)));
    }
    requests
}

fn pause_request(view: &View, key: &impl Fn(u8) -> Uuid) -> Option<Request> {
    let may = |deed: &Deed| view.deeds.contains(deed);
    match view.pause.as_ref()? {
        PauseView::Asked { seq, by, days, agreed } if may(&Deed::AgreePause) => {
            let mut buttons = vec![("agree", "Agree to the pause")];
            if may(&Deed::DeclinePause) {
                buttons.push(("decline", "Decline"));
            }
            Some(Request {
                title: format!("{} asks for a pause of {}.", name(view, *by), days_words(*days)),
                text: format!(
                    "{} If all agree, every clock stands for that long. Moves stay possible.",
                    missing(view, agreed)
                ),
                action: "pause",
                key: key(2),
                seen: *seq,
                buttons,
            })
        }
        PauseView::Running { resume, .. } if !resume.is_empty() && may(&Deed::AskResume) => Some(Request {
            title: format!("{} would end the pause now.", list(&names(view, resume))),
            text: format!("{} If all agree, the clocks go on at once.", missing(view, resume)),
            action: "pause",
            key: key(2),
            seen: 0,
            buttons: vec![("resume", "End the pause")],
        }),
        _ => None,
    }
}

fn substitute_request(view: &View, seat: Seat, who: &Player, key: Uuid) -> Option<Request> {
    let candidate = candidates(view, seat).iter().find(|candidate| candidate.player == *who)?;
    let side = match (view.you, view.seats.iter().find(|held| held.seat == seat)?.relation) {
        (Some(_), Relation::Partner) => ", as your partner",
        (Some(_), Relation::Opponent) => ", across the board from you",
        _ => "",
    };
    Some(Request {
        title: format!("{} asks for the empty seat {seat}{side}.", who.handle),
        text: format!(
            "{} Then {} sits down at once and the clocks go on.",
            words_needed(candidate),
            who.handle
        ),
        action: "substitute",
        key,
        seen: candidate.seq,
        buttons: vec![("agree", "Agree")],
    })
}

/// Whose word a candidate needs still: `It needs the word of the partner and of one opponent.`
pub fn words_needed(candidate: &CandidateView) -> String {
    match (candidate.partner_agreed, candidate.opponent_agreed) {
        (Some(false), false) => "It needs the word of the partner and of one opponent.",
        (Some(false), true) => "An opponent has agreed; the partner’s word is missing.",
        (Some(true), false) => "The partner has agreed; the word of one opponent is missing.",
        (None, false) => "It needs the word of one opponent.",
        (Some(true) | None, true) => "All words are there.",
    }
    .to_owned()
}

/// Those who ask for an empty seat.
pub fn candidates(view: &View, seat: Seat) -> &[CandidateView] {
    let held = view.seats.iter().find(|held| held.seat == seat);
    held.and_then(|held| held.vacant.as_ref()).map_or(&[], |vacancy| &vacancy.candidates)
}

/// What everybody should know.
pub fn notices(view: &View, zone: &Zone) -> Vec<Notice> {
    let mut notices = Vec::new();
    let plain = |text: String| Notice { text, link: None };
    let given = |agreed: &[Seat]| view.you.is_none_or(|you| agreed.contains(&you));
    if let Some(draw) = view.draw.as_ref().filter(|draw| given(&draw.agreed)) {
        let offers = if view.you == Some(draw.by) { "offer" } else { "offers" };
        let text = format!("{} {offers} a draw. {}", name(view, draw.by), missing(view, &draw.agreed));
        notices.push(plain(capital(&text)));
    }
    match &view.pause {
        Some(PauseView::Asked { by, days, agreed, .. }) if given(agreed) => {
            let ask = if view.you == Some(*by) { "ask" } else { "asks" };
            let (by, days) = (name(view, *by), days_words(*days));
            notices.push(plain(capital(&format!(
                "{by} {ask} for a pause of {days}. {}",
                missing(view, agreed)
            ))));
        }
        Some(PauseView::Running { until, resume }) => {
            let words = if resume.is_empty() || !given(resume) {
                String::new()
            } else {
                format!(
                    " {} to end it now. {}",
                    capital(&format!("{} agreed", list(&names(view, resume)))),
                    missing(view, resume)
                )
            };
            notices.push(plain(format!(
                "The match pauses until {}: all clocks stand.{words}",
                zone.full(*until)
            )));
        }
        _ => {}
    }
    for held in &view.seats {
        let Some(vacant) = &held.vacant else { continue };
        let seat = held.seat;
        let until = zone.full(vacant.until);
        notices.push(Notice {
            text: format!(
                "{seat} is empty: its player has left for good. All clocks stand. If nobody takes the seat before {until}, it resigns."
            ),
            link: Some((format!("/m/{}/substitute", view.match_id), "The empty seat")),
        });
    }
    notices
}

fn names(view: &View, seats: &[Seat]) -> Vec<String> {
    seats.iter().map(|seat| name(view, *seat)).collect()
}

/// `Missing: your word, and those of caio and dora.`
fn missing(view: &View, agreed: &[Seat]) -> String {
    let mut names = others(view, agreed);
    let mine = names.iter().position(|name| name == "you").map(|at| names.remove(at)).is_some();
    match (mine, names.len()) {
        (true, 0) => "Only your word is missing.".to_owned(),
        (true, 1) => format!("Your word is missing, and that of {}.", list(&names)),
        (true, _) => format!("Your word is missing, and those of {}.", list(&names)),
        (false, 0) => String::new(),
        (false, 1) => format!("The word of {} is missing.", list(&names)),
        (false, _) => format!("The words of {} are missing.", list(&names)),
    }
}

/// With a capital letter at the start, where a sentence begins with `you`.
pub fn capital(text: &str) -> String {
    text.strip_prefix("you ").map_or_else(|| text.to_owned(), |rest| format!("You {rest}"))
}
