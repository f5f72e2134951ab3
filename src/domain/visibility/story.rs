//! The story of a match in lines and words.

use super::names::Speaker;
use super::{Viewer, events, games, hidden};
use crate::domain::dice::Mark;
use crate::domain::game::{AfterLapse, Fallen, Line, MovedLine, State, What};
use crate::domain::rules::{DrawBy, Family, Move, Outcome, WinBy};
use crate::domain::seat::Seat;
use crate::domain::view::{LineKind, LogLine, RollView};

/// Everything that happened, oldest first.
pub(super) fn lines(speaker: &Speaker<'_>) -> Vec<LogLine> {
    speaker.state.history.iter().map(|line| log_line(speaker, line)).collect()
}

/// How many lines came after the viewer's own last decision (or after sitting down).
pub(super) fn news(state: &State, viewer: Viewer) -> usize {
    let Some(you) = viewer.seat() else { return 0 };
    // Seats are exchanged between games: where the viewer sat when a line was told.
    let own = |line: &Line| own_line(&line.what, state.seat_now(you, line.seq));
    state.history.iter().rev().take_while(|line| !own(line)).count()
}

/// Whether a line tells the decision of a seat, or that somebody sat down there.
fn own_line(what: &What, you: Seat) -> bool {
    match what {
        What::Moved(moved) => moved.chooser.unwrap_or(moved.seat) == you,
        What::Bumped(line) => line.chooser.unwrap_or(line.seat) == you,
        What::Called(line) => !line.by_itself && line.seat.opponent() == you,
        What::Rewarded { seat, by_dice: false, .. }
        | What::Joined { seat, .. }
        | What::SubstituteSeated { seat, .. } => *seat == you,
        _ => false,
    }
}

fn log_line(speaker: &Speaker<'_>, line: &Line) -> LogLine {
    LogLine {
        seq: line.seq,
        at: line.at,
        board: line.what.board(),
        seat: whose(&line.what),
        kind: kind(&line.what),
        notation: notation(&speaker.at(line.seq), &line.what),
        words: words(&speaker.at(line.seq), &line.what),
        roll: told_roll(&line.what),
        chooser: match &line.what {
            What::Moved(moved) => moved.chooser,
            What::Bumped(bumped) => bumped.chooser,
            What::Called(called) if !called.by_itself => Some(called.seat.opponent()),
            _ => None,
        },
    }
}

fn told_roll(what: &What) -> Option<RollView> {
    match what {
        What::Moved(moved) => moved.roll.map(|fallen| roll(fallen, moved.any_instead)),
        What::Called(called) => called.roll.map(|fallen| roll(fallen, false)),
        What::Bumped(bumped) => bumped.roll.map(|fallen| roll(fallen, false)),
        What::Rolled { fallen, .. } => Some(roll(*fallen, false)),
        _ => None,
    }
}

fn whose(what: &What) -> Option<Seat> {
    match what {
        What::Joined { seat, .. }
        | What::Left { seat, .. }
        | What::Passed { seat, .. }
        | What::Revealed { seat, .. }
        | What::Resigned { seat }
        | What::Salted { seat }
        | What::DrawOffered { seat }
        | What::DrawAgreed { seat }
        | What::DrawDeclined { seat }
        | What::TimeGiven { seat, .. }
        | What::PauseAsked { seat, .. }
        | What::PauseAgreed { seat }
        | What::PauseDeclined { seat, .. }
        | What::ResumeAsked { seat }
        | What::VacationPlanned { seat, .. }
        | What::VacationBegan { seat, .. }
        | What::VacationEnded { seat, .. }
        | What::VacationGivenUp { seat, .. }
        | What::AutoVacation { seat, .. }
        | What::Hurried { seat }
        | What::Aborted { seat }
        | What::Vacated { seat, .. }
        | What::SubstituteAgreed { by: seat, .. }
        | What::SubstituteSeated { seat, .. }
        | What::VacancyEnded { seat }
        | What::Rewarded { seat, .. }
        | What::Rolled { mover: seat, .. }
        | What::TimeRanOut { decider: seat, .. } => Some(*seat),
        What::Moved(moved) => Some(moved.seat),
        What::Called(called) => Some(called.seat),
        What::Bumped(bumped) => Some(bumped.seat),
        _ => None,
    }
}

