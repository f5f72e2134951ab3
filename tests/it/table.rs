//! A table of four people on a real database, for stories of a few lines.

use delirious::actions::{self, MatchError, OpenMatch, SaltForm, SubmitMove, TakeSeat};
use delirious::app::App;
use delirious::clock::{Clock, TestClock};
use delirious::config::Settings;
use delirious::domain::account::{Account, Email, Handle};
use delirious::domain::ids::{AccountId, MatchId};
use delirious::domain::seat::{BoardNo, Seat};
use delirious::domain::view::{TurnView, View};
use delirious::domain::zone::Zone;
use delirious::random;
use delirious::store::accounts::{self, Credentials};
use sqlx::PgPool;
use time::OffsetDateTime;
use time::macros::datetime;
use uuid::Uuid;

/// When every story begins.
pub const START: OffsetDateTime = datetime!(2026-12-01 12:00 UTC);

/// The four who play, by seat.
pub const HANDLES: [&str; 4] = ["ana", "bruno", "caio", "dora"];

/// A server, its clock, and four people with verified addresses.
pub struct Table {
    pub app: App,
    pub clock: TestClock,
    pub people: [AccountId; 4],
    pub id: MatchId,
}

/// Another server on the same database, with a clock of its own. Mails of a match are not held.
pub fn server(pool: &PgPool, at: OffsetDateTime) -> (App, TestClock) {
    let (clock, hand) = Clock::test(at);
    (app(pool, clock, "07", 0), hand)
}

/// A server that holds mails of a match for two minutes, as in production.
pub fn holding_server(pool: &PgPool, at: OffsetDateTime) -> (App, TestClock) {
    let (clock, hand) = Clock::test(at);
    (app(pool, clock, "07", 120), hand)
}

/// A server whose keys repeat another byte than everybody's.
pub fn server_with_key(pool: &PgPool, at: OffsetDateTime, byte: &str) -> App {
    app(pool, Clock::test(at).0, byte, 0)
}

fn app(pool: &PgPool, clock: Clock, byte: &str, hold: u32) -> App {
    let settings = Settings::from_source(&|name| {
        let value = match name {
            "APP_ENV" => "development",
            "DATABASE_URL" => "postgres://unused@localhost/unused",
            "MAIL_URL" => "file:var/mail",
            "MAIL_HOLD_SECONDS" => return Some(hold.to_string()),
            "DICE_KEY" | "SESSION_KEY" => return Some(byte.repeat(32)),
            _ => return None,
        };
        Some(value.to_owned())
    });
    App::new(settings.unwrap(), pool.clone(), clock)
}

/// Somebody with a verified address.
pub async fn person(pool: &PgPool, handle: &str) -> AccountId {
    let account = Account {
        id: AccountId(random::uuid()),
        email: Email::parse(&format!("{handle}@players.example")).unwrap(),
        handle: Handle::parse(handle).unwrap(),
        verified_at: Some(START),
        zone: Zone::default(),
        created_at: START,
    };
    let id = account.id;
    let mut conn = pool.acquire().await.unwrap();
    let new = Credentials { account, password_hash: "none".to_owned() };
    assert!(accounts::insert(&mut conn, &new).await.unwrap());
    id
}

impl Table {
    /// A match of `preset` that is running.
    pub async fn running(pool: &PgPool, preset: &str) -> Self {
        Self::with(pool, preset, |_| {}).await
    }

    /// A running match whose opening form was changed.
    pub async fn with(pool: &PgPool, preset: &str, change: impl FnOnce(&mut OpenMatch)) -> Self {
        let table = Self::opened(pool, preset, change).await;
        let seats = table.view(0).await.seats.len();
        for place in 1..seats {
            let wish = TakeSeat { seat: Some(Seat::ALL[place]), ..TakeSeat::default() };
            actions::take_seat(&table.app, table.people[place], table.id, wish).await.unwrap();
        }
        table
    }

    /// An open table of Bughouse Worst Move where only the first person sits.
    pub async fn open(pool: &PgPool) -> Self {
        Self::opened(pool, "bughouse-worst-move", |_| {}).await
    }

    async fn opened(pool: &PgPool, preset: &str, change: impl FnOnce(&mut OpenMatch)) -> Self {
        let (app, clock) = server(pool, START);
        let mut people = [AccountId(Uuid::nil()); 4];
        for (place, handle) in people.iter_mut().zip(HANDLES) {
            *place = person(pool, handle).await;
        }
        let mut form = OpenMatch {
            name: "Tuesday table".to_owned(),
            preset: preset.to_owned(),
            allowance_days: 3,
            join: "anyone".to_owned(),
            seat: Some(Seat::White1),
            ..OpenMatch::default()
        };
        change(&mut form);
        let id = actions::open_match(&app, people[0], form).await.unwrap();
        Self { app, clock, people, id }
    }

    /// One more match, of the first two on one board, which runs.
    pub async fn duel(&self, name: &str) -> MatchId {
        let form = OpenMatch {
            name: name.to_owned(),
            preset: "worst-move".to_owned(),
            allowance_days: 3,
            join: "anyone".to_owned(),
            seat: Some(Seat::White1),
            ..OpenMatch::default()
        };
        let id = actions::open_match(&self.app, self.people[0], form).await.unwrap();
        let wish = TakeSeat { seat: Some(Seat::Black2), ..TakeSeat::default() };
        actions::take_seat(&self.app, self.people[1], id, wish).await.unwrap();
        id
    }

    /// The match as the person at `place` sees it.
    pub async fn view(&self, place: usize) -> View {
        actions::view_match(&self.app, self.id, Some(self.people[place]), None).await.unwrap()
    }

    /// The decision that is open on `board`, as its decider sees it.
    pub async fn turn(&self, board: BoardNo) -> Option<TurnView> {
        let open = self.view(0).await.turns.into_iter().find(|turn| turn.board == board)?;
        let view = self.view(open.decider as usize).await;
        view.turns.into_iter().find(|turn| turn.board == board)
    }

    /// The first legal move of the open decision on `board`, ready to be sent, and who sends it.
    pub async fn next(&self, board: BoardNo) -> (AccountId, SubmitMove) {
        let turn = self.turn(board).await.expect("a decision is open");
        let view = self.view(turn.decider as usize).await;
        let seen = view.boards.iter().find(|b| b.board == board).unwrap().seq;
        let mv = turn.legal.first().expect("a legal move").text.clone();
        let submit = SubmitMove { board, seen, mv, key: random::uuid(), salt: SaltForm::default() };
        (self.people[turn.decider as usize], submit)
    }

    /// Plays the first legal move on `board`.
    pub async fn play(&self, board: BoardNo) -> Result<(), MatchError> {
        let (who, submit) = self.next(board).await;
        actions::submit_move(&self.app, who, self.id, submit).await
    }
}

/// Kinds of event in a match's log, in order.
pub async fn kinds(pool: &PgPool, id: MatchId) -> Vec<String> {
    sqlx::query_scalar("select public->>'kind' from events where match_id = $1 order by seq")
        .bind(id.0)
        .fetch_all(pool)
        .await
        .unwrap()
}

/// How many events of a kind a match's log has.
pub async fn count(pool: &PgPool, id: MatchId, kind: &str) -> usize {
    kinds(pool, id).await.iter().filter(|k| *k == kind).count()
}
