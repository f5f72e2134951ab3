//! The web over HTTP: every route with every kind of bad request, accounts, and playing by forms.

mod accounts;
mod addresses;
mod every_route;
mod fuzz;
mod live;
mod logs;
mod mails;
mod mine;
mod other_rooms;
mod playing;
mod series;
mod slow;
pub mod tables;
mod talk;
