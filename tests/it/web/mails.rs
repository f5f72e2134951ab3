//! Choosing what one is mailed: the pages, and the link that needs no log-in.

use crate::helpers::{Answer, Browser, TestApp};
use delirious::actions::{self, OpenMatch, TakeSeat};
use delirious::domain::ids::{AccountId, MatchId};
use delirious::domain::seat::Seat;
use reqwest::{Method, StatusCode};
use sqlx::PgPool;
use time::Duration;

/// Two people in a match that runs: the first is logged in and is to move.
async fn duel(server: &TestApp) -> (Browser, [AccountId; 2], MatchId) {
    let (ana, bruno) = (server.person("ana").await, server.person("bruno").await);
    let form = OpenMatch {
        name: "Friday duel".to_owned(),
        preset: "dice-chess".to_owned(),
        allowance_days: 3,
        join: "anyone".to_owned(),
        seat: Some(Seat::White1),
        ..OpenMatch::default()
    };
    let id = actions::open_match(&server.app, ana, form).await.unwrap();
    actions::take_seat(&server.app, bruno, id, TakeSeat::default()).await.unwrap();
    let browser = server.browser();
    browser.log_in("ana", crate::helpers::PASSWORD).await;
    (browser, [ana, bruno], id)
}

/// The choices kept for single matches: account, mode, muted topics.
async fn kept(server: &TestApp) -> Vec<(AccountId, Option<String>, Vec<String>)> {
    let rows: Vec<(uuid::Uuid, Option<String>, Vec<String>)> =
        sqlx::query_as("select account_id, mode, muted from match_mail_settings order by account_id")
            .fetch_all(&server.app.pool)
            .await
            .unwrap();
    rows.into_iter().map(|(id, mode, muted)| (AccountId(id), mode, muted)).collect()
}

/// As a mail program does it: no cookie, no token of a form, from nowhere.
async fn one_click(server: &TestApp, path: &str, kind: &str, body: &str) -> Answer {
    let headers = [("content-type", kind), ("sec-fetch-site", "cross-site")];
    server.browser().request(Method::POST, path, &headers, Some(body.as_bytes().to_vec())).await
}

const FORM: &str = "application/x-www-form-urlencoded";
const ONE_CLICK: &str = "List-Unsubscribe=One-Click";

#[sqlx::test]
async fn looking_at_the_link_of_a_mail_changes_nothing(pool: PgPool) {
    let server = TestApp::start(pool);
    duel(&server).await;
    let path = server.mailed_path("unsubscribe").await;
    for method in [Method::GET, Method::HEAD] {
        let answer = server.browser().request(method, &path, &[], None).await;
        assert_eq!(answer.status, StatusCode::OK);
    }
    let page = server.browser().get(&path).await;
    assert!(page.body.contains("in “Friday duel”") && page.body.contains("<button"), "{}", page.body);
    assert!(kept(&server).await.is_empty());
}

#[sqlx::test]
async fn one_click_ends_one_kind_of_mail_about_one_match_and_logs_nobody_in(pool: PgPool) {
    let server = TestApp::start(pool);
    let (_, [ana, _], id) = duel(&server).await;
    let path = ana_path(&server).await;
    let done = one_click(&server, &path, FORM, ONE_CLICK).await;
    assert_eq!(done.status, StatusCode::OK, "no redirect (RFC 8058 §3.2): {}", done.body);
    assert!(done.body.contains("You get no more mails when a turn begins in “Friday duel”"), "{}", done.body);
    assert!(done.body.contains(&format!("/m/{id}/mail")) && done.body.contains("Undo"), "{}", done.body);
    assert!(done.body.contains("Log in") && !done.body.contains("Log out"), "{}", done.body);
    let cookies = done.headers.get_all("set-cookie").iter().filter_map(|value| value.to_str().ok());
    assert!(cookies.into_iter().all(|cookie| cookie.starts_with("delirious-visit=")), "no session");
    assert_eq!(kept(&server).await, [(ana, None, vec!["turns".to_owned()])]);

    // A second time changes nothing, and so does the other form that RFC 8058 names.
    let parts =
        "--x\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--x--\r\n";
    let again = one_click(&server, &path, "multipart/form-data; boundary=x", parts).await;
    assert_eq!(again.status, StatusCode::OK, "{}", again.body);
    assert_eq!(kept(&server).await, [(ana, None, vec!["turns".to_owned()])]);

    let undone = one_click(&server, &path, FORM, "again=yes").await;
    assert!(undone.body.contains("They come again"), "{}", undone.body);
    assert_eq!(kept(&server).await, [(ana, None, vec![])]);
}

