//! Random histories of several matches: after every commit each thing that is asked of somebody who wants to
//! be told has exactly one live mail, and no pending mail stands for what is over.

use super::of_matches::Post;
use crate::table::{START, Table, holding_server, person};
use delirious::actions::{self, MailSettings, MatchError, OpenMatch, TakeSeat, TimeGift};
use delirious::app::App;
use delirious::clock::TestClock;
use delirious::domain::game::{self, AskKind, LogEntry, State, Status};
use delirious::domain::hash::Hash;
use delirious::domain::ids::{AccountId, MatchId};
use delirious::domain::notice::{Mode, Notice, Topic, Wish};
use delirious::domain::seat::{BoardNo, Seat};
use delirious::domain::view::{Deed, PauseView, View};
use delirious::jobs::send_mail::LEASE;
use delirious::random;
use delirious::store::outbox::{self, About};
use delirious::store::{events, mail_settings};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sqlx::PgPool;
use std::collections::HashMap;
use time::{Duration, OffsetDateTime};

const STEPS: usize = 160;

/// Some matches of the same people, and one more who waits for a seat.
struct World {
    table: Table,
    people: Vec<AccountId>,
    matches: Vec<MatchId>,
    chance: ChaCha8Rng,
}

/// A row of the outbox about a match.
struct Row {
    kind: String,
    to: AccountId,
    seq: u64,
    state: String,
    due_at: OffsetDateTime,
    deadline: Option<OffsetDateTime>,
}

impl World {
    async fn new(pool: &PgPool, seed: u64) -> Self {
        let mut table = Table::running(pool, "bughouse-worst-move").await;
        (table.app, table.clock) = holding_server(pool, START);
        let mut people = table.people.to_vec();
        people.push(person(pool, "eve").await);
        let mut matches = vec![table.id];
        for preset in ["classic-bughouse", "dice-chess"] {
            let form = OpenMatch {
                name: preset.to_owned(),
                preset: preset.to_owned(),
                allowance_days: 3,
                join: "anyone".to_owned(),
                lapse: "opponent-chooses".to_owned(),
                seat: Some(Seat::White1),
                ..OpenMatch::default()
            };
            let id = actions::open_match(&table.app, people[0], form).await.unwrap();
            let seats = if preset == "dice-chess" { 2 } else { 4 };
            for (seat, who) in Seat::ALL.into_iter().zip(&people).take(seats).skip(1) {
                let wish = TakeSeat { seat: Some(seat), ..TakeSeat::default() };
                actions::take_seat(&table.app, *who, id, wish).await.unwrap();
            }
            matches.push(id);
        }
        Self { table, people, matches, chance: ChaCha8Rng::seed_from_u64(seed) }
    }

    fn app(&self) -> &App {
        &self.table.app
    }

