//! `/matches/new`: the game first, one sentence each; then name, time, who may join; layers behind a fold.

use super::fairy_form::{self, FairyForm};
use crate::actions::{self, BankForm, LengthForm, MatchError, OpenMatch};
use crate::app::App;
use crate::domain::ids::MatchId;
use crate::domain::rules::{Layer, RuleSet};
use crate::domain::seat::Seat;
use crate::random;
use crate::web::chrome::Chrome;
use crate::web::error::{WebError, WebResult};
use crate::web::fields::{Fields, Params, Typed};
use crate::web::form::{self, Errors, refused, see_other};
use crate::web::session::Member;
use crate::web::stages::{self, STAGES, Stage};
use actix_web::{HttpRequest, Responder, web};
use askama::Template;
use askama_web::WebTemplate;
use serde::Deserialize;
use uuid::Uuid;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "pages/table/create.html")]
pub struct Create {
    chrome: Chrome,
    verified: bool,
    stages: &'static [Stage],
    stage: &'static Stage,
    rules: Vec<String>,
    has_dice: bool,
    layers: Vec<LayerChoice>,
    fairy: Option<FairyForm>,
    seats: &'static [Seat],
    form: OpenForm,
    errors: Errors,
}

/// A layer that the game could have otherwise.
struct LayerChoice {
    name: &'static str,
    help: &'static str,
    /// As the game has it.
    usual: String,
    /// The other values.
    others: Vec<&'static str>,
    chosen: String,
}

impl LayerChoice {
    /// `pawn_drop_ranks` as people read it.
    fn label(&self) -> String {
        let words = self.name.replace('_', " ");
        words[..1].to_uppercase() + &words[1..]
    }
}

/// What the form sends, besides `layer.…`.
#[derive(Clone, Deserialize)]
#[serde(default)]
pub struct OpenForm {
    preset: String,
    name: String,
    /// `games` or `points`.
    length: String,
    games: String,
    points: String,
    /// `turn` or `bank`.
    time: String,
    allowance: String,
    bank_start: String,
    bank_add: String,
    bank_cap: String,
    vacation: String,
    lapse: String,
    join: String,
    seat: String,
    salt_text: String,
    salt: String,
    next: String,
    /// The id that the new match will have.
    key: String,
}

impl Default for OpenForm {
    fn default() -> Self {
        let [name, lapse, salt_text, salt, next, key] = Default::default();
        let [preset, time, join, seat] =
            ["bughouse-worst-move", "turn", "anyone", "White1"].map(str::to_owned);
        let [length, games, points] = ["games", "1", "5"].map(str::to_owned);
        let [allowance, bank_start, bank_add, bank_cap, vacation] =
            ["3", "10", "24", "30", "30"].map(str::to_owned);
        Self {
            preset,
            name,
            length,
            games,
            points,
            time,
            allowance,
            bank_start,
            bank_add,
            bank_cap,
            vacation,
            lapse,
            join,
            seat,
            salt_text,
            salt,
            next,
            key,
        }
    }
}

/// Which game the page starts from.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Start {
    preset: String,
}

/// Shows the form for one game.
pub async fn form(req: HttpRequest, member: Member, Params(start): Params<Start>) -> WebResult {
    let name = format!("{}’s table", member.account.handle);
    let mut form = OpenForm { name, ..OpenForm::default() };
    if stages::find(&start.preset).is_some() {
        form.preset = start.preset;
    }
    // Rewards lie in hand in the next game, so that there should be one.
    if RuleSet::preset(&form.preset)
        .is_some_and(|rules| !["", "0"].contains(&rules.value("rewards").as_str()))
    {
        form.games = String::from("2");
    }
    Ok(page(member, form, &[], None, Errors::default())?.respond_to(&req))
}

fn page(
    member: Member,
    mut form: OpenForm,
    changed: &[(String, String)],
    typed: Option<&Typed>,
    errors: Errors,
) -> WebResult<Create> {
    let stage = stages::find(&form.preset).unwrap_or(&STAGES[0]);
    if form.key.parse::<Uuid>().is_err() {
        form.key = random::uuid().to_string();
    }
    let rules = RuleSet::preset(stage.name).ok_or(WebError::NotFound)?;
    if form.lapse.is_empty() {
        let usual = if rules.has_type_die() { "opponent-chooses" } else { "forfeit" };
        form.lapse = String::from(usual);
    }
    let chosen = |layer: &str| {
        let found = changed.iter().find(|(name, _)| name == layer);
        found.map(|(_, value)| value.clone()).unwrap_or_default()
    };
    // Tables cannot agree on events yet.
    let shown = |layer: &&Layer| !layer.is_about_fairy_pieces() && layer.name != "events";
    let listed = RuleSet::layers().iter().filter(shown);
    let layers = listed.map(|layer| {
        let usual = rules.value(layer.name);
        let others = rules.choices(layer.name).into_iter().filter(|value| *value != usual).collect();
        LayerChoice { name: layer.name, help: layer.help, usual, others, chosen: chosen(layer.name) }
    });
    Ok(Create {
        verified: member.account.verified(),
        chrome: member.chrome,
        stages: &STAGES,
        stage,
        fairy: FairyForm::new(&rules, typed, &errors),
        layers: layers.filter(|layer| !layer.others.is_empty()).collect(),
        rules: rules.sentences(),
        has_dice: rules.has_type_die(),
        seats: rules.seats(),
        form,
        errors,
    })
}

