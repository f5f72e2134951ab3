//! Words for what happens to clocks, offers and seats; moves and dice are told in `story`.

use super::names::Speaker;
use crate::domain::game::{Leaving, What};
use crate::domain::seat::Seat;
use crate::domain::zone::days_words;
use time::OffsetDateTime;

/// The line in words; empty for what `story` tells.
pub(super) fn words(speaker: &Speaker<'_>, what: &What) -> String {
    let seat = |seat: Seat| speaker.seat(seat);
    match what {
        What::DrawOffered { seat: who } => format!("{} offers a draw", seat(*who)),
        What::DrawAgreed { seat: who } => format!("{} agrees to a draw", seat(*who)),
        What::DrawDeclined { seat: who } => format!("{} declines the draw", seat(*who)),
        What::TimeGiven { seat: who, to, days } => {
            format!("{} gives {} {}", seat(*who), seat(*to), count(*days, "day more", "days more"))
        }
        What::PauseAsked { seat: who, days } => {
            format!("{} proposes to pause the match for {}", seat(*who), days_words(*days))
        }
        What::PauseAgreed { seat: who } => format!("{} agrees to the pause", seat(*who)),
        What::PauseDeclined { seat: who, own: true } => {
            format!("{} takes the proposal of a pause back", seat(*who))
        }
        What::PauseDeclined { seat: who, .. } => format!("{} wants no pause", seat(*who)),
        What::PauseBegan { days } => {
            format!("all have agreed: the match pauses for {}, and all clocks stand", days_words(*days))
        }
        What::ResumeAsked { seat: who } => format!("{} would end the pause now", seat(*who)),
        What::PauseEnded { early: true } => "all have agreed: the pause is over".to_owned(),
        What::PauseEnded { early: false } => "the pause is over".to_owned(),
        What::ClocksCredited { from, until } => format!(
            "the service was down from {} to {}: all clocks stood still",
            minute(*from),
            minute(*until)
        ),
        What::Hurried { seat: who } => format!(
            "{} moved three times meanwhile: {} has a day at most to decide",
            seat(who.partner()),
            seat(*who)
        ),
        What::Aborted { seat: who } => {
            format!("{} called the match off before both teams had moved", seat(*who))
        }
        other => absence(speaker, other),
    }
}

fn absence(speaker: &Speaker<'_>, what: &What) -> String {
    let seat = |seat: Seat| speaker.seat(seat);
    match what {
        What::VacationPlanned { seat: who, from, until } => {
            format!("{} plans a vacation from {} to {}", seat(*who), minute(*from), minute(*until))
        }
        What::VacationBegan { seat: who, automatic: true } => {
            format!("{}'s time ran out: a day of vacation is used by itself", seat(*who))
        }
        What::VacationBegan { seat: who, .. } => format!("{} is on vacation", seat(*who)),
        What::VacationEnded { seat: who, automatic: true } => {
            format!("the day of vacation that {} used is over", seat(*who))
        }
        What::VacationEnded { seat: who, .. } => format!("{} is back from vacation", seat(*who)),
        What::VacationGivenUp { seat: who, running: true } => {
            format!("{} ends the vacation early", seat(*who))
        }
        What::VacationGivenUp { seat: who, .. } => format!("{} drops the planned vacation", seat(*who)),
        What::AutoVacation { seat: who, on: true } => {
            format!("{} lets vacation be used by itself when the time runs out", seat(*who))
        }
        What::AutoVacation { seat: who, .. } => {
            format!("{} no longer lets vacation be used by itself", seat(*who))
        }
        What::Vacated { seat: who, why } => {
            let why = match why {
                Leaving::Left => "has left for good",
                Leaving::Deleted => "is no longer a member",
            };
            format!("{} {why}: {who} is open for 7 days, and all clocks stand", seat(*who))
        }
        What::SubstituteAsked { seat, account } => {
            format!("{} would take {seat}", speaker.account(*account))
        }
        What::SubstituteWithdrew { seat, account } => {
            format!("{} would no longer take {seat}", speaker.account(*account))
        }
        What::SubstituteAgreed { seat: empty, account, by } => {
            format!("{} agrees to {} as {empty}", seat(*by), speaker.account(*account))
        }
        What::SubstituteSeated { seat, account } => {
            format!("{} sits down as {seat}", speaker.account(*account))
        }
        What::VacancyEnded { seat } => format!("nobody took {seat} within 7 days: the seat resigns"),
        _ => String::new(),
    }
}

fn count(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// `3 December 2026, 14:05 UTC`; a log is the same for all readers, so it keeps to UTC.
fn minute(at: OffsetDateTime) -> String {
    let (day, month, year) = (at.day(), at.month(), at.year());
    format!("{day} {month} {year}, {:02}:{:02} UTC", at.hour(), at.minute())
}
