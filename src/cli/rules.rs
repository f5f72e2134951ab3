//! `delirious rules`: legal moves, play-throughs, perft and layers, printed exactly as DESIGN §8 says, and
//! the points of a game.
//!
//! No dice and no chance here: a turn without `--roll` allows any move, and passes are made by themselves.
//! A call is taken as made on a worst roll, and binds the next move of its board.

use crate::domain::rules::{BoardMove, Called, Chance, Due, Move, MoveError, Position, Roll, RuleSet, Table};
use crate::domain::seat::BoardNo;
use anyhow::{Context as _, bail};
use std::fmt::Write as _;

/// Arguments of `delirious rules`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Print the legal moves of the seat to move on a board, after playing moves.
    Legal(Legal),
    /// Play moves and print the table, the result and who waits.
    Play(Play),
    /// Play moves to the end of a game and print its points, one a line, each with its reason.
    Score(Play),
    /// Count the lines of play from one board.
    Perft(Perft),
    /// List the layers of rule sets, with their values.
    Layers,
}

/// The rule set that is asked.
#[derive(Debug, clap::Args)]
struct Rules {
    /// The preset: classic-bughouse, monteiro-bughouse, dice-chess, worst-move, bughouse-worst-move,
    /// fairy-bughouse, delirious.
    #[arg(long = "rules", value_name = "PRESET")]
    preset: String,
    /// Changes a layer of the preset; `delirious rules layers` lists them.
    #[arg(long = "set", value_name = "LAYER=VALUE")]
    set: Vec<String>,
}

#[derive(Debug, clap::Args)]
struct Legal {
    #[command(flatten)]
    rules: Rules,
    /// The table, as text.
    #[arg(long)]
    table: String,
    /// The board whose moves are asked for.
    #[arg(long, value_name = "1|2")]
    board: u8,
    /// The type die of the turn.
    #[arg(long, value_name = "1..6", value_parser = clap::value_parser!(u8).range(1..=6))]
    roll: Option<u8>,
    /// The worst die fell on worst: print what the opponent may choose.
    #[arg(long)]
    worst: bool,
    /// Moves to play first, with board prefix or of this board.
    moves: Vec<String>,
}

#[derive(Debug, clap::Args)]
struct Play {
    #[command(flatten)]
    rules: Rules,
    /// The table, as text.
    #[arg(long)]
    table: String,
    /// Moves to play, each with its board: 1:e2e4 2:N@f3.
    moves: Vec<String>,
}

/// The deepest count. Even two bare kings take longer than anybody waits, and each level takes some stack.
const DEEPEST: i64 = 100;

#[derive(Debug, clap::Args)]
struct Perft {
    #[command(flatten)]
    rules: Rules,
    /// The board, as text.
    #[arg(long)]
    board: String,
    /// How many moves deep.
    #[arg(long, value_parser = clap::value_parser!(u32).range(..=DEEPEST))]
    depth: u32,
    /// Print the number of each first move too.
    #[arg(long)]
    divide: bool,
}

/// Runs the command.
pub fn run(args: Args) -> anyhow::Result<()> {
    let text = match args.command {
        Command::Legal(wanted) => legal(&wanted)?,
        Command::Play(wanted) => play(&wanted)?,
        Command::Score(wanted) => score(&wanted)?,
        Command::Perft(wanted) => perft(&wanted)?,
        Command::Layers => layers(),
    };
    super::answer(&text)
}

impl Rules {
    fn read(&self) -> anyhow::Result<RuleSet> {
        let mut rules = RuleSet::by_name(&self.preset)?;
        let choices: Vec<(&str, &str)> = self
            .set
            .iter()
            .map(|choice| {
                choice.split_once('=').with_context(|| format!("--set {choice:?}: write layer=value"))
            })
            .collect::<Result<_, _>>()?;
        rules.set_all(choices)?;
        Ok(rules)
    }
}

