//! The daily digest: once a day by each player's clock, whoever works, and readable for 1,000 matches.

use super::of_matches::Post;
use crate::table::{START, Table, server};
use delirious::actions::{self, MailSettings, OpenMatch, TakeSeat};
use delirious::domain::ids::{AccountId, MatchId};
use delirious::domain::notice::{Mode, Notice, Told};
use delirious::domain::seat::Seat;
use delirious::domain::zone::{Hour, Zone};
use delirious::jobs::send_mail::LEASE;
use delirious::random;
use delirious::store::outbox::{self, About, Owed};
use sqlx::PgPool;
use std::collections::HashSet;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

async fn daily(table: &Table, place: usize, hour: u8, zone: &str) {
    let id = table.people[place];
    actions::change_zone(&table.app, id, &Zone::parse(zone).unwrap()).await.unwrap();
    let account = actions::account(&table.app, id).await.unwrap().unwrap();
    let digest_hour = Hour::try_from(hour).unwrap();
    let settings = MailSettings { mode: Mode::Digest, digest_hour, ..MailSettings::default() };
    actions::change_mail_settings(&table.app, &account, &settings).await.unwrap();
}

/// Every hour several workers look for digests; when each came, until `end`.
async fn walk(pool: &PgPool, table: &Table, end: OffsetDateTime) -> Vec<OffsetDateTime> {
    let mut came = Vec::new();
    while table.clock.now() < end {
        table.clock.advance(Duration::minutes(30));
        let now = table.clock.now();
        let (other, _) = server(pool, now);
        let (a, b, c) = tokio::join!(
            actions::send_digests(&table.app, 10),
            actions::send_digests(&other, 10),
            actions::send_digests(&other, 10),
        );
        let owed = a.unwrap() + b.unwrap() + c.unwrap();
        came.extend(std::iter::repeat_n(now, owed));
    }
    came
}

#[sqlx::test]
async fn a_digest_comes_once_a_day_at_the_chosen_hour_with_several_workers(pool: PgPool) {
    let table = Table::running(&pool, "classic-bughouse").await;
    daily(&table, 0, 8, "Europe/Madrid").await;
    let came = walk(&pool, &table, START + Duration::days(3)).await;
    let seven = [2, 3, 4].map(|day| datetime!(2026-12-01 07:00 UTC) + Duration::days(day - 1));
    assert_eq!(came, seven);
    let rows: i64 = sqlx::query_scalar("select count(*) from outbox where kind = 'digest'")
        .fetch_one(&pool)
        .await
        .unwrap();
    assert_eq!(rows, 3);
}

#[sqlx::test]
async fn a_digest_comes_once_on_days_with_a_missing_or_a_doubled_hour(pool: PgPool) {
    let table = Table::running(&pool, "classic-bughouse").await;
    for (from, expected) in [
        (
            datetime!(2027-03-27 12:00 UTC),
            [datetime!(2027-03-28 01:00 UTC), datetime!(2027-03-29 00:00 UTC)], // 03:00 and 02:00
        ),
        (
            datetime!(2027-10-30 12:00 UTC),
            [datetime!(2027-10-31 00:00 UTC), datetime!(2027-11-01 01:00 UTC)], // the first 02:00
        ),
    ] {
        table.clock.set(from);
        daily(&table, 0, 2, "Europe/Madrid").await;
        assert_eq!(walk(&pool, &table, from + Duration::days(2)).await, expected);
    }
}

#[sqlx::test]
async fn who_wants_no_digest_gets_none_and_a_change_of_zone_moves_it(pool: PgPool) {
    let table = Table::running(&pool, "classic-bughouse").await;
    daily(&table, 0, 8, "Europe/Madrid").await;
    let ana = table.people[0];
    actions::change_zone(&table.app, ana, &Zone::parse("America/Bogota").unwrap()).await.unwrap();
    let came = walk(&pool, &table, START + Duration::days(1)).await;
    assert_eq!(came, [datetime!(2026-12-01 13:00 UTC)], "08:00 in Bogota");
    let account = actions::account(&table.app, ana).await.unwrap().unwrap();
    actions::change_mail_settings(&table.app, &account, &MailSettings::default()).await.unwrap();
    assert!(walk(&pool, &table, START + Duration::days(3)).await.is_empty());
}

#[sqlx::test]
async fn a_digest_whose_hour_nobody_kept_waits_for_the_next(pool: PgPool) {
    let table = Table::running(&pool, "classic-bughouse").await;
    daily(&table, 0, 8, "Europe/Madrid").await;
    // Nobody worked from noon to the small hours of the day after the next.
    table.clock.set(datetime!(2026-12-03 02:30 UTC));
    let came = walk(&pool, &table, datetime!(2026-12-04 00:00 UTC)).await;
    assert_eq!(came, [datetime!(2026-12-03 07:00 UTC)], "not at half past three by the own clock");
}

