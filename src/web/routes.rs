//! Every address of the site, one line each (DESIGN §7). Tests walk this list: a new line is tried with
//! bad input and without a session like all others.

use super::error::{WebError, WebResult};
use super::{assets, pages};
use actix_web::{FromRequest, Handler, Responder, Route, guard, web};
use std::sync::LazyLock;

/// Who may come here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Anybody.
    Anyone,
    /// Somebody logged in; others are asked to log in.
    Members,
    /// The developer at this machine.
    Developer,
}

/// One address.
pub struct Entry {
    /// Its pattern.
    pub path: &'static str,
    /// Who may come.
    pub who: Who,
    get: Option<Route>,
    post: Option<Route>,
}

/// What tests and the CSRF middleware know of an address.
#[derive(Clone, Copy, Debug)]
pub struct Summary {
    /// Its pattern.
    pub path: &'static str,
    /// Who may come.
    pub who: Who,
    /// It answers GET and HEAD.
    pub gets: bool,
    /// It answers POST.
    pub posts: bool,
}

/// The table. Earlier lines win where two patterns fit.
#[rustfmt::skip]
pub fn all() -> Vec<Entry> {
    use Who::{Anyone, Members};
    vec![
        // What it is
        at("/", Anyone).get(pages::home::show),
        at("/rules", Anyone).get(pages::rules::index),
        at("/rules/{stage}", Anyone).get(pages::rules::stage),
        at("/fairness", Anyone).get(pages::fairness::show),
        // Accounts
        at("/signup", Anyone).get(pages::account::signup::form).post(pages::account::signup::submit),
        at("/login", Anyone).get(pages::account::login::form).post(pages::account::login::submit),
        at("/logout", Anyone).post(pages::account::login::log_out),
        at("/verify/{token}", Anyone).get(pages::account::verify::form).post(pages::account::verify::submit),
        at("/forgot", Anyone).get(pages::account::forgot::form).post(pages::account::forgot::submit),
        at("/reset/{token}", Anyone).get(pages::account::reset::form).post(pages::account::reset::submit),
        at("/settings", Members).get(pages::account::settings::show),
        at("/settings/zone", Members).post(pages::account::settings::zone),
        at("/settings/password", Members).post(pages::account::settings::password),
        at("/settings/sessions", Members).post(pages::account::settings::revoke),
        at("/settings/resend", Members).post(pages::account::settings::resend),
        at("/settings/export", Members).get(pages::account::settings::export),
        at("/settings/delete", Members).post(pages::account::settings::delete),
        // For machines
        at("/healthz", Anyone).get(pages::health::alive),
        at("/readyz", Anyone).get(pages::health::ready),
        at("/robots.txt", Anyone).get(assets::robots),
        at("/favicon.ico", Anyone).get(assets::favicon),
        at("/static/{file}", Anyone).get(assets::file),
    ]
}

static SUMMARY: LazyLock<Vec<Summary>> = LazyLock::new(|| {
    let all = all().into_iter();
    all.map(|e| Summary { path: e.path, who: e.who, gets: e.get.is_some(), posts: e.post.is_some() })
        .collect()
});

/// The table without its handlers.
pub fn summary() -> &'static [Summary] {
    &SUMMARY
}

/// Whether the pattern has a handler for POST.
pub fn posts(pattern: &str) -> bool {
    SUMMARY.iter().any(|entry| entry.path == pattern && entry.posts)
}

/// Puts the table into the server.
pub fn configure(config: &mut web::ServiceConfig) {
    for entry in all() {
        let other_methods = match (&entry.get, &entry.post) {
            (Some(_), Some(_)) => web::to(neither_get_nor_post),
            (None, _) => web::to(post_only),
            (_, None) => web::to(get_only),
        };
        let mut resource = web::resource(entry.path);
        for route in [entry.get, entry.post].into_iter().flatten() {
            resource = resource.route(route);
        }
        config.service(resource.default_service(other_methods));
    }
    config.default_service(web::to(nothing_here));
}

async fn nothing_here() -> WebResult {
    Err(WebError::NotFound)
}

async fn neither_get_nor_post() -> WebResult {
    Err(WebError::MethodNotAllowed("GET, HEAD, POST"))
}

async fn get_only() -> WebResult {
    Err(WebError::MethodNotAllowed("GET, HEAD"))
}

async fn post_only() -> WebResult {
    Err(WebError::MethodNotAllowed("POST"))
}

fn at(path: &'static str, who: Who) -> Entry {
    Entry { path, who, get: None, post: None }
}

impl Entry {
    fn get<F, Args>(mut self, handler: F) -> Self
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        let reads = guard::Any(guard::Get()).or(guard::Head());
        self.get = Some(web::route().guard(reads).to(handler));
        self
    }

    fn post<F, Args>(mut self, handler: F) -> Self
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        self.post = Some(web::post().to(handler));
        self
    }
}
