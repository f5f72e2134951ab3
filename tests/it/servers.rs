//! `delirious serve` as processes of their own, several on one database, with the clock moved by
//! `CLOCK_OFFSET_SECONDS`.

use crate::helpers::PASSWORD;
use crate::table::{HANDLES, START, Table, count, server};
use argon2::PasswordHasher;
use delirious::actions::{self, OpenMatch, TakeSeat};
use delirious::clock::Clock;
use delirious::domain::game::verify;
use delirious::domain::ids::MatchId;
use delirious::domain::seat::{BoardNo, Seat};
use delirious::random;
use reqwest::{Client, StatusCode};
use sqlx::PgPool;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use time::{Duration, OffsetDateTime};

/// A server that is killed without warning when dropped.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    /// Starts one whose clock shows `at` now, and waits until it accepts connections.
    fn start(pool: &PgPool, at: OffsetDateTime) -> Self {
        let offset = (at - Clock::system(Duration::ZERO).now()).whole_seconds();
        let mut process = Command::new(env!("CARGO_BIN_EXE_delirious"))
            .arg("serve")
            .env("APP_ENV", "development")
            .env("DATABASE_URL", crate::kill::address(pool))
            .env("MAIL_URL", "smtp://127.0.0.1:9")
            .env("LISTEN", "127.0.0.1:0")
            .env("DICE_KEY", "07".repeat(32))
            .env("SESSION_KEY", "07".repeat(32))
            .env("RATE_LIMITS", "off")
            .env("RUST_LOG", "error")
            .env("CLOCK_OFFSET_SECONDS", offset.to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("delirious is at ").trim_end_matches('/').to_owned();
        assert!(address.starts_with("http://"), "the server says where it is: {line:?}");
        Self { process, address }
    }

    /// Somebody's browser, logged in; and the token of its forms.
    async fn log_in(&self, handle: &str) -> Seated {
        let client =
            Client::builder().cookie_store(true).redirect(reqwest::redirect::Policy::none()).build().unwrap();
        let browser = Seated { client, address: self.address.clone(), csrf: String::new() };
        let token = browser.csrf().await;
        let form = [
            ("csrf", token),
            ("email", format!("{handle}@players.example")),
            ("password", PASSWORD.to_owned()),
        ];
        assert_eq!(browser.post("/login", &form).await, StatusCode::SEE_OTHER);
        let csrf = browser.csrf().await;
        Seated { csrf, ..browser }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// Somebody at one server.
#[derive(Clone)]
struct Seated {
    client: Client,
    address: String,
    csrf: String,
}

impl Seated {
    /// The same browser at another server.
    fn at(self, server: &Server) -> Self {
        Self { address: server.address.clone(), ..self }
    }

    async fn csrf(&self) -> String {
        let page = self.client.get(format!("{}/login", self.address)).send().await.unwrap();
        let page = page.text().await.unwrap();
        let rest = page.split_once("name=\"csrf\" value=\"").map_or("", |(_, rest)| rest);
        rest.split('"').next().unwrap_or_default().to_owned()
    }

    /// Sends a form; where a busy machine drops the connection, again, as people do. The key of a move makes
    /// that harmless.
    async fn post(&self, path: &str, form: &[(&str, String)]) -> StatusCode {
        for _ in 0..5 {
            if let Ok(answer) = self.client.post(format!("{}{path}", self.address)).form(form).send().await {
                return answer.status();
            }
        }
        panic!("{path} cannot be reached at {}", self.address)
    }

    async fn play(&self, race: &Race, key: &str) -> StatusCode {
        let form = [
            ("csrf", self.csrf.clone()),
            ("board", "1".to_owned()),
            ("seen", race.seen.to_string()),
            ("key", key.to_owned()),
            ("move", race.mv.clone()),
        ];
        self.post(&format!("/m/{}/move", race.id), &form).await
    }
}

/// A match whose first turn is about to run out.
struct Race {
    id: MatchId,
    seen: u64,
    mv: String,
    decider: usize,
    deadline: OffsetDateTime,
}

/// Two people who can log in, and `many` matches of theirs whose first turns end at `apart` from another.
async fn races(pool: &PgPool, many: i32, apart: Duration) -> Vec<Race> {
    let table = Table::running(pool, "worst-move").await;
    let hash = argon2::Argon2::default().hash_password(PASSWORD.as_bytes()).unwrap().to_string();
    sqlx::query("update accounts set password_hash = $1").bind(hash).execute(pool).await.unwrap();
    let mut races = Vec::new();
    for n in 0..many {
        table.clock.set(START + Duration::hours(1) + apart * n);
        let form = OpenMatch {
            name: format!("Race {n}"),
            preset: "worst-move".to_owned(),
            allowance_days: 1,
            join: "anyone".to_owned(),
            seat: Some(Seat::White1),
            lapse: "forfeit".to_owned(),
            ..OpenMatch::default()
        };
        let id = actions::open_match(&table.app, table.people[0], form).await.unwrap();
        let wish = TakeSeat { seat: Some(Seat::Black2), ..TakeSeat::default() };
        actions::take_seat(&table.app, table.people[1], id, wish).await.unwrap();
        let table = Table { id, people: table.people, app: table.app.clone(), clock: table.clock.clone() };
        let turn = table.turn(BoardNo::One).await.unwrap();
        let (_, submit) = table.next(BoardNo::One).await;
        let decider = turn.decider as usize;
        let deadline = turn.deadline.expect("its clock runs");
        races.push(Race { id, seen: submit.seen, mv: submit.mv, decider, deadline });
    }
    races
}

#[sqlx::test]
async fn moves_against_their_deadlines_under_two_servers_hundreds_of_times(pool: PgPool) {
    const RACES: i32 = 240;
    let races = races(&pool, RACES, Duration::milliseconds(40)).await;
    let real = Clock::system(Duration::ZERO);
    // Logging in takes its time, so it is done at a server of its own; sessions are the database's.
    let door = Server::start(&pool, races[0].deadline - Duration::hours(1));
    let people = [door.log_in(HANDLES[0]).await, door.log_in(HANDLES[1]).await];
    drop(door);
    // A few seconds before the first deadline.
    let start = races[0].deadline - Duration::seconds(5);
    let offset = (start - real.now()).whole_seconds();
    let servers = [Server::start(&pool, start), Server::start(&pool, start)];
    let seats = servers.each_ref().map(|server| people.clone().map(|person| person.at(server)));
    let mut sent = tokio::task::JoinSet::new();
    for (n, race) in races.into_iter().enumerate() {
        let seats = seats.clone();
        // Half of them from 30 ms before the deadline to 30 ms after it; half from two seconds before it on,
        // for a machine that is busy.
        let step = i64::try_from(n % 13).unwrap();
        let jitter = Duration::milliseconds(if n % 2 == 0 { step * 5 - 30 } else { step * 160 - 2000 });
        let moment = race.deadline + jitter - Duration::seconds(offset);
        let wait = (moment - real.now()).try_into().unwrap_or_default();
        sent.spawn(async move {
            tokio::time::sleep(wait).await;
            let (one, other) = (&seats[n % 2][race.decider], &seats[(n + 1) % 2][race.decider]);
            let key = random::uuid().to_string();
            // The same form at both servers: a double click.
            let answers = tokio::join!(one.play(&race, &key), other.play(&race, &key));
            (race, answers)
        });
    }
    let mut done = Vec::new();
    while let Some(race) = sent.join_next().await {
        done.push(race.unwrap());
    }
    // What the servers' own jobs have not come to yet.
    let last = done.iter().map(|(race, _)| race.deadline).max().unwrap();
    let (app, _hand) = server(&pool, last + Duration::minutes(1));
    while actions::expire_turns(&app, 500).await.unwrap() > 0 {}
    let (mut moved, mut lapsed) = (0, 0);
    let mut told = BTreeMap::new();
    for (race, (a, b)) in done {
        let answers = [a, b].map(|status| status.as_u16());
        *told.entry(answers).or_insert(0) += 1;
        // 503: a busy machine had no connection for it; then nothing was done.
        assert!(answers.iter().all(|status| [303, 409, 422, 503].contains(status)), "{answers:?}");
        let played = count(&pool, race.id, "moved").await;
        let ran_out = count(&pool, race.id, "time_ran_out").await;
        assert_eq!(played + ran_out, 1, "one of the two stands in the log, never both");
        assert_eq!(answers.contains(&303), played == 1, "what was accepted stands there: {answers:?}");
        verify(&actions::export(&app, race.id).await.unwrap()).unwrap();
        moved += played;
        lapsed += ran_out;
    }
    assert_eq!(i32::try_from(moved + lapsed), Ok(RACES));
    assert!(moved > 0 && lapsed > 0, "races go both ways: {moved} moved, {lapsed} ran out, {told:?}");
}

#[sqlx::test]
async fn killed_servers_that_come_back_days_later_take_no_turn_from_anybody(pool: PgPool) {
    let table = Table::running(&pool, "monteiro-bughouse").await;
    let due = START + Duration::days(3);
    {
        let _first = Server::start(&pool, due - Duration::hours(1));
        let _second = Server::start(&pool, due - Duration::hours(1));
        // Both are killed here.
    }
    // Two days pass on the machine's clock and on the service's.
    sqlx::query("update heartbeat set at = at - interval '2 days'").execute(&pool).await.unwrap();
    let _back = Server::start(&pool, due + Duration::days(2) - Duration::hours(1));
    let credited = async {
        while count(&pool, table.id, "clocks_credited").await == 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_mins(1), credited).await.expect("the job gives it back");
    assert_eq!(count(&pool, table.id, "time_ran_out").await, 0);
    let turn = table.turn(BoardNo::One).await.unwrap();
    let left = turn.deadline.unwrap() - (due + Duration::days(2));
    assert!(left.abs() < Duration::minutes(2), "the hour that was left is left: {left}");
}
