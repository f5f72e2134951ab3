//! A match told in a few lines: who sits down, who plays what, how much time goes by.
//!
//! Time and randomness are the story's own, so that it always goes the same way. Every event is written
//! into the log and folded back from its text as it happens.

use delirious::domain::dice::{CachedLinks, ChainId, ChainOf, DiceKey, DrawnBy, Salt};
use delirious::domain::game::{
    Allowance, AskKind, Command, Context, Corrupt, Join, Lapse, LogEntry, MatchLength, MatchName, Open,
    Refusal, SaltGiven, State, VacationDays, append, begin, credit, decide, fold, open, settle, verify,
};
use delirious::domain::ids::{AccountId, MatchId};
use delirious::domain::rules::RuleSet;
use delirious::domain::seat::{BoardNo, BySeat, Seat};
use delirious::domain::view::{Deed, TurnView, View};
use delirious::domain::visibility::{Names, Viewer, choices, export, view};
use std::sync::OnceLock;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// All stories are of one match, so that its chains are worked out once.
pub const MATCH: MatchId = MatchId(Uuid::from_u128(0x00de_1110_0500_4000_8000_0000_0000_0001));

#[derive(Clone)]
pub struct Story {
    pub state: State,
    pub log: Vec<LogEntry>,
    pub now: OffsetDateTime,
    /// Salts given so far, by seat.
    salts: BySeat<u32>,
}

/// The handle of whoever sits there in a story.
pub fn handle(seat: Seat) -> &'static str {
    match seat {
        Seat::White1 => "ana",
        Seat::Black2 => "bruno",
        Seat::White3 => "carla",
        Seat::Black4 => "dora",
    }
}

pub fn account(seat: Seat) -> AccountId {
    AccountId(Uuid::from_u128(100 + seat as u128))
}

/// People who sit nowhere at first.
pub const ERIN: AccountId = AccountId(Uuid::from_u128(201));
pub const FRITZ: AccountId = AccountId(Uuid::from_u128(202));

pub fn names() -> Names {
    let seated = Seat::ALL.into_iter().map(|seat| (account(seat), handle(seat).to_owned()));
    seated.chain([(ERIN, "erin".to_owned()), (FRITZ, "fritz".to_owned())]).collect()
}

/// The links of the story's match under the story's key.
pub fn links() -> &'static CachedLinks {
    static LINKS: OnceLock<CachedLinks> = OnceLock::new();
    LINKS.get_or_init(|| {
        let chains = ChainOf::ALL.map(|of| ChainId { match_id: MATCH, of, number: 0 });
        CachedLinks::new(DiceKey::from_bytes([42; 32]), chains)
    })
}

/// 16 bytes that differ from entry to entry.
fn nonces(from: u64) -> impl FnMut() -> [u8; 16] {
    let mut n = u128::from(from) << 64;
    move || {
        n += 1;
        n.to_be_bytes()
    }
}

pub fn opening(rules: RuleSet, lapse: Lapse) -> Open {
    Open {
        length: MatchLength::ONE,
        match_id: MATCH,
        by: account(Seat::White1),
        name: MatchName::parse("Friday by mail").unwrap(),
        rules,
        allowance: Allowance::days(3).unwrap(),
        bank: None,
        vacation_days: VacationDays::default(),
        lapse,
        join: Join::Anyone,
        seat: None,
    }
}

impl Story {
    /// A match that has been opened; nobody sits.
    pub fn opened(rules: RuleSet, lapse: Lapse) -> Self {
        Self::opened_as(opening(rules, lapse))
    }

    pub fn opened_as(opening: Open) -> Self {
        let now = OffsetDateTime::from_unix_timestamp(1_800_000_000).unwrap();
        let ctx = Context { now, dice: links() };
        let events = open(opening, &ctx).unwrap();
        let (state, log) = begin(MATCH, events, nonces(0)).unwrap();
        Self { state, log, now, salts: BySeat::default() }
    }

