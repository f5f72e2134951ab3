//! Environment → typed settings, once, at the start. Nobody else reads the environment.
//!
//! Each variable is described in `.env.example`. A bad value is a named error that says what to do;
//! no error prints a secret.

mod keys;
mod mail_url;

pub use keys::Key32;
pub use mail_url::{MailUrl, SmtpServer, SmtpTls};

use secrecy::SecretString;
use std::net::SocketAddr;
use time::Duration;
use url::Url;

/// Where the service runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppEnv {
    /// For real: mail goes out, shortcuts are refused. The default.
    Production,
    /// On a developer's machine: mail may go to files, the clock may be moved.
    Development,
}

/// What the environment says.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one switch of the environment")]
pub struct Settings {
    /// `APP_ENV`.
    pub env: AppEnv,
    /// `DATABASE_URL`.
    pub database_url: SecretString,
    /// `MAIL_URL`.
    pub mail_url: MailUrl,
    /// `MAIL_FROM`, such as `Delirious <post@example.org>`.
    pub mail_from: String,
    /// `MAIL_HOLD_SECONDS`: how long mails of a match wait for others to travel with; two minutes in production.
    pub mail_hold: Duration,
    /// `BASE_URL`, the address people use, ending in `/`.
    pub base_url: Url,
    /// `LISTEN`; port 0 takes any free one.
    pub listen: SocketAddr,
    /// `DICE_KEY` or `DICE_KEY_FILE` (DESIGN §4).
    pub dice_key: Key32,
    /// `SESSION_KEY` or `SESSION_KEY_FILE`, which signs cookies.
    pub session_key: Key32,
    /// `CLOCK_OFFSET_SECONDS`, zero in production.
    pub clock_offset: Duration,
    /// `WORKER`: whether `serve` also sends mail and ends overdue turns.
    pub worker: bool,
    /// `TRUST_PROXY`: whether the last address of `X-Forwarded-For` is the client's, because all
    /// requests come through a proxy that writes it.
    pub trust_proxy: bool,
    /// `RATE_LIMITS`: whether forms are limited; off only in development, for tests.
    pub rate_limits: bool,
    /// `RUST_LOG`, for telemetry.
    pub log_filter: Option<String>,
    base_url_given: bool,
}

