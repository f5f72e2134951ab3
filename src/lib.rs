//! Delirious Bughouse by mail. The architecture in ten lines:
//!
//! 1. `domain` is pure: rules, dice, the match as a log of events, and the views that people get.
//! 2. `store` holds all SQL; a match is its append-only `events`.
//! 3. `actions` are the verbs, one a file: lock, settle, fold, decide, append, outbox, commit.
//! 4. `web` shows pages made from `domain::view::View` alone and calls actions.
//! 5. `mail` turns a `View` into a message and hands it to SMTP or to files.
//! 6. `jobs` sends the outbox and ends overdue turns, in `serve` or in `work`.
//! 7. `picture` draws a `View` as SVG and PNG, for mails, the archive and `/m/{id}.png`.
//! 8. `clock` alone reads the time; `config` alone reads the environment.
//! 9. Who may use whom stands in `docs/ARCHITECTURE.md`; `tests/architecture.rs` holds it.
//! 10. A player sees nothing that a `View` for that player does not contain.

pub mod actions;
pub mod app;
pub mod cli;
pub mod clock;
pub mod config;
pub mod domain;
pub mod jobs;
pub mod mail;
pub mod picture;
pub mod random;
pub mod store;
pub mod telemetry;
pub mod web;
