//! Opening a match: rule set, time, who may join, and the opener's own seat.

use super::error::AppError;
use super::ledger::Ledger;
use super::match_error::MatchError;
use super::members;
use super::salt_form::SaltForm;
use crate::app::App;
use crate::domain::game::{Allowance, Join, Lapse, MatchName, Open, VacationDays};
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::rules::RuleSet;
use crate::domain::seat::Seat;
use crate::random;
use crate::store::{StoreError, matches};

/// A new match as the form sends it.
#[derive(Clone, Debug, Default)]
pub struct OpenMatch {
    /// The new match's id, which the page drew: a form that is sent twice opens one match, and the seal on
    /// the opener's next salt can be kept under it. None: one is drawn here.
    pub id: Option<MatchId>,
    /// Its name, one printable line.
    pub name: String,
    /// The preset to start from, `bughouse-worst-move`.
    pub preset: String,
    /// Layers that differ from the preset, name and value.
    pub layers: Vec<(String, String)>,
    /// Days for each decision, 1 to 14.
    pub allowance_days: u8,
    /// `forfeit`, `opponent-chooses`, or empty for what suits the rule set (RULES §12).
    pub lapse: String,
    /// `anyone` or `invited`.
    pub join: String,
    /// The opener's own seat, if taken at once.
    pub seat: Option<Seat>,
    /// The opener's first salt.
    pub salt: SaltForm,
}

/// Opens a match. The opener must have a verified address. A repeat of the same form opens nothing more.
pub async fn open_match(app: &App, by: AccountId, form: OpenMatch) -> Result<MatchId, MatchError> {
    let open = read(by, form)?;
    let id = open.match_id;
    if is_repeat(app, by, id).await? {
        return Ok(id);
    }
    match write(app, open).await {
        // Somebody sent the same form a moment before.
        Err(MatchError::App(AppError::Store(StoreError::Conflict(_)))) if is_repeat(app, by, id).await? => {
            Ok(id)
        }
        written => written.map(|()| id),
    }
}

/// Whether this very match is open already; one of somebody else's is no repeat.
async fn is_repeat(app: &App, by: AccountId, id: MatchId) -> Result<bool, MatchError> {
    let mut conn = app.pool.acquire().await?;
    match matches::find_match(&mut conn, id).await? {
        None => Ok(false),
        Some(row) if row.opened_by == by => Ok(true),
        Some(_) => Err(MatchError::KeyReused),
    }
}

async fn write(app: &App, open: Open) -> Result<(), MatchError> {
    let by = open.by;
    let mut ledger = Ledger::open(app, open)
        .await?
        .map_err(|refusal| MatchError::refused(&refusal, refusal.to_string(), None))?;
    members::must_be_verified(&mut ledger.tx, by).await?;
    ledger.commit().await?;
    Ok(())
}

fn read(by: AccountId, form: OpenMatch) -> Result<Open, MatchError> {
    let rules = rules(&form.preset, &form.layers)?;
    let lapse = match form.lapse.as_str() {
        "" if rules.has_type_die() => Lapse::OpponentChooses,
        "" => Lapse::Forfeit,
        text => Lapse::parse(text).ok_or_else(|| MatchError::malformed("lapse", "choose one of the two"))?,
    };
    let salt = form.salt.given().map_err(|e| MatchError::malformed("salt", e))?;
    Ok(Open {
        match_id: form.id.unwrap_or_else(|| MatchId(random::uuid())),
        by,
        name: MatchName::parse(&form.name).map_err(|e| MatchError::malformed("name", e))?,
        rules,
        allowance: Allowance::days(form.allowance_days).map_err(|e| MatchError::malformed("allowance", e))?,
        bank: None,
        vacation_days: VacationDays::default(),
        lapse,
        join: Join::parse(&form.join).ok_or_else(|| MatchError::malformed("join", "choose who may join"))?,
        seat: form.seat.map(|seat| (seat, salt)),
    })
}

/// The rule set of a preset with some layers changed.
pub fn rules(preset: &str, layers: &[(String, String)]) -> Result<RuleSet, MatchError> {
    let mut rules =
        RuleSet::preset(preset).ok_or_else(|| MatchError::malformed("preset", "choose one of the games"))?;
    rules
        .set_all(layers.iter().map(|(layer, value)| (layer.as_str(), value.as_str())))
        .map_err(|e| MatchError::malformed("layers", e))?;
    Ok(rules)
}
