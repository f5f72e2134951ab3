//! The match page, earlier positions and the question before resigning, made from a [`View`] alone.
//!
//! The move form posts to `/m/{id}/move` and carries these fields (all texts, absent or empty when unused):
//!
//! | field | meaning |
//! | --- | --- |
//! | `csrf` | the session's token |
//! | `board` | 1 or 2 |
//! | `seen` | `BoardView::seq` of that board as shown |
//! | `key` | idempotency key, a UUID |
//! | `move` | RULES §13 without board prefix |
//! | `salt` | random bytes that the script drew, as hex digits |
//! | `salt_text` | what the player typed as salt, taken as UTF-8 bytes; goes before `salt` |
//! | `next` | commitment to the seat's next salt, 64 hex digits |
//!
//! What else can be done stands in the card "At the table" and in requests for the reader's word; their forms
//! carry `csrf`, `key` and what [`deeds`] names.

mod ask;
mod at;
mod confirm;
pub mod deeds;
mod form;
pub mod handlers;
mod requests;
pub mod reward;
mod score;
mod story;
pub mod substitute;
mod table_card;
mod words;

pub use ask::Ask;
pub use at::{AtPage, Step, render_at};
pub use confirm::{ConfirmPage, Final, Question, render_confirm};
pub use form::{MoveForm, MoveGroup, Promotion};
pub use requests::{Notice, Request};
pub use reward::{RewardDraft, RewardForm};
pub use score::{GameLine, PairLine, ScoreCard};
pub use story::{Line, lines};
pub use table_card::{CardDraft, TableCard, TimeForm, VacationForm};

use crate::domain::ids::MatchId;
use crate::domain::seat::Seat;
use crate::domain::view::{BoardView, Phase, TurnView, View};
use crate::domain::zone::Zone;
use crate::web::beside::Beside;
use crate::web::chrome::Chrome;
use crate::web::present::{BoardTable, Choice, Picked, SeatBar, When, time_words};
use askama::Template;
use askama_web::WebTemplate;
use time::OffsetDateTime;
use uuid::Uuid;

/// What the handler knows besides the view.
#[derive(Clone, Debug)]
pub struct MatchPageOptions {
    /// The time of the request.
    pub now: OffsetDateTime,
    /// The reader's time zone.
    pub zone: Zone,
    /// A fresh idempotency key for the move form; after a refusal, the one that was refused.
    pub key: Uuid,
    /// The piece chosen without JavaScript, `?piece=g1` or `?piece=N@`; anything else is ignored.
    pub piece: Option<String>,
    /// Why the last try was refused, in one sentence.
    pub problem: Option<String>,
    /// What was refused: `played`, `picked`, or `done` for anything else.
    pub refused: &'static str,
    /// What the player had typed when it was refused.
    pub draft: Draft,
    /// What had been chosen as reward when it was refused.
    pub reward: RewardDraft,
    /// What was typed into the card "At the table" when a form of it was refused.
    pub card: Option<CardDraft>,
    /// Another match that waits for this reader.
    pub next_match: Option<MatchId>,
    /// Talk and notes, for those who sit at the table.
    pub beside: Beside,
}

impl MatchPageOptions {
    /// A first look at the page: nothing chosen, nothing refused.
    #[must_use]
    pub fn new(now: OffsetDateTime, zone: Zone, key: Uuid) -> Self {
        Self {
            now,
            zone,
            key,
            piece: None,
            problem: None,
            refused: "played",
            draft: Draft::default(),
            reward: RewardDraft::default(),
            card: None,
            next_match: None,
            beside: Beside::default(),
        }
    }

    /// The key of form `n` of the page: each form has its own.
    fn key_of(&self, n: u8) -> Uuid {
        Uuid::from_u128(self.key.as_u128() ^ (u128::from(n) << 8))
    }
}

/// A refused move as it was typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// The move.
    pub mv: String,
    /// The salt, as text.
    pub salt: String,
}

/// One board with the seats above and below it.
#[derive(Clone, Debug)]
pub struct Side {
    /// The board.
    pub board: BoardTable,
    /// The seat at the top of the picture.
    pub above: SeatBar,
    /// The seat at the bottom.
    pub below: SeatBar,
}

/// Links and facts at the foot of the page.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The rule set's name.
    pub title: String,
    /// The page of the rules that it started from.
    pub rules: String,
    /// Its layers in words.
    pub sentences: Vec<String>,
    /// Dice are rolled, so there is something to prove.
    pub has_dice: bool,
    /// `3 days for each decision. …`.
    pub time_words: String,
    /// When the match was opened.
    pub opened: When,
    /// The log head after the last event shown.
    pub head: String,
    /// The number of that event.
    pub seq: u64,
}

