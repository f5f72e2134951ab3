//! `/m/{id}/dice`: the proof of a match's dice, line by line, which `verify.js` recomputes.

use crate::actions;
use crate::app::App;
use crate::domain::view::{
    AnchorProof, BoardProof, ProofView, RollProof, SaltProof, SeatProof, Spread, TableRollProof,
};
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
    chains: Vec<ChainLines>,
    seats: Vec<SeatLine>,
}

/// The transcript and the rolls of the table or a board, in one order.
struct ChainLines {
    title: String,
    /// 0 for the table, else the board.
    number: u8,
    lines: Vec<Line>,
}

/// What a line of the proof is.
enum Line {
    Anchor { chain: u32, anchor: String },
    Salt(SaltProof),
    Roll(RollProof),
    TableRoll(TableRollProof),
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
        chains: table(&proof).into_iter().chain(proof.boards.iter().map(board)).collect(),
        seats: proof.seats.iter().map(seat).collect(),
        proof,
    })
}

/// A line that shows a roll, its chain, and how many salts it takes.
type Roll = (u32, usize, Line);

/// The table's chain, where gifts or rewards were rolled on it, or a pick gave it a salt: whose seal a board's
/// next salt may open. The salts of the first start stand with the boards.
fn table(proof: &ProofView) -> Option<ChainLines> {
    let rolls = proof.table_rolls.iter();
    let rolls = rolls.map(|roll| (roll.chain, roll.salts, Line::TableRoll(roll.clone())));
    let lines = lines(&proof.table_anchors, &proof.table_salts, rolls);
    let title = "The table".to_owned();
    let own = !proof.table_rolls.is_empty() || proof.table_salts.len() > proof.seats.len();
    own.then_some(ChainLines { title, number: 0, lines })
}

fn board(proof: &BoardProof) -> ChainLines {
    let rolls = proof.rolls.iter().map(|roll| (roll.chain, roll.salts, Line::Roll(roll.clone())));
    let lines = lines(&proof.anchors, &proof.salts, rolls);
    ChainLines { title: format!("Board {}", proof.board), number: proof.board.number(), lines }
}

/// Each roll takes the first so many salts; lines are laid out so that reading them from above always
/// gives the right transcript.
fn lines(anchors: &[AnchorProof], salts: &[SaltProof], rolls: impl IntoIterator<Item = Roll>) -> Vec<Line> {
    let mut anchors = anchors.iter().peekable();
    let mut salts = salts.iter();
    let mut taken = 0;
    let mut lines = Vec::new();
    for (chain, takes, roll) in rolls {
        while let Some(anchor) = anchors.next_if(|anchor| anchor.chain <= chain) {
            lines.push(Line::Anchor { chain: anchor.chain, anchor: anchor.anchor.clone() });
        }
        lines.extend(salts.by_ref().take(takes.saturating_sub(taken)).cloned().map(Line::Salt));
        taken = takes.max(taken);
        lines.push(roll);
    }
    lines.extend(anchors.map(|a| Line::Anchor { chain: a.chain, anchor: a.anchor.clone() }));
    lines.extend(salts.cloned().map(Line::Salt));
    lines
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
