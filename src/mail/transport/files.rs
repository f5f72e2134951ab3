//! `file:` for development: each mail is one `.eml` file, readable at `/dev/mail`.

use super::SendError;
use crate::mail::envelope::Outgoing;
use std::path::{Path, PathBuf};

/// A folder of mails.
#[derive(Debug)]
pub struct Files {
    folder: PathBuf,
}

impl Files {
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The file appears whole or not at all.
    pub async fn write(&self, mail: &Outgoing) -> Result<(), SendError> {
        let (folder, name, bytes) = (self.folder.clone(), mail.file_name(), mail.bytes());
        let written = tokio::task::spawn_blocking(move || write_whole(&folder, &name, &bytes)).await;
        match written {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(SendError::Transient(format!("{}: {error}", self.folder.display()))),
            Err(error) => Err(SendError::Transient(error.to_string())),
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the mail folder")]
fn write_whole(folder: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let unfinished = folder.join(format!(".{name}.part"));
    std::fs::write(&unfinished, bytes)?;
    std::fs::rename(&unfinished, folder.join(name))
}
