//! Puzzles. Nothing is kept here: one's own rating and what was solved come with the question and go back with the answer.

use super::body::Json;
use super::client::Client;
use crate::analysis::{Question, ValueShape};
use crate::error::{ApiError, ErrorBody};
use crate::live::SideName;
use crate::position;
use crate::state::AppState;
use axum::extract::State;
use dropline_core::Column;
use dropline_engine::Think;
use dropline_engine::analysis::Analyst;
use dropline_engine::asked::{self, AskedPuzzle};
use dropline_engine::puzzle::{Day, PuzzleAnswer, PuzzleProgress, PuzzleTheme, PuzzleWish};
use dropline_engine::told::{ToldPuzzle, ToldPuzzleSet};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What somebody wants to solve.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleQuestion {
    /// What is played; `7x6c4` if nothing.
    #[schema(example = "7x6c4")]
    variant: Option<String>,
    /// Only this theme, as in `zugzwang`.
    #[schema(value_type = Option<String>)]
    theme: Option<PuzzleTheme>,
    /// About as hard as this; one's own rating if nothing.
    rating: Option<f64>,
    /// The puzzle of this date instead, as in `2026-11-16`: the same for everybody.
    #[schema(value_type = Option<String>)]
    day: Option<Day>,
    /// What chance is taken from.
    #[serde(default)]
    seed: u64,
    /// How far one has come; what was tried is not asked again.
    #[schema(value_type = Option<Object>)]
    progress: Option<PuzzleProgress>,
}

/// A puzzle, the right column left out.
#[derive(Serialize, ToSchema)]
#[schema(as = Puzzle)]
pub(crate) struct PuzzleShape {
    /// Its name, which is the key of its position.
    id: String,
    #[schema(example = "7x6c4")]
    variant: String,
    #[schema(value_type = SideName)]
    turn: dropline_core::Side,
    /// `win` or `tie`: what one column alone keeps.
    goal: String,
    /// How many moves are to be found.
    moves: u32,
    theme: String,
    /// How hard it is, on the scale of the levels.
    rating: f64,
    deviation: f64,
    /// What is asked for.
    #[schema(example = "win in 3")]
    words: String,
}

/// The themes that a variant has puzzles of, and on which boards there are any.
#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzleShelf {
    #[schema(value_type = Vec<PuzzleSetView>)]
    sets: Vec<ToldPuzzleSet>,
}

/// The puzzles of a variant.
#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzleSetView {
    #[schema(example = "7x6c4")]
    variant: String,
    puzzles: usize,
    #[schema(value_type = Vec<String>)]
    themes: Vec<PuzzleTheme>,
}

/// What was played in a puzzle so far.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleTry {
    /// The puzzle, or any position in which one column alone keeps the win or the tie.
    id: String,
    /// One's own columns from the first one on, without the replies.
    drops: Vec<u32>,
}

/// What comes of the last drop.
#[derive(Serialize, ToSchema)]
#[schema(as = PuzzleAnswer)]
pub(crate) struct PuzzleAnswerShape {
    /// `right`: it goes on; `solved`; `wrong`: the drop is taken back.
    answer: String,
    /// The most stubborn reply.
    reply: Option<u32>,
    /// What a wrong drop is worth.
    value: Option<ValueShape>,
    /// How a wrong drop is refuted.
    line: Option<Vec<u32>>,
}

/// Best play of both sides.
#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzleSolution {
    #[schema(value_type = Vec<u32>)]
    line: Vec<Column>,
}

/// How the first try at a puzzle went.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleResult {
    /// The puzzle.
    id: String,
    /// Whether it was solved alone at the first try.
    solved: bool,
    /// The date whose puzzle it was.
    #[schema(value_type = Option<String>)]
    day: Option<Day>,
    /// How far one had come; nothing at the very first.
    #[schema(value_type = Option<Object>)]
    progress: Option<PuzzleProgress>,
}

/// The puzzles of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnPuzzles {
    #[schema(value_type = Vec<PuzzleShape>)]
    puzzles: Vec<ToldPuzzle>,
}

/// Lists the boards that there are puzzles of, with their themes.
#[utoipa::path(get, path = "/puzzles", tag = "puzzles", responses((status = 200, body = PuzzleShelf)))]
pub(crate) async fn list() -> axum::Json<PuzzleShelf> {
    axum::Json(PuzzleShelf { sets: ToldPuzzleSet::all() })
}

