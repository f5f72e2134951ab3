//! SMTP (RFC 5321), one recipient a mail.
//!
//! Connections are kept between mails, but only after a mail that went through: one that was cut off in
//! the middle (a timeout, an error) is closed, since its next answer could belong to the mail before.
//!
//! A 5xx counts as the recipient's only where it answers this recipient or this message (RCPT, DATA). A
//! server that refuses the connection, the log-in or the sender is the host's trouble: those mails stay owed.

use super::SendError;
use crate::config::{SmtpServer, SmtpTls};
use crate::mail::envelope::Outgoing;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use lettre::transport::smtp::response::Severity;
use secrecy::ExposeSecret;
use std::sync::Mutex;
use std::time::Duration;
use tokio::net::TcpStream;

/// Connections kept for later.
const IDLE: usize = 4;
/// How long an idle connection may take to say that it lives.
const KNOCK: Duration = Duration::from_secs(2);

/// A mail server and the connections to it.
pub struct Smtp {
    host: String,
    port: u16,
    login: Option<Credentials>,
    tls: SmtpTls,
    tls_parameters: TlsParameters,
    idle: Mutex<Vec<AsyncSmtpConnection>>,
}

impl Smtp {
    pub fn new(server: &SmtpServer) -> Result<Self, Error> {
        let login = server.login.as_ref();
        Ok(Self {
            host: server.host.trim_matches(['[', ']']).to_owned(),
            port: server.port,
            login: login.map(|(user, pw)| Credentials::new(user.clone(), pw.expose_secret().to_owned())),
            tls: server.tls,
            tls_parameters: TlsParameters::new(server.host.trim_matches(['[', ']']).to_owned())?,
            idle: Mutex::new(Vec::new()),
        })
    }

    pub async fn send(&self, mail: &Outgoing) -> Result<(), SendError> {
        // Taken out while in use: when this future is dropped in the middle, so is the connection.
        let mut connection = self.connection().await?;
        match deliver(&mut connection, mail).await {
            Ok(()) => {
                self.keep(connection);
                Ok(())
            }
            Err(error) => {
                connection.abort().await;
                Err(error)
            }
        }
    }

    pub async fn hang_up(&self) {
        for mut connection in self.take_all() {
            let _gone_anyway = connection.quit().await;
        }
    }

    async fn connection(&self) -> Result<AsyncSmtpConnection, SendError> {
        while let Some(mut connection) = self.take_one() {
            if matches!(tokio::time::timeout(KNOCK, connection.test_connected()).await, Ok(true)) {
                return Ok(connection);
            }
        }
        self.connect().await
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, SendError> {
        let hello = ClientId::default();
        let mut connection = match self.tls {
            SmtpTls::Wrapped => {
                let address = (self.host.as_str(), self.port);
                let tls = Some(self.tls_parameters.clone());
                let connecting = AsyncSmtpConnection::connect_tokio1(address, None, &hello, tls, None);
                connecting.await.map_err(|e| for_now(&e))?
            }
            SmtpTls::StartTls => {
                let mut connection = self.connect_plain(&hello).await?;
                let encrypting = connection.starttls(self.tls_parameters.clone(), &hello);
                encrypting.await.map_err(|e| for_now(&e))?;
                connection
            }
            SmtpTls::Loopback => self.connect_plain(&hello).await?,
        };
        if let Some(login) = &self.login {
            connection.auth(DEFAULT_MECHANISMS, login).await.map_err(|e| for_now(&e))?;
        }
        Ok(connection)
    }

    /// Without `TCP_NODELAY` each mail waits about 40 ms for a delayed acknowledgement.
    async fn connect_plain(&self, hello: &ClientId) -> Result<AsyncSmtpConnection, SendError> {
        let unreachable = |e| SendError::Transient(format!("the mail server cannot be reached: {e}"));
        let stream = TcpStream::connect((self.host.as_str(), self.port)).await.map_err(unreachable)?;
        stream.set_nodelay(true).map_err(unreachable)?;
        let greeting = AsyncSmtpConnection::connect_with_transport(Box::new(stream), hello);
        greeting.await.map_err(|e| for_now(&e))
    }

    fn keep(&self, connection: AsyncSmtpConnection) {
        let mut idle = self.idle.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if idle.len() < IDLE {
            idle.push(connection);
        }
    }

    fn take_one(&self) -> Option<AsyncSmtpConnection> {
        self.idle.lock().unwrap_or_else(std::sync::PoisonError::into_inner).pop()
    }

    fn take_all(&self) -> Vec<AsyncSmtpConnection> {
        std::mem::take(&mut *self.idle.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}

impl std::fmt::Debug for Smtp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Smtp({}:{})", self.host, self.port)
    }
}

/// The dialogue of one mail; `Ok` when the server has taken the responsibility for it.
async fn deliver(connection: &mut AsyncSmtpConnection, mail: &Outgoing) -> Result<(), SendError> {
    let bytes = mail.bytes();
    let envelope = mail.envelope();
    let parameters = parameters(connection, mail, &bytes)?;
    let from = Mail::new(envelope.from().cloned(), parameters);
    connection.command(from).await.map_err(|e| for_now(&e))?;
    for to in envelope.to() {
        connection.command(Rcpt::new(to.clone(), vec![])).await.map_err(|e| perhaps_for_good(&e))?;
    }
    connection.command(Data).await.map_err(|e| perhaps_for_good(&e))?;
    let answer = connection.message(&bytes).await.map_err(|e| perhaps_for_good(&e))?;
    // 354 and the like are positive too, but no acceptance.
    if answer.code().severity == Severity::PositiveCompletion {
        Ok(())
    } else {
        Err(SendError::Transient(format!("the mail server answered {} to a whole message", answer.code())))
    }
}

/// What MAIL has to announce (RFC 6152, RFC 6531).
fn parameters(
    connection: &AsyncSmtpConnection,
    mail: &Outgoing,
    bytes: &[u8],
) -> Result<Vec<MailParameter>, SendError> {
    let server = connection.server_info();
    let mut parameters = vec![];
    let envelope = mail.envelope();
    let mut addresses = envelope.from().into_iter().chain(envelope.to());
    if addresses.any(|address| !AsRef::<str>::as_ref(address).is_ascii()) {
        if !server.supports_feature(Extension::SmtpUtfEight) {
            return Err(SendError::Permanent("the mail server takes only ASCII addresses".to_owned()));
        }
        parameters.push(MailParameter::SmtpUtfEight);
    }
    if !bytes.is_ascii() && server.supports_feature(Extension::EightBitMime) {
        parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    Ok(parameters)
}

fn for_now(error: &Error) -> SendError {
    SendError::Transient(said(error))
}

fn perhaps_for_good(error: &Error) -> SendError {
    if error.is_permanent() { SendError::Permanent(said(error)) } else { for_now(error) }
}

/// The error and what caused it.
fn said(error: &Error) -> String {
    match std::error::Error::source(error) {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}
