use super::*;
use secrecy::ExposeSecret;
use std::collections::BTreeMap;

const KEY: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

/// A complete production environment, changed by `with`; an empty value unsets.
fn read(with: &[(&str, &str)]) -> Result<Settings, ConfigError> {
    let mut vars = BTreeMap::from([
        ("DATABASE_URL", "postgres://app:secret@db/app"),
        ("MAIL_URL", "smtp://user:p%40ss@mail.example.org"),
        ("MAIL_FROM", "Delirious <post@example.org>"),
        ("BASE_URL", "https://chess.example.org"),
        ("DICE_KEY", KEY),
        ("SESSION_KEY", KEY),
    ]);
    vars.extend(with.iter().copied());
    Settings::from_source(&|name| vars.get(name).map(ToString::to_string))
}

fn refusal(with: &[(&str, &str)]) -> ConfigError {
    read(with).expect_err("these settings should be refused")
}

#[test]
fn a_complete_environment_is_production_unless_it_says_otherwise() {
    let settings = read(&[]).unwrap();
    assert_eq!(settings.env, AppEnv::Production);
    assert_eq!(settings.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(settings.base_url.as_str(), "https://chess.example.org/");
    assert!(settings.secure_cookies() && settings.worker);
    assert_eq!(settings.dice_key.expose()[31], 0x1f);
    let MailUrl::Smtp(server) = &settings.mail_url else { panic!("{:?}", settings.mail_url) };
    let (user, password) = server.login.as_ref().unwrap();
    assert_eq!((server.port, server.tls), (587, SmtpTls::StartTls));
    assert_eq!((user.as_str(), password.expose_secret()), ("user", "p@ss"));
}

#[test]
fn development_needs_only_a_database_and_keys() {
    let bare = [("APP_ENV", "development"), ("MAIL_URL", ""), ("MAIL_FROM", ""), ("BASE_URL", "")];
    let mut settings = read(&[&bare[..], &[("LISTEN", "127.0.0.1:0")]].concat()).unwrap();
    assert!(matches!(settings.mail_url, MailUrl::File(_)));
    settings.bound_to("127.0.0.1:4321".parse().unwrap());
    assert_eq!(settings.base_url.as_str(), "http://127.0.0.1:4321/");
}

#[test]
fn a_base_url_that_was_given_stays_when_the_port_is_known() {
    let mut settings = read(&[]).unwrap();
    settings.bound_to("127.0.0.1:4321".parse().unwrap());
    assert_eq!(settings.base_url.as_str(), "https://chess.example.org/");
}

#[test]
fn no_secret_prints() {
    let printed = format!("{:?}", read(&[]).unwrap());
    for secret in ["secret", "p@ss", "p%40ss", KEY, "0, 1, 2, 3"] {
        assert!(!printed.contains(secret), "{secret} in {printed}");
    }
    let wrong = refusal(&[("MAIL_URL", "smtp://me:hunter2@")]).to_string();
    assert!(!wrong.contains("hunter2"), "{wrong}");
}

#[test]
fn production_refuses_what_only_development_may() {
    assert!(matches!(refusal(&[("MAIL_URL", "file:var/mail")]), ConfigError::FileMailInProduction));
    assert!(matches!(refusal(&[("MAIL_URL", "")]), ConfigError::Missing { name: "MAIL_URL", .. }));
    assert!(matches!(refusal(&[("CLOCK_OFFSET_SECONDS", "0")]), ConfigError::OffsetInProduction));
    assert!(matches!(refusal(&[("BASE_URL", "http://chess.example.org")]), ConfigError::BadBaseUrl(_)));
    assert!(matches!(refusal(&[("RATE_LIMITS", "off")]), ConfigError::NoLimitsInProduction));
    assert!(read(&[("BASE_URL", "http://127.0.0.1:8080")]).is_ok(), "a proxy's back side");
}

#[test]
fn every_bad_value_is_named() {
    let cases = [
        ("APP_ENV", "prod"),
        ("DATABASE_URL", "mysql://x"),
        ("DATABASE_URL", ""),
        ("MAIL_URL", "imap://x"),
        ("MAIL_URL", "smtp://user@host"),
        ("MAIL_URL", "smtp://u:%zz@host"),
        ("MAIL_URL", "smtp://host/path"),
        ("MAIL_FROM", "nobody"),
        ("MAIL_FROM", "a@b.c\r\nBcc: d@e.f"),
        ("BASE_URL", "chess"),
        ("BASE_URL", "https://x.org/sub"),
        ("BASE_URL", "ftp://x.org"),
        ("LISTEN", "8080"),
        ("DICE_KEY", "abc"),
        ("DICE_KEY", ""),
        ("SESSION_KEY", "zz"),
        ("WORKER", "yes"),
        ("RATE_LIMITS", "0"),
    ];
    for (name, value) in cases {
        let message = refusal(&[(name, value)]).to_string();
        assert!(message.starts_with(name) && message.contains(": "), "{name}={value}: {message}");
    }
    let late = refusal(&[("APP_ENV", "development"), ("CLOCK_OFFSET_SECONDS", "9e9")]);
    assert!(matches!(late, ConfigError::BadOffset(_)));
}

#[test]
#[expect(clippy::disallowed_methods, reason = "writes the key's file")]
fn a_key_may_stand_in_a_file() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), format!("{KEY}\n")).unwrap();
    let path = file.path().to_str().unwrap();
    let settings = read(&[("DICE_KEY", ""), ("DICE_KEY_FILE", path)]).unwrap();
    assert_eq!(settings.dice_key.expose()[1], 1);
    let long = KEY.repeat(2);
    assert!(read(&[("SESSION_KEY", &long)]).is_ok(), "a longer session key is fine");
    assert!(matches!(refusal(&[("DICE_KEY", &long)]), ConfigError::BadKey("DICE_KEY")));
    let missing = refusal(&[("DICE_KEY", ""), ("DICE_KEY_FILE", "/nowhere/key")]);
    assert!(matches!(missing, ConfigError::KeyFile { name: "DICE_KEY_FILE", .. }));
}

#[test]
fn mail_to_this_machine_needs_no_tls() {
    for (text, tls, port) in [
        ("smtp://127.0.0.1:2525", SmtpTls::Loopback, 2525),
        ("smtp://localhost", SmtpTls::Loopback, 587),
        ("smtp://[::1]:25", SmtpTls::Loopback, 25),
        ("smtps://u:p@127.0.0.1", SmtpTls::Wrapped, 465),
        ("smtp://10.0.0.1", SmtpTls::StartTls, 587),
    ] {
        let MailUrl::Smtp(server) = text.parse().unwrap() else { panic!("{text}") };
        assert_eq!((server.tls, server.port), (tls, port), "{text}");
    }
}

#[test]
fn mails_of_a_match_wait_two_minutes_and_only_a_developer_hurries_them() {
    assert_eq!(read(&[]).unwrap().mail_hold, Duration::seconds(120));
    assert_eq!(read(&[("MAIL_HOLD_SECONDS", "120")]).unwrap().mail_hold, Duration::seconds(120));
    assert!(matches!(refusal(&[("MAIL_HOLD_SECONDS", "0")]), ConfigError::HoldInProduction));
    let hurried = read(&[("APP_ENV", "development"), ("MAIL_HOLD_SECONDS", "0")]).unwrap();
    assert_eq!(hurried.mail_hold, Duration::ZERO);
    for bad in ["soon", "-1", "3601"] {
        assert!(matches!(refusal(&[("MAIL_HOLD_SECONDS", bad)]), ConfigError::BadHold(_)), "{bad}");
    }
}
