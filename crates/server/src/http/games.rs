//! Making games and looking at them.

use super::body::Json;
use super::client::{Client, Seats};
use crate::analysis::Question;
use crate::error::{ApiError, ErrorBody};
use crate::live::{ClockRule, GameSetup, GameView, NewGame, PersonNames, Seat, Series, SideName};
use crate::position;
use crate::state::AppState;
use crate::token::{GameId, NoRandomness, Token, random_u64};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use dropline_core::notation;
use dropline_core::{Side, Variant};
use dropline_engine::asked::computer;
use dropline_engine::strongest;
use dropline_engine::told::set_up_key;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The longest a clock can be set to, in minutes, and the most it can earn for a move, in seconds.
const MOST_CLOCK: f64 = 180.0;

/// A game to be made.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGameRequest {
    /// What is played; `7x6c4` if nothing.
    #[schema(example = "7x6c4")]
    variant: Option<String>,
    /// Who plays red; a person if nothing.
    #[serde(default)]
    red: SeatRequest,
    #[serde(default)]
    black: SeatRequest,
    /// Between two people: whether you hold one seat and invite somebody to the other (`mine`), or both (`both`, on one screen).
    #[serde(default)]
    seats: Seating,
    /// Between two people with `mine`: the side you play.
    #[serde(default)]
    my_side: MySide,
    clock: Option<ClockRule>,
    /// Moves that are on the board from the start and cannot be taken back.
    moves: Option<String>,
    /// The key of the set-up position where they begin, as `POST /positions` tells it; the empty board if nothing.
    position: Option<String>,
}

/// Who is to play a side.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum SeatRequest {
    #[default]
    Person,
    Computer {
        /// A player with its options; the strongest if nothing.
        #[schema(example = "level:n=3")]
        player: Option<String>,
    },
}

/// Which seats the maker of a game gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Seating {
    #[default]
    Mine,
    Both,
}

/// A side, or whichever comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MySide {
    #[default]
    Red,
    Black,
    Random,
}

/// A game that was made.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Made {
    game: GameView,
    tokens: Tokens,
    /// Between two people: the address to send to the other one. Who opens it holds the other seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "/g/Zk3v9Qx1Lm0A?seat=…")]
    invitation: Option<String>,
}

/// The secrets of the seats you hold, for the header `authorization: Bearer …`. Browsers have them in a cookie and need not look at them.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct Tokens {
    #[serde(skip_serializing_if = "Option::is_none")]
    red: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<String>,
}

/// A game and which seats you hold.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Seen)]
pub(crate) struct GameAndSeats {
    game: GameView,
    #[schema(value_type = Vec<SideName>)]
    you: Vec<Side>,
}

/// What came of making a game: the body of the answer, and the seats of who asked.
#[derive(Clone, Debug)]
pub(crate) struct NewlyMade {
    body: String,
    held: Vec<Token>,
}

