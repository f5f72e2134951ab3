//! Talk, notes, muting and reporting over HTTP: who may read and say what, and that nothing typed is lost.

use super::tables::open;
use crate::helpers::{Answer, Browser, TestApp};
use delirious::random;
use reqwest::{Method, StatusCode};
use scraper::{Html, Selector};
use sqlx::PgPool;
use std::time::Duration;

const SEATS: [&str; 4] = ["White1", "Black2", "White3", "Black4"];
/// Far longer than anything here takes, far shorter than a lock that is never released.
const PATIENCE: Duration = Duration::from_secs(10);

/// Four who play: ana and dora against bruno and caio.
pub struct Four {
    pub server: TestApp,
    pub people: [Browser; 4],
    /// `/m/{id}`.
    pub table: String,
}

impl Four {
    /// A running game of classic bughouse.
    pub async fn running(pool: &PgPool) -> Self {
        Self::opened(pool, &[]).await
    }

    /// The same with something else agreed.
    pub async fn opened(pool: &PgPool, agreed: &[(&str, &str)]) -> Self {
        let server = TestApp::start(pool.clone());
        let mut people = Vec::new();
        for handle in ["ana", "bruno", "caio", "dora"] {
            people.push(server.member(handle).await);
        }
        let people: [Browser; 4] = people.try_into().map_err(|_| "four").unwrap();
        let mut fields = vec![("preset", "classic-bughouse"), ("join", "anyone"), ("seat", "White1")];
        fields.extend(agreed);
        let table = open(&people[0], &fields).await;
        for (person, seat) in people.iter().zip(SEATS).skip(1) {
            let joined = person.post(&format!("{table}/join"), &[("seat", seat)]).await;
            assert!(joined.location().starts_with(&table), "{}", joined.body);
        }
        Self { server, people, table }
    }

    /// Somebody says something by the form.
    pub async fn say(&self, place: usize, scope: &str, text: &str) -> Answer {
        let key = random::uuid().to_string();
        let fields = [("scope", scope), ("key", &*key), ("text", text)];
        self.people[place].post(&format!("{}/talk", self.table), &fields).await
    }

    /// The talk page of somebody.
    pub async fn talk(&self, place: usize) -> Answer {
        self.people[place].get(&format!("{}/talk", self.table)).await
    }
}

