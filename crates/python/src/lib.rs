//! Dropline for Python: what `import dropline` finds behind its Python files.
//!
//! Everything that thinks does so without the interpreter's lock, and stops soon after Ctrl-C (`signals.rs`). What the engine finds goes to Python as the JSON
//! that every front end tells; the Python files make objects of it.

mod analysis;
mod arena;
mod array;
mod book;
mod certificate;
mod data;
mod errors;
mod fixtures;
mod game;
mod many;
mod player;
mod pool;
mod position;
mod proof;
mod signals;
mod solve;
mod thinker;
mod variant;
mod vector;

use pyo3::prelude::*;

#[pymodule]
fn _dropline(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("MASKED", solve::MASKED)?;
    errors::add(module)?;
    module.add_class::<variant::PyVariant>()?;
    module.add_class::<game::PyGame>()?;
    module.add_class::<game::PyOutcome>()?;
    module.add_class::<player::PyPlayer>()?;
    module.add_class::<vector::VectorGames>()?;
    module.add_class::<data::RowSolver>()?;
    module.add_class::<book::PyBookBuilder>()?;
    module.add_class::<book::BookSolver>()?;
    module.add_class::<proof::PyProof>()?;
    module.add_class::<proof::Prover>()?;
    module.add_class::<certificate::PyCertificate>()?;
    module.add_class::<certificate::AnswerChecker>()?;
    module.add_class::<fixtures::PyContest>()?;
    module.add_class::<fixtures::FixturePlayer>()?;
    module.add_function(wrap_pyfunction!(data::sampled_positions, module)?)?;
    module.add_function(wrap_pyfunction!(solve::solve, module)?)?;
    module.add_function(wrap_pyfunction!(solve::scores, module)?)?;
    module.add_function(wrap_pyfunction!(many::solve_many, module)?)?;
    module.add_function(wrap_pyfunction!(many::scores_many, module)?)?;
    module.add_function(wrap_pyfunction!(analysis::analyze, module)?)?;
    module.add_function(wrap_pyfunction!(analysis::explain, module)?)?;
    module.add_function(wrap_pyfunction!(analysis::review, module)?)?;
    module.add_function(wrap_pyfunction!(position::milliseconds, module)?)?;
    module.add_function(wrap_pyfunction!(player::players, module)?)?;
    module.add_function(wrap_pyfunction!(arena::tournament, module)?)
}
