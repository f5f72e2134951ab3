//! All SQL. Functions are named for what they answer; those that write take the connection of the caller's
//! transaction.

pub mod outbox;