#[sqlx::test]
async fn a_digest_says_what_is_asked_and_nothing_of_others(pool: PgPool) {
    let table = Table::running(&pool, "classic-bughouse").await;
    for place in [0, 1] {
        daily(&table, place, 8, "UTC").await;
    }
    let mut post = Post::of(&table).await;
    post.delivered().await;
    actions::offer_draw(&table.app, table.people[2], table.id, random::uuid()).await.unwrap();
    table.clock.set(datetime!(2026-12-02 08:00 UTC));
    actions::send_digests(&table.app, 10).await.unwrap();
    let lines = post.delivered().await;
    assert!(lines.contains(&"ana: Your matches: one waits for you".to_owned()), "{lines:?}");
    assert!(lines.contains(&"bruno: Your matches: nothing waits for you".to_owned()), "{lines:?}");
    let received = post.server.received();
    let of_ana = received.iter().rfind(|mail| mail.only_recipient().starts_with("ana")).unwrap();
    let text = of_ana.message().body_text(0).unwrap().into_owned();
    assert!(text.contains("your turn; caio offers a draw"), "{text}");
    assert!(!text.contains('@'), "no address but the recipient's, and that not in the text: {text}");
}

/// A one-board match of two people that runs.
async fn duel(table: &Table, n: usize) -> MatchId {
    let form = OpenMatch {
        name: format!("Duel {n}"),
        preset: "dice-chess".to_owned(),
        allowance_days: 3,
        join: "anyone".to_owned(),
        seat: Some(Seat::White1),
        ..OpenMatch::default()
    };
    let id = actions::open_match(&table.app, table.people[0], form).await.unwrap();
    actions::take_seat(&table.app, table.people[1], id, TakeSeat::default()).await.unwrap();
    id
}

#[sqlx::test]
async fn a_digest_of_a_thousand_matches_shows_the_first_fifty_and_counts_the_rest(pool: PgPool) {
    let table = Table::running(&pool, "classic-bughouse").await;
    for n in 0..55 {
        table.clock.advance(Duration::MINUTE);
        duel(&table, n).await;
    }
    // The others as lists see them: later deadlines, so that nobody has to look at their logs.
    sqlx::query(
        "with new as (select gen_random_uuid() as id, n from generate_series(1, 944) n), made as (
             insert into matches (id, name, status, preset, seat_count, allowance_seconds, opened_by, join_policy,
                                  seq, head, opened_at, started_at, updated_at)
             select new.id, 'Later ' || n, 'running', preset, seat_count, allowance_seconds, opened_by, join_policy,
                    seq, head, opened_at, started_at, updated_at from new, matches where matches.id = $1 returning id),
         seated as (insert into match_seats (match_id, seat, account_id) select id, 'White1', $2 from new)
         insert into match_turns (match_id, board, mover, decider, decider_account, seq, deadline)
         select id, 1, 'White1', 'White1', $2, 5, $3 from new",
    )
    .bind(table.id.0)
    .bind(table.people[0].0)
    .bind(START + Duration::days(10))
    .execute(&pool)
    .await
    .unwrap();
    daily(&table, 0, 8, "UTC").await;
    let mut post = Post::of(&table).await;
    sqlx::query("delete from outbox").execute(&pool).await.unwrap();
    table.clock.set(datetime!(2026-12-02 08:00 UTC));
    actions::send_digests(&table.app, 10).await.unwrap();
    assert_eq!(post.delivered().await.len(), 1);
    let mail = post.server.received().pop().unwrap();
    let text = mail.message().body_text(0).unwrap().into_owned();
    assert_eq!(text.matches("\n* ").count(), 50);
    assert!(text.contains("Of your 1000 running matches"), "{text}");
    assert!(text.contains("and 950 more on the page of your matches"), "{text}");
    let first = text.split_once("\n* ").unwrap().1;
    assert!(first.starts_with("Tuesday table"), "the one due soonest first: {first}");
    assert!(mail.raw.len() < 60_000, "{} bytes", mail.raw.len());
}

#[sqlx::test]
async fn a_thousand_matches_of_one_player_are_a_thousand_mails_each_sent_once(pool: PgPool) {
    let ana = AccountId(random::uuid());
    let ids: Vec<MatchId> = (0..1000).map(|_| MatchId(random::uuid())).collect();
    let mut conn = pool.acquire().await.unwrap();
    for (n, id) in (0..).zip(&ids) {
        let deadline = Some(START + Duration::minutes(n));
        let turn = Owed { to: ana, notice: Notice::Turn, seq: 5, deadline, due_at: START };
        outbox::owe_match_mails(&mut conn, *id, &[turn], START).await.unwrap();
    }
    drop(conn);
    let worker = async || {
        let mut sent = Vec::new();
        loop {
            let claimed = outbox::claim(&pool, START, 8, LEASE).await.unwrap();
            if claimed.is_empty() {
                return sent;
            }
            for mail in claimed {
                let About::Match { match_id, notices } = &mail.about else { panic!("of a match") };
                assert_eq!(notices[..], [Told { notice: Notice::Turn, seq: 5 }]);
                assert!(outbox::mark_sent(&pool, &mail, notices, START).await.unwrap());
                sent.push(*match_id);
            }
        }
    };
    let (a, b, c) = tokio::join!(worker(), worker(), worker());
    assert!(a.iter().is_sorted_by_key(|id| ids.iter().position(|other| *other == *id)), "by deadline");
    let all = [a, b, c].concat();
    assert_eq!((all.len(), all.iter().collect::<HashSet<_>>().len()), (1000, 1000));
}