    fn clock(&self) -> &TestClock {
        &self.table.clock
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.chance.random_range(0..of.len())]
    }

    /// Something happens: somebody acts, time passes, mails go out, somebody changes their mind.
    async fn step(&mut self) {
        let (id, who) = (self.one(&self.matches.clone()), self.one(&self.people.clone()));
        match self.chance.random_range(0..100) {
            0..70 => self.act(id, who).await,
            70..82 => {
                let minutes = self.one(&[1, 3, 60, 600, 1500]);
                self.clock().advance(Duration::minutes(minutes));
                actions::expire_turns(self.app(), 100).await.unwrap();
            }
            82..92 => self.send().await,
            _ => self.choose(id, who).await,
        }
    }

    /// Whoever sits there does one of the things that their view offers.
    async fn act(&mut self, id: MatchId, who: AccountId) {
        let view = actions::view_match(self.app(), id, Some(who), None).await.unwrap();
        let mut deeds = view.deeds.clone();
        // What ends matches is rare.
        deeds.retain(|deed| match deed {
            Deed::Resign | Deed::Abort | Deed::LeaveForGood => self.chance.random_range(0..100) < 2,
            _ => true,
        });
        let playable = deeds.iter().find(|deed| matches!(deed, Deed::Play { .. })).cloned();
        let any = |chance: &mut ChaCha8Rng| deeds.get(chance.random_range(0..deeds.len().max(1))).cloned();
        let deed = if self.chance.random_bool(0.6) { playable } else { any(&mut self.chance) };
        let Some(deed) = deed else { return };
        if let Err(error @ MatchError::App(_)) = self.carry_out(id, who, &view, &deed).await {
            panic!("{deed:?}: {error}");
        }
    }

    async fn carry_out(
        &mut self,
        id: MatchId,
        who: AccountId,
        view: &View,
        deed: &Deed,
    ) -> Result<(), MatchError> {
        let (days, app, key) = (self.one(&[1, 3, 10]), self.table.app.clone(), random::uuid());
        let (app, now) = (&app, self.clock().now());
        let draw = view.draw.as_ref().map_or(0, |draw| draw.seq);
        let pause = if let Some(PauseView::Asked { seq, .. }) = &view.pause { *seq } else { 0 };
        match deed {
            Deed::Play { board } => self.play(id, who, view, *board).await,
            Deed::Resign => actions::resign(app, who, id, key).await,
            Deed::OfferDraw => actions::offer_draw(app, who, id, key).await,
            Deed::AgreeDraw => actions::agree_draw(app, who, id, key, draw).await,
            Deed::DeclineDraw => actions::decline_draw(app, who, id, key, draw).await,
            Deed::GiveTime { to } => {
                let turn = view.turns.iter().find(|turn| turn.decider == *to).map_or(0, |turn| turn.seq);
                actions::give_time(app, who, id, key, TimeGift { to: *to, turn, days }).await
            }
            Deed::AskPause => actions::ask_pause(app, who, id, key, days).await,
            Deed::AgreePause => actions::agree_pause(app, who, id, key, pause).await,
            Deed::DeclinePause => actions::decline_pause(app, who, id, key, pause).await,
            Deed::AskResume => actions::ask_resume(app, who, id, key).await,
            Deed::PlanVacation => {
                let from = now + Duration::hours(i64::from(days) - 1);
                actions::plan_vacation(app, who, id, key, from, from + Duration::days(2)).await
            }
            Deed::EndVacation => actions::end_vacation(app, who, id, key).await,
            Deed::AutoVacation { on } => actions::auto_vacation(app, who, id, key, *on).await,
            Deed::Abort => actions::abort(app, who, id, key).await,
            Deed::LeaveForGood => actions::leave_for_good(app, who, id, key).await,
            Deed::AskToSubstitute { seat } => actions::ask_to_substitute(app, who, id, key, *seat).await,
            Deed::WithdrawSubstitute { .. } => actions::withdraw_substitute(app, who, id, key).await,
            Deed::AgreeSubstitute { seat, candidate } => {
                let vacancy = view.seats.iter().find(|s| s.seat == *seat).and_then(|s| s.vacant.as_ref());
                let asked = vacancy.and_then(|vacancy| {
                    vacancy.candidates.iter().find(|asked| asked.player.account == candidate.account)
                });
                let asked = asked.map_or(0, |asked| asked.seq);
                actions::agree_substitute(app, who, id, key, asked).await
            }
            _ => Ok(()),
        }
    }

    async fn play(
        &mut self,
        id: MatchId,
        who: AccountId,
        view: &View,
        board: BoardNo,
    ) -> Result<(), MatchError> {
        let turn = view.turns.iter().find(|turn| turn.board == board).expect("a turn to play");
        let Some(mv) = turn.legal.get(self.chance.random_range(0..turn.legal.len().max(1))) else {
            return Ok(());
        };
        let seen = view.boards.iter().find(|shown| shown.board == board).unwrap().seq;
        let (mv, key, salt) = (mv.text.clone(), random::uuid(), actions::SaltForm::default());
        let submit = actions::SubmitMove { board, seen, mv, key, salt };
        actions::submit_move(self.app(), who, id, submit).await
    }

    /// A worker sends what is due, without the time that drawing takes.
    async fn send(&mut self) {
        let now = self.clock().now();
        for mail in outbox::claim(&self.app().pool, now, 100, LEASE).await.unwrap() {
            if self.chance.random_bool(0.3) {
                let later = now + Duration::minutes(2);
                assert!(outbox::retry(&self.app().pool, &mail, later, "greylisted").await.unwrap());
            } else if let About::Match { notices, .. } = &mail.about {
                assert!(outbox::mark_sent(&self.app().pool, &mail, notices, now).await.unwrap());
            }
        }
    }

    async fn choose(&mut self, id: MatchId, who: AccountId) {
        let mode = self.one(&Mode::ALL);
        let muted = self.one(&Topic::ALL);
        let account = actions::account(self.app(), who).await.unwrap().unwrap();
        if self.chance.random_bool(0.3) {
            let settings = MailSettings { mode, ..MailSettings::default() };
            actions::change_mail_settings(self.app(), &account, &settings).await.unwrap();
            // It holds for a match from its next event on; choosing nothing there is the least of them.
            for id in self.matches.clone() {
                drop(actions::change_match_mail(self.app(), &account, id, None, Vec::new()).await);
            }
        } else {
            drop(actions::change_match_mail(self.app(), &account, id, Some(mode), vec![muted]).await);
        }
    }

    async fn state(&self, id: MatchId) -> State {
        let mut conn = self.app().pool.acquire().await.unwrap();
        let log = events::events(&mut conn, id, 1).await.unwrap().into_iter().map(|event| LogEntry {
            seq: event.seq,
            at: event.at,
            public: event.public,
            sealed: event.sealed,
            nonce: event.nonce,
            head: Hash(event.head),
        });
        game::fold(id, &log.collect::<Vec<_>>()).unwrap()
    }

    async fn rows(&self, id: MatchId) -> Vec<Row> {
        type Raw = (String, uuid::Uuid, i64, String, OffsetDateTime, Option<OffsetDateTime>);
        let rows: Vec<Raw> = sqlx::query_as(
            "select kind, account_id, seq, state, due_at, deadline from outbox where match_id = $1 and seq is not null",
        )
        .bind(id.0)
        .fetch_all(&self.app().pool)
        .await
        .unwrap();
        let row = |(kind, to, seq, state, due_at, deadline): Raw| {
            let (to, seq) = (AccountId(to), seq.unsigned_abs());
            Row { kind, to, seq, state, due_at, deadline }
        };
        rows.into_iter().map(row).collect()
    }

    /// What has to hold after every commit.
    async fn check(&self, what: &str) {
        for &id in &self.matches {
            let (state, rows) = (self.state(id).await, self.rows(id).await);
            let mut conn = self.app().pool.acquire().await.unwrap();
            let wishes = mail_settings::wishes(&mut conn, id, &self.people).await.unwrap();
            let wishes: HashMap<AccountId, Wish> = wishes.into_iter().collect();
            check_asked(&state, &rows, &wishes, what);
            check_pending(&state, &rows, what);
        }
    }
}

