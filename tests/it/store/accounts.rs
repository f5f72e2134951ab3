//! Accounts: signing up, proving an address, logging in, forgetting and resetting, sessions, leaving.

use super::scene::{
    PASSWORD, START, account_id, app, form, mailed_token, member, open_match, owed, save, session, signed_up,
};
use argon2::{Argon2, Params, PasswordHasher};
use delirious::actions::{
    self, LogInError, Session, SettingsError, SignUp, SignUpError, TokenError, TokenKind, UNVERIFIED_LASTS,
};
use delirious::domain::account::{Email, Handle, Password};
use delirious::domain::zone::Zone;
use delirious::store::accounts;
use delirious::store::matches::SeatRow;
use sqlx::PgPool;
use time::Duration;

fn password(text: &str) -> Password {
    Password::parse(text).unwrap()
}

fn taken(answer: &Result<(), SignUpError>) -> bool {
    matches!(answer, Err(SignUpError::HandleTaken(_)))
}

#[sqlx::test]
async fn signing_up_makes_an_account_and_owes_a_mail(pool: PgPool) {
    let (app, _) = app(&pool);
    actions::sign_up(&app, form("ana")).await.unwrap();
    let ana = signed_up(&app, "ana").await;
    assert_eq!((ana.handle.as_str(), ana.zone.name(), ana.verified()), ("ana", "Europe/Madrid", false));
    assert_eq!(owed(&pool, ana.id).await, ["verify"]);

    let hash: String =
        sqlx::query_scalar("select password_hash from accounts").fetch_one(&pool).await.unwrap();
    assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
}

#[sqlx::test]
async fn the_link_of_the_mail_verifies_the_address_and_may_be_followed_twice(pool: PgPool) {
    let (app, hand) = app(&pool);
    actions::sign_up(&app, form("ana")).await.unwrap();
    let ana = signed_up(&app, "ana").await;
    let token = mailed_token(&app, ana.id, TokenKind::Verify).await;
    hand.advance(Duration::hours(47));
    for _ in 0..2 {
        let verified = actions::verify_email(&app, &token).await.unwrap();
        assert_eq!(verified.verified_at, Some(START + Duration::hours(47)));
        assert_eq!(verified.id, ana.id);
    }
}

#[sqlx::test]
async fn a_verification_link_is_void_after_two_days_and_another_can_be_had(pool: PgPool) {
    let (app, hand) = app(&pool);
    actions::sign_up(&app, form("ana")).await.unwrap();
    let ana = signed_up(&app, "ana").await;
    let token = mailed_token(&app, ana.id, TokenKind::Verify).await;
    hand.advance(Duration::hours(48));
    assert!(matches!(actions::verify_email(&app, &token).await, Err(TokenError::Expired)));
    assert!(matches!(actions::verify_email(&app, "00ff").await, Err(TokenError::Unknown)));
    let reset = mailed_token(&app, ana.id, TokenKind::Reset).await;
    assert!(matches!(actions::verify_email(&app, &reset).await, Err(TokenError::Unknown)), "of another kind");

    actions::resend_verification(&app, ana.id).await.unwrap();
    assert_eq!(owed(&pool, ana.id).await, ["verify", "verify"]);
    let token = mailed_token(&app, ana.id, TokenKind::Verify).await;
    actions::verify_email(&app, &token).await.unwrap();
    actions::resend_verification(&app, ana.id).await.unwrap();
    assert_eq!(owed(&pool, ana.id).await.len(), 2, "nothing is left to prove");
}

#[sqlx::test]
async fn a_plain_token_or_session_key_rests_nowhere(pool: PgPool) {
    let (app, _) = app(&pool);
    let ana = member(&app, "ana").await;
    let token = mailed_token(&app, ana.id, TokenKind::Reset).await;
    let key = session(&app, ana.id).await;
    let dump: String = sqlx::query_scalar(
        "select (select json_agg(t)::text from tokens t) || (select json_agg(s)::text from sessions s)
             || (select json_agg(o)::text from outbox o)",
    )
    .fetch_one(&pool)
    .await
    .unwrap();
    assert!(!dump.contains(&token) && !dump.contains(&key), "{dump}");
}

