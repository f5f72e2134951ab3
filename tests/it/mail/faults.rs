//! Mail of matches through a server that misbehaves: nothing lost, nothing to the wrong person, and once it
//! is well the backlog drains in order of urgency, without what is over by then.

use crate::smtp::{Mood, SmtpServer};
use crate::table::{HANDLES, START, Table};
use delirious::domain::ids::{AccountId, MatchId};
use delirious::domain::notice::Notice;
use delirious::domain::seat::BoardNo;
use delirious::jobs::send_mail::{LEASE, SendMail, Tally};
use delirious::mail::transport::Mailer;
use delirious::random;
use delirious::store::outbox::{self, AccountMail, MailKind, Owed};
use sqlx::PgPool;
use std::sync::Arc;
use time::Duration;

/// A worker that does not wait long for slow servers.
fn worker(table: &Table, server: &SmtpServer) -> Arc<SendMail> {
    let mailer = Mailer::new(&server.url()).unwrap().with_timeout(std::time::Duration::from_millis(500));
    SendMail::new(table.app.clone(), mailer)
}

#[sqlx::test]
async fn after_every_kind_of_fault_each_player_gets_one_mail_that_is_true(pool: PgPool) {
    let table = Table::running(&pool, "classic-bughouse").await;
    let server = SmtpServer::start().await;
    let worker = worker(&table, &server);
    let moods = [
        Mood::Mute,
        Mood::Refusing,
        Mood::Greylisting,
        Mood::DroppingInData,
        Mood::Holding,
        Mood::Greylisting,
    ];
    for mood in moods {
        server.set_mood(mood);
        let tally = worker.send_due(|| false).await.unwrap();
        assert_eq!((tally.sent, tally.undeliverable), (0, 0), "{mood:?}: {tally:?}");
        assert!(tally.failed > 0, "{mood:?}");
        table.play(BoardNo::One).await.unwrap();
        table.play(BoardNo::Two).await.unwrap();
        table.clock.advance(Duration::hours(2));
    }
    // What was held was taken by a server that never answered: it may come twice, never not at all.
    let held = server.received().len();
    server.set_mood(Mood::Well);
    let tally = worker.send_due(|| false).await.unwrap();
    assert_eq!(tally, Tally { sent: 4, ..Tally::default() });
    let view = table.view(0).await;
    for mail in &server.received()[held..] {
        let place = HANDLES.iter().position(|h| mail.only_recipient() == format!("{h}@players.example"));
        let place = place.expect("a player");
        let decides = view.turns.iter().any(|turn| turn.decider as usize == place);
        let subject = mail.subject();
        assert_eq!(decides, subject.contains("your turn"), "{}: {subject}", HANDLES[place]);
        assert!(subject.starts_with("The match has begun"), "nobody was told yet: {subject}");
    }
    table.clock.advance(Duration::hours(2));
    assert_eq!(worker.send_due(|| false).await.unwrap(), Tally::default(), "nothing twice");
}

#[sqlx::test]
async fn one_recipient_who_is_refused_costs_nobody_else_a_mail(pool: PgPool) {
    let table = Table::running(&pool, "classic-bughouse").await;
    let server = SmtpServer::start().await;
    server.forget("bruno@players.example");
    let worker = worker(&table, &server);
    let tally = worker.send_due(|| false).await.unwrap();
    assert_eq!(tally, Tally { sent: 3, undeliverable: 1, ..Tally::default() });
    let mut to: Vec<_> = server.received().iter().map(|mail| mail.only_recipient().to_owned()).collect();
    to.sort();
    assert_eq!(to, ["ana", "caio", "dora"].map(|who| format!("{who}@players.example")));
    let back = outbox::undeliverable(&table.app.pool, table.people[1], 10).await.unwrap();
    assert_eq!(back.len(), 1, "and bruno's account page says so");
    // The next one is tried: he may have mended it.
    table.play(BoardNo::One).await.unwrap();
    assert_eq!(worker.send_due(|| false).await.unwrap().undeliverable, 1);
}

#[sqlx::test]
async fn the_backlog_goes_out_by_urgency_then_by_deadline(pool: PgPool) {
    let mut conn = pool.acquire().await.unwrap();
    let person = || AccountId(random::uuid());
    let hours = |n: i64| Some(START + Duration::hours(n));
    let mut owe = async |notice: Notice, deadline| {
        let one = Owed { to: person(), notice, seq: 5, deadline, due_at: START };
        outbox::owe_match_mails(&mut conn, MatchId(random::uuid()), &[one], START).await.unwrap();
    };
    owe(Notice::ChosenFor, None).await;
    owe(Notice::Turn, hours(60)).await;
    owe(Notice::DrawOffer, None).await;
    owe(Notice::LastFifth, hours(9)).await;
    owe(Notice::Turn, hours(20)).await;
    owe(Notice::Turn, None).await;
    owe(Notice::End, None).await;
    owe(Notice::LastFifth, hours(4)).await;
    owe(Notice::Hurry, hours(24)).await;
    outbox::enqueue_digest(&mut conn, person(), START.date(), START).await.unwrap();
    outbox::enqueue_account_mail(&mut conn, AccountMail::Reset, person(), START).await.unwrap();
    drop(conn);
    let mut order = Vec::new();
    while let [mail] = &outbox::claim(&pool, START, 1, LEASE).await.unwrap()[..] {
        order.push((mail.kind().name(), mail.deadline.map(|at| (at - START).whole_hours())));
    }
    let expected = [
        (MailKind::Match(Notice::Hurry).name(), Some(24)),
        ("reset", None),
        ("last_fifth", Some(4)),
        ("last_fifth", Some(9)),
        ("turn", Some(20)),
        ("turn", Some(60)),
        ("turn", None),
        ("draw_offer", None),
        ("match_end", None),
        ("chosen_for", None),
        ("digest", None),
    ];
    assert_eq!(order, expected);
}

#[sqlx::test]
async fn while_a_mail_about_a_match_is_on_its_way_no_other_one_overtakes_it(pool: PgPool) {
    let mut conn = pool.acquire().await.unwrap();
    let (ana, id) = (AccountId(random::uuid()), MatchId(random::uuid()));
    let owed = |notice, seq| Owed { to: ana, notice, seq, deadline: None, due_at: START };
    outbox::owe_match_mails(&mut conn, id, &[owed(Notice::Start, 4), owed(Notice::Turn, 5)], START)
        .await
        .unwrap();
    let first = outbox::claim(&pool, START, 8, LEASE).await.unwrap();
    assert_eq!(first.len(), 1, "one mail for both");
    outbox::owe_match_mails(&mut conn, id, &[owed(Notice::DrawOffer, 6)], START).await.unwrap();
    assert!(outbox::claim(&pool, START, 8, LEASE).await.unwrap().is_empty());
    assert!(outbox::mark_superseded(&pool, &first[0], START).await.unwrap());
    assert_eq!(outbox::claim(&pool, START, 8, LEASE).await.unwrap().len(), 1);
}
