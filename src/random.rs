//! The only caller of the random generator: ids, tokens, nonces, salts drawn by the server.
//!
//! Dice never come from here (DESIGN §4): they follow from links and salts.

use rand::Rng;

/// `N` bytes from the system's secure generator.
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    generator().fill_bytes(&mut bytes);
    bytes
}

/// A random identifier (UUID version 4).
pub fn uuid() -> uuid::Uuid {
    uuid::Builder::from_random_bytes(bytes()).into_uuid()
}

#[expect(clippy::disallowed_methods, reason = "the one place that draws random bytes")]
fn generator() -> rand::rngs::ThreadRng {
    rand::rng()
}

#[cfg(test)]
mod tests {
    #[test]
    fn draws_differ_and_ids_say_what_they_are() {
        assert_ne!(super::bytes::<16>(), super::bytes::<16>());
        assert_eq!(super::uuid().get_version_num(), 4);
    }
}
