//! The rules for newcomers: an overview, and a page for each preset.

pub mod fairy;

use crate::web::chrome::Chrome;
use crate::web::error::{WebError, WebResult};
use crate::web::fields::Segment;
use crate::web::session::Visitor;
use crate::web::stages::{STAGES, Stage, find};
use actix_web::{HttpRequest, HttpResponse, Responder};
use askama::Template;
use askama_web::WebTemplate;

/// `/rules`.
#[derive(Template, WebTemplate)]
#[template(path = "pages/rules/index.html")]
pub struct Index {
    chrome: Chrome,
    stages: &'static [Stage],
}

/// Shows the overview.
pub async fn index(visitor: Visitor) -> Index {
    Index { chrome: visitor.chrome, stages: &STAGES }
}

macro_rules! stage_page {
    ($name:ident, $path:literal) => {
        #[derive(Template, WebTemplate)]
        #[template(path = $path)]
        struct $name {
            chrome: Chrome,
            stage: &'static Stage,
        }
    };
}

stage_page!(BughouseWorstMove, "pages/rules/bughouse-worst-move.html");
stage_page!(FairyBughouse, "pages/rules/fairy-bughouse.html");
stage_page!(ClassicBughouse, "pages/rules/classic-bughouse.html");
stage_page!(MonteiroBughouse, "pages/rules/monteiro-bughouse.html");
stage_page!(DiceChess, "pages/rules/dice-chess.html");
stage_page!(WorstMove, "pages/rules/worst-move.html");

/// Shows the rules of one preset.
pub async fn stage(req: HttpRequest, visitor: Visitor, name: Segment) -> WebResult {
    let chrome = visitor.chrome;
    let stage = find(&name.0).ok_or(WebError::NotFound)?;
    let page: HttpResponse = match stage.name {
        "bughouse-worst-move" => BughouseWorstMove { chrome, stage }.respond_to(&req),
        "fairy-bughouse" => FairyBughouse { chrome, stage }.respond_to(&req),
        "classic-bughouse" => ClassicBughouse { chrome, stage }.respond_to(&req),
        "monteiro-bughouse" => MonteiroBughouse { chrome, stage }.respond_to(&req),
        "dice-chess" => DiceChess { chrome, stage }.respond_to(&req),
        _ => WorstMove { chrome, stage }.respond_to(&req),
    };
    Ok(page)
}
