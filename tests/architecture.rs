//! Holds the arrows of `docs/ARCHITECTURE.md` and the purity of the domain, by reading the sources.
//!
//! `reader` turns a file into the paths that it names, `rules` judges a path; both are tried on planted
//! snippets, so that a checker that sees nothing cannot pass for a clean source.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails loudly")]
#![expect(clippy::disallowed_methods, reason = "reads the sources")]

#[path = "architecture/reader.rs"]
mod reader;
#[path = "architecture/rules.rs"]
mod rules;

use reader::Source;
use rules::{Room, forbidden_call, forbidden_crate, forbidden_room};
use std::collections::{BTreeMap, BTreeSet};

/// What is wrong with a source: one line for each path it must not name.
fn faults(source: &Source) -> Vec<String> {
    let mut faults = BTreeSet::new();
    for path in &source.paths {
        let why = forbidden_room(source, path)
            .or_else(|| forbidden_crate(source, path))
            .or_else(|| forbidden_call(source, path));
        if let Some(why) = why {
            faults.insert(format!("{} names {}: {why}", source.file, path.join("::")));
        }
    }
    faults.into_iter().collect()
}

#[test]
fn the_arrows_hold_and_the_domain_is_pure() {
    let sources = reader::read_all();
    assert!(sources.len() > 30, "only {} sources were found", sources.len());
    let faults: Vec<String> = sources.iter().flat_map(faults).collect();
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn every_room_of_the_sources_has_a_rule() {
    let unknown: Vec<String> = reader::read_all()
        .iter()
        .filter(|source| Room::of(&source.module).is_none())
        .map(|source| source.file.clone())
        .collect();
    assert!(unknown.is_empty(), "give these a room in tests/architecture/rules.rs: {unknown:?}");
}

#[test]
fn the_rooms_have_no_circle() {
    let mut open: BTreeMap<Room, Vec<Room>> =
        Room::ALL.iter().map(|room| (*room, room.may_use().collect())).collect();
    while !open.is_empty() {
        let leaf = open.iter().find(|(_, uses)| uses.iter().all(|used| !open.contains_key(used)));
        let Some((leaf, _)) = leaf else {
            panic!("these rooms use each other in a circle: {:?}", open.keys())
        };
        let leaf = *leaf;
        open.remove(&leaf);
    }
}

#[test]
fn clippy_holds_the_same_for_methods() {
    let clippy = std::fs::read_to_string(reader::root().join("clippy.toml")).unwrap();
    for method in
        ["OffsetDateTime::now_utc", "SystemTime::now", "Instant::now", "rand::rng", "env::var", "fs::read"]
    {
        assert!(clippy.contains(method), "clippy.toml should disallow {method}");
    }
}

/// The faults of `text`, planted in the file `src/{file}`.
fn planted(file: &str, text: &str) -> Vec<String> {
    faults(&reader::read(file, text))
}

#[track_caller]
fn refused(file: &str, text: &str) {
    assert_eq!(planted(file, text).len(), 1, "{:?}", planted(file, text));
}

#[track_caller]
fn fine(file: &str, text: &str) {
    assert!(planted(file, text).is_empty(), "{:?}", planted(file, text));
}

#[test]
fn planted_faults_are_seen_in_imports() {
    refused("web/pages/home.rs", "use crate::store::lists;");
    refused("web/pages/home.rs", "use crate::{actions, store};");
    refused("web/pages/home.rs", "use crate::domain::game::State as S;");
    refused("mail/letter.rs", "use crate::domain::{game::Event, view::View};");
    refused("store/matches.rs", "use super::super::actions::AppError;");
    refused("domain/rules/hand.rs", "use super::super::dice::Roll;");
    refused("domain/rules/mod.rs", "use super::game;");
    refused("app.rs", "use crate::web::routes;");
    refused("jobs/worker.rs", "pub use crate::web::routes;");
    refused("picture.rs", "use crate::mail::letter;");
    refused("web/pages/home.rs", "use super::login::LogInForm;");
}

#[test]
fn planted_faults_are_seen_in_bodies_types_and_macros() {
    refused("web/session.rs", "fn f() { crate::store::sessions::load(); }");
    refused("web/session.rs", "fn f(x: crate::store::Pool) {}");
    refused("web/session.rs", "fn f() { println!(\"{}\", crate::store::VERSION); }");
    refused("mail/letter.rs", "fn f() { vec![g(crate::domain::game::head())]; }");
    refused("domain/game/mod.rs", "impl From<crate::store::Row> for X {}");
    refused("store/matches.rs", "fn f() { mod_of!(deep { crate::mail::send() }) }");
}

#[test]
fn planted_impurities_are_seen() {
    refused("domain/dice.rs", "use tokio::time;");
    refused("domain/dice.rs", "fn f() { std::fs::read(x); }");
    refused("domain/dice.rs", "use std::{env, fmt};");
    refused("domain/dice.rs", "fn f() -> std::time::Instant {}");
    refused("domain/dice.rs", "fn f() { rand::rng() }");
    refused("domain/ids.rs", "fn f() { MatchId(Uuid::new_v4()) }");
    refused("domain/zone.rs", "fn f() { jiff::Timestamp::now() }");
    refused("actions/sign_up.rs", "fn f() { time::OffsetDateTime::now_utc() }");
    refused("web/session.rs", "fn f(e: sqlx::Error) {}");
    refused("mail/transport.rs", "use sqlx::PgPool;");
    refused("store/matches.rs", "use actix_web::HttpResponse;");
}

#[test]
fn what_is_allowed_passes() {
    fine(
        "web/pages/home.rs",
        "use crate::actions; use crate::domain::view::View; use super::super::error::WebError;",
    );
    fine("jobs/worker.rs", "use crate::{actions, app::App, mail, store::outbox};");
    fine("domain/visibility.rs", "use super::game::State; use super::view::View;");
    fine("domain/dice.rs", "use rand_chacha::ChaCha20Rng; use sha2::Sha256;");
    fine("cli/serve.rs", "use crate::{store, web, jobs};");
    fine("clock.rs", "fn f() { OffsetDateTime::now_utc() }");
    fine("domain/zone.rs", "#[cfg(test)] mod tests { use std::fs; use crate::store; }");
    fine("store/matches.rs", "/// Like `crate::mail::send`.\nfn f() {}");
}
