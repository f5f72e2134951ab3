//! Secret keys of 32 bytes, given as hexadecimal text or as a file of it.

use super::{ConfigError, Source};
use secrecy::{ExposeSecret, SecretBox};
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
            return Self::parse(&text).ok_or(ConfigError::BadKey(name));
        }
        let advice = "give 64 hexadecimal digits (`openssl rand -hex 32`) here, or a file of them in the variable with _FILE at its end";
        let path = source(file_name).ok_or(ConfigError::Missing { name, advice })?;
        #[expect(clippy::disallowed_methods, reason = "settings may stand in files")]
        let text = std::fs::read_to_string(&path);
        let text = text.map_err(|source| ConfigError::KeyFile { name: file_name, path, source })?;
        Self::parse(&text).ok_or(ConfigError::BadKey(file_name))
    }

    fn parse(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text.trim(), &mut bytes).ok()?;
        Some(Self::new(bytes))
    }
}
