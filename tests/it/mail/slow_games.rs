//! Mail of matches that last weeks, with a moved clock: holding, reminders, modes, quiet hours.

use super::of_matches::Post;
use crate::table::{START, Table, holding_server};
use delirious::actions::{self, MailSettings, TimeGift};
use delirious::domain::notice::{Mode, Topic};
use delirious::domain::seat::{BoardNo, Seat};
use delirious::domain::view::PauseView;
use delirious::domain::zone::{Hour, QuietHours};
use delirious::random;
use sqlx::PgPool;
use time::Duration;

const HOUR: Duration = Duration::HOUR;
const NOTHING: [&str; 0] = [];

/// A running match on a server that holds mails, an hour after it began and its first mails went out.
async fn held(pool: &PgPool, preset: &str) -> (Table, Post) {
    let (table, mut post) = fresh(pool, preset).await;
    table.clock.advance(HOUR);
    post.delivered().await;
    (table, post)
}

/// The same at the very start.
async fn fresh(pool: &PgPool, preset: &str) -> (Table, Post) {
    let mut table = Table::running(pool, preset).await;
    (table.app, table.clock) = holding_server(pool, START);
    let post = Post::of(&table).await;
    (table, post)
}

/// Chooses for all matches of the person at `place`.
async fn choose(table: &Table, place: usize, settings: MailSettings) {
    let account = actions::account(&table.app, table.people[place]).await.unwrap().unwrap();
    actions::change_mail_settings(&table.app, &account, &settings).await.unwrap();
}

/// Chooses for this match.
async fn choose_here(table: &Table, place: usize, mode: Option<Mode>, muted: Vec<Topic>) {
    let account = actions::account(&table.app, table.people[place]).await.unwrap().unwrap();
    actions::change_match_mail(&table.app, &account, table.id, mode, muted).await.unwrap();
}

fn quiet(from: u8, to: u8) -> MailSettings {
    let hour = |hour| Hour::try_from(hour).unwrap();
    let quiet = Some(QuietHours::new(hour(from), hour(to)).unwrap());
    MailSettings { quiet, ..MailSettings::default() }
}

#[sqlx::test]
async fn mails_of_a_match_are_held_for_two_minutes_and_what_is_over_by_then_is_not_told(pool: PgPool) {
    let (table, mut post) = held(&pool, "classic-bughouse").await;
    table.play(BoardNo::One).await.unwrap(); // ana
    table.clock.advance(Duration::seconds(119));
    assert_eq!(post.delivered().await, NOTHING, "held");
    table.clock.advance(Duration::seconds(1));
    assert_eq!(post.delivered().await, ["bruno: Your turn: Tuesday table"]);

    table.play(BoardNo::One).await.unwrap(); // bruno
    table.clock.advance(Duration::seconds(100));
    table.play(BoardNo::One).await.unwrap(); // ana, before her mail went out
    table.clock.advance(Duration::seconds(20));
    assert_eq!(post.delivered().await, NOTHING);
    table.clock.advance(Duration::seconds(100));
    assert_eq!(post.delivered().await, ["bruno: Your turn: Tuesday table"]);
}

#[sqlx::test]
async fn what_comes_within_the_two_minutes_travels_with_the_first(pool: PgPool) {
    let (table, mut post) = held(&pool, "classic-bughouse").await;
    table.play(BoardNo::One).await.unwrap(); // bruno is to move
    table.clock.advance(Duration::seconds(90));
    let (caio, key) = (table.people[2], random::uuid());
    actions::offer_draw(&table.app, caio, table.id, key).await.unwrap();
    table.clock.advance(Duration::seconds(30));
    // The moment of the first, and the most urgent of both; ana and dora had nothing pending.
    assert_eq!(post.delivered().await, ["bruno: Your turn: Tuesday table"]);
    let mail = post.server.received().pop().unwrap();
    assert!(mail.message().body_text(0).unwrap().contains("caio (White3) offers a draw"));
    table.clock.advance(Duration::seconds(90));
    let told = ["ana: caio offers a draw: Tuesday table", "dora: caio offers a draw: Tuesday table"];
    assert_eq!(post.delivered().await, told);
}

