//! The way out: a mail server, or a folder of `.eml` files (`MAIL_URL`, DESIGN §6).

mod files;
mod smtp;

use super::envelope::Outgoing;
use crate::config::MailUrl;
use std::time::Duration;

/// The longest that handing over one mail may take. A server that filters may think for minutes before it
/// answers (RFC 5321 §4.5.3.2); whoever hangs up too early sends the mail again and again.
pub const SEND_TIMEOUT: Duration = Duration::from_mins(2);

/// Hands mails over. One for each process.
#[derive(Debug)]
pub struct Mailer {
    way: Way,
    timeout: Duration,
}

#[derive(Debug)]
enum Way {
    Smtp(smtp::Smtp),
    Files(files::Files),
}

/// A mail that was not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// The server refused this mail or its recipient for good (5xx).
    #[error("refused for good: {0}")]
    Permanent(String),
    /// Anything else: try again later. The mail may have gone out all the same, when the connection
    /// dropped before the server's answer came.
    #[error("not sent for now: {0}")]
    Transient(String),
}

/// A `MAIL_URL` that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MailerError {
    /// The host's name is not one that TLS could check.
    #[error("MAIL_URL names a host that TLS cannot check: {0}")]
    Tls(#[source] lettre::transport::smtp::Error),
}

impl Mailer {
    /// The way that `url` names. Nothing is connected yet.
    pub fn new(url: &MailUrl) -> Result<Self, MailerError> {
        let way = match url {
            MailUrl::Smtp(server) => Way::Smtp(smtp::Smtp::new(server).map_err(MailerError::Tls)?),
            MailUrl::File(folder) => Way::Files(files::Files::new(folder.clone())),
        };
        Ok(Self { way, timeout: SEND_TIMEOUT })
    }

    /// The same with another limit than [`SEND_TIMEOUT`], for tests of slow servers.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// Hands one mail over; `Ok` only when the server has accepted it (or the file is written).
    pub async fn send(&self, mail: &Outgoing) -> Result<(), SendError> {
        let sending = async {
            match &self.way {
                Way::Smtp(smtp) => smtp.send(mail).await,
                Way::Files(files) => files.write(mail).await,
            }
        };
        match tokio::time::timeout(self.timeout, sending).await {
            Ok(result) => result,
            Err(_) => Err(SendError::Transient("the mail server was too slow".to_owned())),
        }
    }

    /// Ends idle connections; the next mail makes a new one.
    pub async fn rest(&self) {
        if let Way::Smtp(smtp) = &self.way {
            // A server that does not say good-bye must not hold anybody up.
            let _too_slow = tokio::time::timeout(Duration::from_secs(2), smtp.hang_up()).await;
        }
    }
}
