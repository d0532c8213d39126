//! The one function that is the service: all addresses, with their limits and headers.

use crate::error::{ApiError, ErrorBody};
use crate::http::{client, games, handbook, health, lessons, live, pages, pictures, players, puzzles, qr, questions};
use crate::rate;
use crate::state::AppState;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use metrics::{counter, histogram};
use std::any::Any;
use std::time::Instant;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tracing::{error, info};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

macro_rules! policy {
    ($scripts:literal) => {
        concat!(
            "default-src 'none'; script-src ",
            $scripts,
            "; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; ",
            "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        )
    };
}

/// Nothing but what the server itself sends: no inline script, no other address. WebAssembly only where the engine for pages is built in.
const POLICY: &str =
    if cfg!(feature = "page-engine") { policy!("'self' 'wasm-unsafe-eval'") } else { policy!("'self'") };

/// The same for the one page that other pages may frame.
const FRAMED_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                             connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";

/// What no page but the framed one is without.
const UNFRAMED: [(HeaderName, &str); 2] =
    [(header::CONTENT_SECURITY_POLICY, POLICY), (header::X_FRAME_OPTIONS, "DENY")];

const HEADERS: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // An invitation's address holds a secret: no other site may learn of it.
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
];

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Dropline",
        description = "Play, analyse and review Connect-N and Max-Connect-N. Columns and levels count from 1, levels from the bottom."
    ),
    servers((url = "/api/v1")),
    tags(
        (name = "games", description = "Live games"),
        (name = "positions", description = "Questions about positions"),
        (name = "players", description = "Computer players"),
        (name = "lessons", description = "Lessons to play"),
        (name = "puzzles", description = "Positions in which one column alone is right")
    ),
    components(schemas(
        ErrorBody,
        crate::live::LiveRequest,
        crate::live::LiveMessage,
        crate::analysis::Request,
        crate::analysis::Message
    ))
)]
struct Description;

/// Everything under `/api/v1`, and its description.
fn api() -> (Router<AppState>, utoipa::openapi::OpenApi) {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(players::list))
        .routes(routes!(questions::import))
        .routes(routes!(questions::analyse))
        .routes(routes!(questions::review))
        .routes(routes!(questions::explain))
        .routes(routes!(questions::judge))
        .routes(routes!(pictures::picture_svg))
        .routes(routes!(pictures::picture_png))
        .routes(routes!(pictures::picture_gif))
        .routes(routes!(qr::qr))
        .routes(routes!(lessons::list))
        .routes(routes!(lessons::look))
        .routes(routes!(lessons::attempt))
        .routes(routes!(puzzles::list))
        .routes(routes!(puzzles::next))
        .routes(routes!(puzzles::look))
        .routes(routes!(puzzles::attempt))
        .routes(routes!(puzzles::solution))
        .routes(routes!(puzzles::result))
        .routes(routes!(puzzles::mistakes))
        .routes(routes!(games::make))
        .routes(routes!(games::look))
        .routes(routes!(live::game))
        .routes(routes!(live::analysis))
        .split_for_parts()
}

/// The description of the API, made from the code.
#[must_use]
pub fn openapi() -> utoipa::openapi::OpenApi {
    api().1
}

/// The whole service.
pub fn app(state: AppState) -> Router {
    let limits = state.settings.limits;
    let secure = games::is_secure(&state);
    let limited =
        |routes: MethodRouter<AppState>| routes.layer(middleware::from_fn_with_state(state.clone(), rate::limit));
    let (api, description) = api();
    let api = api
        .route("/openapi.json", get(async move || axum::Json(description)))
        .fallback(async || pages::not_found())
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(state.clone(), rate::limit))
        .layer(SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, HeaderValue::from_static("no-store")))
        .layer(DefaultBodyLimit::max(limits.body_bytes));
    let game = || limited(get(pages::game).post(pages::accept));
    let mut router = Router::new().nest("/api/v1", api).route("/", pages::named("index"));
    let pages = [
        ("analyse", pages::about_position("analyse", "Analysis")),
        ("review", pages::about_position("review", "Review")),
        ("learn", pages::named("learn")),
        ("puzzles", pages::named("puzzles")),
        ("api", pages::named("api")),
        ("help", pages::named("help")),
    ];
    for (name, page) in pages {
        router = router.route(&format!("/{name}"), page.clone()).route(&format!("/{name}/"), page);
    }
    let mut router = router
        .route("/g/{id}", game())
        .route("/g/{id}/", game())
        .route("/handbook", get(handbook::enter))
        .route("/handbook/", get(handbook::first))
        .route("/handbook/{*path}", get(handbook::other))
        .route("/web/{*path}", get(pages::file))
        .route("/healthz", get(health::healthz))
        .route("/readyz", limited(get(health::readyz)))
        .route("/metrics", get(health::metrics))
        .fallback(pages::nothing)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(state.clone(), log))
        .layer(CatchPanicLayer::custom(panicked));
    for (name, value) in UNFRAMED {
        router = router.layer(SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value)));
    }
    let framed = HeaderValue::from_static(FRAMED_POLICY);
    let framed = SetResponseHeaderLayer::if_not_present(header::CONTENT_SECURITY_POLICY, framed);
    let embed = Router::new()
        .route("/embed", pages::about_position("embed", "Game"))
        .layer(middleware::from_fn_with_state(state.clone(), log))
        .layer(framed);
    router = router.merge(embed);
    for (name, value) in HEADERS {
        router = router.layer(SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value)));
    }
    if secure {
        let always = HeaderValue::from_static("max-age=31536000");
        router = router.layer(SetResponseHeaderLayer::if_not_present(header::STRICT_TRANSPORT_SECURITY, always));
    }
    router.with_state(state)
}

async fn wrong_method() -> ApiError {
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "wrong_method", "this address does not take this method")
}

/// A panic is a mistake of ours: it is logged, and the client learns nothing of it but that.
#[allow(clippy::needless_pass_by_value, reason = "the layer's signature")]
fn panicked(panic: Box<dyn Any + Send + 'static>) -> Response {
    let said = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
    error!(panic = said.unwrap_or_default(), "a handler panicked");
    ApiError::internal().into_response()
}

/// Logs and counts a request by its route. Neither the address asked for nor a header is logged: they hold seats.
async fn log(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let route =
        request.extensions().get::<axum::extract::MatchedPath>().map_or("none", |path| path.as_str()).to_owned();
    let method = request.method().clone();
    let client = client::address(request.headers(), request.extensions(), state.settings.trust_proxy);
    let response = next.run(request).await;
    let status = response.status().as_u16();
    let took = began.elapsed();
    info!(%method, route, status, %client, ms = took.as_secs_f64() * 1e3, "request");
    counter!("dropline_requests_total", "route" => route.clone(), "status" => status.to_string()).increment(1);
    histogram!("dropline_request_seconds", "route" => route).record(took);
    response
}
