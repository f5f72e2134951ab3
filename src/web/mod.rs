//! The pages: routes, sessions, errors, and a handler with its template for each page.
//!
//! Handlers read forms into domain values, call one action, and show what it returns. They see
//! [`View`](crate::domain::view::View)s, never a state or an event, and no SQL.

pub mod assets;
pub mod beside;
pub mod chrome;
pub mod csrf;
pub mod error;
pub mod fields;
pub mod flash;
pub mod form;
pub mod headers;
pub mod limit;
pub mod live;
pub mod pages;
pub mod present;
pub mod routes;
pub mod server;
pub mod session;
pub mod stages;
pub mod trace;
pub mod way_back;
