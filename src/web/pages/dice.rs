//! `/m/{id}/dice`: the proof of a match's dice, line by line, which `verify.js` recomputes.

use crate::actions;
use crate::app::App;
use crate::domain::seat::BoardNo;
use crate::domain::view::{BoardProof, ProofView, RollProof, SaltProof, SeatProof, Spread};
use crate::web::chrome::Chrome;
use crate::web::error::WebError;
use crate::web::fields::MatchPath;
use crate::web::session::Visitor;
use actix_web::web;
use askama::Template;
use askama_web::WebTemplate;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "pages/dice.html")]
pub struct DicePage {
    chrome: Chrome,
    path: String,
    proof: ProofView,
    boards: Vec<BoardLines>,
    seats: Vec<SeatLine>,
}

/// The transcript and the rolls of a board, in one order.
struct BoardLines {
    board: BoardNo,
    lines: Vec<Line>,
}

/// What a line of the proof is.
enum Line {
    Anchor { chain: u32, anchor: String },
    Salt(SaltProof),
    Roll(RollProof),
}

/// How a seat's dice fell.
struct SeatLine {
    who: String,
    seals: String,
    dice: Vec<(&'static str, Spread)>,
}

/// Shows it.
pub async fn show(app: web::Data<App>, visitor: Visitor, id: MatchPath) -> Result<DicePage, WebError> {
    let proof = actions::proof(&app, id.0).await?;
    Ok(DicePage {
        chrome: visitor.chrome,
        path: format!("/m/{}", id.0),
        boards: proof.boards.iter().map(board).collect(),
        seats: proof.seats.iter().map(seat).collect(),
        proof,
    })
}

/// Each roll takes the first so many salts of the board; lines are laid out so that reading them from
/// above always gives the right transcript.
fn board(proof: &BoardProof) -> BoardLines {
    let mut anchors = proof.anchors.iter().peekable();
    let mut salts = proof.salts.iter();
    let mut taken = 0;
    let mut lines = Vec::new();
    for roll in &proof.rolls {
        while let Some(anchor) = anchors.next_if(|anchor| anchor.chain <= roll.chain) {
            lines.push(Line::Anchor { chain: anchor.chain, anchor: anchor.anchor.clone() });
        }
        lines.extend(salts.by_ref().take(roll.salts.saturating_sub(taken)).cloned().map(Line::Salt));
        taken = roll.salts.max(taken);
        lines.push(Line::Roll(roll.clone()));
    }
    lines.extend(anchors.map(|a| Line::Anchor { chain: a.chain, anchor: a.anchor.clone() }));
    lines.extend(salts.cloned().map(Line::Salt));
    BoardLines { board: proof.board, lines }
}

fn seat(proof: &SeatProof) -> SeatLine {
    let mut dice = vec![("first die", proof.type_die.clone())];
    dice.extend(proof.worst_die.clone().map(|spread| ("second die", spread)));
    SeatLine {
        who: format!("{} · {}", proof.seat, proof.who),
        seals: format!("{} of {} decisions opened a seal", proof.seals_opened, proof.decisions),
        dice: dice.into_iter().filter(|(_, spread)| spread.rolls > 0).collect(),
    }
}

/// Dice as `verify.js` reads them.
fn numbers(dice: &[u8]) -> String {
    dice.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

/// What is worth saying of a salt besides its bytes.
fn remark(salt: &SaltProof) -> &'static str {
    match (salt.by_server, salt.opened) {
        (true, _) => "drawn by the server",
        (false, Some(true)) => "opened its seal",
        (false, Some(false)) => "left its seal unopened",
        (false, None) => "",
    }
}
