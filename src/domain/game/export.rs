//! The form of an export, `/m/{id}.json`: the whole log with every text byte for byte.

use super::log::{LogEntry, sealed_hash};
use super::refusal::Corrupt;
use crate::domain::hash::Hash;
use crate::domain::ids::MatchId;
use serde::{Deserialize, Serialize};

/// What an export says of its form.
pub const EXPORT_FORMAT: &str = "delirious-export/1";

/// The most bytes that an export may have to be read.
pub const MAX_EXPORT: usize = 64 << 20;

/// A log as it is given away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Export {
    /// [`EXPORT_FORMAT`].
    pub format: String,
    /// The match.
    #[serde(rename = "match")]
    pub match_id: MatchId,
    /// The log head after the last entry.
    pub head: Hash,
    /// Every entry, from 1.
    pub log: Vec<ExportEntry>,
}

/// One entry as it is given away: opened with nonce and sealed part, or closed with their hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportEntry {
    /// Its number.
    pub seq: u64,
    /// The public text, byte for byte.
    pub public: String,
    /// Instead of nonce and sealed part, as long as the reader may not see them: `SHA-256(nonce ‖ sealed)`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed_hash: Option<Hash>,
    /// The nonce, 32 hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "hex_nonce")]
    pub nonce: Option<[u8; 16]>,
    /// The sealed text, byte for byte, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed: Option<String>,
    /// The head after it.
    pub head: Hash,
}

mod hex_nonce {
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::ref_option, reason = "serde calls it so")]
    pub fn serialize<S: Serializer>(nonce: &Option<[u8; 16]>, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&nonce.map(hex::encode).unwrap_or_default())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Option<[u8; 16]>, D::Error> {
        let mut bytes = [0; 16];
        hex::decode_to_slice(String::deserialize(d)?, &mut bytes).map_err(serde::de::Error::custom)?;
        Ok(Some(bytes))
    }
}

impl ExportEntry {
    /// An entry with everything open.
    #[must_use]
    pub fn opened(entry: &LogEntry) -> Self {
        Self {
            seq: entry.seq,
            public: entry.public.clone(),
            sealed_hash: None,
            nonce: Some(entry.nonce),
            sealed: entry.sealed.clone(),
            head: entry.head,
        }
    }

    /// An entry whose sealed part, and whether there is one, stays unknown.
    #[must_use]
    pub fn closed(entry: &LogEntry) -> Self {
        let hash = sealed_hash(&entry.nonce, entry.sealed.as_deref());
        Self { sealed_hash: Some(hash), nonce: None, sealed: None, ..Self::opened(entry) }
    }

    /// `SHA-256(nonce ‖ sealed)`, given or worked out; none where the entry gives neither or both.
    #[must_use]
    pub fn sealed_part(&self) -> Option<Hash> {
        match (&self.sealed_hash, &self.nonce, &self.sealed) {
            (Some(hash), None, None) => Some(*hash),
            (None, Some(nonce), sealed) => Some(sealed_hash(nonce, sealed.as_deref())),
            _ => None,
        }
    }
}

impl Export {
    /// An export of these entries.
    #[must_use]
    pub fn new(match_id: MatchId, log: Vec<ExportEntry>) -> Self {
        let head = log.last().map_or_else(|| super::log::first_head(match_id), |entry| entry.head);
        Self { format: EXPORT_FORMAT.to_owned(), match_id, head, log }
    }

    /// Reads an export; no more than its form is checked.
    pub fn parse(text: &str) -> Result<Self, Corrupt> {
        if text.len() > MAX_EXPORT {
            return Err(Corrupt::File(format!("the file is larger than {MAX_EXPORT} bytes")));
        }
        let export: Self = serde_json::from_str(text)
            .map_err(|error| Corrupt::File(format!("the file is no export of a match: {error}")))?;
        if export.format == EXPORT_FORMAT {
            Ok(export)
        } else {
            Err(Corrupt::File(format!("the file's format is not {EXPORT_FORMAT}: use another version")))
        }
    }

    /// The text, one entry a line, the same bytes for the same entries.
    pub fn text(&self) -> Result<String, Corrupt> {
        let json = |error: serde_json::Error| Corrupt::File(error.to_string());
        let lines: Vec<String> =
            self.log.iter().map(serde_json::to_string).collect::<Result<_, _>>().map_err(json)?;
        let format = serde_json::to_string(&self.format).map_err(json)?;
        let (id, head, log) = (self.match_id, self.head, lines.join(",\n"));
        Ok(format!("{{\"format\":{format},\"match\":\"{id}\",\"head\":\"{head}\",\"log\":[\n{log}\n]}}\n"))
    }
}
