//! Matches on a real database: races, repeats, refusals, deadlines, mails owed.

use crate::table::{START, Table, count, kinds, server};
use delirious::actions::{self, MatchError, RefusedKind, TakeSeat};
use delirious::domain::ids::MatchId;
use delirious::domain::seat::{BoardNo, Seat};
use delirious::domain::view::Phase;
use delirious::random;
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;
use time::Duration;
use uuid::Uuid;

const ROUNDS: usize = 40;

#[sqlx::test]
async fn a_match_starts_by_itself_and_rolls_for_both_boards(pool: PgPool) {
    let table = Table::running(&pool, "bughouse-worst-move").await;
    let log = kinds(&pool, table.id).await;
    let expected = [
        "match_opened",
        "seat_taken",
        "seat_taken",
        "seat_taken",
        "seat_taken",
        "game_started",
        "rolled",
        "rolled",
    ];
    assert_eq!(log, expected);
    let view = table.view(0).await;
    assert_eq!(view.phase, Phase::Running);
    assert_eq!(view.turns.len(), 2);
}

#[sqlx::test]
async fn of_two_submissions_of_one_turn_one_plays_and_the_other_is_told(pool: PgPool) {
    let table = Table::running(&pool, "bughouse-worst-move").await;
    for _ in 0..ROUNDS {
        if table.turn(BoardNo::One).await.is_none() {
            break;
        }
        let before = count(&pool, table.id, "moved").await;
        let (who, first) = table.next(BoardNo::One).await;
        let mut second = first.clone();
        second.key = random::uuid();
        let (a, b) = tokio::join!(
            actions::submit_move(&table.app, who, table.id, first),
            actions::submit_move(&table.app, who, table.id, second),
        );
        assert!(a.is_ok() != b.is_ok(), "one plays: {a:?} {b:?}");
        let told = a.err().or(b.err()).unwrap();
        assert!(
            matches!(told, MatchError::Refused { kind: RefusedKind::Conflict | RefusedKind::Forbidden, .. }),
            "{told:?}"
        );
        assert_eq!(count(&pool, table.id, "moved").await, before + 1);
    }
}

#[sqlx::test]
async fn the_same_key_twice_is_one_event(pool: PgPool) {
    let table = Table::running(&pool, "bughouse-worst-move").await;
    let (who, submit) = table.next(BoardNo::One).await;
    let again = submit.clone();
    let (a, b) = tokio::join!(
        actions::submit_move(&table.app, who, table.id, submit.clone()),
        actions::submit_move(&table.app, who, table.id, submit),
    );
    assert!(a.is_ok() && b.is_ok(), "a repeat shows the page: {a:?} {b:?}");
    actions::submit_move(&table.app, who, table.id, again.clone()).await.unwrap();
    assert_eq!(count(&pool, table.id, "moved").await, 1);
    let other = actions::SubmitMove { mv: "a1a8".to_owned(), ..again };
    let refused = actions::submit_move(&table.app, who, table.id, other).await.unwrap_err();
    assert!(matches!(refused, MatchError::KeyReused), "{refused:?}");
}

#[sqlx::test]
async fn moves_on_both_boards_at_once_both_play(pool: PgPool) {
    let table = Table::running(&pool, "bughouse-worst-move").await;
    for _ in 0..ROUNDS {
        let boards = (table.turn(BoardNo::One).await, table.turn(BoardNo::Two).await);
        let (Some(_), Some(_)) = boards else { break };
        let (one, first) = table.next(BoardNo::One).await;
        let (two, second) = table.next(BoardNo::Two).await;
        let before = count(&pool, table.id, "moved").await;
        let (a, b) = tokio::join!(
            actions::submit_move(&table.app, one, table.id, first),
            actions::submit_move(&table.app, two, table.id, second),
        );
        let played = usize::from(a.is_ok()) + usize::from(b.is_ok());
        assert_eq!(count(&pool, table.id, "moved").await, before + played);
        let over = matches!(table.view(0).await.phase, Phase::Over { .. });
        assert!(played == 2 || over, "{a:?} {b:?}");
    }
}

