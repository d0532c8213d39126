//! Plain HTTP: pages, headers, errors, limits.

use crate::client::Client;
use crate::site::{Server, Site, settings};
use dropline_server::{Database, ServerLimits};
use reqwest::Response;
use serde_json::{Value, json};
use std::path::Path;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// A server whose limits a test sets.
async fn bounded(change: impl FnOnce(&mut ServerLimits)) -> (Server, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut settings = settings(Database::Sqlite(folder.path().join("games.sqlite3")));
    change(&mut settings.limits);
    (Server::start(settings).await, folder)
}

fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

async fn fetch(client: &Client, path: &str) -> Response {
    client.http.get(client.url(path)).send().await.expect("an answer")
}

#[tokio::test]
async fn every_answer_has_the_security_headers() {
    let site = Site::sqlite().await;
    for path in ["/", "/api/v1/players", "/nothing", "/healthz", "/web/nothing.js"] {
        let response = fetch(&site.here(), path).await;
        let policy = header(&response, "content-security-policy");
        let scripts =
            if cfg!(feature = "page-engine") { "script-src 'self' 'wasm-unsafe-eval';" } else { "script-src 'self';" };
        assert!(policy.contains("default-src 'none'") && policy.contains(scripts), "{path}: {policy}");
        assert!(!policy.replace("'wasm-unsafe-eval'", "").contains("unsafe"), "{policy}");
        assert_eq!(header(&response, "x-content-type-options"), "nosniff");
        assert_eq!(header(&response, "referrer-policy"), "no-referrer");
        assert_eq!(header(&response, "x-frame-options"), "DENY");
    }
}

#[tokio::test]
async fn pages_are_not_sent_twice() {
    let site = Site::sqlite().await;
    let client = site.here();
    let first = fetch(&client, "/").await;
    assert_eq!(first.status(), 200);
    assert!(header(&first, "content-type").starts_with("text/html"));
    let tag = header(&first, "etag").to_owned();
    let again = client.http.get(client.url("/")).header("if-none-match", &tag).send().await.expect("an answer");
    assert_eq!(again.status(), 304);
    for path in ["/web/../Cargo.toml", "/web/%2e%2e/Cargo.toml", "/web//etc/passwd"] {
        assert_eq!(fetch(&client, path).await.status(), 404, "{path}");
    }
}

#[tokio::test]
async fn the_handbook_is_shown_or_how_to_get_it() {
    let site = Site::sqlite().await;
    let client = site.here();
    let entered = fetch(&client, "/handbook").await;
    assert_eq!((entered.status().as_u16(), header(&entered, "location")), (303, "/handbook/"));
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/book/index.html");
    let is_offered = cfg!(feature = "handbook") && book.exists();
    let first = fetch(&client, "/handbook/").await;
    assert_eq!(first.status(), if is_offered { 200 } else { 404 });
    assert!(header(&first, "content-type").starts_with("text/html"));
    let text = first.text().await.expect("text");
    assert!(text.contains(if is_offered { "first-evening.html" } else { "cargo xtask book" }), "{text}");
    let start = fetch(&client, "/").await.text().await.expect("text");
    assert_eq!(start.contains("dropline-handbook"), is_offered, "pages link to it where it is");
    for (path, kind) in
        [("first-evening.html", "text/html"), ("theme/handbook.css", "text/css"), ("views/start.jpg", "image/jpeg")]
    {
        let answer = fetch(&client, &format!("/handbook/{path}")).await;
        assert_eq!(answer.status(), if is_offered { 200 } else { 404 }, "{path}");
        assert!(!is_offered || header(&answer, "content-type").starts_with(kind), "{path}");
        assert!(!header(&answer, "content-security-policy").contains("unsafe-inline"), "{path}");
    }
    for path in ["/handbook/nothing.html", "/handbook/%2e%2e/debug", "/handbook//etc/passwd"] {
        assert_eq!(fetch(&client, path).await.status(), 404, "{path}");
    }
}

