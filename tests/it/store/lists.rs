//! The read model and what lists find in it; invitations.

use super::scene::{START, account_id, match_id, open_match, save};
use delirious::domain::ids::MatchId;
use delirious::domain::page::PageKey;
use delirious::domain::seat::{BoardNo, Seat};
use delirious::store::invitations::{self, Invitation, Invited};
use delirious::store::matches::{JoinPolicy, MatchRow, MatchStatus, SeatRow, TurnRow, find_match};
use delirious::store::{lists, mine};
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// A running match of accounts 1 to 4, where each of `turns` is a board's decider and deadline in hours.
fn running(n: u128, turns: &[(Seat, i64)]) -> MatchRow {
    let account = |seat: Seat| account_id(seat as u128 + 1);
    MatchRow {
        status: MatchStatus::Running,
        started_at: Some(START),
        seats: Seat::ALL.map(|seat| SeatRow { seat, account: account(seat), asked: false }).to_vec(),
        turns: turns
            .iter()
            .map(|(seat, hours)| TurnRow {
                board: seat.board(),
                mover: *seat,
                decider: *seat,
                decider_account: account(*seat),
                seq: 5,
                deadline: Some(START + Duration::hours(*hours)),
            })
            .collect(),
        next_deadline: turns.iter().map(|(_, hours)| START + Duration::hours(*hours)).min(),
        ..open_match(n, START)
    }
}

fn over(n: u128, ended_at: OffsetDateTime) -> MatchRow {
    MatchRow {
        status: MatchStatus::Over,
        ended_at: Some(ended_at),
        result: Some("draw by agreement".to_owned()),
        ..running(n, &[])
    }
}

async fn saved(pool: &PgPool, rows: &[MatchRow]) {
    for row in rows {
        save(pool, row).await;
    }
}

#[sqlx::test]
async fn a_read_model_is_what_was_written_last(pool: PgPool) {
    let mut row = open_match(1, START);
    save(&pool, &row).await;
    row.seats = vec![
        SeatRow { seat: Seat::White1, account: account_id(2), asked: true },
        SeatRow { seat: Seat::Black2, account: account_id(1), asked: false },
    ];
    save(&pool, &row).await;
    let mut conn = pool.acquire().await.unwrap();
    assert_eq!(find_match(&mut conn, row.id).await.unwrap(), Some(row.clone()), "seats may be exchanged");

    let row = MatchRow { seq: 9, ..running(1, &[(Seat::White1, 5), (Seat::Black4, 3)]) };
    save(&pool, &row).await;
    assert_eq!(find_match(&mut conn, row.id).await.unwrap(), Some(row.clone()));
    assert_eq!(row.next_deadline, Some(START + Duration::hours(3)));
    assert_eq!(row.seat_of(account_id(4)), Some(Seat::Black4));

    let row = over(1, START + Duration::DAY);
    save(&pool, &row).await;
    assert_eq!(find_match(&mut conn, row.id).await.unwrap(), Some(row), "no turn is left");
}

#[sqlx::test]
async fn one_account_holds_one_seat_of_a_match(pool: PgPool) {
    let mut row = open_match(1, START);
    row.seats.push(SeatRow { seat: Seat::Black4, account: account_id(1), asked: false });
    let mut tx = pool.begin().await.unwrap();
    assert!(delirious::store::matches::save_read_model(&mut tx, &row).await.is_err());
}

#[sqlx::test]
async fn my_matches_put_my_turn_first_by_deadline(pool: PgPool) {
    let rows = [
        over(1, START + Duration::HOUR),
        over(2, START + Duration::DAY),
        open_match(3, START),
        running(4, &[(Seat::Black2, 1)]),
        running(5, &[(Seat::White1, 9), (Seat::White3, 2)]),
        running(6, &[(Seat::White1, 8)]),
        MatchRow { status: MatchStatus::Cancelled, ended_at: Some(START), ..open_match(7, START) },
        MatchRow { seats: Vec::new(), ..open_match(8, START) },
    ];
    saved(&pool, &rows).await;
    let mine = mine::my_matches(&pool, account_id(1), None, 50).await.unwrap();
    let order: Vec<u128> = mine.iter().map(|m| m.key.id.0.as_u128()).collect();
    assert_eq!(order, [6, 5, 4, 3, 2, 1], "my turn, running, open, over with the latest first");
    assert_eq!(mine[0].my_deadline, Some(START + Duration::hours(8)));
    assert_eq!(mine[2].my_deadline, None);

    assert_eq!(lists::next_match(&pool, account_id(1), None).await.unwrap(), Some(match_id(6)));
    assert_eq!(lists::next_match(&pool, account_id(1), Some(match_id(6))).await.unwrap(), Some(match_id(5)));
    assert_eq!(lists::next_match(&pool, account_id(4), None).await.unwrap(), None);
}

