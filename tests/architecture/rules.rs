//! Who may use whom, and what nobody but one file may call.

use super::reader::Source;

/// A part of the library with rules of its own. `Ids` are the domain's words that stand on nothing: ids, hashes,
/// time stamps, notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Room {
    Ids,
    Seat,
    Zone,
    Page,
    Account,
    Talk,
    Rules,
    Dice,
    View,
    Game,
    Visibility,
    Store,
    Picture,
    Mail,
    Config,
    Clock,
    Random,
    Telemetry,
    App,
    Actions,
    Web,
    Jobs,
    Cli,
}

use Room::{
    Account, Actions, App, Cli, Clock, Config, Dice, Game, Ids, Jobs, Mail, Page, Picture, Random, Rules,
    Seat, Store, Talk, Telemetry, View, Visibility, Web, Zone,
};

/// The domain but for what only `visibility` may turn into a view.
const SHOWN: &[Room] = &[Ids, Seat, Zone, Page, Account, Talk, Rules, Dice, View, Visibility];

impl Room {
    pub const ALL: &'static [Self] = &[
        Ids, Seat, Zone, Page, Account, Talk, Rules, Dice, View, Game, Visibility, Store, Picture, Mail,
        Config, Clock, Random, Telemetry, App, Actions, Web, Jobs, Cli,
    ];

    /// The room of a module; none for the root of the domain.
    pub fn of(module: &[String]) -> Option<Self> {
        let names: Vec<&str> = module.iter().map(String::as_str).collect();
        Some(match names[..] {
            // The root of the domain holds the glossary; what it uses is in its rooms.
            ["domain"] | ["domain", "ids" | "hash" | "stamp" | "notice", ..] => Ids,
            ["domain", "seat", ..] => Seat,
            ["domain", "zone", ..] => Zone,
            ["domain", "page", ..] => Page,
            ["domain", "account", ..] => Account,
            ["domain", "talk", ..] => Talk,
            ["domain", "rules", ..] => Rules,
            ["domain", "dice", ..] => Dice,
            ["domain", "view", ..] => View,
            ["domain", "game", ..] => Game,
            ["domain", "visibility", ..] => Visibility,
            ["store", ..] => Store,
            ["picture", ..] => Picture,
            ["mail", ..] => Mail,
            ["config", ..] => Config,
            ["clock", ..] => Clock,
            ["random", ..] => Random,
            ["telemetry", ..] => Telemetry,
            ["app", ..] => App,
            ["actions", ..] => Actions,
            ["web", ..] => Web,
            ["jobs", ..] => Jobs,
            ["cli", ..] => Cli,
            _ => return None,
        })
    }

    /// The rooms that this one may use besides itself.
    pub fn may_use(self) -> impl Iterator<Item = Self> {
        let (shown, more): (&[Self], &[Self]) = match self {
            Ids | Seat | Zone | Config | Clock | Random => (&[], &[]),
            Page => (&[], &[Ids]),
            Account => (&[], &[Ids, Zone]),
            Rules => (&[], &[Seat]),
            Talk | Dice | View => (&[], &[Ids, Seat]),
            Game => (&[], &[Ids, Seat, Rules, Dice]),
            Visibility => (&[], &[Ids, Seat, Zone, Rules, Dice, View, Game]),
            Store => (SHOWN, &[Game]),
            Picture => (SHOWN, &[]),
            Mail => (SHOWN, &[Picture, Config]),
            Telemetry => (&[], &[Config]),
            App => (&[], &[Dice, Store, Mail, Config, Clock]),
            Actions => (SHOWN, &[Game, App, Store, Mail, Config, Clock, Random]),
            Web => (SHOWN, &[Actions, App, Picture, Config, Clock, Random, Telemetry]),
            Jobs => (SHOWN, &[Actions, App, Mail, Store, Config, Clock, Random, Telemetry]),
            Cli => (
                SHOWN,
                &[Game, Store, Picture, Mail, Config, Clock, Random, Telemetry, App, Actions, Web, Jobs],
            ),
        };
        shown.iter().chain(more).copied()
    }
}

