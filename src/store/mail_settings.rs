//! What each player wants to be mailed, in general and for single matches, and when the next digest is due.

use super::{Connection, StoreError, corrupt};
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::notice::{Mode, Topic, Wish};
use crate::domain::zone::{Hour, QuietHours};
use time::OffsetDateTime;
use uuid::Uuid;

/// What a player wants in general.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MailSettings {
    /// How much, for matches without a choice of their own.
    pub mode: Mode,
    /// The hour of the daily digest by the player's own clock.
    pub digest_hour: Hour,
    /// Unsubscribed from the digest, whatever the modes.
    pub digest_off: bool,
    /// When no mail is wanted.
    pub quiet: Option<QuietHours>,
}

/// What a player wants for one match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchMailSettings {
    /// How much; none is as in general.
    pub mode: Option<Mode>,
    /// What not.
    pub muted: Vec<Topic>,
}

/// A running match in the digest of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The match.
    pub id: MatchId,
    /// When the player's earliest decision there is due; none when nothing waits or its clock stands.
    pub deadline: Option<OffsetDateTime>,
    /// Whether a decision of the player's is open.
    pub decides: bool,
}

impl Default for MailSettings {
    fn default() -> Self {
        Self { mode: Mode::default(), digest_hour: Hour::MORNING, digest_off: false, quiet: None }
    }
}

/// What an account wants in general.
pub async fn settings(conn: &mut Connection, account: AccountId) -> Result<MailSettings, StoreError> {
    let row = sqlx::query!(
        "select mode, digest_hour, digest_off, quiet_from, quiet_to from mail_settings where account_id = $1",
        account.0,
    )
    .fetch_optional(conn)
    .await?;
    let Some(row) = row else { return Ok(MailSettings::default()) };
    let quiet = match (row.quiet_from, row.quiet_to) {
        (Some(from), Some(to)) => {
            Some(QuietHours::new(hour(from)?, hour(to)?).map_err(|error| corrupt("mail_settings", error))?)
        }
        _ => None,
    };
    Ok(MailSettings {
        mode: mode(&row.mode)?,
        digest_hour: hour(row.digest_hour)?,
        digest_off: row.digest_off,
        quiet,
    })
}