#[tokio::test]
async fn an_invitation_puts_the_seat_into_the_cookie_and_out_of_the_address() {
    let site = Site::sqlite().await;
    let client = site.here();
    let (id, red, black) = client.make_for_two().await;
    let response = fetch(&client, &format!("/g/{id}?seat={black}")).await;
    assert_eq!((response.status().as_u16(), header(&response, "location")), (303, format!("/g/{id}").as_str()));
    let cookie = header(&response, "set-cookie").to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    let pair = cookie.split(';').next().expect("a cookie").to_owned();
    let request = client.http.get(client.url(&format!("/api/v1/games/{id}"))).header("cookie", &pair);
    let seen: Value = request.send().await.expect("an answer").json().await.expect("JSON");
    assert_eq!(seen["you"], json!(["black"]));
    // Who has one seat is asked before he gets the other.
    let request = client.http.post(client.url(&format!("/g/{id}?seat={red}"))).header("cookie", &pair);
    let both = header(&request.send().await.expect("an answer"), "set-cookie").to_owned();
    assert!(both.contains(&red) && both.contains(&black), "seats held before are kept");
    let (other, ..) = client.make_for_two().await;
    for address in
        [format!("/g/{other}?seat={black}"), format!("/g/{id}?seat=x"), format!("/g/{id}?seat={}", "A".repeat(32))]
    {
        let response = fetch(&client, &address).await;
        assert_eq!((response.status().as_u16(), header(&response, "set-cookie")), (303, ""), "{address}");
    }
}

#[tokio::test]
async fn wrong_questions_get_error_objects() {
    let site = Site::sqlite().await;
    let client = site.here();
    let computer = |player: &str| json!({"black": {"kind": "computer", "player": player}});
    let cases = [
        ("/games", json!({"variant": "7x6"}), 400, "bad_variant"),
        ("/games", json!({"variant": "60x60c4"}), 400, "board_too_large"),
        ("/games", computer("nobody"), 400, "bad_player"),
        ("/games", computer("human"), 400, "bad_player"),
        ("/games", computer("engine:threads=64"), 400, "bad_player"),
        (
            "/games",
            json!({"variant": "30x30c4", "black": {"kind": "computer", "player": "perfect"}}),
            400,
            "bad_player",
        ),
        ("/games", json!({"moves": "48"}), 400, "bad_moves"),
        ("/games", json!({"moves": "1212121"}), 400, "game_over"),
        ("/games", json!({"clock": {"minutes": 0, "increment": 0}}), 400, "bad_clock"),
        ("/games", json!({"clock": {"minutes": -1, "increment": 5}}), 400, "bad_clock"),
        ("/games", json!({"clock": {"minutes": 1e300, "increment": 5}}), 400, "bad_clock"),
        ("/games", json!({"surprise": true}), 400, "bad_json"),
        ("/games", json!([]), 400, "bad_json"),
        ("/positions", json!({"text": "4459"}), 400, "bad_position"),
        ("/positions", json!({"text": "7x6c4:zz"}), 400, "bad_position"),
        ("/positions", json!({"text": 5}), 400, "bad_json"),
        ("/analyses", json!({"moves": "1212121"}), 409, "game_over"),
        ("/analyses", json!({"moves": "4", "position": "7x6c4:zz"}), 400, "bad_position"),
        ("/reviews", json!({"moves": ""}), 400, "no_moves"),
        ("/explanations", json!({"moves": "44", "column": 9}), 400, "off_board"),
        ("/explanations", json!({"moves": "444444", "column": 4}), 409, "column_full"),
        ("/nothing", json!({}), 404, "not_found"),
        ("/players", json!({}), 405, "wrong_method"),
    ];
    for (path, body, status, code) in cases {
        let (got, answer) = client.post(path, &body).await;
        assert_eq!((got, answer["error"]["code"].as_str()), (status, Some(code)), "{path} {body}: {answer}");
    }
    for path in
        ["/games/AAAAAAAAAAAA", "/games/x", "/games/%00", "/games/AAAAAAAAAAAA/nothing", "/picture.svg?theme=no"]
    {
        let (status, answer) = client.get(path).await;
        assert!((400..500).contains(&status) && answer["error"]["code"].is_string(), "{path}: {answer}");
    }
    let plain = client.http.post(client.url("/api/v1/games")).body("{}").send().await.expect("an answer");
    assert_eq!(plain.status(), 415);
    let (status, answer) = client.get("/games/AAAAAAAAAAAA/live").await;
    assert_eq!((status, answer["error"]["code"].as_str()), (426, Some("not_a_websocket")));
    let huge = json!({"text": "4".repeat(100_000)});
    let (status, answer) = client.post("/positions", &huge).await;
    assert_eq!((status, answer["error"]["code"].as_str()), (413, Some("body_too_large")));
}

