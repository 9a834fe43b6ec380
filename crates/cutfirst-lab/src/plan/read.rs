//! Reading a plan from TOML: every mistake is found before anything runs, and told with its line.

use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

use cutfirst::engine::Settings;
use cutfirst::search::MAX_DEPTH;
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::catalog::{GameVisitor, with_game};
use cutfirst_games::setup::SetupError;
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use toml::Spanned;

use super::{MOST_TRIALS, Plan, PlanError, PublishedTables, UNNAMED};
use crate::arm::Arm;
use crate::cell::{Cell, Design, Opening, Start};
use crate::fragment;
use crate::published::Reading;
use crate::reproduce::table_names;
use crate::words::ParseWordError;

/// The coarsest grain; beyond it all scores are equal, as with 0.
const MOST_GRAIN: u32 = 1_000_000;

/// The largest table of one arm in MiB: all arms of a cell have theirs at the same time.
const MOST_TABLE: u32 = 4096;

const MOST_TURNS: u32 = 10_000;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct PlanToml {
    #[serde(default = "unnamed")]
    name: String,
    seed: u64,
    trials: Spanned<Number>,
    designs: Option<Spanned<Vec<Spanned<String>>>>,
    question: Option<Spanned<String>>,
    tables: Option<Spanned<Vec<Spanned<String>>>>,
    reading: Option<Spanned<String>>,
    #[serde(rename = "experiment", default)]
    experiments: Vec<ExperimentToml>,
}

fn unnamed() -> String {
    UNNAMED.to_owned()
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ExperimentToml {
    game: Spanned<String>,
    players: Option<Spanned<usize>>,
    variant: Option<Spanned<String>>,
    evaluations: Option<Spanned<Vec<Spanned<String>>>>,
    combine: Option<Spanned<String>>,
    grain: Option<Spanned<Number>>,
    algorithm: Option<Spanned<String>>,
    table: Option<Spanned<Number>>,
    deepen: Option<bool>,
    plies: Spanned<Vec<Spanned<Number>>>,
    starts: Option<Spanned<Vec<Spanned<String>>>>,
    turn: Option<Spanned<String>>,
    turns: Option<Spanned<Number>>,
    opening: Option<Spanned<String>>,
    opening_turns: Option<Spanned<Number>>,
    most_trials: Option<Spanned<Number>>,
    arms: Spanned<Vec<Spanned<String>>>,
    control: Option<Spanned<String>>,
}

/// Any whole number, so that one out of range is told with the range.
struct Number(i128);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Whole;
        impl Visitor<'_> for Whole {
            type Value = Number;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a whole number")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Number, E> {
                Ok(Number(number.into()))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Number, E> {
                Ok(Number(number.into()))
            }

            fn visit_i128<E: Error>(self, number: i128) -> Result<Number, E> {
                Ok(Number(number))
            }
        }
        deserializer.deserialize_any(Whole)
    }
}

/// The most rows of a plan, all cells, arms and trials together: more would fill the memory before anything was measured.
const MOST_ROWS: u64 = 10_000_000;

/// A mistake, and where it is.
type Mistake = (Range<usize>, String);

impl Plan {
    /// Reads a plan and checks all of it, so that nothing can go wrong hours later.
    ///
    /// # Errors
    /// With the line of the first thing that is wrong.
    pub fn parse(text: &str) -> Result<Self, PlanError> {
        let line_of = |at: usize| text.bytes().take(at).filter(|&byte| byte == b'\n').count() + 1;
        let toml: PlanToml = toml::from_str(text).map_err(|error| PlanError {
            line: error.span().map_or(1, |span| line_of(span.start)),
            message: error.message().split_whitespace().collect::<Vec<_>>().join(" "),
        })?;
        Self::read(toml).map_err(|(at, message)| PlanError { line: line_of(at.start), message })
    }

