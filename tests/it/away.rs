//! Vacations ordered for all matches at once, and players who leave for good (RULES §12).

use crate::helpers::PASSWORD;
use crate::table::{START, Table, count, kinds, person};
use argon2::PasswordHasher;
use delirious::actions::away;
use delirious::actions::{self, OpenMatch, SettingsError};
use delirious::domain::ids::MatchId;
use delirious::domain::seat::{BoardNo, Seat};
use delirious::domain::view::{Phase, View};
use delirious::random;
use sqlx::PgPool;
use time::Duration;

const DAY: Duration = Duration::DAY;

async fn view(table: &Table, id: MatchId) -> View {
    actions::view_match(&table.app, id, Some(table.people[0]), None).await.unwrap()
}

/// Whether ana is away in this match, now or by plan.
async fn is_away(table: &Table, id: MatchId) -> bool {
    view(table, id).await.seats.iter().any(|held| held.seat == Seat::White1 && held.vacation.is_some())
}

async fn job(table: &Table) {
    while away::carry_out(&table.app, None, 50).await.unwrap() > 0 {}
}

#[sqlx::test]
async fn a_vacation_reaches_every_match_also_one_that_begins_later(pool: PgPool) {
    let table = Table::running(&pool, "monteiro-bughouse").await;
    let duel = table.duel("Duel").await;
    let refused = away::plan(&table.app, table.people[0], START, START + DAY * 7).await.unwrap();
    assert_eq!(refused, []);
    assert!(is_away(&table, table.id).await && is_away(&table, duel).await);

    table.clock.advance(DAY);
    let later = table.duel("Later").await;
    assert!(!is_away(&table, later).await);
    job(&table).await;
    assert!(is_away(&table, later).await, "it began in the vacation");
    assert_eq!(count(&pool, later, "vacation_began").await, 1);

    table.clock.set(START + DAY * 8);
    actions::expire_turns(&table.app, 50).await.unwrap();
    assert_eq!(count(&pool, duel, "vacation_ended").await, 1);
    let after = table.duel("After").await;
    job(&table).await;
    assert!(!is_away(&table, after).await, "the vacation was over");
}

#[sqlx::test]
async fn coming_back_early_ends_it_everywhere_and_a_new_plan_replaces_the_old(pool: PgPool) {
    let table = Table::running(&pool, "monteiro-bughouse").await;
    let duel = table.duel("Duel").await;
    let ana = table.people[0];
    away::plan(&table.app, ana, START + DAY * 5, START + DAY * 9).await.unwrap();
    away::plan(&table.app, ana, START + DAY * 20, START + DAY * 22).await.unwrap();
    job(&table).await;
    let mine = view(&table, duel).await.seats.into_iter().find(|held| held.seat == Seat::White1).unwrap();
    assert_eq!(mine.vacation.unwrap().from, START + DAY * 20);
    assert!(away::end(&table.app, ana).await.unwrap());
    assert!(!away::end(&table.app, ana).await.unwrap(), "none stands any more");
    assert!(!is_away(&table, table.id).await && !is_away(&table, duel).await);
    assert_eq!(away::standing(&table.app, ana).await.unwrap(), []);
}

#[sqlx::test]
async fn two_workers_tell_each_match_once(pool: PgPool) {
    let table = Table::running(&pool, "monteiro-bughouse").await;
    for n in 0..60 {
        table.duel(&format!("Duel {n}")).await;
    }
    away::plan(&table.app, table.people[0], START + DAY, START + DAY * 2).await.unwrap();
    let (a, b) = tokio::join!(away::carry_out(&table.app, None, 100), away::carry_out(&table.app, None, 100));
    assert!(a.unwrap() > 0 || b.unwrap() > 0, "the page told only the first of them");
    job(&table).await;
    let heard: i64 = sqlx::query_scalar("select count(*) from away_done where refused is null")
        .fetch_one(&pool)
        .await
        .unwrap();
    assert_eq!(heard, 61);
}

#[sqlx::test]
async fn a_match_with_too_few_vacation_days_says_so(pool: PgPool) {
    let table = Table::running(&pool, "monteiro-bughouse").await;
    let refused = away::plan(&table.app, table.people[0], START, START + DAY * 31).await.unwrap();
    assert_eq!(refused.len(), 1);
    assert_eq!(refused[0].0, table.id);
    assert!(refused[0].1.contains("30"), "it names the days that are left: {}", refused[0].1);
    assert!(away::plan(&table.app, table.people[0], START - DAY, START).await.is_err(), "it would be over");
}

