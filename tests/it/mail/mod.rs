//! Mail: what letters say, how they travel, and that none is lost, doubled or misdirected.

mod dev_mail;
mod digests;
mod faults;
mod fixture;
mod letters;
mod obligations;
mod of_matches;
mod post_office;
mod series_letters;
mod slow_games;
mod slow_letters;
mod snapshot;
mod transport;
mod worker;
