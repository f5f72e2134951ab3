//! What pages with forms share: errors by field, and the two answers to a form.

use super::error::{WebError, WebResult};
use crate::actions::SaltForm;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, Responder};
use std::fmt::Display;
use uuid::Uuid;

/// Most bytes of a salt (DESIGN §4).
const LONGEST_SALT: usize = 1024;

/// Why a form was not taken, by field; the empty name stands for the form as a whole.
#[derive(Clone, Debug, Default)]
pub struct Errors(Vec<(&'static str, String)>);

impl Errors {
    /// One error.
    pub fn one(field: &'static str, message: impl Display) -> Self {
        let mut errors = Self::default();
        errors.add(field, message);
        errors
    }

    /// Keeps what `parsed` says, or its value.
    pub fn take<T, E: Display>(&mut self, field: &'static str, parsed: Result<T, E>) -> Option<T> {
        parsed.map_err(|error| self.add(field, error)).ok()
    }

    /// Adds one.
    pub fn add(&mut self, field: &'static str, message: impl Display) {
        self.0.push((field, sentence(&message)));
    }

    /// The error of a field, empty if it is fine.
    pub fn of(&self, field: &str) -> &str {
        self.0.iter().find(|(name, _)| *name == field).map_or("", |(_, message)| message)
    }

    /// Whether the form is fine.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// `page` with status 422: the form again, with what is wrong in it.
pub fn refused(page: impl Responder, req: &HttpRequest) -> HttpResponse {
    let mut response = page.respond_to(req).map_into_boxed_body();
    *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
    response
}

/// The idempotency key of a form that asks for one thing alone.
pub fn key(text: &str) -> WebResult<Uuid> {
    Uuid::try_parse(text).map_err(|_| broken())
}

/// A form that no page of ours sends.
pub fn broken() -> WebError {
    WebError::Unprocessable("This form is broken. Open the page again and decide once more.".to_owned())
}

/// On to another page of ours, after something was done.
pub fn see_other(path: impl AsRef<str>) -> HttpResponse {
    HttpResponse::SeeOther().insert_header((header::LOCATION, path.as_ref())).finish()
}

/// An error's words as a sentence of a page.
pub fn sentence(words: &dyn Display) -> String {
    let words = words.to_string();
    let mut letters = words.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let end = if words.ends_with(['.', '!', '?', '…']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

/// The salt fields of a form: `salt_text` as typed goes before `salt`, hexadecimal, which a script drew;
/// `next` is the seal on the next salt. Errors: what is wrong, in words.
pub fn salt(salt_text: &str, salt: &str, next: &str) -> Result<SaltForm, &'static str> {
    let bytes = match (salt_text, salt) {
        ("", "") => None,
        ("", hex) => {
            Some(hex::decode(hex).map_err(|_| "the drawn salt is no hexadecimal text: reload the page")?)
        }
        (text, _) => Some(text.as_bytes().to_vec()),
    };
    if bytes.as_ref().is_some_and(|bytes| bytes.len() > LONGEST_SALT) {
        return Err("a salt has at most 1024 bytes: take a shorter one");
    }
    let mut seal = [0; 32];
    let next = match next {
        "" => None,
        hex => {
            hex::decode_to_slice(hex, &mut seal).map_err(|_| "the seal is no hash: reload the page")?;
            Some(seal)
        }
    };
    Ok(SaltForm { salt: bytes, next })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typed_salt_goes_before_a_drawn_one_and_none_is_fine() {
        assert_eq!(salt("", "", "").unwrap(), SaltForm::default());
        assert_eq!(salt("", "0aff", "").unwrap().salt, Some(vec![10, 255]));
        assert_eq!(salt("é", "0aff", "").unwrap().salt, Some("é".as_bytes().to_vec()));
        assert_eq!(salt("", "", &"ab".repeat(32)).unwrap().next, Some([0xab; 32]));
    }

    #[test]
    fn broken_salts_are_told_apart() {
        assert!(salt("", "0g", "").unwrap_err().contains("hexadecimal"));
        assert!(salt(&"x".repeat(1025), "", "").unwrap_err().contains("1024"));
        assert!(salt("", "", "abcd").unwrap_err().contains("seal"));
    }

    #[test]
    fn words_become_sentences() {
        assert_eq!(sentence(&"write a move"), "Write a move.");
        assert_eq!(sentence(&""), ".");
    }
}
