//! JSON bodies and query strings, with our errors where they are wrong.

use crate::error::ApiError;
use crate::state::AppState;
use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use dropline_core::notation::{from_json, reading_problem};
use serde::de::DeserializeOwned;

/// A JSON body.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<AppState> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Json<T>, ApiError> {
        if !is_json(&request) {
            let how = "send JSON with the header `content-type: application/json`";
            return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json", how));
        }
        let read = Bytes::from_request(request, state);
        let read = tokio::time::timeout(state.settings.limits.body_time, read).await;
        let read = read.map_err(|_| {
            ApiError::new(StatusCode::REQUEST_TIMEOUT, "body_too_slow", "the body did not come in time: send it again")
        })?;
        let body = read.map_err(|rejection| {
            ApiError::new(rejection.status(), "body_too_large", "the body is too large or was cut off")
        })?;
        let bad = |what: String| ApiError::bad("bad_json", format!("the body is not what is asked for here: {what}"));
        let text = std::str::from_utf8(&body).map_err(|_| bad("it is not text in UTF-8".to_owned()))?;
        from_json(text).map(Json).map_err(|error| bad(error.to_string()))
    }
}

/// Whether a request says that its body is JSON.
fn is_json(request: &Request) -> bool {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind == "application/json" || kind.ends_with("+json")
}

/// A query string.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, ApiError> {
        let read = axum::extract::Query::<T>::from_request_parts(parts, state).await;
        read.map(|axum::extract::Query(value)| Query(value))
            .map_err(|rejection: QueryRejection| ApiError::bad("bad_query", in_words(&rejection.body_text())))
    }
}

/// What is wrong with a query string: which of its values, if it is one, and why.
fn in_words(told: &str) -> String {
    let what = told.rsplit_once("query string: ").map_or(told, |(_, what)| what);
    match what.split_once(": ") {
        Some((name, problem)) if !name.contains(' ') => {
            format!("the value of `{name}` in the address: {}", reading_problem(problem))
        }
        _ => format!("the address: {}", reading_problem(what)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_query_string_is_told_in_sentences() {
        let said = |what: &str| in_words(&format!("Failed to deserialize query string: {what}"));
        assert_eq!(
            said("since: invalid digit found in string"),
            "the value of `since` in the address: this is not a whole number, or one below 0"
        );
        assert_eq!(said("missing field `text`"), "the address: the field `text` is missing");
        assert_eq!(
            said("theme: unknown variant `x`, expected `light` or `dark`"),
            "the value of `theme` in the address: `x` is not known here: choose `light` or `dark`"
        );
    }
}
