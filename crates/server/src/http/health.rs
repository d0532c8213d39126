//! Whether the server lives, is ready, and how it fares.

use crate::error::ApiError;
use crate::state::AppState;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use metrics::gauge;

/// The process is there.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// What happens in games can be stored, and the server is not about to go.
pub(crate) async fn readyz(State(state): State<AppState>) -> Result<&'static str, ApiError> {
    if state.is_closing() {
        return Err(ApiError::unavailable());
    }
    state.store.ready().await?;
    Ok("ok\n")
}

/// Figures for Prometheus.
pub(crate) async fn metrics(State(state): State<AppState>) -> Response {
    let Some(recorder) = &state.metrics else { return StatusCode::NOT_FOUND.into_response() };
    let (waiting, under_way) = state.analysts.load();
    gauge!("dropline_analyses_waiting").set(waiting as f64);
    gauge!("dropline_analyses_under_way").set(under_way as f64);
    let (waiting, under_way) = state.hub.players_load();
    gauge!("dropline_player_moves_waiting").set(waiting as f64);
    gauge!("dropline_player_moves_under_way").set(under_way as f64);
    gauge!("dropline_pictures_waiting").set(state.pictures.waiting() as f64);
    gauge!("dropline_sockets").set(state.sockets.count() as f64);
    gauge!("dropline_connections").set(state.connections.count() as f64);
    gauge!("dropline_open_games").set(state.hub.open_games() as f64);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], recorder.render()).into_response()
}
