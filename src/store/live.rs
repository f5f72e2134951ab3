//! What changed, told to every process when a transaction commits (LISTEN and NOTIFY).

use super::{Connection, Pool, StoreError};
use crate::domain::ids::MatchId;
use crate::domain::talk::Room;
use sqlx::postgres::PgListener;
use uuid::Uuid;

/// The channel of all matches.
const CHANNEL: &str = "live";

/// Something that open pages may want to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The log of a match grew.
    Match(MatchId),
    /// Somebody said something.
    Talk(MatchId, Room),
    /// The connection was lost for a while: anything may have changed.
    Anything,
}

impl Change {
    fn text(self) -> String {
        match self {
            Self::Match(id) => format!("{id} match"),
            Self::Talk(id, room) => format!("{id} {}", room.name()),
            Self::Anything => "anything".to_owned(),
        }
    }

    /// What a notification means; one of another version means anything.
    fn parse(text: &str) -> Self {
        let read = || {
            let (id, part) = text.split_once(' ')?;
            let id = MatchId(Uuid::try_parse(id).ok()?);
            match part {
                "match" => Some(Self::Match(id)),
                room => Room::parse(room).map(|room| Self::Talk(id, room)),
            }
        };
        read().unwrap_or(Self::Anything)
    }
}

/// Tells every process, as soon as the transaction of `conn` commits.
pub async fn tell(conn: &mut Connection, change: Change) -> Result<(), StoreError> {
    sqlx::query!("select pg_notify($1, $2)", CHANNEL, change.text()).execute(conn).await?;
    Ok(())
}

/// Hears what every process tells, on a connection of its own.
pub struct Listener(PgListener);

impl Listener {
    /// Begins to listen.
    pub async fn connect(pool: &Pool) -> Result<Self, StoreError> {
        let mut listener = PgListener::connect_with(pool).await?;
        listener.listen(CHANNEL).await?;
        Ok(Self(listener))
    }

    /// Waits for the next change. An error is a connection that cannot be had again: connect anew.
    pub async fn next(&mut self) -> Result<Change, StoreError> {
        let heard = self.0.try_recv().await?;
        Ok(heard.map_or(Change::Anything, |heard| Change::parse(heard.payload())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::seat::Team;

    #[test]
    fn what_is_told_is_what_is_heard() {
        let id = MatchId(Uuid::from_u128(7));
        for change in [
            Change::Match(id),
            Change::Talk(id, Room::Table),
            Change::Talk(id, Room::Team(Team::Second)),
            Change::Anything,
        ] {
            assert_eq!(Change::parse(&change.text()), change);
        }
        assert_eq!(Change::parse("7 match"), Change::Anything);
    }
}