/// A table on which passes are made as soon as they are due, and hidden pieces that must show themselves do.
struct Played(Table);

/// What is written as a move: one, or what chance does.
enum Written {
    Move(BoardMove),
    Chance(BoardNo, Chance),
}

impl Played {
    fn read(rules: &RuleSet, text: &str) -> anyhow::Result<Self> {
        let mut played = Self(Table::parse(rules, text).context("--table")?);
        played.settle()?;
        Ok(played)
    }

    fn play(&mut self, text: &str, unprefixed: Option<BoardNo>) -> anyhow::Result<()> {
        let written = read_move(text, unprefixed).with_context(|| format!("move {:?}", clipped(text)))?;
        match written {
            Written::Chance(board, chance) => {
                self.0.chance(board, chance).with_context(|| format!("impossible event {text}"))?;
            }
            Written::Move(BoardMove { board, mv }) => {
                let worst = matches!(mv, Move::Call(_)) && self.0.rules().worst_faces() > 0;
                let roll = Roll { kind: None, worst };
                self.0.attempt(board, &mv, roll).with_context(|| format!("illegal move {board}:{mv}"))?;
            }
        }
        self.settle()
    }

    fn settle(&mut self) -> anyhow::Result<()> {
        while let Some(due) = self.0.rules().boards().iter().find_map(|board| owed(&self.0, *board)) {
            match due {
                Due::Pass(seat) => {
                    self.0.pass(seat.board())?;
                }
                Due::Reveal(seat) => {
                    self.0.reveal(seat, Roll::default())?;
                }
                Due::Turn(_) | Due::Nothing => break,
            }
        }
        Ok(())
    }
}

/// What happens on a board by itself.
fn owed(table: &Table, board: BoardNo) -> Option<Due> {
    Some(table.due(board)).filter(|due| matches!(due, Due::Pass(_) | Due::Reveal(_)))
}

fn clipped(text: &str) -> String {
    text.chars().take(40).collect()
}

/// A move with its board, or without it where one board is meant.
fn read_move(text: &str, unprefixed: Option<BoardNo>) -> anyhow::Result<Written> {
    let (prefix, rest) = text.split_once(':').map_or((None, text), |(prefix, rest)| (Some(prefix), rest));
    if rest.starts_with('!') {
        let chance = read_chance(rest)?;
        let board = match (prefix.map(str::parse::<u8>), unprefixed) {
            (None, Some(board)) => board,
            (Some(Ok(number)), _) => BoardNo::try_from(number)?,
            _ => bail!("{rest:?} names no board: write 1: or 2: before it"),
        };
        return Ok(Written::Chance(board, chance));
    }
    Ok(Written::Move(match (text.parse(), prefix, unprefixed) {
        (Err(MoveError::NoBoard(_)), None, Some(board)) => BoardMove { board, mv: text.parse()? },
        (read, _, _) => read?,
    }))
}

/// The events that need no draws (RULES §9).
fn read_chance(text: &str) -> anyhow::Result<Chance> {
    Ok(match text {
        "!turn" => Chance::Turn,
        "!cylinder" => Chance::Cylinder,
        "!row" => Chance::Row,
        "!life" => Chance::Life,
        _ => bail!("{text:?} is no event: write !turn, !cylinder, !row or !life"),
    })
}

fn legal(wanted: &Legal) -> anyhow::Result<String> {
    let rules = wanted.rules.read()?;
    if wanted.roll.is_some() && !rules.has_type_die() {
        bail!("--roll: {} has no type die", rules.preset_name());
    }
    if wanted.worst && rules.worst_faces() == 0 {
        bail!("--worst: this rule set has no worst die");
    }
    let board = BoardNo::try_from(wanted.board).context("--board")?;
    if !rules.boards().contains(&board) {
        bail!("--board {board}: {} has one board", rules.preset_name());
    }
    let mut played = Played::read(&rules, &wanted.table)?;
    for mv in &wanted.moves {
        played.play(mv, Some(board))?;
    }
    let (mut table, roll) = (played.0, Roll { kind: wanted.roll, worst: wanted.worst });
    while let Some(seat) = table.must_reveal(board, roll) {
        table.reveal(seat, roll)?;
    }
    let moves = table.legal(board, roll);
    Ok(moves.iter().fold(String::new(), |mut text, mv| {
        let _ = writeln!(text, "{mv}");
        text
    }))
}

