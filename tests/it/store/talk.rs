//! Talk, reading marks, mutes, notes and notifications on a real database.

use crate::table::{START, Table, person};
use delirious::actions::{self, Reading, TalkError};
use delirious::domain::ids::MatchId;
use delirious::domain::seat::{BoardNo, Seat, Team};
use delirious::domain::talk::{NoteText, ReasonText, Room, TalkText, Unread};
use delirious::random;
use delirious::store::live::{Change, Listener};
use delirious::store::talk::{self, NewWords};
use delirious::store::{accounts, notes, reports};
use sqlx::PgPool;
use std::time::Duration;

const FIRST: Room = Room::Team(Team::First);
const SECOND: Room = Room::Team(Team::Second);
/// Far longer than anything here takes, far shorter than a lock that is never released.
const PATIENCE: Duration = Duration::from_secs(10);

/// The person at `place` says something.
async fn say(pool: &PgPool, table: &Table, place: usize, room: Room, words: &str) {
    let text = TalkText::parse(words).unwrap();
    let new = NewWords {
        match_id: table.id,
        room,
        account: table.people[place],
        seat: Seat::ALL[place],
        text: &text,
        key: random::uuid(),
        at: START,
    };
    let mut tx = pool.begin().await.unwrap();
    assert!(talk::insert(&mut tx, &new).await.unwrap());
    tx.commit().await.unwrap();
}

/// What the person at `place` has not read.
async fn unread(pool: &PgPool, table: &Table, place: usize) -> Unread {
    let mut conn = pool.acquire().await.unwrap();
    let all = talk::unread_of(&mut conn, table.people[place]).await.unwrap();
    all.get(&table.id).copied().unwrap_or_default()
}

#[sqlx::test]
async fn everybody_counts_what_others_said_and_they_may_hear(pool: PgPool) {
    let table = Table::running(&pool, "classic-bughouse").await;
    say(&pool, &table, 0, FIRST, "need a knight").await;
    say(&pool, &table, 0, FIRST, "sit").await;
    say(&pool, &table, 1, Room::Table, "good luck").await;
    say(&pool, &table, 2, SECOND, "go").await;
    let counts = [(0, 0, 1), (1, 1, 0), (2, 0, 1), (3, 2, 1)];
    for (place, team, all) in counts {
        assert_eq!(unread(&pool, &table, place).await, Unread { team, table: all }, "place {place}");
    }
    let mut conn = pool.acquire().await.unwrap();
    let heard = talk::words(&mut conn, table.id, FIRST, None, 10).await.unwrap();
    assert_eq!(heard.iter().map(|words| words.text.as_str()).collect::<Vec<_>>(), ["sit", "need a knight"]);
    let older = talk::words(&mut conn, table.id, FIRST, Some(heard[0].number), 10).await.unwrap();
    assert_eq!(older, heard[1..]);
    talk::mark_read(&mut conn, table.people[3], table.id, FIRST, heard[0].number).await.unwrap();
    talk::mark_read(&mut conn, table.people[3], table.id, FIRST, heard[1].number).await.unwrap();
    assert_eq!(unread(&pool, &table, 3).await, Unread { team: 0, table: 1 }, "marks move forward only");
    talk::mute(&mut conn, table.people[3], table.people[1], START).await.unwrap();
    talk::mute(&mut conn, table.people[3], table.people[1], START).await.unwrap();
    assert_eq!(unread(&pool, &table, 3).await, Unread::default(), "who is muted counts nothing");
    talk::unmute(&mut conn, table.people[3], table.people[1]).await.unwrap();
    assert_eq!(unread(&pool, &table, 3).await, Unread { team: 0, table: 1 });
}

#[sqlx::test]
async fn a_key_says_one_thing_however_often_it_comes(pool: PgPool) {
    let table = Table::running(&pool, "classic-bughouse").await;
    let text = TalkText::parse("need a rook").unwrap();
    let new = NewWords {
        match_id: table.id,
        room: FIRST,
        account: table.people[0],
        seat: Seat::White1,
        text: &text,
        key: random::uuid(),
        at: START,
    };
    let once = || async {
        let mut tx = pool.begin().await.unwrap();
        let said = talk::insert(&mut tx, &new).await.unwrap();
        tx.commit().await.unwrap();
        said
    };
    let (a, b, c) = tokio::join!(once(), once(), once());
    assert_eq!([a, b, c].into_iter().filter(|said| *said).count(), 1);
    let mut conn = pool.acquire().await.unwrap();
    assert_eq!(talk::words(&mut conn, table.id, FIRST, None, 10).await.unwrap().len(), 1);
    let kept = talk::said_under(&mut conn, table.people[0], table.id, new.key).await.unwrap().unwrap();
    assert_eq!((kept.text.as_str(), kept.room), ("need a rook", FIRST));
    let others = talk::said_under(&mut conn, table.people[1], table.id, new.key).await.unwrap();
    assert_eq!(others, None, "keys belong to their account");
}