fn notice(what: AskKind) -> Notice {
    match what {
        AskKind::Turn => Notice::Turn,
        AskKind::Choose => Notice::Choose,
        AskKind::Reward => Notice::Reward,
        AskKind::Salt => Notice::Salt,
        AskKind::ChosenFor => Notice::ChosenFor,
        AskKind::Hurry => Notice::Hurry,
        AskKind::DrawOffer => Notice::DrawOffer,
        AskKind::PauseOffer | AskKind::ResumeOffer => Notice::PauseOffer,
        AskKind::Substitute => Notice::Substitute,
    }
}

/// Each thing asked of somebody who wants to be told has exactly one live mail.
fn check_asked(state: &State, rows: &[Row], wishes: &HashMap<AccountId, Wish>, what: &str) {
    for ask in state.asks() {
        let kind = notice(ask.what);
        let of_ask = |row: &&Row| row.kind == kind.name() && row.to == ask.to && row.seq == ask.seq;
        let live: Vec<_> = rows.iter().filter(of_ask).filter(|row| row.state != "superseded").collect();
        if wishes[&ask.to].lets_through(kind) {
            assert_eq!(live.len(), 1, "{what}: {ask:?}");
        } else {
            assert!(live.iter().all(|row| row.state == "sent"), "{what}: unwanted {ask:?}");
        }
    }
}

/// No pending mail stands for what is over, nor goes to somebody who does not sit there; reminders keep to
/// their deadlines.
fn check_pending(state: &State, rows: &[Row], what: &str) {
    let asks = state.asks();
    for row in rows.iter().filter(|row| row.state == "pending") {
        assert!(state.seat_of(row.to).is_some(), "{what}: {} to somebody who has left", row.kind);
        let known = Notice::ALL.into_iter().find(|notice| notice.name() == row.kind).unwrap();
        let about = |kind: Notice| {
            asks.iter().find(move |ask| ask.to == row.to && ask.seq == row.seq && notice(ask.what) == kind)
        };
        if known.is_asked() {
            assert!(about(known).is_some(), "{what}: {} {} stands for nothing", row.kind, row.seq);
        } else if known.is_reminder() {
            let ask = about(Notice::Turn).or(about(Notice::Choose));
            let deadline = ask.and_then(|ask| ask.deadline).expect("a deadline to remind of");
            assert_eq!(row.deadline, Some(deadline), "{what}: {}", row.kind);
            // A failed attempt puts it off.
            assert!(row.due_at < deadline + Duration::HOUR, "{what}: {}", row.kind);
        } else if state.status() != Status::Running {
            assert!(
                matches!(known, Notice::End | Notice::Aborted),
                "{what}: {} of a match that is over",
                row.kind
            );
        }
    }
}

#[sqlx::test]
async fn each_obligation_has_one_live_mail_through_random_histories(pool: PgPool) {
    let mut world = World::new(&pool, 1).await;
    world.check("at the start").await;
    for step in 0..STEPS {
        world.step().await;
        world.check(&format!("step {step}")).await;
    }
    // Whatever is due in the end is true, and goes to whom it concerns.
    world.clock().advance(Duration::minutes(5));
    let tally = Post::of(&world.table).await.work().await;
    assert_eq!((tally.failed, tally.undeliverable), (0, 0));
}

#[sqlx::test]
async fn and_through_another(pool: PgPool) {
    let mut world = World::new(&pool, 2).await;
    for step in 0..STEPS {
        world.step().await;
        world.check(&format!("step {step}")).await;
    }
}
