//! More time for an opponent who decides now (RULES §12).

use super::command::{self, Key};
use super::match_error::MatchError;
use crate::app::App;
use crate::domain::game::Command;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::seat::Seat;
use uuid::Uuid;

/// Time as a form gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeGift {
    /// To whom.
    pub to: Seat,
    /// The event that began the decision which the giver saw.
    pub turn: u64,
    /// How many days.
    pub days: u16,
}

/// Gives days to the decision that the giver saw, if it is still open.
pub async fn give_time(
    app: &App,
    by: AccountId,
    id: MatchId,
    key: Uuid,
    gift: TimeGift,
) -> Result<(), MatchError> {
    let TimeGift { to, turn, days } = gift;
    let parts = [b"give time", to.name().as_bytes(), &turn.to_be_bytes(), &days.to_be_bytes()];
    command::run_seen(app, by, id, Key::new(key, &parts), |view| {
        let open = view.turns.iter().any(|open| open.seq == turn && open.decider == to);
        open.then_some(Command::GiveTime { account: by, to, days })
    })
    .await?;
    Ok(())
}
