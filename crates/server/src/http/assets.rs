//! The files of the web app, which are part of the program.
//!
//! Pages name their files with the hash of all of them in front (`/web/HASH/style.css`), so that a browser keeps a file for ever and still never has an old
//! one. Pages themselves are asked for again each time and mostly not sent.

use super::{bundle, handbook};
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::{LazyLock, Mutex, PoisonError};

#[derive(RustEmbed)]
#[folder = "web/"]
struct Web;

/// The engine for pages, as `cargo xtask site` has left it.
#[cfg(feature = "page-engine")]
#[derive(RustEmbed)]
#[folder = "../../dist/engine/"]
// A program for tests looks for it when it runs.
#[allow_missing = true]
struct PageEngine;

#[cfg(all(feature = "page-engine", not(debug_assertions)))]
const _: &str = include_str!("../../../../dist/engine/index.js");

/// Where its files are, seen from those of the web app.
const ENGINE: &str = "engine/";

/// What pages say that have it.
const ENGINE_META: &str = "<meta name=\"dropline-engine\" content=\"/web/engine/\">\n";

/// What they say where the handbook is offered.
const HANDBOOK_META: &str = "<meta name=\"dropline-handbook\" content=\"/handbook/\">\n";

#[cfg(feature = "page-engine")]
fn engine_file(name: &str) -> Option<EmbeddedFile> {
    PageEngine::get(name)
}

#[cfg(not(feature = "page-engine"))]
fn engine_file(_name: &str) -> Option<EmbeddedFile> {
    None
}

fn embedded(path: &str) -> Option<EmbeddedFile> {
    path.strip_prefix(ENGINE).map_or_else(|| Web::get(path), engine_file)
}

/// The hash of the module, which goes with all other files of the engine; nothing if there is none.
fn engine_hash() -> Option<[u8; 32]> {
    static HASH: LazyLock<Option<[u8; 32]>> =
        LazyLock::new(|| engine_file("dropline.wasm").map(|file| file.metadata.sha256_hash()));
    *HASH
}

/// Characters of the hash in names.
const HASH: usize = 16;

/// What a browser does with a file: keep it for ever, or ask each time whether it is new.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
pub(super) const ASK: &str = "no-cache";

/// The hash of all files.
fn release() -> String {
    static RELEASE: LazyLock<String> = LazyLock::new(hash_of_all);
    // While the web app is worked on, its files are read from the disk and may change.
    if cfg!(debug_assertions) { hash_of_all() } else { RELEASE.clone() }
}

fn hash_of_all() -> String {
    let mut all = Sha256::new();
    for path in Web::iter() {
        all.update(path.as_bytes());
        all.update(Web::get(&path).map(|file| file.metadata.sha256_hash()).unwrap_or_default());
    }
    all.update(engine_hash().unwrap_or_default());
    hex(&all.finalize())
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes.iter().take(HASH / 2) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// A file by its path, with or without the hash in front.
pub(crate) fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let is_hash = |part: &str| part.len() == HASH && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    let (hash, path) = match path.split_once('/') {
        Some((hash, path)) if is_hash(hash) => (Some(hash), path),
        _ => (None, path),
    };
    let release = release();
    let kept = if hash == Some(release.as_str()) { FOR_EVER } else { ASK };
    Some(answer(path, made(&release, path)?, kept, headers))
}

/// A page: what all have in their heads is put there with what is said about this one and how large boards may be, and its files are named with the hash.
pub(crate) fn page(name: &str, about: &str, cells: usize, headers: &HeaderMap) -> Option<Response> {
    let mut text = page_text(name, about, cells)?;
    if engine_hash().is_some() {
        text = text.replacen("<meta charset", &format!("{ENGINE_META}<meta charset"), 1);
    }
    if handbook::is_offered() {
        text = text.replacen("<meta charset", &format!("{HANDBOOK_META}<meta charset"), 1);
    }
    let text = text.replace("\"/web/", &format!("\"/web/{}/", release()));
    Some(answer(&format!("{name}.html"), text.into(), ASK, headers))
}