/// The path in the last mail to ana.
async fn ana_path(server: &TestApp) -> String {
    let mails = server.mails().await;
    let mail = mails.iter().rfind(|mail| mail.starts_with("To: ana@")).expect("a mail to ana");
    let mut words = mail.split_whitespace().filter_map(|word| word.strip_prefix(&server.address));
    words.rfind(|path| path.starts_with("/unsubscribe/")).expect("a link").to_owned()
}

#[sqlx::test]
async fn what_was_ended_is_mailed_no_more_and_everything_else_is(pool: PgPool) {
    let server = TestApp::start(pool);
    duel(&server).await;
    let path = ana_path(&server).await;
    one_click(&server, &path, FORM, ONE_CLICK).await;
    let before = server.mails().await.len();
    server.clock.advance(Duration::hours(48));
    let mails = server.mails().await;
    assert_eq!(mails.len(), before + 1, "{mails:#?}");
    assert!(mails.iter().any(|mail| mail.starts_with("To: ana@") && mail.contains("1 d left")), "{mails:#?}");
}

#[sqlx::test]
async fn a_link_that_is_none_or_too_old_says_so(pool: PgPool) {
    let server = TestApp::start(pool);
    duel(&server).await;
    let path = server.mailed_path("unsubscribe").await;
    let foreign = format!("/unsubscribe/{}", "0".repeat(32));
    server.clock.advance(Duration::days(366));
    for path in [path, foreign] {
        let asked = server.browser().get(&path).await;
        let done = one_click(&server, &path, FORM, ONE_CLICK).await;
        for answer in [asked, done] {
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
            assert!(answer.body.contains("This link does not work any more"), "{}", answer.body);
        }
    }
    assert!(kept(&server).await.is_empty());
}

#[sqlx::test]
async fn the_choice_for_one_match_is_kept_and_shown_and_nobody_elses(pool: PgPool) {
    let server = TestApp::start(pool);
    let (ana, [id_of_ana, _], id) = duel(&server).await;
    let page = format!("/m/{id}/mail");
    assert!(ana.get(&format!("/m/{id}")).await.body.contains(&page), "the match page leads there");
    assert_eq!(ana.get(&page).await.status, StatusCode::OK);
    let saved = ana.post(&page, &[("mode", "urgent"), ("reminders", "on"), ("news", "on")]).await;
    assert_eq!(saved.location(), format!("{page}?done=mail"), "{}", saved.body);
    let muted = ["turns", "offers"].map(str::to_owned).to_vec();
    assert_eq!(kept(&server).await, [(id_of_ana, Some("urgent".to_owned()), muted)]);
    let shown = ana.get(&page).await.body;
    assert!(shown.contains("value=\"urgent\" checked"), "{shown}");
    let bad = ana.post(&page, &[("mode", "loud"), ("news", "on")]).await;
    assert_eq!(bad.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(bad.body.contains("Choose how much mail"), "{}", bad.body);

    let eve = server.member("eve").await;
    assert_eq!(eve.get(&page).await.status, StatusCode::FORBIDDEN);
    assert_eq!(eve.post(&page, &[("mode", "none")]).await.status, StatusCode::FORBIDDEN);
}

#[sqlx::test]
async fn the_choice_in_general_is_kept_and_what_is_wrong_is_said(pool: PgPool) {
    let server = TestApp::start(pool);
    let ana = server.member("ana").await;
    assert!(ana.get("/settings").await.body.contains("/settings/mail"), "the settings lead there");
    let form = |from: &'static str, to: &'static str, hour: &'static str| {
        [("mode", "digest"), ("digest", "on"), ("digest_hour", hour), ("quiet_from", from), ("quiet_to", to)]
    };
    let saved = ana.post("/settings/mail", &form("22:00", "07:00", "18:00")).await;
    assert_eq!(saved.location(), "/settings/mail?done=mail", "{}", saved.body);
    let shown = ana.get("/settings/mail").await.body;
    for chosen in ["value=\"digest\" checked", "value=\"18:00\" selected", "value=\"22:00\" selected"] {
        assert!(shown.contains(chosen), "{chosen}: {shown}");
    }
    for (bad, why) in [
        (form("22:00", "", "18:00"), "Quiet hours need a beginning and an end"),
        (form("07:00", "07:00", "18:00"), "would never end"),
        (form("", "", "25"), "An hour is a number from 0 to 23"),
    ] {
        let answer = ana.post("/settings/mail", &bad).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(answer.body.contains(why), "{why}: {}", answer.body);
        assert!(answer.body.contains("value=\"digest\" checked"), "nothing typed is lost");
    }
    assert!(ana.get("/settings/mail").await.body.contains("value=\"18:00\" selected"));
}
