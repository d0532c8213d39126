//! `dropline.Variant`.

use crate::errors::VariantError;
use dropline_core::Variant;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

/// What is played: columns, levels, how many in line, and the rules.
///
/// >>> Variant("9x7c4").columns
/// 9
/// >>> Variant("7x6m4").rules
/// 'max'
#[pyclass(name = "Variant", module = "dropline", frozen, eq, ord, hash)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyVariant(pub(crate) Variant);

#[pymethods]
impl PyVariant {
    #[new]
    #[pyo3(signature = (name = None))]
    fn new(name: Option<&Bound<'_, PyAny>>) -> PyResult<PyVariant> {
        Ok(PyVariant(given(name)?.unwrap_or_default()))
    }

    /// How many columns there are.
    #[getter]
    fn columns(&self) -> usize {
        self.0.columns()
    }

    /// How many levels there are.
    #[getter]
    fn levels(&self) -> usize {
        self.0.levels()
    }

    /// How many in line count.
    #[getter]
    fn connect(&self) -> usize {
        self.0.connect()
    }

    /// ``"connect"`` or ``"max"``.
    #[getter]
    fn rules(&self) -> String {
        self.0.rules().to_string()
    }

    /// How many cells there are.
    #[getter]
    fn cells(&self) -> usize {
        self.0.cells()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Variant('{}')", self.0)
    }

    fn __reduce__(slf: &Bound<'_, PyVariant>) -> (Py<PyAny>, (String,)) {
        (slf.get_type().into_any().unbind(), (slf.get().0.to_string(),))
    }
}

/// The variant of an argument: one that was made, or its name.
pub(crate) fn given(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Variant>> {
    let Some(argument) = argument else { return Ok(None) };
    if let Ok(variant) = argument.cast::<PyVariant>() {
        return Ok(Some(variant.get().0));
    }
    let name: PyBackedStr = argument.extract()?;
    name.parse().map(Some).map_err(|error: dropline_core::VariantError| VariantError::new_err(error.to_string()))
}
