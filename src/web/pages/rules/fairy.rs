//! `/rules/fairy`: every fairy piece with its picture, and what comes with them (RULES §7, §8, §11).

use crate::domain::rules::{Form, Kind, Marks};
use crate::domain::seat::Army;
use crate::web::chrome::Chrome;
use crate::web::present::{Movement, Piece, Scene, Shows};
use crate::web::session::Visitor;
use askama::Template;
use askama_web::WebTemplate;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "pages/rules/fairy.html")]
pub struct Fairy {
    chrome: Chrome,
    lessons: Vec<Lesson>,
}

/// Shows the page.
pub async fn page(visitor: Visitor) -> Fairy {
    Fairy { chrome: visitor.chrome, lessons: LESSONS.iter().map(Lesson::new).collect() }
}

/// One piece: what it is called, how it moves, and pictures of it.
struct Lesson {
    /// For links: `camel`, `cylindrical-rook`.
    anchor: String,
    title: String,
    /// As moves write it.
    letter: String,
    drawn: Piece,
    words: String,
    pictures: Vec<(Movement, &'static str)>,
}

/// A piece, and the positions that show it, each with what is to be seen there.
struct Plan {
    form: Form,
    scenes: &'static [(Scene, &'static str)],
}

impl Lesson {
    fn new(plan: &Plan) -> Self {
        let name = plan.form.name();
        let pictures = plan.scenes.iter().filter_map(|(scene, told)| Some((Movement::new(scene)?, *told)));
        Self {
            anchor: name.replace(' ', "-"),
            title: name[..1].to_uppercase() + &name[1..],
            letter: plan.form.to_string(),
            drawn: Piece::of(Army::White, plan.form),
            words: plan.form.how_it_moves(),
            pictures: pictures.collect(),
        }
    }
}

const fn form(kind: Kind, marks: Marks) -> Form {
    Form { kind, marks }
}

const fn moves(board: &'static str, from: &'static str) -> Scene {
    Scene { board, shows: Shows::Moves(from) }
}

static LESSONS: [Plan; 11] = [
    Plan {
        form: form(Kind::Camel, Marks::NONE),
        scenes: &[(
            moves("7k/4n3/8/2pP2P1/3C4/3p4/8/K7[] w - - 0 1", "d4"),
            "It stays on squares of one colour for ever. A piece of your own bars its square.",
        )],
    },
    Plan {
        form: form(Kind::Giraffe, Marks::NONE),
        scenes: &[(
            moves("k3r3/8/3p4/3P3P/3G4/8/8/K7[] w - - 0 1", "d4"),
            "From the middle of the board it looks at the edges.",
        )],
    },
    Plan {
        form: form(Kind::Zebra, Marks::NONE),
        scenes: &[(
            moves("7k/5p2/P7/2pn4/3Z4/2PP4/8/K7[] w - - 0 1", "d4"),
            "What stands between does not matter to leapers.",
        )],
    },
    Plan {
        form: form(Kind::Taxi, Marks::NONE),
        scenes: &[
            (
                moves("7k/8/8/8/8/3p4/4T3/K7[] w - - 0 1", "e2"),
                "At home: one or two squares ahead like a pawn, a leap to rank 5, or one square back.",
            ),
            (
                moves("7k/8/8/8/4n3/4P3/4T3/K3R3[] w - - 0 1", "e2"),
                "Blocked, it still leaps: over anything, to an empty square.",
            ),
            (
                moves("7k/8/8/3p1n2/4T3/8/8/K7[] w - - 0 1", "e4"),
                "On the way it captures like a pawn, and steps back without capturing.",
            ),
            (
                Scene { board: "7k/8/8/5p2/3p4/8/4T3/K7[] w - - 0 1", shows: Shows::Passing("e2e5") },
                "After its leap it can be taken in passing on both squares that it leapt over.",
            ),
        ],
    },
    Plan {
        form: form(Kind::Knight, Marks::CYLINDRICAL),
        scenes: &[(
            moves("k7/8/8/1p6/7N^/8/6P1/K7[] w - - 0 1", "h4"),
            "From the edge it goes on at the other edge.",
        )],
    },
    Plan {
        form: form(Kind::Bishop, Marks::CYLINDRICAL),
        scenes: &[(
            moves("2r4k/8/8/8/8/5B^2/8/K7[] w - - 0 1", "f3"),
            "Its diagonals run on beyond the edge.",
        )],
    },
    Plan {
        form: form(Kind::Rook, Marks::CYLINDRICAL),
        scenes: &[(
            moves("k7/8/8/8/2n1P1R^1/8/8/K7[] w - - 0 1", "g4"),
            "A pawn blocks the way to the left; the way to the right goes around.",
        )],
    },
    Plan {
        form: form(Kind::Queen, Marks::CYLINDRICAL),
        scenes: &[(
            moves("K7/8/8/8/5P2/2p1P1Q^1/5P2/3k4[] w - - 0 1", "g3"),
            "Rook and bishop in one, both around the edge.",
        )],
    },
    Plan {
        form: form(Kind::Pyramid, Marks::NONE),
        scenes: &[(
            moves("7k/8/3*4/8/1n1R2*1/8/8/K7[] w - - 0 1", "d4"),
            "Here a rook: it stops before both pyramids.",
        )],
    },
    Plan {
        form: form(Kind::Bomb, Marks::NONE),
        scenes: &[(
            Scene { board: "8/8/2nqk3/2p2n2/2*1P1P1/8/8/7K[X] w - - 0 1", shows: Shows::Blast("X@d5") },
            "The king and the pyramid stay; the pieces farther away do not notice.",
        )],
    },
    Plan {
        form: form(Kind::Knight, Marks::INTELLIGENT),
        scenes: &[(
            moves("7k/8/2p5/8/3N!4/1P6/8/K7[] w - - 0 1", "d4"),
            "It moves as any knight does – but only its own player moves it.",
        )],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::rules::{RuleSet, Table};
    use crate::domain::seat::BoardNo;

    #[test]
    fn every_scene_is_a_position_that_the_rules_can_read() {
        for plan in &LESSONS {
            assert_eq!(Lesson::new(plan).pictures.len(), plan.scenes.len(), "{}", plan.form);
        }
    }

    #[test]
    fn kings_that_are_not_drawn_are_not_in_the_way() {
        for (scene, told) in LESSONS.iter().flat_map(|plan| plan.scenes) {
            let Shows::Moves(_) = scene.shows else { continue };
            let picture = Movement::new(scene).unwrap();
            let rules = RuleSet::by_name("dice-chess").unwrap();
            let table = Table::parse(&rules, scene.board).unwrap();
            let board = table.board(BoardNo::One);
            for army in [Army::White, Army::Black] {
                let king = board.king(army).unwrap();
                let drawn = (u32::from(king.file()), 7 - u32::from(king.rank()));
                assert!(!picture.takes.contains(&drawn), "{told}");
            }
        }
    }
}
