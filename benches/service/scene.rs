//! The scene of the load: a database of its own, four verified people, and the matches that they play.

use crate::bare;
use argon2::PasswordHasher;
use delirious::actions::{self, OpenMatch, TakeSeat};
use delirious::app::App;
use delirious::config::{Settings, database_url_from_env};
use delirious::domain::account::{Account, Email, Handle};
use delirious::domain::ids::{AccountId, MatchId};
use delirious::domain::seat::Seat;
use delirious::domain::zone::Zone;
use delirious::random;
use delirious::store;
use delirious::store::accounts::{self, Credentials};
use secrecy::ExposeSecret;
use sqlx::migrate::MigrateDatabase;
use std::fs::File;
use std::process::Command;
use tempfile::TempDir;
use url::Url;

/// Who plays, in the order of the seats.
pub const HANDLES: [&str; 4] = ["ana", "bruno", "caio", "dora"];

/// Everybody's password.
pub const PASSWORD: &str = "correct horse battery";

/// How many matches run.
const MATCHES: usize = 150;

/// Where everything happens.
pub struct Scene {
    /// The matches.
    pub matches: Vec<MatchId>,
    database: Url,
    /// Mails and logs.
    folder: TempDir,
}

impl Scene {
    /// Sets it up.
    pub async fn set() -> Self {
        let url = database_url_from_env().expect("DATABASE_URL; script/bench sets it");
        let mut database: Url = url.expose_secret().parse().expect("an address");
        database.set_path(&format!("delirious_bench_{}", random::uuid().simple()));
        store::create_if_missing(&database.as_str().into()).await.expect("a new database");
        let mut scene = Self { matches: Vec::new(), database, folder: TempDir::new().expect("a folder") };
        scene.fill().await;
        scene
    }

    async fn fill(&mut self) {
        let settings = Settings::from_source(&|name| self.setting(name)).expect("settings");
        let app = App::start(settings).await.expect("a database");
        let hash = argon2::Argon2::default().hash_password(PASSWORD.as_bytes()).expect("a hash").to_string();
        let mut people = Vec::new();
        for handle in HANDLES {
            people.push(person(&app, handle, &hash).await);
        }
        for _ in 0..MATCHES {
            self.matches.push(running(&app, &people).await);
        }
        app.pool.close().await;
    }

    fn setting(&self, name: &str) -> Option<String> {
        let value = match name {
            "APP_ENV" => "development".to_owned(),
            "DATABASE_URL" => self.database.to_string(),
            "MAIL_URL" => format!("file:{}", self.folder.path().display()),
            "LISTEN" => "127.0.0.1:0".to_owned(),
            "DICE_KEY" | "SESSION_KEY" => "07".repeat(32),
            "WORKER" | "RATE_LIMITS" => "off".to_owned(),
            _ => return None,
        };
        Some(value)
    }

    /// The command that serves the site.
    pub fn serve(&self) -> Command {
        let mut command = self.command(env!("CARGO_BIN_EXE_delirious"), "server.log");
        command.arg("serve");
        command
    }

    /// The command that serves the bare handler.
    pub fn bare(&self) -> Command {
        let this = std::env::current_exe().expect("this program");
        let mut command = self.command(this, "bare.log");
        command.arg(bare::ARGUMENT);
        command
    }

    fn command(&self, program: impl AsRef<std::ffi::OsStr>, log: &str) -> Command {
        let names = [
            "APP_ENV",
            "DATABASE_URL",
            "MAIL_URL",
            "LISTEN",
            "DICE_KEY",
            "SESSION_KEY",
            "WORKER",
            "RATE_LIMITS",
        ];
        let mut command = Command::new(program);
        command.envs(names.iter().filter_map(|name| Some((name, self.setting(name)?))));
        command.env_remove("RUST_LOG");
        // In the folder, no `.env` is found.
        command.current_dir(self.folder.path());
        command.stderr(File::create(self.folder.path().join(log)).expect("a log file"));
        command
    }

    /// Drops the database, whoever is still connected.
    pub async fn clear(self) {
        sqlx::Postgres::force_drop_database(self.database.as_str()).await.expect("the database goes");
    }
}

async fn person(app: &App, handle: &str, hash: &str) -> AccountId {
    let account = Account {
        id: AccountId(random::uuid()),
        email: Email::parse(&format!("{handle}@players.example")).expect("an address"),
        handle: Handle::parse(handle).expect("a handle"),
        verified_at: Some(app.clock.now()),
        zone: Zone::utc(),
        created_at: app.clock.now(),
    };
    let id = account.id;
    let mut conn = app.connection().await.expect("a connection");
    let new = Credentials { account, password_hash: hash.to_owned() };
    assert!(accounts::insert(&mut conn, &new).await.expect("an account"), "the database is fresh");
    id
}

/// A match in which all have sat down.
async fn running(app: &App, people: &[AccountId]) -> MatchId {
    let form = OpenMatch {
        name: "Under load".to_owned(),
        preset: "bughouse-worst-move".to_owned(),
        allowance_days: 3,
        join: "anyone".to_owned(),
        seat: Some(Seat::White1),
        ..OpenMatch::default()
    };
    let id = actions::open_match(app, people[0], form).await.expect("a match");
    for (person, seat) in people.iter().zip(Seat::ALL).skip(1) {
        let wish = TakeSeat { seat: Some(seat), ..TakeSeat::default() };
        actions::take_seat(app, *person, id, wish).await.expect("a seat");
    }
    id
}