/// `/m/{id}`.
#[derive(Template, WebTemplate)]
#[template(path = "match/show.html")]
pub struct MatchPage {
    /// The frame.
    pub chrome: Chrome,
    /// `/m/{id}`.
    pub page: String,
    /// The match's name.
    pub name: String,
    /// What is asked of the reader, first of all.
    pub ask: Ask,
    /// Why the last try was refused.
    pub problem: Option<String>,
    /// `played`, `picked` or `done`.
    pub refused: &'static str,
    /// What asks for the reader's word.
    pub requests: Vec<Request>,
    /// What stands, for everybody to know.
    pub notices: Vec<Notice>,
    /// What the reader may do besides moving.
    pub card: Option<TableCard>,
    /// The boards, the reader's own first.
    pub sides: Vec<Side>,
    /// The move form, when the reader decides a move.
    pub form: Option<MoveForm>,
    /// The form of a reward, when the reader picks one.
    pub reward: Option<RewardForm>,
    /// `Game 2 of 3`; empty for a match of one game.
    pub game: String,
    /// Points, where there are or can be any.
    pub score: Option<ScoreCard>,
    /// `Since your last move`, or since sitting down before the first one.
    pub news_title: &'static str,
    /// What happened since then, newest first.
    pub news: Vec<Line>,
    /// The whole story, newest first.
    pub story: Vec<Line>,
    /// Rules, time, log head.
    pub facts: Facts,
    /// The result is known.
    pub over: bool,
    /// Players can still take seats.
    pub open: bool,
    /// The reader's board cannot roll without a salt: the key of the form that gives one.
    pub salt_key: Option<Uuid>,
    /// Where a reader with a seat chooses what is mailed.
    pub mail: Option<String>,
    /// Path of another match that waits for the reader.
    pub next_match: Option<String>,
    /// Talk and notes, for those who sit at the table.
    pub beside: Beside,
}

/// Lays out `/m/{id}` for the viewer of `view`, open, running or over.
#[must_use]
pub fn render_match(view: &View, chrome: Chrome, opts: MatchPageOptions) -> MatchPage {
    let page = format!("/m/{}", view.match_id);
    let turn = own_turn(view);
    let picked = turn.and_then(|turn| Picked::parse(opts.piece.as_deref()?, &turn.legal));
    let offer = turn.map(|turn| {
        (turn.mover, Choice { page: &page, legal: turn.legal.as_slice(), picked: picked.as_ref() })
    });
    let news_from = view.log.len().saturating_sub(view.news);
    MatchPage {
        ask: Ask::new(view, opts.now, &opts.zone, chrome.user.is_some()),
        sides: sides(view, &opts.zone, opts.now, offer),
        requests: requests::requests(view, |n| opts.key_of(n)),
        notices: requests::notices(view, &opts.zone),
        card: TableCard::new(view, &opts.zone, opts.now, |n| opts.key_of(n), opts.card.clone()),
        refused: opts.refused,
        salt_key: view.salt_needed.then_some(opts.key),
        form: turn.and_then(|turn| MoveForm::new(view, turn, picked.as_ref(), opts.key, &opts.draft)),
        reward: turn.and_then(|turn| RewardForm::new(view, turn, opts.key, &opts.reward)),
        game: score::game_words(&view.series),
        score: ScoreCard::new(view, &opts.zone),
        news_title: if view.has_decided() { "Since your last move" } else { "Since you sat down" },
        news: lines(view, view.log.get(news_from..).unwrap_or_default(), &opts.zone)
            .into_iter()
            .rev()
            .collect(),
        story: lines(view, &view.log, &opts.zone).into_iter().rev().collect(),
        facts: facts(view, &opts.zone),
        over: matches!(view.phase, Phase::Over { .. }),
        open: view.phase == Phase::Open,
        mail: view.you.map(|_| format!("{page}/mail")),
        next_match: opts.next_match.map(|id| format!("/m/{id}")),
        beside: opts.beside,
        problem: opts.problem,
        name: view.name.clone(),
        page,
        chrome,
    }
}

/// The open decision that the viewer makes.
fn own_turn(view: &View) -> Option<&TurnView> {
    view.turns.iter().find(|turn| view.you == Some(turn.decider))
}

/// The boards with their seats, the viewer's own board first; `offer` is the army that the viewer may move
/// and what it may play.
fn sides(view: &View, zone: &Zone, now: OffsetDateTime, offer: Option<(Seat, Choice<'_>)>) -> Vec<Side> {
    let mut boards: Vec<&BoardView> = view.boards.iter().collect();
    boards.sort_by_key(|board| view.you.is_some_and(|you| you.board() != board.board));
    boards.into_iter().filter_map(|board| side(view, board, zone, now, offer)).collect()
}

fn side(
    view: &View,
    board: &BoardView,
    zone: &Zone,
    now: OffsetDateTime,
    offer: Option<(Seat, Choice<'_>)>,
) -> Option<Side> {
    let bar = |seat: Seat| {
        let over = offer.filter(|(mover, _)| *mover == seat).map(|(_, choice)| choice);
        view.seats.iter().find(|held| held.seat == seat).map(|held| SeatBar::new(view, held, zone, now, over))
    };
    let below = Seat::at(board.board, board.bottom);
    let choice = offer.filter(|(mover, _)| mover.board() == board.board).map(|(_, choice)| choice);
    let label = format!("Board {}, seen from {below}'s side", board.board);
    Some(Side {
        board: BoardTable::new(board, label, choice),
        above: bar(below.opponent())?,
        below: bar(below)?,
    })
}

fn facts(view: &View, zone: &Zone) -> Facts {
    Facts {
        title: view.rules.title.clone(),
        rules: format!("/rules/{}", view.rules.preset),
        sentences: view.rules.sentences.clone(),
        has_dice: view.rules.has_dice,
        time_words: time_words(view),
        opened: When::full(view.opened_at, zone),
        head: view.head.clone(),
        seq: view.seq,
    }
}
