//! What goes wrong, as clients are told: a status, a code for programs and a sentence for people.

use crate::store::StoreError;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use dropline_engine::asked::{Refusal, RefusalKind};
use serde::Serialize;
use tracing::error;
use utoipa::ToSchema;

/// The body of every answer that is an error.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ErrorBody {
    pub(crate) error: ErrorObject,
}

/// One error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct ErrorObject {
    /// A word for programs, which stays the same from release to release.
    #[schema(example = "column_full")]
    pub(crate) code: &'static str,
    /// A sentence for people.
    #[schema(example = "column 4 is full: choose 1 to 3, 5 to 7")]
    pub(crate) message: String,
    /// The field of the question that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) field: Option<&'static str>,
}

/// An error with its status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    pub(crate) object: ErrorObject,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError { status, object: ErrorObject { code, message: message.into(), field: None } }
    }

    /// Something in the question is wrong.
    pub(crate) fn bad(code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// The question is understood but cannot be granted as things stand.
    pub(crate) fn conflict(code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::CONFLICT, code, message)
    }

    pub(crate) fn no_game() -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "no_such_game", "there is no game with this address, or it was pruned")
    }

    /// What is stored of a game is damaged; what is wrong with it goes to the log only.
    pub(crate) fn broken_game() -> ApiError {
        let message =
            "what is stored of this game is damaged: it can be neither shown nor played; other games are not touched";
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "broken_game", message)
    }

    /// Something failed that the client cannot help; what it was goes to the log only.
    pub(crate) fn unavailable() -> ApiError {
        let message = "the server cannot do this at the moment: try again soon";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", message)
    }

    pub(crate) fn internal() -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "something went wrong inside the server")
    }

    pub(crate) fn busy() -> ApiError {
        let message = "too many questions are waiting already: try again in a minute";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    }

    pub(crate) fn your_questions() -> ApiError {
        let message = "too many questions from your address are waiting: wait for their answers";
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_many_questions", message)
    }

    /// Whether the same may succeed a little later.
    pub(crate) fn is_passing(&self) -> bool {
        self.status == StatusCode::SERVICE_UNAVAILABLE
    }

    pub(crate) fn field(mut self, field: &'static str) -> ApiError {
        self.object.field = Some(field);
        self
    }
}

impl From<StoreError> for ApiError {
    /// What a client is told when the database fails; the log has more.
    fn from(problem: StoreError) -> ApiError {
        error!(error = %problem, "the database did not do what was asked");
        match problem {
            StoreError::Broken { .. } => ApiError::broken_game(),
            _ => ApiError::unavailable(),
        }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        let Refusal { code, message, field, kind } = refusal;
        let status = match kind {
            RefusalKind::Bad => StatusCode::BAD_REQUEST,
            RefusalKind::Missing => StatusCode::NOT_FOUND,
            RefusalKind::Conflict => StatusCode::CONFLICT,
            RefusalKind::Unavailable => return ApiError::unavailable(),
        };
        ApiError { status, object: ErrorObject { code, message, field } }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(ErrorBody { error: self.object })).into_response()
    }
}
