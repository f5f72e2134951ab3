//! The ways out, one mail at a time, against a server that misbehaves.

use super::fixture::{addressed, reader};
use crate::smtp::{Mood, SmtpServer, url_of};
use delirious::config::MailUrl;
use delirious::mail::envelope::Outgoing;
use delirious::mail::message;
use delirious::mail::transport::{Mailer, SendError};
use std::time::Duration;

fn mail_to(to: &str) -> Outgoing {
    addressed(&message::verify("ana", "t0ken", &reader()).unwrap(), to, None, None)
}

fn transient(result: Result<(), SendError>) -> String {
    match result {
        Err(SendError::Transient(why)) => why,
        other => panic!("expected to be told to try later: {other:?}"),
    }
}

#[tokio::test]
async fn a_mail_reaches_its_one_recipient_and_the_connection_is_used_again() {
    let server = SmtpServer::start().await;
    let mailer = Mailer::new(&server.url()).unwrap();
    for to in ["ana@example.org", "bruno@example.org"] {
        mailer.send(&mail_to(to)).await.unwrap();
    }
    let received = server.received();
    assert_eq!(received.len(), 2);
    assert_eq!(received[0].from, "post@example.org");
    assert_eq!(received[0].only_recipient(), "ana@example.org");
    assert_eq!(received[1].only_recipient(), "bruno@example.org");
    assert_eq!(server.connections(), 1);
    mailer.rest().await;
    assert_eq!(server.commands().last().map(String::as_str), Some("QUIT"));
}

#[tokio::test]
async fn what_may_pass_is_tried_again_and_what_may_not_is_recorded() {
    let server = SmtpServer::start().await;
    let mailer = Mailer::new(&server.url()).unwrap();
    for mood in
        [Mood::Mute, Mood::Refusing, Mood::Greylisting, Mood::DroppingInData, Mood::DroppingBeforeAnswer]
    {
        server.set_mood(mood);
        transient(mailer.send(&mail_to("ana@example.org")).await);
    }
    server.set_mood(Mood::Well);
    server.forget("ana@example.org");
    match mailer.send(&mail_to("ana@example.org")).await {
        Err(SendError::Permanent(why)) => assert!(why.contains("no such mailbox"), "{why}"),
        other => panic!("expected a refusal for good: {other:?}"),
    }
    mailer.send(&mail_to("bruno@example.org")).await.expect("the next mail is not affected");
}

#[tokio::test]
async fn a_server_that_is_away_is_no_reason_to_give_up() {
    let mailer = Mailer::new(&url_of(SmtpServer::nobody().await)).unwrap();
    transient(mailer.send(&mail_to("ana@example.org")).await);
}

#[tokio::test]
async fn a_late_answer_is_never_taken_for_the_next_mails() {
    let server = SmtpServer::start().await;
    let mailer = Mailer::new(&server.url()).unwrap().with_timeout(Duration::from_millis(200));
    mailer.send(&mail_to("ana@example.org")).await.unwrap();
    server.set_mood(Mood::Holding);
    assert_eq!(transient(mailer.send(&mail_to("bruno@example.org")).await), "the mail server was too slow");
    server.set_mood(Mood::Well);
    server.release();
    server.forget("carla@example.org");
    let refused = mailer.send(&mail_to("carla@example.org")).await;
    assert!(matches!(refused, Err(SendError::Permanent(_))), "{refused:?}");
    assert_eq!(server.connections(), 2, "the connection that was cut off is not used again");
}

#[tokio::test]
async fn without_starttls_nothing_is_sent_to_another_machine() {
    let server = SmtpServer::start().await;
    let MailUrl::Smtp(mut smtp) = server.url() else { panic!("an SMTP address") };
    smtp.tls = delirious::config::SmtpTls::StartTls;
    smtp.login = Some(("user".to_owned(), "pass-word".into()));
    let mailer = Mailer::new(&MailUrl::Smtp(smtp)).unwrap();
    transient(mailer.send(&mail_to("ana@example.org")).await);
    let said = server.commands();
    assert!(said.iter().all(|c| !c.starts_with("AUTH") && !c.starts_with("MAIL")), "{said:?}");
}

#[tokio::test]
async fn files_appear_whole_under_names_that_sort_by_time() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("not/there/yet");
    let mailer = Mailer::new(&MailUrl::File(to.clone())).unwrap();
    let mail = mail_to("ana@example.org");
    mailer.send(&mail).await.unwrap();
    let names = std::fs::read_dir(&to).unwrap().map(|e| e.unwrap().file_name()).collect::<Vec<_>>();
    assert_eq!(names, [mail.file_name().as_str()]);
    assert!(mail.file_name().starts_with("01796064000000-"), "{}", mail.file_name());
}
