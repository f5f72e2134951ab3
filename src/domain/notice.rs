//! What is mailed about a match, and how much of it a player wants (DESIGN §6).
//!
//! Words only: the store writes their names down, actions judge by them, mails and pages speak of them.

/// Something that a mail about a match tells its reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Notice {
    /// The three-move rule binds your decision (RULES §5).
    Hurry,
    /// A fifth of your time is left.
    LastFifth,
    /// A day is left.
    LastDay,
    /// Your time ran out.
    TimeRanOut,
    /// You decide your own move.
    Turn,
    /// You choose the opponent's move.
    Choose,
    /// You captured the king, and pick your reward for the next game.
    Reward,
    /// The dice cannot roll before somebody gives a salt, and you can.
    Salt,
    /// Somebody offers a draw, and your word is missing.
    DrawOffer,
    /// Somebody asks for a pause, or to end one early, and your word is missing.
    PauseOffer,
    /// Somebody asks for the empty seat, and your word is missing.
    Substitute,
    /// A seat is open, and all clocks stand.
    SeatOpen,
    /// The empty seat is taken.
    SubstituteSeated,
    /// A game has a result, and the match goes on.
    GameOver,
    /// The match has a result.
    End,
    /// The match was called off before both teams had moved.
    Aborted,
    /// All seats are taken and the game began.
    Start,
    /// Your army moves, and the opponent is choosing how.
    ChosenFor,
    /// A day of your vacation was used instead of a lapse.
    VacationUsed,
    /// The service was away, and gave the time back.
    Credited,
}

/// A notice with the event that caused it: together they name one thing that is told once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Told {
    /// What.
    pub notice: Notice,
    /// The event's number.
    pub seq: u64,
}

/// What a notice is about, as far as a player can switch it off for a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topic {
    /// Turns that begin.
    Turns,
    /// Reminders before the time is out.
    Reminders,
    /// Draws, pauses and substitutes that wait for a word.
    Offers,
    /// Whatever else happens: start, end, time that ran out, seats, vacation.
    News,
}

/// How much mail a player wants about a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Everything, at once.
    #[default]
    EveryTurn,
    /// One mail a day about all matches; what is urgent at once.
    Digest,
    /// Only what is urgent.
    Urgent,
    /// Only what the three-move rule mails whatever the settings.
    Nothing,
}

/// What a player wants to be mailed about one match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// How much.
    pub mode: Mode,
    /// What not, whatever the mode.
    pub muted: Vec<Topic>,
}

impl Notice {
    /// Every notice, the most urgent first.
    pub const ALL: [Self; 20] = [
        Self::Hurry,
        Self::LastFifth,
        Self::LastDay,
        Self::TimeRanOut,
        Self::Turn,
        Self::Choose,
        Self::Reward,
        Self::Salt,
        Self::DrawOffer,
        Self::PauseOffer,
        Self::Substitute,
        Self::SeatOpen,
        Self::SubstituteSeated,
        Self::GameOver,
        Self::End,
        Self::Aborted,
        Self::Start,
        Self::ChosenFor,
        Self::VacationUsed,
        Self::Credited,
    ];

    /// As the outbox and the metrics write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hurry => "hurry",
            Self::LastFifth => "last_fifth",
            Self::LastDay => "last_day",
            Self::TimeRanOut => "time_ran_out",
            Self::Turn => "turn",
            Self::Choose => "choose",
            Self::Reward => "reward",
            Self::Salt => "salt",
            Self::DrawOffer => "draw_offer",
            Self::PauseOffer => "pause_offer",
            Self::Substitute => "substitute",
            Self::SeatOpen => "seat_open",
            Self::SubstituteSeated => "substitute_seated",
            Self::GameOver => "game_over",
            Self::End => "match_end",
            Self::Aborted => "match_aborted",
            Self::Start => "match_start",
            Self::ChosenFor => "chosen_for",
            Self::VacationUsed => "vacation_used",
            Self::Credited => "clocks_credited",
        }
    }

    /// The place of its mail in the queue: the lowest first.
    #[must_use]
    pub const fn urgency(self) -> u8 {
        match self {
            Self::Hurry => 0,
            Self::LastFifth => 1,
            Self::LastDay => 2,
            Self::Turn | Self::Choose | Self::Reward | Self::Salt | Self::TimeRanOut => 3,
            Self::DrawOffer | Self::PauseOffer | Self::Substitute => 4,
            Self::SeatOpen | Self::SubstituteSeated | Self::GameOver | Self::End | Self::Aborted => 5,
            Self::Start | Self::ChosenFor | Self::VacationUsed | Self::Credited => 6,
        }
    }

    /// Whether it waits for its moment before a deadline instead of being told when it is so.
    #[must_use]
    pub const fn is_reminder(self) -> bool {
        matches!(self, Self::LastFifth | Self::LastDay)
    }

    /// Whether it tells something that is asked of its reader or stands open; the others tell news.
    #[must_use]
    pub const fn is_asked(self) -> bool {
        matches!(
            self,
            Self::Hurry
                | Self::Turn
                | Self::Choose
                | Self::Reward
                | Self::Salt
                | Self::ChosenFor
                | Self::DrawOffer
                | Self::PauseOffer
                | Self::Substitute
        )
    }

    /// What switches it off.
    #[must_use]
    pub const fn topic(self) -> Topic {
        match self {
            Self::Hurry | Self::Turn | Self::Choose | Self::Reward | Self::Salt | Self::ChosenFor => {
                Topic::Turns
            }
            Self::LastFifth | Self::LastDay => Topic::Reminders,
            Self::DrawOffer | Self::PauseOffer | Self::Substitute => Topic::Offers,
            Self::TimeRanOut
            | Self::SeatOpen
            | Self::SubstituteSeated
            | Self::GameOver
            | Self::End
            | Self::Aborted
            | Self::Start
            | Self::VacationUsed
            | Self::Credited => Topic::News,
        }
    }

    /// Whether it is told at once to those who want only what is urgent.
    #[must_use]
    pub const fn is_urgent(self) -> bool {
        matches!(
            self,
            Self::Hurry
                | Self::LastFifth
                | Self::LastDay
                | Self::TimeRanOut
                | Self::Salt
                | Self::Substitute
                | Self::SeatOpen
                | Self::SubstituteSeated
                | Self::GameOver
                | Self::End
                | Self::Aborted
        )
    }
}

