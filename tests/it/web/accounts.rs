//! Signing up, confirming, logging in and out, forgetting, sessions.

use crate::helpers::{PASSWORD, TestApp};
use reqwest::StatusCode;
use sqlx::PgPool;

const NEW: [(&str, &str); 4] = [
    ("email", "ana@players.example"),
    ("handle", "ana"),
    ("password", PASSWORD),
    ("time_zone", "Europe/Madrid"),
];

#[sqlx::test]
async fn somebody_signs_up_confirms_the_address_and_logs_in(pool: PgPool) {
    let server = TestApp::start(pool);
    let ana = server.browser();
    let answer = ana.post("/signup", &NEW).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    assert!(answer.body.contains("Look into your mail"));

    let link = server.mailed_path("verify").await;
    // Scanners look at links; looking changes nothing.
    assert!(ana.get(&link).await.body.contains("This is my address"));
    let confirmed = ana.post(&link, &[]).await;
    assert_eq!(confirmed.location(), "/login?done=welcome", "{}", confirmed.body);

    let refused = ana.log_in("ana", "another password").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused.field("email").unwrap(), "ana@players.example", "what was typed is kept");
    assert_eq!(refused.field("password").unwrap(), "", "but no password");

    let answer = ana.log_in("ana", PASSWORD).await;
    assert_eq!(answer.location(), "/matches");
    assert!(ana.get("/settings").await.body.contains("confirmed"));
    let out = ana.post("/logout", &[]).await;
    assert_eq!(out.location(), "/?done=logged-out");
    assert_eq!(ana.get("/settings").await.status, StatusCode::SEE_OTHER);
}

