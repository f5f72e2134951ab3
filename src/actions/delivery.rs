//! How mail to a member fares, for the account page.

use super::error::AppError;
use crate::app::App;
use crate::domain::ids::AccountId;
use crate::store::{delivery as store, outbox};
use time::OffsetDateTime;

/// Mails that came back, as far as the page lists them.
const LISTED: u32 = 5;

/// What the account page says of mail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Delivery {
    /// When a server last accepted one, within the last weeks.
    pub last_accepted: Option<OffsetDateTime>,
    /// The last ones that came back, newest first: when, and what the server said.
    pub returned: Vec<(OffsetDateTime, String)>,
}

/// How mail to `id` fares.
pub async fn delivery(app: &App, id: AccountId) -> Result<Delivery, AppError> {
    let last_accepted = store::last_accepted(&app.pool, id).await?;
    let returned = outbox::undeliverable(&app.pool, id, LISTED).await?;
    let returned = returned.into_iter().map(|mail| (mail.at, mail.reason)).collect();
    Ok(Delivery { last_accepted, returned })
}

/// Owes what came back once more: what is still asked for goes out at once. Limit the callers.
pub async fn try_again(app: &App, id: AccountId) -> Result<u64, AppError> {
    let mut tx = app.begin().await?;
    let again = store::owe_again(&mut tx, id, app.clock.now()).await?;
    tx.commit().await?;
    Ok(again)
}
