//! A small mail server for tests. It speaks SMTP over a real socket, keeps what it accepted, and misbehaves
//! on request.

use delirious::config::MailUrl;
use mail_parser::{Message, MessageParser};
use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

/// How the server treats its clients.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mood {
    /// Accepts everything.
    #[default]
    Well,
    /// Closes each connection without a word.
    Mute,
    /// Greets with 554.
    Refusing,
    /// Answers 451 to each recipient.
    Greylisting,
    /// Closes the connection in the middle of a message.
    DroppingInData,
    /// Takes a message whole, keeps it, and closes the connection before it answers.
    DroppingBeforeAnswer,
    /// Answers a whole message only once it is released (or never).
    Holding,
}

/// A mail that the server accepted (or, when `DroppingBeforeAnswer`, got).
#[derive(Clone, Debug)]
pub struct Received {
    /// MAIL FROM.
    pub from: String,
    /// RCPT TO.
    pub to: Vec<String>,
    /// The message.
    pub raw: Vec<u8>,
}

impl Received {
    /// The message, parsed.
    pub fn message(&self) -> Message<'_> {
        MessageParser::default().parse(&self.raw).expect("a message by RFC 5322")
    }

    /// The one recipient.
    pub fn only_recipient(&self) -> &str {
        assert_eq!(self.to.len(), 1, "one recipient a mail");
        &self.to[0]
    }

    pub fn subject(&self) -> String {
        self.message().subject().expect("a subject").to_owned()
    }
}

#[derive(Default)]
struct State {
    mood: Mood,
    unknown: HashSet<String>,
    received: Vec<Received>,
    commands: Vec<String>,
    connections: usize,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Notify,
    released: Notify,
}

/// The server; dropping it ends it and all its connections.
pub struct SmtpServer {
    port: u16,
    shared: Arc<Shared>,
    accepting: JoinHandle<()>,
}

impl SmtpServer {
    pub async fn start() -> Self {
        Self::start_at(0).await
    }

    /// On a port that was free before, for a server that comes back.
    pub async fn start_at(port: u16) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", port)).await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let shared = Arc::new(Shared::default());
        let accepting = tokio::spawn(accept(listener, shared.clone()));
        Self { port, shared, accepting }
    }

    /// A port where nobody listens.
    pub async fn nobody() -> u16 {
        TcpListener::bind(("127.0.0.1", 0))
            .await
            .expect("a free port")
            .local_addr()
            .expect("an address")
            .port()
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn url(&self) -> MailUrl {
        url_of(self.port)
    }

    pub fn set_mood(&self, mood: Mood) {
        self.shared.state.lock().unwrap().mood = mood;
    }

    /// From now on this recipient gets 550.
    pub fn forget(&self, address: &str) {
        self.shared.state.lock().unwrap().unknown.insert(address.to_owned());
    }

    /// Lets one held message go.
    pub fn release(&self) {
        self.shared.released.notify_one();
    }

    pub fn received(&self) -> Vec<Received> {
        self.shared.state.lock().unwrap().received.clone()
    }

    /// Everything that clients said, message lines excepted.
    pub fn commands(&self) -> Vec<String> {
        self.shared.state.lock().unwrap().commands.clone()
    }

    pub fn connections(&self) -> usize {
        self.shared.state.lock().unwrap().connections
    }

    /// Waits until `enough` of the state that tests see is true.
    pub async fn until(&self, enough: impl Fn(&Self) -> bool) {
        loop {
            let changed = self.shared.changed.notified();
            if enough(self) {
                return;
            }
            changed.await;
        }
    }
}

impl Drop for SmtpServer {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

pub fn url_of(port: u16) -> MailUrl {
    format!("smtp://127.0.0.1:{port}").parse().expect("a mail address")
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    // Aborting this task drops the set, and with it the dialogues.
    let mut dialogues = tokio::task::JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        shared.state.lock().unwrap().connections += 1;
        let shared = shared.clone();
        dialogues.spawn(async move {
            // A client that goes away ends its dialogue.
            let _ended = Dialogue::new(stream, shared).run().await;
        });
    }
}

