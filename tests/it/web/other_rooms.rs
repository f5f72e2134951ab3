//! What is said in other rooms changes no byte of what a reader gets.

use super::talk::Four;
use crate::helpers::{Browser, START};
use delirious::domain::ids::{AccountId, MatchId};
use delirious::domain::seat::{Seat, Team};
use delirious::domain::talk::{Room, TalkText};
use delirious::random;
use delirious::store::talk::{self, NewWords};
use reqwest::StatusCode;
use scraper::{Html, Selector};
use sqlx::PgPool;
use std::time::Duration;
use uuid::Uuid;

/// Far longer than the first event of a stream takes.
const PATIENCE: Duration = Duration::from_secs(10);
const FIRST: Room = Room::Team(Team::First);
const SECOND: Room = Room::Team(Team::Second);
/// More than one page of a room.
const ROUNDS: u32 = 33;

/// Who said what to whom, and in which match.
struct Line<'a> {
    id: MatchId,
    room: Room,
    account: AccountId,
    seat: Seat,
    text: &'a str,
}

struct World {
    pool: PgPool,
    four: Four,
    id: MatchId,
    people: Vec<AccountId>,
    watchers: [Browser; 2],
}

impl World {
    async fn new(pool: PgPool) -> Self {
        let four = Four::running(&pool).await;
        let id = MatchId(four.table.rsplit('/').next().unwrap().parse().unwrap());
        let mut people = Vec::new();
        for handle in ["ana", "bruno", "caio", "dora"] {
            let found: Uuid = sqlx::query_scalar("select id from accounts where handle = $1")
                .bind(handle)
                .fetch_one(&pool)
                .await
                .unwrap();
            people.push(AccountId(found));
        }
        let watchers = [four.server.member("eve").await, four.server.browser()];
        Self { pool, four, id, people, watchers }
    }

    async fn say(&self, line: Line<'_>) {
        let text = TalkText::parse(line.text).unwrap();
        let Line { id, room, account, seat, .. } = line;
        let at = self.four.server.clock.now();
        let new = NewWords { match_id: id, room, account, seat, text: &text, key: random::uuid(), at };
        let mut tx = self.pool.begin().await.unwrap();
        assert!(talk::insert(&mut tx, &new).await.unwrap());
        tx.commit().await.unwrap();
    }

    async fn say_here(&self, place: usize, room: Room, text: &str) {
        let (account, seat) = (self.people[place], Seat::ALL[place]);
        self.say(Line { id: self.id, room, account, seat, text }).await;
    }

    /// Tells the story from the start; with `elsewhere`, the opponents and another match talk in between.
    async fn tell(&self, elsewhere: bool) {
        sqlx::query("truncate talk, talk_reads, talk_reports restart identity")
            .execute(&self.pool)
            .await
            .unwrap();
        self.four.server.clock.set(START);
        let other = MatchId(Uuid::from_u128(7));
        for round in 0..ROUNDS as usize {
            if elsewhere {
                self.say_here(1 + round % 2, SECOND, "between us").await;
                let (account, seat) = (self.people[0], Seat::White1);
                self.say(Line { id: other, room: Room::Table, account, seat, text: "elsewhere" }).await;
            }
            self.four.server.clock.advance(time::Duration::seconds(20));
            self.say_here(if round % 2 == 0 { 0 } else { 3 }, FIRST, &format!("partner {round}")).await;
            if elsewhere {
                self.say_here(2 - round % 2, SECOND, "and more").await;
            }
            self.say_here(round % 4, Room::Table, &format!("all {round}")).await;
        }
        self.four.server.clock.advance(time::Duration::minutes(7));
    }

    /// Everything that the first team and two spectators get, by name.
    async fn looked_at(&self) -> Vec<(String, String)> {
        let (ana, dora) = (&self.four.people[0], &self.four.people[3]);
        let mut all = Vec::new();
        for (who, browser) in
            [("ana", ana), ("dora", dora), ("eve", &self.watchers[0]), ("nobody", &self.watchers[1])]
        {
            let table = &self.four.table;
            // The list and the stream first, while nothing is read, and again after it.
            let mut paths =
                vec!["/matches".to_owned(), format!("{table}/live"), table.clone(), format!("{table}/talk")];
            let page = browser.get(&format!("{table}/talk?room=team&before={ROUNDS}")).await;
            paths.extend(links(&page.body));
            for room in ["team", "table"] {
                paths.push(format!("{table}/talk?room={room}&before=20"));
                paths.extend([1, 2, 40, 80].map(|number| format!("{table}/talk/{room}/{number}/report")));
            }
            paths.extend(["/matches".to_owned(), format!("{table}/live"), format!("{table}.json")]);
            let mut next = 0;
            while let Some(path) = paths.get(next).cloned() {
                next += 1;
                let got = if path.ends_with("/live") {
                    first_event(browser, &path).await
                } else {
                    page_of(browser, &path).await
                };
                for link in links(&got) {
                    if !paths.contains(&link) {
                        paths.push(link);
                    }
                }
                all.push((format!("{who} {path}"), got));
            }
        }
        all
    }
}