impl Wish {
    /// Whether a player with these wishes is mailed a notice. The three-move rule mails whatever the
    /// settings (RULES §5).
    #[must_use]
    pub fn lets_through(&self, notice: Notice) -> bool {
        if notice == Notice::Hurry {
            return true;
        }
        let wanted = match self.mode {
            Mode::EveryTurn => true,
            Mode::Digest | Mode::Urgent => notice.is_urgent(),
            Mode::Nothing => false,
        };
        wanted && !self.muted.contains(&notice.topic())
    }
}

impl Topic {
    /// Every topic, in the order of pages.
    pub const ALL: [Self; 4] = [Self::Turns, Self::Reminders, Self::Offers, Self::News];

    /// As tables and forms write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Turns => "turns",
            Self::Reminders => "reminders",
            Self::Offers => "offers",
            Self::News => "news",
        }
    }

    /// The topic of this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|topic| topic.name() == name)
    }

    /// `mails when a turn begins`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Turns => "mails when a turn begins",
            Self::Reminders => "reminders before the time runs out",
            Self::Offers => "mails about draws, pauses and substitutes that wait for an answer",
            Self::News => "mails about the start, the end and other news",
        }
    }
}

impl Mode {
    /// Every mode, in the order of pages.
    pub const ALL: [Self; 4] = [Self::EveryTurn, Self::Digest, Self::Urgent, Self::Nothing];

    /// As tables and forms write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::EveryTurn => "every_turn",
            Self::Digest => "digest",
            Self::Urgent => "urgent",
            Self::Nothing => "none",
        }
    }

    /// The mode of this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }

    /// Its name on pages.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::EveryTurn => "Every turn",
            Self::Digest => "Once a day",
            Self::Urgent => "Only what is urgent",
            Self::Nothing => "Nothing",
        }
    }

    /// What it does, in one sentence.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::EveryTurn => "A mail each time something is asked of you, reminders, and news.",
            Self::Digest => {
                "One mail a day lists your matches, the most pressing first; what is urgent comes at once."
            }
            Self::Urgent => {
                "Reminders before your time runs out, time that ran out, empty seats, and the end."
            }
            Self::Nothing => "Only what the three-move rule has to tell you at once.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(mode: Mode, muted: &[Topic]) -> Vec<Notice> {
        let wish = Wish { mode, muted: muted.to_vec() };
        Notice::ALL.into_iter().filter(|notice| wish.lets_through(*notice)).collect()
    }

    #[test]
    fn every_turn_tells_all_and_nothing_tells_the_three_move_rule() {
        assert_eq!(told(Mode::EveryTurn, &[]), Notice::ALL);
        assert_eq!(told(Mode::Nothing, &[]), [Notice::Hurry]);
        assert_eq!(told(Mode::Nothing, &Topic::ALL), [Notice::Hurry]);
    }

    #[test]
    fn urgent_and_digest_leave_out_turns_but_not_what_is_pressing() {
        for mode in [Mode::Urgent, Mode::Digest] {
            let told = told(mode, &[]);
            for urgent in [Notice::LastDay, Notice::LastFifth, Notice::TimeRanOut, Notice::End] {
                assert!(told.contains(&urgent), "{mode:?} {urgent:?}");
            }
            for other in [Notice::Turn, Notice::Choose, Notice::ChosenFor, Notice::Start, Notice::DrawOffer] {
                assert!(!told.contains(&other), "{mode:?} {other:?}");
            }
        }
    }

    #[test]
    fn a_muted_topic_is_silent_and_no_other() {
        for topic in Topic::ALL {
            let silent: Vec<_> =
                Notice::ALL.into_iter().filter(|n| !told(Mode::EveryTurn, &[topic]).contains(n)).collect();
            assert!(!silent.is_empty());
            assert!(
                silent.iter().all(|n| n.topic() == topic && *n != Notice::Hurry),
                "{topic:?}: {silent:?}"
            );
        }
    }

    #[test]
    fn the_order_of_notices_is_that_of_their_urgency() {
        let urgencies: Vec<_> = Notice::ALL.iter().map(|notice| notice.urgency()).collect();
        assert!(urgencies.is_sorted(), "{urgencies:?}");
    }

    #[test]
    fn names_are_read_back() {
        assert!(Mode::ALL.iter().all(|mode| Mode::parse(mode.name()) == Some(*mode)));
        assert!(Topic::ALL.iter().all(|topic| Topic::parse(topic.name()) == Some(*topic)));
        assert_eq!(Mode::parse("all"), None);
    }
}