#[sqlx::test]
async fn reminders_come_a_day_and_a_fifth_of_the_allowance_before_the_deadline(pool: PgPool) {
    let (table, mut post) = held(&pool, "classic-bughouse").await;
    let lines =
        |left: &str| ["ana", "caio"].map(|who| format!("{who}: {left} left, your turn: Tuesday table"));
    table.clock.set(START + 48 * HOUR - Duration::SECOND);
    assert_eq!(post.delivered().await, NOTHING);
    table.clock.set(START + 48 * HOUR);
    assert_eq!(post.delivered().await, lines("1 d"));
    table.clock.set(START + 72 * HOUR - Duration::seconds(51_840 + 1));
    assert_eq!(post.delivered().await, NOTHING);
    table.clock.set(START + 72 * HOUR - Duration::seconds(51_840));
    assert_eq!(post.delivered().await, lines("14 h 24 min"));
    table.play(BoardNo::One).await.unwrap();
    table.play(BoardNo::Two).await.unwrap();
    table.clock.advance(HOUR);
    assert_eq!(post.delivered().await.len(), 2, "two turns; nobody is reminded of what is done");
}

#[sqlx::test]
async fn a_short_allowance_has_no_reminder_a_day_before(pool: PgPool) {
    let mut table = Table::with(&pool, "classic-bughouse", |form| form.allowance_days = 2).await;
    (table.app, table.clock) = holding_server(&pool, START);
    let mut post = Post::of(&table).await;
    table.clock.advance(HOUR);
    post.delivered().await;
    table.clock.set(START + 25 * HOUR);
    assert_eq!(post.delivered().await, NOTHING);
    table.clock.set(START + 48 * HOUR - Duration::seconds(2 * 86_400 / 5));
    assert_eq!(post.delivered().await.len(), 2);
}

#[sqlx::test]
async fn reminders_move_with_the_deadline_and_come_again_for_a_later_one(pool: PgPool) {
    let (table, mut post) = held(&pool, "classic-bughouse").await;
    let give = async |days| {
        let turn = table.turn(BoardNo::One).await.unwrap().seq;
        let gift = TimeGift { to: Seat::White1, turn, days };
        let bruno = table.people[1];
        actions::give_time(&table.app, bruno, table.id, random::uuid(), gift).await.unwrap();
    };
    give(2).await; // ana has until day 5, caio until day 3
    table.clock.set(START + 48 * HOUR);
    assert_eq!(post.delivered().await, ["caio: 1 d left, your turn: Tuesday table"]);
    table.play(BoardNo::Two).await.unwrap();
    table.clock.set(START + 4 * 24 * HOUR);
    let ana = |lines: Vec<String>| lines.into_iter().filter(|l| l.starts_with("ana: 1 d")).count();
    assert_eq!(ana(post.delivered().await), 1);
    give(2).await; // until day 7
    table.play(BoardNo::Two).await.unwrap(); // in time, or the match would end
    table.clock.set(START + 5 * 24 * HOUR);
    assert_eq!(ana(post.delivered().await), 0);
    table.clock.set(START + 6 * 24 * HOUR);
    assert_eq!(ana(post.delivered().await), 1, "reminded of the later deadline too");
}

#[sqlx::test]
async fn a_clock_that_stands_reminds_nobody(pool: PgPool) {
    let (table, mut post) = held(&pool, "classic-bughouse").await;
    let (ana, now) = (table.people[0], table.clock.now());
    let until = now + Duration::days(5);
    actions::plan_vacation(&table.app, ana, table.id, random::uuid(), now, until).await.unwrap();
    table.play(BoardNo::Two).await.unwrap();
    table.clock.set(START + 60 * HOUR);
    assert_eq!(post.delivered().await.iter().filter(|line| line.starts_with("ana")).count(), 0);
    actions::end_vacation(&table.app, ana, table.id, random::uuid()).await.unwrap();
    // 71 hours were left; 24 before the end she is reminded.
    table.clock.advance(47 * HOUR);
    assert!(post.delivered().await.contains(&"ana: 1 d left, your turn: Tuesday table".to_owned()));
}