fn kind(what: &What) -> LineKind {
    match what {
        What::Moved(moved) if moved.mv != Move::Sit => LineKind::Move,
        What::Moved(_) | What::Passed { .. } => LineKind::Pass,
        What::Called(_) => LineKind::Call,
        What::Bumped(_) | What::Revealed { .. } => LineKind::Reveal,
        What::Happened(_) => LineKind::Event,
        What::Rewarded { .. } | What::Gifts { .. } => LineKind::Gift,
        What::Scored { .. } => LineKind::Score,
        What::Rolled { .. } => LineKind::Roll,
        What::TimeRanOut { .. } | What::Hurried { .. } => LineKind::Time,
        What::TimeGiven { .. }
        | What::PauseBegan { .. }
        | What::PauseEnded { .. }
        | What::VacationBegan { .. }
        | What::VacationEnded { .. }
        | What::VacationGivenUp { running: true, .. }
        | What::ClocksCredited { .. } => LineKind::Clock,
        What::Resigned { .. }
        | What::Aborted { .. }
        | What::VacancyEnded { .. }
        | What::Ended { .. }
        | What::MatchEnded { .. } => LineKind::End,
        _ => LineKind::Table,
    }
}

fn notation(speaker: &Speaker<'_>, what: &What) -> String {
    match what {
        What::Moved(moved) => format!("{} {}", moved.label, hidden::san(speaker, moved)),
        What::Passed { label, .. } => format!("{label} pass"),
        _ => String::new(),
    }
}

/// A roll, explained.
pub(super) fn roll(fallen: Fallen, any_instead: bool) -> RollView {
    RollView {
        kind_die: fallen.kind,
        family: family(fallen.kind).to_owned(),
        any_instead,
        worst_die: fallen.worst_die,
        worst: fallen.worst,
        sealed: fallen.mark == Mark::Sealed,
    }
}

fn family(face: u8) -> &'static str {
    Family::of_die(face).map_or("any piece", Family::name)
}

/// `2 knight`, `2 knight, 1 worst`, `4 rook, but none could move`.
pub(super) fn roll_words(fallen: Fallen, any_instead: bool) -> String {
    let none = if any_instead { ", but none could move" } else { "" };
    let kind = format!("{} {}{none}", fallen.kind, family(fallen.kind));
    match fallen.worst_die {
        Some(die) => format!("{kind}, {die} {}", if fallen.worst { "worst" } else { "best" }),
        None => kind,
    }
}

/// One line in words.
pub(super) fn words(speaker: &Speaker<'_>, what: &What) -> String {
    let seat = |seat: Seat| speaker.seat(seat);
    match what {
        What::Opened { by } => format!("{} opened the match", speaker.account(*by)),
        What::Joined { seat, account } => format!("{} sat down as {seat}", speaker.account(*account)),
        What::Left { seat, account } => format!("{} left {seat}", speaker.account(*account)),
        What::Cancelled => "the match was called off".to_owned(),
        What::Rolled { mover, fallen } if fallen.worst => {
            format!(
                "{} rolled {}: {} chooses",
                seat(*mover),
                roll_words(*fallen, false),
                seat(mover.opponent())
            )
        }
        What::Rolled { mover, fallen } => format!("{} rolled {}", seat(*mover), roll_words(*fallen, false)),
        What::Moved(moved) => moved_words(speaker, moved),
        What::Passed { seat: mover, .. } => format!("{} has no move and passes", seat(*mover)),
        What::TimeRanOut { decider, lapse, follows, .. } => lapse_words(speaker, *decider, *lapse, *follows),
        What::Resigned { seat: who } => format!("{} resigned", seat(*who)),
        What::ChainsRenewed => "the host started new chains of dice".to_owned(),
        What::Salted { seat: who } => format!("{} gave a salt for the dice", seat(*who)),
        What::Ended { outcome } => result_words(speaker, outcome),
        What::Started { .. }
        | What::Called(_)
        | What::Rewarded { .. }
        | What::Gifts { .. }
        | What::Scored { .. }
        | What::MatchEnded { .. } => games::words(speaker, what),
        What::Bumped(_) | What::Revealed { .. } | What::Happened(_) => hidden::words(speaker, what),
        other => events::words(speaker, other),
    }
}