#[sqlx::test]
async fn a_known_address_is_answered_like_an_unknown_one(pool: PgPool) {
    let (app, hand) = app(&pool);
    let ana = member(&app, "ana").await;
    let again = SignUp { email: Email::parse("ANA@example.org").unwrap(), ..form("anna") };
    actions::sign_up(&app, again).await.unwrap();
    assert_eq!(owed(&pool, ana.id).await, ["already_registered", "verify"]);
    assert_eq!(signed_up(&app, "ana").await.handle.as_str(), "ana", "nothing has changed");

    // Nor does the handle tell: an unknown address would have it now.
    assert!(taken(
        &actions::sign_up(&app, SignUp { handle: Handle::parse("Anna").unwrap(), ..form("eve") }).await
    ));
    hand.advance(UNVERIFIED_LASTS + Duration::SECOND);
    actions::tidy(&app).await.unwrap();
    actions::sign_up(&app, SignUp { handle: Handle::parse("anna").unwrap(), ..form("eve") }).await.unwrap();
}

/// What a stranger can try by the form, with an address that has an account and with one that has none.
#[sqlx::test]
async fn repeated_sign_ups_do_not_tell_whether_the_address_is_known(pool: PgPool) {
    let (app, _) = app(&pool);
    member(&app, "ana").await;
    let with = |name: &str, handle: &str| SignUp { handle: Handle::parse(handle).unwrap(), ..form(name) };
    for (name, first, second) in [("ana", "first", "second"), ("eve", "third", "fourth")] {
        actions::sign_up(&app, with(name, first)).await.unwrap();
        actions::sign_up(&app, with(name, first)).await.unwrap();
        assert!(taken(&actions::sign_up(&app, with("bruno", first)).await), "{name} holds it");
        actions::sign_up(&app, with(name, second)).await.unwrap();
        actions::sign_up(&app, with("bruno", first)).await.unwrap();
        assert!(taken(&actions::sign_up(&app, with(name, first)).await), "{name} gave it up");
        assert!(taken(&actions::sign_up(&app, with("bruno", second)).await), "{name} holds the new one");
    }
}

#[sqlx::test]
async fn a_taken_handle_is_said_whether_or_not_the_address_is_known(pool: PgPool) {
    let (app, _) = app(&pool);
    member(&app, "ana").await;
    member(&app, "bruno").await;
    let with_bruno = |name: &str| SignUp { handle: Handle::parse("BRUNO").unwrap(), ..form(name) };
    assert!(taken(&actions::sign_up(&app, with_bruno("eve")).await));
    assert!(taken(&actions::sign_up(&app, with_bruno("ana")).await));
}

#[sqlx::test]
async fn whoever_signs_up_last_has_an_address_that_was_never_verified(pool: PgPool) {
    let (app, _) = app(&pool);
    actions::sign_up(&app, form("ana")).await.unwrap();
    let first = signed_up(&app, "ana").await;
    let old_link = mailed_token(&app, first.id, TokenKind::Verify).await;
    let old_session = session(&app, first.id).await;

    let second = SignUp { password: password("another password"), ..form("ana") };
    actions::sign_up(&app, second).await.unwrap();
    assert!(matches!(actions::verify_email(&app, &old_link).await, Err(TokenError::Unknown)));
    assert_eq!(actions::load_session(&app, &old_session).await.unwrap(), None);
    let email = "ana@example.org";
    for text in [PASSWORD, "another password"] {
        let early = actions::log_in(&app, email, text.into()).await;
        assert!(matches!(early, Err(LogInError::Wrong)), "unconfirmed is as good as unknown");
    }
    let link = mailed_token(&app, first.id, TokenKind::Verify).await;
    actions::verify_email(&app, &link).await.unwrap();
    assert!(matches!(actions::log_in(&app, email, PASSWORD.into()).await, Err(LogInError::Wrong)));
    assert_eq!(actions::log_in(&app, email, "another password".into()).await.unwrap().id, first.id);
    assert_eq!(owed(&pool, first.id).await, ["verify", "verify"]);
}

#[sqlx::test]
async fn two_sign_ups_at_once_make_one_account(pool: PgPool) {
    let (app, _) = app(&pool);
    let (one, two) = tokio::join!(actions::sign_up(&app, form("ana")), actions::sign_up(&app, form("ana")));
    assert!(one.is_ok() || two.is_ok());
    for answer in [one, two] {
        assert!(answer.is_ok() || taken(&answer), "{answer:?}");
    }
    let count: i64 = sqlx::query_scalar("select count(*) from accounts").fetch_one(&pool).await.unwrap();
    assert_eq!(count, 1);
}