#[sqlx::test]
async fn the_three_move_rule_mails_at_once_whatever_the_settings_and_the_hour(pool: PgPool) {
    let (table, mut post) = held(&pool, "classic-bughouse").await;
    choose(&table, 0, MailSettings { mode: Mode::Nothing, ..quiet(0, 23) }).await;
    choose_here(&table, 0, None, Topic::ALL.to_vec()).await;
    let partner_moves = async || {
        table.play(BoardNo::Two).await.unwrap(); // caio
        table.play(BoardNo::Two).await.unwrap(); // dora, ana's partner
        table.clock.advance(HOUR);
    };
    partner_moves().await;
    partner_moves().await;
    assert!(post.delivered().await.iter().all(|line| !line.starts_with("ana")));
    table.play(BoardNo::Two).await.unwrap();
    table.play(BoardNo::Two).await.unwrap();
    assert_eq!(post.delivered().await, ["ana: Hurry, 1 d left, your turn: Tuesday table"], "and not held");
}

#[sqlx::test]
async fn who_wants_what_is_urgent_gets_reminders_and_the_end_but_no_turns(pool: PgPool) {
    let (table, mut post) = fresh(&pool, "classic-bughouse").await;
    choose(&table, 0, MailSettings { mode: Mode::Urgent, ..MailSettings::default() }).await;
    choose_here(&table, 1, Some(Mode::Nothing), Vec::new()).await;
    let mut of = async |who: &str| {
        let mut lines = post.delivered().await;
        lines.retain(|line| line.starts_with(who));
        lines
    };
    table.clock.advance(HOUR);
    assert_eq!(of("ana").await, NOTHING, "neither the start nor the turn");
    table.clock.set(START + 48 * HOUR);
    assert_eq!(of("ana").await, ["ana: 1 d left, your turn: Tuesday table"]);
    actions::resign(&table.app, table.people[2], table.id, random::uuid()).await.unwrap();
    table.clock.advance(HOUR);
    let lines = post.delivered().await;
    assert!(lines.contains(&"ana: You won: Tuesday table".to_owned()), "{lines:?}");
    assert!(lines.iter().all(|line| !line.starts_with("bruno")), "bruno wants nothing: {lines:?}");
}

#[sqlx::test]
async fn a_change_of_mind_holds_for_what_is_pending_and_for_what_stands(pool: PgPool) {
    let (table, mut post) = fresh(&pool, "classic-bughouse").await;
    choose_here(&table, 0, Some(Mode::Nothing), Vec::new()).await;
    choose_here(&table, 2, None, vec![Topic::Turns]).await;
    table.clock.advance(HOUR);
    let lines = post.delivered().await;
    assert!(lines.iter().all(|line| !line.starts_with("ana")), "{lines:?}");
    assert!(lines.contains(&"caio: The match has begun: Tuesday table".to_owned()), "{lines:?}");
    choose_here(&table, 0, None, Vec::new()).await;
    table.clock.advance(HOUR);
    assert_eq!(post.delivered().await, ["ana: Your turn: Tuesday table"], "it still is");
}

#[sqlx::test]
async fn quiet_hours_put_mails_off_to_their_end(pool: PgPool) {
    let (table, mut post) = held(&pool, "classic-bughouse").await;
    choose(&table, 1, quiet(22, 7)).await;
    table.clock.set(START + 11 * HOUR); // 23:00
    table.play(BoardNo::One).await.unwrap();
    table.clock.advance(HOUR);
    let tally = post.work().await;
    assert_eq!((tally.sent, tally.put_off), (0, 1));
    table.clock.set(START + 19 * HOUR - Duration::SECOND); // 06:59:59
    assert_eq!(post.delivered().await, NOTHING);
    table.clock.set(START + 19 * HOUR);
    assert_eq!(post.delivered().await, ["bruno: Your turn: Tuesday table"]);
}

