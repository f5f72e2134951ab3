//! Why a match did not do what somebody asked.

use super::error::{AppError, service_failures};
use crate::domain::game::Refusal;
use crate::domain::view::View;

/// A command of a match that was not carried out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// No match has this id.
    #[error("there is no such match: check the address")]
    NoSuchMatch,
    /// The account's e-mail address is not verified yet.
    #[error("first confirm your e-mail address: open the link in the mail we sent you")]
    NotVerified,
    /// The table is open to invited people only.
    #[error("this table is for invited players: ask for an invitation")]
    NotInvited,
    /// The invitation was taken back, used or is too old.
    #[error("this invitation holds no more: ask for a new one")]
    InvitationGone,
    /// Only somebody who sits at the table may do this.
    #[error("only somebody who sits at this table can do this")]
    NotAtTable,
    /// All seats are taken, or the match was called off.
    #[error("this match takes no more players")]
    TableFull,
    /// The limit of invitations for one day.
    #[error("you have invited enough people for today: try again tomorrow, or share a link")]
    TooManyInvitations,
    /// An event number that the log does not have.
    #[error("this match has events 1 to {last}")]
    NoSuchMoment {
        /// The last event.
        last: u64,
    },
    /// The same key came with another command.
    #[error("this form was already sent with another content: load the page again and decide once more")]
    KeyReused,
    /// Something in the form makes no sense.
    #[error("{field}: {why}")]
    Malformed {
        /// The form's field.
        field: &'static str,
        /// What to do about it.
        why: String,
    },
    /// The match or its rules refuse; the view is the match as it stands now.
    #[error("{message}")]
    Refused {
        /// What kind of refusal it is.
        kind: RefusedKind,
        /// What to do, as this person may read it.
        message: String,
        /// The match as this person may see it now; none before it exists.
        view: Option<Box<View>>,
    },
    /// The service failed.
    #[error(transparent)]
    App(#[from] AppError),
}

/// Kinds of refusal, as they map to answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusedKind {
    /// The person may not do this here.
    Forbidden,
    /// The match has moved on.
    Conflict,
    /// The command itself is wrong: an illegal move, a salt too long.
    Invalid,
}

impl MatchError {
    /// A refusal of the domain, in words that its reader may have.
    pub(super) fn refused(refusal: &Refusal, message: String, view: Option<View>) -> Self {
        Self::Refused { kind: kind(refusal), message, view: view.map(Box::new) }
    }

    /// A field that makes no sense, in the words of its error.
    pub(super) fn malformed(field: &'static str, why: impl std::fmt::Display) -> Self {
        Self::Malformed { field, why: why.to_string() }
    }
}

service_failures!(MatchError);

/// How a refusal maps to an answer.
fn kind(refusal: &Refusal) -> RefusedKind {
    match refusal {
        Refusal::NotSeated
        | Refusal::NotOpener
        | Refusal::NotYourBoard { .. }
        | Refusal::NotAnOpponent
        | Refusal::SatAgainst => RefusedKind::Forbidden,
        Refusal::Unreadable(_)
        | Refusal::Illegal(_)
        | Refusal::NoSuchSeat(_)
        | Refusal::ChainNumber(_)
        | Refusal::RewardNumber(_)
        | Refusal::NoSuchReward(_)
        | Refusal::NotAgreed(_)
        | Refusal::GiftDays
        | Refusal::PauseDays
        | Refusal::VacationOrder
        | Refusal::VacationTooFar
        | Refusal::VacationBudget { .. } => RefusedKind::Invalid,
        _ => RefusedKind::Conflict,
    }
}