/// Links to talk on a page, in their order.
fn links(page: &str) -> Vec<String> {
    let html = Html::parse_document(page);
    let in_talk = Selector::parse("#talk a[href]").unwrap();
    let found = html.select(&in_talk);
    found.map(|link| link.attr("href").unwrap().to_owned()).filter(|link| link.contains("/talk")).collect()
}

async fn page_of(browser: &Browser, path: &str) -> String {
    let answer = browser.get(path).await;
    assert!(answer.status.as_u16() < 500, "{path}");
    let mut headers: Vec<String> = answer
        .headers
        .iter()
        .filter(|(name, _)| !["date", "set-cookie", "x-request-id"].contains(&name.as_str()))
        .map(|(name, value)| format!("{name}: {}", value.to_str().unwrap()))
        .collect();
    headers.sort();
    let body = ["csrf", "key"].iter().fold(answer.body, |body, name| without_value(&body, name));
    format!("{}\n{}\n\n{body}", answer.status, headers.join("\n"))
}

async fn first_event(browser: &Browser, path: &str) -> String {
    let mut response = browser.client.get(browser.url(path)).send().await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    let first = tokio::time::timeout(PATIENCE, response.chunk()).await.unwrap().unwrap().unwrap();
    String::from_utf8(first.to_vec()).unwrap()
}

/// The page with every value of the hidden field `name` left out: they are random.
fn without_value(page: &str, name: &str) -> String {
    let begin = format!("name=\"{name}\" value=\"");
    let mut parts = page.split(&begin);
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept.push_str(&begin);
        kept.push_str(part.split_once('"').unwrap().1);
    }
    kept
}

#[sqlx::test]
async fn what_is_said_elsewhere_changes_no_byte_for_this_team_and_for_spectators(pool: PgPool) {
    let world = World::new(pool).await;
    world.tell(false).await;
    let silent = world.looked_at().await;
    world.tell(true).await;
    let talking = world.looked_at().await;
    let said: i64 = sqlx::query_scalar("select count(*) from talk where room = 'second'")
        .fetch_one(&world.pool)
        .await
        .unwrap();
    assert_eq!(said, i64::from(2 * ROUNDS), "the worlds differ");
    for ((name, one), (other_name, other)) in silent.iter().zip(&talking) {
        assert_eq!(name, other_name);
        assert!(one == other, "{name}\n--- without\n{one}\n--- with\n{other}");
    }
    assert_eq!(silent.len(), talking.len());
    let got = |name: &str| &silent.iter().find(|(each, _)| each == name).unwrap().1;
    let table = &world.four.table;
    assert!(got(&format!("ana {table}/talk?room=team&before=20")).contains("partner 3"));
    assert!(got(&format!("ana {table}/talk/team/2/report")).contains("partner 1"), "dora's second words");
    assert!(got(&format!("ana {table}/talk/team/40/report")).starts_with("404"));
    assert!(got(&format!("ana {table}/live")).contains(&format!("\"words\":{}", 2 * ROUNDS)));
    assert!(got(&format!("nobody {table}/live")).contains("\"words\":0"));
}

#[sqlx::test]
async fn words_at_once_are_numbered_without_a_gap_in_each_room(pool: PgPool) {
    let world = World::new(pool).await;
    let rooms = [FIRST, SECOND, SECOND, FIRST];
    let rounds = (0..5).map(|_| async {
        tokio::join!(
            world.say_here(0, rooms[0], "a"),
            world.say_here(1, rooms[1], "b"),
            world.say_here(2, Room::Table, "c"),
            world.say_here(3, rooms[3], "d"),
        );
    });
    futures_util::future::join_all(rounds).await;
    for (room, most) in [(FIRST, 10), (SECOND, 5), (Room::Table, 5)] {
        let mut conn = world.pool.acquire().await.unwrap();
        let words = talk::words(&mut conn, world.id, room, None, 50).await.unwrap();
        let numbers: Vec<u64> = words.iter().rev().map(|words| words.number).collect();
        assert_eq!(numbers, (1..=most).collect::<Vec<u64>>(), "{room:?}");
    }
}
