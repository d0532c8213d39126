//! Live connections: the door to games and analysis.

use super::body::Query;
use super::client::{Client, Seats};
use crate::error::{ApiError, ErrorBody};
use crate::socket::check_origin;
use crate::state::AppState;
use crate::token::GameId;
use crate::{analysis, live};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

/// Where to go on.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Since {
    /// The number of the last event you know.
    since: Option<u64>,
}

type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

fn upgrade(upgrade: Upgrade, headers: &HeaderMap, state: &AppState) -> Result<WebSocketUpgrade, ApiError> {
    let message = "this address is for WebSocket connections";
    let upgrade = upgrade.map_err(|_| ApiError::new(StatusCode::UPGRADE_REQUIRED, "not_a_websocket", message))?;
    check_origin(headers, state.settings.public_url.as_deref())?;
    if state.is_closing() {
        return Err(ApiError::unavailable());
    }
    let most = state.settings.limits.message_bytes;
    Ok(upgrade.max_message_size(most).max_frame_size(most))
}

/// Plays or watches a game over a WebSocket: `LiveRequest` in, `LiveMessage` out.
#[utoipa::path(get, path = "/games/{id}/live", tag = "games",
    params(("id" = String, Path, description = "the game"), Since),
    responses((status = 101, description = "a WebSocket"), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn game(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(since): Query<Since>,
    client: Client,
    seats: Seats,
    headers: HeaderMap,
    websocket: Upgrade,
) -> Result<Response, ApiError> {
    let websocket = upgrade(websocket, &headers, &state)?;
    let id = GameId::read(&id).ok_or_else(ApiError::no_game)?;
    let connection = state.connections.add(client.address, state.settings.limits.connections)?;
    let joined = state.hub.join(&id, &seats.hashes(), client.queue(), since.since).await?;
    let (hub, limits, closing) = (state.hub.clone(), state.settings.limits, state.closing());
    Ok(websocket.on_upgrade(async move |socket| {
        live::serve(hub, joined, client.queue(), socket, limits, closing).await;
        drop(connection);
    }))
}

/// Asks about positions over a WebSocket: `AnalysisRequest` in, `AnalysisMessage` out.
#[utoipa::path(get, path = "/analysis", tag = "positions",
    responses((status = 101, description = "a WebSocket"), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn analysis(
    State(state): State<AppState>,
    client: Client,
    headers: HeaderMap,
    websocket: Upgrade,
) -> Result<Response, ApiError> {
    let websocket = upgrade(websocket, &headers, &state)?;
    let connection = state.connections.add(client.address, state.settings.limits.connections)?;
    let (analysts, limits, closing) = (state.analysts.clone(), state.settings.limits, state.closing());
    Ok(websocket.on_upgrade(async move |socket| {
        analysis::serve(analysts, client.queue(), socket, limits, closing).await;
        drop(connection);
    }))
}