struct Dialogue {
    stream: BufReader<TcpStream>,
    shared: Arc<Shared>,
    from: String,
    to: Vec<String>,
}

/// Whether the dialogue goes on.
type Goes = std::io::Result<bool>;

impl Dialogue {
    fn new(stream: TcpStream, shared: Arc<Shared>) -> Self {
        Self { stream: BufReader::new(stream), shared, from: String::new(), to: vec![] }
    }

    fn mood(&self) -> Mood {
        self.shared.state.lock().unwrap().mood
    }

    async fn say(&mut self, line: &str) -> Goes {
        self.stream.get_mut().write_all(format!("{line}\r\n").as_bytes()).await?;
        Ok(true)
    }

    async fn run(mut self) -> std::io::Result<()> {
        match self.mood() {
            Mood::Mute => return Ok(()),
            Mood::Refusing => {
                self.say("554 no service here").await?;
            }
            _ => {
                self.say("220 test ESMTP").await?;
            }
        }
        let mut line = String::new();
        while self.stream.read_line(&mut line).await? > 0 {
            let command = std::mem::take(&mut line).trim_end().to_owned();
            self.shared.state.lock().unwrap().commands.push(command.clone());
            self.shared.changed.notify_waiters();
            if !self.answer(&command).await? {
                return Ok(());
            }
        }
        Ok(())
    }

    async fn answer(&mut self, command: &str) -> Goes {
        let verb = command.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        match verb.as_str() {
            "EHLO" | "HELO" => self.say("250-test\r\n250 8BITMIME").await,
            "MAIL" => {
                self.from = address(command);
                self.to.clear();
                self.say("250 2.1.0 fine").await
            }
            "RCPT" => self.recipient(address(command)).await,
            "DATA" => self.data().await,
            "NOOP" | "RSET" => self.say("250 fine").await,
            "QUIT" => {
                self.say("221 bye").await?;
                Ok(false)
            }
            _ => self.say("502 what?").await,
        }
    }

    async fn recipient(&mut self, to: String) -> Goes {
        if self.shared.state.lock().unwrap().unknown.contains(&to) {
            return self.say("550 5.1.1 no such mailbox").await;
        }
        if self.mood() == Mood::Greylisting {
            return self.say("451 4.7.1 come back later").await;
        }
        self.to.push(to);
        self.say("250 2.1.5 fine").await
    }

    async fn data(&mut self) -> Goes {
        self.say("354 go on").await?;
        let mut raw = vec![];
        loop {
            let start = raw.len();
            if self.stream.read_until(b'\n', &mut raw).await? == 0 {
                return Ok(false);
            }
            if self.mood() == Mood::DroppingInData && raw.len() > 200 {
                return Ok(false);
            }
            if &raw[start..] == b".\r\n" {
                raw.truncate(start);
                break;
            }
            if raw[start..].starts_with(b"..") {
                raw.remove(start);
            }
        }
        let received = Received { from: self.from.clone(), to: self.to.clone(), raw };
        self.end_of_data(received).await
    }

    async fn end_of_data(&mut self, received: Received) -> Goes {
        match self.mood() {
            Mood::Holding => {
                self.keep(received);
                self.shared.released.notified().await;
            }
            Mood::DroppingBeforeAnswer => {
                self.keep(received);
                return Ok(false);
            }
            _ => self.keep(received),
        }
        self.say("250 2.0.0 queued").await
    }

    fn keep(&self, received: Received) {
        self.shared.state.lock().unwrap().received.push(received);
        self.shared.changed.notify_waiters();
    }
}

/// `a@b` of `MAIL FROM:<a@b> BODY=8BITMIME`.
fn address(command: &str) -> String {
    let (_, rest) = command.split_once('<').unwrap_or_default();
    rest.split('>').next().unwrap_or_default().to_owned()
}
