//! The rules of the game, pure: rule sets, boards, moves, tables, points, text forms (RULES §2–§11, §13).
//!
//! Depends on nothing but `seat`; knows no accounts, no time and no dice but as an argument ([`Roll`]).
//!
//! Reading goes from text to a [`Table`] or a [`Position`], which are valid when they exist. Shape,
//! topology and directions are data of the [`Geometry`], kinds and marks rows of tables, layers rows of a
//! table of [`RuleSet`]; code asks these and knows no special board, piece or game.

mod admit;
mod apply;
mod attack;
mod bump;
mod call;
mod chance;
mod deliver;
mod drops;
mod ends;
mod eye;
mod fairy_set;
mod generate;
mod geometry;
mod hand;
mod hide;
mod kind;
mod layer_needs;
mod layers;
mod moves;
mod notation;
mod outcome;
mod pawn_steps;
mod perft;
mod piece;
mod position;
mod position_text;
mod presets;
mod refusal;
mod ruleset;
mod ruleset_text;
mod score;
mod sentences;
mod setup;
mod shape;
mod square;
mod table;
mod table_text;

pub use apply::Taken;
pub use bump::{Bump, Tried};
pub use chance::{Chance, Happened};
pub use eye::Eye;
pub use fairy_set::FairySetError;
pub use geometry::{Geometry, NoSuchGeometry, Topology, Wing};
pub use hand::Hand;
pub use kind::{Family, Kind};
pub use layers::{Layer, LayerError};
pub use moves::{BoardMove, Called, Move, MoveError};
pub use notation::Noted;
pub use outcome::{DrawBy, Due, Outcome, Roll, WinBy};
pub use piece::{Form, Item, Marks, NoSuchForm, Occupant, Piece};
pub use position::Position;
pub use refusal::Refusal;
pub use ruleset::{NoSuchRuleSet, RuleSet};
pub use score::Point;
pub use setup::BoardError;
pub use square::{NoSuchSquare, Square, SquareSet};
pub use table::{Played, Table};
pub use table_text::TableError;