/// Why `source` may not name this path of our own crate.
pub fn forbidden_room(source: &Source, path: &[String]) -> Option<String> {
    let ours = path.strip_prefix(&["crate".to_owned()])?;
    let from = Room::of(&source.module)?;
    // `crate::domain::{self}` or a path to the crate's root names no room.
    if ours.is_empty() || (ours.len() == 1 && ours[0] == "domain") {
        return None;
    }
    let to = Room::of(ours)?;
    if from != to && !from.may_use().any(|room| room == to) {
        return Some(format!("{from:?} may not use {to:?}"));
    }
    page_to_page(&source.module, ours)
}

/// Parts of pages, which are no pages.
const SHARED: &[&str] = &["form"];

/// Whether a segment names a module, not an item of `pages` itself.
fn is_module(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_lowercase() || c == '_')
}

/// Pages share through these and through their parents, never with each other.
fn page_to_page(from: &[String], to: &[String]) -> Option<String> {
    let page = |module: &[String]| match module {
        [web, pages, page, ..] if web == "web" && pages == "pages" => Some(page.clone()),
        _ => None,
    };
    match (page(from), page(to)) {
        (Some(from), Some(to)) if from != to && is_module(&to) && !SHARED.contains(&to.as_str()) => {
            Some(format!("page {from} may not use page {to}"))
        }
        _ => None,
    }
}

/// Crates and parts of `std` that a room must not touch.
pub fn forbidden_crate(source: &Source, path: &[String]) -> Option<String> {
    const SERVICE: &[&str] =
        &["actix_web", "actix_session", "actix_files", "askama", "askama_web", "governor"];
    const DATABASE: &[&str] = &["sqlx"];
    const IMPURE: &[&str] = &[
        "tokio",
        "lettre",
        "rand",
        "tracing",
        "tracing_subscriber",
        "dotenvy",
        "resvg",
        "std::fs",
        "std::env",
        "std::time",
        "std::net",
        "std::process",
        "std::thread",
        "std::io",
    ];
    let room = Room::of(&source.module)?;
    let forbidden: &[&[&str]] = match room {
        Ids | Seat | Zone | Page | Account | Rules | Dice | View | Game | Visibility => {
            &[SERVICE, DATABASE, IMPURE]
        }
        Store | Actions | Jobs => &[SERVICE],
        Picture | Mail => &[&["actix_web", "actix_session", "actix_files", "governor"], DATABASE],
        Web => &[DATABASE],
        _ => &[],
    };
    let name = path.join("::");
    let named = |what: &&str| name == **what || name.starts_with(&format!("{what}::"));
    let found = forbidden.iter().flat_map(|list| list.iter()).find(|what| named(what))?;
    Some(format!("{room:?} may not use {found}"))
}

/// Calls that belong to one file of the whole library.
pub fn forbidden_call(source: &Source, path: &[String]) -> Option<String> {
    const CALLS: &[(&str, &str, &str)] = &[
        ("OffsetDateTime", "now_utc", "clock.rs"),
        ("OffsetDateTime", "now_local", "clock.rs"),
        ("UtcDateTime", "now", "clock.rs"),
        ("SystemTime", "now", "clock.rs"),
        ("Timestamp", "now", "clock.rs"),
        ("Zoned", "now", "clock.rs"),
        ("rand", "rng", "random.rs"),
        ("Uuid", "new_v4", "random.rs"),
        ("Uuid", "now_v7", "random.rs"),
        ("env", "var", "config.rs"),
        ("env", "var_os", "config.rs"),
    ];
    let [.., kind, call] = path else { return None };
    let (_, _, owner) = CALLS.iter().find(|(k, c, _)| k == kind && c == call)?;
    (source.file != *owner).then(|| format!("only {owner} may call it"))
}
