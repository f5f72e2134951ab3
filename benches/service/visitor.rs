//! A visitor with cookies, who logs in, looks at matches, and sends the forms that stand there.

use crate::load::Request;
use crate::{bare, scene};
use delirious::domain::ids::MatchId;
use reqwest::redirect::Policy;
use reqwest::{Client, StatusCode};
use scraper::{ElementRef, Html, Selector};

/// Somebody's browser on one site.
pub struct Visitor {
    client: Client,
    address: String,
}

impl Visitor {
    /// Somebody unknown.
    pub fn new(address: &str) -> Self {
        let client = Client::builder().cookie_store(true).redirect(Policy::none()).build().expect("a client");
        Self { client, address: address.to_owned() }
    }

    /// Somebody of the scene, by the form.
    pub async fn logged_in(address: &str, handle: &str) -> Self {
        let visitor = Self::new(address);
        let page = Html::parse_document(&visitor.get("/login").await);
        let form = page.select(&selector("form[action='/login']")).next().expect("a form");
        let mut fields = hidden(form);
        fields.push(("email".to_owned(), format!("{handle}@players.example")));
        fields.push(("password".to_owned(), scene::PASSWORD.to_owned()));
        let answer =
            visitor.client.post(visitor.url("/login")).form(&fields).send().await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::SEE_OTHER, "{handle} is logged in");
        visitor
    }

    /// The page at a path.
    pub async fn get(&self, path: &str) -> String {
        let answer = self.client.get(self.url(path)).send().await.expect("an answer");
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
        answer.text().await.expect("a body")
    }

    /// The request for the page of a match.
    pub fn look(&self, id: MatchId) -> Request {
        let path = format!("/m/{}", id.0);
        Request { send: self.client.get(self.url(&path)), status: StatusCode::OK, says: path }
    }

    /// The request that the bare handler answers.
    pub fn nothing(&self) -> Request {
        let send = self.client.get(self.url("/"));
        Request { send, status: StatusCode::OK, says: bare::ANSWER.to_owned() }
    }

    /// The move form of a page, filled in; none where nothing is to be decided.
    fn decision(&self, page: &str) -> Option<Request> {
        let page = Html::parse_document(page);
        let form = page.select(&selector("form.listed")).next()?;
        let moves: Vec<ElementRef<'_>> = form.select(&listed()).collect();
        let mv = moves.get(moves.len() / 2)?.value().attr("value")?;
        let mut fields = hidden(form);
        fields.push(("move".to_owned(), mv.to_owned()));
        let send = self.client.post(self.url(form.value().attr("action")?)).form(&fields);
        Some(Request { send, status: StatusCode::SEE_OTHER, says: "done=played".to_owned() })
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }
}

/// A move for every form in the pages, which were seen by each of `people` in turn.
pub fn decisions(pages: &[String], people: &[Visitor]) -> Vec<Request> {
    let each = pages.len() / people.len();
    let seen = pages.chunks(each).zip(people);
    seen.flat_map(|(pages, person)| pages.iter().filter_map(|page| person.decision(page))).collect()
}

fn listed() -> Selector {
    selector("#listed option[data-to]")
}

fn hidden(form: ElementRef<'_>) -> Vec<(String, String)> {
    let field = |field: ElementRef<'_>| {
        let attr = |name| field.value().attr(name).unwrap_or_default().to_owned();
        (attr("name"), attr("value"))
    };
    form.select(&selector("input[type=hidden]")).map(field).collect()
}

fn selector(text: &str) -> Selector {
    Selector::parse(text).expect("a selector")
}