/// Opens the match.
pub async fn submit(
    req: HttpRequest,
    app: web::Data<App>,
    member: Member,
    typed: Typed,
    Fields(form): Fields<OpenForm>,
) -> WebResult {
    let layers = changed_layers(&typed);
    let mut errors = Errors::default();
    let fairy = fairy_form::layers(&typed, &mut errors);
    let all = layers.iter().cloned().chain(fairy).collect();
    let Some(open) = read(&form, all, &mut errors).filter(|_| errors.is_empty()) else {
        return Ok(refused(page(member, form, &layers, Some(&typed), errors)?, &req));
    };
    match actions::open_match(&app, member.account.id, open).await {
        Ok(id) => Ok(see_other(format!("/m/{id}/invite?done=opened"))),
        Err(MatchError::Malformed { field, why }) => {
            Ok(refused(page(member, form, &layers, Some(&typed), Errors::one(field, why))?, &req))
        }
        Err(MatchError::NotVerified) => {
            let errors = Errors::one("", MatchError::NotVerified);
            Ok(refused(page(member, form, &layers, Some(&typed), errors)?, &req))
        }
        Err(error) => Err(error.into()),
    }
}

/// The layers that are not left as the game has them.
fn changed_layers(typed: &Typed) -> Vec<(String, String)> {
    let changed = typed.all().filter_map(|(name, value)| Some((name.strip_prefix("layer.")?, value)));
    changed.filter(|(_, value)| !value.is_empty()).map(|(n, v)| (n.to_owned(), v.to_owned())).collect()
}

fn read(form: &OpenForm, layers: Vec<(String, String)>, errors: &mut Errors) -> Option<OpenMatch> {
    let seat = match form.seat.as_str() {
        "" => Ok(None),
        name => name.parse().map(Some),
    };
    let length = read_length(form, errors);
    let time = read_time(form, errors);
    let vacation = number(&form.vacation, "write a number of days, from 0 to 180");
    let vacation_days = errors.take("vacation", vacation);
    let seat = errors.take("seat", seat);
    let salt = errors.take("salt", form::salt(&form.salt_text, &form.salt, &form.next));
    let key = match form.key.as_str() {
        "" => Ok(None),
        text => Uuid::try_parse(text).map(|id| Some(MatchId(id))),
    };
    let id = errors.take("", key.map_err(|_| "look the form over and send it again"));
    let (allowance_days, bank) = time?;
    Some(OpenMatch {
        id: id?,
        name: form.name.clone(),
        preset: form.preset.clone(),
        layers,
        length: length?,
        allowance_days,
        bank,
        vacation_days: Some(vacation_days?),
        lapse: form.lapse.clone(),
        join: form.join.clone(),
        seat: seat?,
        salt: salt?,
    })
}

/// A number of games, or of points; what belongs to the other is not read.
fn read_length(form: &OpenForm, errors: &mut Errors) -> Option<LengthForm> {
    if form.length == "points" {
        let points = number(&form.points, "write a number of points, from 2 to 40");
        return errors.take("points", points).map(LengthForm::Points);
    }
    errors.take("games", number(&form.games, "write a number of games, from 1 to 20")).map(LengthForm::Games)
}

/// Days for each decision, or a bank; what belongs to the other is not read.
fn read_time(form: &OpenForm, errors: &mut Errors) -> Option<(u8, Option<BankForm>)> {
    if form.time != "bank" {
        let days = number(&form.allowance, "write a number of days, from 1 to 14");
        return errors.take("allowance", days).map(|days| (days, None));
    }
    let start = errors.take("bank_start", number(&form.bank_start, "write a number of days, from 1 to 60"));
    let add = errors.take("bank_add", number(&form.bank_add, "write a number of hours, from 1 to 336"));
    let cap = errors.take("bank_cap", number(&form.bank_cap, "write a number of days, up to 120"));
    Some((0, Some(BankForm { start_days: start?, add_hours: add?, cap_days: cap? })))
}

fn number<N: std::str::FromStr>(text: &str, why: &'static str) -> Result<N, &'static str> {
    text.trim().parse().map_err(|_| why)
}