#[sqlx::test]
async fn the_chooser_has_the_turn_not_the_mover(pool: PgPool) {
    let mut row = running(1, &[]);
    row.turns.push(TurnRow {
        board: BoardNo::One,
        mover: Seat::White1,
        decider: Seat::Black2,
        decider_account: account_id(2),
        seq: 6,
        deadline: Some(START + Duration::DAY),
    });
    save(&pool, &row).await;
    assert_eq!(lists::next_match(&pool, account_id(2), None).await.unwrap(), Some(match_id(1)));
    assert_eq!(lists::next_match(&pool, account_id(1), None).await.unwrap(), None);
}

/// Walks a list page by page, `size` rows each, and gives every id in the order seen.
async fn walk<F>(size: usize, mut page: impl FnMut(Option<PageKey>) -> F) -> Vec<u128>
where
    F: Future<Output = Vec<PageKey>>,
{
    let (mut seen, mut before) = (Vec::new(), None);
    loop {
        let rows = page(before).await;
        assert!(rows.len() <= size);
        seen.extend(rows.iter().map(|key| key.id.0.as_u128()));
        before = rows.last().copied();
        if before.is_none() {
            return seen;
        }
    }
}

#[sqlx::test]
async fn the_archive_is_walked_without_doubles_or_gaps(pool: PgPool) {
    // Matches 10 to 16; three ended in the same moment.
    for n in 10..17_u128 {
        let hours = [0, 1, 2, 2, 2, 3, 4][usize::try_from(n - 10).unwrap()];
        save(&pool, &over(n, START + Duration::hours(hours))).await;
    }
    saved(&pool, &[open_match(1, START), running(2, &[(Seat::White1, 1)])]).await;
    for size in 1..=8_u32 {
        let pool = &pool;
        let page = |before| async move { lists::archive(pool, before, size).await.unwrap() };
        assert_eq!(walk(size as usize, page).await, [16, 15, 14, 13, 12, 11, 10], "pages of {size}");
    }
}

#[sqlx::test]
async fn open_tables_are_those_that_anyone_may_join(pool: PgPool) {
    let invited = MatchRow { join: JoinPolicy::Invited, ..open_match(3, START) };
    let later = open_match(2, START + Duration::HOUR);
    saved(&pool, &[open_match(1, START), later, invited, running(4, &[])]).await;
    let pool = &pool;
    let page = |before| async move { lists::open_tables(pool, before, 1).await.unwrap() };
    assert_eq!(walk(1, page).await, [2, 1]);
}

#[sqlx::test]
async fn overdue_matches_are_found_by_their_earliest_turn(pool: PgPool) {
    let rows = [
        running(1, &[(Seat::White1, 5)]),
        running(2, &[(Seat::White1, 9), (Seat::White3, 2)]),
        over(3, START),
    ];
    saved(&pool, &rows).await;
    let overdue = async |hours: i64| -> Vec<MatchId> {
        lists::overdue_matches(&pool, START + Duration::hours(hours), 10).await.unwrap()
    };
    assert_eq!(overdue(1).await, []);
    assert_eq!(overdue(2).await, [match_id(2)], "due at the very moment");
    assert_eq!(overdue(6).await, [match_id(2), match_id(1)], "longest overdue first");
    assert_eq!(lists::overdue_matches(&pool, START + Duration::DAY, 1).await.unwrap().len(), 1);
    assert_eq!(lists::next_deadline(&pool).await.unwrap(), Some(START + Duration::hours(2)));
    assert_eq!(lists::unfinished_matches(&pool, Some(match_id(1)), 10).await.unwrap(), [match_id(2)]);
}

