//! What came back, without what is random in every world, and where two worlds differ.

use crate::helpers::Browser;
use reqwest::Method;
use std::time::Duration;

/// Far longer than a stream takes to say hello.
const PATIENCE: Duration = Duration::from_secs(10);

/// Headers that differ by the moment and the session alone.
const OF_THE_MOMENT: [&str; 2] = ["date", "set-cookie"];

/// An answer as it is compared: status, headers, body.
#[derive(PartialEq, Eq)]
pub struct Seen {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Seen {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn is_html(&self) -> bool {
        self.header("content-type").starts_with("text/html")
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }
}

/// Asks and reads; of a stream of events, what it says first.
pub async fn ask(browser: &Browser, method: Method, path: &str, form: Option<&str>) -> Seen {
    let url = browser.url(path);
    let address = url.strip_suffix(path).unwrap_or(&url).to_owned();
    let mut request = browser.client.request(method, &url);
    if let Some(form) = form {
        request = request.header("content-type", "application/x-www-form-urlencoded").body(form.to_owned());
    }
    let mut response = request.send().await.unwrap();
    let status = response.status().as_u16();
    let mut headers: Vec<(String, String)> = response
        .headers()
        .iter()
        .filter(|(name, _)| !OF_THE_MOMENT.contains(&name.as_str()))
        .map(|(name, value)| (name.to_string(), plain(value.to_str().unwrap(), &address)))
        .collect();
    // Their order is that of a hash table.
    headers.sort();
    let stream = headers.iter().any(|(_, value)| value.starts_with("text/event-stream"));
    let body = if stream {
        tokio::time::timeout(PATIENCE, response.chunk()).await.unwrap().unwrap().unwrap_or_default()
    } else {
        response.bytes().await.unwrap()
    };
    let body = match std::str::from_utf8(&body) {
        Ok(text) => plain(text, &address).into_bytes(),
        Err(_) => body.to_vec(),
    };
    Seen { status, headers, body }
}

/// Text without the server's address, heads and hashes (64 hex digits), identifiers and tokens.
pub fn plain(text: &str, address: &str) -> String {
    let text = text.replace(address, "http://here");
    let bare = address.trim_start_matches("http://");
    without_random(&text.replace(bare, "here"))
}

/// Replaces runs of 64 hex digits, identifiers of 8-4-4-4-12, and tokens of 32 in addresses.
fn without_random(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut word = String::new();
    for letter in text.chars().chain([' ']) {
        if letter.is_ascii_hexdigit() || letter == '-' {
            word.push(letter);
            continue;
        }
        out.push_str(replaced(&word, &out));
        word.clear();
        out.push(letter);
    }
    out.pop();
    out
}

fn replaced<'a>(word: &'a str, before: &str) -> &'a str {
    let hex = word.bytes().filter(u8::is_ascii_hexdigit).count();
    let token = ["/unsubscribe/", "/i/"].iter().any(|path| before.ends_with(path));
    match (word.len(), hex) {
        (64, 64) => "HASH",
        (36, 32) => "ID",
        (32, 32) if token => "TOKEN",
        _ => word,
    }
}

/// Where two answers differ, in words; none where they are the same.
pub fn difference(what: &str, one: &Seen, other: &Seen) -> Option<String> {
    if one == other {
        return None;
    }
    if one.status != other.status {
        return Some(format!("{what}: status {} and {}", one.status, other.status));
    }
    let headers = one.headers.iter().find(|header| !other.headers.contains(header));
    if let Some((name, value)) = headers {
        return Some(format!("{what}: header {name}: {value} and {}", other.header(name)));
    }
    if one.headers.len() != other.headers.len() {
        return Some(format!("{what}: one has more headers"));
    }
    Some(format!("{what}: {}", first_difference(&one.text(), &other.text())))
}

/// The first place where texts differ, with some text around it.
pub fn first_difference(one: &str, other: &str) -> String {
    let at = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let around = |text: &str| {
        let bytes = text.as_bytes();
        let part = &bytes[at.saturating_sub(120).min(bytes.len())..(at + 120).min(bytes.len())];
        String::from_utf8_lossy(part).into_owned()
    };
    let lengths = (one.len(), other.len());
    format!("differs at byte {at} of {lengths:?}:\n--- {}\n+++ {}", around(one), around(other))
}
