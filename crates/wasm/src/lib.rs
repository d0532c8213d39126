//! Dropline for a web page: the engine behind one question and one answer, both JSON, as the server's HTTP API has them.
//!
//! A [`Answerer`] answers. In a browser it lives in a worker of the page, which reads its clock and ends it when nobody waits any more; the
//! bindings are in `page.rs`. Elsewhere it is the same code, which the tests use.

mod answerer;
#[cfg(target_arch = "wasm32")]
mod page;

pub use answerer::{Answerer, MOST_CELLS};
