//! The handbook as `cargo xtask book` has left it, where it was built in. Its pages name each other and their files without a path.

use super::{assets, pages};
use crate::state::AppState;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use rust_embed::EmbeddedFile;

#[cfg(feature = "handbook")]
#[derive(rust_embed::RustEmbed)]
#[folder = "../../target/book/"]
// A program for tests looks for it when it runs.
#[allow_missing = true]
struct Handbook;

#[cfg(all(feature = "handbook", not(debug_assertions)))]
const _: &str = include_str!("../../../../target/book/index.html");

const FIRST: &str = "index.html";

#[cfg(feature = "handbook")]
fn embedded(name: &str) -> Option<EmbeddedFile> {
    Handbook::get(name)
}

#[cfg(not(feature = "handbook"))]
fn embedded(_name: &str) -> Option<EmbeddedFile> {
    None
}

/// Whether there is one.
pub(super) fn is_offered() -> bool {
    embedded(FIRST).is_some()
}

/// Its first page stands in a folder, so that the others are found from there.
pub(crate) async fn enter() -> Redirect {
    Redirect::to("/handbook/")
}

/// Its first page; where it was not built in, how to get it.
pub(crate) async fn first(State(state): State<AppState>, headers: HeaderMap) -> Response {
    file(FIRST, &headers).unwrap_or_else(|| {
        let mut answer = pages::page("handbook", "", &state, &HeaderMap::new());
        *answer.status_mut() = StatusCode::NOT_FOUND;
        answer
    })
}

/// Another page, or a file.
pub(crate) async fn other(State(state): State<AppState>, Path(name): Path<String>, headers: HeaderMap) -> Response {
    match file(&name, &headers) {
        Some(answer) => answer,
        None => pages::nothing(State(state), headers).await.into_response(),
    }
}

fn file(name: &str, headers: &HeaderMap) -> Option<Response> {
    Some(assets::answer(name, embedded(name)?.data.into_owned().into(), assets::ASK, headers))
}