#[sqlx::test]
async fn quiet_hours_give_way_to_a_deadline_that_would_be_nearly_over(pool: PgPool) {
    let (table, mut post) = held(&pool, "classic-bughouse").await;
    choose(&table, 0, quiet(21, 20)).await; // all day but an hour
    table.play(BoardNo::Two).await.unwrap();
    let mut ana = async || post.delivered().await.into_iter().filter(|line| line.starts_with("ana")).count();
    table.clock.set(START + 48 * HOUR); // 12:00: the hour before the deadline is after 20:00
    assert_eq!(ana().await, 0);
    table.clock.set(START + 56 * HOUR); // 20:00
    assert_eq!(ana().await, 1);
    table.clock.set(START + 58 * HOUR); // 22:00, and the quiet hours would last beyond the deadline
    assert_eq!(ana().await, 1);
}

#[sqlx::test]
async fn who_has_left_is_told_nothing_and_the_others_that_the_seat_is_open(pool: PgPool) {
    let (table, mut post) = held(&pool, "classic-bughouse").await;
    table.play(BoardNo::One).await.unwrap(); // bruno is to move
    actions::leave_for_good(&table.app, table.people[1], table.id, random::uuid()).await.unwrap();
    table.clock.advance(HOUR);
    let lines = post.delivered().await;
    let open = ["ana", "caio", "dora"].map(|who| format!("{who}: A seat is empty: Tuesday table"));
    assert_eq!(lines, open);
}

#[sqlx::test]
async fn whose_clock_stood_for_days_is_reminded_again_when_it_runs(pool: PgPool) {
    let (table, mut post) = held(&pool, "classic-bughouse").await;
    table.clock.set(table.turn(BoardNo::One).await.unwrap().deadline.unwrap() - Duration::hours(4));
    let reminded = post.delivered().await;
    assert!(reminded.iter().any(|line| line.starts_with("ana: ")), "{reminded:?}");
    actions::ask_pause(&table.app, table.people[0], table.id, random::uuid(), 10).await.unwrap();
    let Some(PauseView::Asked { seq, .. }) = table.view(0).await.pause else { panic!("nobody asks") };
    for who in &table.people[1..] {
        actions::agree_pause(&table.app, *who, table.id, random::uuid(), seq).await.unwrap();
    }
    table.clock.advance(Duration::days(10) + Duration::seconds(1));
    post.delivered().await;
    actions::expire_turns(&table.app, 10).await.unwrap();
    let again = post.delivered().await;
    assert!(again.iter().any(|line| line.starts_with("ana: ")), "four hours are left: {again:?}");
    // And not once more with whatever happens next.
    actions::ask_pause(&table.app, table.people[1], table.id, random::uuid(), 1).await.unwrap();
    table.clock.advance(Duration::minutes(3));
    let next = post.delivered().await;
    assert!(!next.iter().any(|line| line.contains("left")), "{next:?}");
}

#[sqlx::test]
async fn two_links_that_are_clicked_at_once_both_end_their_mails(pool: PgPool) {
    let table = Table::running(&pool, "classic-bughouse").await;
    for (token, topic) in [("one", "turns"), ("two", "news")] {
        sqlx::query(
            "insert into unsubscribe_tokens (hash, account_id, match_id, topic, created_at, expires_at)
             values (sha256($1::text::bytea), $2, $3, $4, $5, $5 + interval '1 day')",
        )
        .bind(token)
        .bind(table.people[0].0)
        .bind(table.id.0)
        .bind(topic)
        .bind(START)
        .execute(&pool)
        .await
        .unwrap();
    }
    for _ in 0..40 {
        sqlx::query("delete from match_mail_settings").execute(&pool).await.unwrap();
        let (one, two) = tokio::join!(
            actions::unsubscribe(&table.app, "one", false),
            actions::unsubscribe(&table.app, "two", false)
        );
        one.unwrap();
        two.unwrap();
        let muted: Vec<String> =
            sqlx::query_scalar("select unnest(muted) from match_mail_settings order by 1")
                .fetch_all(&pool)
                .await
                .unwrap();
        assert_eq!(muted, ["news", "turns"]);
    }
}
