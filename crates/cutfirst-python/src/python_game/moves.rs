//! Moves of a game written in Python: any hashable object, numbered as they come up.

use std::fmt;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyTuple};

use super::values::shown;

/// A move by its number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Move(u32);

/// Stands before and after a move's number where the library shows it, and nowhere else: what Python shows has no such characters.
const MARK: char = '\u{1}';

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{MARK}{}{MARK}", self.0)
    }
}

impl Move {
    #[inline]
    pub(super) fn number(self) -> usize {
        self.0 as usize
    }
}

/// Up to here, whole numbers are found without asking Python.
const SMALL: usize = 4096;

/// No number yet.
const NONE: u32 = u32::MAX;

/// All moves that have come up.
pub(super) struct Moves {
    objects: Vec<Py<PyAny>>,
    /// Each of them as the one argument of a call.
    arguments: Vec<Py<PyTuple>>,
    numbers: Py<PyDict>,
    /// The numbers of the moves 0 to 4095.
    small: Vec<u32>,
}

impl Moves {
    pub(super) fn new(py: Python<'_>) -> Self {
        Self {
            objects: Vec::new(),
            arguments: Vec::new(),
            numbers: PyDict::new(py).unbind(),
            small: vec![NONE; SMALL],
        }
    }

    /// The number of a move.
    pub(super) fn number(&mut self, mv: &Bound<'_, PyAny>) -> PyResult<Move> {
        let small = match mv.is_exact_instance_of::<PyInt>() {
            true => mv.extract::<usize>().ok().filter(|&value| value < SMALL),
            false => None,
        };
        if let Some(value) = small
            && self.small[value] != NONE
        {
            return Ok(Move(self.small[value]));
        }
        let numbers = self.numbers.bind(mv.py());
        if let Some(known) = numbers.get_item(mv)? {
            return Ok(Move(known.extract()?));
        }
        let number = self.objects.len() as u32;
        numbers.set_item(mv, number)?;
        self.objects.push(mv.clone().unbind());
        self.arguments.push(PyTuple::new(mv.py(), [mv])?.unbind());
        if let Some(value) = small {
            self.small[value] = number;
        }
        Ok(Move(number))
    }

    /// The move as what a method is called with.
    pub(super) fn arguments(&self, mv: Move) -> &Py<PyTuple> {
        &self.arguments[mv.number()]
    }

    /// What the library says, with moves as Python shows them.
    pub(super) fn named(&self, text: &str) -> String {
        let show = |number: &str| {
            let object = number.parse().ok().and_then(|number: usize| self.objects.get(number));
            object.map_or_else(|| number.to_owned(), |object| Python::attach(|py| shown(object.bind(py))))
        };
        let parts = text.split(MARK).enumerate();
        parts.map(|(place, part)| if place % 2 == 0 { part.to_owned() } else { show(part) }).collect()
    }

    /// The move itself.
    pub(super) fn object(&self, mv: Move) -> &Py<PyAny> {
        &self.objects[mv.number()]
    }
}
