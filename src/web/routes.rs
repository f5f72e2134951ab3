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
    use Who::{Anyone, Developer, Members};
    use pages::match_page::{deeds, handlers as play, reward, substitute};
    use pages::{account, lists, mail, table, talk};
    vec![
        // What it is
        at("/", Anyone).get(pages::home::show),
        at("/rules", Anyone).get(pages::rules::index),
        at("/rules/fairy", Anyone).get(pages::rules::fairy::page),
        at("/rules/{stage}", Anyone).get(pages::rules::stage),
        at("/fairness", Anyone).get(pages::fairness::show),
        // Accounts
        at("/signup", Anyone).get(account::signup::form).post(account::signup::submit),
        at("/login", Anyone).get(account::login::form).post(account::login::submit),
        at("/logout", Anyone).post(account::login::log_out),
        at("/verify/{token}", Anyone).get(account::verify::form).post(account::verify::submit),
        at("/address/{token}", Anyone).get(account::address::form).post(account::address::submit),
        at("/forgot", Anyone).get(account::forgot::form).post(account::forgot::submit),
        at("/reset/{token}", Anyone).get(account::reset::form).post(account::reset::submit),
        at("/settings", Members).get(account::settings::show),
        at("/settings/zone", Members).post(account::settings::zone),
        at("/settings/password", Members).post(account::settings::password),
        at("/settings/sessions", Members).post(account::settings::revoke),
        at("/settings/resend", Members).post(account::settings::resend),
        at("/settings/address", Members).post(account::address::ask),
        at("/settings/address/cancel", Members).post(account::address::cancel),
        at("/settings/away", Members).post(account::away::submit),
        at("/settings/again", Members).post(account::address::try_again),
        at("/settings/export", Members).get(account::settings::export),
        at("/settings/delete", Members).post(account::settings::delete),
        at("/settings/muted", Members).get(talk::muted::show).post(talk::muted::change),
        // Mail
        at("/settings/mail", Members).get(mail::general::form).post(mail::general::submit),
        at("/m/{id}/mail", Members).get(mail::of_match::form).post(mail::of_match::submit),
        at("/unsubscribe/{token}", Anyone).get(mail::unsubscribe::ask).post(mail::unsubscribe::submit),
        // Lists and tables
        at("/matches", Members).get(lists::mine::show),
        at("/matches/new", Members).get(table::create::form).post(table::create::submit),
        at("/open", Anyone).get(lists::open::show),
        at("/archive", Anyone).get(lists::archive::show),
        at("/players/{handle}", Anyone).get(lists::player::show),
        at("/i/{token}", Anyone).get(table::join::invited),
        at("/i/{token}/never", Anyone).post(table::join::never_again),
        // A match
        at("/m/{id}.json", Anyone).get(play::export),
        at("/m/{id}.png", Anyone).get(play::png),
        at("/m/{id}", Anyone).get(play::show),
        at("/m/{id}/at/{seq}", Anyone).get(play::at),
        at("/m/{id}/dice", Anyone).get(pages::dice::show),
        at("/m/{id}/move", Members).post(play::play),
        at("/m/{id}/reward", Members).post(reward::submit),
        at("/m/{id}/salt", Members).post(play::salt),
        at("/m/{id}/resign", Members).get(play::ask_resign).post(play::resign),
        at("/m/{id}/talk", Members).get(talk::show).post(talk::say),
        at("/m/{id}/talk/{room}/{words}/report", Members).get(talk::report::show).post(talk::report::submit),
        at("/m/{id}/notes", Members).get(talk::notes::show).post(talk::notes::save),
        at("/m/{id}/live", Anyone).get(pages::live::show),
        at("/m/{id}/abort", Members).get(play::ask_abort).post(play::abort),
        at("/m/{id}/leave-for-good", Members).get(play::ask_leave).post(play::leave),
        at("/m/{id}/draw", Members).post(deeds::draw),
        at("/m/{id}/time", Members).post(deeds::time),
        at("/m/{id}/pause", Members).post(deeds::pause),
        at("/m/{id}/vacation", Members).post(deeds::vacation),
        at("/m/{id}/substitute", Anyone).get(substitute::show).post(substitute::submit),
        at("/m/{id}/join", Anyone).get(table::join::show).post(table::join::submit),
        at("/m/{id}/leave", Members).post(table::before::leave),
        at("/m/{id}/cancel", Members).post(table::before::cancel),
        at("/m/{id}/invite", Members).get(table::invite::show).post(table::invite::submit),
        at("/m/{id}/link", Members).post(table::invite::link),
        at("/m/{id}/revoke", Members).post(table::invite::revoke),
        // At the developer's machine
        at("/dev/mail", Developer).get(pages::dev_mail::list),
        at("/dev/mail/{file}", Developer).get(pages::dev_mail::show),
        at("/dev/mail/{file}/html", Developer).get(pages::dev_mail::html),
        at("/dev/mail/{file}/{part}", Developer).get(pages::dev_mail::part),
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
