//! The real server on a free port, with a database of its own, a clock that stands, mail into a folder, and
//! browsers that keep cookies and read the CSRF token off the page they are on.

use argon2::PasswordHasher;
use delirious::app::App;
use delirious::clock::{Clock, TestClock};
use delirious::config::Settings;
use delirious::domain::account::{Account, Email, Handle};
use delirious::domain::ids::AccountId;
use delirious::domain::zone::Zone;
use delirious::jobs::send_mail::SendMail;
use delirious::mail::transport::Mailer;
use delirious::random;
use delirious::store::accounts::{self, Credentials};
use delirious::web::server;
use reqwest::header::{self, HeaderMap};
use reqwest::{Client, Method, StatusCode};
use scraper::{Html, Selector};
use sqlx::PgPool;
use std::net::TcpListener;
use std::sync::LazyLock;
use time::OffsetDateTime;
use time::macros::datetime;

/// When every story begins.
pub const START: OffsetDateTime = datetime!(2026-12-01 12:00 UTC);

/// Everybody's password.
pub const PASSWORD: &str = "correct horse battery";

static HASH: LazyLock<String> =
    LazyLock::new(|| argon2::Argon2::default().hash_password(PASSWORD.as_bytes()).unwrap().to_string());

/// A running server.
pub struct TestApp {
    pub app: App,
    pub clock: TestClock,
    pub address: String,
    mail: tempfile::TempDir,
    handle: actix_web::dev::ServerHandle,
}

impl TestApp {
    /// Starts one on the test's database.
    pub fn start(pool: PgPool) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let mail = tempfile::tempdir().unwrap();
        let source = |name: &str| match name {
            "APP_ENV" => Some("development".to_owned()),
            "DATABASE_URL" => Some("postgres://unused@localhost/unused".to_owned()),
            "MAIL_URL" => Some(format!("file:{}", mail.path().display())),
            // Stories of the web do not wait for mails to travel together.
            "MAIL_HOLD_SECONDS" => Some("0".to_owned()),
            "BASE_URL" => Some(format!("{address}/")),
            "DICE_KEY" | "SESSION_KEY" => Some("07".repeat(32)),
            _ => None,
        };
        let (clock, hand) = Clock::test(START);
        let app = App::new(Settings::from_source(&source).unwrap(), pool, clock);
        let running = server::start(app.clone(), listener, Some(1)).unwrap();
        let handle = running.handle();
        tokio::spawn(running);
        Self { app, clock: hand, address, mail, handle }
    }

    /// Somebody new at the door.
    pub fn browser(&self) -> Browser {
        let client =
            Client::builder().cookie_store(true).redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Browser { client, address: self.address.clone() }
    }

    /// An account with a verified address, `{handle}@players.example`.
    pub async fn person(&self, handle: &str) -> AccountId {
        let account = Account {
            id: AccountId(random::uuid()),
            email: Email::parse(&format!("{handle}@players.example")).unwrap(),
            handle: Handle::parse(handle).unwrap(),
            verified_at: Some(START),
            zone: Zone::utc(),
            created_at: START,
        };
        let id = account.id;
        let mut conn = self.app.pool.acquire().await.unwrap();
        let new = Credentials { account, password_hash: HASH.clone() };
        assert!(accounts::insert(&mut conn, &new).await.unwrap());
        id
    }

    /// Somebody verified and logged in.
    pub async fn member(&self, handle: &str) -> Browser {
        self.person(handle).await;
        let browser = self.browser();
        let answer = browser.log_in(handle, PASSWORD).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
        browser
    }

    /// Sends what is owed; the mails, as text, oldest first.
    #[expect(clippy::disallowed_methods, reason = "the mail folder")]
    pub async fn mails(&self) -> Vec<String> {
        let worker = SendMail::new(self.app.clone(), Mailer::new(&self.app.settings.mail_url).unwrap());
        let tally = worker.send_due(|| false).await.unwrap();
        assert_eq!((tally.failed, tally.undeliverable), (0, 0), "every mail goes out");
        let mut files: Vec<_> =
            std::fs::read_dir(self.mail.path()).unwrap().map(|f| f.unwrap().path()).collect();
        files.sort();
        let text = |path| {
            let bytes = std::fs::read(path).unwrap();
            let mail = mail_parser::MessageParser::default().parse(&bytes).unwrap();
            let to = mail.to().unwrap().first().unwrap().address().unwrap().to_owned();
            format!("To: {to}\n{}\n{}", mail.subject().unwrap(), mail.body_text(0).unwrap())
        };
        files.into_iter().map(text).collect()
    }

    /// Sends what is owed; the mails as they travel, oldest first.
    #[expect(clippy::disallowed_methods, reason = "the mail folder")]
    pub async fn raw_mails(&self) -> Vec<String> {
        self.mails().await;
        let mut files: Vec<_> =
            std::fs::read_dir(self.mail.path()).unwrap().map(|f| f.unwrap().path()).collect();
        files.sort();
        files.into_iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
    }

    /// The path of the last link with `/{kind}/` in the mails so far.
    pub async fn mailed_path(&self, kind: &str) -> String {
        let mails = self.mails().await;
        let links = mails.iter().flat_map(|mail| mail.split_whitespace());
        let mut here = links.filter_map(|word| word.strip_prefix(&self.address));
        here.rfind(|path| path.starts_with(&format!("/{kind}/")))
            .unwrap_or_else(|| panic!("no link to /{kind}/ in {mails:#?}"))
            .to_owned()
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        drop(self.handle.stop(false));
    }
}