#[sqlx::test]
async fn wrong_password_and_unknown_address_get_one_answer(pool: PgPool) {
    let (app, _) = app(&pool);
    member(&app, "ana").await;
    for (email, text) in [
        ("ana@example.org", "wrong horse battery"),
        ("eve@example.org", PASSWORD),
        ("no address", PASSWORD),
        ("ana@example.org", ""),
        ("ana@example.org", &"x".repeat(10_000)),
    ] {
        assert!(matches!(actions::log_in(&app, email, text.into()).await, Err(LogInError::Wrong)), "{email}");
    }
    assert!(actions::log_in(&app, " Ana@Example.org ", PASSWORD.into()).await.is_ok());
}

#[sqlx::test]
async fn logging_in_renews_a_hash_of_old_parameters(pool: PgPool) {
    let (app, _) = app(&pool);
    let ana = member(&app, "ana").await;
    let weak = Argon2::from(Params::new(64, 1, 1, None).unwrap());
    let old = weak.hash_password(PASSWORD.as_bytes()).unwrap().to_string();
    sqlx::query("update accounts set password_hash = $1").bind(old).execute(&pool).await.unwrap();
    let log_in = async || actions::log_in(&app, "ana@example.org", PASSWORD.into()).await.unwrap();
    assert_eq!(log_in().await.id, ana.id);
    let hash: String =
        sqlx::query_scalar("select password_hash from accounts").fetch_one(&pool).await.unwrap();
    assert!(hash.contains("m=19456,t=2,p=1"), "{hash}");
    log_in().await;
}

#[sqlx::test]
async fn a_reset_works_once_and_ends_every_session_and_link(pool: PgPool) {
    let (app, _) = app(&pool);
    let ana = member(&app, "ana").await;
    let sessions = [session(&app, ana.id).await, session(&app, ana.id).await];
    actions::forgot_password(&app, "ana@example.org").await.unwrap();
    assert_eq!(owed(&pool, ana.id).await, ["reset", "verify"]);
    let token = mailed_token(&app, ana.id, TokenKind::Reset).await;
    let other = mailed_token(&app, ana.id, TokenKind::Reset).await;

    let new = password("a new password");
    assert_eq!(actions::reset_password(&app, &token, &new).await.unwrap(), ana.id);
    for void in [&token, &other] {
        let again = actions::reset_password(&app, void, &password("yet another one")).await;
        assert!(matches!(again, Err(TokenError::Unknown)));
    }
    for key in sessions {
        assert_eq!(actions::load_session(&app, &key).await.unwrap(), None);
    }
    assert!(actions::log_in(&app, "ana@example.org", PASSWORD.into()).await.is_err());
    assert!(actions::log_in(&app, "ana@example.org", "a new password".into()).await.is_ok());
}

#[sqlx::test]
async fn a_reset_twice_at_once_sets_one_password(pool: PgPool) {
    let (app, _) = app(&pool);
    let ana = member(&app, "ana").await;
    let token = mailed_token(&app, ana.id, TokenKind::Reset).await;
    let (one, two) = (password("the first one"), password("the second one"));
    let answers = tokio::join!(
        actions::reset_password(&app, &token, &one),
        actions::reset_password(&app, &token, &two)
    );
    assert!(answers.0.is_ok() != answers.1.is_ok(), "{answers:?}");
}

#[sqlx::test]
async fn a_reset_link_is_void_after_an_hour(pool: PgPool) {
    let (app, hand) = app(&pool);
    let ana = member(&app, "ana").await;
    let token = mailed_token(&app, ana.id, TokenKind::Reset).await;
    hand.advance(Duration::minutes(59));
    actions::check_reset_token(&app, &token).await.unwrap();
    hand.advance(Duration::minutes(1));
    assert!(matches!(actions::check_reset_token(&app, &token).await, Err(TokenError::Expired)));
    let late = actions::reset_password(&app, &token, &password("a new password")).await;
    assert!(matches!(late, Err(TokenError::Expired)));
}

