//! Why a match does not do what somebody asked (messages say what to do), and why a log cannot be one.

use super::event::EventError;
use crate::domain::dice::ChainId;
use crate::domain::hash::Hash;
use crate::domain::rules::{self, Form, MoveError};
use crate::domain::seat::{BoardNo, Seat};

/// Why a command is refused. Nothing has happened. What a viewer may be told of it is up to
/// [`crate::domain::visibility::told`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The account has no seat here.
    #[error("you have no seat in this match")]
    NotSeated,
    /// Taking a seat of a match that is no longer open.
    #[error("this match takes no more players")]
    NotOpen,
    /// Playing in a match that has not begun.
    #[error("the game has not begun: it starts when all seats are taken")]
    NotStarted,
    /// Standing up or calling off after the start.
    #[error("the game has begun: you can resign, but no longer leave")]
    Started,
    /// The match has ended or was called off.
    #[error("this match is over")]
    Over,
    /// Somebody sits there.
    #[error("{0} is taken: choose another seat")]
    SeatTaken(Seat),
    /// The rule set has fewer seats.
    #[error("there is no seat {0} in this game: choose White1 or Black2")]
    NoSuchSeat(Seat),
    /// RULES §12: one account holds one seat.
    #[error("you already sit on {0}: one player holds one seat of a match")]
    OneSeatPerAccount(Seat),
    /// Somebody else opened the match.
    #[error("only who opened the match can call it off: you can leave your seat")]
    NotOpener,
    /// The seat plays on the other board.
    #[error("you play on board {own}, not on board {asked}")]
    NotYourBoard {
        /// Where the account plays.
        own: BoardNo,
        /// What was named.
        asked: BoardNo,
    },
    /// Somebody else decides now.
    #[error("it is not your turn: {}", waits_for(*who))]
    NotYourTurn {
        /// Who decides on the own board; nobody, where it waits.
        who: Option<Seat>,
    },
    /// The own board has changed since the sender looked.
    #[error("board {board} has changed since you looked: look at it again")]
    Stale {
        /// The board.
        board: BoardNo,
        /// The events on it that the sender had not seen.
        changed: Vec<u64>,
    },
    /// The text is no move.
    #[error(transparent)]
    Unreadable(MoveError),
    /// The rules do not allow the move.
    #[error(transparent)]
    Illegal(rules::Refusal),
    /// Time ran out before this command: settle first.
    #[error("the time ran out before your move arrived: look at the match again")]
    Unsettled,
    /// No board waits for a salt of this seat.
    #[error("your board needs no salt now: give it with your next move")]
    NoSaltNeeded,
    /// New chains with a number that was used.
    #[error("new chains need a number of at least {0} (and at most 2147483647)")]
    ChainNumber(u32),
    /// The server's key is not the one that made this match's chains.
    #[error(
        "this server's DICE_KEY did not make the dice of this match: restore the key or renew the chains"
    )]
    ForeignKey(ChainId),
    /// The three-move rule: the board stands until somebody on vacation has decided.
    #[error("your board stands: {0} decides first, because the partner has moved three times meanwhile")]
    BoardStands(Seat),
    /// Playing, resigning or a draw where no game is on.
    #[error("no game is on now: the next one begins when the reward has been picked")]
    BetweenGames,
    /// Picking a reward that one does not have.
    #[error("you have no reward to pick now")]
    NoReward,
    /// More or fewer pieces than agreed.
    #[error("pick {}: this table agreed on that", pieces(*.0))]
    RewardNumber(u8),
    /// Text that names no piece.
    #[error("{0:?} is no piece of the agreed set: choose one of those shown")]
    NoSuchReward(String),
    /// A piece that the table did not agree on.
    #[error("the {} is not in the agreed set: choose one of those shown", .0.name())]
    NotAgreed(Form),
    /// A seat is empty, so not everybody can speak.
    #[error("{0} is empty: wait until a substitute sits there")]
    SeatIsEmpty(Seat),
    /// Agreeing or declining where nobody proposed a draw.
    #[error("nobody offers a draw now")]
    NoDrawOffered,
    /// The word was given before.
    #[error("you have given your word already: wait for the others")]
    AlreadyAgreed,
    /// The offerer declines the own offer.
    #[error("this is your own offer: it stands until the others answer or move")]
    OwnOffer,
    /// Time given to the own team.
    #[error("you can give time to your opponents only")]
    NotAnOpponent,
    /// Time given to somebody who decides nothing.
    #[error("{0} has nothing to decide now: give time while their clock is on")]
    DecidesNothing(Seat),
    /// Too much or too little time.
    #[error("give 1 to 14 days")]
    GiftDays,
    /// Too long or too short a pause.
    #[error("a pause has 1 to 60 days")]
    PauseDays,
    /// A pause of another length is proposed.
    #[error("a pause of {0} days is proposed already: agree to it or decline it first")]
    PauseProposed(u16),
    /// Agreeing or declining where nobody proposed a pause.
    #[error("nobody proposes a pause now")]
    NoPauseProposed,
    /// Proposing a pause in a pause.
    #[error("the match pauses already")]
    PauseRuns,
    /// Resuming what does not pause.
    #[error("the match does not pause")]
    NoPause,
    /// A vacation that ends before it begins.
    #[error("the vacation must end after it begins, and later than now")]
    VacationOrder,
    /// A vacation that begins too far ahead.
    #[error("plan a vacation at most one year ahead")]
    VacationTooFar,
    /// A vacation runs.
    #[error("your vacation runs already: end it before you plan another")]
    VacationRuns,
    /// More than the yearly budget.
    #[error("you have {days} {} of vacation left in {year} in this match: choose a shorter one", day_word(*days))]
    VacationBudget {
        /// The year in which it is too much.
        year: i32,
        /// Whole days left in that year.
        days: u16,
    },
    /// Vacation that cannot be used by itself.
    #[error("this match agreed on no days of vacation")]
    NoVacationDays,
    /// Nothing to end.
    #[error("you have no vacation to end: one that began by itself ends with your decision")]
    NoVacation,
    /// Aborting after both teams have moved.
    #[error("both teams have moved: the match can no longer be called off, only resigned or drawn")]
    TooLateToAbort,
    /// Asking for a seat where somebody sits.
    #[error("{0} is not empty")]
    SeatNotEmpty(Seat),
    /// A substitute who knows the other side.
    #[error("you have sat for the other team in this match: you cannot play against it")]
    SatAgainst,
    /// Asking twice.
    #[error("you have asked already: wait for the players' word")]
    AlreadyAsked,
    /// Asking again after taking it back twice.
    #[error("you have asked for this seat and taken that back twice: leave it to somebody else")]
    AskedBefore,
    /// Too many ask for one seat.
    #[error("enough people have asked for this seat: wait until one of them sits or withdraws")]
    TooManyCandidates,
    /// Somebody who does not ask (any more).
    #[error("this person does not ask for a seat here any more")]
    NoCandidate,
    /// A span that cannot be given back.
    #[error("this span is no outage of this match, or no clock gains by it")]
    NoCredit,
    /// A fault of the program: events that do not fold.
    #[error("the match could not go on: {0}")]
    Broken(Corrupt),
}