    fn read(toml: PlanToml) -> Result<Self, Mistake> {
        let trials_at = toml.trials.span();
        let trials = within("trials", &toml.trials, 1..=MOST_TRIALS)?;
        let designs = match toml.designs {
            None => vec![Design::Paired],
            Some(names) => read_all("designs", names)?,
        };
        if toml.experiments.is_empty() {
            return Err((0..0, "a plan needs an [[experiment]]".to_owned()));
        }
        let question = toml.question.map(Spanned::into_inner);
        let published = match (toml.tables, toml.reading) {
            (None, None) => None,
            (None, Some(reading)) => {
                return Err((
                    reading.span(),
                    "reading goes with tables: name those to compare with".to_owned(),
                ));
            }
            (Some(names), reading) => Some(PublishedTables {
                names: read_all::<TableName>("tables", names)?.into_iter().map(|name| name.0).collect(),
                reading: read_or(reading, Reading::default())?,
            }),
        };
        let mut plan = Self {
            name: toml.name,
            seed: toml.seed,
            trials,
            designs,
            cells: Vec::new(),
            question,
            published,
        };
        for experiment in toml.experiments {
            plan.add_experiment(experiment)?;
        }
        match plan.rows() {
            rows if rows > MOST_ROWS => Err((
                trials_at,
                format!("{rows} trials of all arms and cells; a plan has at most {MOST_ROWS}"),
            )),
            _ => Ok(plan),
        }
    }

    /// How many rows its results have.
    fn rows(&self) -> u64 {
        let rows = |(cell, arms): &(Cell, Vec<String>)| {
            let trials = self.trials.min(cell.most_trials.unwrap_or(u32::MAX));
            arms.len() as u64 * self.designs.len() as u64 * u64::from(trials)
        };
        self.cells.iter().map(rows).sum()
    }

    fn add_experiment(&mut self, toml: ExperimentToml) -> Result<(), Mistake> {
        let game = toml.game.get_ref().clone();
        let (players, evaluation) =
            with_game(&game, Defaults { players: toml.players.as_ref().map(|players| *players.get_ref()) })
                .map_err(|error| (toml.game.span(), error.to_string()))?;
        let own = Cell::new(&game, players, evaluation);
        let mut arms: Spans<Arm> = read_spans("arms", toml.arms)?;
        if let Some(control) = toml.control {
            let named: Arm =
                control.get_ref().parse().map_err(|error: ParseWordError| (control.span(), error.into()))?;
            let Some(place) = arms.iter().position(|(_, arm)| *arm == named) else {
                let names: Vec<_> = arms.iter().map(|(_, arm)| format!("'{arm}'")).collect();
                return Err((
                    control.span(),
                    format!("the control must be one of the arms: {}", names.join(", ")),
                ));
            };
            arms[..=place].rotate_right(1);
        }
        let plies = not_empty("plies", &toml.plies)?;
        let plies: Vec<_> =
            plies.iter().map(|ply| within("plies", ply, 1..=MAX_DEPTH)).collect::<Result<_, _>>()?;
        let starts = match toml.starts {
            None => vec![Start::Initial],
            Some(starts) => read_all("starts", starts)?,
        };
        let at_algorithm = toml.algorithm.as_ref().unwrap_or(&toml.game).span();
        let mut cell = Cell {
            variant: toml.variant.as_ref().map_or_else(String::new, |variant| variant.get_ref().clone()),
            combine: read_or(toml.combine, own.combine)?,
            grain: within_or("grain", toml.grain.as_ref(), 0..=MOST_GRAIN, own.grain)?,
            algorithm: read_or(toml.algorithm, own.algorithm)?,
            table: within_or("table", toml.table.as_ref(), 0..=MOST_TABLE, 0)? as usize,
            deepen: toml.deepen.unwrap_or(own.deepen),
            opening_turns: within_or(
                "opening-turns",
                toml.opening_turns.as_ref(),
                0..=MOST_TURNS,
                own.opening_turns,
            )?,
            opening: read_or(toml.opening, own.opening)?,
            most_trials: match &toml.most_trials {
                Some(most) => Some(within("most-trials", most, 1..=MOST_TRIALS)?),
                None => None,
            },
            turns: within_or("turns", toml.turns.as_ref(), 1..=MOST_TURNS, own.turns)?,
            turn: read_or(toml.turn, own.turn)?,
            ..own.clone()
        };
        let evaluations = match toml.evaluations {
            Some(names) if !names.get_ref().is_empty() => read_spans("evaluations", names)?,
            _ => vec![(toml.game.span(), evaluation.to_owned())],
        };
        let at_setup = toml.variant.as_ref().map(Spanned::span);
        let at_setup = at_setup.or(toml.players.as_ref().map(Spanned::span)).unwrap_or(toml.game.span());
        let texts: Vec<_> = arms.iter().map(|(_, arm)| arm.to_string()).collect();
        for ply in plies {
            for &start in &starts {
                for (at, evaluation) in &evaluations {
                    cell.evaluation.clone_from(evaluation);
                    (cell.ply, cell.start) = (ply, start);
                    with_game(&cell.game, CheckGame { cell: &cell, arms: &arms })
                        .map_err(|error| (toml.game.span(), error.to_string()))?
                        .map_err(|wrong| match wrong {
                            Wrong::Setup(message) => (at_setup.clone(), message),
                            Wrong::Evaluation(message) => (at.clone(), message),
                            Wrong::Search(message) => (at_algorithm.clone(), message),
                            Wrong::Arm(arm, message) => (arms[arm].0.clone(), message),
                        })?;
                    self.add_cell(&cell, &texts);
                }
            }
        }
        // Openings as long as the papers' are known to exist.
        if let Some(given) = &toml.opening_turns
            && starts.contains(&Start::Midgame)
            && cell.opening == Opening::Fixed
            && cell.opening_turns > own.opening_turns
        {
            cell.start = Start::Midgame;
            check_opening(&cell, self.seed).map_err(|error| (given.span(), error))?;
        }
        Ok(())
    }
}