/// The texts of all elements that `css` finds.
fn texts(page: &Answer, css: &str) -> Vec<String> {
    let html = Html::parse_document(&page.body);
    let found: Vec<String> =
        html.select(&Selector::parse(css).unwrap()).map(|element| element.text().collect()).collect();
    found.into_iter().map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// What somebody reads, newest first.
pub fn heard(page: &Answer) -> Vec<String> {
    texts(page, ".said li > .text")
}

#[sqlx::test]
async fn partners_hear_each_other_and_the_table_hears_what_is_for_all(pool: PgPool) {
    let four = Four::running(&pool).await;
    let said = four.say(0, "team", "need a knight").await;
    assert_eq!(said.location(), format!("{}/talk#talk-team", four.table), "{}", said.body);
    four.say(1, "team", "hold the queen").await;
    four.say(3, "table", "good luck\nto all").await;
    let heard_by: [&[&str]; 4] = [
        &["need a knight", "good luck to all"],
        &["hold the queen", "good luck to all"],
        &["hold the queen", "good luck to all"],
        &["need a knight", "good luck to all"],
    ];
    for (place, words) in heard_by.into_iter().enumerate() {
        assert_eq!(heard(&four.talk(place).await), words, "place {place}");
        assert_eq!(heard(&four.people[place].get(&four.table).await), words, "place {place}");
    }
    assert!(four.talk(0).await.body.contains("good luck\nto all"), "lines stay");
}

#[sqlx::test]
async fn spectators_and_strangers_hear_and_say_nothing(pool: PgPool) {
    let four = Four::running(&pool).await;
    four.say(0, "table", "psst at the table").await;
    four.say(0, "team", "psst partner").await;
    let eve = four.server.member("eve").await;
    let nobody = four.server.browser();
    for watcher in [&eve, &nobody] {
        for path in
            ["", "/at/2", "/dice", ".json", "/talk", "/notes", "/talk/table/1/report", "/talk/team/1/report"]
        {
            let page = watcher.get(&format!("{}{path}", four.table)).await;
            assert!(!page.body.contains("psst"), "{path}");
        }
        assert!(!watcher.get(&four.table).await.body.contains("id=\"talk\""));
    }
    assert_eq!(eve.get(&format!("{}/talk", four.table)).await.status, StatusCode::FORBIDDEN);
    let (key, talk) = (random::uuid().to_string(), format!("{}/talk", four.table));
    for scope in ["team", "table"] {
        let fields = [("scope", scope), ("key", &*key), ("text", "let me in")];
        assert_eq!(eve.post(&talk, &fields).await.status, StatusCode::FORBIDDEN);
        assert_eq!(nobody.post(&talk, &fields).await.status, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(
        eve.post(&format!("{}/notes", four.table), &[("text", "x"), ("version", "0")]).await.status,
        StatusCode::FORBIDDEN
    );
    // The end changes nothing for them.
    four.people[0].post(&format!("{}/resign", four.table), &[("key", &random::uuid().to_string())]).await;
    assert!(!eve.get(&four.table).await.body.contains("psst"));
    assert_eq!(heard(&four.talk(2).await), ["psst at the table"], "the other team hears no team");
    assert_eq!(four.say(2, "table", "well played").await.status, StatusCode::SEE_OTHER);
}

#[sqlx::test]
async fn who_leaves_a_seat_hears_no_more_and_who_takes_it_hears_all(pool: PgPool) {
    let four = Four::running(&pool).await;
    four.say(0, "team", "our plan").await;
    let eve = four.server.member("eve").await;
    let substitute: uuid::Uuid =
        sqlx::query_scalar("select id from accounts where handle = 'eve'").fetch_one(&pool).await.unwrap();
    // What a substitution leaves in the read model.
    sqlx::query("update match_seats set account_id = $1 where seat = 'Black4'")
        .bind(substitute)
        .execute(&pool)
        .await
        .unwrap();
    assert_eq!(four.talk(3).await.status, StatusCode::FORBIDDEN);
    assert_eq!(four.say(3, "team", "still here").await.status, StatusCode::FORBIDDEN);
    let page = eve.get(&format!("{}/talk", four.table)).await;
    assert_eq!(heard(&page), ["our plan"], "{}", page.body);
    assert!(page.body.contains("To ana, your partner"));
    let list = eve.get("/matches").await;
    assert!(!list.body.contains("new in talk"), "it is read now");
}

#[sqlx::test]
async fn before_the_game_and_without_a_partner_there_is_the_whole_table_alone(pool: PgPool) {
    let server = TestApp::start(pool);
    let (ana, bruno) = (server.member("ana").await, server.member("bruno").await);
    let table = open(&ana, &[("preset", "classic-bughouse"), ("join", "anyone")]).await;
    let key = random::uuid().to_string();
    let refused =
        ana.post(&format!("{table}/talk"), &[("scope", "team"), ("key", &key), ("text", "early")]).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert!(refused.body.contains("from the start of the game"), "{}", refused.body);
    let duel = open(&ana, &[("preset", "dice-chess"), ("join", "anyone")]).await;
    bruno.post(&format!("{duel}/join"), &[]).await;
    let page = ana.get(&duel).await;
    assert!(page.body.contains("To bruno") && !page.body.contains("need a"), "{}", page.body);
    let refused =
        ana.post(&format!("{duel}/talk"), &[("scope", "team"), ("key", &key), ("text", "partner?")]).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let said =
        ana.post(&format!("{duel}/talk"), &[("scope", "table"), ("key", &key), ("text", "hello")]).await;
    assert_eq!(said.status, StatusCode::SEE_OTHER);
    assert_eq!(heard(&bruno.get(&duel).await), ["hello"]);
}

#[sqlx::test]
async fn what_is_said_is_text_and_what_is_refused_is_kept(pool: PgPool) {
    let four = Four::running(&pool).await;
    four.say(0, "table", "<script>alert(1)</script> http://evil.example a\u{202e}b").await;
    let page = four.talk(1).await;
    assert!(page.body.contains("&#60;script&#62;") || page.body.contains("&lt;script&gt;"), "{}", page.body);
    assert!(!page.body.contains("<script>alert") && !page.body.contains("href=\"http://evil"));
    assert_eq!(heard(&page), ["<script>alert(1)</script> http://evil.example ab"]);
    let long = "long ".repeat(300);
    let refused = four.say(0, "team", &long).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(texts(&refused, "#say-team"), [long.trim()], "the text comes back");
    assert!(texts(&refused, "#why-team")[0].contains("1000 fit"), "{:?}", texts(&refused, "#why-team"));
    let empty = four.say(0, "team", " \u{200b}\n").await;
    assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(texts(&empty, "#why-team")[0].contains("Write something"));
    assert_eq!(heard(&four.talk(3).await).len(), 1);
    for (name, value) in [("scope", "everybody"), ("key", "1"), ("scope", "")] {
        let key = random::uuid().to_string();
        let mut fields = vec![("scope", "team"), ("key", &*key), ("text", "x")];
        fields.retain(|(n, _)| *n != name);
        fields.push((name, value));
        let answer = four.people[0].post(&format!("{}/talk", four.table), &fields).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{name}={value}");
    }
}

#[sqlx::test]
async fn a_double_click_is_heard_once_and_a_key_says_one_thing(pool: PgPool) {
    let four = Four::running(&pool).await;
    let (key, talk) = (random::uuid().to_string(), format!("{}/talk", four.table));
    let fields = [("scope", "team"), ("key", &*key), ("text", "sit"), ("from", "match")];
    let (a, b) = tokio::join!(four.people[0].post(&talk, &fields), four.people[0].post(&talk, &fields));
    for answer in [a, b] {
        assert_eq!(answer.location(), format!("{}#talk", four.table), "{}", answer.body);
    }
    let other = [("scope", "team"), ("key", &*key), ("text", "go")];
    let reused = four.people[0].post(&talk, &other).await;
    assert_eq!(reused.status, StatusCode::CONFLICT);
    assert_eq!(texts(&reused, "#say-team"), ["go"]);
    assert_ne!(reused.field("key").unwrap(), key, "the next try has a key of its own");
    assert_eq!(heard(&four.talk(3).await), ["sit"]);
    assert_eq!(
        four.people[3].post(&talk, &other).await.status,
        StatusCode::SEE_OTHER,
        "keys belong to their account"
    );
}

#[sqlx::test]
async fn a_quick_phrase_leaves_what_was_being_typed_alone(pool: PgPool) {
    let four = Four::running(&pool).await;
    let page = four.people[0].get(&four.table).await;
    let buttons = Selector::parse("button[name=phrase]").unwrap();
    let phrases: Vec<String> = Html::parse_document(&page.body)
        .select(&buttons)
        .map(|button| button.attr("value").unwrap().to_owned())
        .collect();
    for phrase in ["need a pawn", "need a knight", "hold the queen", "sit", "go"] {
        assert!(phrases.iter().any(|offered| offered == phrase), "{phrase} in {phrases:?}");
    }
    let key = page.field("key").unwrap();
    let typing = [("scope", "team"), ("key", &*key), ("text", "I think we"), ("phrase", "need a rook")];
    let answer = four.people[0].post(&format!("{}/talk", four.table), &typing).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(texts(&answer, "#say-team"), ["I think we"]);
    assert_eq!(heard(&four.talk(3).await), ["need a rook"]);
}

#[sqlx::test]
async fn reading_marks_read_and_nobody_elses_looking_does(pool: PgPool) {
    let four = Four::running(&pool).await;
    four.say(0, "team", "one").await;
    four.say(0, "table", "two").await;
    let badge = |page: &Answer| texts(page, ".unread");
    let dora = &four.people[3];
    assert_eq!(badge(&dora.get("/matches").await), ["2 new in talk"]);
    assert_eq!(badge(&four.people[1].get("/matches").await), ["1 new in talk"]);
    assert!(badge(&four.people[0].get("/matches").await).is_empty(), "one's own words are not new");
    // Scanners, previews and whoever asks for headers alone.
    for path in [four.table.clone(), format!("{}/talk", four.table)] {
        four.server.browser().get(&path).await;
        dora.request(Method::HEAD, &path, &[], None).await;
    }
    assert_eq!(badge(&dora.get("/matches").await), ["2 new in talk"]);
    let page = dora.get(&four.table).await;
    assert_eq!(texts(&page, "#talk-title .count"), ["2 new"]);
    assert_eq!(texts(&page, ".said .fresh").len(), 2);
    assert!(badge(&dora.get("/matches").await).is_empty(), "now they are read");
    assert!(texts(&dora.get(&four.table).await, ".said .fresh").is_empty());
    assert_eq!(badge(&four.people[1].get("/matches").await), ["1 new in talk"], "by dora alone");
}

#[sqlx::test]
async fn older_words_are_a_page_away(pool: PgPool) {
    let four = Four::running(&pool).await;
    for n in 1..=31_i64 {
        sqlx::query("insert into talk (match_id, room, account_id, seat, text, at, key, number) select id, 'table', opened_by, 'White1', $1, now(), gen_random_uuid(), $2 from matches")
            .bind(format!("word {n}"))
            .bind(n)
            .execute(&pool)
            .await
            .unwrap();
    }
    let page = four.talk(1).await;
    assert_eq!((heard(&page).len(), texts(&page, "#talk-title .count")), (30, vec!["30+ new".to_owned()]));
    let html = Html::parse_document(&page.body);
    let link = html.select(&Selector::parse("#talk-table > p a").unwrap()).next().unwrap();
    let older = four.people[1].get(link.attr("href").unwrap()).await;
    assert_eq!(heard(&older), ["word 1"]);
    assert_eq!(texts(&older, "#talk textarea").len(), 0);
    let broken = format!("{}/talk?room=first&before=9", four.table);
    assert_eq!(four.people[1].get(&broken).await.status, StatusCode::BAD_REQUEST);
}

#[sqlx::test]
async fn whom_i_mute_is_folded_away_everywhere_until_i_take_it_back(pool: PgPool) {
    let four = Four::running(&pool).await;
    four.say(1, "table", "you are slow").await;
    let ana = &four.people[0];
    let muted = ana.post("/settings/muted", &[("handle", "bruno"), ("deed", "mute")]).await;
    assert_eq!(muted.location(), "/settings/muted?done=muted");
    four.say(1, "table", "very slow").await;
    assert!(!ana.get("/matches").await.body.contains("new in talk"));
    let page = ana.get(&four.table).await;
    assert!(heard(&page).is_empty(), "{:?}", heard(&page));
    assert_eq!(texts(&page, ".said details .text"), ["very slow", "you are slow"], "folded, not lost");
    assert_eq!(heard(&four.talk(3).await).len(), 2, "for ana alone");
    assert!(ana.get("/settings").await.body.contains("/settings/muted"));
    assert!(ana.get("/settings/muted").await.body.contains("<strong>bruno</strong>"));
    ana.post("/settings/muted", &[("handle", "bruno"), ("deed", "hear")]).await;
    assert_eq!(heard(&ana.get(&four.table).await).len(), 2);
    for (fields, status) in [
        ([("handle", "ana"), ("deed", "mute")], StatusCode::UNPROCESSABLE_ENTITY),
        ([("handle", "nobody"), ("deed", "mute")], StatusCode::NOT_FOUND),
        ([("handle", "bruno"), ("deed", "banish")], StatusCode::BAD_REQUEST),
    ] {
        assert_eq!(ana.post("/settings/muted", &fields).await.status, status, "{fields:?}");
    }
}

#[sqlx::test]
async fn words_are_reported_by_those_who_hear_them(pool: PgPool) {
    let four = Four::running(&pool).await;
    four.say(1, "table", "rude words").await;
    four.say(1, "team", "secret words").await;
    let report = |words: &str| format!("{}/talk/{words}/report", four.table);
    let page = four.people[0].get(&report("table/1")).await;
    assert!(page.body.contains("rude words") && page.body.contains("Mute bruno"), "{}", page.body);
    let empty = four.people[0].post(&report("table/1"), &[("reason", "  ")]).await;
    assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
    let long = "x".repeat(501);
    let refused = four.people[0].post(&report("table/1"), &[("reason", &long)]).await;
    assert_eq!(texts(&refused, "#reason"), [long], "what was typed stays");
    for reason in ["insult", "insult, twice"] {
        let done = four.people[0].post(&report("table/1"), &[("reason", reason)]).await;
        assert_eq!(done.location(), format!("{}/talk?done=reported", four.table), "{}", done.body);
    }
    let kept: Vec<String> =
        sqlx::query_scalar("select reason from talk_reports").fetch_all(&pool).await.unwrap();
    assert_eq!(kept, ["insult, twice"]);
    for (who, words) in [
        (0, "team/1"),
        (3, "team/1"),
        (0, "table/2"),
        (0, "second/1"),
        (0, "table/0"),
        (0, "table/99999999999999999999"),
    ] {
        let answer = four.people[who].get(&report(words)).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{who} {words}: {}", answer.body);
        let sent = four.people[who].post(&report(words), &[("reason", "curious")]).await;
        assert_eq!(sent.status, StatusCode::NOT_FOUND);
    }
    assert_eq!(
        four.people[1].get(&report("table/1")).await.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "one's own"
    );
}

#[sqlx::test]
async fn a_note_is_mine_alone_and_of_two_tabs_none_overwrites_the_other(pool: PgPool) {
    let four = Four::running(&pool).await;
    let (ana, notes) = (&four.people[0], format!("{}/notes", four.table));
    let saved = ana.post(&notes, &[("text", "their king is weak"), ("version", "0")]).await;
    assert_eq!(saved.location(), format!("{}?done=noted#notes", four.table), "{}", saved.body);
    assert_eq!(texts(&ana.get(&four.table).await, "#note"), ["their king is weak"]);
    for place in 1..4 {
        for path in ["", "/notes", "/talk"] {
            let page = four.people[place].get(&format!("{}{path}", four.table)).await;
            assert!(!page.body.contains("king is weak"), "{place} {path}");
        }
    }
    let conflict = ana.post(&notes, &[("text", "other tab"), ("version", "0")]).await;
    assert_eq!(conflict.status, StatusCode::CONFLICT);
    assert!(conflict.body.contains("their king is weak"), "what is saved is shown: {}", conflict.body);
    assert_eq!(texts(&conflict, "#note"), ["other tab"], "what was typed too");
    let version = conflict.field("version").unwrap();
    let both = [("text", "both"), ("version", &*version)];
    assert_eq!(ana.post(&notes, &both).await.status, StatusCode::SEE_OTHER);
    assert_eq!(ana.post(&notes, &both).await.status, StatusCode::SEE_OTHER, "a second click");
    let long = "n".repeat(5001);
    let refused = ana.post(&notes, &[("text", &long), ("version", "2")]).await;
    assert_eq!((refused.status, texts(&refused, "#note")), (StatusCode::UNPROCESSABLE_ENTITY, vec![long]));
    assert_eq!(ana.post(&notes, &[("text", "x"), ("version", "two")]).await.status, StatusCode::BAD_REQUEST);
    let export = ana.get("/settings/export").await;
    assert!(export.body.contains("\"both\"") && !export.body.contains("other tab"), "{}", export.body);
}

#[sqlx::test]
async fn an_account_takes_its_words_along_in_its_export(pool: PgPool) {
    let four = Four::running(&pool).await;
    four.say(0, "team", "need a bishop").await;
    four.say(3, "team", "you get one").await;
    let export: serde_json::Value =
        serde_json::from_str(&four.people[0].get("/settings/export").await.body).unwrap();
    assert_eq!(export["talk"][0]["text"], "need a bishop");
    assert_eq!(export["talk"].as_array().unwrap().len(), 1, "one's own alone");
}

#[sqlx::test]
async fn who_says_a_lot_at_once_waits_and_keeps_the_words(pool: PgPool) {
    let four = Four::running(&pool).await;
    let mut last = four.say(0, "table", "0").await;
    for n in 1..40 {
        last = four.say(0, "table", &n.to_string()).await;
        if last.status != StatusCode::SEE_OTHER {
            break;
        }
    }
    assert_eq!(last.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(texts(&last, "#why-table")[0].contains("wait"), "{:?}", texts(&last, "#why-table"));
    assert!(!texts(&last, "#say-table")[0].is_empty());
    assert_eq!(four.say(1, "table", "I may").await.status, StatusCode::SEE_OTHER, "by account");
}

#[sqlx::test]
async fn talk_goes_on_while_somebody_holds_the_match(pool: PgPool) {
    let four = Four::running(&pool).await;
    let mut holder = pool.begin().await.unwrap();
    sqlx::query("update matches set updated_at = updated_at").execute(&mut *holder).await.unwrap();
    let talking = async {
        assert_eq!(four.say(0, "team", "sit").await.status, StatusCode::SEE_OTHER);
        assert_eq!(heard(&four.talk(3).await), ["sit"]);
        let note = [("text", "note"), ("version", "0")];
        assert_eq!(
            four.people[0].post(&format!("{}/notes", four.table), &note).await.status,
            StatusCode::SEE_OTHER
        );
    };
    tokio::time::timeout(PATIENCE, talking).await.expect("talk waits for no move");
    holder.rollback().await.unwrap();
}
