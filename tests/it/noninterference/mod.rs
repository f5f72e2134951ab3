//! Nothing that the service sends tells a viewer what they may not know (DESIGN §5, RULES §10).
//!
//! Two worlds that differ only in something hidden are put side by side: two databases, one the copy of the
//! other until the first hidden move, two servers with the same keys and clock, the same browsers. Whatever
//! one of those who may not know asks for, both worlds have to answer with the same bytes.

mod answers;
mod twins;
mod walk;

use crate::helpers::{Browser, TestApp};
use crate::web::tables::open;
use answers::first_difference;
use sqlx::PgPool;
use twins::{Decision, Twins};
use walk::{Walk, mails};

/// Two who play dice chess without dice, and one who watches.
async fn duel(pool: PgPool) -> (Twins, String) {
    let server = TestApp::start(pool.clone());
    let mut people: Vec<(&'static str, Browser)> = Vec::new();
    for handle in ["ana", "bruno", "caio"] {
        people.push((handle, server.member(handle).await));
    }
    let agreed = [("preset", "dice-chess"), ("join", "anyone"), ("layer.type_die", "false")];
    let table = open(&people[0].1, &agreed).await;
    let joined = people[1].1.post(&format!("{table}/join"), &[("seat", "Black2")]).await;
    assert_eq!(joined.location(), table, "{}", joined.body);
    (Twins::of(server, pool, people).await, table)
}

fn decision(seen: u64, mv: &str) -> Decision<'_> {
    Decision { board: 1, seen, mv, salt: "a salt" }
}

#[sqlx::test]
async fn the_same_world_twice_shows_no_difference_to_anybody(pool: PgPool) {
    let (twins, table) = duel(pool).await;
    twins.play("ana", &table, [decision(4, "e2e4"), decision(4, "e2e4")]).await;
    let mut found = Vec::new();
    for who in ["bruno", "caio", ""] {
        let walk = Walk { twins: &twins, who, table: &table, last_seq: 5 };
        found.extend(walk.pages().await);
        found.extend(walk.forms().await);
        let [one, other] = [mails(&twins.worlds[0], who).await, mails(&twins.worlds[1], who).await];
        assert_eq!(one.len(), other.len());
        let letters = one.iter().zip(&other).filter(|(one, other)| one != other);
        found.extend(letters.map(|(one, other)| first_difference(one, other)));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    twins.end().await;
}

#[sqlx::test]
async fn what_is_not_hidden_is_seen_to_differ_everywhere(pool: PgPool) {
    let (twins, table) = duel(pool).await;
    twins.play("ana", &table, [decision(4, "e2e4"), decision(4, "d2d4")]).await;
    for who in ["bruno", "caio", ""] {
        let walk = Walk { twins: &twins, who, table: &table, last_seq: 5 };
        let found = walk.pages().await;
        for path in ["", "/at/5", ".png", ".json"] {
            let path = format!("GET {table}{path}:");
            assert!(found.iter().any(|one| one.contains(&path)), "{who:?} {path}\n{}", found.join("\n"));
        }
    }
    twins.end().await;
}