/// The same before its files are named with the hash. Pages have what is their own, in the head and in the main part, and stand in the shell of all, unless they are whole.
pub(super) fn page_text(name: &str, about: &str, cells: usize) -> Option<String> {
    let mut text = read(&format!("{name}.html"))?;
    if !text.starts_with("<!doctype") {
        let no_script = read("shell/no-script.html")?;
        let (head, main) = text.split_once("<!-- main -->\n").unwrap_or((&text, &no_script));
        let shell = read("shell/page.html")?.replace("<!-- name -->", name);
        text = shell.replace("<!-- own -->", head.trim_end()).replace("<!-- main -->", main.trim_end());
    }
    let text = text.replace("<!-- head -->", read("shell/head.html")?.trim_end());
    Some(text.replace("<!-- about -->", about).replace("<!-- cells -->", &cells.to_string()))
}

/// The names of all pages.
pub(super) fn pages() -> impl Iterator<Item = String> {
    Web::iter().filter(|path| !path.contains('/')).filter_map(|path| path.strip_suffix(".html").map(str::to_owned))
}

/// A file by its path, as it is sent.
pub(super) fn contents(path: &str) -> Option<Bytes> {
    made(&release(), path)
}

fn read(path: &str) -> Option<String> {
    String::from_utf8(Web::get(path)?.data.into_owned()).ok()
}

/// A file as it is sent, made once for each state of all files.
fn made(release: &str, path: &str) -> Option<Bytes> {
    static MADE: LazyLock<Mutex<HashMap<String, Bytes>>> = LazyLock::new(Mutex::default);
    let mut known = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let name = format!("{release}/{path}");
    if let Some(data) = known.get(&name) {
        return Some(data.clone());
    }
    let data = match path.rsplit_once('.') {
        _ if path == "style.css" => bundle::style(read)?.into(),
        Some((_, "js")) if path.starts_with("js/") => bundle::script(path, read)?.into(),
        _ => Bytes::from(embedded(path)?.data.into_owned()),
    };
    known.insert(name, data.clone());
    Some(data)
}

/// A file; nothing but its tag if the browser has it.
pub(super) fn answer(path: &str, data: Bytes, kept: &'static str, headers: &HeaderMap) -> Response {
    let hash: [u8; 32] = Sha256::digest(&data).into();
    // These have nothing to give.
    let is_loose = ![".book", ".packed", ".jpg", ".png"].iter().any(|ending| path.ends_with(ending));
    let packed =
        (is_loose && takes_gzip(headers)).then(|| gzip(hash, &data)).filter(|packed| packed.len() < data.len());
    let tag = format!("\"{}{}\"", hex(&hash), if packed.is_some() { "-gzip" } else { "" });
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == tag.as_bytes());
    let common = [(header::ETAG, tag.as_str()), (header::CACHE_CONTROL, kept), (header::VARY, "accept-encoding")];
    if known {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let content = [(header::CONTENT_TYPE, content_type(path))];
    match packed {
        Some(packed) => (common, content, [(header::CONTENT_ENCODING, "gzip")], packed).into_response(),
        None => (common, content, data).into_response(),
    }
}

/// Whether a browser says that it can unpack.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|coding| {
        let (name, quality) = coding.split_once(';').unwrap_or((coding, ""));
        let never = quality.trim().strip_prefix("q=").is_some_and(|q| q.parse::<f32>().is_ok_and(|q| q <= 0.0));
        name.trim().eq_ignore_ascii_case("gzip") && !never
    })
}

/// Packs each file once.
fn gzip(hash: [u8; 32], data: &Bytes) -> Bytes {
    static PACKED: LazyLock<Mutex<HashMap<[u8; 32], Bytes>>> = LazyLock::new(Mutex::default);
    let mut packed = PACKED.lock().unwrap_or_else(PoisonError::into_inner);
    let pack = || {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory does not fail; if it did, the file would be sent as it is.
        encoder.write_all(data).and_then(|()| encoder.finish()).map_or_else(|_| data.clone(), Bytes::from)
    };
    packed.entry(hash).or_insert_with(pack).clone()
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" => "image/jpeg",
        "ico" => "image/x-icon",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
