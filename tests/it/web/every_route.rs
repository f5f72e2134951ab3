//! Walks the table of routes, so that a new line is tried like all others.

use crate::helpers::{Answer, Browser, TestApp};
use delirious::random;
use delirious::web::csrf::is_exempt;
use delirious::web::fields::MOST;
use delirious::web::routes::{Summary, Who, summary};
use reqwest::{Method, StatusCode};
use sqlx::PgPool;
use uuid::Uuid;

/// A path that fits the pattern and names nothing that exists.
fn path(route: &Summary) -> String {
    route
        .path
        .replace("{id}", &Uuid::from_u128(7).to_string())
        .replace("{seq}", "1")
        .replace("{room}", "table")
        .replace("{words}", "1")
        .replace("{stage}", "no-such-game")
        .replace("{token}", "0123456789abcdef0123456789abcdef")
        .replace("{handle}", "nobody")
        .replace("{file}", "none.css")
        .replace("{part}", "boards")
}

fn is_clear_refusal(answer: &Answer) -> bool {
    answer.status.is_client_error() && answer.body.contains("<h1>") && answer.body.contains("</html>")
}

/// The forms that a browser sends; the one click of a mail program is none.
fn posts() -> impl Iterator<Item = &'static Summary> {
    summary().iter().filter(|route| route.posts && !is_exempt(route.path))
}

#[sqlx::test]
async fn every_page_answers_a_stranger_and_never_breaks(pool: PgPool) {
    let server = TestApp::start(pool);
    let stranger = server.browser();
    for route in summary().iter().filter(|route| route.gets) {
        let answer = stranger.get(&path(route)).await;
        if route.who == Who::Members {
            assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", route.path);
            assert!(
                answer.location().starts_with("/login?next=%2F"),
                "{}: {}",
                route.path,
                answer.location()
            );
        } else {
            assert!(answer.status.as_u16() < 500, "{}: {}", route.path, answer.status);
            let exists = !route.path.contains('{');
            let reset = ["/verify", "/reset", "/address"].iter().any(|start| route.path.starts_with(start));
            assert!(
                exists || reset || answer.status == StatusCode::NOT_FOUND || is_clear_refusal(&answer),
                "{}: {}",
                route.path,
                answer.status
            );
        }
    }
}

#[sqlx::test]
async fn every_answer_has_the_security_headers(pool: PgPool) {
    let server = TestApp::start(pool);
    let browser = server.member("ana").await;
    for route in summary() {
        let method = if route.gets { Method::GET } else { Method::POST };
        for answer in [
            browser.request(method, &path(route), &[], None).await,
            browser.request(Method::PUT, &path(route), &[], None).await,
        ] {
            let header = |name: &str| answer.headers.get(name).map_or("", |v| v.to_str().unwrap()).to_owned();
            let csp = header("content-security-policy");
            assert!(csp.contains("default-src 'self'") && !csp.contains("unsafe"), "{}: {csp}", route.path);
            assert!(csp.contains("frame-ancestors 'none'"), "{}", route.path);
            assert_eq!(header("x-content-type-options"), "nosniff", "{}", route.path);
            assert_eq!(header("referrer-policy"), "no-referrer", "{}", route.path);
            assert!(!header("cache-control").is_empty(), "{}", route.path);
            if header("content-type").starts_with("text/html") {
                assert_eq!(header("cache-control"), "private, no-store", "{}", route.path);
            }
        }
    }
}

#[sqlx::test]
async fn another_method_is_405_with_a_page_that_says_which_do(pool: PgPool) {
    let server = TestApp::start(pool);
    let browser = server.browser();
    for route in summary() {
        for method in ["PUT", "DELETE", "PATCH", "OPTIONS", "BREW"] {
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            let answer = browser.request(method.clone(), &path(route), &[], None).await;
            assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{method} {}", route.path);
            let allow = answer.headers["allow"].to_str().unwrap();
            assert_eq!(allow.contains("POST"), route.posts, "{}", route.path);
            assert_eq!(allow.contains("GET"), route.gets, "{}", route.path);
            assert!(answer.body.contains("<h1>"), "{}", route.path);
        }
        let other = if route.posts { Method::GET } else { Method::POST };
        if !(route.gets && route.posts) {
            let answer = browser.request(other, &path(route), &[], None).await;
            assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{}", route.path);
        }
    }
}

