//! Reads the folder of a `file:` mail address back, for `/dev/mail`. Whether the page may be shown at all
//! (development, loopback) is the caller's to decide; without such a folder there is nothing to read.

use crate::app::App;
use crate::config::MailUrl;
use mail_parser::{Message, MessageParser, MimeHeaders};
use std::path::{Path, PathBuf};
use time::OffsetDateTime;

/// The longest list of mails.
const LISTED: usize = 200;

/// A mail in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailCard {
    /// Its file, for links: `/dev/mail/{name}`.
    pub name: String,
    /// The recipient's address.
    pub to: String,
    /// The subject, decoded.
    pub subject: String,
    /// The `Date` header.
    pub date: Option<OffsetDateTime>,
}

/// A mail, opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DevMail {
    /// As in the list.
    pub card: MailCard,
    /// Its header lines, unfolded and decoded.
    pub headers: Vec<(String, String)>,
    /// The plain part.
    pub text: String,
    /// The HTML part; pictures inside it point to `/dev/mail/{name}/{content id}`.
    pub html: String,
    /// What the HTML part shows or the mail carries.
    pub parts: Vec<Part>,
}

/// A picture or an attachment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its content id, or its place in the mail.
    pub id: String,
    /// Such as `image/png`.
    pub content_type: String,
    /// Decoded.
    pub bytes: Vec<u8>,
}

/// Why a mail cannot be shown.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DevMailError {
    /// Mail does not go to files.
    #[error("mail does not go to files here: set MAIL_URL to file:var/mail")]
    NoFolder,
    /// No such file in the folder.
    #[error("there is no such mail: go back to the list")]
    NoSuchMail,
    /// The folder or the file cannot be read.
    #[error("the mail folder cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    /// The reader broke.
    #[error("the mail folder could not be read to its end")]
    CutOff,
}

/// The newest mails first, at most 200.
pub async fn list_dev_mail(app: &App) -> Result<Vec<MailCard>, DevMailError> {
    let folder = folder(app)?;
    off_the_async_threads(move || list(&folder)).await
}

/// One mail by its name in the list.
pub async fn read_dev_mail(app: &App, name: &str) -> Result<DevMail, DevMailError> {
    let (folder, name) = (folder(app)?, checked(name)?);
    off_the_async_threads(move || read(&folder, &name)).await
}

async fn off_the_async_threads<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, DevMailError> + Send + 'static,
) -> Result<T, DevMailError> {
    tokio::task::spawn_blocking(work).await.map_err(|_| DevMailError::CutOff)?
}

fn folder(app: &App) -> Result<PathBuf, DevMailError> {
    match &app.settings.mail_url {
        MailUrl::File(folder) => Ok(folder.clone()),
        MailUrl::Smtp(_) => Err(DevMailError::NoFolder),
    }
}

/// A name that the transport could have given: digits, letters and `-`, then `.eml`. It cannot leave the folder.
fn checked(name: &str) -> Result<String, DevMailError> {
    let stem = name.strip_suffix(".eml").ok_or(DevMailError::NoSuchMail)?;
    let plain = stem.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if plain && !stem.is_empty() && stem.len() <= 100 {
        Ok(name.to_owned())
    } else {
        Err(DevMailError::NoSuchMail)
    }
}

fn list(folder: &Path) -> Result<Vec<MailCard>, DevMailError> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        // Nothing was sent yet.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(vec![]),
        Err(error) => return Err(error.into()),
    };
    let mut names = vec![];
    for entry in entries {
        names.extend(entry?.file_name().into_string().ok().and_then(|name| checked(&name).ok()));
    }
    // Names begin with the time.
    names.sort_unstable_by(|a, b| b.cmp(a));
    names.truncate(LISTED);
    let cards = names.iter().map(|name| read(folder, name).map(|mail| mail.card));
    // A file that went away meanwhile is no error.
    Ok(cards.filter_map(Result::ok).collect())
}

#[expect(clippy::disallowed_methods, reason = "the mail folder")]
fn read(folder: &Path, name: &str) -> Result<DevMail, DevMailError> {
    let bytes = match std::fs::read(folder.join(name)) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Err(DevMailError::NoSuchMail),
        Err(error) => return Err(error.into()),
    };
    let mail = MessageParser::default().parse(&bytes).ok_or(DevMailError::NoSuchMail)?;
    Ok(DevMail {
        card: card(&mail, name),
        headers: headers(&mail),
        text: mail.body_text(0).unwrap_or_default().into_owned(),
        html: pointed_here(&mail.body_html(0).unwrap_or_default(), name),
        parts: parts(&mail),
    })
}

fn card(mail: &Message, name: &str) -> MailCard {
    let to = mail.to().and_then(|to| to.first()).and_then(|to| to.address());
    let date = mail.date().and_then(|date| OffsetDateTime::from_unix_timestamp(date.to_timestamp()).ok());
    MailCard {
        name: name.to_owned(),
        to: to.unwrap_or_default().to_owned(),
        subject: mail.subject().unwrap_or_default().to_owned(),
        date,
    }
}

fn headers(mail: &Message) -> Vec<(String, String)> {
    let line = |value: &str| value.split_whitespace().collect::<Vec<_>>().join(" ");
    mail.headers_raw().map(|(name, value)| (name.to_owned(), line(value))).collect()
}

fn parts(mail: &Message) -> Vec<Part> {
    let part = |(i, part): (usize, &mail_parser::MessagePart)| Part {
        id: part.content_id().map_or_else(|| i.to_string(), str::to_owned),
        content_type: part.content_type().map_or_else(
            || "application/octet-stream".to_owned(),
            |t| format!("{}/{}", t.ctype(), t.subtype().unwrap_or("octet-stream")),
        ),
        bytes: part.contents().to_vec(),
    };
    mail.attachments().enumerate().map(part).collect()
}

/// `html` with its pictures at addresses of this site.
fn pointed_here(html: &str, name: &str) -> String {
    html.replace("src=\"cid:", &format!("src=\"/dev/mail/{name}/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_leave_the_folder() {
        for bad in ["", ".eml", "../a.eml", "a/b.eml", "a\\b.eml", "..eml", "a.txt", "a\0.eml", ".a.eml.part"]
        {
            assert!(checked(bad).is_err(), "{bad:?}");
        }
        assert!(checked("01796000000123-0b1f.eml").is_ok());
    }
}
