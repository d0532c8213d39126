//! Puzzles. Nothing is kept here: one's own rating and what was solved come with the question and go back with the answer.

use super::body::Json;
use super::client::Client;
use crate::analysis::{Question, ValueShape};
use crate::error::{ApiError, ErrorBody};
use crate::live::SideName;
use crate::position;
use crate::settings::ServerLimits;
use crate::state::AppState;
use axum::extract::State;
use axum::http::StatusCode;
use dropline_core::notation::key;
use dropline_core::{Column, Game, Variant};
use dropline_engine::asked::{self, Refusal};
use dropline_engine::puzzle::{
    Day, Puzzle, PuzzleAnswer, PuzzleAttempt, PuzzleError, PuzzleProgress, PuzzleSet, PuzzleTheme, PuzzleWish,
};
use dropline_engine::told::ToldPuzzle;
use dropline_engine::{Rating, Review};
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
    sets: Vec<PuzzleSetView>,
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

fn no_puzzle(message: impl Into<String>) -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "no_puzzle", message)
}

fn set(variant: Variant) -> Result<&'static PuzzleSet, ApiError> {
    PuzzleSet::embedded(variant).ok_or_else(|| {
        let known: Vec<String> = PuzzleSet::all_embedded().iter().map(|set| set.variant().to_string()).collect();
        no_puzzle(format!("there are no puzzles of {variant}: choose one of {}", known.join(", ")))
    })
}

/// The position that is named, and the puzzle of ours that it is.
fn named(id: &str, limits: &ServerLimits) -> Result<(Game, Option<&'static Puzzle>), ApiError> {
    let question = Question { variant: None, moves: None, position: Some(id.to_owned()) };
    let game = position::of_question(&question, limits).map_err(|error| error.field("id"))?;
    let puzzle = PuzzleSet::embedded(game.variant()).and_then(|set| set.get(&key::write(&game)));
    Ok((game, puzzle))
}

fn checked(progress: Option<PuzzleProgress>) -> Result<PuzzleProgress, ApiError> {
    let progress = progress.unwrap_or_default();
    let Rating { rating, deviation, volatility } = progress.rating();
    let sound =
        (0.0..=5000.0).contains(&rating) && (1.0..=500.0).contains(&deviation) && (0.0..=1.0).contains(&volatility);
    if sound { Ok(progress) } else { Err(ApiError::bad("bad_rating", "this rating cannot be").field("progress")) }
}

fn refused(error: PuzzleError, game: &Game) -> ApiError {
    match error {
        PuzzleError::Play(error) => Refusal::of_move(game, error).into(),
        PuzzleError::Oracle(_) => ApiError::unavailable(),
        other => ApiError::conflict("no_puzzle", other.to_string()),
    }
}

/// Lists the boards that there are puzzles of, with their themes.
#[utoipa::path(get, path = "/puzzles", tag = "puzzles", responses((status = 200, body = PuzzleShelf)))]
pub(crate) async fn list() -> axum::Json<PuzzleShelf> {
    let view = |set: &PuzzleSet| PuzzleSetView {
        variant: set.variant().to_string(),
        puzzles: set.puzzles().len(),
        themes: PuzzleTheme::ALL
            .into_iter()
            .filter(|theme| set.puzzles().iter().any(|one| one.theme == *theme))
            .collect(),
    };
    axum::Json(PuzzleShelf { sets: PuzzleSet::all_embedded().iter().map(view).collect() })
}

