//! What happened and asks nothing: the start, the end, time that ran out, seats, clocks.

use super::Reader;
use super::point::Point;
use super::words::{capital, one_line, sentence, who, who_where};
use crate::domain::notice::{Notice, Told};
use crate::domain::seat::Seat;
use crate::domain::view::{Asking, GameView, Phase, View};

/// A piece of news; none when it is not so (any more), or is no news.
pub fn point(view: &View, told: Told, reader: &Reader) -> Option<Point> {
    let running = view.phase == Phase::Running;
    let line = |subject: &str| Point::of_line(view, told.notice, told.seq, subject);
    match told.notice {
        Notice::Start if running => start(view, told.seq),
        Notice::GameOver if running => game_over(view, told),
        Notice::End => end(view, told.seq, reader),
        Notice::Aborted if view.phase == Phase::Cancelled => line("The match was called off"),
        Notice::TimeRanOut if running => line("Your time ran out"),
        Notice::VacationUsed if running => {
            let mut point = line("A day of your vacation is used")?;
            let own = view.seats.iter().find(|seat| Some(seat.seat) == view.you)?;
            let left = own.vacation_left_days;
            point.paragraphs.push(format!("Days of vacation left this year: {left}."));
            Some(point)
        }
        Notice::Credited if running => {
            let mut point = line("The clocks got time back")?;
            point.lead = capital(&point.lead);
            Some(point)
        }
        Notice::SeatOpen if running => seat_open(view, told, reader),
        Notice::SubstituteSeated if running => line("The empty seat is taken"),
        _ => None,
    }
}

/// All seats are taken and the reader plays.
fn start(view: &View, seq: u64) -> Option<Point> {
    let you = view.you?;
    let lead = format!("The match has begun, and you are {you}.");
    let mut point = Point::new(Notice::Start, Some(seq), "The match has begun", lead);
    point.paragraphs.push(table(view, you));
    point.paragraphs.push(format!("It is {}. {}", view.rules.title, view.rules.sentences.join(" ")));
    Some(point)
}

/// Who sits with and against the reader.
fn table(view: &View, you: Seat) -> String {
    let opponent = who_where(view, you.opponent());
    if view.boards.len() == 1 {
        return format!("You play against {opponent}.");
    }
    let partner = who_where(view, you.partner());
    let rival = who_where(view, you.partner().opponent());
    format!("Your partner is {partner}. You play against {opponent}, your partner against {rival}.")
}

/// A game of several has a result, and the match goes on.
fn game_over(view: &View, told: Told) -> Option<Point> {
    let game = view.series.games.iter().find(|game| game.last_seq == told.seq)?;
    let subject = format!("Game {} is over", game.number);
    let mut point = Point::new(told.notice, Some(told.seq), subject, sentence(&one_line(&game.words)));
    point.paragraphs.extend(points(game));
    point.paragraphs.push(score(view, game.score));
    point.paragraphs.push(if view.series.between {
        between(view)
    } else {
        let now = view.you.map(|you| format!(", and you are {you} now")).unwrap_or_default();
        format!("Game {} has begun: opponents have exchanged their seats and colours{now}.", view.series.game)
    });
    Some(point)
}

/// Who picks before the next game.
fn between(view: &View) -> String {
    let picker = view.turns.iter().find(|turn| matches!(turn.asks, Asking::Reward { .. }));
    let picks = picker.map(|turn| turn.decider).map_or_else(
        || "The captor picks".to_owned(),
        |seat| {
            if view.you == Some(seat) { "You pick".to_owned() } else { format!("{} picks", who(view, seat)) }
        },
    );
    format!(
        "{picks} a reward for the king; then the next game starts, and opponents exchange their seats and colours."
    )
}

/// Who got points in a game, and for what.
fn points(game: &GameView) -> Option<String> {
    let reasons: Vec<String> = game.points.iter().map(|point| one_line(&point.reason)).collect();
    let who = one_line(&game.points.first()?.who);
    Some(format!(
        "{who}: {}.",
        reasons.iter().map(|why| format!("1 point {why}")).collect::<Vec<_>>().join(", ")
    ))
}

/// `The score: ana and dora 3 : 1 bruno and caio (2 games).`
fn score(view: &View, [first, second]: [u32; 2]) -> String {
    let [white1, black2] = view.series.score.each_ref().map(|pair| one_line(&pair.who));
    format!("The score: {white1} {first} : {second} {black2} ({}).", view.series.length.words)
}

/// The result, as it concerns the reader.
fn end(view: &View, seq: u64, reader: &Reader) -> Option<Point> {
    let Phase::Over { winner, words, .. } = &view.phase else { return None };
    let subject = match (winner, view.you.map(Seat::team)) {
        (None, _) => "The match is drawn",
        (Some(winner), Some(own)) if *winner == own => "You won",
        (Some(_), Some(_)) => "You lost",
        (Some(_), None) => "The match is over",
    };
    let mut point = Point::new(Notice::End, Some(seq), subject, sentence(&one_line(words)));
    if view.series.length.several {
        point.paragraphs.push(score(view, view.series.score.each_ref().map(|pair| pair.points)));
    }
    if let Some(last) = view.series.games.last() {
        if view.series.length.several {
            point.paragraphs.push(sentence(&format!("The last game: {}", one_line(&last.words))));
        }
        point.paragraphs.extend(points(last));
    }
    point.paragraphs.push(if view.rules.has_dice {
        format!(
            "The whole match is open now: step through it from its page, and check every roll at {}/dice.",
            reader.match_page(view)
        )
    } else {
        "The whole match is open now: step through it from its page.".to_owned()
    });
    point.label = "Look back at the match";
    Some(point)
}

fn seat_open(view: &View, told: Told, reader: &Reader) -> Option<Point> {
    let vacancy = view.seats.iter().find_map(|seat| seat.vacant.as_ref())?;
    let mut point = Point::of_line(view, told.notice, told.seq, "A seat is empty")?;
    point.paragraphs.push(format!(
        "The seat is open to a substitute, and all clocks stand. Whoever asks for it needs the word of the \
         seat's partner and of one opponent. If nobody sits there by {}, the seat resigns.",
        reader.moment(vacancy.until)
    ));
    Some(point)
}