fn waits_for(who: Option<Seat>) -> String {
    who.map_or_else(|| "your board waits".to_owned(), |seat| format!("{seat} decides"))
}

fn pieces(number: u8) -> String {
    if number == 1 { "one piece".to_owned() } else { format!("{number} pieces") }
}

fn day_word(days: u16) -> &'static str {
    if days == 1 { "day" } else { "days" }
}

/// Why a log is not the log of a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Corrupt {
    /// An entry that does not parse.
    #[error("{0}")]
    Unreadable(String),
    /// Numbers with a gap.
    #[error("event {found} stands where event {expected} should")]
    Sequence {
        /// The number due.
        expected: u64,
        /// The number found.
        found: u64,
    },
    /// No entry at all.
    #[error("the log is empty")]
    Empty,
    /// The first event is not the opening.
    #[error("a log begins with match_opened")]
    NoOpening,
    /// The opening again.
    #[error("a match is opened once")]
    OpenedTwice,
    /// Rules that this program does not have.
    #[error("the match keeps to revision {0} of the rules, which this version of delirious does not know")]
    RulesRevision(u32),
    /// An older form than the event before.
    #[error("the event has an older form than the one before")]
    FormBack,
    /// Earlier than the event before.
    #[error("the event is earlier than the one before")]
    TimeBack,
    /// Something that follows by itself must happen at the same moment.
    #[error("{0} follows at once, at the same time")]
    NotAtOnce(&'static str),
    /// Something else had to come first.
    #[error("{0} has to come first")]
    Missing(&'static str),
    /// A roll, pass or start that nothing called for.
    #[error("nothing called for this {0}")]
    Uncalled(&'static str),
    /// An event that cannot happen at this stage.
    #[error("{0} cannot happen at this stage of the match")]
    WrongStage(&'static str),
    /// A seat that is taken, free or not of this rule set.
    #[error("{0} cannot be taken or left now")]
    Seat(Seat),
    /// An account on two seats.
    #[error("one account holds two seats")]
    TwoSeats,
    /// A decision where none runs, or of the wrong seat.
    #[error("this is not the decision that runs on board {0}")]
    NotTheTurn(BoardNo),
    /// A decision after its deadline.
    #[error("the time of a decision had run out before")]
    Late,
    /// Something whose moment is not the next that is due.
    #[error("{0} was not due at this moment")]
    NotDue(&'static str),
    /// A word, an offer, a vacation or a substitute that the agreements do not allow.
    #[error("{0} is not possible here: {1}")]
    Unfit(&'static str, String),
    /// A move that the rules do not allow.
    #[error("illegal move {mv}: {why}")]
    Illegal {
        /// The move.
        mv: String,
        /// Why.
        why: rules::Refusal,
    },
    /// The event's word on its seal is wrong.
    #[error("the event says wrongly whether its salt opened a seal")]
    SealWord,
    /// A chain or roll number that is not the next.
    #[error("the roll should be number {roll} of chain {chain}")]
    RollNumber {
        /// The chain due.
        chain: u32,
        /// The roll due.
        roll: u32,
    },
    /// Gifts or a reward that were not agreed on.
    #[error("the table agreed on {0} pieces of its set for each")]
    Pieces(u8),
    /// A move of a hidden piece in an export that does not open it.
    #[error("the move is sealed")]
    Sealed,
    /// The public part of a decision says wrongly what all may know of it.
    #[error("the event says wrongly what all may know of the move")]
    Unseen,
    /// A decision that is said to have met a hidden piece and did not, or the other way round.
    #[error("the event says wrongly whether the move met a hidden piece, or which")]
    Bump,
    /// Event dice that are none of this table.
    #[error("these are not the event dice of this round: one die, with an event its name and what it draws")]
    EventDice,
    /// Event dice that do not follow from link and salts.
    #[error("the event dice do not follow from link and salts: they should be {0:?}")]
    WrongEventDice(Vec<u8>),
    /// Pieces that did not show themselves.
    #[error("the event says wrongly which hidden pieces showed themselves")]
    Shown,
    /// Pieces that do not follow from link and salts.
    #[error("the pieces do not follow from link and salts: they should be {0}")]
    WrongPieces(String),
    /// Not the dice that this turn rolls.
    #[error("a turn rolls {0} dice of six faces")]
    Dice(usize),
    /// The anchor of the next chain missing or uncalled for.
    #[error("the anchor of the next chain belongs to roll 4000 and to no other")]
    NextAnchor,
    /// New chains out of order.
    #[error("new chains have a number of at least {0}, for table, board 1 and board 2")]
    NewChains(u32),
    /// A head that does not fit.
    #[error("the log head is not the hash of what stands before it")]
    Head {
        /// The head that fits.
        expected: Hash,
    },
    /// A link that does not hash to the one before.
    #[error("the link does not hash to the one before it")]
    Link,
    /// Dice that do not follow from link and salts.
    #[error("the dice do not follow from link and salts: they should be {0:?}")]
    WrongDice(Vec<u8>),
    /// What follows by itself is missing at the end.
    #[error("the log ends where {0} should follow")]
    Unfinished(&'static str),
    /// The file as a whole.
    #[error("{0}")]
    File(String),
}

impl From<EventError> for Corrupt {
    fn from(error: EventError) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl From<Corrupt> for Refusal {
    fn from(fault: Corrupt) -> Self {
        Self::Broken(fault)
    }
}
