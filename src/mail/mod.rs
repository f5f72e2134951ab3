//! Mail (DESIGN §6): a [`View`](crate::domain::view::View) becomes a [`Letter`](message::Letter), a letter
//! with an address becomes an [`Outgoing`](envelope::Outgoing), and a [`Mailer`](transport::Mailer) hands
//! that to a mail server or to files.
//!
//! Nothing here knows a state, an event or the database: what is not in the view cannot get into a mail.

pub mod boards;
pub mod envelope;
pub mod message;
pub mod transport;
