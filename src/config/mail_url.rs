//! `MAIL_URL`: where mail goes (DESIGN §6).

use super::ConfigError;
use secrecy::SecretString;
use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;
use url::{Host, Url};

/// Where mail goes.
#[derive(Clone, Debug)]
pub enum MailUrl {
    /// To a mail server.
    Smtp(SmtpServer),
    /// To `.eml` files in a folder, for development.
    File(PathBuf),
}

/// A mail server.
#[derive(Clone, Debug)]
pub struct SmtpServer {
    /// Its name.
    pub host: String,
    /// Its port, 587 or 465 unless said.
    pub port: u16,
    /// User and password, where it asks for them.
    pub login: Option<(String, SecretString)>,
    /// How the connection is protected.
    pub tls: SmtpTls,
}

/// How a connection to a mail server is protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmtpTls {
    /// `smtps://`: TLS from the first byte.
    Wrapped,
    /// `smtp://`: STARTTLS, and no mail without it.
    StartTls,
    /// `smtp://` to this machine itself: nothing to protect, no TLS.
    Loopback,
}

impl FromStr for MailUrl {
    type Err = ConfigError;

    /// Errors never repeat the text, which may hold a password.
    fn from_str(text: &str) -> Result<Self, ConfigError> {
        let text = text.trim();
        if let Some(path) = text.strip_prefix("file:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            return match path {
                "" => Err(ConfigError::BadMailUrl("names no folder")),
                path => Ok(Self::File(path.into())),
            };
        }
        let url = Url::parse(text).map_err(|_| ConfigError::BadMailUrl("is no address"))?;
        let wrapped = match url.scheme() {
            "smtp" => false,
            "smtps" => true,
            _ => return Err(ConfigError::BadMailUrl("starts with neither smtp:, smtps: nor file:")),
        };
        if !matches!(url.path(), "" | "/") || url.query().is_some() || url.fragment().is_some() {
            return Err(ConfigError::BadMailUrl("says more than a server"));
        }
        let host =
            url.host_str().filter(|h| !h.is_empty()).ok_or(ConfigError::BadMailUrl("names no host"))?;
        let tls = match (wrapped, is_loopback(&url)) {
            (true, _) => SmtpTls::Wrapped,
            (false, true) => SmtpTls::Loopback,
            (false, false) => SmtpTls::StartTls,
        };
        let port = url.port().unwrap_or(if wrapped { 465 } else { 587 });
        Ok(Self::Smtp(SmtpServer { host: host.to_owned(), port, login: login(&url)?, tls }))
    }
}

fn login(url: &Url) -> Result<Option<(String, SecretString)>, ConfigError> {
    match (url.username(), url.password()) {
        ("", None) => Ok(None),
        (user, Some(password)) if !user.is_empty() => {
            Ok(Some((percent_decoded(user)?, percent_decoded(password)?.into())))
        }
        _ => Err(ConfigError::BadMailUrl("gives a user or a password without the other")),
    }
}

fn is_loopback(url: &Url) -> bool {
    // For a scheme that `url` does not know, an IPv4 address is a name like any other.
    match url.host() {
        Some(Host::Domain(name)) => {
            name == "localhost" || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
        }
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    }
}

fn percent_decoded(text: &str) -> Result<String, ConfigError> {
    let bad = ConfigError::BadMailUrl("has a % that no two hexadecimal digits follow");
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] != b'%' {
            out.push(bytes[at]);
            at += 1;
            continue;
        }
        let mut byte = [0];
        match bytes.get(at + 1..at + 3) {
            Some(digits) if hex::decode_to_slice(digits, &mut byte).is_ok() => out.push(byte[0]),
            _ => return Err(bad),
        }
        at += 3;
    }
    String::from_utf8(out).map_err(|_| ConfigError::BadMailUrl("is not UTF-8 where it is decoded"))
}