#[tokio::test]
async fn pages_of_other_addresses_cannot_connect() {
    let site = Site::sqlite().await;
    let client = site.here();
    let (id, ..) = client.make_for_two().await;
    let connect = async |origin: &str| {
        let address = format!("ws://{}/api/v1/games/{id}/live", client.addr);
        let mut request = address.into_client_request().expect("an address");
        request.headers_mut().insert("origin", origin.parse().expect("a header"));
        tokio_tungstenite::connect_async(request).await
    };
    assert!(connect(&format!("http://{}", client.addr)).await.is_ok());
    for origin in ["http://evil.example", "null", "http://127.0.0.1", "file://"] {
        match connect(origin).await {
            Err(Error::Http(response)) => assert_eq!(response.status(), 403, "{origin}"),
            other => panic!("{origin}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn one_address_cannot_ask_without_end() {
    let (server, _folder) = bounded(|limits| limits.requests_a_second = 1).await;
    let client = server.client();
    let mut refused = 0;
    for index in 0..30 {
        // What anybody can write into a header does not make him another client.
        let request =
            client.http.get(client.url("/api/v1/players")).header("x-forwarded-for", format!("10.0.0.{index}"));
        let response = request.send().await.expect("an answer");
        if response.status() == 429 {
            assert!(header(&response, "retry-after").parse::<u64>().is_ok());
            refused += 1;
        }
    }
    assert!(refused > 0);
    assert_eq!(fetch(&client, "/").await.status(), 200, "pages and health are not limited");
    server.stop().await;
}

#[tokio::test]
async fn behind_a_proxy_clients_are_told_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut settings = settings(Database::Sqlite(folder.path().join("games.sqlite3")));
    settings.limits.requests_a_second = 1;
    settings.trust_proxy = true;
    let server = Server::start(settings).await;
    let client = server.client();
    for index in 0..30 {
        let request = client.http.get(client.url("/api/v1/players"));
        let request = request.header("x-forwarded-for", format!("203.0.113.9, 10.0.0.{index}"));
        assert_eq!(request.send().await.expect("an answer").status(), 200);
    }
    server.stop().await;
}

#[tokio::test]
async fn one_address_cannot_hold_all_connections_or_flood_one() {
    let (server, _folder) = bounded(|limits| {
        limits.connections = 2;
        limits.messages_a_second = 2;
    })
    .await;
    let client = server.client();
    let (id, red, _) = client.make_for_two().await;
    let (mut first, _) = client.seated(&red).join(&id).await;
    let (second, _) = client.join(&id).await;
    let address = format!("ws://{}/api/v1/analysis", client.addr);
    match tokio_tungstenite::connect_async(&address).await {
        Err(Error::Http(response)) => assert_eq!(response.status(), 429),
        other => panic!("{other:?}"),
    }
    let mut codes = Vec::new();
    for _ in 0..20 {
        codes.push(first.ask(json!({"type": "ping"})).await["error"]["code"].clone());
    }
    assert!(codes.contains(&json!("too_many_messages")) && codes[0].is_null(), "{codes:?}");
    second.leave().await;
    server.stop().await;
}

#[tokio::test]
async fn too_large_a_message_ends_the_connection() {
    let site = Site::sqlite().await;
    let (id, red, _) = site.here().make_for_two().await;
    let (mut live, _) = site.here().seated(&red).join(&id).await;
    live.send_text(format!("{{\"type\":\"ping\",\"ref\":\"{}\"}}", "x".repeat(100_000))).await;
    live.closed().await;
    assert_eq!(site.here().look(&id).await["game"]["seq"], 0);
}

#[tokio::test]
async fn health_and_figures_are_told() {
    let site = Site::sqlite().await;
    let client = site.here();
    client.make_for_two().await;
    for path in ["/healthz", "/readyz"] {
        assert_eq!(fetch(&client, path).await.text().await.expect("text"), "ok\n");
    }
    let figures = fetch(&client, "/metrics").await.text().await.expect("text");
    for name in ["dropline_games_total", "dropline_connections", "dropline_commit_seconds", "dropline_requests_total"] {
        assert!(figures.contains(name), "{name}: {figures}");
    }
}

#[tokio::test]
async fn the_api_describes_itself() {
    let site = Site::sqlite().await;
    let (status, description) = site.here().get("/openapi.json").await;
    assert_eq!(status, 200);
    let paths: Vec<&String> = description["paths"].as_object().expect("paths").keys().collect();
    for path in ["/players", "/positions", "/analyses", "/reviews", "/explanations", "/picture.svg", "/picture.png"] {
        assert!(paths.iter().any(|known| *known == path), "{path}: {paths:?}");
    }
    for path in ["/games", "/games/{id}", "/games/{id}/live", "/analysis"] {
        assert!(paths.iter().any(|known| *known == path), "{path}: {paths:?}");
    }
    let page = include_str!("../../../../docs/api.md");
    for path in paths {
        assert!(page.contains(&format!("{path}`")), "docs/api.md lacks {path}");
    }
    let schemas = description["components"]["schemas"].as_object().expect("schemas");
    for name in ["Game", "LiveRequest", "LiveMessage", "AnalysisRequest", "AnalysisMessage", "ErrorBody"] {
        assert!(schemas.contains_key(name), "{name}: {:?}", schemas.keys().collect::<Vec<_>>());
    }
}