/// Makes a game. Sent again with the same `Idempotency-Key` within a day, it is answered with the same game.
#[utoipa::path(post, path = "/games", tag = "games", request_body = NewGameRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "any text of your own, up to 255 characters: a request sent twice makes one game")),
    responses((status = 201, body = Made), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn make(
    State(state): State<AppState>,
    client: Client,
    seats: Seats,
    headers: HeaderMap,
    Json(request): Json<NewGameRequest>,
) -> Result<Response, ApiError> {
    let make = async |request| make_new(&state, client, request).await;
    let NewlyMade { body, held } = state.repeats.answer(client, &headers, request, make).await?;
    let cookie = seats.cookie_with_own(&held, is_secure(&state));
    let json = (header::CONTENT_TYPE, "application/json".to_owned());
    Ok((StatusCode::CREATED, [json, (header::SET_COOKIE, cookie)], body).into_response())
}

async fn make_new(state: &AppState, client: Client, request: NewGameRequest) -> Result<NewlyMade, ApiError> {
    let limits = &state.settings.limits;
    let question = Question { variant: request.variant, moves: request.moves, position: request.position };
    let start = position::of_question(&question, limits)?;
    let variant = start.variant();
    if start.is_over() {
        return Err(ApiError::bad("game_over", "the game is over after these moves already").field("moves"));
    }
    let setup = GameSetup {
        variant,
        moves: notation::moves::write(variant, start.moves()),
        seats: [seat(request.red, variant, "red")?, seat(request.black, variant, "black")?],
        clock: request.clock.map(check_clock).transpose()?,
        seed: random_u64().map_err(no_randomness)?,
        start: set_up_key(&start),
        names: PersonNames::default(),
        series: Series::default(),
    };
    state.rates.count_game(client.queue())?;
    let token = |seat: &Seat| if seat.is_person() { Token::new().map(Some) } else { Ok(None) };
    let tokens = [token(&setup.seats[0]).map_err(no_randomness)?, token(&setup.seats[1]).map_err(no_randomness)?];
    let two_people = setup.seats.iter().all(Seat::is_person);
    let invited =
        if two_people && request.seats == Seating::Mine { Some(my_side(request.my_side)?.other()) } else { None };
    let id = GameId::new().map_err(no_randomness)?;
    let hashes = [tokens[0].as_ref().map(Token::hash), tokens[1].as_ref().map(Token::hash)];
    let game = state.hub.make(NewGame { id: id.clone(), setup, hashes }).await?;
    let held = |side: Side| tokens[side.index()].clone().filter(|_| invited != Some(side));
    let shown = |side: Side| held(side).map(|token| token.reveal().to_owned());
    let invitation = invited.and_then(|side| tokens[side.index()].as_ref());
    let made = Made {
        game,
        tokens: Tokens { red: shown(Side::Red), black: shown(Side::Black) },
        invitation: invitation.map(|token| format!("/g/{id}?seat={}", token.reveal())),
    };
    let body = serde_json::to_string(&made).map_err(|_| ApiError::internal())?;
    Ok(NewlyMade { body, held: Side::BOTH.into_iter().filter_map(held).collect() })
}

/// Looks at a game.
#[utoipa::path(get, path = "/games/{id}", tag = "games", params(("id" = String, Path, description = "the game")),
    responses((status = 200, body = GameAndSeats), (status = 404, body = ErrorBody)))]
pub(crate) async fn look(
    State(state): State<AppState>,
    Path(id): Path<String>,
    seats: Seats,
) -> Result<axum::Json<GameAndSeats>, ApiError> {
    let id = GameId::read(&id).ok_or_else(ApiError::no_game)?;
    let (game, held) = state.hub.look(&id, &seats.hashes()).await?;
    Ok(axum::Json(GameAndSeats { game, you: held.sides().collect() }))
}

/// Whether cookies may travel over `https` only.
pub(crate) fn is_secure(state: &AppState) -> bool {
    state.settings.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
}

fn no_randomness(_: NoRandomness) -> ApiError {
    ApiError::unavailable()
}

fn my_side(wanted: MySide) -> Result<Side, ApiError> {
    Ok(match wanted {
        MySide::Red => Side::Red,
        MySide::Black => Side::Black,
        MySide::Random => Side::BOTH[random_u64().map_err(no_randomness)? as usize % 2],
    })
}

fn check_clock(clock: ClockRule) -> Result<ClockRule, ApiError> {
    let possible = (0.0..=MOST_CLOCK).contains(&clock.minutes) && (0.0..=MOST_CLOCK).contains(&clock.increment);
    if possible && clock.start_ms() > 0 {
        return Ok(clock);
    }
    let message = "a clock has 0 to 180 minutes and an increment of 0 to 180 seconds, not both 0";
    Err(ApiError::bad("bad_clock", message).field("clock"))
}

fn seat(request: SeatRequest, variant: Variant, field: &'static str) -> Result<Seat, ApiError> {
    let SeatRequest::Computer { player } = request else { return Ok(Seat::Person) };
    let player = player.map_or_else(|| Ok(strongest(variant.rules())), |text| computer(&text, variant, field))?;
    Ok(Seat::Computer { player })
}