#[sqlx::test]
async fn vacation_days_are_used_by_themselves_where_the_player_wants_it(pool: PgPool) {
    let table = Table::with(&pool, "monteiro-bughouse", |form| "forfeit".clone_into(&mut form.lapse)).await;
    away::auto(&table.app, table.people[0], true).await.unwrap();
    away::auto(&table.app, table.people[2], true).await.unwrap();
    table.clock.advance(DAY * 3);
    assert_eq!(actions::expire_turns(&table.app, 10).await.unwrap(), 1);
    assert_eq!(count(&pool, table.id, "time_ran_out").await, 0);
    assert_eq!(count(&pool, table.id, "vacation_began").await, 2);
    // Whoever comes back plays, and the rest of the day is not charged.
    table.play(BoardNo::One).await.unwrap();
    away::auto(&table.app, table.people[2], false).await.unwrap();
    table.clock.advance(DAY * 2);
    actions::expire_turns(&table.app, 10).await.unwrap();
    assert_eq!(count(&pool, table.id, "time_ran_out").await, 1, "without the days the time runs out");
}

async fn with_password(pool: &PgPool) {
    let hash = argon2::Argon2::default().hash_password(PASSWORD.as_bytes()).unwrap().to_string();
    sqlx::query("update accounts set password_hash = $1").bind(hash).execute(pool).await.unwrap();
}

#[sqlx::test]
async fn a_deleted_account_opens_its_running_seats_and_frees_the_others(pool: PgPool) {
    let table = Table::running(&pool, "monteiro-bughouse").await;
    with_password(&pool).await;
    let ana = table.people[0];
    let form = OpenMatch {
        name: "Not begun".to_owned(),
        preset: "worst-move".to_owned(),
        allowance_days: 3,
        join: "anyone".to_owned(),
        seat: Some(Seat::White1),
        ..OpenMatch::default()
    };
    let alone = actions::open_match(&table.app, ana, form).await.unwrap();
    let wrong = actions::delete_account(&table.app, ana, "guess guess".into()).await;
    assert!(matches!(wrong, Err(SettingsError::WrongPassword)));

    actions::delete_account(&table.app, ana, PASSWORD.into()).await.unwrap();

    assert_eq!(kinds(&pool, alone).await.last().unwrap(), "match_cancelled");
    let bruno = table.view(1).await;
    let empty = bruno.seats.iter().find(|held| held.seat == Seat::White1).unwrap();
    assert!(empty.player.is_none() && empty.vacant.is_some());
    assert!(bruno.turns.iter().all(|turn| turn.deadline.is_none()), "all clocks stand");

    table.clock.advance(DAY * 7);
    assert_eq!(actions::expire_turns(&table.app, 10).await.unwrap(), 1);
    let Phase::Over { result, .. } = table.view(1).await.phase else { panic!("the seat resigns") };
    assert_eq!(result, "Black2+White3 wins by resignation");
}

#[sqlx::test]
async fn a_seat_goes_to_nobody_whose_account_is_gone(pool: PgPool) {
    let table = Table::running(&pool, "monteiro-bughouse").await;
    with_password(&pool).await;
    let [ana, bruno, _, dora] = table.people;
    actions::leave_for_good(&table.app, ana, table.id, random::uuid()).await.unwrap();
    let eva = person(&pool, "eva").await;
    with_password(&pool).await;
    actions::ask_to_substitute(&table.app, eva, table.id, random::uuid(), Seat::White1).await.unwrap();
    let seats = table.view(1).await.seats;
    let asked = seats[0].vacant.as_ref().unwrap().candidates[0].seq;
    actions::delete_account(&table.app, eva, PASSWORD.into()).await.unwrap();
    for voter in [dora, bruno] {
        let told = actions::agree_substitute(&table.app, voter, table.id, random::uuid(), asked).await;
        assert!(told.is_err(), "there is nobody to agree to");
    }
    assert_eq!(count(&pool, table.id, "substitute_seated").await, 0);
}

#[sqlx::test]
async fn a_vacation_that_is_over_takes_none_away_that_was_planned_in_a_match_since(pool: PgPool) {
    let table = Table::running(&pool, "monteiro-bughouse").await;
    let duel = table.duel("Duel").await;
    let ana = table.people[0];
    away::plan(&table.app, ana, START, START + DAY * 2).await.unwrap();
    table.clock.set(START + DAY * 4);
    actions::expire_turns(&table.app, 50).await.unwrap();
    let until = START + DAY * 10;
    actions::plan_vacation(&table.app, ana, duel, random::uuid(), START + DAY * 4, until).await.unwrap();
    away::plan(&table.app, ana, START + DAY * 20, START + DAY * 22).await.unwrap();
    job(&table).await;
    assert_eq!(count(&pool, duel, "vacation_given_up").await, 0);
    let mine = view(&table, duel).await.seats.into_iter().find(|held| held.seat == Seat::White1).unwrap();
    assert_eq!(mine.vacation.unwrap().until, until);
}
