//! `cutfirst solve`: exact scores of endgames, of one position or of a file with known solutions.

use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Instant;
use std::{fs, thread};

use clap::Args;
use cutfirst::game::Game;
use cutfirst::notation::{Notation, excerpt};
use cutfirst_games::catalog::GAMES;
use cutfirst_games::othello::solve::problem::Problem;
use cutfirst_games::othello::solve::{Solution, Solver};
use cutfirst_games::othello::{Move, Othello};
use serde::Serialize;

use super::search::{check_memory, grouped};
use crate::fault::Fault;
use crate::laboratory::print_json;
use crate::number::whole;
use crate::position::PositionArguments;

/// Solve Othello endgames exactly: the final score under best play, empty squares to the winner
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Solve every position of a file and compare with the scores in it: lines like
    /// `POSITION; G8:+18; H1:+12;`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves", "players", "variant"])]
    file: Option<PathBuf>,
    /// Give the score of every move, not only of the best
    #[arg(long)]
    all: bool,
    /// Number of threads; all cores if not given
    #[arg(long, value_name = "T", value_parser = whole::<usize>, allow_hyphen_values = true)]
    threads: Option<usize>,
    /// Largest size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = whole::<usize>, allow_hyphen_values = true)]
    table: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Fault> {
    let game = arguments.position.game.as_str();
    if game != "othello" {
        let shown = excerpt(game).escape_debug().to_string();
        let what = if GAMES.iter().any(|info| info.name == game) { "cannot be solved" } else { "is unknown" };
        return Err(Fault::Input(format!("the game '{shown}' {what}; only othello endgames can be solved")));
    }
    check_memory(arguments.table)?;
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let threads = arguments.threads.unwrap_or_else(cores);
    let solver = Solver::new(threads, arguments.table).map_err(Fault::input)?;
    let run = Run { arguments, solver, threads };
    match &arguments.file {
        Some(path) => {
            let shown = path.display();
            let text =
                fs::read_to_string(path).map_err(|error| Fault::Input(format!("--file {shown}: {error}")))?;
            let problems =
                Problem::read_all(&text).map_err(|error| Fault::Input(format!("--file {shown}: {error}")))?;
            if problems.is_empty() {
                return Err(Fault::Input(format!(
                    "--file {shown}: there is no position in it; lines are like `POSITION; G8:+18; H1:+12;`"
                )));
            }
            run.problems(&problems)
        }
        None => run.position(),
    }
}

struct Run<'a> {
    arguments: &'a Arguments,
    solver: Solver,
    threads: usize,
}

/// A solved position as `--json` shows it.
#[derive(Serialize)]
struct SolvedJson {
    position: String,
    empties: u32,
    #[serde(rename = "move")]
    best: String,
    score: i32,
    pv: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<MoveJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<bool>,
    nodes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    name: String,
    score: i32,
}

#[derive(Serialize)]
struct PositionJson {
    game: &'static str,
    threads: usize,
    #[serde(flatten)]
    solved: SolvedJson,
}

#[derive(Serialize)]
struct FileJson {
    game: &'static str,
    threads: usize,
    positions: Vec<SolvedJson>,
    wrong: usize,
    nodes: u64,
    seconds: f64,
}