#[sqlx::test]
async fn nobody_who_speaks_writes_or_reads_waits_for_the_match_row(pool: PgPool) {
    let table = Table::running(&pool, "classic-bughouse").await;
    let mut holder = pool.begin().await.unwrap();
    sqlx::query("select id from matches where id = $1 for update")
        .bind(table.id.0)
        .fetch_one(&mut *holder)
        .await
        .unwrap();
    sqlx::query("update matches set name = 'held' where id = $1")
        .bind(table.id.0)
        .execute(&mut *holder)
        .await
        .unwrap();
    let talking = async {
        say(&pool, &table, 0, Room::Table, "hello").await;
        say(&pool, &table, 1, SECOND, "hold the queen").await;
        assert_eq!(unread(&pool, &table, 2).await, Unread { team: 1, table: 1 });
        let mut conn = pool.acquire().await.unwrap();
        let words = talk::words(&mut conn, table.id, Room::Table, None, 10).await.unwrap();
        talk::mark_read(&mut conn, table.people[2], table.id, Room::Table, words[0].number).await.unwrap();
        let reason = ReasonText::parse("rude").unwrap();
        reports::report(&mut conn, &words[0], table.people[2], &reason, START).await.unwrap();
        let note = NoteText::parse("their king is weak").unwrap();
        assert!(notes::save(&mut conn, table.people[2], table.id, 0, &note, START).await.unwrap());
        assert_eq!(talk::table(&mut conn, table.id).await.unwrap().unwrap().seats.len(), 4);
    };
    tokio::time::timeout(PATIENCE, talking).await.expect("nothing of it waits");
    holder.rollback().await.unwrap();
}

#[sqlx::test]
async fn of_two_tabs_the_later_overwrites_no_note(pool: PgPool) {
    let table = Table::open(&pool).await;
    let (ana, bruno) = (table.people[0], table.people[1]);
    let mut conn = pool.acquire().await.unwrap();
    let text = |words: &str| NoteText::parse(words).unwrap();
    assert!(notes::save(&mut conn, ana, table.id, 0, &text("one"), START).await.unwrap());
    assert!(!notes::save(&mut conn, ana, table.id, 0, &text("other tab"), START).await.unwrap());
    assert!(notes::save(&mut conn, ana, table.id, 1, &text("two"), START).await.unwrap());
    assert!(!notes::save(&mut conn, ana, table.id, 1, &text("other tab"), START).await.unwrap());
    let now = notes::note(&mut conn, ana, table.id).await.unwrap();
    assert_eq!((now.text.as_str(), now.version), ("two", 2));
    assert_eq!(notes::note(&mut conn, bruno, table.id).await.unwrap().text, "", "nobody else has it");
    assert!(notes::save(&mut conn, ana, table.id, 2, &text(""), START).await.unwrap());
    assert_eq!(notes::notes_of(&mut conn, ana).await.unwrap(), []);
}

#[sqlx::test]
async fn an_account_that_goes_takes_its_notes_and_leaves_its_words(pool: PgPool) {
    let table = Table::open(&pool).await;
    let ana = table.people[0];
    say(&pool, &table, 0, Room::Table, "I sit down").await;
    let mut conn = pool.acquire().await.unwrap();
    let note = NoteText::parse("mine alone").unwrap();
    notes::save(&mut conn, ana, table.id, 0, &note, START).await.unwrap();
    let [said] = talk::words(&mut conn, table.id, Room::Table, None, 10).await.unwrap().try_into().unwrap();
    reports::report(&mut conn, &said, table.people[1], &ReasonText::parse("spam").unwrap(), START)
        .await
        .unwrap();
    let found = accounts::by_id(&mut conn, ana).await.unwrap().unwrap();
    accounts::delete(&mut conn, ana, &found.email).await.unwrap();
    assert_eq!(notes::notes_of(&mut conn, ana).await.unwrap(), []);
    assert_eq!(talk::words(&mut conn, table.id, Room::Table, None, 10).await.unwrap(), [said]);
    let reports = reports::reports(&mut conn, None, 10).await.unwrap();
    assert_eq!((reports[0].speaker.as_deref(), reports[0].reporter.as_deref()), (None, Some("bruno")));
}

