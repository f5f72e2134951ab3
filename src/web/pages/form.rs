//! What pages with forms share: errors by field, and the two answers to a form.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, Responder};

/// Why a form was not taken, by field; the empty name stands for the form as a whole.
#[derive(Clone, Debug, Default)]
pub struct Errors(Vec<(&'static str, String)>);

impl Errors {
    /// One error.
    pub fn one(field: &'static str, message: impl ToString) -> Self {
        Self(vec![(field, message.to_string())])
    }

    /// Keeps what `parsed` says, or its value.
    pub fn take<T, E: ToString>(&mut self, field: &'static str, parsed: Result<T, E>) -> Option<T> {
        parsed.map_err(|error| self.add(field, error)).ok()
    }

    /// Adds one.
    pub fn add(&mut self, field: &'static str, message: impl ToString) {
        self.0.push((field, message.to_string()));
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

/// On to another page of ours, after something was done.
pub fn see_other(path: impl AsRef<str>) -> HttpResponse {
    HttpResponse::SeeOther().insert_header((header::LOCATION, path.as_ref())).finish()
}