    /// A story that goes on where a log ends.
    pub fn of_log(log: Vec<LogEntry>) -> Self {
        let state = fold(MATCH, &log).unwrap();
        let now = state.updated_at();
        Self { state, log, now, salts: BySeat::from_fn(|_| 1_000) }
    }

    /// A match of a preset in which all have sat down, in the order of RULES §1, a minute apart.
    pub fn started(preset: &str, lapse: Lapse) -> Self {
        Self::started_with(RuleSet::preset(preset).unwrap(), lapse)
    }

    pub fn started_with(rules: RuleSet, lapse: Lapse) -> Self {
        Self::started_as(rules, lapse, |_| {})
    }

    /// The same with other agreements.
    pub fn started_as(rules: RuleSet, lapse: Lapse, agree: impl FnOnce(&mut Open)) -> Self {
        let mut opening = opening(rules, lapse);
        agree(&mut opening);
        let mut story = Self::opened_as(opening);
        for &seat in rules.seats() {
            story.wait(Duration::minutes(1));
            story.sit_down(seat).unwrap();
        }
        story
    }

    pub fn wait(&mut self, time: Duration) {
        self.now += time;
    }

    /// Whoever sits there, or would at first.
    pub fn at(&self, seat: Seat) -> AccountId {
        self.state.account_at(seat).unwrap_or_else(|| account(seat))
    }

    /// The first seat of whoever sits there: it names their salts.
    fn person(&self, seat: Seat) -> Seat {
        let at = self.state.account_at(seat);
        Seat::ALL.into_iter().find(|&first| Some(account(first)) == at).unwrap_or(seat)
    }

    /// The seat's next salt with the seal on the one after it, as our script makes them.
    pub fn salt(&mut self, seat: Seat) -> SaltGiven {
        let person = self.person(seat);
        let n = self.salts[person];
        self.salts[person] += 1;
        let salt = |n: u32| Salt::new(format!("{person} {n}").into_bytes()).unwrap();
        SaltGiven { salt: salt(n), drawn_by: DrawnBy::Player, next: Some(salt(n + 1).seal()) }
    }

    pub fn sit_down(&mut self, seat: Seat) -> Result<(), Refusal> {
        let salt = self.salt(seat);
        self.command(Command::TakeSeat { account: account(seat), seat, salt })
    }

    /// `who` decides on its board, having seen it as it is.
    pub fn play(&mut self, who: Seat, mv: &str) -> Result<(), Refusal> {
        let seen = self.state.board_seq(who.board());
        self.play_seen(who, mv, seen)
    }

    pub fn play_seen(&mut self, who: Seat, mv: &str, seen: u64) -> Result<(), Refusal> {
        let salt = self.salt(who);
        self.play_salted(who, mv, seen, salt)
    }

    pub fn play_salted(&mut self, who: Seat, mv: &str, seen: u64, salt: SaltGiven) -> Result<(), Refusal> {
        let (account, board) = (self.at(who), who.board());
        self.command(Command::Play { account, board, mv: mv.to_owned(), seen, salt })
    }

    /// Whoever decides on a board plays the first legal move.
    pub fn play_any(&mut self, board: BoardNo) {
        let running = self.state.open_turns().into_iter().find(|turn| turn.board == board);
        let mv = self.legal(board)[0].clone();
        self.play(running.unwrap().decider, &mv).unwrap();
    }

    /// Whoever sits there picks a reward.
    pub fn pick(&mut self, who: Seat, pieces: &[&str]) -> Result<(), Refusal> {
        let (account, seen, salt) = (self.at(who), self.state.board_seq(who.board()), self.salt(who));
        let pieces = pieces.iter().map(|&piece| piece.to_owned()).collect();
        self.command(Command::PickReward { account, pieces, seen, salt })
    }

    /// Both sides of board 1 play in turn, White1 first.
    pub fn play_in_turn(&mut self, moves: &[&str]) {
        for (mv, seat) in moves.iter().zip([Seat::White1, Seat::Black2].into_iter().cycle()) {
            self.wait(Duration::minutes(1));
            self.play(seat, mv).unwrap();
        }
    }

