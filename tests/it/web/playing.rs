//! Playing by forms alone: moves, refusals that keep the draft, stepping, export, picture, resigning.

use super::tables::open;
use crate::helpers::{Answer, Browser, TestApp};
use delirious::random;
use reqwest::StatusCode;
use scraper::{Html, Selector};
use sqlx::PgPool;

/// A running game of two: ana has White1, bruno Black2.
async fn duel(server: &TestApp, preset: &str) -> (Browser, Browser, String) {
    let (ana, bruno) = (server.member("ana").await, server.member("bruno").await);
    let table = open(&ana, &[("preset", preset), ("join", "anyone")]).await;
    let joined = bruno.post(&format!("{table}/join"), &[("seat", "Black2")]).await;
    assert_eq!(joined.location(), table, "{}", joined.body);
    (ana, bruno, table)
}

/// The moves that the page's list offers.
pub fn offered(page: &Answer) -> Vec<String> {
    let html = Html::parse_document(&page.body);
    let options = Selector::parse("select[name=move] option[data-to]").unwrap();
    html.select(&options).filter_map(|o| Some(o.value().attr("value")?.to_owned())).collect()
}

/// Plays `mv` by the page's own form.
pub async fn play(browser: &Browser, table: &str, page: &Answer, mv: &str) -> Answer {
    let field = |name| page.field(name).unwrap_or_default();
    let (board, seen, key) = (field("board"), field("seen"), field("key"));
    let fields = [("board", &*board), ("seen", &seen), ("key", &key), ("move", mv)];
    browser.post(&format!("{table}/move"), &fields).await
}

/// The page of whoever decides now.
async fn decider<'a>(ana: &'a Browser, bruno: &'a Browser, table: &str) -> (&'a Browser, Answer) {
    let page = ana.get(table).await;
    if offered(&page).is_empty() { (bruno, bruno.get(table).await) } else { (ana, page) }
}