#[sqlx::test]
async fn what_commits_is_told_and_what_does_not_is_not(pool: PgPool) {
    let table = Table::running(&pool, "classic-bughouse").await;
    let mut listener = Listener::connect(&pool).await.unwrap();
    let mut tx = pool.begin().await.unwrap();
    delirious::store::live::tell(&mut tx, Change::Match(MatchId(random::uuid()))).await.unwrap();
    tx.rollback().await.unwrap();
    table.play(BoardNo::One).await.unwrap();
    say(&pool, &table, 2, SECOND, "sit").await;
    for expected in [Change::Match(table.id), Change::Talk(table.id, SECOND)] {
        let heard = tokio::time::timeout(PATIENCE, listener.next()).await.expect("it is told").unwrap();
        assert_eq!(heard, expected);
    }
}

#[sqlx::test]
async fn a_listener_that_lost_its_connection_says_that_anything_may_have_changed(pool: PgPool) {
    let mut listener = Listener::connect(&pool).await.unwrap();
    sqlx::query("select pg_terminate_backend(pid) from pg_stat_activity where query like 'LISTEN%' and datname = current_database()")
        .execute(&pool)
        .await
        .unwrap();
    let heard = tokio::time::timeout(PATIENCE, listener.next()).await.expect("it notices").unwrap();
    assert_eq!(heard, Change::Anything);
    let id = MatchId(random::uuid());
    let mut tx = pool.begin().await.unwrap();
    delirious::store::live::tell(&mut tx, Change::Match(id)).await.unwrap();
    tx.commit().await.unwrap();
    let heard = tokio::time::timeout(PATIENCE, listener.next()).await.expect("it listens again").unwrap();
    assert_eq!(heard, Change::Match(id));
}

#[sqlx::test]
async fn a_table_of_one_board_and_strangers_are_told_apart(pool: PgPool) {
    let table = Table::running(&pool, "worst-move").await;
    let eve = person(&pool, "eve").await;
    let mut conn = pool.acquire().await.unwrap();
    let found = talk::table(&mut conn, table.id).await.unwrap().unwrap();
    assert_eq!((found.seat_count, found.seat_of(table.people[1])), (2, Some(Seat::Black2)));
    assert_eq!(found.seat_of(eve), None);
    assert_eq!(talk::table(&mut conn, MatchId(random::uuid())).await.unwrap(), None);
}

#[sqlx::test]
async fn a_substitute_hears_what_the_team_said_and_who_left_does_not(pool: PgPool) {
    let table = Table::running(&pool, "classic-bughouse").await;
    say(&pool, &table, 0, FIRST, "our plan").await;
    let (app, id, [ana, bruno, _, dora]) = (&table.app, table.id, table.people);
    let eve = person(&pool, "eve").await;
    let hears = async |who| actions::read_talk(app, who, id, Reading::Unmarked).await;
    assert_eq!(hears(dora).await.unwrap().rooms[0].words[0].text, "our plan");
    actions::leave_for_good(app, dora, id, random::uuid()).await.unwrap();
    assert!(matches!(hears(dora).await, Err(TalkError::NotAtTable)));
    assert_eq!(unread(&pool, &table, 3).await, Unread::default());
    actions::ask_to_substitute(app, eve, id, random::uuid(), Seat::Black4).await.unwrap();
    assert!(matches!(hears(eve).await, Err(TalkError::NotAtTable)), "asking is not sitting");
    let seats = table.view(0).await.seats;
    let vacant = seats.iter().find_map(|seat| seat.vacant.as_ref()).unwrap();
    let asked = vacant.candidates[0].seq;
    for word in [ana, bruno] {
        actions::agree_substitute(app, word, id, random::uuid(), asked).await.unwrap();
    }
    let heard = hears(eve).await.unwrap();
    assert_eq!((heard.you, heard.rooms[0].words[0].text.as_str()), (Seat::Black4, "our plan"));
    let mut conn = pool.acquire().await.unwrap();
    let counted = talk::unread_of(&mut conn, eve).await.unwrap();
    assert_eq!(counted[&id], Unread { team: 1, table: 0 });
}
