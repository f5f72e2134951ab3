//! Form fields: read once by the CSRF middleware, checked for what no field may hold, then handed
//! to handlers as structs of strings.
//!
//! Every struct read here has only `String` or `Option<String>` fields with `#[serde(default)]`, so a
//! missing field is an empty one and the page, not serde, says what is wrong with it.

use super::error::WebError;
use crate::domain::ids::MatchId;
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use serde::de::DeserializeOwned;
use std::future::{Ready, ready};
use url::form_urlencoded;
use uuid::Uuid;

/// The most that a form may send, in bytes.
pub const MOST: usize = 64 * 1024;

/// All fields of the form as they were typed, kept in the request's extensions.
#[derive(Clone, Default)]
pub struct Typed(Vec<(String, String)>);

impl Typed {
    /// Reads a form's body. Refuses what is no form: bad percent signs, bad UTF-8, NUL characters.
    pub fn parse(body: &[u8]) -> Result<Self, WebError> {
        if !well_formed(body) {
            return Err(WebError::BadRequest(
                "The form holds bytes that are no text. Type it again and send it again.",
            ));
        }
        Ok(Self(form_urlencoded::parse(body).into_owned().collect()))
    }

    /// The first field of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// All of them, in order.
    pub fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// What a person would not like to type again, without secrets and hidden fields.
    pub fn worth_keeping(&self) -> Vec<(String, String)> {
        let hidden = ["csrf", "key", "seen", "salt", "next_seal", "board", "next"];
        let secret =
            |name: &str| name.contains("password") || name.contains("token") || hidden.contains(&name);
        self.0.iter().filter(|(name, value)| !secret(name) && !value.is_empty()).cloned().collect()
    }
}

/// Whether `body` is percent-encoded UTF-8 without NUL.
pub fn well_formed(body: &[u8]) -> bool {
    let mut bytes = Vec::with_capacity(body.len());
    let mut rest = body.iter();
    while let Some(&b) = rest.next() {
        let byte = if b == b'%' {
            let digit = |d: Option<&u8>| d.and_then(|d| char::from(*d).to_digit(16));
            match (digit(rest.next()), digit(rest.next())) {
                (Some(high), Some(low)) => u8::try_from(high * 16 + low).unwrap_or(0),
                _ => return false,
            }
        } else {
            b
        };
        bytes.push(byte);
    }
    !bytes.contains(&0) && std::str::from_utf8(&bytes).is_ok()
}

/// The fields of a form that was posted, as a handler wants them.
pub struct Fields<T>(pub T);

impl<T: DeserializeOwned> FromRequest for Fields<T> {
    type Error = WebError;
    type Future = Ready<Result<Self, WebError>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        let typed = req.extensions().get::<Typed>().cloned().unwrap_or_default();
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(typed.0).finish();
        let read = web::Query::<T>::from_query(&body);
        ready(read.map(|fields| Self(fields.into_inner())).map_err(|_| {
            WebError::BadRequest(
                "The form has a field twice, or one that cannot be read. Reload the page and try again.",
            )
        }))
    }
}

impl FromRequest for Typed {
    type Error = WebError;
    type Future = Ready<Result<Self, WebError>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(req.extensions().get::<Self>().cloned().unwrap_or_default()))
    }
}

/// The part of a path between slashes, as text; 404 where it is none.
pub struct Segment(pub String);

impl FromRequest for Segment {
    type Error = WebError;
    type Future = Ready<Result<Self, WebError>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        let path = web::Path::<String>::from_request(req, &mut Payload::None).into_inner();
        ready(match path.map(web::Path::into_inner) {
            Ok(text) if !text.chars().any(char::is_control) => Ok(Self(text)),
            _ => Err(WebError::NotFound),
        })
    }
}

/// What stands after the question mark.
pub struct Params<T>(pub T);

impl<T: DeserializeOwned> FromRequest for Params<T> {
    type Error = WebError;
    type Future = Ready<Result<Self, WebError>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        let query = req.query_string();
        let read = well_formed(query.as_bytes()).then(|| web::Query::<T>::from_query(query));
        ready(match read {
            Some(Ok(params)) => Ok(Self(params.into_inner())),
            _ => Err(WebError::BadRequest("The address is mistyped after its question mark.")),
        })
    }
}

/// The match that a path names; 404 where it is no id.
pub struct MatchPath(pub MatchId);

impl FromRequest for MatchPath {
    type Error = WebError;
    type Future = Ready<Result<Self, WebError>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        let id = req.match_info().get("id").and_then(|text| Uuid::try_parse(text).ok());
        ready(id.map(|id| Self(MatchId(id))).ok_or(WebError::NotFound))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_is_refused() {
        for bad in ["a=%", "a=%4", "a=%zz", "a=%00", "a=%ff", "a=%c3"] {
            assert!(Typed::parse(bad.as_bytes()).is_err(), "{bad}");
        }
        assert!(Typed::parse(b"a=\xff").is_err());
        assert!(Typed::parse(b"").is_ok());
    }

    #[test]
    fn what_was_typed_is_kept_but_no_secret() {
        let typed = Typed::parse(b"name=a+b%C3%A9&password=x&new_password=y&csrf=z&empty=").unwrap();
        assert_eq!(typed.worth_keeping(), [("name".to_owned(), "a bé".to_owned())]);
        assert_eq!(typed.get("csrf"), Some("z"));
    }
}
