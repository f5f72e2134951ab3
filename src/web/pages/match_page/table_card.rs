//! The card "At the table": what the reader may do besides moving, from `View::deeds` alone.

use super::confirm::Final;
use super::words::who;
use crate::domain::view::{Deed, PauseView, VacationView, View};
use crate::domain::zone::{Zone, days_words};
use time::OffsetDateTime;
use uuid::Uuid;

/// What was typed into the card's forms when one of them was refused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardDraft {
    /// Days of more time.
    pub give: String,
    /// Days of a pause.
    pub pause: String,
    /// First day of a vacation.
    pub from: String,
    /// Last day of a vacation.
    pub until: String,
}

/// The card; each form is there only while its deed is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableCard {
    /// Opens with the page, because a form of it was refused.
    pub open: bool,
    /// What was typed.
    pub draft: CardDraft,
    /// Key of the form that offers a draw.
    pub offer_draw: Option<Uuid>,
    /// Forms that give time.
    pub give_time: Vec<TimeForm>,
    /// Key of the form that asks for a pause.
    pub ask_pause: Option<Uuid>,
    /// Takes the own wish for a pause back: key, and the event that wished it.
    pub drop_pause: Option<(Uuid, u64)>,
    /// Key of the form that asks to go on.
    pub resume: Option<Uuid>,
    /// Vacation.
    pub vacation: Option<VacationForm>,
    /// What ends it for the reader, behind a question.
    pub finals: Vec<Final>,
}

/// More time for one opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeForm {
    /// Key.
    pub key: Uuid,
    /// `White1`.
    pub seat: &'static str,
    /// `bruno (White1)`.
    pub who: String,
    /// The decision that gets it.
    pub turn: u64,
}

/// Vacation in this match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VacationForm {
    /// How it stands: `Your vacation runs until …`; what is left of the year.
    pub words: String,
    /// Key of the form that plans one.
    pub plan: Option<Uuid>,
    /// Today in the reader's zone, the first day that can be chosen.
    pub today: String,
    /// Key of the form that ends one, and its button.
    pub end: Option<(Uuid, &'static str)>,
    /// Key of the form that switches the automatic use, and what it would be.
    pub auto: Option<(Uuid, bool)>,
}

impl TableCard {
    /// The card for the viewer; none where nothing can be done.
    #[must_use]
    pub fn new(
        view: &View,
        zone: &Zone,
        now: OffsetDateTime,
        key: impl Fn(u8) -> Uuid,
        draft: Option<CardDraft>,
    ) -> Option<Self> {
        let may = |deed: Deed| view.deeds.contains(&deed);
        let card = Self {
            open: draft.is_some(),
            draft: draft.unwrap_or_default(),
            offer_draw: may(Deed::OfferDraw).then(|| key(40)),
            give_time: time_forms(view, &key),
            ask_pause: may(Deed::AskPause).then(|| key(42)),
            drop_pause: own_pause(view).filter(|_| may(Deed::DeclinePause)).map(|seq| (key(43), seq)),
            resume: (may(Deed::AskResume) && nobody_resumes(view)).then(|| key(44)),
            vacation: vacation(view, zone, now, &key),
            finals: Final::ALL.into_iter().filter(|what| may(what.deed())).collect(),
        };
        card.has_any().then_some(card)
    }

    fn has_any(&self) -> bool {
        self.offer_draw.is_some()
            || !self.give_time.is_empty()
            || self.ask_pause.is_some()
            || self.drop_pause.is_some()
            || self.resume.is_some()
            || self.vacation.is_some()
            || !self.finals.is_empty()
    }
}

fn own_pause(view: &View) -> Option<u64> {
    match &view.pause {
        Some(PauseView::Asked { seq, by, .. }) if view.you == Some(*by) => Some(*seq),
        _ => None,
    }
}

fn nobody_resumes(view: &View) -> bool {
    matches!(&view.pause, Some(PauseView::Running { resume, .. }) if resume.is_empty())
}

fn time_forms(view: &View, key: &impl Fn(u8) -> Uuid) -> Vec<TimeForm> {
    let forms = (50..).zip(&view.deeds).filter_map(|(n, deed)| {
        let Deed::GiveTime { to } = deed else { return None };
        let turn = view.turns.iter().find(|turn| turn.decider == *to)?.seq;
        Some(TimeForm { key: key(n), seat: to.name(), who: who(view, *to), turn })
    });
    forms.collect()
}

fn vacation(
    view: &View,
    zone: &Zone,
    now: OffsetDateTime,
    key: &impl Fn(u8) -> Uuid,
) -> Option<VacationForm> {
    let held = view.seats.iter().find(|held| Some(held.seat) == view.you)?;
    let may = |deed: Deed| view.deeds.contains(&deed);
    let auto = [true, false].into_iter().find(|&on| may(Deed::AutoVacation { on }));
    let end = match &held.vacation {
        Some(VacationView { running: true, .. }) => "End it now",
        _ => "Drop it",
    };
    let form = VacationForm {
        words: vacation_words(held.vacation.as_ref(), held.vacation_left_days, view.vacation_days, zone),
        plan: may(Deed::PlanVacation).then(|| key(45)),
        today: zone.today(now),
        end: may(Deed::EndVacation).then(|| (key(46), end)),
        auto: auto.map(|on| (key(47), on)),
    };
    let any = form.plan.is_some() || form.end.is_some() || form.auto.is_some();
    any.then_some(form)
}

fn vacation_words(vacation: Option<&VacationView>, left: u16, of: u16, zone: &Zone) -> String {
    let how = match vacation {
        None => String::new(),
        Some(VacationView { running: true, automatic: true, .. }) => {
            "A vacation day is being used, because your time ran out; it ends when you decide. ".to_owned()
        }
        Some(VacationView { running: true, until, .. }) => {
            format!("Your vacation runs until {}. ", zone.full(*until))
        }
        Some(VacationView { from, until, .. }) => {
            format!("Your vacation is planned from {} to {}. ", zone.full(*from), zone.full(*until))
        }
    };
    format!("{how}You have {} of {} left this year.", left, days_words(of))
}
