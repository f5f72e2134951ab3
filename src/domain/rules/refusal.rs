//! Why a move is refused.

use super::kind::{Family, Kind};
use super::moves::{Called, Move};
use super::piece::{Form, Item};
use super::square::Square;
use crate::domain::seat::{BoardNo, Seat};

/// Why a move cannot be played. The table is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// This board has ended and the other plays on.
    #[error("board {0} has ended")]
    BoardOver(BoardNo),
    /// The rule set has one board.
    #[error("there is no board {0} in this game")]
    NoSuchBoard(BoardNo),
    /// The turn is elsewhere at a round table.
    #[error("it is {0}'s turn")]
    OthersTurn(Seat),
    /// Its seat has no move and waits.
    #[error("{0} has no legal move and waits for a piece")]
    Waits(Seat),
    /// Its seat has no move and passes first.
    #[error("{0} has no move and must pass")]
    MustPass(Seat),
    /// Nothing is to be passed.
    #[error("nobody has to pass on board {0}")]
    NoPass(BoardNo),
    /// The board has no such square.
    #[error("board {board} has no square {square}")]
    NoSquare {
        /// The board.
        board: BoardNo,
        /// What was named.
        square: Square,
    },
    /// Nothing stands there.
    #[error("no piece stands on {0}")]
    Empty(Square),
    /// A pyramid stands there (RULES §8).
    #[error("a pyramid stands on {0} for ever: it is nobody's, and nothing enters its square")]
    Pyramid(Square),
    /// It is not the mover's.
    #[error("the piece on {square} is not {mover}'s")]
    NotOwn {
        /// Where.
        square: Square,
        /// Whose army moves.
        mover: Seat,
    },
    /// The hand lacks it.
    #[error("{seat} has no {} in hand", form.name())]
    NotInHand {
        /// Whose hand.
        seat: Seat,
        /// The piece.
        form: Form,
    },
    /// A drop on something.
    #[error("{0} is not empty: drop on an empty square")]
    Occupied(Square),
    /// A pawn drop on a rank where none is allowed.
    #[error("a {} cannot be dropped on {square}: drop it on ranks {first} to {last} from {seat}'s side", kind.name())]
    PawnDropRank {
        /// Pawn or taxi.
        kind: Kind,
        /// Where.
        square: Square,
        /// Whose ranks.
        seat: Seat,
        /// The first rank allowed.
        first: u8,
        /// The last rank allowed.
        last: u8,
    },
    /// A pawn drop that mates, where that is forbidden.
    #[error("a pawn may not be dropped with mate in this game")]
    PawnDropMate,
    /// A drop that checks, where that is forbidden.
    #[error("a drop may not give check in this game")]
    DropCheck,
    /// The own king would stand attacked.
    #[error("{0} would leave the own king in check")]
    KingAttacked(Move),
    /// Castling that is not possible.
    #[error("{0} cannot castle there now")]
    CannotCastle(Seat),
    /// The piece does not move so.
    #[error("the {} on {from} cannot move to {to}", kind.name())]
    CannotReach {
        /// The piece.
        kind: Kind,
        /// From.
        from: Square,
        /// To.
        to: Square,
    },
    /// The pawn reaches its last rank.
    #[error("say what the pawn becomes: {from}{to}q, r, b or n")]
    PromotionMissing {
        /// From.
        from: Square,
        /// To.
        to: Square,
    },
    /// Nothing promotes by this move.
    #[error("nothing promotes by {0}: leave the last letter away")]
    NoPromotion(Move),
    /// The roll asks for another family.
    #[error("the die asks for a move of: {}", family.name())]
    WrongFamily {
        /// What was rolled.
        family: Family,
    },
    /// Sitting where each board runs by itself.
    #[error("nobody sits in this game: simply wait with the decision")]
    NoSitting,
    /// The seat's three sits are used.
    #[error("{0} has sat three times and must move")]
    SitsUsed(Seat),
    /// Sitting for another.
    #[error("the chooser of a worst roll cannot sit for the mover")]
    SitOnWorst,
    /// Bacteria live there (RULES §9).
    #[error("bacteria live on {0}: they are nobody's piece")]
    Cell(Square),
    /// Two must attack the wearer of a cloak (RULES §10).
    #[error("the piece on {0} wears a cloak: it is captured only while two pieces attack it")]
    Cloaked(Square),
    /// The rule set has no items.
    #[error("there are no magic items in this game")]
    NoItems,
    /// The hand lacks the item.
    #[error("{seat} has no {} in hand", item.name())]
    NoItemInHand {
        /// Whose hand.
        seat: Seat,
        /// The item.
        item: Item,
    },
    /// An item on a king.
    #[error("a king wears no magic items")]
    KingWears,
    /// A second item of a kind.
    #[error("the piece on {square} wears a {} already", item.name())]
    WornAlready {
        /// Where.
        square: Square,
        /// The item.
        item: Item,
    },
    /// An item on a piece that others do not see.
    #[error("the piece on {0} is hidden: attach items to visible pieces")]
    AttachToHidden(Square),
    /// Another move than one of the piece that was touched (RULES §10).
    #[error("{} was touched when it met a hidden piece: play a move of it", .0.words())]
    MustMoveTouched(Called),
    /// The rule set has no events (RULES §9).
    #[error("there are no events in this game")]
    NoEvents,
    /// An event between a call or a bump and its move.
    #[error("nothing happens on board {0} until the piece that was called or touched has moved")]
    ChanceInTurn(BoardNo),
    /// No hidden pieces have to show themselves.
    #[error("{0}'s hidden pieces stay hidden")]
    NoReveal(Seat),
    /// Hidden pieces show themselves first.
    #[error("{0}'s hidden pieces show themselves first")]
    MustReveal(Seat),
    /// Nothing is there to be called.
    #[error("no piece can be called in this game: it has no worst die")]
    NothingToCall,
    /// A call where the mover decides.
    #[error("pieces are called on worst rolls alone: play a move")]
    CallOnBest,
    /// A choice after a call.
    #[error("{} was called, and the mover now plays it", .0.words())]
    AlreadyCalled(Called),
    /// Another move than one of the piece called.
    #[error("{} was called: play a move of it", .0.words())]
    MustMoveCalled(Called),
    /// The opponent would move an intelligent piece.
    #[error("nobody but its own player moves {}, which is intelligent: write {} instead", .0.words(), Move::Call(*.0))]
    CallInstead(Called),
    /// The opponent would castle with an intelligent rook.
    #[error("the rook is intelligent: the opponent does not castle with it")]
    IntelligentRook,
    /// A call of a piece that is not intelligent.
    #[error("a {} is not intelligent: choose a move of it instead of calling it", .0.name())]
    NotIntelligent(Form),
    /// A call of a piece without a move.
    #[error("{} has no move with this roll: choose a move, or call another piece", .0.words())]
    CalledCannotMove(Called),
    /// A call of a hidden piece that the mover does not have.
    #[error("{seat} has no hidden {}: call a piece that is hidden, or one by its square", form.name())]
    NoneHidden {
        /// Whose army moves.
        seat: Seat,
        /// What was called.
        form: Form,
    },
    /// A call of a hidden piece where nothing is hidden.
    #[error("no piece is hidden in this game: call a piece by its square")]
    NothingHidden,
}
