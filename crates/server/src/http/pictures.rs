//! Positions as pictures.

use super::body::Query;
use crate::analysis::Question;
use crate::error::{ApiError, ErrorBody};
use crate::position;
use crate::state::AppState;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use dropline_core::Game;
use dropline_core::picture::{SvgTheme, View, svg};
use serde::Deserialize;
use utoipa::IntoParams;

/// PNG pictures of large boards are made smaller, until no side is longer than this.
#[cfg(feature = "png")]
const MOST_PIXELS: u16 = 4096;

/// What to draw.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Drawing {
    /// What is played; `7x6c4` if nothing.
    variant: Option<String>,
    /// The moves.
    moves: Option<String>,
    /// Or the key of a set-up position.
    position: Option<String>,
    /// `light`, `dark`, `high-contrast` or `colour-blind`.
    theme: Option<String>,
}

impl Drawing {
    fn game(&self, state: &AppState) -> Result<Game, ApiError> {
        let Drawing { variant, moves, position, .. } = self;
        let question = Question { variant: variant.clone(), moves: moves.clone(), position: position.clone() };
        position::of_question(&question, &state.settings.limits)
    }

    fn svg(&self, state: &AppState) -> Result<String, ApiError> {
        let theme = self.theme.as_deref().unwrap_or("light").parse::<SvgTheme>();
        let theme = theme.map_err(|error| ApiError::bad("bad_theme", error.to_string()).field("theme"))?;
        Ok(svg(&View::of(&self.game(state)?), &theme))
    }
}

/// Draws a position as SVG.
#[utoipa::path(get, path = "/picture.svg", tag = "positions", params(Drawing),
    responses((status = 200, content_type = "image/svg+xml"), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn picture_svg(
    State(state): State<AppState>,
    Query(drawing): Query<Drawing>,
) -> Result<Response, ApiError> {
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], drawing.svg(&state)?).into_response())
}

/// Draws a position as PNG.
#[utoipa::path(get, path = "/picture.png", tag = "positions", params(Drawing),
    responses((status = 200, content_type = "image/png"), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn picture_png(
    State(state): State<AppState>,
    Query(drawing): Query<Drawing>,
) -> Result<Response, ApiError> {
    let svg = drawing.svg(&state)?;
    Ok(([(header::CONTENT_TYPE, "image/png")], png(svg).await?).into_response())
}

/// The picture as PNG, drawn on a thread that may take its time.
#[cfg(feature = "png")]
async fn png(svg: String) -> Result<Vec<u8>, ApiError> {
    let drawn = tokio::task::spawn_blocking(move || dropline_core::picture::png(&svg, MOST_PIXELS)).await;
    drawn.ok().and_then(Result::ok).ok_or_else(ApiError::internal)
}

#[cfg(not(feature = "png"))]
async fn png(_svg: String) -> Result<Vec<u8>, ApiError> {
    let message = "this server was built without PNG pictures: ask for picture.svg";
    Err(ApiError::new(axum::http::StatusCode::NOT_FOUND, "no_png", message))
}
