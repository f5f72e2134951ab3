//! Everything that one viewer can ask for, found by following links and forms from the table of routes.

use super::answers::{Seen, ask, difference, plain};
use super::twins::{Twins, World};
use crate::helpers::Browser;
use delirious::web::routes::{Summary, Who, summary};
use reqwest::Method;
use scraper::{ElementRef, Html, Selector};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Forms that end the session, the seat or the account of whoever sends them, so that nothing could be
/// looked at after them. What they answer is tried by the tests of their own.
const LAST_FORMS: [&str; 4] = ["/logout", "/settings/delete", "/settings/sessions", "/settings/password"];

/// Addresses that no link leads to, with why nothing of a match can be behind them.
const WITHOUT_LINKS: [(&str, &str); 7] = [
    ("/verify/{token}", "a token from a mail about the account"),
    ("/address/{token}", "a token from a mail about the account"),
    ("/reset/{token}", "a token from a mail about the account"),
    ("/i/{token}", "an invitation, which is gone once the game runs"),
    ("/unsubscribe/{token}", "a token from a mail, which is compared and followed by itself"),
    ("/m/{id}/talk/{room}/{words}/report", "there only where somebody has spoken"),
    ("/favicon.ico", "asked for by browsers"),
];

/// One viewer in both worlds, and the match that is looked at.
pub struct Walk<'a> {
    pub twins: &'a Twins,
    /// A handle; empty for somebody who never logged in.
    pub who: &'a str,
    /// `/m/{id}`.
    pub table: &'a str,
    /// The last event, so that every earlier position is looked at.
    pub last_seq: u64,
}

impl Walk<'_> {
    /// Every difference between the two worlds that this viewer can see by asking for pages.
    pub async fn pages(&self) -> Vec<String> {
        let browsers = self.twins.browsers(self.who);
        let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
        let mut queue: VecDeque<String> = self.starts().into();
        while let Some(path) = queue.pop_front() {
            if !seen.insert(path.clone()) {
                continue;
            }
            let [one, other] = self.both(&browsers, Method::GET, &path, None).await;
            found.extend(difference(&format!("{:?} GET {path}", self.who), &one, &other));
            let head = self.both(&browsers, Method::HEAD, &path, None).await;
            found.extend(difference(&format!("{:?} HEAD {path}", self.who), &head[0], &head[1]));
            if one.is_html() {
                queue.extend(links(&one.text()));
            }
        }
        Self::is_complete(&seen);
        found
    }

    /// Every difference that shows in what the forms of the match's pages answer, empty and as they are.
    pub async fn forms(&self) -> Vec<String> {
        let browsers = self.twins.browsers(self.who);
        let mut found = Vec::new();
        for path in self.posts() {
            found.extend(self.post(&browsers, &path, &[]).await);
        }
        found
    }

    /// Sends one form in both worlds.
    pub async fn post(&self, browsers: &[Browser; 2], path: &str, fields: &[(&str, &str)]) -> Option<String> {
        let mut answers = Vec::new();
        for browser in browsers {
            let csrf = browser.csrf().await;
            let form = url::form_urlencoded::Serializer::new(String::new())
                .append_pair("csrf", &csrf)
                .extend_pairs(fields)
                .finish();
            answers.push(ask(browser, Method::POST, path, Some(&form)).await);
        }
        difference(&format!("{:?} POST {path} {fields:?}", self.who), &answers[0], &answers[1])
    }

    async fn both(
        &self,
        browsers: &[Browser; 2],
        method: Method,
        path: &str,
        form: Option<&str>,
    ) -> [Seen; 2] {
        let one = ask(&browsers[0], method.clone(), path, form).await;
        [one, ask(&browsers[1], method, path, form).await]
    }

    /// Where the walk begins: the table of routes, with the match's own values put in.
    fn starts(&self) -> Vec<String> {
        let routes = summary().iter().filter(|route| route.gets && route.who != Who::Developer);
        let mut starts: Vec<String> = routes.filter_map(|route| self.filled(route)).collect();
        let moments = (1..=self.last_seq + 1).map(|seq| format!("{}/at/{seq}", self.table));
        starts.extend(moments);
        starts
    }

    /// A pattern with the match's values; nothing where only links know how to fill it.
    fn filled(&self, route: &Summary) -> Option<String> {
        let id = self.table.trim_start_matches("/m/");
        let path = route.path.replace("{id}", id).replace("{seq}", "1");
        (!path.contains('{')).then_some(path)
    }

    /// Forms of pages that anybody of the table may send.
    fn posts(&self) -> Vec<String> {
        let routes = summary().iter().filter(|route| route.posts && route.who != Who::Developer);
        let harmless = routes.filter(|route| !LAST_FORMS.contains(&route.path));
        harmless.filter_map(|route| self.filled(route)).collect()
    }

    /// A page that the walk did not come to is a hole in this test.
    fn is_complete(seen: &BTreeSet<String>) {
        for route in summary().iter().filter(|route| route.gets && route.who != Who::Developer) {
            let excused = WITHOUT_LINKS.iter().any(|(path, _)| *path == route.path);
            let visited = seen.iter().any(|path| fits(route.path, path));
            assert!(visited || excused, "no link leads to {}: say how to get there", route.path);
        }
    }
}

