//! Talk and notes beside the boards.

use super::{Piece, When};
use crate::domain::ids::MatchId;
use crate::domain::seat::{Army, Seat};
use crate::domain::talk::{self, NoteText, NoteView, RoomView, Scope, TalkText, TalkView, WordsView};
use crate::domain::view::PieceView;
use crate::domain::zone::Zone;
use askama::Template;
use uuid::Uuid;

/// What somebody typed, with why it was not said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TalkDraft {
    /// To whom.
    pub scope: Option<Scope>,
    /// What was typed.
    pub text: String,
    /// Why it was not said; empty where it only waits.
    pub problem: String,
    /// The form's key, where it goes on being the same.
    pub key: Option<Uuid>,
}

/// The talk of a table for `templates/partials/talk.html`.
#[derive(Clone, Debug, PartialEq, Eq, Template)]
#[template(path = "partials/talk.html")]
pub struct TalkPart {
    /// `/m/{id}`.
    pub page: String,
    /// The CSRF token.
    pub csrf: String,
    /// The page that it stands on, to come back to.
    pub from: &'static str,
    /// The rooms, the team's first.
    pub rooms: Vec<RoomPart>,
    /// How much is new in all of them, `3` or `30+`; empty for nothing.
    pub unread: String,
    /// How many words there are.
    pub heard: u64,
    /// The most characters of one message.
    pub most: usize,
}

impl askama::filters::HtmlSafe for TalkPart {}

/// One room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomPart {
    /// `team`, `table`.
    pub scope: &'static str,
    /// `To dora, your partner`.
    pub title: String,
    /// The reader may speak here.
    pub open: bool,
    /// The idempotency key of its form.
    pub key: Uuid,
    /// What was typed and not said.
    pub draft: String,
    /// Why.
    pub problem: String,
    /// What a partner can be asked for; none in the whole table's room.
    pub pieces: Vec<(&'static str, Piece)>,
    /// Phrases that name no piece.
    pub phrases: &'static [&'static str],
    /// Newest first.
    pub words: Vec<WordsPart>,
    /// Where older words are.
    pub older: Option<String>,
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordsPart {
    /// Its number in its room.
    pub number: u64,
    /// `own`, `ally`, `foe`.
    pub class: &'static str,
    /// It is new to the reader.
    pub fresh: bool,
    /// The speaker.
    pub who: String,
    /// Where the speaker sat.
    pub seat: &'static str,
    /// When.
    pub at: When,
    /// What.
    pub text: String,
    /// The reader muted the speaker.
    pub muted: bool,
    /// Where it can be reported; none for own words.
    pub report: Option<String>,
}

impl TalkPart {
    /// Lays out `view` for a reader in `zone`, with a fresh key for each form.
    #[must_use]
    pub fn new(
        view: &TalkView,
        zone: &Zone,
        csrf: &str,
        from: &'static str,
        draft: &TalkDraft,
        key: impl Fn() -> Uuid,
    ) -> Self {
        let page = format!("/m/{}", view.match_id);
        let unread: u64 = view.rooms.iter().map(|room| room.unread).sum();
        let more =
            view.rooms.iter().any(|room| room.older.is_some() && room.unread == room.words.len() as u64);
        let drafted = |room: &RoomView| draft.scope == Some(room.scope);
        let seen = view.rooms.iter().filter(|room| room.open || !room.words.is_empty() || drafted(room));
        let rooms = seen
            .map(|room| {
                let drafted = drafted(room);
                RoomPart {
                    // What was typed stays where it can be taken from.
                    open: room.open || drafted,
                    key: draft.key.filter(|_| drafted).unwrap_or_else(&key),
                    draft: if drafted { draft.text.clone() } else { String::new() },
                    problem: if drafted { draft.problem.clone() } else { String::new() },
                    ..RoomPart::new(room, view.you, &page, zone)
                }
            })
            .collect();
        let unread = match (unread, more) {
            (0, _) => String::new(),
            (some, false) => some.to_string(),
            (some, true) => format!("{some}+"),
        };
        let csrf = csrf.to_owned();
        Self { page, csrf, from, rooms, unread, heard: view.heard, most: TalkText::MOST }
    }
}

impl RoomPart {
    fn new(room: &RoomView, you: Seat, page: &str, zone: &Zone) -> Self {
        let team = room.scope == Scope::Team;
        let title = match (room.scope, room.others.as_slice()) {
            (Scope::Team, [partner]) => format!("To {partner}, your partner"),
            (Scope::Team, _) => "To your partner".to_owned(),
            (Scope::Table, [other]) => format!("To {other}"),
            (Scope::Table, _) => "To the whole table".to_owned(),
        };
        let scope = room.scope.name();
        let here = format!("{page}/talk/{scope}");
        Self {
            scope,
            title,
            open: room.open,
            key: Uuid::nil(),
            draft: String::new(),
            problem: String::new(),
            pieces: if team { pieces(you.army()) } else { Vec::new() },
            phrases: if team { &talk::PHRASES } else { &[] },
            words: room.words.iter().map(|words| WordsPart::new(words, you, &here, zone)).collect(),
            older: room.older.map(|before| format!("{page}/talk?room={scope}&before={before}")),
        }
    }
}

/// The pieces that can be asked for, in the colour of the reader's army.
fn pieces(army: Army) -> Vec<(&'static str, Piece)> {
    let drawn = |letter: char, name: &str| {
        Piece::new(&PieceView { army, letter, marks: String::new(), name: name.to_owned() })
    };
    talk::PIECES.into_iter().map(|(letter, name)| (name, drawn(letter, name))).collect()
}

impl WordsPart {
    fn new(words: &WordsView, you: Seat, room: &str, zone: &Zone) -> Self {
        Self {
            number: words.number,
            class: match (words.own, words.seat.team() == you.team()) {
                (true, _) => "own",
                (false, true) => "ally",
                (false, false) => "foe",
            },
            fresh: words.fresh,
            who: if words.own { "you".to_owned() } else { words.who.clone() },
            seat: words.seat.name(),
            at: When::short(words.at, zone),
            text: words.text.clone(),
            muted: words.muted,
            report: (!words.own).then(|| format!("{room}/{}/report", words.number)),
        }
    }
}

/// The reader's own note for `templates/partials/note.html`.
#[derive(Clone, Debug, PartialEq, Eq, Template)]
#[template(path = "partials/note.html")]
pub struct NotePart {
    /// `/m/{id}`.
    pub page: String,
    /// The CSRF token.
    pub csrf: String,
    /// The text.
    pub text: String,
    /// The version that it was begun from.
    pub version: u64,
    /// The most characters.
    pub most: usize,
}

impl askama::filters::HtmlSafe for NotePart {}

impl NotePart {
    /// The form with `note` in it.
    #[must_use]
    pub fn new(id: MatchId, note: NoteView, csrf: &str) -> Self {
        let NoteView { text, version } = note;
        Self { page: format!("/m/{id}"), csrf: csrf.to_owned(), text, version, most: NoteText::MOST }
    }
}