#[sqlx::test]
async fn a_sign_up_that_cannot_be_taken_says_why_at_each_field_and_keeps_the_rest(pool: PgPool) {
    let server = TestApp::start(pool);
    server.person("bruno").await;
    let browser = server.browser();
    let fields =
        [("email", "nobody"), ("handle", "a b<"), ("password", "short"), ("time_zone", "Mars/Olympus")];
    let answer = browser.post("/signup", &fields).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(answer.body.matches("class=\"error\"").count(), 4, "{}", answer.body);
    assert_eq!(answer.field("handle").unwrap(), "a b<");
    assert!(!answer.body.contains("short"));

    let taken = browser.post("/signup", &[NEW[0], ("handle", "BRUNO"), NEW[2], NEW[3]]).await;
    assert_eq!(taken.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(taken.field("email").unwrap(), "ana@players.example");
}

#[sqlx::test]
async fn a_known_address_is_answered_like_an_unknown_one(pool: PgPool) {
    let server = TestApp::start(pool);
    server.person("ana").await;
    let browser = server.browser();
    let mut answers = vec![];
    for (email, handle) in [("ana@players.example", "ana2"), ("new@players.example", "new2")] {
        answers.push(browser.post("/signup", &[("email", email), ("handle", handle), NEW[2], NEW[3]]).await);
    }
    assert_eq!(answers[0].status, answers[1].status);
    assert_eq!(answers[0].body, answers[1].body);

    let mut answers = vec![];
    for email in ["ana@players.example", "nobody@players.example"] {
        answers.push(browser.post("/forgot", &[("email", email)]).await);
    }
    assert_eq!(answers[0].status, StatusCode::OK);
    assert_eq!(answers[0].body, answers[1].body);

    let wrong = browser.log_in("ana", "wrong password").await;
    let unknown = browser.log_in("nobody", "wrong password").await;
    assert_eq!(wrong.status, unknown.status);
    assert_eq!(wrong.body.replace("ana@", "nobody@"), unknown.body);
}

#[sqlx::test]
async fn a_forgotten_password_is_replaced_once_and_all_sessions_end(pool: PgPool) {
    let server = TestApp::start(pool);
    let ana = server.member("ana").await;
    let elsewhere = server.browser();
    elsewhere.post("/forgot", &[("email", "ANA@players.example")]).await;
    let link = server.mailed_path("reset").await;
    assert!(elsewhere.get(&link).await.body.contains("Choose a new password"));
    let short = elsewhere.post(&link, &[("password", "short")]).await;
    assert_eq!(short.status, StatusCode::UNPROCESSABLE_ENTITY);
    let answer = elsewhere.post(&link, &[("password", "a whole new password")]).await;
    assert_eq!(answer.location(), "/login?done=reset", "{}", answer.body);

    assert_eq!(ana.get("/settings").await.status, StatusCode::SEE_OTHER, "the old session has ended");
    let again = elsewhere.post(&link, &[("password", "yet another password")]).await;
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY, "single use");
    assert_eq!(elsewhere.get(&link).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(elsewhere.log_in("ana", PASSWORD).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(elsewhere.log_in("ana", "a whole new password").await.status, StatusCode::SEE_OTHER);
}

#[sqlx::test]
async fn a_session_key_changes_at_the_log_in_and_rests_nowhere(pool: PgPool) {
    let server = TestApp::start(pool);
    server.person("ana").await;
    let browser = server.browser();
    let first = browser.log_in("ana", PASSWORD).await;
    let second = browser.log_in("ana", PASSWORD).await;
    let cookie = |answer: &crate::helpers::Answer| {
        let all = answer.headers.get_all("set-cookie").iter().map(|c| c.to_str().unwrap().to_owned());
        all.rev().find(|c| c.starts_with("delirious=")).unwrap()
    };
    let (first, second) = (cookie(&first), cookie(&second));
    assert_ne!(first, second);
    assert!(
        first.contains("HttpOnly") && first.contains("SameSite=Lax") && first.contains("Path=/"),
        "{first}"
    );
    let key = second.split(['=', ';']).nth(1).unwrap().chars().rev().take(40).collect::<String>();
    let rows: Vec<String> =
        sqlx::query_scalar("select sessions::text from sessions").fetch_all(&server.app.pool).await.unwrap();
    assert_eq!(rows.len(), 1, "the key before the log-in opens nothing");
    assert!(!rows[0].contains(&key.chars().rev().collect::<String>()));
}

#[sqlx::test]
async fn sessions_are_listed_and_end_when_revoked_by_their_owner_only(pool: PgPool) {
    let server = TestApp::start(pool);
    let here = server.member("ana").await;
    let there = server.browser();
    there.log_in("ana", PASSWORD).await;
    let bruno = server.member("bruno").await;
    let page = here.get("/settings").await;
    let id = page.field("session").expect("the other session can be ended");

    let foreign = bruno.post("/settings/sessions", &[("session", &id)]).await;
    assert_eq!(foreign.status, StatusCode::NOT_FOUND);
    assert_eq!(there.get("/settings").await.status, StatusCode::OK);

    let answer = here.post("/settings/sessions", &[("session", &id)]).await;
    assert_eq!(answer.location(), "/settings?done=revoked");
    assert_eq!(there.get("/settings").await.status, StatusCode::SEE_OTHER);
    assert_eq!(here.get("/settings").await.status, StatusCode::OK);
}

#[sqlx::test]
async fn a_new_password_ends_the_other_sessions_and_keeps_this_one(pool: PgPool) {
    let server = TestApp::start(pool);
    let here = server.member("ana").await;
    let there = server.browser();
    there.log_in("ana", PASSWORD).await;
    let wrong = [("password", "not mine at all"), ("new_password", "a whole new password")];
    assert_eq!(here.post("/settings/password", &wrong).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    let right = [("password", PASSWORD), ("new_password", "a whole new password")];
    assert_eq!(here.post("/settings/password", &right).await.location(), "/settings?done=password");
    assert_eq!(here.get("/settings").await.status, StatusCode::OK);
    assert_eq!(there.get("/settings").await.status, StatusCode::SEE_OTHER);
}

#[sqlx::test]
async fn a_member_takes_the_data_along_and_leaves(pool: PgPool) {
    let server = TestApp::start(pool);
    let ana = server.member("ana").await;
    assert_eq!(
        ana.post("/settings/zone", &[("time_zone", "America/Bogota")]).await.location(),
        "/settings?done=zone"
    );
    let zone = ana.post("/settings/zone", &[("time_zone", "Nowhere/Land")]).await;
    assert_eq!(zone.status, StatusCode::UNPROCESSABLE_ENTITY);
    let export = ana.get("/settings/export").await;
    let data: serde_json::Value = serde_json::from_str(&export.body).unwrap();
    assert!(data.to_string().contains("America/Bogota") && data.to_string().contains("ana@players.example"));

    let wrong = ana.post("/settings/delete", &[("delete_password", "not mine at all")]).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    let gone = ana.post("/settings/delete", &[("delete_password", PASSWORD)]).await;
    assert_eq!(gone.location(), "/?done=deleted");
    assert_eq!(ana.log_in("ana", PASSWORD).await.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[sqlx::test]
async fn the_log_in_leads_on_to_our_own_pages_only(pool: PgPool) {
    let server = TestApp::start(pool);
    server.person("ana").await;
    let browser = server.browser();
    let wanted = browser.get("/matches/new?preset=dice-chess").await;
    assert_eq!(wanted.location(), "/login?next=%2Fmatches%2Fnew%3Fpreset%3Ddice-chess");
    let form = browser.get(wanted.location()).await;
    assert_eq!(form.field("next").unwrap(), "/matches/new?preset=dice-chess");
    for (next, leads_to) in [
        ("/matches/new?preset=dice-chess", "/matches/new?preset=dice-chess"),
        ("//evil.example", "/matches"),
        ("https://evil.example/", "/matches"),
        ("/\\evil.example", "/matches"),
        ("/x\r\nset-cookie: a=b", "/matches"),
    ] {
        let fields = [("email", "ana@players.example"), ("password", PASSWORD), ("next", next)];
        assert_eq!(browser.post("/login", &fields).await.location(), leads_to, "{next:?}");
    }
}

#[sqlx::test]
async fn too_many_tries_are_told_how_long_to_wait(pool: PgPool) {
    let server = TestApp::start(pool);
    server.person("ana").await;
    let browser = server.browser();
    for _ in 0..10 {
        assert_eq!(browser.log_in("ana", "wrong password").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let stopped = browser.log_in("ana", PASSWORD).await;
    assert_eq!(stopped.status, StatusCode::TOO_MANY_REQUESTS);
    let wait: u64 = stopped.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=61).contains(&wait));
    assert!(stopped.body.contains("ana@players.example"), "what was typed is kept");
    assert!(!stopped.body.contains(PASSWORD));

    for _ in 0..3 {
        assert_eq!(browser.post("/forgot", &[("email", "ana@players.example")]).await.status, StatusCode::OK);
    }
    let stopped = browser.post("/forgot", &[("email", "ANA@players.example")]).await;
    assert_eq!(stopped.status, StatusCode::TOO_MANY_REQUESTS);
}

#[sqlx::test]
async fn a_form_from_before_the_session_ended_gives_back_what_was_typed(pool: PgPool) {
    let server = TestApp::start(pool);
    let ana = server.member("ana").await;
    let csrf = ana.csrf().await;
    server.clock.advance(time::Duration::days(31));
    let answer = ana
        .post_raw("/matches/new", &format!("csrf={csrf}&name=Long+thought+of+name&password=secret-thing"))
        .await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
    assert!(answer.body.contains("Long thought of name"));
    assert!(!answer.body.contains("secret-thing"));
}

#[sqlx::test]
async fn whoever_signs_up_from_an_invitation_is_led_back_to_its_table(pool: PgPool) {
    let server = TestApp::start(pool);
    let eve = server.browser();
    let form = eve.get("/signup?next=/i/0123456789abcdef").await;
    assert!(form.body.contains(r#"name="next" value="/i/0123456789abcdef""#));
    let fields = [
        ("email", "eve@players.example"),
        ("handle", "eve"),
        ("password", PASSWORD),
        ("time_zone", "UTC"),
        ("next", "/i/0123456789abcdef"),
    ];
    eve.post("/signup", &fields).await;
    let link = server.mailed_path("verify").await;
    eve.get(&link).await;
    eve.post(&link, &[]).await;
    let answer = eve.log_in("eve", PASSWORD).await;
    assert_eq!(answer.location(), "/i/0123456789abcdef");
    eve.post("/logout", &[]).await;
    let answer = eve.log_in("eve", PASSWORD).await;
    assert_eq!(answer.location(), "/matches", "once is enough");
}