/// Things that were read, with their places.
type Spans<T> = Vec<(Range<usize>, T)>;

fn within(what: &str, number: &Spanned<Number>, range: RangeInclusive<u32>) -> Result<u32, Mistake> {
    let given = number.get_ref().0;
    u32::try_from(given).ok().filter(|number| range.contains(number)).ok_or_else(|| {
        let message = format!("{what} must be from {} to {}, not {given}", range.start(), range.end());
        (number.span(), message)
    })
}

fn within_or(
    what: &str,
    number: Option<&Spanned<Number>>,
    range: RangeInclusive<u32>,
    default: u32,
) -> Result<u32, Mistake> {
    number.map_or(Ok(default), |number| within(what, number, range))
}

fn not_empty<'a, T>(what: &str, list: &'a Spanned<Vec<T>>) -> Result<&'a [T], Mistake> {
    let items = list.get_ref();
    if items.is_empty() {
        return Err((list.span(), format!("{what} must not be empty")));
    }
    Ok(items)
}

/// Reads a list of names, in which none may be given twice.
fn read_spans<T>(what: &str, names: Spanned<Vec<Spanned<String>>>) -> Result<Spans<T>, Mistake>
where
    T: FromStr<Err: ToString> + PartialEq,
{
    not_empty(what, &names)?;
    let mut read = Spans::new();
    for name in names.into_inner() {
        let item = name.get_ref().parse().map_err(|error: T::Err| (name.span(), error.to_string()))?;
        if read.iter().any(|(_, known)| *known == item) {
            return Err((name.span(), format!("'{}' is given twice in {what}", name.get_ref())));
        }
        read.push((name.span(), item));
    }
    Ok(read)
}

fn read_all<T>(what: &str, names: Spanned<Vec<Spanned<String>>>) -> Result<Vec<T>, Mistake>
where
    T: FromStr<Err: ToString> + PartialEq,
{
    Ok(read_spans(what, names)?.into_iter().map(|(_, item)| item).collect())
}

fn read_or<T: FromStr<Err: ToString>>(name: Option<Spanned<String>>, default: T) -> Result<T, Mistake> {
    let Some(name) = name else { return Ok(default) };
    name.get_ref().parse().map_err(|error: T::Err| (name.span(), error.to_string()))
}