#[sqlx::test]
async fn a_game_of_dice_chess_is_played_by_forms_until_a_king_falls_or_long(pool: PgPool) {
    let server = TestApp::start(pool);
    let (ana, bruno, table) = duel(&server, "worst-move").await;
    for _ in 0..12 {
        let (browser, page) = decider(&ana, &bruno, &table).await;
        let moves = offered(&page);
        let Some(mv) = moves.first() else { break };
        let played = play(browser, &table, &page, mv).await;
        assert_eq!(played.location(), format!("{table}?done=played"), "{mv}: {}", played.body);
        // The same form again changes nothing.
        let again = play(browser, &table, &page, mv).await;
        assert!(again.status == StatusCode::SEE_OTHER, "{}", again.body);
    }
    let watcher = server.browser();
    for path in ["", "/at/1", "/at/2", "/dice", ".json", ".png"] {
        assert_eq!(watcher.get(&format!("{table}{path}")).await.status, StatusCode::OK, "{path}");
    }
    assert_eq!(watcher.get(&format!("{table}.png")).await.headers["content-type"], "image/png");
    let log: serde_json::Value =
        serde_json::from_str(&watcher.get(&format!("{table}.json")).await.body).unwrap();
    assert!(log.is_object());
    assert_eq!(watcher.get(&format!("{table}/at/0")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(watcher.get(&format!("{table}/at/5000")).await.status, StatusCode::NOT_FOUND);
}

#[sqlx::test]
async fn a_refused_move_comes_back_with_the_draft_and_the_reason(pool: PgPool) {
    let server = TestApp::start(pool);
    let (ana, bruno, table) = duel(&server, "dice-chess").await;
    let page = ana.get(&table).await;
    let (seen, key) = (page.field("seen").unwrap(), page.field("key").unwrap());
    let send = |mv: &'static str, salt: &'static str| {
        let fields = [("board", "1"), ("seen", &*seen), ("key", &*key), ("move", mv), ("salt_text", salt)];
        let fields = fields.map(|(a, b)| (a.to_owned(), b.to_owned()));
        let (ana, table) = (ana.clone(), table.clone());
        async move {
            let fields: Vec<_> = fields.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
            ana.post(&format!("{table}/move"), &fields).await
        }
    };
    for mv in ["e2e9", "a1a8", "nonsense", "", "e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4"] {
        let answer = send(mv, "my own salt").await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{mv}: {}", answer.body);
        assert!(answer.body.contains("That was not played"), "{}", answer.body);
        assert_eq!(answer.field("salt_text").unwrap(), "my own salt");
    }
    let mv = offered(&page)[0].clone();
    let theirs = play(&bruno, &table, &page, &mv).await;
    assert!(theirs.status.is_client_error(), "bruno does not decide: {}", theirs.status);
    let stranger = server.member("caio").await;
    assert_eq!(play(&stranger, &table, &page, &mv).await.status, StatusCode::FORBIDDEN);
    for (name, value) in
        [("board", "2"), ("board", "x"), ("seen", "-1"), ("key", "1"), ("salt", "zz"), ("next", "ab")]
    {
        let mut fields = vec![("board", "1"), ("seen", &*seen), ("key", &*key), ("move", &*mv)];
        fields.retain(|(n, _)| *n != name);
        fields.push((name, value));
        let answer = ana.post(&format!("{table}/move"), &fields).await;
        assert!(answer.status.is_client_error(), "{name}={value}: {}", answer.status);
    }
    assert_eq!(play(&ana, &table, &page, &mv).await.status, StatusCode::SEE_OTHER);
    let other = offered(&page).into_iter().find(|other| *other != mv).unwrap();
    let reused = play(&ana, &table, &page, &other).await;
    assert_eq!(reused.status, StatusCode::CONFLICT, "the same key, another move: {}", reused.body);
}

#[sqlx::test]
async fn resigning_is_asked_first_and_ends_the_match_in_the_archive(pool: PgPool) {
    let server = TestApp::start(pool);
    let (ana, _bruno, table) = duel(&server, "dice-chess").await;
    let watcher = server.member("caio").await;
    assert_eq!(watcher.get(&format!("{table}/resign")).await.status, StatusCode::FORBIDDEN);
    let key = random::uuid().to_string();
    assert_eq!(
        watcher.post(&format!("{table}/resign"), &[("key", &key)]).await.status,
        StatusCode::FORBIDDEN
    );
    let asked = ana.get(&format!("{table}/resign")).await;
    assert!(asked.body.contains("Resign this game?"));
    let key = asked.field("key").unwrap();
    let resigned = ana.post(&format!("{table}/resign"), &[("key", &key)]).await;
    assert_eq!(resigned.location(), format!("{table}?done=resigned"), "{}", resigned.body);
    let archive = server.browser().get("/archive").await;
    assert!(archive.body.contains("Café"), "{}", archive.body);
    assert!(server.browser().get("/players/bruno").await.body.contains("Café"));
    assert_eq!(server.browser().get("/players/nobody").await.status, StatusCode::NOT_FOUND);
}

#[sqlx::test]
async fn my_turn_stands_first_and_the_next_match_is_one_press_away(pool: PgPool) {
    let server = TestApp::start(pool);
    let (ana, bruno, first) = duel(&server, "dice-chess").await;
    let second = open(&ana, &[("preset", "dice-chess"), ("join", "anyone"), ("name", "Second")]).await;
    bruno.post(&format!("{second}/join"), &[("seat", "Black2")]).await;
    let page = ana.get("/matches").await;
    assert!(page.body.contains("Your turn"), "{}", page.body);
    let (shown, next) = (ana.get(&first).await, &second);
    assert!(shown.body.contains(next.as_str()), "the other match is linked");
    let mv = offered(&shown)[0].clone();
    play(&ana, &first, &shown, &mv).await;
    assert!(ana.get(&format!("{first}?done=played")).await.body.contains("Your move is in the log"));
}
