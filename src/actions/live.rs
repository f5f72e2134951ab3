//! What open pages are told: that something changed, and to whom it matters.

use super::error::AppError;
use crate::app::App;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::talk::Room;
use crate::store::StoreError;
use crate::store::live::Listener;
use crate::store::{matches, talk};
use std::time::Duration;

pub use crate::store::live::Change;

/// Between two tries to connect: at first, and at most.
const PATIENCE: [Duration; 2] = [Duration::from_millis(200), Duration::from_secs(30)];

/// What a page may compare with what it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiveState {
    /// The last event of the log.
    pub seq: u64,
    /// How many words the viewer hears; 0 for whoever hears none.
    pub words: u64,
}

/// Hands every change to `heard`, until the pool is closed. After a lost connection anything may have changed.
pub async fn follow_changes(app: &App, heard: impl Fn(Change)) {
    let [mut wait, longest] = PATIENCE;
    loop {
        match Listener::connect(&app.pool).await {
            Ok(mut listener) => {
                heard(Change::Anything);
                wait = PATIENCE[0];
                let error = listen(&mut listener, &heard).await;
                tracing::warn!(%error, "the connection that hears of changes was lost");
            }
            Err(error) => tracing::warn!(%error, "nothing can be heard of changes"),
        }
        if app.pool.is_closed() {
            return;
        }
        tokio::time::sleep(wait).await;
        wait = (wait * 2).min(longest);
    }
}

async fn listen(listener: &mut Listener, heard: &impl Fn(Change)) -> StoreError {
    loop {
        match listener.next().await {
            Ok(change) => heard(change),
            Err(error) => return error,
        }
    }
}

/// How a match stands for `viewer`; none where there is no such match.
pub async fn live_state(
    app: &App,
    id: MatchId,
    viewer: Option<AccountId>,
) -> Result<Option<LiveState>, AppError> {
    let mut conn = app.connection().await?;
    let Some(row) = matches::find_match(&mut conn, id).await? else { return Ok(None) };
    let table = talk::table(&mut conn, id).await?;
    let seat = viewer.and_then(|viewer| table?.seat_of(viewer));
    let rooms: Vec<Room> = Room::ALL.into_iter().filter(|room| room.is_heard_by(seat)).collect();
    let words = talk::count(&mut conn, id, &rooms).await?;
    Ok(Some(LiveState { seq: row.seq, words }))
}

/// Whether `viewer` sits where this room is heard, at this moment.
pub async fn hears(app: &App, id: MatchId, viewer: AccountId, room: Room) -> Result<bool, AppError> {
    let mut conn = app.connection().await?;
    let table = talk::table(&mut conn, id).await?;
    Ok(room.is_heard_by(table.and_then(|table| table.seat_of(viewer))))
}
