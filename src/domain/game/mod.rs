//! A match as the log of its events (DESIGN §3).
//!
//! How a command goes, in one transaction with the match's row locked:
//!
//! ```text
//! let mut state = fold(match_id, &log)?;                    // or a snapshot and the entries after it
//! let ctx = Context { now, dice: &dice_key };               // the clock read after the lock
//! let mut new = append(&mut state, credit(&state, from, until, &ctx)?, &mut nonce)?;  // an outage first
//! new.extend(append(&mut state, settle(&state, &ctx)?, &mut nonce)?);     // then what is overdue
//! let decided = decide(&state, &command, &ctx);             // Ok(events), or a Refusal to tell
//! new.extend(append(&mut state, decided?, &mut nonce)?);    // seals the events and folds them in
//! store(new); update_read_model(&state); ...                // on a refusal the settled part still counts
//! ```
//!
//! A match begins with [`open`] and [`begin`]. Nothing but `visibility` reads a state's insides.
//!
//! | file | what |
//! | --- | --- |
//! | `event` | what can happen, and its text |
//! | `log` | entries and heads |
//! | `settings`, `bank` | name, allowance or bank, vacation, lapse, who may join |
//! | `command`, `refusal` | what can be asked, and why it is not done |
//! | `clock`, `stops` | how clocks count, and what makes them stand |
//! | `vacation`, `offers` | vacations and their budget; draws, pauses and substitutes, which need words |
//! | `state`, `turn`, `dice_book`, `history`, `series` | what a log adds up to |
//! | `fits` | what draws, pauses, vacations and substitutes may do when |
//! | `fold` | log to state |
//! | `follow`, `happen` | what follows by itself: at once, and by the mere passing of time |
//! | `decide` | command to events |
//! | `asks` | who is asked for what |
//! | `export`, `verify` | the form of exports, and checking one whole |

mod asks;
mod bank;
mod clock;
mod command;
mod decide;
mod dice_book;
mod event;
mod export;
mod fits;
mod fold;
mod follow;
mod happen;
mod history;
mod log;
mod offers;
mod refusal;
mod series;
mod settings;
mod state;
mod stops;
mod turn;
mod vacation;
mod verify;

pub use asks::{Ask, AskKind};
pub use bank::{Bank, BankError, VacationDays, VacationDaysError};
pub use command::{Command, Context, Open, SaltGiven};
pub use decide::{append, begin, credit, decide, open, settle};
pub use event::{
    AfterLapse, Bumped, CalledByItself, EVENT_VERSION, Event, EventError, EventKind, EventRolled,
    GiftsRolled, Leaving, MatchOpened, Moved, NewChain, Pieces, Revealed, RewardPicked, RewardRolled, Rolled,
    SeatTaken, Shown, TimeRanOut, Unseen,
};
pub use export::{EXPORT_FORMAT, Export, ExportEntry, MAX_EXPORT};
pub use fold::fold;
pub use log::{LogEntry, first_head, next_head, sealed_hash};
pub use refusal::{Corrupt, Refusal};
pub use series::{Ending, GameOver};
pub use settings::{
    Allowance, AllowanceError, Join, Lapse, LengthError, MAX_NAME, MatchLength, MatchName, NameError,
};
pub use state::{FOLD_VERSION, OpenTurn, State, Status};
pub use verify::{Failure, Verified, verify};

pub(in crate::domain) use decide::may;
pub(in crate::domain) use history::{BumpedLine, CalledLine, HappenedLine, Line, MovedLine, Occurred, What};
pub(in crate::domain) use offers::{Candidate, Pause};
pub(in crate::domain) use state::Stage;
pub(in crate::domain) use stops::Stop;
pub(in crate::domain) use turn::{Fallen, Turn};
