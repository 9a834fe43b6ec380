//! Tables in the form of Apache Arrow, which other libraries take over without copying.

use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, RecordBatch, RecordBatchIterator, StringArray, UInt64Array,
};
use arrow_schema::{DataType, Field, Schema};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::error;

/// The values of one column.
pub(crate) enum Column {
    Text(Vec<String>),
    Whole(Vec<u64>),
    Real(Vec<Option<f64>>),
    Flag(Vec<bool>),
}

impl Column {
    fn kind(&self) -> DataType {
        match self {
            Self::Text(_) => DataType::Utf8,
            Self::Whole(_) => DataType::UInt64,
            Self::Real(_) => DataType::Float64,
            Self::Flag(_) => DataType::Boolean,
        }
    }

    fn array(&self) -> ArrayRef {
        match self {
            Self::Text(values) => Arc::new(StringArray::from_iter_values(values)),
            Self::Whole(values) => Arc::new(UInt64Array::from_iter_values(values.iter().copied())),
            Self::Real(values) => Arc::new(Float64Array::from_iter(values.iter().copied())),
            Self::Flag(values) => Arc::new(BooleanArray::from(values.clone())),
        }
    }
}

/// A table of results.
#[pyclass(frozen, module = "cutfirst._native")]
pub(crate) struct Table {
    columns: Vec<(String, Column)>,
    batch: RecordBatch,
}

impl Table {
    pub(crate) fn new(columns: Vec<(String, Column)>) -> PyResult<Self> {
        let field = |(name, column): &(String, Column)| {
            Field::new(name, column.kind(), matches!(column, Column::Real(_)))
        };
        let schema = Schema::new(columns.iter().map(field).collect::<Vec<_>>());
        let arrays = columns.iter().map(|(_, column)| column.array()).collect();
        let batch = RecordBatch::try_new(Arc::new(schema), arrays).map_err(error)?;
        Ok(Self { columns, batch })
    }
}

#[pymethods]
impl Table {
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.columns.iter().map(|(name, _)| name.as_str()).collect()
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    /// The values of a column.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let found = self.columns.iter().find(|(own, _)| own == name);
        let (_, column) = found.ok_or_else(|| {
            let names = self.column_names().join(", ");
            error(format!("there is no column '{}'; choose {names}", cutfirst::notation::excerpt(name)))
        })?;
        match column {
            Column::Text(values) => values.into_pyobject(py).map(Bound::into_any),
            Column::Whole(values) => values.into_pyobject(py).map(Bound::into_any),
            Column::Real(values) => values.into_pyobject(py).map(Bound::into_any),
            Column::Flag(values) => values.into_pyobject(py).map(Bound::into_any),
        }
    }

    /// The Arrow PyCapsule interface: the table as a stream of one batch.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Whoever asks for other types gets ours and converts them, which the interface allows.
        drop(requested_schema);
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}
