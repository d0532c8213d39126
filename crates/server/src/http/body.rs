//! JSON bodies and query strings, with our errors where they are wrong.

use crate::error::ApiError;
use crate::state::AppState;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

/// A JSON body.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<AppState> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Json<T>, ApiError> {
        let read = axum::Json::<T>::from_request(request, state);
        let read = tokio::time::timeout(state.settings.limits.body_time, read).await;
        let read = read.map_err(|_| {
            ApiError::new(StatusCode::REQUEST_TIMEOUT, "body_too_slow", "the body did not come in time: send it again")
        })?;
        read.map(|axum::Json(value)| Json(value)).map_err(|rejection| match &rejection {
            JsonRejection::MissingJsonContentType(_) => ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "not_json",
                "send JSON with the header `content-type: application/json`",
            ),
            JsonRejection::BytesRejection(_) => {
                ApiError::new(rejection.status(), "body_too_large", "the body is too large or was cut off")
            }
            _ => ApiError::bad("bad_json", rejection.body_text()),
        })
    }
}

/// A query string.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, ApiError> {
        let read = axum::extract::Query::<T>::from_request_parts(parts, state).await;
        read.map(|axum::extract::Query(value)| Query(value))
            .map_err(|rejection: QueryRejection| ApiError::bad("bad_query", rejection.body_text()))
    }
}