impl Run<'_> {
    fn solve(&self, game: &Othello) -> Result<(Solution, f64), Fault> {
        let start = Instant::now();
        let solved = if self.arguments.all { self.solver.solve_moves(game) } else { self.solver.solve(game) };
        Ok((solved.map_err(Fault::input)?, start.elapsed().as_secs_f64()))
    }

    fn position(&self) -> Result<(), Fault> {
        let (game, _) = self.arguments.position.read::<Othello>()?;
        let (solution, seconds) = self.solve(&game)?;
        if self.arguments.json {
            let solved = json(&game, &solution, seconds);
            return print_json(&PositionJson { game: "othello", threads: self.threads, solved });
        }
        let mut out = io::stdout().lock();
        writeln!(out, "{}\n", game.diagram().trim_end())?;
        writeln!(out, "move        {}", game.move_text(solution.best()))?;
        writeln!(out, "score       {:+}", solution.score)?;
        writeln!(out, "line        {}", names(&game, &solution.line).join(" "))?;
        if self.arguments.all {
            let moves = solution.moves.iter().map(|&(mv, score)| format!("{} {score:+}", game.move_text(mv)));
            writeln!(out, "moves       {}", moves.collect::<Vec<_>>().join(", "))?;
        }
        writeln!(out, "nodes       {}", grouped(solution.nodes))?;
        writeln!(out, "threads     {}", self.threads)?;
        writeln!(out, "time        {seconds:.3} s, {} nodes a second", speed(solution.nodes, seconds))?;
        Ok(())
    }

    /// Solves every problem, a line each as soon as it is solved; wrong ones are a failure.
    fn problems(&self, problems: &[Problem]) -> Result<(), Fault> {
        let mut out = io::stdout().lock();
        let mut solved = Vec::new();
        if !self.arguments.json {
            writeln!(out, "line  empties  move  score  listed            nodes     seconds")?;
        }
        for problem in problems {
            let solution = self.solve(&problem.game);
            let (solution, seconds) = solution.map_err(|fault| match fault {
                Fault::Input(message) => Fault::Input(format!("line {}: {message}", problem.number)),
                other => other,
            })?;
            let right = problem.agrees(&solution);
            let row = SolvedJson {
                expected: problem.score(),
                right: problem.score().map(|_| right),
                ..json(&problem.game, &solution, seconds)
            };
            if !self.arguments.json {
                let listed = row.expected.map_or_else(|| "-".to_owned(), |score| format!("{score:+}"));
                writeln!(
                    out,
                    "{:>4}  {:>7}  {:<4}  {:>+5}  {listed:>6}  {:>15}  {seconds:>10.3}{}",
                    problem.number,
                    row.empties,
                    row.best,
                    row.score,
                    grouped(row.nodes),
                    if right { "" } else { "  WRONG" }
                )?;
                out.flush()?;
            }
            solved.push(row);
        }
        let wrong = solved.iter().filter(|row| row.right == Some(false)).count();
        let nodes = solved.iter().map(|row| row.nodes).sum();
        let seconds = solved.iter().map(|row| row.seconds).sum();
        let count = solved.len();
        if self.arguments.json {
            let (game, threads) = ("othello", self.threads);
            print_json(&FileJson { game, threads, positions: solved, wrong, nodes, seconds })?;
        } else {
            writeln!(out, "all {:>48}  {seconds:>10.3}", grouped(nodes))?;
            writeln!(
                out,
                "{count} positions on {} threads, {} nodes a second",
                self.threads,
                speed(nodes, seconds)
            )?;
        }
        match wrong {
            0 => Ok(()),
            _ => Err(Fault::Machine(format!(
                "{wrong} of {count} positions differ from the scores in the file"
            ))),
        }
    }
}

fn json(game: &Othello, solution: &Solution, seconds: f64) -> SolvedJson {
    let moves = solution.moves.iter().map(|&(mv, score)| MoveJson { name: game.move_text(mv), score });
    SolvedJson {
        position: game.position_text(),
        empties: game.empties().count_ones(),
        best: game.move_text(solution.best()),
        score: solution.score,
        pv: names(game, &solution.line),
        moves: moves.collect(),
        expected: None,
        right: None,
        nodes: solution.nodes,
        seconds,
    }
}

fn names(game: &Othello, line: &[Move]) -> Vec<String> {
    let mut game = *game;
    let name = |&mv: &Move| {
        let text = game.move_text(mv);
        game.make(mv);
        text
    };
    line.iter().map(name).collect()
}

fn speed(nodes: u64, seconds: f64) -> String {
    grouped((nodes as f64 / seconds.max(1e-6)) as u64)
}
