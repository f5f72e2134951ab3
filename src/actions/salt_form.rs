//! The salt that comes with a decision, as a form sends it.

use crate::domain::dice::{DrawnBy, Salt, SaltError};
use crate::domain::game::SaltGiven;
use crate::domain::hash::Hash;
use crate::random;

/// A salt as a visitor gave it, or did not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SaltForm {
    /// Its bytes; none: the server draws one, and the log says so.
    pub salt: Option<Vec<u8>>,
    /// The seal on the same seat's next salt: `SHA-256("delirious/commit/v1" ‖ next salt)`.
    pub next: Option<[u8; 32]>,
}

impl SaltForm {
    /// What a repeat of a form has to agree in. A salt that the server would draw is no part of it.
    pub(super) fn parts(&self) -> (&'static [u8], &[u8], &[u8]) {
        let salt = self.salt.as_deref();
        let next = self.next.as_ref().map(<[u8; 32]>::as_slice).unwrap_or_default();
        (if salt.is_some() { b"salt" } else { b"" }, salt.unwrap_or_default(), next)
    }

    /// The salt that the log gets.
    pub(super) fn given(self) -> Result<SaltGiven, SaltError> {
        let (bytes, drawn_by) = match self.salt {
            Some(bytes) => (bytes, DrawnBy::Player),
            None => (random::bytes::<16>().to_vec(), DrawnBy::Server),
        };
        Ok(SaltGiven { salt: Salt::new(bytes)?, drawn_by, next: self.next.map(Hash) })
    }
}
