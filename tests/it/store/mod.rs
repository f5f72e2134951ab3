//! The store against a real PostgreSQL, a database for each test.

mod accounts;
mod lists;
mod log;
mod scene;
mod talk;
