//! `/matches` of somebody who plays a thousand.

use crate::helpers::{Answer, TestApp};
use delirious::domain::page::{MineKey, Shelf};
use delirious::store::mine;
use reqwest::StatusCode;
use scraper::{Html, Selector};
use sqlx::PgPool;

/// The matches on a page, by the number of the copy (0 for the first), and where it goes on.
fn page(answer: &Answer) -> (Vec<u128>, Option<String>) {
    let html = Html::parse_document(&answer.body);
    let all = |selector: &str| Selector::parse(selector).unwrap();
    let number = |path: &str| {
        let id = uuid::Uuid::parse_str(path.strip_prefix("/m/").unwrap()).unwrap().as_u128();
        if id < 10_000 { id } else { 0 }
    };
    let heads = all(".match-card h3 a");
    let links = html.select(&heads).map(|card| number(card.value().attr("href").unwrap()));
    let next = html.select(&all("a[rel=next]")).next();
    (links.collect(), next.map(|link| link.value().attr("href").unwrap().to_owned()))
}

/// A running duel of ana and bruno, and `more` copies of its log and rows, each due an hour after the one before.
async fn many(server: &TestApp, more: i32) -> (crate::helpers::Browser, crate::helpers::Browser) {
    let (ana, bruno) = (server.member("ana").await, server.member("bruno").await);
    let table =
        super::tables::open(&ana, &[("preset", "dice-chess"), ("join", "anyone"), ("name", "first")]).await;
    bruno.post(&format!("{table}/join"), &[("seat", "Black2")]).await;
    // Heads are not checked on reading, so a log may stand under another id.
    let id = uuid::Uuid::parse_str(table.strip_prefix("/m/").unwrap()).unwrap();
    for copy in 1..=more {
        let new = uuid::Uuid::from_u128(u128::from(copy.unsigned_abs()));
        for sql in [
            "insert into matches select (jsonb_populate_record(m, jsonb_build_object('id', $2, 'name', 'copy ' || $3))).* from matches m where id = $1",
            "insert into match_seats select (jsonb_populate_record(s, jsonb_build_object('match_id', $2))).* from match_seats s where match_id = $1 and $3 > 0",
            "insert into match_turns select (jsonb_populate_record(t, jsonb_build_object('match_id', $2, 'deadline', t.deadline + $3 * interval '1 hour'))).* from match_turns t where match_id = $1",
            "insert into events select $2, seq, at, public, sealed, nonce, head from events where match_id = $1 and $3 > 0 order by seq",
        ] {
            sqlx::query(sql).bind(id).bind(new).bind(copy).execute(&server.app.pool).await.unwrap();
        }
    }
    (ana, bruno)
}

#[sqlx::test]
async fn a_thousand_running_matches_are_paged_with_the_one_due_soonest_first(pool: PgPool) {
    let server = TestApp::start(pool);
    let (ana, bruno) = many(&server, 999).await;
    let decides = if ana.get("/matches").await.body.contains("Your turn") { ana } else { bruno };
    let first = decides.get("/matches").await;
    assert_eq!(first.status, StatusCode::OK);
    assert!(first.body.contains("(1000)"), "how many there are in all");
    let (mut seen, mut next) = page(&first);
    assert_eq!((seen.len(), seen[0]), (20, 0), "{seen:?}");
    let mut pages = 1;
    while let Some(path) = next {
        let (more, further) = page(&decides.get(&path).await);
        assert!(more.len() <= 20);
        seen.extend(more);
        next = further;
        pages += 1;
    }
    assert_eq!(pages, 50);
    assert_eq!(
        seen,
        (0..1000).collect::<Vec<_>>(),
        "in the order of their deadlines, without doubles or gaps"
    );
    assert_eq!(decides.get("/matches?after=nonsense").await.status, StatusCode::BAD_REQUEST);
}

#[sqlx::test]
async fn a_stopped_clock_comes_after_the_running_ones_and_an_asked_word_after_the_turns(pool: PgPool) {
    let server = TestApp::start(pool.clone());
    let (ana, bruno) = many(&server, 4).await;
    let ana_decides = ana.get("/matches").await.body.contains("Your turn");
    let who = if ana_decides { "ana" } else { "bruno" };
    let decides = if ana_decides { &ana } else { &bruno };
    for (sql, copy) in [
        ("update match_turns set deadline = null where match_id = $1", 1),
        ("delete from match_turns where match_id = $1", 2),
        ("update match_seats set asked = true where match_id = $1", 2),
        ("delete from match_turns where match_id = $1", 3),
    ] {
        sqlx::query(sql).bind(uuid::Uuid::from_u128(copy)).execute(&pool).await.unwrap();
    }
    let (seen, _) = page(&decides.get("/matches").await);
    assert_eq!(seen, [0, 4, 1, 2, 3]);

    let id: uuid::Uuid = sqlx::query_scalar("select id from accounts where handle = $1")
        .bind(who)
        .fetch_one(&pool)
        .await
        .unwrap();
    let rows = mine::my_matches(&pool, delirious::domain::ids::AccountId(id), None, 10).await.unwrap();
    let shelves: Vec<Shelf> = rows.iter().map(|row| row.key.shelf).collect();
    assert_eq!(shelves, [Shelf::YourTurn, Shelf::YourTurn, Shelf::YourTurn, Shelf::YourWord, Shelf::Running]);
    // A key goes on where it stands, whatever its row has become meanwhile.
    let after: MineKey = rows[1].key.to_string().parse().unwrap();
    sqlx::query("delete from match_turns where match_id = $1").bind(after.id.0).execute(&pool).await.unwrap();
    let rest = mine::my_matches(&pool, delirious::domain::ids::AccountId(id), Some(after), 10).await.unwrap();
    assert_eq!(rest.len(), 4, "the rest, and the one that moved down the list");
}
