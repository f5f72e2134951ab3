//! Points of a game and the reason for each (RULES §11).

use super::ends::BoardEnd;
use super::generate::Generator;
use super::kind::{Kind, KindSet, Landing};
use super::moves::Move;
use super::outcome::{Outcome, WinBy};
use super::piece::{Form, Marks};
use super::square::{Square, SquareSet};
use super::table::{Played, Table};
use crate::domain::seat::{BySeat, Seat, Team};
use serde::{Deserialize, Serialize};

/// A point of each member of the team that won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Point {
    /// For the victory.
    Victory,
    /// The final check was given by a moving, not a dropped, piece.
    MovingCheck,
    /// The king fell to, or was mated by, a piece that FIDE does not know.
    UnknownPiece,
    /// The piece of the mating move does not itself attack the king.
    QuietPiece,
}

impl Point {
    /// Its name: `victory`, `moving check`, `unknown piece`, `quiet piece`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Victory => "victory",
            Self::MovingCheck => "moving check",
            Self::UnknownPiece => "unknown piece",
            Self::QuietPiece => "quiet piece",
        }
    }

    /// The reason in words, after "a point".
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Victory => "for the victory",
            Self::MovingCheck => "for a final check by a moving piece, not a dropped one",
            Self::UnknownPiece => "for beating the king with a piece that FIDE does not know",
            Self::QuietPiece => "for a mating move with a piece that does not itself attack the king",
        }
    }
}

/// What the points of a game depend on, kept up as it is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Record {
    /// Each seat's last move that captured no king.
    moves: BySeat<Option<Stroke>>,
    /// Whose army made the last move of the game.
    last: Option<Seat>,
    /// A king was captured by a piece that FIDE does not know.
    felled: bool,
}

impl Record {
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A seat's last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Stroke {
    dropped: bool,
    /// FIDE does not know the piece.
    unknown: bool,
    check: Check,
}

/// Whether the enemy king stood attacked after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Check {
    None,
    /// By the piece that moved, or castling by one of the two.
    Own,
    /// By other pieces alone.
    Others,
}

impl Form {
    /// Whether ordinary chess has this piece: an intelligent knight moves as any knight.
    #[must_use]
    pub const fn is_known_to_fide(self) -> bool {
        !KindSet::FAIRY.contains(self.kind) && !self.marks.contains(Marks::CYLINDRICAL)
    }
}

impl Table {
    /// The points of each member of the winning team, and the reasons; none while the game goes on, and for
    /// a draw.
    ///
    /// The mating move is the last move of a checkmate game. Where a king was captured it is the last move
    /// on that board of the seat that captured it, before the capture, if the king stood attacked after it. A
    /// piece that promotes attacks as what it became, and captures as what it was; attaching an item moves
    /// no piece.
    #[must_use]
    pub fn points(&self) -> Vec<Point> {
        let Some(Outcome::Win { team, by }) = self.outcome else { return Vec::new() };
        let mating = match by {
            WinBy::KingCapture => self.captor().and_then(|seat| self.record.moves[seat]),
            WinBy::Mate | WinBy::Boards(..) => self.mating_move(team),
            WinBy::Resignation | WinBy::Time => None,
        };
        let mating = mating.filter(|stroke| stroke.check != Check::None);
        let felled = by == WinBy::KingCapture && self.record.felled;
        let earned = [
            (Point::Victory, true),
            (Point::MovingCheck, mating.is_some_and(|stroke| !stroke.dropped)),
            (Point::UnknownPiece, felled || mating.is_some_and(|stroke| stroke.unknown)),
            (Point::QuietPiece, mating.is_some_and(|stroke| stroke.check == Check::Others)),
        ];
        earned.into_iter().filter_map(|(point, earned)| earned.then_some(point)).collect()
    }

    /// The seat that captured a king and so ended the game.
    #[must_use]
    pub fn captor(&self) -> Option<Seat> {
        let by_capture = matches!(self.outcome, Some(Outcome::Win { by: WinBy::KingCapture, .. }));
        self.captors().next().filter(|_| by_capture)
    }

    /// The last move of the game, if it was the winners' and mated. Where boards play on it did if its own
    /// board was won with it.
    fn mating_move(&self, team: Team) -> Option<Stroke> {
        let seat = self.record.last.filter(|seat| seat.team() == team)?;
        let mated = match self.ended[seat.board()] {
            Some(end) => end == BoardEnd::Won(team),
            None => !self.rules.boards_play_on,
        };
        self.record.moves[seat].filter(|_| mated)
    }

    /// Keeps what points depend on, after a move.
    pub(super) fn record(&mut self, played: &Played) {
        let seat = played.seat;
        let Some(moved) = played.moved else { return };
        self.record.last = Some(seat);
        if played.captured.is_some_and(|piece| piece.kind == Kind::King) {
            self.record.felled = !moved.form().is_known_to_fide();
            return;
        }
        let attackers = self.attackers(seat);
        // A bomb and a pyramid stand nowhere after their drop, whatever king the bomb fell on.
        let stands = played.mv.to().filter(|_| moved.kind.row().landing == Landing::Stands);
        let piece = stands.and_then(|to| self.boards[seat.board()].piece_at(to)).unwrap_or(moved);
        let mut own = [stands, self.castled_rook(played)].into_iter().flatten();
        let check = if attackers.is_empty() {
            Check::None
        } else if own.any(|square| attackers.contains(square)) {
            Check::Own
        } else {
            Check::Others
        };
        self.record.moves[seat] = Some(Stroke {
            dropped: !matches!(played.mv, Move::Step { .. }),
            unknown: !piece.form().is_known_to_fide(),
            check,
        });
    }

    fn castled_rook(&self, played: &Played) -> Option<Square> {
        let geometry = self.boards[played.seat.board()].geometry();
        played.castled.map(|wing| geometry.castling(played.seat.army(), wing).rook_to)
    }

    /// The pieces of a seat's army that could capture the enemy king if they had the move.
    fn attackers(&self, seat: Seat) -> SquareSet {
        let position = &self.boards[seat.board()];
        let Some(king) = position.king(seat.army().other()) else { return SquareSet::EMPTY };
        if !position.placement.attacked(king, seat.army(), None) {
            return SquareSet::EMPTY;
        }
        let moves = Generator::careless(position, &self.rules, seat.army()).all();
        moves.iter().filter(|mv| mv.to() == Some(king)).filter_map(Move::from).collect()
    }
}
