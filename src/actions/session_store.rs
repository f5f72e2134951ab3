//! What the cookie's session needs: keep, find, renew and end it on the server. The session middleware in
//! `web` calls these; keys reach the database as hashes only.

use super::error::AppError;
use super::tokens::token_hash;
use crate::app::App;
use crate::domain::ids::AccountId;
use crate::random;
use crate::store::sessions::{self, SessionData};
use time::Duration;

/// How old the note of a session's last use may be.
const SEEN_WITHIN: Duration = Duration::minutes(5);
/// The longest name of a browser that is kept, in characters.
const USER_AGENT_CHARS: usize = 200;

/// What is kept of a session.
#[derive(Clone, Copy, Debug)]
pub struct Session<'a> {
    /// JSON text of what it remembers.
    pub state: &'a str,
    /// Who is logged in.
    pub account: Option<AccountId>,
    /// What the browser calls itself.
    pub user_agent: Option<&'a str>,
    /// How long it lasts from now.
    pub lasts: Duration,
}

/// The state of the session of `key`, unless it is over.
pub async fn load_session(app: &App, key: &str) -> Result<Option<String>, AppError> {
    let now = app.clock.now();
    Ok(sessions::load(&app.pool, token_hash(key), now, now - SEEN_WITHIN).await?)
}

/// Keeps a new session and gives it a key of 256 bits, as 64 hexadecimal digits.
pub async fn save_session(app: &App, session: Session<'_>) -> Result<String, AppError> {
    let key = hex::encode(random::bytes::<32>());
    let agent = session.user_agent.map(one_line);
    let data = data(app, session, agent.as_deref());
    sessions::insert(&app.pool, token_hash(&key), random::uuid(), data, app.clock.now()).await?;
    Ok(key)
}

/// Writes the session of `key` anew. False where it was ended meanwhile: it does not come back.
pub async fn update_session(app: &App, key: &str, session: Session<'_>) -> Result<bool, AppError> {
    let agent = session.user_agent.map(one_line);
    let data = data(app, session, agent.as_deref());
    Ok(sessions::update(&app.pool, token_hash(key), data, app.clock.now()).await?)
}

/// Lets the session of `key` last this long from now.
pub async fn prolong_session(app: &App, key: &str, lasts: Duration) -> Result<(), AppError> {
    Ok(sessions::prolong(&app.pool, token_hash(key), app.clock.now() + lasts).await?)
}

/// Ends the session of `key` (log-out).
pub async fn log_out(app: &App, key: &str) -> Result<(), AppError> {
    Ok(sessions::delete(&app.pool, token_hash(key)).await?)
}

fn data<'a>(app: &App, session: Session<'a>, user_agent: Option<&'a str>) -> SessionData<'a> {
    SessionData {
        state: session.state,
        account: session.account,
        user_agent,
        expires_at: app.clock.now() + session.lasts,
    }
}

fn one_line(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(USER_AGENT_CHARS).collect()
}
