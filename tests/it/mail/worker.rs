//! The outbox and its workers: nothing lost, nothing to the wrong person, nothing twice while claims hold.

use super::post_office::PostOffice;
use crate::smtp::{Mood, Received, SmtpServer};
use crate::table::{START, Table};
use delirious::domain::ids::{AccountId, MatchId};
use delirious::domain::notice::Notice;
use delirious::domain::seat::BoardNo;
use delirious::jobs;
use delirious::jobs::send_mail::{LEASE, SendMail, Tally};
use delirious::mail::transport::Mailer;
use delirious::random;
use delirious::store::outbox::{self, AccountMail, Owed};
use sqlx::PgPool;
use std::collections::HashSet;
use time::Duration;

const ONE_SENT: Tally = Tally { sent: 1, superseded: 0, put_off: 0, undeliverable: 0, failed: 0 };
const ONE_FAILED: Tally = Tally { sent: 0, superseded: 0, put_off: 0, undeliverable: 0, failed: 1 };

#[sqlx::test]
async fn a_mail_goes_to_its_recipient_once_and_is_done(pool: PgPool) {
    let office = PostOffice::open(pool).await;
    let (ana, _bruno) = (office.person("ana").await, office.person("bruno").await);
    office.owe(AccountMail::Reset, ana).await;

    assert_eq!(office.work().await, ONE_SENT);
    assert_eq!(office.work().await, Tally::default());

    assert_eq!(office.recipients(), ["ana@example.org"]);
    assert_eq!(office.server.received()[0].subject(), "Set a new password for Delirious Bughouse");
    assert_eq!(office.stats().await.pending, 0);
}

#[sqlx::test]
async fn a_mail_of_a_transaction_that_was_undone_is_never_sent(pool: PgPool) {
    let office = PostOffice::open(pool).await;
    let ana = office.person("ana").await;
    let mut tx = office.app.begin().await.unwrap();
    outbox::enqueue_account_mail(&mut tx, AccountMail::Reset, ana, office.clock.now()).await.unwrap();
    tx.rollback().await.unwrap();

    assert_eq!(office.work().await, Tally::default());
    assert!(office.server.received().is_empty());
}

#[sqlx::test]
async fn an_obligation_is_owed_once(pool: PgPool) {
    let office = PostOffice::open(pool).await;
    let (ana, bruno) = (office.person("ana").await, office.person("bruno").await);
    let table = MatchId(random::uuid());
    let mut tx = office.app.begin().await.unwrap();
    let now = office.clock.now();
    let owed = |to, notice, seq| Owed { to, notice, seq, deadline: None, due_at: now };
    let turns = [owed(ana, Notice::Turn, 7), owed(bruno, Notice::Turn, 7)];
    for _ in 0..2 {
        outbox::owe_match_mails(&mut tx, table, &turns, now).await.unwrap();
    }
    let more = [owed(ana, Notice::Turn, 9), owed(ana, Notice::Start, 7)];
    outbox::owe_match_mails(&mut tx, table, &more, now).await.unwrap();
    tx.commit().await.unwrap();

    assert_eq!(office.stats().await.pending, 4);
}

#[sqlx::test]
async fn the_token_of_a_link_rests_nowhere_but_as_a_hash(pool: PgPool) {
    let office = PostOffice::open(pool).await;
    let ana = office.person("ana").await;
    office.owe(AccountMail::Reset, ana).await;
    office.work().await;

    let text = office.server.received()[0].message().body_text(0).unwrap().into_owned();
    let (_, rest) = text.split_once("/reset/").expect("a link");
    let token = rest.split_whitespace().next().unwrap();
    assert_eq!(token.len(), 32, "128 bits");
    let hash = delirious::actions::token_hash(token);
    let kept: i64 = sqlx::query_scalar("select count(*) from tokens where hash = $1 and account_id = $2")
        .bind(&hash[..])
        .bind(ana.0)
        .fetch_one(&office.app.pool)
        .await
        .unwrap();
    assert_eq!(kept, 1);
    let row: String =
        sqlx::query_scalar("select outbox::text from outbox").fetch_one(&office.app.pool).await.unwrap();
    assert!(!row.contains(token));
}

#[sqlx::test]
async fn whatever_the_server_does_short_of_a_refusal_the_mail_comes_back_later(pool: PgPool) {
    let office = PostOffice::open(pool).await;
    let ana = office.person("ana").await;
    office.owe(AccountMail::Reset, ana).await;
    for mood in [Mood::Mute, Mood::Refusing, Mood::Greylisting, Mood::DroppingInData] {
        office.server.set_mood(mood);
        assert_eq!(office.work().await, ONE_FAILED, "{mood:?}");
        assert_eq!(office.work().await, Tally::default(), "not at once after {mood:?}");
        office.clock.advance(Duration::minutes(9));
    }
    office.server.set_mood(Mood::Well);
    assert_eq!(office.work().await, ONE_SENT);
    assert_eq!(office.recipients(), ["ana@example.org"]);
}

