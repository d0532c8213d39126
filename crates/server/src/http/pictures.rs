//! Positions as pictures.

use super::body::Query;
use super::client::Client;
use crate::analysis::Question;
use crate::error::{ApiError, ErrorBody};
use crate::position;
use crate::state::AppState;
use crate::worker_pool::{MostWaiting, QueueFull, WorkerPool};
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use dropline_core::picture::{SvgTheme, View, svg};
use dropline_core::{Game, notation};
use dropline_engine::book::BookChoice;
use metrics::counter;
use moka::sync::Cache;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use utoipa::IntoParams;

/// PNG pictures of large boards are made smaller, until no side is longer than this.
#[cfg(feature = "png")]
const MOST_PIXELS: u16 = 2048;

/// The same of moving pictures, and the moves of the longest one.
#[cfg(feature = "png")]
const MOST_MOVING_PIXELS: u16 = 480;
const MOST_MOVES: usize = 200;

/// PNG pictures that wait: one is drawn at a time, which takes up to 30 MB.
const MOST_WAITING: MostWaiting = MostWaiting { all: 64, each: 16 };

/// Bytes of PNG pictures that are kept.
const KEPT_BYTES: u64 = 16 << 20;

/// A picture depends on its address alone.
const KEPT: (header::HeaderName, &str) = (header::CACHE_CONTROL, "public, max-age=86400");

/// Draws PNG pictures one after the other at the lowest priority; clients take turns, and what was drawn is kept.
#[derive(Debug)]
pub(crate) struct Pictures {
    workers: WorkerPool,
    drawn: Cache<[u8; 32], Bytes>,
}

impl Pictures {
    pub(crate) fn new() -> std::io::Result<Pictures> {
        let workers = WorkerPool::new("picture", 1, 19, MOST_WAITING, &BookChoice::None, 0)?;
        let weight = |_: &[u8; 32], png: &Bytes| u32::try_from(png.len()).unwrap_or(u32::MAX);
        Ok(Pictures { workers, drawn: Cache::builder().weigher(weight).max_capacity(KEPT_BYTES).build() })
    }

    async fn png(&self, client: u64, svg: String) -> Result<Bytes, ApiError> {
        let hash: [u8; 32] = Sha256::digest(svg.as_bytes()).into();
        self.drawn(client, hash, move || png(&svg)).await
    }

    async fn gif(&self, client: u64, game: Game, theme: SvgTheme) -> Result<Bytes, ApiError> {
        let last = svg(&View::of(&game), &theme);
        let moves = notation::moves::write(game.variant(), game.moves());
        let hash: [u8; 32] = Sha256::digest(format!("gif {} {moves} {last}", game.variant())).into();
        self.drawn(client, hash, move || gif(&game, &theme)).await
    }

    /// A picture that was drawn before, or is drawn when its turn comes.
    async fn drawn(
        &self,
        client: u64,
        hash: [u8; 32],
        draw: impl FnOnce() -> Result<Bytes, ApiError> + Send + 'static,
    ) -> Result<Bytes, ApiError> {
        if let Some(png) = self.drawn.get(&hash) {
            return Ok(png);
        }
        let asked = self.workers.ask(client, move |_, _| draw());
        let (_ticket, drawn) = asked.map_err(|full| {
            let why = if full == QueueFull::OfClient { "address" } else { "all" };
            counter!("dropline_pictures_refused_total", "why" => why).increment(1);
            ApiError::busy()
        })?;
        let png = drawn.await.map_err(|_| ApiError::unavailable())??;
        self.drawn.insert(hash, png.clone());
        Ok(png)
    }

    pub(crate) fn close(&self) {
        self.workers.close();
    }

    /// How many pictures wait.
    pub(crate) fn waiting(&self) -> usize {
        self.workers.load().0
    }
}

