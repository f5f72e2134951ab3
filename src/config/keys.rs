//! Secret keys of 32 bytes, given as hexadecimal text or as a file of it.

use super::{ConfigError, Source};
use secrecy::{ExposeSecret, SecretBox};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// 32 secret bytes that never print.
#[derive(Clone, Debug)]
pub struct Key32(Arc<SecretBox<[u8; 32]>>);

impl Key32 {
    /// Wraps `bytes`.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(Arc::new(SecretBox::new(Box::new(bytes))))
    }

    /// The bytes themselves.
    pub fn expose(&self) -> &[u8; 32] {
        self.0.expose_secret()
    }

    /// Reads the variable `name`, or else the file that `file_name` names.
    pub(super) fn read(
        source: Source,
        name: &'static str,
        file_name: &'static str,
    ) -> Result<Self, ConfigError> {
        if let Some(text) = source(name) {
            return Self::parse(&text, name).ok_or(ConfigError::BadKey(name));
        }
        let advice = "give 64 hexadecimal digits (`openssl rand -hex 32`) here, or a file of them in the variable with _FILE at its end";
        let path = source(file_name).ok_or(ConfigError::Missing { name, advice })?;
        #[expect(clippy::disallowed_methods, reason = "settings may stand in files")]
        let text = std::fs::read_to_string(&path);
        let text = text.map_err(|source| ConfigError::KeyFile { name: file_name, path, source })?;
        Self::parse(&text, name).ok_or(ConfigError::BadKey(file_name))
    }

    /// 64 digits; a session key may be longer and is then hashed to 32 bytes.
    fn parse(text: &str, name: &str) -> Option<Self> {
        let bytes = hex::decode(text.trim()).ok()?;
        match <[u8; 32]>::try_from(bytes.as_slice()) {
            Ok(exact) => Some(Self::new(exact)),
            Err(_) if name == "SESSION_KEY" && bytes.len() > 32 => {
                Some(Self::new(Sha256::digest(&bytes).into()))
            }
            Err(_) => None,
        }
    }
}
