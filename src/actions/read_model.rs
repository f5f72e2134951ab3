//! The row that lists and jobs read, made anew from the state after every command.

use crate::domain::game::{AskKind, Join, State, Status};
use crate::store::matches::{JoinPolicy, MatchRow, MatchStatus, SeatRow, TurnRow};

/// The read model of a match.
pub(super) fn row(state: &State) -> MatchRow {
    let settings = state.settings();
    let status = match state.status() {
        Status::Open => MatchStatus::Open,
        Status::Running => MatchStatus::Running,
        Status::Over => MatchStatus::Over,
        Status::Cancelled => MatchStatus::Cancelled,
    };
    let ended = matches!(status, MatchStatus::Over | MatchStatus::Cancelled);
    MatchRow {
        id: state.match_id(),
        name: settings.name.to_string(),
        status,
        preset: settings.rules.preset_name().to_owned(),
        seat_count: u8::try_from(state.seat_list().len()).unwrap_or(u8::MAX),
        allowance_seconds: settings.allowance_seconds.seconds(),
        opened_by: settings.opened_by,
        join: match settings.join {
            Join::Anyone => JoinPolicy::Anyone,
            Join::Invited => JoinPolicy::Invited,
        },
        seq: state.seq(),
        head: *state.head().bytes(),
        opened_at: state.opened_at(),
        started_at: state.started_at(),
        updated_at: state.updated_at(),
        ended_at: ended.then(|| state.updated_at()),
        result: state.result(),
        next_deadline: state.next_due(),
        exchanged: state.seats_exchanged(),
        seats: seats(state),
        turns: turns(state),
    }
}

fn seats(state: &State) -> Vec<SeatRow> {
    let asks = state.asks();
    let words = |account| asks.iter().any(|ask| ask.to == account && is_word(ask.what));
    let taken = |&seat| {
        let account = state.account_at(seat)?;
        Some(SeatRow { seat, account, asked: words(account) })
    };
    state.seat_list().iter().filter_map(taken).collect()
}

/// Whether an ask is for a word at the table, not for a decision.
const fn is_word(ask: AskKind) -> bool {
    match ask {
        AskKind::Salt
        | AskKind::DrawOffer
        | AskKind::PauseOffer
        | AskKind::ResumeOffer
        | AskKind::Substitute => true,
        AskKind::Turn | AskKind::Choose | AskKind::Reward | AskKind::ChosenFor | AskKind::Hurry => false,
    }
}

fn turns(state: &State) -> Vec<TurnRow> {
    let row = |turn: crate::domain::game::OpenTurn| {
        turn.account.map(|decider_account| TurnRow {
            board: turn.board,
            mover: turn.mover,
            decider: turn.decider,
            decider_account,
            seq: turn.seq,
            deadline: turn.deadline,
        })
    };
    state.open_turns().into_iter().filter_map(row).collect()
}
