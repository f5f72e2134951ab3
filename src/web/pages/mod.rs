//! A page a file: its askama struct, and the handler that fills it.

pub mod account;
pub mod fairness;
pub mod flash;
pub mod form;
pub mod health;
pub mod home;
pub mod match_page;
pub mod rules;
