//! What needs words: draws, pauses, and calling a game off.

use super::Moment;
use crate::domain::game::clock::plus;
use crate::domain::game::history::What;
use crate::domain::game::offers::{DrawOffer, Pause};
use crate::domain::game::state::State;
use crate::domain::rules::{DrawBy, Outcome};
use crate::domain::seat::{BySeat, Seat};
use time::Duration;

/// The first word.
fn word_of(by: Seat) -> BySeat<bool> {
    BySeat::from_fn(|seat| seat == by)
}

impl State {
    /// Whether every seat has given its word.
    fn is_unanimous(&self, words: BySeat<bool>) -> bool {
        self.seat_list().iter().all(|&seat| words[seat])
    }

    pub(super) fn offer_draw(&mut self, now: Moment, seat: Seat) {
        self.draw = Some(DrawOffer { seq: now.seq, by: seat, words: word_of(seat) });
        self.tell(now, What::DrawOffered { seat });
    }

    pub(super) fn agree_draw(&mut self, now: Moment, seat: Seat) {
        self.tell(now, What::DrawAgreed { seat });
        let Some(offer) = &mut self.draw else { return };
        offer.words[seat] = true;
        let words = offer.words;
        if self.is_unanimous(words) {
            self.end(now, &Outcome::Draw { by: DrawBy::Agreement });
        }
    }

    pub(super) fn decline_draw(&mut self, now: Moment, seat: Seat) {
        self.draw = None;
        self.tell(now, What::DrawDeclined { seat });
    }

    /// A decision of the other team answers an offer.
    pub(super) fn answer_draw_by_move(&mut self, decider: Seat) {
        self.draw.take_if(|offer| offer.by.team() != decider.team());
    }

    pub(super) fn ask_pause(&mut self, now: Moment, seat: Seat, days: u16) {
        self.pause = Some(Pause::Asked { seq: now.seq, by: seat, days, words: word_of(seat) });
        self.tell(now, What::PauseAsked { seat, days });
    }

    pub(super) fn agree_pause(&mut self, now: Moment, seat: Seat) {
        self.tell(now, What::PauseAgreed { seat });
        let Some(Pause::Asked { days, words, .. }) = &mut self.pause else { return };
        words[seat] = true;
        let (days, words) = (*days, *words);
        if self.is_unanimous(words) {
            let until = plus(now.due, Duration::days(i64::from(days)));
            self.pause = Some(Pause::Runs { until, resume: None, words: BySeat::default() });
            self.tell(now, What::PauseBegan { days });
        }
    }

    pub(super) fn decline_pause(&mut self, now: Moment, seat: Seat) {
        let own = matches!(self.pause.take(), Some(Pause::Asked { by, .. }) if by == seat);
        self.tell(now, What::PauseDeclined { seat, own });
    }

    pub(super) fn ask_resume(&mut self, now: Moment, seat: Seat) {
        self.tell(now, What::ResumeAsked { seat });
        let Some(Pause::Runs { resume, words, .. }) = &mut self.pause else { return };
        resume.get_or_insert(now.seq);
        words[seat] = true;
        let words = *words;
        if self.is_unanimous(words) {
            self.end_pause(now, true);
        }
    }

    pub(super) fn end_pause(&mut self, now: Moment, early: bool) {
        self.pause = None;
        self.tell(now, What::PauseEnded { early });
    }

    pub(super) fn abort(&mut self, now: Moment, seat: Seat) {
        self.tell(now, What::Aborted { seat });
        self.call_off();
    }
}
