//! Folding a long log.

use delirious::domain::dice::{CachedLinks, ChainId, ChainOf, DiceKey, DrawnBy, Salt};
use delirious::domain::game::{
    Allowance, Command, Context, Join, Lapse, LogEntry, MatchLength, MatchName, Open, OpenTurn, SaltGiven,
    State, Status, VacationDays, append, begin, decide, fold, open,
};
use delirious::domain::ids::{AccountId, MatchId};
use delirious::domain::rules::RuleSet;
use delirious::domain::seat::{BoardNo, Seat};
use delirious::domain::visibility::{Viewer, choices};
use std::time::Instant;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

const MATCH: MatchId = MatchId(Uuid::from_u128(0xbe9c));
const EVENTS: usize = 1000;
const ROUNDS: usize = 11;

/// Prints the median time of a fold.
pub fn measure() {
    let log = LongMatch::played();
    let mut times: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            let state = fold(MATCH, &log).expect("a good log");
            assert_eq!(state.seq(), EVENTS as u64);
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!("fold_events\t{EVENTS}");
    println!("fold_ms\t{:.2}", times[ROUNDS / 2]);
}

/// A match of Bughouse Worst Move that goes on and on, always the same way.
struct LongMatch {
    state: State,
    log: Vec<LogEntry>,
    now: OffsetDateTime,
    links: CachedLinks,
    chance: usize,
}

fn account(seat: Seat) -> AccountId {
    AccountId(Uuid::from_u128(seat as u128 + 1))
}

impl LongMatch {
    fn played() -> Vec<LogEntry> {
        let mut long = Self::opened();
        for seat in Seat::ALL {
            let command = Command::TakeSeat { account: account(seat), seat, salt: long.salt() };
            assert!(long.goes_on_with(&command), "the game begins");
        }
        while long.log.len() < EVENTS {
            let played = long.state.open_turns().into_iter().any(|turn| long.play(&turn));
            assert!(played, "every move ends the game after {} events", long.log.len());
        }
        long.log.truncate(EVENTS);
        long.log
    }

    fn opened() -> Self {
        let links = CachedLinks::new(
            DiceKey::from_bytes([7; 32]),
            ChainOf::ALL.map(|of| ChainId { match_id: MATCH, of, number: 0 }),
        );
        let now = OffsetDateTime::UNIX_EPOCH + Duration::days(20_000);
        let opening = Open {
            length: MatchLength::ONE,
            match_id: MATCH,
            by: account(Seat::White1),
            name: MatchName::parse("A long one").expect("a name"),
            rules: RuleSet::preset("bughouse-worst-move").expect("a preset"),
            allowance: Allowance::days(3).expect("days"),
            bank: None,
            vacation_days: VacationDays::default(),
            lapse: Lapse::OpponentChooses,
            join: Join::Anyone,
            seat: None,
        };
        let events = open(opening, &Context { now, dice: &links }).expect("an opening");
        let (state, log) = begin(MATCH, events, || [1; 16]).expect("a log");
        Self { state, log, now, links, chance: 1 }
    }

    fn salt(&self) -> SaltGiven {
        let salt = Salt::new(self.log.len().to_be_bytes().to_vec()).expect("a salt");
        SaltGiven { salt, drawn_by: DrawnBy::Player, next: None }
    }

    /// Plays some move after which the game goes on, if the turn has one.
    fn play(&mut self, turn: &OpenTurn) -> bool {
        let moves = choices(&self.state, Viewer::Seat(turn.decider), turn.board);
        self.chance =
            self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let from = (self.chance >> 33) % moves.len();
        moves[from..]
            .iter()
            .chain(&moves[..from])
            .any(|mv| self.goes_on_with(&self.command(turn.board, turn, mv)))
    }

    fn command(&self, board: BoardNo, turn: &OpenTurn, mv: &str) -> Command {
        let seen = self.state.board_seq(board);
        Command::Play { account: account(turn.decider), board, mv: mv.to_owned(), seen, salt: self.salt() }
    }

    /// Carries a command out, unless it ends the game.
    fn goes_on_with(&mut self, command: &Command) -> bool {
        self.now += Duration::minutes(1);
        let events = decide(&self.state, command, &Context { now: self.now, dice: &self.links })
            .expect("a good command");
        let mut after = self.state.clone();
        let new = append(&mut after, events, || [1; 16]).expect("good events");
        if !matches!(after.status(), Status::Open | Status::Running) {
            return false;
        }
        self.state = after;
        self.log.extend(new);
        true
    }
}
