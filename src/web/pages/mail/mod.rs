//! What people are mailed: in general, about one match, and ending it from a mail.

pub mod general;
pub mod of_match;
pub mod unsubscribe;