/// The name of a published table.
#[derive(PartialEq)]
struct TableName(String);

impl FromStr for TableName {
    type Err = ParseWordError;

    fn from_str(text: &str) -> Result<Self, ParseWordError> {
        crate::reproduce::check_table(text, &table_names())?;
        Ok(Self(text.to_owned()))
    }
}

/// Refuses an opening that no game seems to last as long as, before anything is run.
fn check_opening(cell: &Cell, seed: u64) -> Result<(), String> {
    struct Check<'a>(&'a Cell, u64);
    impl GameVisitor for Check<'_> {
        type Output = Result<(), String>;

        fn visit<G: BoardGame>(self) -> Self::Output {
            let start: G = self.0.position().map_err(|error| error.to_string())?;
            let longest =
                fragment::probe_opening(&start, self.0, self.1).map_err(|error| error.to_string())?;
            longest.map_or(Ok(()), |longest| {
                Err(format!(
                    "opening-turns = {} is more than a game of {} lasts: the longest of those tried ended after {longest}",
                    self.0.opening_turns, self.0.game
                ))
            })
        }
    }
    with_game(&cell.game, Check(cell, seed)).map_err(|error| error.to_string())?
}

/// A game's default number of players and its plain evaluation.
struct Defaults {
    players: Option<usize>,
}

impl GameVisitor for Defaults {
    type Output = (usize, &'static str);

    fn visit<G: BoardGame>(self) -> Self::Output {
        (self.players.unwrap_or(G::INFO.default_players), G::INFO.evaluations[0].name)
    }
}

/// Builds everything that the cell's trials will build, once.
struct CheckGame<'a> {
    cell: &'a Cell,
    arms: &'a [(Range<usize>, Arm)],
}

/// What keeps an experiment from being run.
enum Wrong {
    Setup(String),
    Evaluation(String),
    /// The search, whatever the arm.
    Search(String),
    /// One of the arms.
    Arm(usize, String),
}

