//! Who is asking: sessions in the database, their cookie, and the two extractors [`Visitor`] (anybody) and
//! [`Member`] (somebody logged in).

use super::chrome::Chrome;
use super::csrf;
use super::error::WebError;
use super::flash;
use crate::actions;
use crate::app::App;
use crate::config::Key32;
use crate::domain::account::Account;
use crate::domain::ids::AccountId;
use crate::domain::zone::Zone;
use crate::random;
use actix_session::config::{CookieContentSecurity, PersistentSession};
use actix_session::storage::{LoadError, SaveError, SessionKey, SessionStore, UpdateError};
use actix_session::{Session, SessionExt, SessionMiddleware};
use actix_web::cookie::{CookieJar, Key, SameSite, time::Duration};
use actix_web::dev::Payload;
use actix_web::http::{Method, header};
use actix_web::{FromRequest, HttpRequest, web};
use futures_util::future::LocalBoxFuture;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::collections::HashMap;

const ACCOUNT: &str = "account";
const TIE: &str = "tie";
const AGENT: &str = "agent";

/// How long a session lasts without a visit.
const LASTS: Duration = Duration::days(30);

/// Names and keys of our cookies.
#[derive(Clone)]
pub struct Cookies {
    /// The session's cookie.
    pub session: &'static str,
    /// The cookie that ties forms to a visitor without a session.
    pub visit: &'static str,
    /// Cookies travel by TLS only.
    pub secure: bool,
    /// Signs form tokens.
    pub form_key: [u8; 32],
    signing: Key,
}

impl std::fmt::Debug for Cookies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cookies").field("session", &self.session).finish_non_exhaustive()
    }
}

impl Cookies {
    /// Derives them from the settings' session key; `secure` where people use `https`.
    pub fn new(key: &Key32, secure: bool) -> Self {
        let part = |what: &str| -> [u8; 32] {
            let mut mac = keyed(key.expose());
            mac.update(what.as_bytes());
            mac.finalize().into_bytes().into()
        };
        let signing = [part("delirious/cookie/v1/a"), part("delirious/cookie/v1/b")].concat();
        let (session, visit) = if secure {
            ("__Host-delirious", "__Host-delirious-visit")
        } else {
            ("delirious", "delirious-visit")
        };
        Self { session, visit, secure, form_key: part("delirious/form/v1"), signing: Key::from(&signing) }
    }
}

/// HMAC-SHA256 with `key`.
pub fn keyed(key: &[u8; 32]) -> Hmac<Sha256> {
    // HMAC pads a shorter key with zeros to the hash's block.
    let mut block = [0; 64];
    block[..32].copy_from_slice(key);
    Hmac::new(&block.into())
}

/// 32 random bytes as hexadecimal text.
pub fn random_text() -> String {
    hex::encode(random::bytes::<32>())
}

/// The session middleware.
pub fn middleware(app: App, cookies: &Cookies) -> SessionMiddleware<Sessions> {
    SessionMiddleware::builder(Sessions(app), cookies.signing.clone())
        .cookie_name(cookies.session.to_owned())
        .cookie_secure(cookies.secure)
        .cookie_http_only(true)
        .cookie_content_security(CookieContentSecurity::Signed)
        .cookie_same_site(SameSite::Lax)
        .cookie_path("/".to_owned())
        .session_lifecycle(PersistentSession::default().session_ttl(LASTS))
        .build()
}

/// Makes this session that of `account`, under a new key, so that a key planted before is worthless.
pub fn log_in(session: &Session, account: AccountId, req: &HttpRequest) -> Result<(), WebError> {
    session.renew();
    let agent = req.headers().get(header::USER_AGENT).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let agent: String = agent.chars().take(200).collect();
    session.insert(AGENT, agent).map_err(WebError::internal)?;
    session.insert(ACCOUNT, account).map_err(WebError::internal)?;
    session.insert(TIE, random_text()).map_err(WebError::internal)
}

/// The secret that ties forms to the session of somebody logged in.
pub fn tie(session: &Session) -> Option<String> {
    session.get(TIE).ok().flatten()
}

/// Whose session this is.
fn account_of(session: &Session) -> Option<AccountId> {
    session.get(ACCOUNT).ok().flatten()
}

/// Somebody who looks at a page, logged in or not.
#[derive(Clone)]
pub struct Visitor {
    /// Who, if logged in.
    pub account: Option<Account>,
    /// The frame of the page.
    pub chrome: Chrome,
}

impl Visitor {
    /// The account's id, as actions take a viewer.
    pub fn id(&self) -> Option<AccountId> {
        self.account.as_ref().map(|account| account.id)
    }

    /// The time zone in which this visitor reads times.
    pub fn zone(&self) -> Zone {
        self.account.as_ref().map_or_else(Zone::utc, |account| account.zone.clone())
    }
}

impl FromRequest for Visitor {
    type Error = WebError;
    type Future = LocalBoxFuture<'static, Result<Self, WebError>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        let session = req.get_session();
        let app = req.app_data::<web::Data<App>>().cloned();
        let mut chrome = Chrome {
            csrf: csrf::token(req),
            path: req.path().to_owned(),
            flash: flash::of_query(req.query_string()),
            ..Chrome::default()
        };
        Box::pin(async move {
            let app = app.ok_or_else(|| WebError::internal(anyhow::anyhow!("no app")))?;
            let Some(id) = account_of(&session) else { return Ok(Self { account: None, chrome }) };
            let account = actions::account(&app, id).await?;
            if let Some(account) = &account {
                chrome.user = Some(account.handle.to_string());
                let standing = actions::standing(&app, id).await?;
                (chrome.waiting, chrome.mail_returns) = (standing.waiting, standing.mail_returns);
            }
            Ok(Self { account, chrome })
        })
    }
}