    pub fn resign(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.command(Command::Resign { account: self.at(seat) })
    }

    /// Whoever sits there asks for something.
    pub fn does(&mut self, seat: Seat, what: impl FnOnce(AccountId) -> Command) -> Result<(), Refusal> {
        self.command(what(self.at(seat)))
    }

    /// As an action does it: settle first, then decide, all in the log.
    #[expect(clippy::needless_pass_by_value, reason = "stories read better so")]
    pub fn command(&mut self, command: Command) -> Result<(), Refusal> {
        self.settle();
        let events = decide(&self.state, &command, &self.ctx())?;
        self.write(events);
        Ok(())
    }

    /// What the job does; gives the number of events.
    pub fn settle(&mut self) -> usize {
        let events = settle(&self.state, &self.ctx()).unwrap();
        self.write(events)
    }

    /// The service was down in this span, which is told before anything is settled; gives the number of
    /// events.
    pub fn credit(&mut self, from: OffsetDateTime, until: OffsetDateTime) -> usize {
        let events = credit(&self.state, from, until, &self.ctx()).unwrap();
        self.write(events)
    }

    /// When a board's decision is due; none while its clock stands.
    pub fn deadline(&self, board: BoardNo) -> Option<OffsetDateTime> {
        let turns = self.state.open_turns();
        turns.into_iter().find(|turn| turn.board == board).expect("a turn runs").deadline
    }

    /// What is asked of somebody.
    pub fn asked_of(&self, who: AccountId) -> Vec<AskKind> {
        self.state.asks().into_iter().filter(|ask| ask.to == who).map(|ask| ask.what).collect()
    }

    /// What a seat may do.
    pub fn deeds(&self, seat: Seat) -> Vec<Deed> {
        self.view(Viewer::Seat(seat)).deeds
    }

    /// The log replays to this state, is verified, and goes on from a snapshot.
    pub fn check(&self) {
        assert_eq!(self.replayed().unwrap(), self.state);
        let verified = verify(&self.export()).unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(verified.events, self.state.seq());
        let snapshot = serde_json::to_string(&self.state).unwrap();
        assert_eq!(serde_json::from_str::<State>(&snapshot).unwrap(), self.state);
    }

    fn ctx(&self) -> Context<'static> {
        Context { now: self.now, dice: links() }
    }

    fn write(&mut self, events: Vec<delirious::domain::game::Event>) -> usize {
        let nonce = nonces(self.state.seq());
        let new = append(&mut self.state, events, nonce).unwrap();
        let written = new.len();
        self.log.extend(new);
        written
    }

    pub fn view(&self, viewer: Viewer) -> View {
        view(&self.state, viewer, &names())
    }

    /// The running turn of a board, as its decider sees it.
    pub fn turn(&self, board: BoardNo) -> TurnView {
        let running = self.state.open_turns().into_iter().find(|turn| turn.board == board);
        let decider = running.expect("a turn runs").decider;
        let turns = self.view(Viewer::Seat(decider)).turns;
        turns.into_iter().find(|turn| turn.board == board).unwrap()
    }

    /// What the decider of a board may play.
    pub fn legal(&self, board: BoardNo) -> Vec<String> {
        let running = self.state.open_turns().into_iter().find(|turn| turn.board == board);
        running.map_or_else(Vec::new, |turn| choices(&self.state, Viewer::Seat(turn.decider), board))
    }

    pub fn result(&self) -> String {
        self.state.result().unwrap_or_else(|| "ongoing".to_owned())
    }

    pub fn export(&self) -> String {
        export(&self.state, &self.log).unwrap()
    }

    /// The words of the story's last lines.
    pub fn last_words(&self, lines: usize) -> Vec<String> {
        let log = self.view(Viewer::Spectator).log;
        log[log.len().saturating_sub(lines)..].iter().map(|line| line.words.clone()).collect()
    }

    /// The state that the log alone gives.
    pub fn replayed(&self) -> Result<State, Corrupt> {
        fold(MATCH, &self.log)
    }
}