impl GameVisitor for CheckGame<'_> {
    type Output = Result<(), Wrong>;

    fn visit<G: BoardGame>(self) -> Self::Output {
        let cell = self.cell;
        let start: G = cell.position().map_err(|error| Wrong::Setup(error.to_string()))?;
        let evaluations = G::INFO.all_evaluations();
        if evaluations.iter().all(|known| known.name != cell.evaluation) {
            let names = evaluations.iter().map(|known| known.name);
            let what = format!("{} evaluation", cell.game);
            return Err(Wrong::Evaluation(SetupError::unknown(&what, &cell.evaluation, names).to_string()));
        }
        let build = |mut settings: Settings| {
            if settings.table > MOST_TABLE as usize {
                let given = settings.table;
                return Err(format!(
                    "a table of {given} MiB per arm is too large; choose at most {MOST_TABLE}"
                ));
            }
            // No large table is built for the check.
            settings.table = settings.table.min(1);
            start.engine(&cell.evaluation, settings).map(drop).map_err(|error| error.to_string())
        };
        build(Arm::default().settings(cell)).map_err(Wrong::Search)?;
        for (index, (_, arm)) in self.arms.iter().enumerate() {
            build(arm.settings(cell)).map_err(|error| Wrong::Arm(index, format!("arm '{arm}': {error}")))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::SMALL;
    use super::*;

    proptest! {
        #[test]
        fn any_text_is_a_plan_or_refused(text in "(?s).{0,200}") {
            let _ = Plan::parse(&text);
        }

        #[test]
        fn a_damaged_plan_is_a_plan_or_refused(at in 0..SMALL.len(), length in 0usize..20, with in "[a-z0-9\\[\\]=\\\"#\n-]{0,6}") {
            let end = (at + length).min(SMALL.len());
            let _ = Plan::parse(&[&SMALL[..at], &with, &SMALL[end..]].concat());
        }
    }

    #[test]
    fn errors_name_the_line_and_the_choices() {
        let error = |from: &str, to: &str| Plan::parse(&SMALL.replace(from, to)).unwrap_err().to_string();
        assert!(error("othello", "chess").starts_with("line 8: unknown game 'chess'; choose othello"));
        assert!(
            error("\"midgame\"", "\"endgame\"").starts_with("line 10: unknown 'endgame'; choose initial")
        );
        assert!(error("ads:mtf", "ads:mtg").starts_with("line 11: order 'ads:mtg'"));
        assert!(error("trials = 2", "trials = 0").starts_with("line 4: trials must be from 1"));
        assert!(error("seed = 7", "sead = 7").starts_with("line 3: unknown field `sead`"));
        assert!(error("plies", "evaluations = [\"x\"]\nplies").contains("evaluation 'x'; choose discs"));
        assert!(error("ads:mtf", "threat:mtf").contains("'threat' ranks opponents"));
        assert_eq!(error("[2, 3]", "[0]"), "line 9: plies must be from 1 to 200, not 0");
        assert_eq!(
            error("trials = 2", "trials = 1000000"),
            "line 4: 16000000 trials of all arms and cells; a plan has at most 10000000"
        );
        assert_eq!(error("[2, 3]", "[]"), "line 9: plies must not be empty");
        assert_eq!(error("\"ads:mtf\"", "\"none\""), "line 11: 'none' is given twice in arms");
        assert_eq!(error("\"paper\"", "\"paired\""), "line 5: 'paired' is given twice in designs");
        let added = |line: &str| Plan::parse(&format!("{SMALL}{line}\n")).unwrap_err().to_string();
        assert_eq!(added("turns = 0"), "line 12: turns must be from 1 to 10000, not 0");
        let huge = "99999999999999999999";
        assert_eq!(
            added(&format!("turns = {huge}")),
            format!("line 12: turns must be from 1 to 10000, not {huge}")
        );
        assert_eq!(added("grain = -1"), "line 12: grain must be from 0 to 1000000, not -1");
        assert_eq!(added("table = 1000000000"), "line 12: table must be from 0 to 4096, not 1000000000");
        let minimax = added("algorithm = \"minimax\"\ntable = 1");
        assert!(minimax.starts_with("line 12: the algorithm 'minimax' "), "{minimax}");
        assert!(added("players = 3").starts_with("line 12: "));
        assert!(added("variant = \"x\"").starts_with("line 12: "));
        assert!(Plan::parse("").unwrap_err().to_string().starts_with("line 1: missing field"));
        assert_eq!(
            added("opening-turns = 80"),
            "line 12: opening-turns = 80 is more than a game of othello lasts: the longest of those tried ended after 33"
        );
        assert_eq!(
            added("control = \"killer\""),
            "line 12: the control must be one of the arms: 'none', 'ads:mtf'"
        );
        assert!(
            error("trials = 2", "trials = 2\nreading = \"plain\"").starts_with("line 5: reading goes with")
        );
        assert!(error("trials = 2", "trials = 2\ntables = [\"x\"]").starts_with("line 5: unknown table 'x'"));
    }

    #[test]
    fn the_control_is_the_first_arm_or_the_one_named() {
        let arms = |text: &str| Plan::parse(text).unwrap().cells[0].1.clone();
        assert_eq!(arms(SMALL), ["none", "ads:mtf"]);
        assert_eq!(arms(&format!("{SMALL}control = \"ads:mtf\"\n")), ["ads:mtf", "none"]);
    }

    #[test]
    fn tables_and_question_travel_with_the_plan() {
        let text = SMALL.replace("seed", "question = \"Why?\"\ntables = [\"history-ads-1\"]\nseed");
        let plan = Plan::parse(&text.replace("[2, 3]", "[4]")).unwrap();
        assert_eq!(plan.question.as_deref(), Some("Why?"));
        assert_eq!(plan.published_rows().len(), 1);
        assert_eq!(Plan::parse(&plan.canonical()), Ok(plan.clone()));
        // Without a word about them, whatever was published about the cells is shown.
        let all = Plan { published: None, ..plan }.published_rows();
        assert!(all.len() > 1 && all.iter().all(|(_, rows)| !rows.is_empty()));
    }
}
