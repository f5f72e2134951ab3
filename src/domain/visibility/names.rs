//! What people are called.

use crate::domain::game::State;
use crate::domain::ids::AccountId;
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
}

impl Speaker<'_> {
    /// An account's handle.
    pub fn account(&self, account: AccountId) -> String {
        self.names.get(&account).cloned().unwrap_or_else(|| "a former player".to_owned())
    }

    /// Who sits on a seat, by handle; the seat's name where nobody sits or the handle is gone.
    pub fn seat(&self, seat: Seat) -> String {
        let handle = self.state.account_at(seat).and_then(|account| self.names.get(&account));
        handle.cloned().unwrap_or_else(|| seat.name().to_owned())
    }

    /// Who sits on a seat.
    pub fn player(&self, seat: Seat) -> Option<Player> {
        let account = self.state.account_at(seat)?;
        Some(Player { account, handle: self.account(account) })
    }

    /// `ana and dora`.
    pub fn team(&self, team: Team) -> String {
        let seats = self.state.seat_list().iter().filter(|seat| seat.team() == team);
        seats.map(|&seat| self.seat(seat)).collect::<Vec<_>>().join(" and ")
    }
}