/// A setting that is missing or wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// Nothing is set.
    #[error("{name} is not set: {advice}")]
    Missing {
        /// The variable.
        name: &'static str,
        /// What to do.
        advice: &'static str,
    },
    /// `APP_ENV` is neither word.
    #[error("APP_ENV is {0:?}: set it to production or development")]
    UnknownEnv(String),
    /// `DATABASE_URL` is no PostgreSQL address.
    #[error("DATABASE_URL is not a PostgreSQL address: write postgres://user:password@host:5432/name")]
    BadDatabaseUrl,
    /// `MAIL_URL` cannot be read.
    #[error(
        "MAIL_URL {0}: write smtp://user:password@host:587, smtps://user:password@host:465 or file:var/mail"
    )]
    BadMailUrl(&'static str),
    /// Files reach nobody.
    #[error(
        "MAIL_URL is a file: address, which reaches nobody in production: give an smtp:// or smtps:// address, or set APP_ENV=development"
    )]
    FileMailInProduction,
    /// `MAIL_FROM` is not one address.
    #[error("MAIL_FROM is {0:?}: write one sender such as Delirious <post@example.org>")]
    BadMailFrom(String),
    /// `BASE_URL` cannot be linked to.
    #[error("BASE_URL {0}: write the address that people use, such as https://chess.example.org/")]
    BadBaseUrl(&'static str),
    /// `LISTEN` is no socket address.
    #[error("LISTEN is {0:?}: write an address and a port such as 127.0.0.1:8080")]
    BadListen(String),
    /// A key of another form.
    #[error("{0} is not 64 hexadecimal digits: make it with `openssl rand -hex 32`")]
    BadKey(&'static str),
    /// A key file that cannot be read.
    #[error("{name} names {path}, which cannot be read: {source}")]
    KeyFile {
        /// The variable.
        name: &'static str,
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// A production clock is the real one.
    #[error("CLOCK_OFFSET_SECONDS moves deadlines and is refused in production: unset it")]
    OffsetInProduction,
    /// Not a number of seconds.
    #[error("CLOCK_OFFSET_SECONDS is {0:?}: write whole seconds, at most ten years, such as 86400 or -3600")]
    BadOffset(String),
    /// Mails of a match wait two minutes.
    #[error("MAIL_HOLD_SECONDS hurries mails and is refused in production: unset it")]
    HoldInProduction,
    /// Not a number of seconds.
    #[error("MAIL_HOLD_SECONDS is {0:?}: write whole seconds from 0 to 3600")]
    BadHold(String),
    /// A switch is neither word.
    #[error("{0} is {1:?}: set it to on or off")]
    BadSwitch(&'static str, String),
    /// Forms without limits invite guessing.
    #[error("RATE_LIMITS is off, which is refused in production: unset it")]
    NoLimitsInProduction,
}

/// How long mails of a match wait (DESIGN §6).
const MAIL_HOLD: i64 = 120;

type Source<'a> = &'a dyn Fn(&str) -> Option<String>;

impl Settings {
    /// Reads the process's environment.
    pub fn from_env() -> Result<Self, ConfigError> {
        Self::from_source(&environment)
    }

    /// Reads variables from `source`, which answers none for what is not set.
    pub fn from_source(source: Source) -> Result<Self, ConfigError> {
        let source: Source = &|name| source(name).filter(|value| !value.trim().is_empty());
        let env = app_env(source)?;
        let listen = listen(source)?;
        let base_url_given = source("BASE_URL").is_some();
        Ok(Self {
            env,
            database_url: database_url(source)?,
            mail_url: mail_url(source, env)?,
            mail_from: mail_from(source, env)?,
            mail_hold: mail_hold(source, env)?,
            base_url: base_url(source, env, listen)?,
            listen,
            dice_key: Key32::read(source, "DICE_KEY", "DICE_KEY_FILE")?,
            session_key: Key32::read(source, "SESSION_KEY", "SESSION_KEY_FILE")?,
            clock_offset: clock_offset(source, env)?,
            worker: switch(source, "WORKER", true)?,
            trust_proxy: switch(source, "TRUST_PROXY", false)?,
            rate_limits: rate_limits(source, env)?,
            log_filter: source("RUST_LOG"),
            base_url_given,
        })
    }

    /// Tells the settings which address was bound, which matters where `LISTEN` ends in `:0` and no
    /// `BASE_URL` was given.
    pub fn bound_to(&mut self, address: SocketAddr) {
        self.listen = address;
        if !self.base_url_given
            && let Ok(url) = Url::parse(&format!("http://{address}/"))
        {
            self.base_url = url;
        }
    }

    /// Whether cookies may travel over TLS only.
    pub fn secure_cookies(&self) -> bool {
        self.base_url.scheme() == "https"
    }
}

/// `DATABASE_URL` alone, for `delirious migrate`.
pub fn database_url_from_env() -> Result<SecretString, ConfigError> {
    database_url(&environment)
}

#[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

fn app_env(source: Source) -> Result<AppEnv, ConfigError> {
    match source("APP_ENV").as_deref() {
        None | Some("production") => Ok(AppEnv::Production),
        Some("development") => Ok(AppEnv::Development),
        Some(other) => Err(ConfigError::UnknownEnv(other.to_owned())),
    }
}

fn database_url(source: Source) -> Result<SecretString, ConfigError> {
    let advice = "give the address of a PostgreSQL database, or start with script/server";
    let url = source("DATABASE_URL").ok_or(ConfigError::Missing { name: "DATABASE_URL", advice })?;
    if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        Ok(url.into())
    } else {
        Err(ConfigError::BadDatabaseUrl)
    }
}

fn mail_url(source: Source, env: AppEnv) -> Result<MailUrl, ConfigError> {
    let advice = "give the address of a mail server, such as smtp://user:password@host:587";
    let url = match (source("MAIL_URL"), env) {
        (Some(text), _) => text.parse()?,
        (None, AppEnv::Development) => MailUrl::File("var/mail".into()),
        (None, AppEnv::Production) => return Err(ConfigError::Missing { name: "MAIL_URL", advice }),
    };
    match (&url, env) {
        (MailUrl::File(_), AppEnv::Production) => Err(ConfigError::FileMailInProduction),
        _ => Ok(url),
    }
}

fn mail_from(source: Source, env: AppEnv) -> Result<String, ConfigError> {
    let advice = "give the sender of all mail, such as Delirious <post@example.org>";
    let from = match (source("MAIL_FROM"), env) {
        (Some(from), _) => from,
        (None, AppEnv::Development) => "Delirious <post@localhost>".to_owned(),
        (None, AppEnv::Production) => return Err(ConfigError::Missing { name: "MAIL_FROM", advice }),
    };
    let one_line = from.chars().all(|c| !c.is_control());
    match from.parse::<lettre::message::Mailbox>() {
        Ok(_) if one_line => Ok(from),
        _ => Err(ConfigError::BadMailFrom(from)),
    }
}

fn base_url(source: Source, env: AppEnv, listen: SocketAddr) -> Result<Url, ConfigError> {
    let advice = "give the address that people use, such as https://chess.example.org/";
    let text = match (source("BASE_URL"), env) {
        (Some(text), _) => text,
        (None, AppEnv::Development) => format!("http://{listen}/"),
        (None, AppEnv::Production) => return Err(ConfigError::Missing { name: "BASE_URL", advice }),
    };
    let url = Url::parse(&text).map_err(|_| ConfigError::BadBaseUrl("is no address"))?;
    let loopback = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
    match url.scheme() {
        "https" => {}
        "http" if env == AppEnv::Development || loopback => {}
        "http" => {
            return Err(ConfigError::BadBaseUrl("is plain http in production, where sessions need TLS"));
        }
        _ => return Err(ConfigError::BadBaseUrl("starts with neither https: nor http:")),
    }
    if url.path() != "/" || url.query().is_some() || url.fragment().is_some() || !url.username().is_empty() {
        return Err(ConfigError::BadBaseUrl("is more than a host"));
    }
    Ok(url)
}

fn listen(source: Source) -> Result<SocketAddr, ConfigError> {
    let text = source("LISTEN").unwrap_or_else(|| "127.0.0.1:8080".to_owned());
    text.parse().map_err(|_| ConfigError::BadListen(text))
}

fn clock_offset(source: Source, env: AppEnv) -> Result<Duration, ConfigError> {
    const TEN_YEARS: i64 = 10 * 366 * 24 * 3600;
    let Some(text) = source("CLOCK_OFFSET_SECONDS") else { return Ok(Duration::ZERO) };
    if env == AppEnv::Production {
        return Err(ConfigError::OffsetInProduction);
    }
    match text.trim().parse::<i64>() {
        Ok(seconds) if seconds.abs() <= TEN_YEARS => Ok(Duration::seconds(seconds)),
        _ => Err(ConfigError::BadOffset(text)),
    }
}

fn mail_hold(source: Source, env: AppEnv) -> Result<Duration, ConfigError> {
    let Some(text) = source("MAIL_HOLD_SECONDS") else { return Ok(Duration::seconds(MAIL_HOLD)) };
    let seconds = text.trim().parse::<i64>().ok().filter(|seconds| (0..=3600).contains(seconds));
    match (seconds, env) {
        (None, _) => Err(ConfigError::BadHold(text)),
        (Some(MAIL_HOLD), _) | (_, AppEnv::Development) => {
            Ok(Duration::seconds(seconds.unwrap_or(MAIL_HOLD)))
        }
        (Some(_), AppEnv::Production) => Err(ConfigError::HoldInProduction),
    }
}

fn rate_limits(source: Source, env: AppEnv) -> Result<bool, ConfigError> {
    match (switch(source, "RATE_LIMITS", true)?, env) {
        (false, AppEnv::Production) => Err(ConfigError::NoLimitsInProduction),
        (limits, _) => Ok(limits),
    }
}

fn switch(source: Source, name: &'static str, unset: bool) -> Result<bool, ConfigError> {
    match source(name).as_deref() {
        None => Ok(unset),
        Some("on") => Ok(true),
        Some("off") => Ok(false),
        Some(other) => Err(ConfigError::BadSwitch(name, other.to_owned())),
    }
}

#[cfg(test)]
mod tests;
