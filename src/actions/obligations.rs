//! Who is owed a mail by a command: the difference between the match before and after it (DESIGN §6).

use super::error::AppError;
use super::ledger::Before;
use crate::domain::game::{OpenTurn, State, Status};
use crate::domain::ids::AccountId;
use crate::store::Tx;
use crate::store::outbox::{self, MatchMail};
use time::OffsetDateTime;

/// One mail that is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Owed {
    mail: MatchMail,
    to: AccountId,
    seq: u64,
}

/// Writes the outbox rows of a command in its own transaction.
pub(super) async fn enqueue(
    tx: &mut Tx,
    before: &Before,
    state: &State,
    now: OffsetDateTime,
) -> Result<(), AppError> {
    for owed in owed(before, state) {
        outbox::enqueue_match_mail(tx, owed.mail, owed.to, state.match_id(), owed.seq, now).await?;
    }
    Ok(())
}

fn owed(before: &Before, state: &State) -> Vec<Owed> {
    let mut owed = Vec::new();
    let was = before.status;
    let to_all = |mail| everybody(state).map(move |to| Owed { mail, to, seq: state.seq() });
    if state.status() == Status::Running && was != Some(Status::Running) {
        owed.extend(to_all(MatchMail::Start));
    }
    if state.status() == Status::Over && was != Some(Status::Over) {
        owed.extend(to_all(MatchMail::End));
    }
    for turn in state.open_turns() {
        if !before.turns.iter().any(|old| old.seq == turn.seq) {
            owed.extend(for_turn(&turn, state));
        }
    }
    owed
}

fn everybody(state: &State) -> impl Iterator<Item = AccountId> {
    state.seat_list().iter().filter_map(|&seat| state.account_at(seat))
}

/// The decider decides; on a worst roll the mover is told that the opponent is choosing.
fn for_turn(turn: &OpenTurn, state: &State) -> Vec<Owed> {
    let owed = |mail, to: Option<AccountId>| to.map(|to| Owed { mail, to, seq: turn.seq });
    if turn.decider == turn.mover {
        owed(MatchMail::Turn, turn.account).into_iter().collect()
    } else {
        let mover = owed(MatchMail::ChosenFor, state.account_at(turn.mover));
        owed(MatchMail::Choose, turn.account).into_iter().chain(mover).collect()
    }
}
