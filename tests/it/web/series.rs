//! Matches of several games over HTTP: rewards picked by forms, and talk that stays with those who spoke.

use super::playing::{offered, play};
use super::tables::open;
use super::talk::{Four, heard};
use crate::helpers::{Answer, Browser, TestApp};
use crate::table::{count, kinds};
use delirious::actions;
use delirious::domain::ids::MatchId;
use reqwest::StatusCode;
use sqlx::PgPool;

/// Without dice the queen is at the king after three moves.
const SHORT_GAME: [&str; 5] = ["e2e4", "f7f6", "d1h5", "a7a6", "h5e8"];

/// Two games without dice, for a reward that is picked.
const TWO_GAMES: [(&str, &str); 9] = [
    ("preset", "dice-chess"),
    ("join", "anyone"),
    ("length", "games"),
    ("games", "2"),
    ("layer.type_die", "false"),
    ("fairy_form", "1"),
    ("gifts", "0"),
    ("rewards", "1"),
    ("reward_pick", "player"),
];

/// ana has captured bruno's king.
async fn king_taken(server: &TestApp) -> (Browser, Browser, String) {
    let (ana, bruno) = (server.member("ana").await, server.member("bruno").await);
    let mut fields = TWO_GAMES.to_vec();
    fields.extend([("fairy", "C"), ("fairy", "T"), ("fairy", "N!")]);
    let table = open(&ana, &fields).await;
    let waiting = server.browser().get("/open").await.body;
    assert!(waiting.contains("2 games · 1 reward for a king"), "{waiting}");
    bruno.post(&format!("{table}/join"), &[("seat", "Black2")]).await;
    play_all([&ana, &bruno], &table, &SHORT_GAME).await;
    (ana, bruno, table)
}

async fn play_all(players: [&Browser; 2], table: &str, moves: &[&str]) {
    for (player, mv) in players.iter().cycle().zip(moves) {
        let page = player.get(table).await;
        assert!(offered(&page).iter().any(|one| one == mv), "{mv}: {:?}", offered(&page));
        assert_eq!(play(player, table, &page, mv).await.location(), format!("{table}?done=played"));
    }
}

/// Sends a reward form as `page` has it.
async fn pick(browser: &Browser, table: &str, page: &Answer, piece: &str) -> Answer {
    let field = |name| page.field(name).unwrap_or_default();
    let (seen, key) = (field("seen"), field("key"));
    let fields = [("seen", &*seen), ("key", &key), ("piece1", piece), ("salt_text", "mine")];
    browser.post(&format!("{table}/reward"), &fields).await
}

