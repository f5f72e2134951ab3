//! The way back for newcomers: whoever signs up from an invitation lands at that table after confirming the
//! address and logging in. It waits in a cookie of that browser, and nowhere else.

use super::session::{Cookies, local_path};
use actix_web::cookie::{Cookie, SameSite, time::Duration};
use actix_web::{HttpRequest, HttpResponse, web};

/// The cookie's name.
const NAME: &str = "way-back";
/// As long as the link of a verification works.
const LASTS: Duration = Duration::hours(48);
/// Where a log-in without a wish leads.
const USUAL: &str = "/matches";

/// Keeps `path` for the next log-in in this browser.
pub fn keep(response: &mut HttpResponse, req: &HttpRequest, path: &str) {
    let path = local_path(path);
    if path != USUAL {
        // A cookie that does not fit a header is not worth a failed sign-up.
        drop(response.add_cookie(&cookie(req, path.to_owned(), LASTS)));
    }
}

/// Where the log-in leads: to `wish` if it names a place, else back to where the sign-up began.
pub fn choose(req: &HttpRequest, wish: &str) -> String {
    let wish = local_path(wish);
    if wish != USUAL {
        return wish.to_owned();
    }
    req.cookie(NAME).map_or_else(|| USUAL.to_owned(), |kept| local_path(kept.value()).to_owned())
}

/// Forgets the way after it was gone.
pub fn forget(response: &mut HttpResponse, req: &HttpRequest) {
    if req.cookie(NAME).is_some() {
        drop(response.add_cookie(&cookie(req, String::new(), Duration::ZERO)));
    }
}

fn cookie(req: &HttpRequest, value: String, lasts: Duration) -> Cookie<'static> {
    let secure = req.app_data::<web::Data<Cookies>>().is_some_and(|cookies| cookies.secure);
    Cookie::build(NAME, value)
        .path("/")
        .http_only(true)
        .secure(secure)
        .same_site(SameSite::Lax)
        .max_age(lasts)
        .finish()
}
