//! What a page says about itself where a link to it is shown: a title in words and a picture of the board.

use crate::analysis::Question;
use crate::live::GameView;
use crate::position;
use crate::settings::Settings;
use crate::state::AppState;
use axum::http::{HeaderMap, header};
use dropline_core::{Game, Outcome, Rules, Variant, notation};
use serde::Deserialize;
use std::fmt::Write as _;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// What stands in the address of an analysis or a review.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Shown {
    v: Option<String>,
    m: Option<String>,
    p: Option<String>,
}

/// The tags of an analysis or a review; none if the address shows no position.
pub(crate) fn of_position(what: &str, shown: &Shown, state: &AppState, headers: &HeaderMap) -> String {
    let question = Question { variant: shown.v.clone(), moves: shown.m.clone(), position: shown.p.clone() };
    let Ok(game) = position::of_question(&question, &state.settings.limits) else { return String::new() };
    let title = format!("{what}: {}, {}", variant_words(game.variant()), standing(&game));
    tags(&title, &format!("position={}", notation::key::write(&game)), state, headers)
}

/// The tags of a live game, and where others reach it.
pub(crate) fn of_game(game: &GameView, state: &AppState, headers: &HeaderMap) -> String {
    let mut tags = tags(&game.title(), &game.picture(), state, headers);
    if let Some(address) = reachable(&state.settings, headers) {
        let _ = write!(tags, "<meta name=\"dropline-address\" content=\"{}\">", escape(&address));
    }
    tags
}

/// The variant as people say it: `Connect 4 on 7 × 6`.
pub(crate) fn variant_words(variant: Variant) -> String {
    let rules = if variant.rules() == Rules::Max { "Max-Connect" } else { "Connect" };
    format!("{rules} {} on {} × {}", variant.connect(), variant.columns(), variant.levels())
}

fn standing(game: &Game) -> String {
    match game.outcome() {
        Some(Outcome::Win { side, .. }) => format!("{side} wins"),
        Some(Outcome::Tie) => "a tie".to_owned(),
        None if game.moves().is_empty() && game.starts_empty() => format!("{} begins", game.turn()),
        None => format!("{} to move", game.turn()),
    }
}

fn tags(title: &str, picture: &str, state: &AppState, headers: &HeaderMap) -> String {
    let Some(origin) = origin(&state.settings, headers) else { return String::new() };
    let title = escape(title);
    let picture = escape(&format!("{origin}/api/v1/picture.png?{picture}"));
    let mut tags = String::new();
    for (name, content) in [
        ("og:site_name", "Dropline"),
        ("og:type", "website"),
        ("og:title", &title),
        ("og:image", &picture),
        ("og:image:alt", &title),
    ] {
        let _ = write!(tags, "<meta property=\"{name}\" content=\"{content}\">\n    ");
    }
    for (name, content) in [("twitter:card", "summary"), ("twitter:title", &title), ("twitter:image", &picture)] {
        let _ = write!(tags, "<meta name=\"{name}\" content=\"{content}\">\n    ");
    }
    tags
}

/// Where the page was asked for; nothing if that cannot be an address.
fn origin(settings: &Settings, headers: &HeaderMap) -> Option<String> {
    if let Some(url) = &settings.public_url {
        return Some(url.trim_end_matches('/').to_owned());
    }
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".:-[]".contains(&byte);
    host.bytes().all(plain).then(|| format!("http://{host}"))
}

/// The address at which others reach this server; nothing if only this computer does.
fn reachable(settings: &Settings, headers: &HeaderMap) -> Option<String> {
    if settings.public_url.is_some() {
        return origin(settings, headers);
    }
    let own = settings.addr.ip();
    let ip = if own.is_unspecified() { outward()? } else { own };
    if ip.is_loopback() {
        return None;
    }
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let port = host.rsplit_once(':').and_then(|(_, port)| port.parse().ok()).unwrap_or(80);
    Some(format!("http://{}", SocketAddr::new(ip, port)))
}

/// The address from which this computer would talk to others. Nothing is sent.
fn outward() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address that is kept for examples.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}