#[sqlx::test]
// One board: a second one would have a deadline of its own at the same moment.
async fn a_move_against_a_time_out_under_two_servers_gives_exactly_one(pool: PgPool) {
    let table = Table::with(&pool, "worst-move", |form| "forfeit".clone_into(&mut form.lapse)).await;
    for round in 0..ROUNDS {
        let Some(turn) = table.turn(BoardNo::One).await else { break };
        table.clock.set(turn.deadline.unwrap() - Duration::milliseconds(1));
        let (other, _hand) = server(&pool, turn.deadline.unwrap());
        let (who, submit) = table.next(BoardNo::One).await;
        let moves = count(&pool, table.id, "moved").await;
        let (played, settled) = if round % 2 == 0 {
            tokio::join!(
                actions::submit_move(&table.app, who, table.id, submit),
                actions::expire_turns(&other, 10)
            )
        } else {
            let (settled, played) = tokio::join!(
                actions::expire_turns(&other, 10),
                actions::submit_move(&table.app, who, table.id, submit)
            );
            (played, settled)
        };
        settled.unwrap();
        let moved = count(&pool, table.id, "moved").await - moves;
        let lapsed = count(&pool, table.id, "time_ran_out").await;
        assert_eq!(moved + lapsed, 1, "exactly one of them: {played:?}");
        assert_eq!(played.is_ok(), moved == 1);
        if lapsed == 1 {
            // A late chooser gives the choice back to the mover; a late mover loses.
            let over = matches!(table.view(0).await.phase, Phase::Over { .. });
            let handed_over = table.turn(BoardNo::One).await.is_some_and(|now| now.decider == turn.mover);
            assert!(over || (turn.decider != turn.mover && handed_over));
            return;
        }
    }
}

#[sqlx::test]
async fn an_overdue_turn_ends_by_itself_exactly_once(pool: PgPool) {
    let table =
        Table::with(&pool, "bughouse-worst-move", |form| "opponent-chooses".clone_into(&mut form.lapse))
            .await;
    table.clock.advance(Duration::days(3));
    let (other, _hand) = server(&pool, START + Duration::days(3));
    let (a, b) = tokio::join!(actions::expire_turns(&table.app, 10), actions::expire_turns(&other, 10));
    assert_eq!(a.unwrap() + b.unwrap(), 1, "one server settles the match, once");
    assert_eq!(count(&pool, table.id, "time_ran_out").await, 2, "one for each board");
    assert_eq!(actions::expire_turns(&table.app, 10).await.unwrap(), 0);
    let view = table.view(0).await;
    assert_eq!(view.phase, Phase::Running);
    assert!(view.turns.iter().all(|turn| turn.deadline == Some(START + Duration::days(6))));
}

#[sqlx::test]
async fn a_stale_board_is_refused_and_says_so(pool: PgPool) {
    let table = Table::running(&pool, "classic-bughouse").await;
    let (who, mut submit) = table.next(BoardNo::One).await;
    table.play(BoardNo::One).await.unwrap();
    submit.key = random::uuid();
    let refused = actions::submit_move(&table.app, who, table.id, submit).await.unwrap_err();
    let MatchError::Refused { kind, message, view } = refused else { panic!("{refused:?}") };
    assert_eq!(kind, RefusedKind::Conflict);
    assert!(!message.is_empty());
    assert!(view.is_some(), "the page as it is now comes with the refusal");
}

#[sqlx::test]
async fn a_move_stays_good_when_the_other_board_has_moved(pool: PgPool) {
    let table = Table::running(&pool, "classic-bughouse").await;
    let (who, submit) = table.next(BoardNo::One).await;
    table.play(BoardNo::Two).await.unwrap();
    actions::submit_move(&table.app, who, table.id, submit).await.unwrap();
}

