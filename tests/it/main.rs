//! All integration tests, one module an area.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails loudly")]

mod away;
mod dice;
mod fixture;
mod game;
mod helpers;
mod kill;
mod look;
mod mail;
mod matches;
mod noninterference;
mod outages;
mod rules;
mod servers;
mod smtp;
mod store;
mod table;
mod web;
