//! Lessons and what comes of a learner's drops. Nothing is kept here: how far somebody has come is kept where they learn.

use super::body::Json;
use super::client::Client;
use crate::analysis::ValueShape;
use crate::error::{ApiError, ErrorBody};
use crate::live::SideName;
use crate::state::AppState;
use axum::extract::{Path, State};
use dropline_core::{Cell, Side};
use dropline_engine::Think;
use dropline_engine::analysis::{Analyst, Threat};
use dropline_engine::asked::{self, AskedTask};
use dropline_engine::lesson::{TaskAttempt, lessons};
use dropline_engine::told::{ToldLesson, ToldLessonTitle};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// All lessons, in the order in which to learn them.
#[derive(Serialize, ToSchema)]
pub(crate) struct Lessons {
    #[schema(value_type = Vec<LessonTitleShape>)]
    lessons: Vec<ToldLessonTitle>,
}

/// A lesson in the list.
#[derive(Serialize, ToSchema)]
#[schema(as = LessonTitle)]
pub(crate) struct LessonTitleShape {
    #[schema(example = "zugzwang")]
    id: String,
    /// The title by language: `en` always, others where they are.
    title: BTreeMap<String, String>,
    /// How many tasks it has.
    tasks: usize,
}

/// A lesson; every text by language.
#[derive(Serialize, ToSchema)]
#[schema(as = Lesson)]
pub(crate) struct LessonShape {
    id: String,
    title: BTreeMap<String, String>,
    /// What is read first, paragraph by paragraph.
    words: Vec<BTreeMap<String, String>>,
    tasks: Vec<TaskShape>,
}

/// A position of a lesson and what is to be done in it.
#[derive(Serialize, ToSchema)]
#[schema(as = LessonTask)]
pub(crate) struct TaskShape {
    #[schema(example = "7x6c4")]
    variant: String,
    /// The key of the position.
    position: String,
    /// The levels from the top, each from the left: `red`, `black` or null.
    grid: Vec<Vec<Option<String>>>,
    /// The learner's side, which moves.
    #[schema(value_type = SideName)]
    turn: Side,
    /// `win`, `block`, `threat`, `double-threat`, `avoid`, `points`, `keep-win`, `keep-tie` or `best`.
    goal: String,
    /// With how many drops of the learner it is done.
    drops: usize,
    ask: BTreeMap<String, String>,
    /// To be told one after the other.
    hints: Vec<BTreeMap<String, String>>,
    /// Said when it is done.
    right: BTreeMap<String, String>,
    /// Said to a wrong drop.
    wrong: BTreeMap<String, String>,
}

/// What a learner has dropped so far.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AttemptRequest {
    /// Which task of the lesson, counted from 1.
    #[schema(example = 1)]
    task: usize,
    /// The learner's columns from the first one on, without the answers.
    #[schema(example = json!([1]))]
    drops: Vec<u32>,
}

/// What has come of a learner's drops.
#[derive(Serialize, ToSchema)]
#[schema(as = LessonAttempt)]
pub(crate) struct AttemptShape {
    /// `open`: another drop is asked for; `done`; `wrong`: the last drop was.
    state: String,
    /// All drops from the position on, the answers among them.
    moves: Vec<u32>,
    /// After a wrong drop: how it would go on.
    line: Vec<u32>,
    /// The columns that are right now, or would have been instead of the wrong drop.
    right: Vec<u32>,
    /// What a wrong drop is worth to the learner.
    value: Option<ValueShape>,
    /// The threats that stand after these moves: `side`, `cell`, `parity` and whether it is `playable` now.
    #[schema(value_type = Vec<Object>)]
    threats: Vec<Threat>,
    /// The lines that count after these moves, each with its cells: `column` and `level`.
    #[schema(value_type = Vec<Vec<Object>>)]
    lines: Vec<Vec<Cell>>,
}

/// Lists the lessons.
#[utoipa::path(get, path = "/lessons", tag = "lessons", responses((status = 200, body = Lessons)))]
pub(crate) async fn list() -> axum::Json<Lessons> {
    axum::Json(Lessons { lessons: lessons().iter().map(ToldLessonTitle::from).collect() })
}

/// Tells a lesson with its positions.
#[utoipa::path(get, path = "/lessons/{id}", tag = "lessons", params(("id" = String, Path, description = "The lesson", example = "zugzwang")),
    responses((status = 200, body = LessonShape), (status = 404, body = ErrorBody)))]
pub(crate) async fn look(Path(id): Path<String>) -> Result<axum::Json<ToldLesson>, ApiError> {
    Ok(axum::Json(asked::lesson(&id)?.into()))
}

/// Says what comes of a learner's drops in a task: right or wrong, the answers of the other side, and how a wrong drop is punished.
#[utoipa::path(post, path = "/lessons/{id}/attempts", tag = "lessons", request_body = AttemptRequest,
    params(("id" = String, Path, description = "The lesson", example = "zugzwang")),
    responses((status = 200, body = AttemptShape), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn attempt(
    State(state): State<AppState>,
    client: Client,
    Path(id): Path<String>,
    Json(request): Json<AttemptRequest>,
) -> Result<axum::Json<TaskAttempt>, ApiError> {
    let task = AskedTask::new(&id, request.task, &request.drops)?;
    let variant = task.variant();
    let work = move |analyst: &mut Analyst, think: &Think<'_>| task.attempt(analyst, think);
    Ok(axum::Json(state.analysts.work(client.queue(), variant, work).await??))
}
