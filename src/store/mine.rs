//! The list of one player's matches, in the order in which they want that player, page by page; and the
//! logs of all matches of a page at once.

use super::events::StoredEvent;
use super::snapshots::Snapshot;
use super::{Connection, Pool, StoreError, bytes, corrupt, unsigned};
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::page::{MineKey, Shelf};
use std::collections::HashMap;
use time::OffsetDateTime;
use uuid::Uuid;

/// A match in the list of one account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MyMatch {
    /// Its place in the list; what comes after begins there.
    pub key: MineKey,
    /// When my earliest decision is due; none when nothing is mine to decide, or my clock stands.
    pub my_deadline: Option<OffsetDateTime>,
    /// How many matches stand on this shelf in all.
    pub on_shelf: u64,
}

/// The matches of `account` after a key: where a decision is mine, the one due soonest first; where my word
/// is asked; others that run, the next to be due first; those that wait for players; finished ones, the
/// latest first. Those called off are left out.
pub async fn my_matches(
    pool: &Pool,
    account: AccountId,
    after: Option<MineKey>,
    limit: u32,
) -> Result<Vec<MyMatch>, StoreError> {
    // Without a key: before everything.
    let (shelf, place, id) = after.map_or((-1, 0, Uuid::nil()), |k| (k.shelf.number(), k.place, k.id.0));
    let rows = sqlx::query!(
        r#"with turns as (
             select t.match_id, bool_or(t.decider_account = $1) as mine, min(t.deadline) as next,
                    min(t.deadline) filter (where t.decider_account = $1) as my_deadline
             from match_turns t join match_seats s on s.match_id = t.match_id and s.account_id = $1
             group by t.match_id),
           shelved as (
             select m.id, t.my_deadline, t.next, m.opened_at, m.ended_at,
                    (case when m.status = 'over' then 4 when m.status = 'open' then 3
                          when t.mine then 0 when s.asked then 1 else 2 end)::smallint as shelf
             from match_seats s join matches m on m.id = s.match_id left join turns t on t.match_id = m.id
             where s.account_id = $1 and m.status in ('running', 'open', 'over')),
           placed as (
             select id, my_deadline, shelf, count(*) over (partition by shelf) as on_shelf,
                    coalesce((1000000 * extract(epoch from case when shelf = 0 then my_deadline
                                                                when shelf < 3 then next end))::bigint,
                             -(1000000 * extract(epoch from case when shelf = 3 then opened_at
                                                                 when shelf = 4 then ended_at end))::bigint,
                             9223372036854775807) as place
             from shelved)
           select id as "id!", my_deadline as "my_deadline?", shelf as "shelf!", on_shelf as "on_shelf!", place as "place!"
           from placed where (shelf, place, id) > ($2, $3, $4) order by shelf, place, id limit $5"#,
        account.0,
        shelf,
        place,
        id,
        i64::from(limit),
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter()
        .map(|row| {
            let unknown = || corrupt("matches", format!("the shelf {}", row.shelf));
            let shelf = Shelf::from_number(row.shelf).ok_or_else(unknown)?;
            let key = MineKey { shelf, place: row.place, id: MatchId(row.id) };
            Ok(MyMatch { key, my_deadline: row.my_deadline, on_shelf: unsigned(row.on_shelf) })
        })
        .collect()
}

/// What a fold of one match starts from: a snapshot, where there is one, and the events after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    /// The newest snapshot of this version of the fold.
    pub snapshot: Option<Snapshot>,
    /// The events after it, all without one.
    pub events: Vec<StoredEvent>,
}

/// The logs of `ids` from their newest snapshots on, in two queries.
pub async fn logs(
    conn: &mut Connection,
    ids: &[MatchId],
    fold_version: u32,
) -> Result<HashMap<MatchId, Log>, StoreError> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    let version = i32::try_from(fold_version).map_err(|e| corrupt("snapshots", e))?;
    let mut logs: HashMap<MatchId, Log> = ids.iter().map(|&id| (MatchId(id), Log::default())).collect();
    let snapshots = sqlx::query!(
        "select distinct on (match_id) match_id, seq, state from snapshots
         where match_id = any($1) and fold_version = $2 order by match_id, seq desc",
        &ids,
        version,
    )
    .fetch_all(&mut *conn)
    .await?;
    for row in snapshots {
        let snapshot = Snapshot { seq: unsigned(row.seq), state: row.state };
        logs.entry(MatchId(row.match_id)).or_default().snapshot = Some(snapshot);
    }
    let from = ids.iter().map(|&id| {
        let kept = logs.get(&MatchId(id)).and_then(|log| log.snapshot.as_ref());
        super::number(kept.map_or(0, |snapshot| snapshot.seq))
    });
    let from = from.collect::<Result<Vec<i64>, _>>()?;
    let events = sqlx::query!(
        r#"select e.match_id, e.seq, e.at, e.public::text as "public!", e.sealed::text as sealed, e.nonce, e.head
           from unnest($1::uuid[], $2::bigint[]) as wanted (id, after)
           join events e on e.match_id = wanted.id and e.seq > wanted.after order by e.match_id, e.seq"#,
        &ids,
        &from,
    )
    .fetch_all(conn)
    .await?;
    for row in events {
        logs.entry(MatchId(row.match_id)).or_default().events.push(StoredEvent {
            seq: unsigned(row.seq),
            at: row.at,
            public: row.public,
            sealed: row.sealed,
            nonce: bytes("events", row.nonce)?,
            head: bytes("events", row.head)?,
        });
    }
    Ok(logs)
}
