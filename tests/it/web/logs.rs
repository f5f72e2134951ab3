//! What is logged: route patterns, never a token, a password, an address or what was typed.

use crate::helpers::{PASSWORD, TestApp};
use sqlx::PgPool;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

#[derive(Clone, Default)]
struct Captured(Arc<Mutex<Vec<u8>>>);

impl Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[sqlx::test]
async fn no_secret_is_logged(pool: PgPool) {
    let captured = Captured::default();
    let writer = captured.clone();
    // One subscriber a process: other tests may write into it too, which is all the better.
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::DEBUG)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    assert!(
        tracing::subscriber::set_global_default(subscriber).is_ok(),
        "nobody else listens in this binary"
    );

    let server = TestApp::start(pool);
    let browser = server.browser();
    let token = "feedfacefeedfacefeedfacefeedface";
    for path in ["verify", "reset", "i"] {
        browser.get(&format!("/{path}/{token}")).await;
        browser.post(&format!("/{path}/{token}"), &[("password", "hunter2-hunter2")]).await;
    }
    browser
        .post("/signup", &[("email", "x@secret.example"), ("handle", "x"), ("password", "hunter2-hunter2")])
        .await;
    browser.post("/forgot", &[("email", "x@secret.example")]).await;
    browser.get(&format!("/nowhere/{token}?token={token}")).await;
    let member = server.member("ana").await;
    member.log_in("ana", PASSWORD).await;
    let csrf = member.csrf().await;

    let log = String::from_utf8(captured.0.lock().unwrap().clone()).unwrap();
    assert!(log.contains("/verify/{token}"), "route patterns are logged: {log}");
    for secret in [token, "hunter2", "secret.example", PASSWORD, &csrf] {
        assert!(!log.contains(secret), "{secret} was logged");
    }
}
