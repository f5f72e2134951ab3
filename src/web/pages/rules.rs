//! The rules for newcomers: an overview, and a page for each preset.

use crate::web::chrome::Chrome;
use crate::web::error::{WebError, WebResult};
use crate::web::fields::Segment;
use crate::web::session::Visitor;
use actix_web::{HttpRequest, HttpResponse, Responder};
use askama::Template;
use askama_web::WebTemplate;

/// A preset as the lists of pages name it.
pub struct Stage {
    /// In addresses and on the command line.
    pub name: &'static str,
    /// For people.
    pub title: &'static str,
    /// What it is, in one sentence.
    pub summary: &'static str,
    /// How many play.
    pub players: u8,
}

/// The presets in the order in which one learns them.
pub const STAGES: [Stage; 5] = [
    Stage {
        name: "bughouse-worst-move",
        title: "Bughouse Worst Move",
        summary: "Two boards, captured pieces go to your partner, and dice say which piece moves – and whether your opponent picks the move for you.",
        players: 4,
    },
    Stage {
        name: "classic-bughouse",
        title: "Classic Bughouse",
        summary: "Two boards, two teams: what you capture your partner may drop, and the first mate on either board decides.",
        players: 4,
    },
    Stage {
        name: "monteiro-bughouse",
        title: "Monteiro Bughouse",
        summary: "Bughouse where promoted pieces stay promoted for good, and a dropped pawn may not give mate.",
        players: 4,
    },
    Stage {
        name: "dice-chess",
        title: "Dice Chess",
        summary: "One board, two players: a die says which kind of piece you move, and the king is simply captured.",
        players: 2,
    },
    Stage {
        name: "worst-move",
        title: "Worst Move",
        summary: "Dice Chess with a second die: half of the time your opponent picks your move, and picks the worst.",
        players: 2,
    },
];

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
stage_page!(ClassicBughouse, "pages/rules/classic-bughouse.html");
stage_page!(MonteiroBughouse, "pages/rules/monteiro-bughouse.html");
stage_page!(DiceChess, "pages/rules/dice-chess.html");
stage_page!(WorstMove, "pages/rules/worst-move.html");

/// Shows the rules of one preset.
pub async fn stage(req: HttpRequest, visitor: Visitor, name: Segment) -> WebResult {
    let chrome = visitor.chrome;
    let stage = STAGES.iter().find(|stage| stage.name == name.0).ok_or(WebError::NotFound)?;
    let page: HttpResponse = match stage.name {
        "bughouse-worst-move" => BughouseWorstMove { chrome, stage }.respond_to(&req),
        "classic-bughouse" => ClassicBughouse { chrome, stage }.respond_to(&req),
        "monteiro-bughouse" => MonteiroBughouse { chrome, stage }.respond_to(&req),
        "dice-chess" => DiceChess { chrome, stage }.respond_to(&req),
        _ => WorstMove { chrome, stage }.respond_to(&req),
    };
    Ok(page)
}
