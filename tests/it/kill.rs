//! Processes that are killed (SIGKILL) while mails are under way: nothing that was committed is lost.

use crate::smtp::{Mood, SmtpServer};
use crate::table::{START, Table};
use delirious::clock::Clock;
use sqlx::PgPool;
use std::collections::BTreeMap;
use std::process::{Child, Command, Stdio};
use time::Duration;

/// `delirious work` as a process of its own; killed without warning when dropped.
struct Worker(Child);

impl Worker {
    /// Starts it with a clock that stands `after` the beginning of the story.
    fn start(pool: &PgPool, mail: &SmtpServer, after: Duration) -> Self {
        let offset = (START + after - Clock::system(Duration::ZERO).now()).whole_seconds();
        let child = Command::new(env!("CARGO_BIN_EXE_delirious"))
            .arg("work")
            .env("APP_ENV", "development")
            .env("DATABASE_URL", address(pool))
            .env("MAIL_HOLD_SECONDS", "0")
            .env("MAIL_URL", format!("smtp://127.0.0.1:{}", mail.port()))
            .env("DICE_KEY", "07".repeat(32))
            .env("SESSION_KEY", "07".repeat(32))
            .env("CLOCK_OFFSET_SECONDS", offset.to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        Self(child)
    }

    fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// The test's own database, for another process.
#[expect(clippy::disallowed_methods, reason = "where the test databases are")]
pub fn address(pool: &PgPool) -> String {
    let mut url = url::Url::parse(&std::env::var("DATABASE_URL").unwrap()).unwrap();
    url.set_path(pool.connect_options().get_database().unwrap());
    url.into()
}

async fn pending(pool: &PgPool) -> i64 {
    sqlx::query_scalar("select count(*) from outbox where state = 'pending'").fetch_one(pool).await.unwrap()
}

/// Whom the outbox owes how many mails: one about each match.
async fn owed(pool: &PgPool) -> BTreeMap<String, i64> {
    sqlx::query_as(
        "select a.email, count(distinct o.match_id) from outbox o join accounts a on a.id = o.account_id group by a.email",
    )
    .fetch_all(pool)
    .await
    .unwrap()
    .into_iter()
    .collect()
}

/// Different mails (by Message-ID) that each address received.
fn received(mail: &SmtpServer) -> BTreeMap<String, i64> {
    let mut by_address: BTreeMap<String, std::collections::BTreeSet<String>> = BTreeMap::new();
    for got in mail.received() {
        let id = got.message().message_id().unwrap().to_owned();
        by_address.entry(got.only_recipient().to_owned()).or_default().insert(id);
    }
    by_address.into_iter().map(|(to, ids)| (to, i64::try_from(ids.len()).unwrap())).collect()
}

#[sqlx::test]
async fn a_worker_killed_between_commit_and_mail_loses_no_mail(pool: PgPool) {
    let mail = SmtpServer::start().await;
    mail.set_mood(Mood::Holding);
    Table::running(&pool, "bughouse-worst-move").await;
    let (owed, rows) = (owed(&pool).await, pending(&pool).await);
    assert_eq!(owed.len(), 4);

    let worker = Worker::start(&pool, &mail, Duration::seconds(1));
    mail.until(|mail| mail.commands().iter().any(|command| command == "DATA")).await;
    worker.kill();
    assert!(mail.received().is_empty());
    assert_eq!(pending(&pool).await, rows, "nothing is done that was not accepted");

    mail.set_mood(Mood::Well);
    // Past the lease that the dead worker holds.
    let _second = Worker::start(&pool, &mail, Duration::minutes(2));
    mail.until(|mail| received(mail) == owed).await;
}

#[sqlx::test]
async fn workers_killed_again_and_again_in_a_burst_lose_nothing(pool: PgPool) {
    let mail = SmtpServer::start().await;
    let table = Table::running(&pool, "bughouse-worst-move").await;
    // What is owed to one person about one match is one mail, so it takes many matches.
    for n in 0..20 {
        table.duel(&format!("Duel {n}")).await;
    }
    let owed = owed(&pool).await;
    for round in 1..=6 {
        let before = mail.received().len();
        let worker = Worker::start(&pool, &mail, Duration::minutes(2 * round));
        mail.until(|mail| mail.received().len() > before).await;
        worker.kill();
    }
    let _last = Worker::start(&pool, &mail, Duration::hours(1));
    mail.until(|mail| received(mail) == owed).await;
}
