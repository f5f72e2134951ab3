//! An outage costs nobody a match: the time in which nobody served is given back before anything expires
//! or moves (DESIGN §10).

use crate::table::{START, Table, count, kinds, server};
use delirious::actions;
use delirious::domain::game::verify;
use delirious::domain::seat::BoardNo;
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};

/// Somebody serves without a break until `until`.
async fn served(pool: &PgPool, until: OffsetDateTime) {
    sqlx::query("insert into heartbeat (at) values ($1) on conflict (one) do update set at = $1")
        .bind(until)
        .execute(pool)
        .await
        .unwrap();
}

async fn outages(pool: &PgPool) -> Vec<(OffsetDateTime, OffsetDateTime)> {
    sqlx::query_as("select from_at, until_at from outages order by id").fetch_all(pool).await.unwrap()
}

async fn deadline(table: &Table, board: BoardNo) -> Option<OffsetDateTime> {
    table.turn(board).await.expect("a decision is open").deadline
}

#[sqlx::test]
async fn a_move_after_an_outage_comes_after_the_event_that_gives_the_time_back(pool: PgPool) {
    let table = Table::running(&pool, "monteiro-bughouse").await;
    served(&pool, START + Duration::hours(71)).await;
    table.clock.set(START + Duration::hours(96));
    assert_eq!(
        actions::expire_turns(&table.app, 10).await.unwrap(),
        0,
        "nothing expires while nobody serves"
    );

    table.play(BoardNo::One).await.unwrap();

    assert_eq!(outages(&pool).await, [(START + Duration::hours(71), START + Duration::hours(96))]);
    let log = kinds(&pool, table.id).await;
    assert_eq!(log[log.len() - 2..], ["clocks_credited", "moved"]);
    assert_eq!(deadline(&table, BoardNo::Two).await, Some(START + Duration::hours(72 + 25)));
    assert_eq!(count(&pool, table.id, "time_ran_out").await, 0);
    verify(&actions::export(&table.app, table.id).await.unwrap()).unwrap();
}

#[sqlx::test]
async fn after_a_start_every_running_match_gets_its_time_back_once(pool: PgPool) {
    let table = Table::running(&pool, "monteiro-bughouse").await;
    served(&pool, START + Duration::hours(1)).await;
    table.clock.set(START + Duration::hours(5));
    let (other, _hand) = server(&pool, START + Duration::hours(5));

    let (a, b) = tokio::join!(actions::beat(&table.app), actions::beat(&other));
    a.unwrap();
    b.unwrap();
    assert_eq!(outages(&pool).await.len(), 1, "of two servers that start at once one notes the outage");

    let (a, b) = tokio::join!(actions::credit_outages(&table.app, 50), actions::credit_outages(&other, 50));
    assert!(a.unwrap() + b.unwrap() >= 1);
    assert_eq!(actions::credit_outages(&table.app, 50).await.unwrap(), 0, "none is owed any more");
    assert_eq!(count(&pool, table.id, "clocks_credited").await, 1);
    assert_eq!(deadline(&table, BoardNo::One).await, Some(START + Duration::hours(76)));
}

#[sqlx::test]
async fn a_turn_that_had_run_out_before_the_outage_has_run_out(pool: PgPool) {
    let table = Table::with(&pool, "monteiro-bughouse", |form| "forfeit".clone_into(&mut form.lapse)).await;
    served(&pool, START + Duration::hours(72) + Duration::seconds(1)).await;
    table.clock.set(START + Duration::hours(100));
    actions::beat(&table.app).await.unwrap();
    actions::credit_outages(&table.app, 50).await.unwrap();
    assert_eq!(count(&pool, table.id, "time_ran_out").await, 1);
    assert_eq!(count(&pool, table.id, "clocks_credited").await, 0, "no clock gains by it");
}

#[sqlx::test]
async fn a_turn_that_begins_after_the_outage_gains_nothing(pool: PgPool) {
    let table = Table::open(&pool).await;
    served(&pool, START).await;
    table.clock.set(START + Duration::hours(50));
    actions::beat(&table.app).await.unwrap();
    for (place, seat) in delirious::domain::seat::Seat::ALL.into_iter().enumerate().skip(1) {
        let wish = actions::TakeSeat { seat: Some(seat), ..actions::TakeSeat::default() };
        actions::take_seat(&table.app, table.people[place], table.id, wish).await.unwrap();
    }
    actions::credit_outages(&table.app, 50).await.unwrap();
    assert_eq!(count(&pool, table.id, "clocks_credited").await, 0);
    assert_eq!(deadline(&table, BoardNo::One).await, Some(START + Duration::hours(50 + 72)));
}

#[sqlx::test]
async fn a_restart_of_some_seconds_is_no_outage(pool: PgPool) {
    let table = Table::running(&pool, "monteiro-bughouse").await;
    served(&pool, START).await;
    table.clock.set(START + actions::SILENCE);
    actions::beat(&table.app).await.unwrap();
    table.play(BoardNo::One).await.unwrap();
    assert_eq!(outages(&pool).await, []);
    assert_eq!(deadline(&table, BoardNo::Two).await, Some(START + Duration::hours(72)));
}

#[sqlx::test]
async fn where_nobody_ever_gave_a_sign_of_life_none_is_missed(pool: PgPool) {
    let table = Table::running(&pool, "worst-move").await;
    table.clock.advance(Duration::days(4));
    assert_eq!(actions::expire_turns(&table.app, 10).await.unwrap(), 1);
    assert_eq!(outages(&pool).await, []);
}
