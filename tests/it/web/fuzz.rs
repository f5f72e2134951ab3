//! Random bytes to every form: a clear answer, never a 5xx.

use crate::helpers::TestApp;
use delirious::web::routes::summary;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use sqlx::PgPool;

const NAMES: [&str; 26] = [
    "email",
    "handle",
    "password",
    "new_password",
    "time_zone",
    "next",
    "session",
    "preset",
    "name",
    "allowance",
    "lapse",
    "join",
    "seat",
    "to",
    "invitation",
    "move",
    "seen",
    "key",
    "board",
    "salt",
    "scope",
    "text",
    "phrase",
    "version",
    "reason",
    "deed",
];

fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[0-9]{1,30}",
        "[a-z-]{1,20}",
        Just("00000000-0000-0000-0000-000000000000".to_owned()),
        Just("White1".to_owned()),
        Just("a@b.example".to_owned()),
        "[ -~]{100,400}",
    ]
}

#[sqlx::test]
async fn random_fields_and_bytes_never_break_a_form(pool: PgPool) {
    let server = TestApp::start(pool);
    let ana = server.member("ana").await;
    let csrf = ana.csrf().await;
    let table = super::tables::open(&ana, &[("preset", "dice-chess")]).await;
    let mut runner = TestRunner::deterministic();
    let fields = vec((proptest::sample::select(&NAMES[..]), value()), 0..8);
    for route in summary().iter().filter(|route| route.posts && route.path != "/logout") {
        let path = route.path.replace("/m/{id}", &table).replace("{token}", "%F0%9F%92%A9'--");
        for _ in 0..6 {
            let typed = fields.new_tree(&mut runner).unwrap().current();
            let body = url::form_urlencoded::Serializer::new(String::new())
                .append_pair("csrf", &csrf)
                .extend_pairs(&typed)
                .finish();
            let answer = ana.post_raw(&path, &body).await;
            assert!(answer.status.as_u16() < 500, "{path} {typed:?}: {}", answer.status);
        }
        for _ in 0..4 {
            let bytes = vec(any::<u8>(), 0..300).new_tree(&mut runner).unwrap().current();
            let form = [("content-type", "application/x-www-form-urlencoded")];
            let answer = ana.request(reqwest::Method::POST, &path, &form, Some(bytes.clone())).await;
            assert!(answer.status.is_client_error(), "{path} {bytes:?}: {}", answer.status);
        }
    }
}
