//! The rules against known answers, worked cases, random play and bad text.

mod agreement;
mod cases;
mod chance;
mod cli;
mod delirium;
mod fairy;
mod notation;
mod perft;
mod random;
mod reference;
mod score;
mod text;

use delirious::domain::rules::{BoardMove, Called, Chance, Due, Move, MoveError, Roll, RuleSet, Table};
use delirious::domain::seat::BoardNo;

/// Two boards at the start.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

fn rules(preset: &str, layers: &[(&str, &str)]) -> RuleSet {
    let mut rules = RuleSet::by_name(preset).unwrap();
    rules.set_all(layers.iter().copied()).unwrap();
    rules
}

/// A table at which moves are played as on the command line: passes are made by themselves, and hidden pieces
/// show themselves where they must.
#[derive(Clone)]
struct Game(Table);

/// What chance does, as the command line writes it.
fn event(text: &str) -> Option<(BoardNo, Chance)> {
    let (board, name) = text.split_once(":!")?;
    let chance = match name {
        "turn" => Chance::Turn,
        "cylinder" => Chance::Cylinder,
        "row" => Chance::Row,
        "life" => Chance::Life,
        _ => return None,
    };
    Some((board.parse::<u8>().unwrap().try_into().unwrap(), chance))
}

impl Game {
    fn at(rules: &RuleSet, text: &str) -> Self {
        let mut game = Self(Table::parse(rules, text).unwrap_or_else(|error| panic!("{text}: {error}")));
        game.settle();
        game
    }

    /// Plays a move, calls a piece, or lets something happen; an error says why it is none or is refused.
    fn play(&mut self, text: &str) -> Result<(), String> {
        if let Some((board, chance)) = event(text) {
            self.0.chance(board, chance).map_err(|error| error.to_string())?;
            self.settle();
            return Ok(());
        }
        let BoardMove { board, mv } = text.parse().map_err(|error: MoveError| error.to_string())?;
        let worst = matches!(mv, Move::Call(_)) && self.0.rules().worst_faces() > 0;
        let roll = Roll { kind: None, worst };
        self.0.attempt(board, &mv, roll).map_err(|error| error.to_string())?;
        self.settle();
        Ok(())
    }

    fn settle(&mut self) {
        for board in [BoardNo::ALL, BoardNo::ALL].concat() {
            loop {
                match self.0.due(board) {
                    Due::Pass(seat) => assert_eq!(self.0.pass(board), Ok(seat)),
                    Due::Reveal(seat) => drop(self.0.reveal(seat, Roll::default()).unwrap()),
                    Due::Turn(_) | Due::Nothing => break,
                }
            }
        }
    }

    /// With what this roll makes show itself.
    fn shown(mut self, board: BoardNo, roll: Roll) -> Self {
        while let Some(seat) = self.0.must_reveal(board, roll) {
            self.0.reveal(seat, roll).unwrap();
        }
        self
    }

    /// The piece that a bump binds, as the command line prints it.
    fn touched(&self) -> String {
        let boards = self.0.rules().boards().iter();
        let touched = boards.filter_map(|board| Some((board, self.0.touched(*board, Roll::default())?)));
        let one = |(board, touched): (&BoardNo, Called)| {
            let at = if matches!(touched, Called::InHand(_)) { "@" } else { "" };
            format!("{board}:{touched}{at}")
        };
        touched.map(one).collect::<Vec<_>>().join(" ")
    }

    fn legal(&self, board: BoardNo, roll: Roll) -> Vec<String> {
        self.0.legal(board, roll).iter().map(Move::to_string).collect()
    }

    fn result(&self) -> String {
        let seats = self.0.rules().seats();
        self.0.outcome().map_or("ongoing".to_owned(), |outcome| outcome.sentence(seats))
    }
}
