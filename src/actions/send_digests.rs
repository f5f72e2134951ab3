//! The daily digest: when it is due, and owing it.

use super::error::AppError;
use crate::app::App;
use crate::domain::ids::AccountId;
use crate::domain::zone::Zone;
use crate::store::{Connection, StoreError, accounts, mail_settings, outbox};
use time::{Duration, OffsetDateTime};

/// A digest that is later than this is left out: it would come at an hour that nobody chose, and the next
/// one is nearer than a day.
const TOO_LATE: Duration = Duration::hours(2);

/// Owes the digests whose hour has come, at most `limit`, and says how many. Once a day by each player's
/// clock, however many workers ask: the row of the settings is locked, and the outbox takes one digest a day.
pub async fn send_digests(app: &App, limit: u32) -> Result<usize, AppError> {
    let mut tx = app.begin().await?;
    let now = app.clock.now();
    let due = mail_settings::lock_due_digests(&mut tx, now, limit).await?;
    let mut owed = 0;
    for &(account, since) in &due {
        if let Some(zone) = accounts::by_id(&mut tx, account).await?.map(|account| account.zone) {
            if now - since <= TOO_LATE {
                outbox::enqueue_digest(&mut tx, account, zone.day(now), now).await?;
                owed += 1;
            }
            schedule_digest(&mut tx, account, &zone, now).await?;
        }
    }
    tx.commit().await?;
    Ok(owed)
}

/// Sets when the next digest of an account is due, after its zone, its hour or its wishes changed or a
/// digest went out.
pub(super) async fn schedule_digest(
    conn: &mut Connection,
    account: AccountId,
    zone: &Zone,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    let hour = mail_settings::settings(conn, account).await?.digest_hour;
    let wanted = mail_settings::wants_digest(conn, account).await?;
    mail_settings::set_next_digest(conn, account, wanted.then(|| zone.next_at(hour, now))).await
}
