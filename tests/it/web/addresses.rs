//! Another mail address, and mail that came back.

use crate::helpers::{Answer, Browser, PASSWORD, START, TestApp};
use delirious::actions;
use delirious::domain::account::Email;
use delirious::domain::ids::AccountId;
use reqwest::StatusCode;
use sqlx::PgPool;
use time::Duration;

const NEW: &str = "ana@elsewhere.example";

/// Asks by the form. The clock goes on, so that mails lie in the order of asking.
async fn ask(server: &TestApp, browser: &Browser, email: &str, password: &str) -> Answer {
    server.clock.advance(Duration::seconds(1));
    browser.post("/settings/address", &[("new_email", email), ("address_password", password)]).await
}

async fn address_of(server: &TestApp, handle: &str) -> String {
    sqlx::query_scalar("select email from accounts where handle = $1")
        .bind(handle)
        .fetch_one(&server.app.pool)
        .await
        .unwrap()
}

/// The paths of the links that prove an address, oldest first.
async fn links(server: &TestApp) -> Vec<String> {
    let mails = server.mails().await;
    let words = mails.iter().flat_map(|mail| mail.split_whitespace());
    words
        .filter_map(|word| Some(word.strip_prefix(&server.address)?.to_owned()))
        .filter(|p| p.starts_with("/address/"))
        .collect()
}

#[sqlx::test]
async fn a_new_address_holds_from_its_confirmation_on_and_the_old_one_gets_a_note_without_a_token(
    pool: PgPool,
) {
    let server = TestApp::start(pool);
    let ana = server.member("ana").await;
    let asked = ask(&server, &ana, NEW, PASSWORD).await;
    assert_eq!(asked.location(), "/settings?done=address-asked#mail", "{}", asked.body);
    let page = ana.get("/settings").await.body;
    assert!(
        page.contains("ana@players.example") && page.contains(NEW) && page.contains("waits for you"),
        "{page}"
    );
    assert_eq!(address_of(&server, "ana").await, "ana@players.example", "nothing has changed");

    let mails = server.mails().await;
    let to = |address: &str| {
        mails.iter().filter(|m| m.starts_with(&format!("To: {address}\n"))).collect::<Vec<_>>()
    };
    let (proof, note) = (to(NEW), to("ana@players.example"));
    assert_eq!((proof.len(), note.len()), (1, 1), "{mails:#?}");
    assert!(!note[0].contains("/address/") && !note[0].contains(NEW), "no token, no address: {}", note[0]);

    let link = links(&server).await.remove(0);
    let stranger = server.browser();
    assert!(stranger.get(&link).await.body.contains("This is my address"));
    assert_eq!(address_of(&server, "ana").await, "ana@players.example", "looking changes nothing");
    assert_eq!(ana.post(&link, &[]).await.location(), "/settings?done=address#mail");
    assert_eq!(address_of(&server, "ana").await, NEW);
    let again = ana.post(&link, &[]).await;
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY, "single use");
    assert!(!ana.get("/settings").await.body.contains("waits for you"));
    let log_in = server.browser().post("/login", &[("email", NEW), ("password", PASSWORD)]).await;
    assert_eq!(log_in.location(), "/matches");
}

#[sqlx::test]
async fn a_wish_with_mistakes_says_why_and_keeps_what_was_typed(pool: PgPool) {
    let server = TestApp::start(pool);
    let ana = server.member("ana").await;
    for (email, password, why) in [
        ("nonsense", PASSWORD, "not an e-mail address"),
        (NEW, "another password", "not your current password"),
        ("ANA@players.example", PASSWORD, "your address already"),
    ] {
        let refused = ask(&server, &ana, email, password).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{email}");
        assert!(refused.body.contains(why), "{email}: {}", refused.body);
        assert_eq!(refused.field("new_email").unwrap(), email);
        assert_eq!(refused.field("address_password").unwrap(), "");
    }
    assert!(server.mails().await.is_empty());
}

