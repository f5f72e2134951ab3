//! The web over HTTP: every route with every kind of bad request, accounts, and playing by forms.

mod accounts;
mod every_route;
mod fuzz;
mod logs;
mod playing;
mod tables;