/// Somebody logged in. Others are sent to the log-in page, and from there back to the page they wanted.
#[derive(Clone)]
pub struct Member {
    /// Who.
    pub account: Account,
    /// The frame of the page.
    pub chrome: Chrome,
}

impl FromRequest for Member {
    type Error = WebError;
    type Future = LocalBoxFuture<'static, Result<Self, WebError>>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let visitor = Visitor::from_request(req, payload);
        let asked_for_page = matches!(*req.method(), Method::GET | Method::HEAD);
        let next = if asked_for_page {
            req.uri().path_and_query().map_or("/", |wanted| wanted.as_str()).to_owned()
        } else {
            "/matches".to_owned()
        };
        Box::pin(async move {
            let Visitor { account, chrome } = visitor.await?;
            let account = account.ok_or(WebError::LogInFirst { next, asked_for_page })?;
            Ok(Self { account, chrome })
        })
    }
}

/// Where to go after the log-in: `next` if it is a path of this site, `/matches` otherwise.
pub fn local_path(next: &str) -> &str {
    let local = next.starts_with('/')
        && !next.starts_with("//")
        && next.bytes().all(|b| b.is_ascii_graphic() && b != b'\\')
        && next.len() <= 500;
    if local { next } else { "/matches" }
}

type State = HashMap<String, String>;

/// Sessions in the database.
#[derive(Clone)]
pub struct Sessions(App);

impl SessionStore for Sessions {
    async fn load(&self, key: &SessionKey) -> Result<Option<State>, LoadError> {
        let found = actions::load_session(&self.0, key.as_ref()).await;
        match found.map_err(|e| LoadError::Other(e.into()))? {
            Some(text) => {
                serde_json::from_str(&text).map(Some).map_err(|e| LoadError::Deserialization(e.into()))
            }
            None => Ok(None),
        }
    }

    async fn save(&self, state: State, ttl: &Duration) -> Result<SessionKey, SaveError> {
        let text = serde_json::to_string(&state).map_err(|e| SaveError::Serialization(e.into()))?;
        let (account, agent) = named(&state);
        let session = actions::Session { state: &text, account, user_agent: agent.as_deref(), lasts: *ttl };
        let key = actions::save_session(&self.0, session).await.map_err(|e| SaveError::Other(e.into()))?;
        SessionKey::try_from(key).map_err(|e| SaveError::Other(e.into()))
    }

    async fn update(&self, key: SessionKey, state: State, ttl: &Duration) -> Result<SessionKey, UpdateError> {
        let text = serde_json::to_string(&state).map_err(|e| UpdateError::Serialization(e.into()))?;
        let (account, agent) = named(&state);
        let session = actions::Session { state: &text, account, user_agent: agent.as_deref(), lasts: *ttl };
        // One that was ended meanwhile stays ended: the key that goes back opens nothing.
        let written = actions::update_session(&self.0, key.as_ref(), session).await;
        written.map_err(|e| UpdateError::Other(e.into()))?;
        Ok(key)
    }

    async fn update_ttl(&self, key: &SessionKey, ttl: &Duration) -> Result<(), anyhow::Error> {
        Ok(actions::prolong_session(&self.0, key.as_ref(), *ttl).await?)
    }

    async fn delete(&self, key: &SessionKey) -> Result<(), anyhow::Error> {
        Ok(actions::log_out(&self.0, key.as_ref()).await?)
    }
}

/// Whose session a state is, and in which browser; values in a state are JSON texts.
fn named(state: &State) -> (Option<AccountId>, Option<String>) {
    let account = state.get(ACCOUNT).and_then(|text| serde_json::from_str(text).ok());
    let agent = state.get(AGENT).and_then(|text| serde_json::from_str(text).ok());
    (account, agent)
}

/// The key of the request's session, for the actions that spare it when they end the others.
pub fn key_of(req: &HttpRequest) -> Option<String> {
    let cookies = req.app_data::<web::Data<Cookies>>()?;
    let mut jar = CookieJar::new();
    jar.add_original(req.cookie(cookies.session)?);
    jar.signed(&cookies.signing).get(cookies.session).map(|cookie| cookie.value().to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Cookies, local_path};
    use crate::config::Key32;

    #[test]
    fn cookies_of_a_tls_site_belong_to_its_host_alone_and_keys_differ_by_use() {
        let key = Key32::new([7; 32]);
        let cookies = Cookies::new(&key, true);
        assert!(cookies.session.starts_with("__Host-") && cookies.visit.starts_with("__Host-"));
        assert!(cookies.secure && !Cookies::new(&key, false).secure);
        assert_ne!(&cookies.form_key, key.expose());
        assert_ne!(&cookies.signing.signing()[..32], &cookies.form_key);
        assert!(!format!("{cookies:?}").contains(&hex::encode(cookies.form_key)));
    }

    #[test]
    fn only_paths_of_this_site_are_followed() {
        for good in ["/", "/m/1?piece=g1#log", "/settings"] {
            assert_eq!(local_path(good), good);
        }
        for bad in [
            "",
            "m",
            "//evil.example",
            "https://evil.example",
            "/\\evil.example",
            "/a\nb",
            "/ x",
            "javascript:x",
        ] {
            assert_eq!(local_path(bad), "/matches", "{bad}");
        }
    }
}
