//! The web pages and their files, which are part of the program.

use super::body::Query;
use super::client::Seats;
use super::games::is_secure;
use crate::error::ApiError;
use crate::state::AppState;
use crate::token::{GameId, Token};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{MethodRouter, get};
use rust_embed::{EmbeddedFile, RustEmbed};
use serde::Deserialize;
use std::fmt::Write;

#[derive(RustEmbed)]
#[folder = "web/"]
struct Web;

/// A seat in an invitation.
#[derive(Deserialize)]
pub(crate) struct Invitation {
    seat: Option<String>,
}

/// A page that is the same for everybody.
pub(crate) fn named(name: &'static str) -> MethodRouter<AppState> {
    get(async move |headers: HeaderMap| page(name, &headers))
}

/// The page of a game. Who comes with a seat gets it into the cookie and an address without the secret.
pub(crate) async fn game(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(invitation): Query<Invitation>,
    seats: Seats,
    headers: HeaderMap,
) -> Response {
    let Some(seat) = invitation.seat else { return page("game", &headers) };
    match take_seat(&state, &id, &seat, &seats).await {
        Ok(answer) => answer,
        Err(error) => instead_of_page(error, &headers),
    }
}

async fn take_seat(state: &AppState, id: &str, seat: &str, seats: &Seats) -> Result<Response, ApiError> {
    let id = GameId::read(id).ok_or_else(ApiError::no_game)?;
    let to = Redirect::to(&format!("/g/{id}"));
    let Some(token) = Token::read(seat) else { return Ok(to.into_response()) };
    let (_, held) = state.hub.look(&id, &[token.hash()]).await?;
    if held.sides().next().is_none() {
        return Ok(to.into_response());
    }
    let cookie = seats.cookie_with([token], is_secure(state));
    Ok(([(header::SET_COOKIE, cookie)], to).into_response())
}

/// A script, a style, a picture.
pub(crate) async fn file(Path(path): Path<String>, headers: HeaderMap) -> Response {
    embedded(&path, &headers)
}

fn page(name: &str, headers: &HeaderMap) -> Response {
    embedded(&format!("{name}.html"), headers)
}

fn embedded(path: &str, headers: &HeaderMap) -> Response {
    match Web::get(path) {
        Some(file) => answer(path, file, headers),
        None => not_found().into_response(),
    }
}

/// What an address without a page leads to.
pub(crate) async fn nothing(headers: HeaderMap) -> Response {
    instead_of_page(not_found(), &headers)
}

/// An error where a page was asked for: a page for browsers, the error object for programs.
fn instead_of_page(error: ApiError, headers: &HeaderMap) -> Response {
    let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if error.status != StatusCode::NOT_FOUND || !accepts.contains("text/html") {
        return error.into_response();
    }
    // Without the tag of what the browser has: there is nothing that could be unchanged.
    let mut answer = page("error", &HeaderMap::new());
    *answer.status_mut() = error.status;
    answer
}

pub(crate) fn not_found() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "not_found", "there is nothing at this address")
}

/// A file; nothing but its tag if the browser has it.
fn answer(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let mut tag = String::from("\"");
    for byte in &file.metadata.sha256_hash()[..12] {
        let _ = write!(tag, "{byte:02x}");
    }
    tag.push('"');
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == tag.as_bytes());
    let common = [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if known {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    (common, [(header::CONTENT_TYPE, content_type(path))], file.data).into_response()
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
