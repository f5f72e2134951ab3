//! Opening a match: rule set, time, who may join, and the opener's own seat.

use super::error::AppError;
use super::ledger::Ledger;
use super::match_error::MatchError;
use super::members;
use super::salt_form::SaltForm;
use crate::app::App;
use crate::domain::game::{
    Allowance, Bank, BankError, Join, Lapse, MatchLength, MatchName, Open, VacationDays,
};
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::rules::RuleSet;
use crate::domain::seat::Seat;
use crate::random;
use crate::store::{StoreError, matches};

/// The days for each decision where nothing else is agreed (RULES §12).
const USUAL_DAYS: u8 = 3;

/// A bank as the form sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BankForm {
    /// Days at the start.
    pub start_days: u16,
    /// Hours more for each decision.
    pub add_hours: u16,
    /// Days that adding never goes beyond.
    pub cap_days: u16,
}

/// How long a match is, as the form sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LengthForm {
    /// So many games.
    Games(u8),
    /// First to so many points.
    Points(u8),
}

impl Default for LengthForm {
    fn default() -> Self {
        Self::Games(1)
    }
}

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
    /// How many games, or points, it goes for.
    pub length: LengthForm,
    /// Days for each decision, 1 to 14. With a bank it says nothing.
    pub allowance_days: u8,
    /// A bank of time for each player instead.
    pub bank: Option<BankForm>,
    /// Days of vacation that each player has in a year; none for the usual ones (RULES §12).
    pub vacation_days: Option<u16>,
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
    let open = read(by, &form)?;
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

fn read(by: AccountId, form: &OpenMatch) -> Result<Open, MatchError> {
    let rules = rules(&form.preset, &form.layers)?;
    let lapse = match form.lapse.as_str() {
        "" if rules.has_type_die() => Lapse::OpponentChooses,
        "" => Lapse::Forfeit,
        text => Lapse::parse(text).ok_or_else(|| MatchError::malformed("lapse", "choose one of the two"))?,
    };
    let salt = form.salt.clone().given().map_err(|e| MatchError::malformed("salt", e))?;
    Ok(Open {
        match_id: form.id.unwrap_or_else(|| MatchId(random::uuid())),
        by,
        name: MatchName::parse(&form.name).map_err(|e| MatchError::malformed("name", e))?,
        rules,
        length: length(form.length)?,
        allowance: allowance(form)?,
        bank: form.bank.map(bank).transpose()?,
        vacation_days: vacation_days(form.vacation_days)?,
        lapse,
        join: Join::parse(&form.join).ok_or_else(|| MatchError::malformed("join", "choose who may join"))?,
        seat: form.seat.map(|seat| (seat, salt)),
    })
}

fn length(form: LengthForm) -> Result<MatchLength, MatchError> {
    match form {
        LengthForm::Games(games) => MatchLength::games(games).map_err(|e| MatchError::malformed("games", e)),
        LengthForm::Points(points) => {
            MatchLength::points(points).map_err(|e| MatchError::malformed("points", e))
        }
    }
}

/// The time for a decision; a match with a bank writes the usual one down, which then says nothing.
fn allowance(form: &OpenMatch) -> Result<Allowance, MatchError> {
    let days = if form.bank.is_some() { USUAL_DAYS } else { form.allowance_days };
    Allowance::days(days).map_err(|e| MatchError::malformed("allowance", e))
}

fn bank(form: BankForm) -> Result<Bank, MatchError> {
    let days = |days: u16| u64::from(days) * 86_400;
    Bank::new(days(form.start_days), u64::from(form.add_hours) * 3_600, days(form.cap_days)).map_err(
        |error| {
            let field = match error {
                BankError::Start => "bank_start",
                BankError::Add => "bank_add",
                BankError::Cap => "bank_cap",
            };
            MatchError::malformed(field, error)
        },
    )
}

fn vacation_days(days: Option<u16>) -> Result<VacationDays, MatchError> {
    let days = days.map_or(Ok(VacationDays::default()), VacationDays::new);
    days.map_err(|e| MatchError::malformed("vacation", e))
}

/// The rule set of a preset with some layers changed.
pub fn rules(preset: &str, layers: &[(String, String)]) -> Result<RuleSet, MatchError> {
    let mut rules =
        RuleSet::preset(preset).ok_or_else(|| MatchError::malformed("preset", "choose one of the games"))?;
    rules
        .set_all(layers.iter().map(|(layer, value)| (layer.as_str(), value.as_str())))
        .map_err(|e| MatchError::malformed("layers", e))?;
    if rules.has_events() {
        return Err(MatchError::malformed("layers", "matches cannot have events yet: choose events=none"));
    }
    Ok(rules)
}