#[sqlx::test]
async fn pauses_grow_from_a_minute_to_an_hour_for_as_long_as_it_is_owed(pool: PgPool) {
    let office = PostOffice::open(pool).await;
    let ana = office.person("ana").await;
    unverify(&office, ana).await;
    office.owe(AccountMail::Verify, ana).await;
    office.server.set_mood(Mood::Greylisting);
    for minutes in [1, 2, 4, 8, 16, 32, 60, 60, 60] {
        assert_eq!(office.work().await, ONE_FAILED);
        let due = outbox::next_due(&office.app.pool).await.unwrap().expect("still owed");
        let pause = due - office.clock.now();
        let about = Duration::minutes(minutes);
        assert!(pause >= about * 0.89 && pause <= about * 1.11, "{pause} is not about {about}");
        office.clock.set(due + Duration::milliseconds(1));
    }
    office.server.set_mood(Mood::Well);
    assert_eq!(office.work().await, ONE_SENT);
}

#[sqlx::test]
async fn a_refusal_for_good_is_recorded_for_the_account_page_and_stops_nobody_elses_mail(pool: PgPool) {
    let office = PostOffice::open(pool).await;
    let (ana, bruno) = (office.person("ana").await, office.person("bruno").await);
    office.server.forget("ana@example.org");
    office.owe(AccountMail::Reset, ana).await;
    office.owe(AccountMail::Reset, bruno).await;

    let tally = office.work().await;
    assert_eq!(tally, Tally { sent: 1, undeliverable: 1, ..Tally::default() });
    assert_eq!(office.recipients(), ["bruno@example.org"]);
    let back = outbox::undeliverable(&office.app.pool, ana, 10).await.unwrap();
    assert_eq!(back.len(), 1);
    assert!(back[0].reason.contains("no such mailbox"), "{}", back[0].reason);
    assert!(outbox::undeliverable(&office.app.pool, bruno, 10).await.unwrap().is_empty());
    office.clock.advance(Duration::days(2));
    assert_eq!(office.work().await, Tally::default(), "it is not tried again");
}

#[sqlx::test]
async fn a_mail_that_is_no_longer_owed_is_dropped(pool: PgPool) {
    let office = PostOffice::open(pool).await;
    let (ana, bruno, gone) =
        (office.person("ana").await, office.person("bruno").await, AccountId(random::uuid()));
    office.owe(AccountMail::Verify, ana).await; // is verified
    office.owe(AccountMail::Reset, bruno).await; // becomes too old
    office.owe(AccountMail::Reset, gone).await; // has no account any more
    office.clock.advance(Duration::hours(5));

    assert_eq!(office.work().await, Tally { superseded: 3, ..Tally::default() });
    assert!(office.server.received().is_empty());
}

#[sqlx::test]
async fn a_worker_that_dies_after_the_server_took_the_mail_sends_it_twice_and_recognisably(pool: PgPool) {
    let office = PostOffice::open(pool).await;
    let ana = office.person("ana").await;
    office.owe(AccountMail::Reset, ana).await;
    office.server.set_mood(Mood::Holding);
    let worker = office.worker();
    tokio::select! {
        _ = worker.send_due(|| false) => panic!("the server never answered"),
        () = office.server.until(|s| s.received().len() == 1) => {} // drops the worker in mid-send
    }
    office.server.set_mood(Mood::Well);
    assert_eq!(office.work().await, Tally::default(), "the claim of the dead worker holds");
    office.clock.advance(Duration::try_from(LEASE).unwrap());
    assert_eq!(office.work().await, ONE_SENT);

    let received = office.server.received();
    assert_eq!(received.len(), 2);
    assert_eq!(received[0].message().message_id(), received[1].message().message_id());
}

#[sqlx::test]
async fn a_worker_that_dies_between_claim_and_send_loses_nothing(pool: PgPool) {
    let office = PostOffice::open(pool).await;
    let ana = office.person("ana").await;
    office.owe(AccountMail::Reset, ana).await;
    let claimed = outbox::claim(&office.app.pool, office.clock.now(), 10, LEASE).await.unwrap();
    assert_eq!(claimed.len(), 1); // and dies

    assert_eq!(office.work().await, Tally::default());
    office.clock.advance(Duration::try_from(LEASE).unwrap());
    assert_eq!(office.work().await, ONE_SENT);
    let late = outbox::retry(&office.app.pool, &claimed[0], office.clock.now(), "a voice from the grave");
    assert!(!late.await.unwrap(), "a lost claim settles nothing");
    assert_eq!(office.stats().await.pending, 0);
}

#[sqlx::test]
async fn a_burst_through_many_workers_reaches_everybody_once(pool: PgPool) {
    let office = PostOffice::open(pool).await;
    let mut expected = vec![];
    for n in 0..40 {
        let handle = format!("player{n:02}");
        let id = office.person(&handle).await;
        office.owe(AccountMail::Reset, id).await;
        expected.push(format!("{handle}@example.org"));
    }
    let (a, b, c) = (office.worker(), office.worker(), office.worker());
    let (a, b, c) = tokio::join!(a.send_due(|| false), b.send_due(|| false), c.send_due(|| false));
    assert_eq!(a.unwrap().sent + b.unwrap().sent + c.unwrap().sent, 40);
    assert_eq!(office.recipients(), expected);
}