async fn refuses(browser: &Browser, route: &Summary, headers: &[(&str, &str)], body: &[u8], status: u16) {
    let answer = browser.request(Method::POST, &path(route), headers, Some(body.to_vec())).await;
    assert_eq!(answer.status.as_u16(), status, "{} {headers:?}: {}", route.path, answer.body);
    assert!(is_clear_refusal(&answer), "{}: {}", route.path, answer.body);
}

const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");

#[sqlx::test]
async fn every_form_refuses_what_is_no_form(pool: PgPool) {
    let server = TestApp::start(pool);
    let browser = server.member("ana").await;
    let csrf = browser.csrf().await;
    for route in posts() {
        refuses(&browser, route, &[("content-type", "application/json")], b"{}", 415).await;
        refuses(&browser, route, &[("content-type", "multipart/form-data; boundary=x")], b"--x--", 415).await;
        for bad in ["%", "a=%zz", "a=%00", "a=%ff", "a=%c3%28"] {
            refuses(&browser, route, &[FORM], format!("csrf={csrf}&{bad}").as_bytes(), 400).await;
        }
        refuses(&browser, route, &[FORM], b"\xff\xfe", 400).await;
        let big = format!("csrf={csrf}&to={}", "x".repeat(MOST));
        refuses(&browser, route, &[FORM], big.as_bytes(), 413).await;
    }
}

#[sqlx::test]
async fn every_form_refuses_a_missing_a_wrong_and_anothers_token(pool: PgPool) {
    let server = TestApp::start(pool);
    let ana = server.member("ana").await;
    let bruno = server.member("bruno").await;
    let his = bruno.csrf().await;
    for route in posts() {
        refuses(&ana, route, &[FORM], b"", 403).await;
        refuses(&ana, route, &[FORM], b"csrf=", 403).await;
        refuses(&ana, route, &[FORM], format!("csrf={}", "ab".repeat(32)).as_bytes(), 403).await;
        refuses(&ana, route, &[FORM], format!("csrf={his}").as_bytes(), 403).await;
    }
}

#[sqlx::test]
async fn every_form_refuses_other_sites(pool: PgPool) {
    let server = TestApp::start(pool);
    let ana = server.member("ana").await;
    let body = format!("csrf={}", ana.csrf().await);
    for route in posts() {
        for from in [
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
            ("origin", "https://evil.example"),
            ("origin", "garbage"),
        ] {
            refuses(&ana, route, &[FORM, from], body.as_bytes(), 403).await;
        }
    }
}

#[sqlx::test]
async fn forms_of_members_refuse_strangers_and_sessions_that_are_over(pool: PgPool) {
    let server = TestApp::start(pool);
    let stranger = server.browser();
    let token = stranger.csrf().await;
    let ana = server.member("ana").await;
    let hers = ana.csrf().await;
    server.clock.advance(time::Duration::days(31));
    for route in posts().filter(|route| route.who == Who::Members) {
        // A right token of a visitor without a session: log in first.
        refuses(&stranger, route, &[FORM], format!("csrf={token}&to=b@x.org").as_bytes(), 401).await;
        // A token of a session that has expired.
        refuses(&ana, route, &[FORM], format!("csrf={hers}").as_bytes(), 403).await;
    }
}

#[sqlx::test]
async fn every_form_answers_an_empty_one_with_a_clear_refusal(pool: PgPool) {
    let server = TestApp::start(pool);
    for route in posts() {
        // A browser each, because some of these end the session.
        let browser = server.browser();
        let handle = format!("u{}", random::uuid().simple()).chars().take(12).collect::<String>();
        server.person(&handle).await;
        browser.log_in(&handle, crate::helpers::PASSWORD).await;
        let answer = browser.post(&path(route), &[]).await;
        let harmless = [
            "/logout",
            "/settings/resend",
            "/settings/address/cancel",
            "/settings/again",
            "/i/{token}/never",
        ]
        .contains(&route.path);
        assert!(answer.status.as_u16() < 500, "{}: {}", route.path, answer.status);
        assert!(harmless || is_clear_refusal(&answer), "{}: {} {}", route.path, answer.status, answer.body);
        // The same field twice.
        let csrf = browser.csrf().await;
        let twice = browser
            .post_raw(&path(route), &format!("csrf={csrf}&csrf={csrf}&email=a&email=b&to=a&to=b"))
            .await;
        assert!(twice.status.as_u16() < 500, "{}: {}", route.path, twice.status);
    }
}

