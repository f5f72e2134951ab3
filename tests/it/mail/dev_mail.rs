//! Mails in files can be read back, and nothing else can.

use super::fixture::{NOW, letter_about, reader};
use crate::fixture::own_move;
use delirious::actions::{DevMailError, list_dev_mail, read_dev_mail};
use delirious::app::App;
use delirious::clock::Clock;
use delirious::config::{MailUrl, Settings};
use delirious::domain::notice::Notice;
use delirious::mail::envelope::{Outgoing, Postmark};
use delirious::mail::transport::Mailer;
use sqlx::PgPool;
use time::Duration;
use uuid::Uuid;

fn app(pool: PgPool, mail_url: &str) -> App {
    let key = "11".repeat(32);
    let source = |name: &str| match name {
        "APP_ENV" => Some("development".to_owned()),
        "DATABASE_URL" => Some("postgres://unused@localhost/unused".to_owned()),
        "MAIL_URL" => Some(mail_url.to_owned()),
        "DICE_KEY" | "SESSION_KEY" => Some(key.clone()),
        _ => None,
    };
    App::new(Settings::from_source(&source).unwrap(), pool, Clock::test(NOW).0)
}

async fn post(mailer: &Mailer, to: &str, minutes: i64) {
    let reader = reader();
    let letter = letter_about(&own_move(), Notice::Turn);
    let mark = Postmark {
        id: Uuid::from_u128(u128::try_from(minutes).unwrap()),
        from: "Delirious <post@example.org>",
        to,
        date: NOW + Duration::minutes(minutes),
        match_id: None,
        unsubscribe: None,
        base_url: &reader.base_url,
    };
    mailer.send(&Outgoing::new(&letter, Some(b"\x89PNG".to_vec()), &mark).unwrap()).await.unwrap();
}

#[sqlx::test]
async fn mails_are_listed_newest_first_and_open_with_their_picture(pool: PgPool) {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("file:{}", folder.path().display());
    let app = app(pool, &url);
    assert!(list_dev_mail(&app).await.unwrap().is_empty());
    let mailer = Mailer::new(&url.parse::<MailUrl>().unwrap()).unwrap();
    post(&mailer, "ana@example.org", 1).await;
    post(&mailer, "bruno@example.org", 2).await;

    let cards = list_dev_mail(&app).await.unwrap();
    assert_eq!(
        cards.iter().map(|c| c.to.as_str()).collect::<Vec<_>>(),
        ["bruno@example.org", "ana@example.org"]
    );
    assert_eq!(cards[1].subject, "Your turn: Sunday table");
    assert_eq!(cards[1].date, Some(NOW + Duration::minutes(1)));

    let mail = read_dev_mail(&app, &cards[1].name).await.unwrap();
    assert!(mail.text.contains("It is your turn as White1"));
    assert!(mail.html.contains(&format!("src=\"/dev/mail/{}/boards\"", cards[1].name)), "{}", mail.html);
    assert_eq!(mail.parts.len(), 1);
    assert_eq!((mail.parts[0].id.as_str(), mail.parts[0].content_type.as_str()), ("boards", "image/png"));
    assert_eq!(mail.parts[0].bytes, b"\x89PNG");
    assert!(mail.headers.contains(&("Auto-Submitted".to_owned(), "auto-generated".to_owned())));
}

#[sqlx::test]
async fn no_name_leads_out_of_the_folder(pool: PgPool) {
    let outside = tempfile::tempdir().unwrap();
    let folder = outside.path().join("mail");
    let mailer = Mailer::new(&MailUrl::File(outside.path().to_owned())).unwrap();
    post(&mailer, "ana@example.org", 1).await;
    let name = std::fs::read_dir(outside.path()).unwrap().next().unwrap().unwrap().file_name();
    let app = app(pool, &format!("file:{}", folder.display()));
    let absolute = outside.path().join(&name).display().to_string();
    let name = name.into_string().unwrap();
    for name in [format!("../{name}"), absolute, format!("..%2f{name}"), "..".to_owned(), String::new()] {
        let refused = read_dev_mail(&app, &name).await;
        assert!(matches!(refused, Err(DevMailError::NoSuchMail)), "{name}: {refused:?}");
    }
}

#[sqlx::test]
async fn where_mail_goes_to_a_server_there_is_nothing_to_read(pool: PgPool) {
    let app = app(pool, "smtp://127.0.0.1:2525");
    assert!(matches!(list_dev_mail(&app).await, Err(DevMailError::NoFolder)));
    assert!(matches!(read_dev_mail(&app, "1.eml").await, Err(DevMailError::NoFolder)));
}