#[sqlx::test]
async fn the_captor_picks_and_the_piece_is_dropped_in_the_next_game(pool: PgPool) {
    let server = TestApp::start(pool.clone());
    let (ana, bruno, table) = king_taken(&server).await;
    let id = MatchId(table.trim_start_matches("/m/").parse().unwrap());
    let page = ana.get(&table).await;
    assert!(page.body.contains("You captured the king: pick a piece for the next game"), "{}", page.body);
    assert!(page.field("piece1").is_some());
    let other = bruno.get(&table).await;
    assert!(other.field("piece1").is_none(), "{}", other.body);
    assert!(
        other.body.contains("captured the king and picks a piece; then the next game begins"),
        "{}",
        other.body
    );

    assert!(pick(&bruno, &table, &page, "C").await.status.is_client_error(), "bruno has no reward");
    for wrong in ["Q", "G", "c", "", "N", "camel", "C,C"] {
        let refused = pick(&ana, &table, &page, wrong).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}: {}", refused.body);
        assert!(refused.body.contains("That was not picked"), "{}", refused.body);
        assert_eq!(refused.field("salt_text").unwrap(), "mine", "what was typed stays");
    }
    assert_eq!(count(&pool, id, "reward_picked").await, 0);
    assert_eq!(pick(&ana, &table, &page, "C").await.location(), format!("{table}?done=picked"));
    assert_eq!(pick(&ana, &table, &page, "C").await.status, StatusCode::SEE_OTHER, "a repeat picks nothing");
    assert_eq!(pick(&ana, &table, &page, "T").await.status, StatusCode::CONFLICT);
    assert_eq!(count(&pool, id, "reward_picked").await, 1);

    let page = bruno.get(&table).await;
    assert!(page.body.contains("Game 2 of 2"), "{}", page.body);
    for (seq, seat) in [(5, "Black2"), (11, "White1")] {
        let then = bruno.get(&format!("{table}/at/{seq}")).await.body;
        assert!(then.contains(&format!("seen from {seat}&#39;s side")), "{seq}: {then}");
    }
    play_all([&bruno, &ana], &table, &["e2e4", "f7f6", "d1h5", "C@e6", "h5e8"]).await;
    let dice = ana.get(&format!("{table}/dice")).await.body;
    assert!(dice.contains("<h2>The table</h2>"), "the pick's salt has sealed the next: {dice}");
    let end = ana.get(&table).await.body;
    assert!(end.contains("drawn") && end.contains("Score"), "{end}");
    assert!(server.browser().get("/archive").await.body.contains("2 games · 2 : 2"));
    let mails: Vec<String> =
        sqlx::query_scalar("select kind from outbox where match_id = $1 order by seq, kind")
            .bind(id.0)
            .fetch_all(&pool)
            .await
            .unwrap();
    for (kind, times) in [("game_over", 2), ("reward", 1), ("match_end", 2), ("match_start", 2)] {
        assert_eq!(mails.iter().filter(|one| *one == kind).count(), times, "{kind}: {mails:?}");
    }
    assert_eq!(kinds(&pool, id).await.iter().filter(|kind| *kind == "game_started").count(), 2);
}

#[sqlx::test]
async fn whoever_picks_too_late_is_told_so_and_not_the_opponent(pool: PgPool) {
    let server = TestApp::start(pool.clone());
    let (_ana, _bruno, table) = king_taken(&server).await;
    let id = MatchId(table.trim_start_matches("/m/").parse().unwrap());
    server.clock.advance(time::Duration::days(4));
    actions::expire_turns(&server.app, 10).await.unwrap();
    let told: Vec<String> = sqlx::query_scalar(
        "select a.handle from outbox o join accounts a on a.id = o.account_id
         where o.match_id = $1 and o.kind = 'time_ran_out' order by o.seq",
    )
    .bind(id.0)
    .fetch_all(&pool)
    .await
    .unwrap();
    assert_eq!(count(&pool, id, "reward_rolled").await, 1);
    assert_eq!(told.first().map(String::as_str), Some("ana"), "{told:?}");
}

#[sqlx::test]
async fn talk_stays_with_those_who_spoke_when_opponents_exchange_seats(pool: PgPool) {
    let four = Four::opened(&pool, &[("length", "games"), ("games", "2")]).await;
    four.say(0, "team", "our plan").await;
    four.say(1, "team", "their plan").await;
    let page = four.people[0].get(&format!("{}/resign", four.table)).await;
    let key = page.field("key").unwrap();
    four.people[0].post(&format!("{}/resign", four.table), &[("key", &key)]).await;
    let now = four.people[0].get(&four.table).await.body;
    assert!(now.contains("Game 2 of 2"), "{now}");
    four.say(3, "team", "and on").await;
    for (place, words) in [(0, vec!["and on", "our plan"]), (3, vec!["and on", "our plan"])] {
        assert_eq!(heard(&four.talk(place).await), words, "{place}");
    }
    for place in [1, 2] {
        assert_eq!(heard(&four.talk(place).await), ["their plan"], "{place}");
        let list = four.people[place].get("/matches").await.body;
        assert!(!list.contains("new in talk"), "what others say is not counted: {list}");
    }
}