fn invitation(n: u128, to: Invited) -> Invitation {
    Invitation {
        id: Uuid::from_u128(n),
        match_id: match_id(1),
        created_by: account_id(1),
        to,
        seat: Some(Seat::Black4),
        created_at: START,
        expires_at: START + Duration::WEEK,
        revoked_at: None,
        used_at: None,
    }
}

#[sqlx::test]
async fn a_personal_invitation_is_used_once_and_a_link_often(pool: PgPool) {
    save(&pool, &open_match(1, START)).await;
    let mut conn = pool.acquire().await.unwrap();
    let personal = invitation(1, Invited::Address("eva@example.org".to_owned()));
    let link = invitation(2, Invited::Anyone);
    for new in [&personal, &link] {
        invitations::insert_invitation(&mut conn, new).await.unwrap();
    }
    invitations::insert_invitation_token(&mut conn, personal.id, [3; 32], START).await.unwrap();
    assert_eq!(invitations::invitation_by_token(&mut conn, [3; 32]).await.unwrap(), Some(personal.clone()));
    assert_eq!(invitations::invitation_by_token(&mut conn, [4; 32]).await.unwrap(), None);

    for (id, answers) in [(personal.id, [true, false]), (link.id, [true, true])] {
        for answer in answers {
            assert_eq!(
                invitations::use_invitation(&mut conn, id, account_id(5), START).await.unwrap(),
                answer
            );
        }
    }
    let used = invitations::find_invitation(&mut conn, personal.id).await.unwrap().unwrap();
    assert!(!used.holds(START) && link.holds(START));
}

#[sqlx::test]
async fn invitations_end_by_time_and_by_their_sender(pool: PgPool) {
    save(&pool, &open_match(1, START)).await;
    let mut conn = pool.acquire().await.unwrap();
    let link = invitation(1, Invited::Anyone);
    let by_name = invitation(2, Invited::Account(account_id(7)));
    for new in [&link, &by_name] {
        invitations::insert_invitation(&mut conn, new).await.unwrap();
    }
    assert_eq!(invitations::invited_matches(&pool, account_id(7), START).await.unwrap(), [match_id(1)]);
    let late = START + Duration::WEEK;
    assert!(!invitations::use_invitation(&mut conn, link.id, account_id(7), late).await.unwrap());
    let found =
        invitations::invitation_for_account(&mut conn, match_id(1), account_id(7), START).await.unwrap();
    assert_eq!(found, Some(by_name.clone()));

    assert!(!invitations::revoke_invitation(&mut conn, match_id(9), by_name.id, START).await.unwrap());
    assert!(invitations::revoke_invitation(&mut conn, match_id(1), by_name.id, START).await.unwrap());
    assert!(!invitations::use_invitation(&mut conn, by_name.id, account_id(7), START).await.unwrap());
    assert!(invitations::invited_matches(&pool, account_id(7), START).await.unwrap().is_empty());
    assert_eq!(invitations::invitations_of_match(&mut conn, match_id(1)).await.unwrap().len(), 2);
}

#[sqlx::test]
async fn invitations_are_counted_by_sender_and_by_recipient(pool: PgPool) {
    save(&pool, &open_match(1, START)).await;
    let mut conn = pool.acquire().await.unwrap();
    for (n, to) in [
        (1, Invited::Anyone),
        (2, Invited::Address("Eva@example.org".to_owned())),
        (3, Invited::Account(account_id(7))),
    ] {
        invitations::insert_invitation(&mut conn, &invitation(n, to)).await.unwrap();
    }
    assert_eq!(
        invitations::invitations_sent(&mut conn, account_id(1), START).await.unwrap(),
        2,
        "links are free"
    );
    let later = START + Duration::SECOND;
    assert_eq!(invitations::invitations_sent(&mut conn, account_id(1), later).await.unwrap(), 0);
    assert_eq!(invitations::invitations_received(&mut conn, "eva@EXAMPLE.org", START).await.unwrap(), 1);
}
