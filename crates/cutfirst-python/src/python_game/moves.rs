//! Moves of a game written in Python: any hashable object, numbered as they come up.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyTuple};

/// A move by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Move(u32);

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

    /// The move itself.
    pub(super) fn object(&self, mv: Move) -> &Py<PyAny> {
        &self.objects[mv.number()]
    }
}
