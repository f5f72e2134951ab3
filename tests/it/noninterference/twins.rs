//! Two worlds that were one until something hidden happened.

use crate::helpers::{Browser, TestApp};
use delirious::random;
use reqwest::StatusCode;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection, PgConnection, PgPool};

/// Connections of a world's server.
const CONNECTIONS: u32 = 4;

/// A server and what it has sent.
pub struct World {
    pub server: TestApp,
    pool: PgPool,
}

/// Two worlds, and the browsers of those who look at both.
pub struct Twins {
    pub worlds: [World; 2],
    people: Vec<(&'static str, Browser)>,
    copy: String,
    admin: PgConnectOptions,
}

/// A decision with a salt of its own, since what the server draws differs from world to world.
pub struct Decision<'a> {
    pub board: u8,
    pub seen: u64,
    pub mv: &'a str,
    pub salt: &'a str,
}

impl Twins {
    /// Doubles the world of a server: its database is copied, whoever is logged in is so in both. Nothing of
    /// the old server goes on.
    pub async fn of(server: TestApp, pool: PgPool, people: Vec<(&'static str, Browser)>) -> Self {
        let now = server.clock.now();
        drop(server);
        let ours = (*pool.connect_options()).clone();
        let name = ours.get_database().expect("a test has a database").to_owned();
        // PostgreSQL cuts names to 63 bytes, so that a suffix would be lost.
        let copy = format!("twin{}", &name["_sqlx".len()..]);
        let admin = ours.clone().database("postgres");
        // A listening connection does not come back to the pool by itself.
        let closing = tokio::spawn(async move { pool.close().await });
        let mut conn = PgConnection::connect_with(&admin).await.unwrap();
        cut_off(&mut conn, &name).await;
        closing.await.unwrap();
        drop_database(&mut conn, &copy).await;
        while let Err(error) = run(&mut conn, &format!("create database {copy:?} template {name:?}")).await {
            assert!(error.to_string().contains("being accessed"), "{error}");
            cut_off(&mut conn, &name).await;
        }
        let worlds = [&name, &copy].map(|database| {
            let pool = PgPoolOptions::new()
                .max_connections(CONNECTIONS)
                .connect_lazy_with(ours.clone().database(database));
            let server = TestApp::start(pool.clone());
            server.clock.set(now);
            World { server, pool }
        });
        Self { worlds, people, copy, admin }
    }

    /// Somebody's browser in each world; `""` is somebody who never logged in.
    pub fn browsers(&self, who: &str) -> [Browser; 2] {
        let known = self.people.iter().find(|(handle, _)| *handle == who);
        self.worlds.each_ref().map(|world| match known {
            Some((_, browser)) => browser.moved(&world.server.address),
            None => world.server.browser(),
        })
    }

    /// The same person decides in both worlds; what is played may differ.
    pub async fn play(&self, who: &str, table: &str, decisions: [Decision<'_>; 2]) {
        let key = random::uuid().to_string();
        for (browser, decision) in self.browsers(who).iter().zip(decisions) {
            let (board, seen) = (decision.board.to_string(), decision.seen.to_string());
            let fields = [
                ("board", &*board),
                ("seen", &seen),
                ("key", &key),
                ("move", decision.mv),
                ("salt_text", decision.salt),
            ];
            let answer = browser.post(&format!("{table}/move"), &fields).await;
            assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}: {}", decision.mv, answer.body);
        }
    }

    /// Lets the test's database be dropped, and drops the copy.
    pub async fn end(self) {
        let Self { worlds, copy, admin, .. } = self;
        let mut conn = PgConnection::connect_with(&admin).await.unwrap();
        for World { server, pool } in worlds {
            let name = pool.connect_options().get_database().unwrap().to_owned();
            drop(server);
            let closing = tokio::spawn(async move { pool.close().await });
            cut_off(&mut conn, &name).await;
            closing.await.unwrap();
        }
        drop_database(&mut conn, &copy).await;
    }
}

async fn run(conn: &mut PgConnection, sql: &str) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned())).execute(conn).await.map(|_| ())
}

/// Ends the connections to a database that a stopped server has left.
async fn cut_off(conn: &mut PgConnection, database: &str) {
    let sql = "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1";
    sqlx::query(sql).bind(database).execute(conn).await.unwrap();
}

async fn drop_database(conn: &mut PgConnection, name: &str) {
    run(conn, &format!("drop database if exists {name:?} with (force)")).await.unwrap();
}