impl Play {
    /// The table after the moves.
    fn played(&self) -> anyhow::Result<Table> {
        let rules = self.rules.read()?;
        let mut played = Played::read(&rules, &self.table)?;
        let unprefixed = if rules.boards().len() == 1 { Some(BoardNo::One) } else { None };
        for mv in &self.moves {
            played.play(mv, unprefixed)?;
        }
        Ok(played.0)
    }
}

/// The points of each member of the team that won; nothing for a draw.
fn score(wanted: &Play) -> anyhow::Result<String> {
    let table = wanted.played()?;
    if table.outcome().is_none() {
        bail!("the game goes on: points are given when it has ended");
    }
    Ok(table.points().iter().fold(String::new(), |mut text, point| {
        let _ = writeln!(text, "+1 {}", point.name());
        text
    }))
}

fn play(wanted: &Play) -> anyhow::Result<String> {
    let table = wanted.played()?;
    let seats = table.rules().seats();
    let result = table.outcome().map_or("ongoing".to_owned(), |outcome| outcome.sentence(seats));
    let mut text = format!("table: {table}\nresult: {result}\n");
    let waiting: Vec<&str> = table.waiting().iter().map(|seat| seat.name()).collect();
    if !waiting.is_empty() {
        let _ = writeln!(text, "waiting: {}", waiting.join(" "));
    }
    for &board in table.rules().boards() {
        if let Some(touched) = table.touched(board, Roll::default()) {
            let at = if matches!(touched, Called::InHand(_)) { "@" } else { "" };
            let _ = writeln!(text, "touched: {board}:{touched}{at}");
        }
    }
    Ok(text)
}

fn perft(wanted: &Perft) -> anyhow::Result<String> {
    let rules = wanted.rules.read()?;
    let position = Position::parse(&rules, &wanted.board).context("--board")?;
    if position.pieces().any(|(_, piece)| piece.is_hidden()) {
        bail!("--board: hidden pieces move as nobody can count; leave their ? away");
    }
    if !wanted.divide {
        return Ok(format!("nodes: {}\n", position.perft(&rules, wanted.depth)));
    }
    let divided: Vec<(Move, u64)> = position.perft_divided(&rules, wanted.depth);
    let mut text = String::new();
    for (mv, nodes) in &divided {
        let _ = writeln!(text, "{mv}: {nodes}");
    }
    let nodes = if wanted.depth == 0 { 1 } else { divided.iter().map(|(_, nodes)| nodes).sum() };
    let _ = writeln!(text, "nodes: {nodes}");
    Ok(text)
}

fn layers() -> String {
    RuleSet::layers().iter().fold(String::new(), |mut text, layer| {
        let values = layer.values().map_or_else(|| "PIECE,PIECE,...".to_owned(), |values| values.join("|"));
        let _ = writeln!(text, "{}={}  {}", layer.name, values, layer.help);
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    fn deep(depth: &str) -> Result<Line, clap::Error> {
        let board = "k7/8/8/8/8/8/8/7K[] w - - 0 1";
        Line::try_parse_from(["rules", "perft", "--rules", "dice-chess", "--board", board, "--depth", depth])
    }

    #[test]
    fn no_depth_can_exhaust_the_stack() {
        assert!(deep("100").is_ok());
        let refused = deep("101").unwrap_err().to_string();
        assert!(refused.contains("0..=100"), "{refused}");
    }
}
