//! Mail of matches that last weeks, with a moved clock: holding, reminders, modes, quiet hours.

use super::of_matches::Post;
use crate::table::{START, Table, holding_server};
use delirious::domain::seat::BoardNo;
use sqlx::PgPool;
use time::Duration;

/// A running match on a server that holds mails, an hour after it began and its first mails went out.
async fn held(pool: &PgPool, preset: &str) -> (Table, Post) {
    let mut table = Table::running(pool, preset).await;
    let (app, clock) = holding_server(pool, START);
    (table.app, table.clock) = (app, clock);
    let post = Post::of(&table).await;
    table.clock.advance(Duration::hours(1));
    post.work().await;
    (table, post)
}

#[sqlx::test]
async fn mails_of_a_match_are_held_for_two_minutes_and_those_of_one_person_travel_together(pool: PgPool) {
    let (table, mut post) = held(&pool, "classic-bughouse").await;
    post.delivered().await;
    table.play(BoardNo::One).await.unwrap(); // White1; bruno is to move
    table.clock.advance(Duration::seconds(119));
    assert!(post.delivered().await.is_empty(), "held");
    table.clock.advance(Duration::seconds(1));
    assert_eq!(post.delivered().await, ["bruno: Your turn: Tuesday table"]);

    table.play(BoardNo::One).await.unwrap(); // bruno; ana is to move
    table.clock.advance(Duration::seconds(100));
    table.play(BoardNo::One).await.unwrap(); // ana, before her mail; bruno is to move
    table.clock.advance(Duration::seconds(20));
    assert!(post.delivered().await.is_empty(), "what is over is not told, and bruno's mail is held");
    table.clock.advance(Duration::seconds(100));
    assert_eq!(post.delivered().await, ["bruno: Your turn: Tuesday table"]);
}
