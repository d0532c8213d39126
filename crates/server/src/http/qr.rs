//! Addresses as pictures for cameras.

use super::body::Query;
use crate::error::{ApiError, ErrorBody};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};
use serde::Deserialize;
use utoipa::IntoParams;

/// The longest text that is drawn.
const LONGEST: usize = 500;

/// What a camera is to read.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Scanned {
    /// The text, up to 500 characters.
    text: String,
}

/// Draws a text as a QR code.
#[utoipa::path(get, path = "/qr.svg", tag = "games", params(Scanned),
    responses((status = 200, content_type = "image/svg+xml"), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn qr(Query(scanned): Query<Scanned>) -> Result<Response, ApiError> {
    let bad = || ApiError::bad("bad_text", format!("a QR code is made of 1 to {LONGEST} characters")).field("text");
    if scanned.text.is_empty() || scanned.text.len() > LONGEST {
        return Err(bad());
    }
    let code = QrCode::with_error_correction_level(&scanned.text, EcLevel::M).map_err(|_| bad())?;
    let picture = code.render::<svg::Color<'_>>().min_dimensions(240, 240).build();
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}