#[sqlx::test]
async fn claims_do_not_overlap_while_they_hold(pool: PgPool) {
    let office = PostOffice::open(pool).await;
    let ana = office.person("ana").await;
    for _ in 0..20 {
        office.owe(AccountMail::Reset, ana).await;
    }
    let (pool, now) = (&office.app.pool, office.clock.now());
    let claims = tokio::join!(
        outbox::claim(pool, now, 8, LEASE),
        outbox::claim(pool, now, 8, LEASE),
        outbox::claim(pool, now, 8, LEASE),
        outbox::claim(pool, now, 8, LEASE),
    );
    let claims = [claims.0, claims.1, claims.2, claims.3].map(Result::unwrap).concat();
    let distinct = claims.iter().map(|row| row.id).collect::<HashSet<_>>();
    assert_eq!(distinct.len(), claims.len());
    assert!(outbox::renew(pool, &claims[0], now + LEASE * 2).await.unwrap());
    office.clock.advance(Duration::try_from(LEASE).unwrap());
    let again = outbox::claim(pool, office.clock.now(), 100, LEASE).await.unwrap();
    assert!(again.iter().all(|row| row.id != claims[0].id), "a renewed claim holds on");
}

#[sqlx::test]
async fn a_worker_that_is_asked_to_stop_ends_what_it_began_and_begins_nothing(pool: PgPool) {
    let office = PostOffice::open(pool).await;
    let ana = office.person("ana").await;
    for _ in 0..20 {
        office.owe(AccountMail::Reset, ana).await;
    }
    let worker = office.worker();
    let server = &office.server;
    let tally = worker.send_due(|| !server.received().is_empty()).await.unwrap();
    assert!(tally.sent >= 1 && tally.sent < 20, "{tally:?}");
    assert_eq!(office.stats().await.pending, u64::from(20 - tally.sent));
    assert_eq!(office.stats().await.due, u64::from(20 - tally.sent), "none is left claimed");
}

#[sqlx::test]
async fn mail_server_down_then_up(pool: PgPool) {
    let office = PostOffice::open(pool).await;
    let ana = office.person("ana").await;
    office.owe(AccountMail::Reset, ana).await;
    let port = SmtpServer::nobody().await;
    let worker = SendMail::new(office.app.clone(), Mailer::new(&crate::smtp::url_of(port)).unwrap());
    assert_eq!(worker.send_due(|| false).await.unwrap(), ONE_FAILED);
    assert_eq!(office.stats().await.retrying, 1);

    let server = SmtpServer::start_at(port).await;
    office.clock.advance(Duration::seconds(66));
    assert_eq!(worker.send_due(|| false).await.unwrap(), ONE_SENT);
    assert_eq!(server.received()[0].only_recipient(), "ana@example.org");
}

#[sqlx::test]
async fn the_running_jobs_send_at_once_what_is_committed_and_end_when_asked(pool: PgPool) {
    let office = PostOffice::open(pool).await;
    let ana = office.person("ana").await;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(jobs::run(office.app.clone(), async {
        let _dropped_counts = stopped.await;
    }));
    for n in 1..=3 {
        office.owe(AccountMail::Reset, ana).await;
        let arrived = office.server.until(|s| s.received().len() == n);
        tokio::time::timeout(std::time::Duration::from_secs(5), arrived).await.expect("before the next poll");
    }
    stop.send(()).unwrap();
    running.await.unwrap().unwrap();
    assert_eq!(office.stats().await.pending, 0);
}

#[sqlx::test]
async fn the_running_jobs_end_an_overdue_turn_without_a_visit_and_mail_the_end(pool: PgPool) {
    let table = Table::running(&pool, "classic-bughouse").await;
    table.play(BoardNo::One).await.unwrap(); // caio's turn on board 2 is now the oldest
    let office = PostOffice::open(pool).await;
    office.clock.set(START + Duration::days(4));
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(jobs::run(office.app.clone(), async {
        let _dropped_counts = stopped.await;
    }));
    let ends = |server: &SmtpServer| {
        let subjects = server.received().iter().map(Received::subject).collect::<Vec<_>>();
        let mut ends = subjects.into_iter().filter(|s| s.starts_with("You ")).collect::<Vec<_>>();
        ends.sort();
        ends
    };
    let arrived = office.server.until(|server| ends(server).len() >= 4);
    tokio::time::timeout(std::time::Duration::from_mins(1), arrived).await.expect("four mails");
    drop(stop);
    running.await.unwrap().unwrap();

    let expected = ["You lost", "You lost", "You won", "You won"].map(|end| format!("{end}: Tuesday table"));
    assert_eq!(ends(&office.server), expected);
}

async fn unverify(office: &PostOffice, id: AccountId) {
    sqlx::query("update accounts set email_verified_at = null where id = $1")
        .bind(id.0)
        .execute(&office.app.pool)
        .await
        .unwrap();
}