/// Chooses a puzzle to be solved next, or that of a day.
#[utoipa::path(post, path = "/puzzles/next", tag = "puzzles", request_body = PuzzleQuestion,
    responses((status = 200, body = PuzzleShape), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn next(
    State(state): State<AppState>,
    Json(wanted): Json<PuzzleQuestion>,
) -> Result<axum::Json<ToldPuzzle>, ApiError> {
    let PuzzleQuestion { variant, theme, rating, day, seed, progress } = wanted;
    let variant = asked::variant(variant.as_deref(), state.settings.limits.cells)?;
    let wish = PuzzleWish { theme, rating };
    Ok(axum::Json(asked::next_puzzle(variant, wish, day, progress, seed)?))
}

/// Tells a puzzle by its name, or the one that a position is.
#[utoipa::path(post, path = "/puzzles/named", tag = "puzzles", request_body = PuzzleTry,
    responses((status = 200, body = PuzzleShape), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn look(
    State(state): State<AppState>,
    client: Client,
    Json(asked): Json<PuzzleTry>,
) -> Result<axum::Json<ToldPuzzle>, ApiError> {
    let puzzle = AskedPuzzle::named(&asked.id, state.settings.limits.cells)?;
    if let Some(known) = puzzle.known() {
        return Ok(axum::Json(ToldPuzzle::task(known)));
    }
    let variant = puzzle.variant();
    let work = move |analyst: &mut Analyst, think: &Think<'_>| puzzle.puzzle(analyst, think);
    let found = state.analysts.work(client.queue(), variant, work).await??;
    Ok(axum::Json(ToldPuzzle::task(&found)))
}

/// Says what comes of the last of one's drops: right with the reply, solved, or wrong with its refutation.
#[utoipa::path(post, path = "/puzzles/attempts", tag = "puzzles", request_body = PuzzleTry,
    responses((status = 200, body = PuzzleAnswerShape), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn attempt(
    State(state): State<AppState>,
    client: Client,
    Json(asked): Json<PuzzleTry>,
) -> Result<axum::Json<PuzzleAnswer>, ApiError> {
    let puzzle = AskedPuzzle::named(&asked.id, state.settings.limits.cells)?;
    let variant = puzzle.variant();
    let work = move |analyst: &mut Analyst, think: &Think<'_>| puzzle.attempt(&asked.drops, analyst, think);
    Ok(axum::Json(state.analysts.work(client.queue(), variant, work).await??))
}

/// Best play of both sides after one's drops.
#[utoipa::path(post, path = "/puzzles/solutions", tag = "puzzles", request_body = PuzzleTry,
    responses((status = 200, body = PuzzleSolution), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn solution(
    State(state): State<AppState>,
    client: Client,
    Json(asked): Json<PuzzleTry>,
) -> Result<axum::Json<PuzzleSolution>, ApiError> {
    let puzzle = AskedPuzzle::named(&asked.id, state.settings.limits.cells)?;
    let variant = puzzle.variant();
    let work = move |analyst: &mut Analyst, think: &Think<'_>| puzzle.solution(&asked.drops, analyst, think);
    Ok(axum::Json(PuzzleSolution { line: state.analysts.work(client.queue(), variant, work).await?? }))
}

/// Takes a result in: one's rating, streak and what was tried afterwards. A puzzle of one's own games is not rated.
#[utoipa::path(post, path = "/puzzles/results", tag = "puzzles", request_body = PuzzleResult,
    responses((status = 200, body = Object), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn result(
    State(state): State<AppState>,
    Json(asked): Json<PuzzleResult>,
) -> Result<axum::Json<PuzzleProgress>, ApiError> {
    let puzzle = AskedPuzzle::named(&asked.id, state.settings.limits.cells)?;
    Ok(axum::Json(puzzle.record(asked.progress, asked.solved, asked.day)?))
}

/// Makes puzzles of the mistakes of a game: the positions before them in which one column alone was right.
#[utoipa::path(post, path = "/puzzles/mistakes", tag = "puzzles", request_body = Question,
    responses((status = 200, body = OwnPuzzles), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn mistakes(
    State(state): State<AppState>,
    client: Client,
    Json(question): Json<Question>,
) -> Result<axum::Json<OwnPuzzles>, ApiError> {
    let game = position::of_question(&question, &state.settings.limits)?;
    let variant = game.variant();
    let work = move |analyst: &mut Analyst, think: &Think<'_>| asked::puzzles_of_mistakes(&game, analyst, think);
    Ok(axum::Json(OwnPuzzles { puzzles: state.analysts.work(client.queue(), variant, work).await?? }))
}
