//! What people are called.

use crate::domain::game::State;
use crate::domain::ids::AccountId;
use crate::domain::rules::Eye;
use crate::domain::seat::{Seat, Team};
use crate::domain::view::Player;
use std::collections::BTreeMap;

/// The handles of accounts; an account that is missing is `a former player`.
pub type Names = BTreeMap<AccountId, String>;

/// Who knows what to call the people of a match.
#[derive(Clone, Copy)]
pub(super) struct Speaker<'a> {
    pub state: &'a State,
    pub names: &'a Names,
    /// The event as of which seats are named: whoever sat there then.
    seq: u64,
    /// Whose eyes the present game is looked at with.
    eye: Eye,
}

impl<'a> Speaker<'a> {
    /// Names whoever sits at the table now, for somebody who sees the present game with these eyes.
    pub fn of(state: &'a State, names: &'a Names, eye: Eye) -> Self {
        Self { state, names, seq: state.seq, eye }
    }

    /// Whose eyes the game is looked at with to which an event belongs: of games before the present one
    /// everything is open.
    pub fn eye(&self) -> Eye {
        if self.seq < self.state.game_began() { Eye::All } else { self.eye }
    }

    /// Names whoever sat at the table after an event: a line of the log keeps its people.
    pub fn at(self, seq: u64) -> Self {
        Self { seq, ..self }
    }

    /// The event as of which seats are named.
    pub const fn until(&self) -> u64 {
        self.seq
    }

    /// An account's handle.
    pub fn account(&self, account: AccountId) -> String {
        self.names.get(&account).cloned().unwrap_or_else(|| "a former player".to_owned())
    }

    /// Who sits (or last sat) on a seat, by handle; the seat's name where nobody did or the handle is
    /// gone.
    pub fn seat(&self, seat: Seat) -> String {
        let sitters = self.state.sitters[self.state.seat_now(seat, self.seq)].iter().rev();
        let sitter = sitters.into_iter().find(|sitter| sitter.seq <= self.seq);
        let handle = sitter.and_then(|sitter| self.names.get(&sitter.account));
        handle.cloned().unwrap_or_else(|| seat.name().to_owned())
    }

    /// Who sits on a seat.
    pub fn player(&self, seat: Seat) -> Option<Player> {
        self.state.account_at(seat).map(|account| self.person(account))
    }

    /// Somebody by account.
    pub fn person(&self, account: AccountId) -> Player {
        Player { account, handle: self.account(account) }
    }

    /// `ana and dora`.
    pub fn team(&self, team: Team) -> String {
        let seats = self.state.seat_list().iter().filter(|seat| seat.team() == team);
        seats.map(|&seat| self.seat(seat)).collect::<Vec<_>>().join(" and ")
    }
}
