//! The form that picks the reward for a captured king (RULES §8).
//!
//! It posts to `/m/{id}/reward`: `csrf`, `seen`, `key`, `salt`, `salt_text`, `next` as a move does, and `piece`
//! once for each piece picked.

use super::handlers::{Again, Refused, show_again};
use crate::actions::{self, PickReward};
use crate::app::App;
use crate::domain::view::{Asking, SetPiece, TurnView, View};
use crate::web::error::WebResult;
use crate::web::fields::{Fields, MatchPath, Typed};
use crate::web::form::{self, see_other};
use crate::web::present::Piece;
use crate::web::session::Member;
use actix_web::{HttpRequest, web};
use serde::Deserialize;
use uuid::Uuid;

/// The form of a reward that the reader picks.
#[derive(Clone, Debug)]
pub struct RewardForm {
    /// Seq of the board as shown.
    pub seen: u64,
    /// Idempotency key.
    pub key: Uuid,
    /// Under this name the script keeps the player's next salt: the seat of the first game, since opponents
    /// exchange seats from game to game.
    pub seat: &'static str,
    /// Seq of the event that began the decision.
    pub turn: u64,
    /// One choice for each piece of the reward.
    pub picks: Vec<Pick>,
    /// What was typed as salt before.
    pub salt: String,
}

/// The choice of one piece.
#[derive(Clone, Debug)]
pub struct Pick {
    /// From 1.
    pub number: usize,
    /// `Your reward`, `Second piece`.
    pub title: String,
    /// The agreed set.
    pub choices: Vec<RewardChoice>,
}

/// A piece that may be picked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RewardChoice {
    /// As the form sends it, `R^`.
    pub text: String,
    /// Its drawing.
    pub piece: Piece,
    /// `cylindrical rook`.
    pub name: String,
    /// How it moves, in one sentence.
    pub moves: String,
    /// It was picked when the form was refused.
    pub chosen: bool,
}

/// What was filled in when a pick was refused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RewardDraft {
    /// The pieces, in the order of the form.
    pub pieces: Vec<String>,
    /// The salt, as text.
    pub salt: String,
}

impl RewardForm {
    /// The form for the viewer's decision `turn`; none if it asks for a move.
    #[must_use]
    pub fn new(view: &View, turn: &TurnView, key: Uuid, draft: &RewardDraft) -> Option<Self> {
        let Asking::Reward { number, set } = &turn.asks else { return None };
        let board = view.boards.iter().find(|board| board.board == turn.board)?;
        let pick = |n: u8| Pick {
            number: usize::from(n) + 1,
            title: if *number == 1 {
                "Your reward".to_owned()
            } else {
                format!("Piece {} of {number}", n + 1)
            },
            choices: choices(set, draft.pieces.get(usize::from(n))),
        };
        Some(Self {
            seen: board.seq,
            key,
            seat: view.series.first_seat(turn.decider).name(),
            turn: turn.seq,
            picks: (0..*number).map(pick).collect(),
            salt: draft.salt.clone(),
        })
    }
}

fn choices(set: &[SetPiece], chosen: Option<&String>) -> Vec<RewardChoice> {
    let choice = |piece: &SetPiece| RewardChoice {
        text: piece.text.clone(),
        piece: Piece::new(&piece.piece),
        name: piece.piece.name.clone(),
        moves: piece.moves.clone(),
        chosen: chosen == Some(&piece.text),
    };
    set.iter().map(choice).collect()
}

/// What the form sends, but for the pieces.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct RewardFields {
    seen: String,
    key: String,
    salt: String,
    salt_text: String,
    next: String,
}

/// Picks a reward. A refusal shows the match as it stands now, with what was chosen.
pub async fn submit(
    app: web::Data<App>,
    req: HttpRequest,
    member: Member,
    id: MatchPath,
    typed: Typed,
    Fields(fields): Fields<RewardFields>,
) -> WebResult {
    let picked = typed.all().filter(|(name, value)| name.starts_with("piece") && !value.is_empty());
    let pieces: Vec<String> = picked.map(|(_, value)| value.to_owned()).collect();
    let refused = match read(&fields, pieces.clone()) {
        Err(why) => Refused::form(why),
        Ok(pick) => match Box::pin(actions::pick_reward(&app, member.account.id, id.0, pick)).await {
            Ok(()) => return Ok(see_other(format!("/m/{}?done=picked", id.0))),
            Err(error) => Refused::by_match(error)?,
        },
    };
    let again = Again::with_draft(refused, &fields.key);
    let draft = RewardDraft { pieces, salt: fields.salt_text };
    Box::pin(show_again(&app, &req, member, id.0, again, |options| {
        options.reward = draft;
        options.refused = "picked";
    }))
    .await
}

fn read(fields: &RewardFields, pieces: Vec<String>) -> Result<PickReward, &'static str> {
    let old = "this form is not of our making: load the page again and choose once more";
    Ok(PickReward {
        seen: fields.seen.parse().map_err(|_| old)?,
        pieces,
        key: Uuid::try_parse(&fields.key).map_err(|_| old)?,
        salt: form::salt(&fields.salt_text, &fields.salt, &fields.next)?,
    })
}