/// What to draw.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Drawing {
    /// What is played; `7x6c4` if nothing.
    variant: Option<String>,
    /// The moves.
    moves: Option<String>,
    /// The key of the set-up position where they begin.
    position: Option<String>,
    /// `light`, `dark`, `high-contrast` or `colour-blind`.
    theme: Option<String>,
    /// The names of the sides, which are the colours of their checkers, as in `red,black`; `red,yellow` if nothing.
    names: Option<String>,
}

impl Drawing {
    fn game(&self, state: &AppState) -> Result<Game, ApiError> {
        let Drawing { variant, moves, position, .. } = self;
        let question = Question { variant: variant.clone(), moves: moves.clone(), position: position.clone() };
        position::of_question(&question, &state.settings.limits)
    }

    fn theme(&self) -> Result<SvgTheme, ApiError> {
        let theme = self.theme.as_deref().unwrap_or("light").parse::<SvgTheme>();
        let theme = theme.map_err(|error| ApiError::bad("bad_theme", error.to_string()).field("theme"))?;
        let names = position::names(self.names.as_deref())?.unwrap_or(theme.names);
        Ok(theme.with_names(names))
    }

    fn svg(&self, state: &AppState) -> Result<String, ApiError> {
        Ok(svg(&View::of(&self.game(state)?), &self.theme()?))
    }
}

/// Draws a position as SVG.
#[utoipa::path(get, path = "/picture.svg", tag = "positions", params(Drawing),
    responses((status = 200, content_type = "image/svg+xml"), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn picture_svg(
    State(state): State<AppState>,
    Query(drawing): Query<Drawing>,
) -> Result<Response, ApiError> {
    Ok(([(header::CONTENT_TYPE, "image/svg+xml"), KEPT], drawing.svg(&state)?).into_response())
}

/// Draws a position as PNG.
#[utoipa::path(get, path = "/picture.png", tag = "positions", params(Drawing),
    responses((status = 200, content_type = "image/png"), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn picture_png(
    State(state): State<AppState>,
    client: Client,
    Query(drawing): Query<Drawing>,
) -> Result<Response, ApiError> {
    let png = state.pictures.png(client.queue(), drawing.svg(&state)?).await?;
    Ok(([(header::CONTENT_TYPE, "image/png"), KEPT], png).into_response())
}

/// Draws a game as an animated GIF: every move, the last position held.
#[utoipa::path(get, path = "/picture.gif", tag = "positions", params(Drawing),
    responses((status = 200, content_type = "image/gif"), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn picture_gif(
    State(state): State<AppState>,
    client: Client,
    Query(drawing): Query<Drawing>,
) -> Result<Response, ApiError> {
    let game = drawing.game(&state)?;
    if game.moves().len() > MOST_MOVES {
        let message = format!("moving pictures are made of games of up to {MOST_MOVES} moves");
        return Err(ApiError::bad("too_many_moves", message).field("moves"));
    }
    let gif = state.pictures.gif(client.queue(), game, drawing.theme()?).await?;
    Ok(([(header::CONTENT_TYPE, "image/gif"), KEPT], gif).into_response())
}

#[cfg(feature = "png")]
fn gif(game: &Game, theme: &SvgTheme) -> Result<Bytes, ApiError> {
    dropline_core::picture::gif(game, theme, MOST_MOVING_PIXELS).map(Bytes::from).map_err(|_| ApiError::internal())
}

#[cfg(not(feature = "png"))]
fn gif(_game: &Game, _theme: &SvgTheme) -> Result<Bytes, ApiError> {
    png("")
}

#[cfg(feature = "png")]
fn png(svg: &str) -> Result<Bytes, ApiError> {
    dropline_core::picture::png(svg, MOST_PIXELS).map(Bytes::from).map_err(|_| ApiError::internal())
}

#[cfg(not(feature = "png"))]
fn png(_svg: &str) -> Result<Bytes, ApiError> {
    let message = "this server was built without PNG pictures: ask for picture.svg";
    Err(ApiError::new(axum::http::StatusCode::NOT_FOUND, "no_png", message))
}