/// Whether a path is of a pattern.
fn fits(pattern: &str, path: &str) -> bool {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let parts = |text: &str| text.split('/').map(str::to_owned).collect::<Vec<_>>();
    let (pattern, path) = (parts(pattern), parts(path));
    let part = |(pattern, given): (&String, &String)| match pattern.split_once('{') {
        None => pattern == given,
        Some((before, rest)) => {
            let after = rest.split_once('}').map_or("", |(_, after)| after);
            given.starts_with(before) && given.ends_with(after) && !given.is_empty()
        }
    };
    pattern.len() == path.len() && pattern.iter().zip(&path).all(part)
}

/// The addresses of this site that a page names.
fn links(page: &str) -> Vec<String> {
    let html = Html::parse_document(page);
    let named =
        [("a[href], link[href]", "href"), ("img[src], script[src]", "src"), ("[data-live]", "data-live")];
    let mut found = Vec::new();
    for (css, attribute) in named {
        let elements = Selector::parse(css).unwrap();
        let values =
            html.select(&elements).filter_map(|element: ElementRef<'_>| element.value().attr(attribute));
        found.extend(values.map(str::to_owned));
    }
    for form in html.select(&Selector::parse("form[method=get], form:not([method])").unwrap()) {
        found.extend(form.value().attr("action").map(str::to_owned));
    }
    found.retain(|path| path.starts_with('/') && !path.starts_with("//"));
    found.iter().map(|path| path.split('#').next().unwrap_or_default().to_owned()).collect()
}

/// The mails that a world has sent to somebody, as they travel, without what is random.
pub async fn mails(world: &World, handle: &str) -> Vec<String> {
    let all = world.server.raw_mails().await;
    let to = format!("To: {handle}@players.example");
    let theirs = all
        .into_iter()
        .filter(|mail| mail.lines().take_while(|line| !line.is_empty()).any(|line| line.trim_end() == to));
    theirs.map(|mail| without_boundaries(&plain(&unfolded(&mail), &world.server.address))).collect()
}

/// Lines are broken by their length, which an address changes.
fn unfolded(mail: &str) -> String {
    mail.replace("=\r\n", "").replace("=\n", "")
}

/// The parts of a mail are separated by random words, which are named in its heads.
fn without_boundaries(mail: &str) -> String {
    let mut names = BTreeMap::new();
    for part in mail.split("boundary=\"").skip(1) {
        let (name, _) = part.split_once('"').expect("a boundary ends");
        let number = names.len();
        names.entry(name.to_owned()).or_insert(format!("BOUNDARY-{number}"));
    }
    names.iter().fold(mail.to_owned(), |mail, (name, number)| mail.replace(name, number))
}
