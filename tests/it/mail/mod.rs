//! Mail: what letters say, how they travel, and that none is lost, doubled or misdirected.

mod dev_mail;
mod fixture;
mod letters;
mod of_matches;
mod post_office;
mod slow_games;
mod slow_letters;
mod snapshot;
mod transport;
mod worker;
