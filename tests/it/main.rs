//! All integration tests, one module an area.

mod dice;
mod mail;
mod smtp;