#[sqlx::test]
async fn a_reset_proves_the_address(pool: PgPool) {
    let (app, _) = app(&pool);
    actions::sign_up(&app, form("ana")).await.unwrap();
    let ana = signed_up(&app, "ana").await;
    let token = mailed_token(&app, ana.id, TokenKind::Reset).await;
    actions::reset_password(&app, &token, &password(PASSWORD)).await.unwrap();
    assert!(actions::account(&app, ana.id).await.unwrap().unwrap().verified());
}

#[sqlx::test]
async fn a_forgotten_password_of_nobody_does_the_same_work_for_nobody(pool: PgPool) {
    let (app, _) = app(&pool);
    actions::forgot_password(&app, "eve@example.org").await.unwrap();
    let (kind, known): (String, bool) =
        sqlx::query_as("select kind, exists (select from accounts a where a.id = account_id) from outbox")
            .fetch_one(&pool)
            .await
            .unwrap();
    assert_eq!((kind.as_str(), known), ("reset", false));
}

#[sqlx::test]
async fn a_session_lives_until_it_ends_and_never_comes_back(pool: PgPool) {
    let (app, hand) = app(&pool);
    let ana = member(&app, "ana").await;
    let key = session(&app, ana.id).await;
    assert_eq!(actions::load_session(&app, &key).await.unwrap().as_deref(), Some(r#"{"lang":"en"}"#));
    assert_eq!(actions::load_session(&app, "guessed").await.unwrap(), None);

    let renewed = Session { state: "{}", account: Some(ana.id), user_agent: None, lasts: Duration::WEEK };
    hand.advance(Duration::days(6));
    assert!(actions::update_session(&app, &key, renewed).await.unwrap());
    hand.advance(Duration::days(6));
    assert_eq!(actions::load_session(&app, &key).await.unwrap().as_deref(), Some("{}"));
    actions::prolong_session(&app, &key, Duration::days(2)).await.unwrap();
    hand.advance(Duration::days(2));
    assert_eq!(actions::load_session(&app, &key).await.unwrap(), None, "its time is over");

    actions::log_out(&app, &key).await.unwrap();
    assert!(!actions::update_session(&app, &key, renewed).await.unwrap(), "a late write revives nothing");
}

#[sqlx::test]
async fn sessions_are_listed_and_revoked_by_their_owner_alone(pool: PgPool) {
    let (app, hand) = app(&pool);
    let (ana, eve) = (member(&app, "ana").await, member(&app, "eve").await);
    let old = session(&app, ana.id).await;
    hand.advance(Duration::HOUR);
    let here = session(&app, ana.id).await;
    let list = actions::sessions(&app, ana.id, Some(&here)).await.unwrap();
    assert_eq!(list.iter().map(|s| s.current).collect::<Vec<_>>(), [true, false]);
    assert_eq!(list[1].user_agent.as_deref(), Some("Firefox"));

    assert!(!actions::revoke_session(&app, eve.id, list[1].id).await.unwrap(), "not hers");
    assert!(actions::load_session(&app, &old).await.unwrap().is_some());
    assert!(actions::revoke_session(&app, ana.id, list[1].id).await.unwrap());
    assert!(actions::load_session(&app, &old).await.unwrap().is_none());
    assert!(actions::load_session(&app, &here).await.unwrap().is_some());
}

#[sqlx::test]
async fn a_new_password_asks_for_the_old_one_and_ends_the_other_sessions(pool: PgPool) {
    let (app, _) = app(&pool);
    let ana = member(&app, "ana").await;
    let (here, there) = (session(&app, ana.id).await, session(&app, ana.id).await);
    let new = password("a new password");
    let wrong = actions::change_password(&app, ana.id, "guess guess".into(), &new, Some(&here)).await;
    assert!(matches!(wrong, Err(SettingsError::WrongPassword)));
    actions::change_password(&app, ana.id, PASSWORD.into(), &new, Some(&here)).await.unwrap();
    assert!(actions::load_session(&app, &here).await.unwrap().is_some());
    assert!(actions::load_session(&app, &there).await.unwrap().is_none());
    assert!(actions::log_in(&app, "ana@example.org", "a new password".into()).await.is_ok());
}

#[sqlx::test]
async fn handle_and_zone_can_be_changed(pool: PgPool) {
    let (app, _) = app(&pool);
    let (ana, _) = (member(&app, "ana").await, member(&app, "bruno").await);
    let bruno = Handle::parse("Bruno").unwrap();
    let refused = actions::change_handle(&app, ana.id, &bruno).await;
    assert!(matches!(refused, Err(SettingsError::HandleTaken(_))));
    actions::change_handle(&app, ana.id, &Handle::parse("ANA").unwrap()).await.unwrap();
    actions::change_zone(&app, ana.id, &Zone::parse("Asia/Tokyo").unwrap()).await.unwrap();
    let ana = actions::account(&app, ana.id).await.unwrap().unwrap();
    assert_eq!((ana.handle.as_str(), ana.zone.name()), ("ANA", "Asia/Tokyo"));
}

#[sqlx::test]
async fn only_verified_accounts_have_a_public_page(pool: PgPool) {
    let (app, _) = app(&pool);
    actions::sign_up(&app, form("ana")).await.unwrap();
    let ana = Handle::parse("ana").unwrap();
    assert_eq!(actions::account_by_handle(&app, &ana).await.unwrap(), None);
    let eve = member(&app, "eve").await;
    assert_eq!(actions::account_by_handle(&app, &Handle::parse("EVE").unwrap()).await.unwrap(), Some(eve));
}

#[sqlx::test]
async fn the_export_has_what_we_keep_and_no_secret(pool: PgPool) {
    let (app, _) = app(&pool);
    let ana = member(&app, "ana").await;
    session(&app, ana.id).await;
    let mut row = open_match(1, START);
    row.seats = vec![SeatRow { seat: delirious::domain::seat::Seat::White1, account: ana.id, asked: false }];
    save(&pool, &row).await;
    let export: serde_json::Value =
        serde_json::from_str(&actions::export_account(&app, ana.id).await.unwrap()).unwrap();
    assert_eq!(export["account"]["email"], "ana@example.org");
    assert_eq!(export["matches"][0]["seat"], "White1");
    assert_eq!(export["sessions"][0]["browser"], "Firefox");
    assert!(!export.to_string().contains("argon2"));
}

#[sqlx::test]
async fn a_deleted_account_is_forgotten_and_its_matches_name_nobody(pool: PgPool) {
    let (app, _) = app(&pool);
    let ana = member(&app, "ana").await;
    let key = session(&app, ana.id).await;
    let mut row = open_match(1, START);
    row.seats = vec![SeatRow { seat: delirious::domain::seat::Seat::White1, account: ana.id, asked: false }];
    row.status = delirious::store::matches::MatchStatus::Over;
    row.ended_at = Some(START);
    row.result = Some("draw by agreement".to_owned());
    save(&pool, &row).await;
    let wrong = actions::delete_account(&app, ana.id, "guess guess".into()).await;
    assert!(matches!(wrong, Err(SettingsError::WrongPassword)));
    actions::delete_account(&app, ana.id, PASSWORD.into()).await.unwrap();

    assert_eq!(actions::account(&app, ana.id).await.unwrap(), None);
    assert_eq!(actions::load_session(&app, &key).await.unwrap(), None);
    let mut conn = pool.acquire().await.unwrap();
    let names = accounts::names_of(&mut conn, &[ana.id, account_id(1)]).await.unwrap();
    assert!(names.is_empty(), "the match names nobody now: {names:?}");
    let left: i64 = sqlx::query_scalar(
        "select (select count(*) from accounts) + (select count(*) from tokens) + (select count(*) from sessions)",
    )
    .fetch_one(&pool)
    .await
    .unwrap();
    assert_eq!(left, 0);
    actions::sign_up(&app, form("ana")).await.unwrap();
}

#[sqlx::test]
async fn tidying_forgets_what_is_over_and_nothing_else(pool: PgPool) {
    let (app, hand) = app(&pool);
    let ana = member(&app, "ana").await;
    actions::sign_up(&app, form("never")).await.unwrap();
    let key = session(&app, ana.id).await;
    assert_eq!(actions::tidy(&app).await.unwrap(), 0);
    hand.advance(Duration::days(8));
    assert_eq!(actions::tidy(&app).await.unwrap(), 2, "a session and a sign-up");
    assert_eq!(actions::load_session(&app, &key).await.unwrap(), None);
    assert!(actions::account(&app, ana.id).await.unwrap().is_some());
}
