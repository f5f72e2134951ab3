//! A page a file: its askama struct, and the handler that fills it.

pub mod account;
pub mod dev_mail;
pub mod dice;
pub mod fairness;
pub mod health;
pub mod home;
pub mod lists;
pub mod live;
pub mod mail;
pub mod match_page;
pub mod rules;
pub mod table;
pub mod talk;
