//! The rules against known answers, worked cases, random play and bad text.

mod agreement;
mod cases;
mod chance;
mod cli;
mod fairy;
mod notation;
mod perft;
mod random;
mod reference;
mod score;
mod text;

use delirious::domain::rules::{BoardMove, Due, Move, MoveError, Roll, RuleSet, Table};
use delirious::domain::seat::BoardNo;

/// Two boards at the start.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

fn rules(preset: &str, layers: &[(&str, &str)]) -> RuleSet {
    let mut rules = RuleSet::by_name(preset).unwrap();
    rules.set_all(layers.iter().copied()).unwrap();
    rules
}

/// A table at which moves are played as on the command line: passes are made by themselves.
struct Game(Table);

impl Game {
    fn at(rules: &RuleSet, text: &str) -> Self {
        let mut game = Self(Table::parse(rules, text).unwrap_or_else(|error| panic!("{text}: {error}")));
        game.pass();
        game
    }

    /// Plays a move, or calls a piece; an error says why it is none or is refused.
    fn play(&mut self, text: &str) -> Result<(), String> {
        let BoardMove { board, mv } = text.parse().map_err(|error: MoveError| error.to_string())?;
        let worst = matches!(mv, Move::Call(_)) && self.0.rules().worst_faces() > 0;
        let roll = Roll { kind: None, worst };
        self.0.play(board, &mv, roll).map_err(|error| error.to_string())?;
        self.pass();
        Ok(())
    }

    fn pass(&mut self) {
        for board in BoardNo::ALL {
            while let Due::Pass(seat) = self.0.due(board) {
                assert_eq!(self.0.pass(board), Ok(seat));
            }
        }
    }

    fn legal(&self, board: BoardNo, roll: Roll) -> Vec<String> {
        self.0.legal(board, roll).iter().map(Move::to_string).collect()
    }

    fn result(&self) -> String {
        let seats = self.0.rules().seats();
        self.0.outcome().map_or("ongoing".to_owned(), |outcome| outcome.sentence(seats))
    }
}
