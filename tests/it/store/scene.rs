//! What the stories start from: an app on a clock that stands, people, matches.

use delirious::actions::{self, Session, SignUp, TokenKind};
use delirious::app::App;
use delirious::clock::{Clock, TestClock};
use delirious::config::Settings;
use delirious::domain::account::{Account, Email, Handle, Password};
use delirious::domain::ids::{AccountId, MatchId};
use delirious::domain::seat::Seat;
use delirious::domain::zone::Zone;
use delirious::store::accounts;
use delirious::store::events::StoredEvent;
use delirious::store::matches::{JoinPolicy, MatchRow, MatchStatus, SeatRow, save_read_model};
use secrecy::ExposeSecret;
use sqlx::PgPool;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// When every story begins.
pub const START: OffsetDateTime = datetime!(2026-11-30 12:00 UTC);
/// Everybody's first password.
pub const PASSWORD: &str = "correct horse battery";

/// An app on the test's database, and the hand of its clock.
pub fn app(pool: &PgPool) -> (App, TestClock) {
    let key = "00".repeat(32);
    let settings = Settings::from_source(&|name| match name {
        "APP_ENV" => Some("development".to_owned()),
        "DATABASE_URL" => Some("postgres://test".to_owned()),
        "DICE_KEY" | "SESSION_KEY" => Some(key.clone()),
        _ => None,
    });
    let (clock, hand) = Clock::test(START);
    (App::new(settings.unwrap(), pool.clone(), clock), hand)
}

/// The form that `name` fills in.
pub fn form(name: &str) -> SignUp {
    SignUp {
        email: Email::parse(&format!("{name}@example.org")).unwrap(),
        handle: Handle::parse(name).unwrap(),
        password: Password::parse(PASSWORD).unwrap(),
        time_zone: Zone::parse("Europe/Madrid").unwrap(),
    }
}

/// The kinds of mail that are owed to `account`, by name.
pub async fn owed(pool: &PgPool, account: AccountId) -> Vec<String> {
    sqlx::query_scalar("select kind from outbox where account_id = $1 order by kind")
        .bind(account.0)
        .fetch_all(pool)
        .await
        .unwrap()
}

/// The account that signed up as `name`, confirmed or not.
pub async fn signed_up(app: &App, name: &str) -> Account {
    let email = Email::parse(&format!("{name}@example.org")).unwrap();
    let mut conn = app.pool.acquire().await.unwrap();
    accounts::by_email(&mut conn, &email).await.unwrap().unwrap().account
}

/// The token that a mail of this kind to `account` would carry now.
pub async fn mailed_token(app: &App, account: AccountId, kind: TokenKind) -> String {
    let mut tx = app.begin().await.unwrap();
    let token = actions::mint_token(&mut tx, account, kind, app.clock.now()).await.unwrap();
    tx.commit().await.unwrap();
    token.expose_secret().to_owned()
}

/// Somebody whose address is verified.
pub async fn member(app: &App, name: &str) -> Account {
    actions::sign_up(app, form(name)).await.unwrap();
    let id = signed_up(app, name).await.id;
    let token = mailed_token(app, id, TokenKind::Verify).await;
    actions::verify_email(app, &token).await.unwrap()
}

/// A session of `account` that lasts a week, by its key.
pub async fn session(app: &App, account: AccountId) -> String {
    let session = Session {
        state: r#"{"lang":"en"}"#,
        account: Some(account),
        user_agent: Some("Firefox"),
        lasts: Duration::WEEK,
    };
    actions::save_session(app, session).await.unwrap()
}

/// Names match `n`.
pub fn match_id(n: u128) -> MatchId {
    MatchId(Uuid::from_u128(n))
}

/// Names account `n` of those that only sit at tables.
pub fn account_id(n: u128) -> AccountId {
    AccountId(Uuid::from_u128(0xacc0_0000 + n))
}

/// An open table with White1 taken by account 1.
pub fn open_match(n: u128, opened_at: OffsetDateTime) -> MatchRow {
    MatchRow {
        id: match_id(n),
        name: format!("match {n}"),
        status: MatchStatus::Open,
        preset: "bughouse-worst-move".to_owned(),
        seat_count: 4,
        allowance_seconds: 3 * 86_400,
        opened_by: account_id(1),
        join: JoinPolicy::Anyone,
        seq: 1,
        head: [7; 32],
        opened_at,
        started_at: None,
        updated_at: opened_at,
        exchanged: false,
        ended_at: None,
        result: None,
        next_deadline: None,
        seats: vec![SeatRow { seat: Seat::White1, account: account_id(1), asked: false }],
        turns: Vec::new(),
    }
}

/// Writes a row in a transaction of its own.
pub async fn save(pool: &PgPool, row: &MatchRow) {
    let mut tx = pool.begin().await.unwrap();
    save_read_model(&mut tx, row).await.unwrap();
    tx.commit().await.unwrap();
}

/// Event `seq`, a second after the one before.
pub fn event(seq: u64) -> StoredEvent {
    StoredEvent {
        seq,
        at: START + Duration::seconds(i64::try_from(seq).unwrap()),
        public: format!(r#"{{ "v":1,  "b": 2, "a": 1, "b": "twice é", "seq": {seq} }}"#),
        sealed: None,
        nonce: [1; 16],
        head: [u8::try_from(seq).unwrap(); 32],
    }
}
