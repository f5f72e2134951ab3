//! A service with people, a mail server and a clock that tests move.

use super::fixture::NOW;
use crate::smtp::SmtpServer;
use delirious::app::App;
use delirious::clock::{Clock, TestClock};
use delirious::config::Settings;
use delirious::domain::ids::AccountId;
use delirious::jobs::send_mail::{SendMail, Tally};
use delirious::mail::transport::Mailer;
use delirious::random;
use delirious::store::outbox::{self, AccountMail, Stats};
use sqlx::PgPool;
use std::sync::Arc;

pub struct PostOffice {
    pub app: App,
    pub clock: TestClock,
    pub server: SmtpServer,
}

impl PostOffice {
    pub async fn open(pool: PgPool) -> Self {
        let server = SmtpServer::start().await;
        let (clock, hand) = Clock::test(NOW);
        Self { app: App::new(settings(&server), pool, clock), clock: hand, server }
    }

    /// Somebody with an account at `{handle}@example.org` that is verified.
    pub async fn person(&self, handle: &str) -> AccountId {
        let id = random::uuid();
        sqlx::query(
            "insert into accounts (id, email, handle, password_hash, email_verified_at, time_zone, created_at)
             values ($1, $2, $3, 'none', $4, 'Europe/Madrid', $4)",
        )
        .bind(id)
        .bind(format!("{handle}@example.org"))
        .bind(handle)
        .bind(NOW)
        .execute(&self.app.pool)
        .await
        .expect("a person");
        AccountId(id)
    }

    /// Owes somebody a mail.
    pub async fn owe(&self, mail: AccountMail, to: AccountId) {
        let mut tx = self.app.begin().await.unwrap();
        outbox::enqueue_account_mail(&mut tx, mail, to, self.clock.now()).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// A worker of its own, as another process would have.
    pub fn worker(&self) -> Arc<SendMail> {
        SendMail::new(self.app.clone(), Mailer::new(&self.server.url()).unwrap())
    }

    /// One pass of a worker over everything that is due.
    pub async fn work(&self) -> Tally {
        self.worker().send_due(|| false).await.unwrap()
    }

    pub async fn stats(&self) -> Stats {
        outbox::stats(&self.app.pool, self.clock.now()).await.unwrap()
    }

    /// Who got mail, sorted; once for each copy.
    pub fn recipients(&self) -> Vec<String> {
        let mut all =
            self.server.received().iter().map(|m| m.only_recipient().to_owned()).collect::<Vec<_>>();
        all.sort();
        all
    }
}

fn settings(server: &SmtpServer) -> Settings {
    let mail_url = format!("smtp://127.0.0.1:{}", server.port());
    let key = "11".repeat(32);
    let source = |name: &str| {
        let value = match name {
            "APP_ENV" => "development",
            "DATABASE_URL" => "postgres://unused@localhost/unused",
            "MAIL_URL" => &mail_url,
            "MAIL_HOLD_SECONDS" => "0",
            "MAIL_FROM" => "Delirious <post@example.org>",
            "BASE_URL" => "https://chess.example.org/",
            "DICE_KEY" | "SESSION_KEY" => &key,
            _ => return None,
        };
        Some(value.to_owned())
    };
    Settings::from_source(&source).expect("good settings")
}
