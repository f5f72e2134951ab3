//! The files of `static/`, built into the program. With the hash of its content in the address a
//! file may be kept for a year; without it a browser asks each time whether it changed.

use super::error::{WebError, WebResult};
use super::fields::Segment;
use actix_web::http::header::{self, ETag, EntityTag, Header, IfNoneMatch};
use actix_web::{HttpRequest, HttpResponse};
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

struct Asset {
    name: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
    hash: String,
}

macro_rules! assets {
    ($($name:literal $kind:literal)*) => {
        &[$(($name, $kind, include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/static/", $name)).as_slice())),*]
    };
}

/// Every file of `static/`; a test compares the list with the folder.
const FILES: &[(&str, &str, &[u8])] = assets! {
    "around.js" "text/javascript; charset=utf-8"
    "hero.svg" "image/svg+xml"
    "icon.svg" "image/svg+xml"
    "live.js" "text/javascript; charset=utf-8"
    "match.js" "text/javascript; charset=utf-8"
    "seal.js" "text/javascript; charset=utf-8"
    "pieces.svg" "image/svg+xml"
    "site.js" "text/javascript; charset=utf-8"
    "step.js" "text/javascript; charset=utf-8"
    "style.css" "text/css; charset=utf-8"
    "verify.js" "text/javascript; charset=utf-8"
};

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let hashed = |&(name, kind, bytes): &(&'static str, &'static str, &'static [u8])| {
        let hash = hex::encode(&Sha256::digest(bytes)[..8]);
        Asset { name, kind, bytes, hash }
    };
    FILES.iter().map(hashed).collect()
});

fn find(name: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.name == name)
}

/// The address of a file for a page, `/static/style.css?v=…`.
pub fn url(name: &str) -> String {
    find(name).map_or_else(|| format!("/static/{name}"), |a| format!("/static/{name}?v={}", a.hash))
}

/// `/static/{file}`.
pub async fn file(req: HttpRequest, name: Segment) -> WebResult {
    answer(&req, &name.0)
}

/// `/favicon.ico`, which browsers ask for by themselves.
pub async fn favicon(req: HttpRequest) -> WebResult {
    answer(&req, "icon.svg")
}

/// `/robots.txt`: what is public may be found; matches and forms are for people.
pub async fn robots() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "public, max-age=86400"))
        .body("User-agent: *\nDisallow: /m/\nDisallow: /i/\nDisallow: /verify/\nDisallow: /address/\nDisallow: /reset/\nDisallow: /settings\n")
}

fn answer(req: &HttpRequest, name: &str) -> WebResult {
    let asset = find(name).ok_or(WebError::NotFound)?;
    let versioned = req.query_string().strip_prefix("v=") == Some(&asset.hash);
    let tag = EntityTag::new_strong(asset.hash.clone());
    let known = match IfNoneMatch::parse(req) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|t| t.weak_eq(&tag)),
        Err(_) => false,
    };
    let mut response = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    let cache = if versioned { "public, max-age=31536000, immutable" } else { "public, no-cache" };
    response.insert_header((header::CACHE_CONTROL, cache)).insert_header(ETag(tag));
    if known {
        return Ok(response.finish());
    }
    Ok(response.content_type(asset.kind).body(asset.bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_list_is_the_folder() {
        let folder = walkdir::WalkDir::new(concat!(env!("CARGO_MANIFEST_DIR"), "/static"));
        let files = folder.into_iter().map(Result::unwrap).filter(|entry| entry.file_type().is_file());
        let found: BTreeSet<String> = files.map(|e| e.file_name().to_str().unwrap().to_owned()).collect();
        let listed: BTreeSet<String> = FILES.iter().map(|(name, ..)| (*name).to_owned()).collect();
        assert_eq!(listed, found, "add new files of static/ to FILES");
    }

    #[test]
    fn an_address_changes_with_the_content() {
        assert!(url("style.css").starts_with("/static/style.css?v="));
        assert_eq!(url("no-such.css"), "/static/no-such.css");
    }
}
