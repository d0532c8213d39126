//! Questions about positions over plain HTTP.

use super::body::Json;
use super::client::Client;
use crate::analysis::{Analysed, Answer, Question};
use crate::error::{ApiError, ErrorBody};
use crate::position::{self, PositionShape};
use crate::state::AppState;
use axum::extract::State;
use dropline_engine::SpecError;
use dropline_engine::asked::{computer, playable};
use dropline_engine::told::{ToldExplanation, ToldOpinion, ToldPosition, ToldReview};
use serde::Deserialize;
use utoipa::ToSchema;

/// A position in any notation.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Import {
    /// Moves, a position key, a saved game (JSON), a grid or a board file of the course.
    #[schema(example = "4453")]
    text: String,
    /// What is played, where the text does not say: `7x6c4` if nothing.
    variant: Option<String>,
}

/// A position and a column.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ExplainQuestion {
    #[serde(flatten)]
    question: Question,
    /// The column to explain; a best one if nothing.
    #[schema(example = 4)]
    column: Option<u32>,
    /// What the sides are called, as in `red,yellow`; `red,black` if nothing.
    names: Option<String>,
}

/// A position and whoever looks at it.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct OpinionQuestion {
    #[serde(flatten)]
    question: Question,
    /// The player, as in `forecast` or `max:eval=classic`.
    #[schema(example = "forecast")]
    player: String,
}

/// Reads a position in any notation.
#[utoipa::path(post, path = "/positions", tag = "positions", request_body = Import,
    responses((status = 200, body = PositionShape), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn import(
    State(state): State<AppState>,
    Json(import): Json<Import>,
) -> Result<axum::Json<ToldPosition>, ApiError> {
    let game = position::import(&import.text, import.variant.as_deref(), &state.settings.limits)?;
    Ok(axum::Json(ToldPosition::new(&game)))
}

/// Values every column of a position; answers when all is known or the time is over.
#[utoipa::path(post, path = "/analyses", tag = "positions", request_body = Question,
    responses((status = 200, body = Analysed), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn analyse(
    State(state): State<AppState>,
    client: Client,
    Json(question): Json<Question>,
) -> Result<axum::Json<Analysed>, ApiError> {
    let game = position::of_question(&question, &state.settings.limits)?;
    let found = match state.analysts.analyse(client.queue(), game)? {
        Answer::Known(found) => found,
        Answer::UnderWay { ticket, last, .. } => {
            let found = last.await.map_err(|_| ApiError::unavailable())?;
            drop(ticket);
            found?
        }
    };
    Ok(axum::Json(Analysed { kind: "columns", state: found }))
}

/// Grades every move of a game; the shape is that of `dropline review --format json`.
#[utoipa::path(post, path = "/reviews", tag = "positions", request_body = Question,
    responses((status = 200, body = Object), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn review(
    State(state): State<AppState>,
    client: Client,
    Json(question): Json<Question>,
) -> Result<axum::Json<ToldReview>, ApiError> {
    let game = position::of_question(&question, &state.settings.limits)?;
    let review = state.analysts.review(client.queue(), game)?;
    let found = review.last.await.map_err(|_| ApiError::unavailable())?;
    drop(review.ticket);
    Ok(axum::Json(found?))
}

/// Says why a column is good or bad; the shape is that of `dropline explain --format json`.
#[utoipa::path(post, path = "/explanations", tag = "positions", request_body = ExplainQuestion,
    responses((status = 200, body = Object), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn explain(
    State(state): State<AppState>,
    client: Client,
    Json(asked): Json<ExplainQuestion>,
) -> Result<axum::Json<ToldExplanation>, ApiError> {
    let game = position::of_question(&asked.question, &state.settings.limits)?;
    if game.is_over() {
        return Err(ApiError::conflict("game_over", "there is no move to explain: the game is over"));
    }
    let column = asked.column.map(|number| playable(&game, number)).transpose()?;
    let names = position::names(asked.names.as_deref())?.unwrap_or_default();
    Ok(axum::Json(state.analysts.explain(client.queue(), game, column, names).await?))
}

/// Shows a position as a player sees it without looking ahead; the shape is that of `dropline judge --format json`.
#[utoipa::path(post, path = "/opinions", tag = "positions", request_body = OpinionQuestion,
    responses((status = 200, body = Object), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn judge(
    State(state): State<AppState>,
    Json(asked): Json<OpinionQuestion>,
) -> Result<axum::Json<ToldOpinion>, ApiError> {
    let game = position::of_question(&asked.question, &state.settings.limits)?;
    if game.is_over() {
        return Err(ApiError::conflict("game_over", "there is nothing to judge: the game is over"));
    }
    let player = computer(&asked.player, game.variant(), "player")?;
    let bad = |error: SpecError| ApiError::bad("bad_player", error.to_string()).field("player");
    Ok(axum::Json(ToldOpinion::new(player, &game).map_err(bad)?))
}