fn moved_words(speaker: &Speaker<'_>, moved: &MovedLine) -> String {
    let whose = speaker.seat(moved.seat);
    let rolled = moved
        .roll
        .map_or_else(String::new, |fallen| format!(" (rolled {})", roll_words(fallen, moved.any_instead)));
    let san = hidden::san(speaker, moved);
    let more = format!("{rolled}{}{}", games::bomb_words(moved), hidden::move_words(speaker, moved));
    match moved.chooser {
        _ if moved.mv == Move::Sit => format!("{whose} sits and waits for a piece"),
        Some(chooser) => format!("{} chose {san} for {whose}{more}", speaker.seat(chooser)),
        None => format!("{whose} played {san}{more}"),
    }
}

fn lapse_words(speaker: &Speaker<'_>, decider: Seat, lapse: Option<u8>, follows: AfterLapse) -> String {
    let (late, across) = (speaker.seat(decider), speaker.seat(decider.opponent()));
    let times = match lapse {
        Some(1) | None => String::new(),
        Some(2) => " for the second time".to_owned(),
        Some(3) => " for the third time".to_owned(),
        Some(n) => format!(" for the {n}th time"),
    };
    match follows {
        AfterLapse::OpponentChooses => format!("{late}'s time ran out{times}: {across} chooses this move"),
        AfterLapse::MoverChooses => format!("{late} did not choose in time: {across} moves freely"),
        AfterLapse::Loses => format!("{late}'s time ran out{times}"),
        AfterLapse::DicePick => format!("{late} picked no reward in time: the dice pick it"),
        AfterLapse::Draws => "the time of both teams ran out at the same moment".to_owned(),
    }
}

/// `ana and dora win: bruno's king was captured`.
pub(super) fn result_words(speaker: &Speaker<'_>, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Win { team, by } => {
            let winners = speaker.team(*team);
            let verb = if speaker.state.seat_list().len() > 2 { "win" } else { "wins" };
            format!("{winners} {verb}: {}", win_words(speaker, *by))
        }
        Outcome::Draw { by } => format!("Draw: {}", draw_words(*by)),
    }
}

fn win_words(speaker: &Speaker<'_>, by: WinBy) -> String {
    // The game that ends by the event as of which seats are named, not a later one.
    let history = || speaker.state.history.iter().rev().filter(|line| line.seq <= speaker.until());
    let beaten = || {
        let last = history().find_map(|line| match &line.what {
            What::Moved(moved) => Some(moved.seat.opponent()),
            _ => None,
        });
        last.map_or_else(String::new, |seat| speaker.seat(seat))
    };
    let acted = history().find_map(|line| match &line.what {
        What::Resigned { seat } => Some(format!("{} resigned", speaker.seat(*seat))),
        What::VacancyEnded { seat } => Some(format!("nobody took {seat}")),
        What::TimeRanOut { decider, .. } => Some(format!("{}'s time ran out", speaker.seat(*decider))),
        _ => None,
    });
    let acted = acted.unwrap_or_default();
    match by {
        WinBy::KingCapture => format!("{}'s king was captured", beaten()),
        WinBy::Mate => format!("{} is mated", beaten()),
        WinBy::Resignation | WinBy::Time => acted,
        WinBy::Boards(..) => format!("the {by} decide"),
    }
}

fn draw_words(by: DrawBy) -> &'static str {
    match by {
        DrawBy::Repetition => "the same table came up for the third time",
        DrawBy::Agreement => "all agreed on a draw",
        DrawBy::NoMoves => "nobody at the table can move",
        DrawBy::Time => "the time of both teams ran out at the same moment",
        DrawBy::Length => "1,000 moves have been played",
        DrawBy::Boards => "each team has one point from the two boards",
    }
}
