//! What a search has found, as Python gets it.

use std::time::Duration;

use cutfirst::engine::{Line, Report};
use cutfirst::powers::OutOfTurn;
use cutfirst::search::{Algorithm, Counts, LineFound};
use cutfirst_games::line::follow_line;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A line with moves as they are shown.
pub(crate) struct ShownLine<M> {
    pub(crate) score: i32,
    pub(crate) scores: Option<Vec<i32>>,
    pub(crate) moves: Vec<M>,
    /// Who plays each of them.
    pub(crate) movers: Vec<usize>,
}

impl<M> ShownLine<M> {
    pub(crate) fn new<G: OutOfTurn>(
        game: &G,
        algorithm: Algorithm,
        line: &Line<G::Move>,
        show: &mut impl FnMut(&G, G::Move) -> M,
    ) -> Self {
        let (mut moves, mut movers) = (Vec::new(), Vec::new());
        follow_line(game, algorithm, &line.moves, |game, mv, _| {
            moves.push(show(game, mv));
            movers.push(game.to_move().index());
        });
        Self { score: line.score, scores: line.scores.clone(), moves, movers }
    }

    fn dict<'py, T: IntoPyObject<'py>>(
        self,
        py: Python<'py>,
        convert: &impl Fn(M) -> T,
    ) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("score", self.score)?;
        dict.set_item("scores", self.scores)?;
        let moves: Vec<T> = self.moves.into_iter().map(convert).collect();
        dict.set_item("moves", moves)?;
        dict.set_item("movers", self.movers)?;
        Ok(dict)
    }
}

/// The result of a search.
pub(crate) struct Found<M> {
    pub(crate) chosen: ShownLine<M>,
    lines: Vec<ShownLine<M>>,
    depth: u32,
    complete: bool,
    counts: Counts,
    elapsed: Duration,
    /// The settled engine in words.
    words: String,
}

impl<M> Found<M> {
    pub(crate) fn new<G: OutOfTurn>(
        game: &G,
        algorithm: Algorithm,
        report: &Report<G::Move>,
        words: String,
        mut show: impl FnMut(&G, G::Move) -> M,
    ) -> Self {
        let lines = report.lines.iter();
        Self {
            chosen: ShownLine::new(game, algorithm, report.line(), &mut show),
            lines: lines.map(|line| ShownLine::new(game, algorithm, line, &mut show)).collect(),
            depth: report.depth,
            complete: report.complete,
            counts: report.counts,
            elapsed: report.elapsed.unwrap_or_default(),
            words,
        }
    }

    /// As the arguments of the class `Report`.
    pub(crate) fn dict<'py, T: IntoPyObject<'py>>(
        self,
        py: Python<'py>,
        convert: impl Fn(M) -> T,
    ) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("line", self.chosen.dict(py, &convert)?)?;
        let lines = self.lines.into_iter().map(|line| line.dict(py, &convert));
        dict.set_item("lines", lines.collect::<PyResult<Vec<_>>>()?)?;
        dict.set_item("depth", self.depth)?;
        dict.set_item("complete", self.complete)?;
        let counts = counts_dict(py, &self.counts)?;
        dict.set_item("counts", counts)?;
        dict.set_item("seconds", self.elapsed.as_secs_f64())?;
        dict.set_item("words", self.words)?;
        Ok(dict)
    }
}

fn counts_dict<'py>(py: Python<'py>, counts: &Counts) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("nodes", counts.total)?;
    dict.set_item("interior", counts.interior())?;
    dict.set_item("leaves", counts.leaf)?;
    dict.set_item("quiescence", counts.quiescence)?;
    dict.set_item("makes", counts.makes)?;
    dict.set_item("evaluations", counts.evaluations)?;
    dict.set_item("cutoffs", counts.cutoffs)?;
    dict.set_item("first_move_cutoffs", counts.first_move_cutoffs)?;
    Ok(dict)
}

/// A depth that was completed, or a line of it, for whoever is told of progress.
pub(crate) struct Step<M> {
    depth: u32,
    number: usize,
    line: ShownLine<M>,
    nodes: u64,
}

impl<M> Step<M> {
    pub(crate) fn new<G: OutOfTurn>(
        game: &G,
        algorithm: Algorithm,
        found: &LineFound<'_, G::Move>,
        mut show: impl FnMut(&G, G::Move) -> M,
    ) -> Self {
        let (mut moves, mut movers) = (Vec::new(), Vec::new());
        follow_line(game, algorithm, found.line, |game, mv, _| {
            moves.push(show(game, mv));
            movers.push(game.to_move().index());
        });
        let scores = found.scores.map(<[i32]>::to_vec);
        let line = ShownLine { score: found.score, scores, moves, movers };
        Self { depth: found.depth, number: found.number, line, nodes: found.counts.total }
    }

    /// As the arguments of the class `Progress`.
    pub(crate) fn dict<'py, T: IntoPyObject<'py>>(
        self,
        py: Python<'py>,
        convert: impl Fn(M) -> T,
    ) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("depth", self.depth)?;
        dict.set_item("number", self.number)?;
        dict.set_item("line", self.line.dict(py, &convert)?)?;
        dict.set_item("nodes", self.nodes)?;
        Ok(dict)
    }
}