/// Writes what an account wants in general. [`set_next_digest`] has to follow.
pub async fn save_settings(
    conn: &mut Connection,
    account: AccountId,
    settings: &MailSettings,
) -> Result<(), StoreError> {
    let quiet = settings.quiet.map(|quiet| (quiet.from().number(), quiet.to().number()));
    sqlx::query!(
        "insert into mail_settings (account_id, mode, digest_hour, digest_off, quiet_from, quiet_to)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (account_id) do update set mode = excluded.mode, digest_hour = excluded.digest_hour,
             digest_off = excluded.digest_off, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to",
        account.0,
        settings.mode.name(),
        i16::from(settings.digest_hour.number()),
        settings.digest_off,
        quiet.map(|(from, _)| i16::from(from)),
        quiet.map(|(_, to)| i16::from(to)),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// What an account wants for one match.
pub async fn match_settings(
    conn: &mut Connection,
    account: AccountId,
    match_id: MatchId,
) -> Result<MatchMailSettings, StoreError> {
    let row = sqlx::query!(
        "select mode, muted from match_mail_settings where account_id = $1 and match_id = $2",
        account.0,
        match_id.0,
    )
    .fetch_optional(conn)
    .await?;
    let Some(row) = row else { return Ok(MatchMailSettings::default()) };
    Ok(MatchMailSettings { mode: row.mode.as_deref().map(mode).transpose()?, muted: topics(&row.muted)? })
}

/// Writes what an account wants for one match. [`set_next_digest`] has to follow.
pub async fn save_match_settings(
    conn: &mut Connection,
    account: AccountId,
    match_id: MatchId,
    settings: &MatchMailSettings,
) -> Result<(), StoreError> {
    let muted: Vec<String> = settings.muted.iter().map(|topic| topic.name().to_owned()).collect();
    sqlx::query!(
        "insert into match_mail_settings (account_id, match_id, mode, muted) values ($1, $2, $3, $4)
         on conflict (account_id, match_id) do update set mode = excluded.mode, muted = excluded.muted",
        account.0,
        match_id.0,
        settings.mode.map(Mode::name),
        &muted,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// What each of these accounts wants about a match, the general choice where it has none for this match.
pub async fn wishes(
    conn: &mut Connection,
    match_id: MatchId,
    accounts: &[AccountId],
) -> Result<Vec<(AccountId, Wish)>, StoreError> {
    let ids: Vec<Uuid> = accounts.iter().map(|account| account.0).collect();
    let rows = sqlx::query!(
        r#"select asked.id as "id!", coalesce(own.mode, general.mode, 'every_turn') as "mode!",
                  coalesce(own.muted, '{}') as "muted!"
           from unnest($2::uuid[]) as asked (id)
           left join mail_settings general on general.account_id = asked.id
           left join match_mail_settings own on own.account_id = asked.id and own.match_id = $1"#,
        match_id.0,
        &ids,
    )
    .fetch_all(conn)
    .await?;
    let wish = |row_mode: &str, muted: &[String]| {
        Ok::<_, StoreError>(Wish { mode: mode(row_mode)?, muted: topics(muted)? })
    };
    rows.iter().map(|row| Ok((AccountId(row.id), wish(&row.mode, &row.muted)?))).collect()
}

/// Whether an account gets a daily digest: some mode asks for it, and it was not unsubscribed.
pub async fn wants_digest(conn: &mut Connection, account: AccountId) -> Result<bool, StoreError> {
    let wants = sqlx::query_scalar!(
        r#"select not exists (select 1 from mail_settings where account_id = $1 and digest_off)
              and (exists (select 1 from mail_settings where account_id = $1 and mode = 'digest')
                   or exists (select 1 from match_mail_settings where account_id = $1 and mode = 'digest'))
                  as "wants!""#,
        account.0,
    );
    Ok(wants.fetch_one(conn).await?)
}

/// Sets when the next digest of an account is due.
pub async fn set_next_digest(
    conn: &mut Connection,
    account: AccountId,
    at: Option<OffsetDateTime>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into mail_settings (account_id, next_digest_at) values ($1, $2)
         on conflict (account_id) do update set next_digest_at = excluded.next_digest_at",
        account.0,
        at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Accounts whose digest is due, and since when, locked until the transaction ends; those that another worker
/// has are left to it.
pub async fn lock_due_digests(
    conn: &mut Connection,
    now: OffsetDateTime,
    limit: u32,
) -> Result<Vec<(AccountId, OffsetDateTime)>, StoreError> {
    let rows = sqlx::query!(
        r#"select account_id, next_digest_at as "since!" from mail_settings where next_digest_at <= $1
           order by next_digest_at, account_id limit $2 for update skip locked"#,
        now,
        i64::from(limit),
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (AccountId(row.account_id), row.since)).collect())
}

/// The running matches of an account but for those it wants no mail about: what waits for its decision
/// first, the soonest deadline before the others.
pub async fn digest_matches(conn: &mut Connection, account: AccountId) -> Result<Vec<Listed>, StoreError> {
    let rows = sqlx::query!(
        r#"select m.id, mine.deadline as "deadline?", mine.match_id is not null as "decides!"
           from match_seats s join matches m on m.id = s.match_id
           left join mail_settings general on general.account_id = $1
           left join match_mail_settings own on own.account_id = $1 and own.match_id = m.id
           left join (select match_id, min(deadline) as deadline from match_turns
                      where decider_account = $1 group by match_id) mine on mine.match_id = m.id
           where s.account_id = $1 and m.status = 'running'
             and coalesce(own.mode, general.mode, 'every_turn') <> 'none'
           order by mine.deadline nulls last, mine.match_id is null, m.next_deadline nulls last, m.id"#,
        account.0,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Listed { id: MatchId(row.id), deadline: row.deadline, decides: row.decides })
        .collect())
}

fn mode(name: &str) -> Result<Mode, StoreError> {
    Mode::parse(name).ok_or_else(|| corrupt("mail_settings", format!("the mode {name:?}")))
}

fn topics(names: &[String]) -> Result<Vec<Topic>, StoreError> {
    let topic =
        |name: &String| Topic::parse(name).ok_or_else(|| corrupt("match_mail_settings", format!("{name:?}")));
    names.iter().map(topic).collect()
}

fn hour(number: i16) -> Result<Hour, StoreError> {
    let hour = u8::try_from(number).ok().and_then(|hour| Hour::try_from(hour).ok());
    hour.ok_or_else(|| corrupt("mail_settings", format!("the hour {number}")))
}