#[sqlx::test]
async fn each_decision_owes_its_mails_to_the_right_people(pool: PgPool) {
    let table = Table::running(&pool, "bughouse-worst-move").await;
    for _ in 0..20 {
        if table.turn(BoardNo::One).await.is_none() {
            break;
        }
        table.play(BoardNo::One).await.unwrap();
        let Some(turn) = table.turn(BoardNo::One).await else { break };
        let owed: Vec<(String, Uuid)> = sqlx::query_as("select kind, account_id from outbox where seq = $1 and kind in ('turn', 'choose', 'chosen_for') order by kind")
            .bind(i64::try_from(turn.seq).unwrap())
            .fetch_all(&pool)
            .await
            .unwrap();
        let (mover, decider) = (table.people[turn.mover as usize].0, table.people[turn.decider as usize].0);
        let expected = if turn.mover == turn.decider {
            vec![("turn".to_owned(), mover)]
        } else {
            vec![("choose".to_owned(), decider), ("chosen_for".to_owned(), mover)]
        };
        assert_eq!(owed, expected);
    }
}

#[sqlx::test]
async fn a_snapshot_agrees_with_the_replay_and_a_wrong_one_is_thrown_away(pool: PgPool) {
    let table = Table::running(&pool, "bughouse-worst-move").await;
    let mut snapshots = 0;
    for turn in 0..200 {
        let board = BoardNo::ALL[turn % 2];
        if table.turn(board).await.is_some() {
            table.play(board).await.unwrap();
        }
        snapshots =
            sqlx::query_scalar::<_, i64>("select count(*) from snapshots").fetch_one(&pool).await.unwrap();
        if snapshots > 0 {
            break;
        }
    }
    assert_eq!(snapshots, 1);
    assert!(actions::check_snapshot(&table.app, table.id).await.unwrap());
    let before = table.view(0).await;
    sqlx::query("update snapshots set state = convert_to(replace(convert_from(state, 'UTF8'), 'Tuesday', 'Mondays'), 'UTF8')")
        .execute(&pool)
        .await
        .unwrap();
    assert!(!actions::check_snapshot(&table.app, table.id).await.unwrap());
    assert_eq!(table.view(0).await, before, "after that the log alone counts");
}

#[sqlx::test]
async fn who_does_not_sit_there_plays_nothing(pool: PgPool) {
    let table = Table::running(&pool, "bughouse-worst-move").await;
    let (_, submit) = table.next(BoardNo::One).await;
    let stranger = crate::table::person(&pool, "eve").await;
    let refused = actions::submit_move(&table.app, stranger, table.id, submit).await.unwrap_err();
    assert!(matches!(refused, MatchError::Refused { kind: RefusedKind::Forbidden, .. }), "{refused:?}");
    assert_eq!(count(&pool, table.id, "moved").await, 0);
    let view = actions::view_match(&table.app, table.id, Some(stranger), None).await.unwrap();
    assert!(view.turns.iter().all(|turn| turn.legal.is_empty()), "only the decider is offered moves");
}

#[sqlx::test]
async fn resigning_ends_the_match_for_the_team_and_it_stands_in_the_archive(pool: PgPool) {
    let table = Table::running(&pool, "bughouse-worst-move").await;
    let key = random::uuid();
    actions::resign(&table.app, table.people[3], table.id, key).await.unwrap();
    let view = table.view(3).await;
    let Phase::Over { result, .. } = &view.phase else { panic!("{:?}", view.phase) };
    assert_eq!(result, "Black2+White3 wins by resignation");
    actions::resign(&table.app, table.people[3], table.id, key).await.unwrap();
    let archive = actions::archive(&table.app, None, None).await.unwrap();
    assert_eq!(archive.cards.len(), 1);
    let ends: i64 = sqlx::query_scalar("select count(*) from outbox where kind = 'match_end'")
        .fetch_one(&pool)
        .await
        .unwrap();
    assert_eq!(ends, 4, "all four are told");
}