/// Somebody's browser.
#[derive(Clone)]
pub struct Browser {
    pub client: Client,
    address: String,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: String,
}

impl Answer {
    /// Where a redirect leads.
    pub fn location(&self) -> &str {
        self.headers.get(header::LOCATION).map_or("", |value| value.to_str().unwrap())
    }

    /// The value of the first field of this name.
    pub fn field(&self, name: &str) -> Option<String> {
        let page = Html::parse_document(&self.body);
        let field = Selector::parse(&format!("[name=\"{name}\"]")).unwrap();
        page.select(&field).next().map(|f| f.value().attr("value").unwrap_or_default().to_owned())
    }
}

impl Browser {
    /// The same person with the same cookies at another server of this machine.
    pub fn moved(&self, address: &str) -> Self {
        Self { client: self.client.clone(), address: address.to_owned() }
    }

    /// The whole address of a path.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    /// Asks for a page.
    pub async fn get(&self, path: &str) -> Answer {
        self.request(Method::GET, path, &[], None).await
    }

    /// Sends anything.
    pub async fn request(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<Vec<u8>>,
    ) -> Answer {
        let mut request = self.client.request(method, format!("{}{path}", self.address));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = body {
            request = request.body(body);
        }
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        Answer {
            status,
            headers,
            body: String::from_utf8_lossy(&response.bytes().await.unwrap()).into_owned(),
        }
    }

    /// Sends a form body as it is.
    pub async fn post_raw(&self, path: &str, body: &str) -> Answer {
        let form = ("content-type", "application/x-www-form-urlencoded");
        self.request(Method::POST, path, &[form], Some(body.as_bytes().to_vec())).await
    }

    /// The token that this browser's forms carry.
    pub async fn csrf(&self) -> String {
        self.get("/login").await.field("csrf").expect("every page with a form has a token")
    }

    /// Sends a form with this browser's token.
    pub async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let csrf = self.csrf().await;
        let body = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("csrf", &csrf)
            .extend_pairs(fields)
            .finish();
        self.post_raw(path, &body).await
    }

    /// Logs in by handle.
    pub async fn log_in(&self, handle: &str, password: &str) -> Answer {
        let email = format!("{handle}@players.example");
        self.post("/login", &[("email", &email), ("password", password)]).await
    }
}
