//! The log keeps what it is told, for ever and in order; commands and snapshots beside it.

use super::scene::{START, account_id, event, match_id, open_match, save};
use delirious::store::StoreError;
use delirious::store::commands::{AcceptedCommand, find_command, insert_command};
use delirious::store::events::{StoredEvent, append_events, events};
use delirious::store::matches::{find_match, lock_match, lock_match_if_free};
use delirious::store::snapshots::{Snapshot, drop_snapshots, latest_snapshot, save_snapshot};
use sqlx::PgPool;
use time::Duration;
use uuid::Uuid;

async fn append(pool: &PgPool, new: &[StoredEvent]) -> Result<(), StoreError> {
    let mut tx = pool.begin().await?;
    append_events(&mut tx, match_id(1), new).await?;
    tx.commit().await?;
    Ok(())
}

#[sqlx::test]
async fn events_come_back_byte_for_byte_and_in_order(pool: PgPool) {
    let sealed = StoredEvent { sealed: Some(r#"{"to" : "g5"}"#.to_owned()), ..event(2) };
    append(&pool, &[event(1), sealed.clone()]).await.unwrap();
    append(&pool, &[event(3)]).await.unwrap();
    let mut conn = pool.acquire().await.unwrap();
    assert_eq!(events(&mut conn, match_id(1), 1).await.unwrap(), [event(1), sealed, event(3)]);
    assert_eq!(events(&mut conn, match_id(1), 3).await.unwrap(), [event(3)]);
    assert_eq!(events(&mut conn, match_id(2), 1).await.unwrap(), []);
}

#[sqlx::test]
async fn nobody_changes_the_past(pool: PgPool) {
    append(&pool, &[event(1)]).await.unwrap();
    for sql in [
        "update events set at = now()",
        "update events set head = head where false",
        "delete from events",
        "truncate events",
        "set session_replication_role = replica; delete from events",
    ] {
        let error = sqlx::raw_sql(sql).execute(&pool).await.unwrap_err().to_string();
        assert!(error.contains("append-only"), "{sql}: {error}");
    }
    let mut conn = pool.acquire().await.unwrap();
    assert_eq!(events(&mut conn, match_id(1), 1).await.unwrap(), [event(1)]);
}

#[sqlx::test]
async fn gaps_are_refused(pool: PgPool) {
    for gap in [vec![event(2)], vec![event(1), event(3)]] {
        let error = append(&pool, &gap).await.unwrap_err();
        assert!(error.to_string().contains("gap"), "{error}");
    }
    let mut conn = pool.acquire().await.unwrap();
    assert!(events(&mut conn, match_id(1), 1).await.unwrap().is_empty(), "nothing of a refused append stays");
}

#[sqlx::test]
async fn a_number_that_is_taken_is_a_conflict(pool: PgPool) {
    append(&pool, &[event(1)]).await.unwrap();
    assert!(matches!(append(&pool, &[event(1)]).await, Err(StoreError::Conflict(_))));
}

#[sqlx::test]
async fn the_log_never_steps_back_in_time(pool: PgPool) {
    append(&pool, &[event(1)]).await.unwrap();
    let early = StoredEvent { at: START, ..event(2) };
    assert!(append(&pool, &[early]).await.unwrap_err().to_string().contains("earlier"));
    let same_moment = StoredEvent { at: event(1).at, ..event(2) };
    append(&pool, &[same_moment]).await.unwrap();
}

#[sqlx::test]
async fn bytes_of_the_wrong_length_are_refused(pool: PgPool) {
    let sql =
        "insert into events (match_id, seq, at, public, nonce, head) values ($1, 1, now(), '{}', $2, $3)";
    for (nonce, head) in [(15, 32), (16, 31)] {
        let insert = sqlx::query(sql).bind(match_id(1).0).bind(vec![0u8; nonce]).bind(vec![0u8; head]);
        assert!(insert.execute(&pool).await.is_err(), "{nonce} {head}");
    }
}

#[sqlx::test]
async fn a_locked_match_makes_the_second_command_wait(pool: PgPool) {
    save(&pool, &open_match(1, START)).await;
    let mut first = pool.begin().await.unwrap();
    assert!(lock_match(&mut first, match_id(1)).await.unwrap().is_some());

    let mut other = pool.begin().await.unwrap();
    assert_eq!(lock_match_if_free(&mut other, match_id(1)).await.unwrap(), None, "held: somebody settles it");
    assert!(find_match(&mut other, match_id(1)).await.unwrap().is_some(), "reading never waits");
    sqlx::query("set local lock_timeout = '50ms'").execute(&mut *other).await.unwrap();
    assert!(lock_match(&mut other, match_id(1)).await.is_err(), "locking waits");
    drop(other);

    first.commit().await.unwrap();
    let mut third = pool.begin().await.unwrap();
    assert!(lock_match_if_free(&mut third, match_id(1)).await.unwrap().is_some());
    assert_eq!(lock_match(&mut third, match_id(9)).await.unwrap(), None, "there is no such match");
}

#[sqlx::test]
async fn a_command_is_kept_once_for_its_key(pool: PgPool) {
    let mut conn = pool.acquire().await.unwrap();
    let (key, one) = (Uuid::from_u128(5), AcceptedCommand { command_hash: [1; 32], seq: 4 });
    assert_eq!(find_command(&mut conn, account_id(1), match_id(1), key).await.unwrap(), None);
    insert_command(&mut conn, account_id(1), match_id(1), key, one, START).await.unwrap();
    assert_eq!(find_command(&mut conn, account_id(1), match_id(1), key).await.unwrap(), Some(one));

    let again = insert_command(&mut conn, account_id(1), match_id(1), key, one, START).await;
    assert!(matches!(again, Err(StoreError::Conflict(_))));
    insert_command(&mut conn, account_id(2), match_id(1), key, one, START).await.unwrap();
    insert_command(&mut conn, account_id(1), match_id(2), key, one, START).await.unwrap();
}

#[sqlx::test]
async fn the_newest_snapshot_of_this_fold_is_found(pool: PgPool) {
    let mut conn = pool.acquire().await.unwrap();
    let snapshot = |seq: u64| Snapshot { seq, state: format!("state {seq}").into_bytes() };
    for (fold, seq) in [(1, 10), (2, 20), (2, 30), (2, 30)] {
        save_snapshot(&mut conn, match_id(1), fold, &snapshot(seq), START).await.unwrap();
    }
    assert_eq!(latest_snapshot(&mut conn, match_id(1), 2).await.unwrap(), Some(snapshot(30)));
    assert_eq!(latest_snapshot(&mut conn, match_id(1), 1).await.unwrap(), None, "an older fold's is dropped");
    assert_eq!(latest_snapshot(&mut conn, match_id(1), 3).await.unwrap(), None);

    save_snapshot(&mut conn, match_id(1), 2, &snapshot(25), START + Duration::HOUR).await.unwrap();
    assert_eq!(
        latest_snapshot(&mut conn, match_id(1), 2).await.unwrap(),
        Some(snapshot(30)),
        "the later one stays"
    );
    drop_snapshots(&mut conn, match_id(1)).await.unwrap();
    assert_eq!(latest_snapshot(&mut conn, match_id(1), 2).await.unwrap(), None);
}