#[sqlx::test]
async fn a_wish_taken_back_or_replaced_leaves_no_link_that_works(pool: PgPool) {
    let server = TestApp::start(pool);
    let ana = server.member("ana").await;
    ask(&server, &ana, NEW, PASSWORD).await;
    let first = links(&server).await.remove(0);
    ask(&server, &ana, "ana@third.example", PASSWORD).await;
    assert_eq!(
        ana.post(&first, &[]).await.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "it proved the first wish"
    );
    let second = links(&server).await.remove(1);
    assert_eq!(
        ana.post("/settings/address/cancel", &[]).await.location(),
        "/settings?done=address-kept#mail"
    );
    assert_eq!(ana.post(&second, &[]).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(address_of(&server, "ana").await, "ana@players.example");

    ask(&server, &ana, NEW, PASSWORD).await;
    ana.post("/settings/address/cancel", &[]).await;
    assert_eq!(links(&server).await.len(), 2, "a wish taken back before the mail went out is not mailed");

    ask(&server, &ana, NEW, PASSWORD).await;
    let late = links(&server).await.remove(2);
    server.clock.advance(Duration::hours(49));
    assert_eq!(ana.post(&late, &[]).await.status, StatusCode::UNPROCESSABLE_ENTITY, "48 hours are over");
    assert!(!ana.get("/settings").await.body.contains("waits for you"));
}

#[sqlx::test]
async fn nobody_learns_who_has_an_address_and_its_owner_is_told(pool: PgPool) {
    let server = TestApp::start(pool);
    let (ana, _bruno) = (server.member("ana").await, server.member("bruno").await);
    let of_bruno = ask(&server, &ana, "Bruno@players.example", PASSWORD).await;
    let shown = ana.get("/settings").await.body;
    let free = ask(&server, &ana, NEW, PASSWORD).await;
    assert_eq!((of_bruno.status, of_bruno.location()), (free.status, free.location()));
    assert!(shown.contains("Bruno@players.example") && shown.contains("waits for you"));
    ask(&server, &ana, "Bruno@players.example", PASSWORD).await;
    let mails = server.mails().await;
    assert!(
        mails.iter().any(|m| m.starts_with("To: bruno@players.example") && m.contains("have an account"))
    );
    assert!(links(&server).await.is_empty(), "and no link goes there");
}

#[sqlx::test]
async fn of_two_who_prove_one_address_at_once_exactly_one_has_it(pool: PgPool) {
    let server = TestApp::start(pool);
    let people = [server.person("ana").await, server.person("bruno").await];
    for round in 0..12 {
        let wanted = Email::parse(&format!("wanted{round}@elsewhere.example")).unwrap();
        for id in people {
            server.clock.advance(Duration::seconds(1));
            actions::ask_address(&server.app, id, PASSWORD.into(), &wanted).await.unwrap();
        }
        let mut both = links(&server).await;
        let both = both.split_off(both.len() - 2);
        let tokens = both.iter().map(|path| path.rsplit('/').next().unwrap()).collect::<Vec<_>>();
        let confirm = |token| actions::confirm_address(&server.app, token);
        let (first, second) = tokio::join!(confirm(tokens[0]), confirm(tokens[1]));
        let lost = match (first, second) {
            (Ok(_), Err(lost)) | (Err(lost), Ok(_)) => lost,
            both => panic!("{both:?}"),
        };
        assert!(matches!(lost, actions::TokenError::AddressTaken), "{lost:?}");
        for id in people {
            actions::cancel_address(&server.app, id).await.unwrap();
        }
    }
}

#[sqlx::test]
async fn a_sign_up_that_nobody_proved_gives_way_and_one_that_was_proved_first_does_not(pool: PgPool) {
    let server = TestApp::start(pool);
    let ana = server.member("ana").await;
    let sign_up = [("email", NEW), ("handle", "squatter"), ("password", PASSWORD), ("time_zone", "UTC")];
    server.browser().post("/signup", &sign_up).await;
    ask(&server, &ana, NEW, PASSWORD).await;
    let link = links(&server).await.remove(0);
    assert_eq!(ana.post(&link, &[]).await.status, StatusCode::SEE_OTHER);
    assert_eq!(address_of(&server, "ana").await, NEW);

    let third = "ana@third.example";
    ask(&server, &ana, third, PASSWORD).await;
    let link = links(&server).await.remove(1);
    let sign_up = [("email", third), ("handle", "carla"), ("password", PASSWORD), ("time_zone", "UTC")];
    server.browser().post("/signup", &sign_up).await;
    let proof = server.mailed_path("verify").await;
    server.browser().post(&proof, &[]).await;
    let late = ana.post(&link, &[]).await;
    assert_eq!(late.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(late.body.contains("belongs to another account by now"), "{}", late.body);
    assert_eq!(address_of(&server, "ana").await, NEW);
    assert_eq!(ana.get("/settings").await.status, StatusCode::OK, "the account is as it was");
}

#[sqlx::test]
async fn the_old_address_is_held_for_its_account_for_thirty_days(pool: PgPool) {
    let server = TestApp::start(pool);
    let (ana, bruno) = (server.member("ana").await, server.member("bruno").await);
    ask(&server, &ana, NEW, PASSWORD).await;
    let link = links(&server).await.remove(0);
    ana.post(&link, &[]).await;
    let old = "ana@players.example";
    let sign_up = [("email", old), ("handle", "usurper"), ("password", PASSWORD), ("time_zone", "UTC")];
    let answer = server.browser().post("/signup", &sign_up).await;
    assert!(answer.body.contains("Look into your mail"), "like any sign-up");
    let mails = server.mails().await;
    assert!(
        mails.iter().any(|m| m.starts_with(&format!("To: {old}")) && m.contains("has to wait")),
        "{mails:#?}"
    );
    ask(&server, &bruno, old, PASSWORD).await;
    let link = links(&server).await.pop().unwrap();
    assert_eq!(bruno.post(&link, &[]).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    // Its own account may come back.
    ask(&server, &ana, old, PASSWORD).await;
    let link = links(&server).await.pop().unwrap();
    assert_eq!(ana.post(&link, &[]).await.status, StatusCode::SEE_OTHER);
    // What was left is free after a while.
    server.clock.set(START + actions::ADDRESS_HELD + Duration::days(1));
    actions::tidy(&server.app).await.unwrap();
    let late = server.browser();
    late.post("/signup", &[("email", NEW), ("handle", "late"), ("password", PASSWORD), ("time_zone", "UTC")])
        .await;
    assert_eq!(address_of(&server, "late").await, NEW);
}

#[sqlx::test]
async fn a_reset_link_that_went_to_the_old_address_opens_nothing(pool: PgPool) {
    let server = TestApp::start(pool);
    let ana = server.member("ana").await;
    server.browser().post("/forgot", &[("email", "ana@players.example")]).await;
    let reset = server.mailed_path("reset").await;
    ask(&server, &ana, NEW, PASSWORD).await;
    let link = links(&server).await.remove(0);
    ana.post(&link, &[]).await;
    assert_eq!(server.browser().get(&reset).await.status, StatusCode::UNPROCESSABLE_ENTITY);
}

/// Makes everything owed to `who` come back, as the worker would.
async fn bounce(server: &TestApp, who: &str) {
    sqlx::query(
        "update outbox set state = 'undeliverable', settled_at = $2,
                last_error = 'permanent error (550): 5.1.1 no such mailbox here'
         where state = 'pending' and account_id = (select id from accounts where handle = $1)",
    )
    .bind(who)
    .bind(server.app.clock.now())
    .execute(&server.app.pool)
    .await
    .unwrap();
}

async fn pending(server: &TestApp, who: &str) -> i64 {
    sqlx::query_scalar(
        "select count(*) from outbox where state = 'pending'
         and account_id = (select id from accounts where handle = $1)",
    )
    .bind(who)
    .fetch_one(&server.app.pool)
    .await
    .unwrap()
}

#[sqlx::test]
async fn mail_that_came_back_is_shown_on_every_page_and_sent_again_on_asking(pool: PgPool) {
    let server = TestApp::start(pool);
    let (ana, bruno) = (server.member("ana").await, server.member("bruno").await);
    let table = super::tables::open(&ana, &[("preset", "dice-chess"), ("join", "anyone")]).await;
    bruno.post(&format!("{table}/join"), &[("seat", "Black2")]).await;
    bounce(&server, "ana").await;
    assert!(ana.get("/matches").await.body.contains("Mail to you came back"));
    assert!(!bruno.get("/matches").await.body.contains("Mail to you came back"));
    let page = ana.get("/settings").await.body;
    assert!(page.contains("The server knows nobody of this address") && page.contains("5.1.1"), "{page}");

    assert_eq!(ana.post("/settings/again", &[]).await.location(), "/settings?done=mail-again#mail");
    assert!(pending(&server, "ana").await > 0);
    assert!(!ana.get("/matches").await.body.contains("Mail to you came back"));
    server.clock.advance(Duration::minutes(5));
    let mails = server.mails().await;
    assert!(mails.iter().any(|m| m.starts_with("To: ana@") && m.contains(&table)), "{mails:#?}");
    assert!(!ana.get("/settings").await.body.contains("none in the last 30 days"));
}

#[sqlx::test]
async fn a_changed_address_gets_what_came_back_from_the_old_one(pool: PgPool) {
    let server = TestApp::start(pool);
    let (ana, bruno) = (server.member("ana").await, server.member("bruno").await);
    let table = super::tables::open(&ana, &[("preset", "dice-chess"), ("join", "anyone")]).await;
    bruno.post(&format!("{table}/join"), &[("seat", "Black2")]).await;
    bounce(&server, "ana").await;
    ask(&server, &ana, NEW, PASSWORD).await;
    let link = links(&server).await.remove(0);
    assert!(
        ana.get("/matches").await.body.contains("Mail to you came back"),
        "the proof is no mail of hers yet"
    );
    ana.post(&link, &[]).await;
    server.clock.advance(Duration::minutes(5));
    let mails = server.mails().await;
    assert!(mails.iter().any(|m| m.starts_with(&format!("To: {NEW}")) && m.contains(&table)), "{mails:#?}");
}

#[sqlx::test]
async fn deleting_the_account_in_the_same_moment_as_proving_breaks_nothing(pool: PgPool) {
    let server = TestApp::start(pool);
    for round in 0..6 {
        let handle = format!("p{round}");
        let id: AccountId = server.person(&handle).await;
        let email = Email::parse(&format!("{handle}@elsewhere.example")).unwrap();
        actions::ask_address(&server.app, id, PASSWORD.into(), &email).await.unwrap();
        let link = links(&server).await.pop().unwrap();
        let token = link.rsplit('/').next().unwrap().to_owned();
        let (proved, deleted) = tokio::join!(
            actions::confirm_address(&server.app, &token),
            actions::delete_account(&server.app, id, PASSWORD.into())
        );
        assert!(deleted.is_ok(), "{deleted:?}");
        assert!(matches!(proved, Ok(_) | Err(actions::TokenError::Unknown)), "{proved:?}");
    }
}

#[sqlx::test]
async fn a_new_password_ends_a_change_of_address_that_somebody_else_began(pool: PgPool) {
    let server = TestApp::start(pool);
    let ana = server.member("ana").await;
    for by_mail in [true, false] {
        ask(&server, &ana, "thief@elsewhere.example", PASSWORD).await;
        let link = links(&server).await.pop().unwrap();
        if by_mail {
            server.browser().post("/forgot", &[("email", "ana@players.example")]).await;
            let reset = server.mailed_path("reset").await;
            let set = server.browser().post(&reset, &[("password", "a new and long one 7")]).await;
            assert_eq!(set.status, StatusCode::SEE_OTHER, "{}", set.body);
            ana.log_in("ana", "a new and long one 7").await;
        } else {
            let fields = [("password", "a new and long one 7"), ("new_password", PASSWORD)];
            let set = ana.post("/settings/password", &fields).await;
            assert_eq!(set.status, StatusCode::SEE_OTHER, "{}", set.body);
        }
        server.browser().post(&link, &[]).await;
        assert_eq!(address_of(&server, "ana").await, "ana@players.example", "by mail: {by_mail}");
    }
}
