//! What the service tells its host: lines for people in development, JSON in production.
//!
//! Spans name route patterns (`/verify/{token}`), never the address that was asked for; no body, no
//! token and no password is ever logged (DESIGN §6).

use crate::config::AppEnv;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, fmt};

/// Starts logging to standard error. `filter` is in the form of `RUST_LOG`; where it is none or
/// cannot be read, `info` holds. A second call changes nothing (tests share a process).
pub fn init(env: AppEnv, filter: Option<&str>) {
    let filter = filter
        .and_then(|f| EnvFilter::try_new(f).ok())
        .unwrap_or_else(|| EnvFilter::new("info,sqlx=warn,actix_server=warn"));
    let registry = tracing_subscriber::registry().with(filter);
    let started = match env {
        AppEnv::Development => registry.with(fmt::layer().with_writer(std::io::stderr)).try_init(),
        AppEnv::Production => registry.with(fmt::layer().json().with_writer(std::io::stderr)).try_init(),
    };
    drop(started);
}
