//! From a state to what one viewer may know (DESIGN §5): the only way to a [`View`].
//!
//! A [`Viewer`] says who looks, an [`Eye`] what of a game's hidden pieces is seen: a seat sees with its
//! team's eyes and everybody else with none, until the game is over and all is open.

mod boards;
mod clocks;
mod deeds;
mod events;
mod games;
mod hidden;
mod moves;
mod names;
mod proof;
mod series;
mod story;
mod told;

pub use names::Names;
pub use proof::proof;
pub use told::told;

use super::game::{Corrupt, Export, ExportEntry, Lapse, LogEntry, Stage, State, Turn};
use super::ids::AccountId;
use super::rules::Eye;
use super::seat::{BoardNo, Seat, Team};
use super::view::{Phase, RulesView, TurnView, View};
use names::Speaker;

/// Who looks. What is hidden depends on the team alone; once a match is over everybody sees all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Somebody at the table.
    Seat(Seat),
    /// Somebody with an account and without a seat: sees what a spectator sees, and whether a seat can be
    /// asked for.
    Visitor(AccountId),
    /// Somebody without a seat, perhaps without an account.
    Spectator,
}

impl Viewer {
    /// How an account (or somebody without one) looks at a match.
    #[must_use]
    pub fn of(state: &State, account: Option<AccountId>) -> Self {
        let Some(account) = account else { return Self::Spectator };
        state.seat_of(account).map_or(Self::Visitor(account), Self::Seat)
    }

    /// How the same person looks at the match as it stood after event `seq` of `now`: opponents exchange seats
    /// between games.
    #[must_use]
    pub fn then(self, now: &State, seq: u64) -> Self {
        match self {
            Self::Seat(seat) => Self::Seat(now.seat_now(seat, seq)),
            other => other,
        }
    }

    /// The viewer's own seat.
    #[must_use]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Visitor(_) | Self::Spectator => None,
        }
    }

    /// The viewer's team.
    #[must_use]
    pub fn team(self) -> Option<Team> {
        self.seat().map(Seat::team)
    }
}

/// The match as `viewer` may see it now. For an earlier moment fold a shorter log and set
/// [`View::last_seq`] to the whole log's. `names` are the handles of all accounts of the match.
#[must_use]
pub fn view(state: &State, viewer: Viewer, names: &Names) -> View {
    view_with(state, viewer, own_eye(state, viewer), names)
}

/// The eyes with which somebody sees the game that is on, or that ended last.
pub(super) fn own_eye(state: &State, viewer: Viewer) -> Eye {
    if state.game_is_on() { viewer.team().map_or(Eye::Public, Eye::Team) } else { Eye::All }
}

/// An earlier moment of the match `now`: `then` is its state, and `viewer` who looked at it then. A game that
/// is over by now is seen whole.
#[must_use]
pub fn view_then(then: &State, viewer: Viewer, now: &State, names: &Names) -> View {
    let eye = if now.is_opened(then.seq) { Eye::All } else { own_eye(then, viewer) };
    view_with(then, viewer, eye, names)
}

