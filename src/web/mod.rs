//! The pages: routes, sessions, errors, and a handler with its template for each page.

pub mod chrome;
pub mod pages;
pub mod present;
