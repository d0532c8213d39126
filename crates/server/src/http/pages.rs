//! The web pages and their files, which are part of the program.

use super::assets;
use super::body::Query;
use super::client::Seats;
use super::games::is_secure;
use super::preview::{self, Shown};
use crate::error::ApiError;
use crate::socket::check_origin;
use crate::state::AppState;
use crate::token::{GameId, Token};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{MethodRouter, get};
use serde::Deserialize;

/// A seat in an invitation.
#[derive(Deserialize)]
pub(crate) struct Invitation {
    seat: Option<String>,
}

/// A page that is the same for everybody.
pub(crate) fn named(name: &'static str) -> MethodRouter<AppState> {
    get(async move |State(state): State<AppState>, headers: HeaderMap| page(name, "", &state, &headers))
}

/// A page about the position in its address; `what` is done with it.
pub(crate) fn about_position(name: &'static str, what: &'static str) -> MethodRouter<AppState> {
    let answer =
        async move |State(state): State<AppState>, shown: Result<Query<Shown>, ApiError>, headers: HeaderMap| {
            let shown = shown.map(|Query(shown)| shown).unwrap_or_default();
            page(name, &preview::of_position(what, &shown, &state, &headers), &state, &headers)
        };
    get(answer)
}

/// The page of a game. Who comes with a seat gets it into the cookie and an address without the secret.
pub(crate) async fn game(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(invitation): Query<Invitation>,
    seats: Seats,
    headers: HeaderMap,
) -> Response {
    let Some(seat) = invitation.seat else {
        let about = about_game(&state, &id, &headers).await.unwrap_or_default();
        return page("game", &about, &state, &headers);
    };
    match take_seat(&state, &id, &seat, &seats, false).await {
        Ok(Some(answer)) => answer,
        Ok(None) => page("invitation", "", &state, &headers),
        Err(error) => instead_of_page(error, &state, &headers),
    }
}

/// What the page of a game says about it; nothing if there is no such game.
async fn about_game(state: &AppState, id: &str, headers: &HeaderMap) -> Option<String> {
    let (game, _) = state.hub.look(&GameId::read(id)?, &[]).await.ok()?;
    Some(preview::of_game(&game, state, headers))
}

/// The same after the question whether the seat is wanted; a page of another address cannot answer it.
pub(crate) async fn accept(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(invitation): Query<Invitation>,
    seats: Seats,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    check_origin(&headers, state.settings.public_url.as_deref())?;
    let seat = invitation.seat.unwrap_or_default();
    take_seat(&state, &id, &seat, &seats, true).await?.ok_or_else(ApiError::internal)
}

/// Nothing if it has to be asked first: the other seat is held already, or another one would be given up for this.
async fn take_seat(
    state: &AppState,
    id: &str,
    seat: &str,
    seats: &Seats,
    wanted: bool,
) -> Result<Option<Response>, ApiError> {
    let id = GameId::read(id).ok_or_else(ApiError::no_game)?;
    let to = Redirect::to(&format!("/g/{id}"));
    let Some(token) = Token::read(seat) else { return Ok(Some(to.into_response())) };
    let (_, offered) = state.hub.look(&id, &[token.hash()]).await?;
    let (_, held) = state.hub.look(&id, &seats.hashes()).await?;
    if offered.sides().all(|side| held.holds(side)) {
        return Ok(Some(to.into_response()));
    }
    if !wanted && (held.sides().next().is_some() || seats.are_full()) {
        return Ok(None);
    }
    let cookie = seats.cookie_with_invited(token, is_secure(state));
    Ok(Some(([(header::SET_COOKIE, cookie)], to).into_response()))
}

/// A script, a style, a picture.
pub(crate) async fn file(Path(path): Path<String>, headers: HeaderMap) -> Response {
    assets::file(&path, &headers).unwrap_or_else(|| not_found().into_response())
}

pub(super) fn page(name: &str, about: &str, state: &AppState, headers: &HeaderMap) -> Response {
    assets::page(name, about, state.settings.limits.cells, headers).unwrap_or_else(|| not_found().into_response())
}

/// What an address without a page leads to.
pub(crate) async fn nothing(State(state): State<AppState>, headers: HeaderMap) -> Response {
    instead_of_page(not_found(), &state, &headers)
}

/// An error where a page was asked for: a page for browsers, the error object for programs.
fn instead_of_page(error: ApiError, state: &AppState, headers: &HeaderMap) -> Response {
    let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if error.status != StatusCode::NOT_FOUND || !accepts.contains("text/html") {
        return error.into_response();
    }
    // Without the tag of what the browser has: there is nothing that could be unchanged.
    let mut answer = page("error", "", state, &HeaderMap::new());
    *answer.status_mut() = error.status;
    answer
}

pub(crate) fn not_found() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "not_found", "there is nothing at this address")
}
