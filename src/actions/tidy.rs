//! Forgets what is over: sessions, links, sign-ups that nobody verified, mails that went out long ago.

use super::error::AppError;
use super::sign_up::UNVERIFIED_LASTS;
use crate::app::App;
use crate::store::{accounts, addresses, outbox, sessions, tokens, unsubscribe};
use time::Duration;

/// How long settled mails and void links are kept, for looking into complaints.
const KEPT: Duration = Duration::days(30);

/// Removes them all; a job calls this now and then. Returns how many rows went.
pub async fn tidy(app: &App) -> Result<u64, AppError> {
    let now = app.clock.now();
    let mut gone = sessions::forget_expired(&app.pool, now).await?;
    gone += tokens::forget_tokens(&app.pool, now - KEPT).await?;
    gone += unsubscribe::forget(&app.pool, now).await?;
    gone += accounts::forget_unverified(&app.pool, now - UNVERIFIED_LASTS, now).await?;
    gone += addresses::forget_over(&app.pool, now).await?;
    gone += outbox::forget_settled(&app.pool, now - KEPT).await?;
    Ok(gone)
}