/// Chooses a puzzle to be solved next, or that of a day.
#[utoipa::path(post, path = "/puzzles/next", tag = "puzzles", request_body = PuzzleQuestion,
    responses((status = 200, body = PuzzleShape), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn next(
    State(state): State<AppState>,
    Json(wanted): Json<PuzzleQuestion>,
) -> Result<axum::Json<ToldPuzzle>, ApiError> {
    let set = set(asked::variant(wanted.variant.as_deref(), state.settings.limits.cells)?)?;
    let wish = PuzzleWish { theme: wanted.theme, rating: wanted.rating };
    let puzzle = match wanted.day {
        Some(day) => set.of_the_day(day),
        None => set.next(&checked(wanted.progress)?, wish, wanted.seed),
    };
    let puzzle = puzzle.ok_or_else(|| no_puzzle("there is no puzzle left of this kind: choose another theme"))?;
    Ok(axum::Json(ToldPuzzle::task(puzzle)))
}

/// Looks at the puzzle that a position is.
async fn puzzle_of(state: &AppState, client: &Client, id: &str) -> Result<Puzzle, ApiError> {
    let (game, known) = named(id, &state.settings.limits)?;
    if let Some(puzzle) = known {
        return Ok(puzzle.clone());
    }
    let asked = game.clone();
    let found =
        state.analysts.work(client.queue(), game.variant(), move |analyst, think| Puzzle::of(&asked, analyst, think));
    found.await?.map_err(|error| refused(error, &game))
}

/// Tells a puzzle by its name, or the one that a position is.
#[utoipa::path(post, path = "/puzzles/named", tag = "puzzles", request_body = PuzzleTry,
    responses((status = 200, body = PuzzleShape), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn look(
    State(state): State<AppState>,
    client: Client,
    Json(asked): Json<PuzzleTry>,
) -> Result<axum::Json<ToldPuzzle>, ApiError> {
    Ok(axum::Json(ToldPuzzle::task(&puzzle_of(&state, &client, &asked.id).await?)))
}

fn columns(puzzle: &Puzzle, drops: &[u32]) -> Result<Vec<Column>, ApiError> {
    if drops.len() > puzzle.game().board().vacant() {
        return Err(ApiError::bad("too_many_drops", "so many drops have no room on the board").field("drops"));
    }
    let column = |&number: &u32| Column::from_number(number).ok_or_else(|| Refusal::off_board(puzzle.game(), number));
    Ok(drops.iter().map(column).collect::<Result<Vec<_>, _>>()?)
}

/// Says what comes of the last of one's drops: right with the reply, solved, or wrong with its refutation.
#[utoipa::path(post, path = "/puzzles/attempts", tag = "puzzles", request_body = PuzzleTry,
    responses((status = 200, body = PuzzleAnswerShape), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn attempt(
    State(state): State<AppState>,
    client: Client,
    Json(asked): Json<PuzzleTry>,
) -> Result<axum::Json<PuzzleAnswer>, ApiError> {
    let puzzle = puzzle_of(&state, &client, &asked.id).await?;
    let drops = columns(&puzzle, &asked.drops)?;
    if drops.is_empty() {
        return Err(ApiError::bad("no_drops", "name the columns that were played").field("drops"));
    }
    let played = state.analysts.work(client.queue(), puzzle.variant(), move |analyst, think| {
        let mut attempt = PuzzleAttempt::new(&puzzle);
        let mut answer = Err(PuzzleError::Over);
        for column in drops {
            answer = attempt.play(column, analyst, think);
            if !matches!(answer, Ok(PuzzleAnswer::Right { .. })) {
                break;
            }
        }
        answer.map_err(|error| refused(error, attempt.game()))
    });
    Ok(axum::Json(played.await??))
}

/// Best play of both sides after one's drops.
#[utoipa::path(post, path = "/puzzles/solutions", tag = "puzzles", request_body = PuzzleTry,
    responses((status = 200, body = PuzzleSolution), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn solution(
    State(state): State<AppState>,
    client: Client,
    Json(asked): Json<PuzzleTry>,
) -> Result<axum::Json<PuzzleSolution>, ApiError> {
    let puzzle = puzzle_of(&state, &client, &asked.id).await?;
    let drops = columns(&puzzle, &asked.drops)?;
    let found = state.analysts.work(client.queue(), puzzle.variant(), move |analyst, think| {
        let mut attempt = PuzzleAttempt::new(&puzzle);
        let played = drops.into_iter().try_for_each(|column| attempt.play(column, analyst, think).map(drop));
        played.and_then(|()| attempt.solution(analyst, think)).map_err(|error| refused(error, attempt.game()))
    });
    Ok(axum::Json(PuzzleSolution { line: found.await?? }))
}

/// Takes a result in: one's rating, streak and what was tried afterwards. A puzzle of one's own games is not rated.
#[utoipa::path(post, path = "/puzzles/results", tag = "puzzles", request_body = PuzzleResult,
    responses((status = 200, body = Object), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn result(
    State(state): State<AppState>,
    Json(asked): Json<PuzzleResult>,
) -> Result<axum::Json<PuzzleProgress>, ApiError> {
    let mut progress = checked(asked.progress)?;
    let (_, known) = named(&asked.id, &state.settings.limits)?;
    let puzzle = known.ok_or_else(|| no_puzzle("only puzzles of the program are rated"))?;
    progress.record(puzzle, asked.solved, asked.day);
    Ok(axum::Json(progress))
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
    let asked = game.clone();
    let found = state.analysts.work(client.queue(), game.variant(), move |analyst, think| {
        let review = Review::of(&asked, analyst, think, &mut |_| {})?;
        Puzzle::from_review(&asked, &review, analyst, think)
    });
    let puzzles = found.await?.map_err(|error: PuzzleError| refused(error, &game))?;
    Ok(axum::Json(OwnPuzzles { puzzles: puzzles.iter().map(ToldPuzzle::task).collect() }))
}