#[sqlx::test]
async fn a_form_that_is_sent_twice_opens_one_match_and_nobody_elses(pool: PgPool) {
    let (app, _clock) = server(&pool, START);
    let (ana, eve) = (crate::table::person(&pool, "ana").await, crate::table::person(&pool, "eve").await);
    let form = actions::OpenMatch {
        id: Some(MatchId(random::uuid())),
        name: "Once".to_owned(),
        preset: "dice-chess".to_owned(),
        allowance_days: 3,
        join: "anyone".to_owned(),
        ..actions::OpenMatch::default()
    };
    let (a, b) = tokio::join!(
        actions::open_match(&app, ana, form.clone()),
        actions::open_match(&app, ana, form.clone()),
    );
    assert_eq!(a.unwrap(), b.unwrap());
    let again = actions::open_match(&app, ana, form.clone()).await.unwrap();
    assert_eq!(kinds(&pool, again).await, ["match_opened"]);
    let refused = actions::open_match(&app, eve, form).await.unwrap_err();
    assert!(matches!(refused, MatchError::KeyReused), "{refused:?}");
}

#[sqlx::test]
async fn renewed_chains_go_on_after_the_next_salt_and_the_readiness_of_another_key_fails(pool: PgPool) {
    let table = Table::running(&pool, "bughouse-worst-move").await;
    actions::ready(&table.app).await.unwrap();
    let other = crate::table::server_with_key(&pool, START, "08");
    assert!(matches!(actions::ready(&other).await, Err(actions::NotReady::ForeignKey(id)) if id == table.id));
    let (who, submit) = table.next(BoardNo::One).await;
    let refused = actions::submit_move(&other, who, table.id, submit.clone()).await.unwrap_err();
    assert!(matches!(refused, MatchError::Refused { kind: RefusedKind::Conflict, .. }), "{refused:?}");
    assert_eq!(
        count(&pool, table.id, "moved").await,
        0,
        "nothing is played with dice that nobody could check"
    );
    assert_eq!(actions::renew_chains(&other).await.unwrap(), 1);
    actions::ready(&other).await.unwrap();
    let (who, submit) = table.next(BoardNo::One).await;
    actions::submit_move(&other, who, table.id, submit).await.unwrap();
    assert_eq!(count(&pool, table.id, "chains_renewed").await, 1);
    let export = actions::export(&other, table.id).await.unwrap();
    delirious::domain::game::verify(&export).unwrap();
}

/// Whoever holds a connection while waiting for another can stop everybody, once as many do so as the pool has.
#[sqlx::test]
async fn nobody_holds_a_connection_and_waits_for_another(pool: PgPool) {
    let table = Table::open(&pool).await;
    let one = PgPoolOptions::new().max_connections(1).acquire_timeout(std::time::Duration::from_secs(2));
    let narrow = one.connect_with((*pool.connect_options()).clone()).await.unwrap();
    let (app, _) = server(&narrow, START);
    let [ana, bruno, caio, dora] = table.people;
    let id = table.id;

    let taken = TakeSeat { seat: Some(Seat::White1), ..TakeSeat::default() };
    let refused = actions::take_seat(&app, bruno, id, taken).await.unwrap_err();
    assert!(matches!(refused, MatchError::Refused { kind: RefusedKind::Conflict, .. }), "{refused:?}");
    actions::invite(&app, ana, id, "bruno").await.unwrap();
    actions::invitation_link(&app, ana, id).await.unwrap();
    assert_eq!(actions::invitations(&app, ana, id).await.unwrap().list.len(), 2);
    actions::joinable(&app, id, Some(bruno), None).await.unwrap();
    for who in [bruno, caio, dora] {
        actions::take_seat(&app, who, id, TakeSeat::default()).await.unwrap();
        actions::my_matches(&app, who, None).await.unwrap();
    }
    let (who, mut submit) = table.next(BoardNo::One).await;
    submit.mv = "a1a1".to_owned();
    actions::submit_move(&app, who, id, submit).await.unwrap_err();
    let (who, submit) = table.next(BoardNo::One).await;
    actions::submit_move(&app, who, id, submit).await.unwrap();
    actions::view_match(&app, id, None, Some(1)).await.unwrap();
    actions::proof(&app, id).await.unwrap();
    actions::ready(&app).await.unwrap();
    actions::resign(&app, ana, id, random::uuid()).await.unwrap();
}