fn view_with(state: &State, viewer: Viewer, eye: Eye, names: &Names) -> View {
    let speaker = Speaker::of(state, names, eye);
    let table = state.table.seen_by(eye);
    let rules = &state.settings.rules;
    let log = story::lines(&speaker);
    View {
        match_id: state.match_id,
        name: state.settings.name.to_string(),
        rules: RulesView {
            preset: rules.preset_name().to_owned(),
            title: rules.title().to_owned(),
            sentences: rules.sentences(),
            fairy: rules.fairy_in_short(),
            has_dice: rules.has_type_die() || rules.has_fairy_pieces() || rules.has_events(),
        },
        seq: state.seq,
        head: state.head.to_string(),
        last_seq: state.seq,
        you: viewer.seat(),
        phase: phase(&speaker),
        series: series::series(&speaker, viewer),
        opened_at: state.opened_at,
        updated_at: state.at,
        allowance_seconds: clocks::allowance_seconds(&state.settings),
        time: clocks::time_words(&state.settings),
        vacation_days: state.settings.vacation_days.days(),
        lapse_words: lapse_words(state.settings.lapse).to_owned(),
        seats: rules.seats().iter().map(|&seat| boards::seat(&speaker, viewer, seat)).collect(),
        boards: rules.boards().iter().map(|&board| boards::board(&speaker, viewer, &table, board)).collect(),
        salt_needed: viewer.seat().is_some_and(|seat| state.needs_salt_from().contains(&seat)),
        turns: state
            .turns
            .iter()
            .filter_map(|(_, turn)| turn.as_ref())
            .map(|t| turn(&speaker, viewer, t))
            .collect(),
        draw: clocks::draw(state),
        pause: clocks::pause(state),
        deeds: deeds::deeds(&speaker, viewer),
        news: story::news(state, viewer),
        log,
    }
}

/// The texts of the moves that the viewer may play on a board now: those of
/// [`TurnView::legal`](super::view::TurnView) without their words, for who plays without reading.
#[must_use]
pub fn choices(state: &State, viewer: Viewer, board: BoardNo) -> Vec<String> {
    let playable = |turn: &&Turn| viewer.seat() == Some(turn.decider) && state.frozen_by(board).is_none();
    let running = state.turn(board).filter(playable);
    let moves = running.map(|turn| state.table.legal(board, turn.demand())).unwrap_or_default();
    moves.iter().map(ToString::to_string).collect()
}

fn lapse_words(lapse: Lapse) -> &'static str {
    match lapse {
        Lapse::Forfeit => "Who lets the time run out loses the game for the team.",
        Lapse::OpponentChooses => {
            "When your time runs out, your opponent chooses that move for you; the third time, your team loses."
        }
    }
}

fn phase(speaker: &Speaker<'_>) -> Phase {
    match &speaker.state.phase {
        Stage::Open => Phase::Open,
        Stage::Running => Phase::Running,
        Stage::Cancelled => Phase::Cancelled,
        Stage::Over { ending, at } => Phase::Over {
            result: ending.sentence(speaker.state.seat_list()),
            winner: ending.winner(),
            words: series::ending_words(speaker, ending),
            at: *at,
        },
    }
}

fn turn(speaker: &Speaker<'_>, viewer: Viewer, turn: &Turn) -> TurnView {
    let state = speaker.state;
    let frozen = state.frozen_by(turn.board).is_some();
    let decides = viewer.seat() == Some(turn.decider);
    let any_instead = turn.roll.is_some() && state.table.family_fallback(turn.board, turn.demand());
    TurnView {
        seq: turn.seq,
        board: turn.board,
        mover: turn.mover,
        decider: turn.decider,
        asks: series::asks(state, turn),
        called: series::called(state, turn),
        roll: turn.roll.map(|fallen| story::roll(fallen, any_instead)),
        began_at: turn.began_at,
        deadline: turn.clock.deadline(&state.outages),
        left_seconds: clocks::seconds(turn.clock.left_at(state.at, &state.outages)),
        stopped: clocks::stopped(speaker, turn),
        hurried: turn.hurried.is_some(),
        frozen,
        touched: if decides { series::touched(state, turn) } else { None },
        legal: if decides && !frozen { moves::legal(state, turn) } else { Vec::new() },
    }
}

/// The export `/m/{id}.json` of a whole log that folds to `state`: every public text byte for byte.
/// Nonces and sealed parts of games that are over are opened; before that their hashes stand there.
pub fn export(state: &State, log: &[LogEntry]) -> Result<String, Corrupt> {
    let give = |entry: &LogEntry| {
        if state.is_opened(entry.seq) { ExportEntry::opened(entry) } else { ExportEntry::closed(entry) }
    };
    Export::new(state.match_id, log.iter().map(give).collect()).text()
}
