//! Stand-ins for what the rules do not say yet.

use crate::domain::rules::{Form, Outcome, RuleSet, Table};
use crate::domain::seat::{BoardNo, Seat};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Point {
    Victory,
}

impl Point {
    pub const fn words(self) -> &'static str {
        match self {
            Self::Victory => "for the victory",
        }
    }
}

pub(in crate::domain) trait RulesAhead {
    fn gifts(&self) -> u8 {
        0
    }
    fn rewards(&self) -> u8 {
        0
    }
    fn rewards_by_dice(&self) -> bool {
        false
    }
    fn fairy_set(&self) -> Vec<Form> {
        Vec::new()
    }
    fn in_fairy_set(&self, form: Form) -> bool {
        self.fairy_set().contains(&form)
    }
}
impl RulesAhead for RuleSet {}

pub(in crate::domain) trait TableAhead {
    fn give(&mut self, _seat: Seat, _pieces: &[Form]) {}
    fn lift_call(&mut self, _board: BoardNo) {}
    fn captor(&self) -> Option<Seat> {
        None
    }
    fn points(&self) -> Vec<Point>;
}
impl TableAhead for Table {
    fn points(&self) -> Vec<Point> {
        if matches!(self.outcome(), Some(Outcome::Win { .. })) { vec![Point::Victory] } else { Vec::new() }
    }
}
