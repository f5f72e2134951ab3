//! `/m/{id}/live`: what a stream says, to whom, and how many there may be.

use super::talk::Four;
use crate::helpers::Browser;
use crate::table::Table;
use delirious::domain::ids::MatchId;
use delirious::domain::talk::Room;
use delirious::random;
use delirious::store::live as news;
use delirious::store::live::Change;
use reqwest::{Method, Response, StatusCode};
use sqlx::PgPool;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Far longer than a notification takes.
const PATIENCE: Duration = Duration::from_secs(10);

/// An open stream, read to the end of what has come.
struct Stream {
    response: Response,
    rest: String,
}

impl Stream {
    async fn open(browser: &Browser, path: &str) -> Self {
        let response = ask(browser, path).await;
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert_eq!(response.headers()["cache-control"], "private, no-store");
        let mut stream = Self { response, rest: String::new() };
        let hello = stream.next().await.expect("it says hello at once");
        assert!(hello.contains("event: hello"), "{hello}");
        stream
    }

    /// The next event with its data; none at the end.
    async fn next(&mut self) -> Option<String> {
        loop {
            if let Some((event, rest)) = self.rest.split_once("\n\n") {
                let (event, rest) = (event.to_owned(), rest.to_owned());
                self.rest = rest;
                return Some(event);
            }
            let read = tokio::time::timeout(PATIENCE, self.response.chunk()).await.expect("something comes");
            match read {
                Ok(Some(bytes)) => self.rest.push_str(std::str::from_utf8(&bytes).unwrap()),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// The name of the next event.
    async fn part(&mut self) -> String {
        let event = self.next().await.expect("the stream goes on");
        event.strip_prefix("event: ").and_then(|rest| rest.split('\n').next()).unwrap_or_default().to_owned()
    }
}

async fn ask(browser: &Browser, path: &str) -> Response {
    let request = browser.client.get(browser.url(path)).header("accept-encoding", "gzip");
    request.send().await.unwrap()
}

/// A running game on a server that has heard of everything so far.
async fn running(pool: &PgPool) -> Four {
    let four = Four::running(pool).await;
    let hears = "select exists (select from pg_stat_activity where query like 'LISTEN%' and datname = current_database())";
    let listening = async {
        while !sqlx::query_scalar::<_, bool>(hears).fetch_one(pool).await.unwrap() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, listening).await.expect("the server listens");
    let mut probe = Stream::open(&four.people[0], &format!("{}/live", four.table)).await;
    tell(pool, Change::Talk(id_of(&four), Room::Table)).await;
    while probe.part().await != "table-talk" {}
    four
}

/// Tells every process.
async fn tell(pool: &PgPool, change: Change) {
    news::tell(&mut pool.acquire().await.unwrap(), change).await.unwrap();
}

fn id_of(four: &Four) -> MatchId {
    MatchId(four.table.rsplit('/').next().unwrap().parse().unwrap())
}

/// Resigns, which every stream of the match is told as its last word of interest.
async fn resign(four: &Four) {
    let key = random::uuid().to_string();
    let done = four.people[0].post(&format!("{}/resign", four.table), &[("key", &key)]).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.body);
}

#[sqlx::test]
async fn each_is_told_what_concerns_them_and_nobody_the_news_of_the_other_team(pool: PgPool) {
    let four = running(&pool).await;
    let live = format!("{}/live", four.table);
    let eve = four.server.member("eve").await;
    let mut streams = Vec::new();
    for browser in four.people.iter().chain([&eve, &four.server.browser()]) {
        streams.push(Stream::open(browser, &live).await);
    }
    four.say(0, "team", "need a knight").await;
    four.say(2, "team", "go").await;
    four.say(1, "table", "hello").await;
    resign(&four).await;
    let told: [&[&str]; 6] = [
        &["team-talk", "table-talk", "match"],
        &["team-talk", "table-talk", "match"],
        &["team-talk", "table-talk", "match"],
        &["team-talk", "table-talk", "match"],
        &["match"],
        &["match"],
    ];
    for (who, (stream, parts)) in streams.iter_mut().zip(told).enumerate() {
        for part in parts {
            assert_eq!(&stream.part().await, part, "stream {who}");
        }
    }
}

#[sqlx::test]
async fn only_that_something_changed_is_said(pool: PgPool) {
    let four = running(&pool).await;
    let mut stream = Stream::open(&four.people[3], &format!("{}/live", four.table)).await;
    four.say(0, "team", "need a knight").await;
    assert_eq!(stream.next().await.unwrap(), "event: team-talk\ndata: changed");
}

#[sqlx::test]
async fn a_stream_begins_with_how_the_match_stands_for_its_viewer(pool: PgPool) {
    let four = running(&pool).await;
    four.say(0, "team", "one").await;
    let live = format!("{}/live", four.table);
    let words = |text: &str| text.split("\"words\":").nth(1).unwrap().trim_end_matches('}').to_owned();
    let mut hellos = Vec::new();
    for browser in [&four.people[0], &four.people[1], &four.server.browser()] {
        let mut response = ask(browser, &live).await;
        assert!(response.headers().get("content-encoding").is_none_or(|coding| coding == "identity"));
        let first = tokio::time::timeout(PATIENCE, response.chunk()).await.unwrap().unwrap().unwrap();
        hellos.push(words(std::str::from_utf8(&first).unwrap().trim()));
    }
    assert_ne!(hellos[0], "0");
    assert_eq!(hellos[1..], ["0", "0"], "the others are not told that a team talks");
}

#[sqlx::test]
async fn who_leaves_the_seat_or_logs_out_is_told_no_more_while_the_stream_is_open(pool: PgPool) {
    let four = running(&pool).await;
    let live = format!("{}/live", four.table);
    let mut left = Stream::open(&four.people[3], &live).await;
    let mut gone = Stream::open(&four.people[1], &live).await;
    sqlx::query("delete from match_seats where seat = 'Black4'").execute(&pool).await.unwrap();
    four.people[1].post("/logout", &[]).await;
    four.say(0, "team", "for my partner").await;
    four.say(2, "team", "for mine").await;
    four.say(0, "table", "for all").await;
    tell(&pool, Change::Match(id_of(&four))).await;
    assert_eq!(left.part().await, "match", "nothing before it");
    assert_eq!(gone.part().await, "match", "nothing before it");
}

#[sqlx::test]
async fn of_many_streams_of_a_session_the_oldest_ends(pool: PgPool) {
    let four = running(&pool).await;
    let live = format!("{}/live", four.table);
    let mut others = Stream::open(&four.people[1], &live).await;
    let mut open = Vec::new();
    for _ in 0..12 {
        open.push(Stream::open(&four.people[0], &live).await);
    }
    let mut kept = open.split_off(4);
    for stream in &mut open {
        assert_eq!(stream.part().await, "crowded");
        assert_eq!(stream.next().await, None);
    }
    resign(&four).await;
    for stream in kept.iter_mut().chain([&mut others]) {
        assert_eq!(stream.part().await, "match");
    }
}

#[sqlx::test]
async fn a_hundred_streams_are_told_the_same(pool: PgPool) {
    let four = running(&pool).await;
    let live = format!("{}/live", four.table);
    let mut streams = Vec::new();
    for n in 0..100 {
        // Five of each player, and forty of one address.
        let browser = if n < 20 { four.people[n % 4].clone() } else { four.server.browser() };
        streams.push(Stream::open(&browser, &live).await);
    }
    let crowded = streams.drain(20..60).collect::<Vec<_>>();
    resign(&four).await;
    for stream in &mut streams {
        assert_eq!(stream.part().await, "match");
    }
    for mut stream in crowded {
        assert_eq!(stream.part().await, "crowded");
    }
}

#[sqlx::test]
async fn what_is_no_match_has_no_stream_and_headers_alone_are_no_stream(pool: PgPool) {
    let four = running(&pool).await;
    let nowhere = format!("/m/{}/live", random::uuid());
    assert_eq!(ask(&four.people[0], &nowhere).await.status(), StatusCode::NOT_FOUND);
    let head = four.people[0].request(Method::HEAD, &format!("{}/live", four.table), &[], None).await;
    assert_eq!((head.status, head.body.as_str()), (StatusCode::OK, ""));
}

#[sqlx::test]
async fn a_lost_connection_to_the_database_makes_pages_look_again(pool: PgPool) {
    let four = running(&pool).await;
    let mut stream = Stream::open(&four.people[0], &format!("{}/live", four.table)).await;
    sqlx::query("select pg_terminate_backend(pid) from pg_stat_activity where query like 'LISTEN%' and datname = current_database()")
        .execute(&pool)
        .await
        .unwrap();
    assert_eq!(stream.part().await, "match");
    assert_eq!(stream.part().await, "team-talk");
    assert_eq!(stream.part().await, "table-talk");
    four.say(3, "team", "after the storm").await;
    assert_eq!(stream.part().await, "team-talk");
}

/// `delirious serve` as a process of its own.
struct Server(std::process::Child);

impl Server {
    /// Starts it; and its address.
    fn start(pool: &PgPool) -> (Self, String) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_delirious"))
            .arg("serve")
            .env("APP_ENV", "development")
            .env("DATABASE_URL", crate::kill::address(pool))
            .env("LISTEN", "127.0.0.1:0")
            .env("WORKER", "off")
            .env("RUST_LOG", "warn")
            .env("MAIL_URL", "file:var/mail")
            .env("DICE_KEY", "07".repeat(32))
            .env("SESSION_KEY", "07".repeat(32))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("delirious is at ").unwrap().trim_end_matches('/').to_owned();
        (Self(child), address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

#[sqlx::test]
async fn a_server_that_is_asked_to_stop_ends_its_streams_first(pool: PgPool) {
    let table = Table::running(&pool, "classic-bughouse").await;
    let (mut server, address) = Server::start(&pool);
    let mut response = reqwest::get(format!("{address}/m/{}/live", table.id)).await.unwrap();
    assert!(tokio::time::timeout(PATIENCE, response.chunk()).await.unwrap().unwrap().is_some());
    let asked = Command::new("kill").arg(server.0.id().to_string()).status().unwrap();
    assert!(asked.success());
    let end = async { while let Ok(Some(_)) = response.chunk().await {} };
    // Less than the grace that requests under way get.
    tokio::time::timeout(Duration::from_secs(8), end).await.expect("the stream ends");
    let gone = tokio::task::spawn_blocking(move || server.0.wait());
    let status = tokio::time::timeout(Duration::from_secs(8), gone).await.expect("so does the server");
    assert!(status.unwrap().unwrap().success());
}