#[sqlx::test]
async fn broken_addresses_are_clear_refusals(pool: PgPool) {
    let server = TestApp::start(pool);
    let browser = server.browser();
    for bad in [
        "/nowhere",
        "/%zz",
        "/%",
        "/m/%00",
        "/m/%ff.json",
        "/m/1",
        "/m/..%2f..",
        "/players/%00",
        "/players/%f0%9f%92%a9",
        "/archive?before=x",
        "/archive?before=%00",
        "/open?before=%ff",
        "/rules/../etc/passwd",
        "/static/..%2fsrc",
        "/static/style.css/",
        "/i/%00",
        "/m/00000000-0000-0000-0000-000000000007/at/-1",
        "/m/00000000-0000-0000-0000-000000000007/at/99999999999999999999999",
        "/login?next=%",
        "/dev/mail/..%2f..%2fx",
    ] {
        let answer = browser.get(bad).await;
        assert!(is_clear_refusal(&answer), "{bad}: {} {}", answer.status, answer.body);
    }
}

#[sqlx::test]
async fn head_answers_like_get_without_a_body(pool: PgPool) {
    let server = TestApp::start(pool);
    let browser = server.browser();
    for route in summary().iter().filter(|route| route.gets && route.who == Who::Anyone) {
        let (get, head) =
            (browser.get(&path(route)).await, browser.request(Method::HEAD, &path(route), &[], None).await);
        assert_eq!(get.status, head.status, "{}", route.path);
        assert!(head.body.is_empty(), "{}", route.path);
    }
}

#[sqlx::test]
async fn static_files_are_kept_for_a_year_by_their_hash_and_asked_for_without(pool: PgPool) {
    let server = TestApp::start(pool);
    let browser = server.browser();
    let versioned = browser.get(&delirious::web::assets::url("style.css")).await;
    assert!(versioned.headers["cache-control"].to_str().unwrap().contains("immutable"));
    let plain = browser.get("/static/style.css").await;
    assert_eq!(plain.headers["cache-control"], "public, no-cache");
    let tag = plain.headers["etag"].to_str().unwrap().to_owned();
    let again = browser.request(Method::GET, "/static/style.css", &[("if-none-match", &tag)], None).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    let zipped =
        browser.request(Method::GET, "/static/style.css", &[("accept-encoding", "gzip")], None).await;
    assert_eq!(zipped.headers["content-encoding"], "gzip");
    let old = browser.get("/static/style.css?v=0000").await;
    assert_eq!(old.headers["cache-control"], "public, no-cache");
}

#[sqlx::test]
async fn the_developers_mail_is_for_this_machine_only(pool: PgPool) {
    let server = TestApp::start(pool);
    let browser = server.browser();
    assert_eq!(browser.get("/dev/mail").await.status, StatusCode::OK);
    for header in [
        ("x-forwarded-for", "10.0.0.1"),
        ("forwarded", "for=10.0.0.1"),
        ("via", "1.1 proxy"),
        ("host", "evil.example"),
        ("host", "127.0.0.1.evil.example"),
        ("host", "localhost.evil.example:80"),
    ] {
        let answer = browser.request(Method::GET, "/dev/mail", &[header], None).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{header:?}");
    }
}

#[sqlx::test]
async fn without_a_database_every_page_says_to_come_back_and_nothing_of_why(pool: PgPool) {
    let server = TestApp::start(pool.clone());
    let ana = server.member("ana").await;
    let stranger = server.browser();
    pool.close().await;
    for (browser, path) in
        [(&ana, "/settings"), (&ana, "/static/style.css"), (&stranger, "/open"), (&stranger, "/archive")]
    {
        let answer = browser.get(path).await;
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{path}");
        assert_eq!(answer.headers["retry-after"], "60");
        assert!(answer.body.contains("Our database does not answer"), "{path}: {}", answer.body);
        assert!(!answer.body.contains("pool"), "{path}: {}", answer.body);
    }
}
