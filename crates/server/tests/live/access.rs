//! Nobody locks others out: connections that say nothing, floods, queues filled by one address, disks filled by many games.

use crate::client::{Client, Live};
use crate::site::{Server, settings};
use dropline_server::{Database, Settings};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// What ends at all ends long before this, also on a busy computer.
const SOON: Duration = Duration::from_secs(20);

const SHORT: Duration = Duration::from_millis(500);

/// A server whose settings a test changes.
pub(crate) async fn server(change: impl FnOnce(&mut Settings)) -> (Server, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut settings = settings(Database::Sqlite(folder.path().join("games.sqlite3")));
    change(&mut settings);
    (Server::start(settings).await, folder)
}

/// A connection from another address of this computer.
async fn connect_from(last: u8, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(SocketAddr::from(([127, 0, 0, last], 0))).expect("an address");
    socket.connect(to).await.expect("a connection")
}

/// Everything the server says until it closes the connection; nothing if it does not.
async fn said_until_closed(stream: &mut TcpStream) -> Option<String> {
    let mut said = Vec::new();
    let read = tokio::time::timeout(SOON, stream.read_to_end(&mut said)).await;
    read.ok().map(|_| String::from_utf8_lossy(&said).into_owned())
}

async fn is_closed(stream: &mut TcpStream) -> bool {
    said_until_closed(stream).await.is_some()
}

async fn metric(client: &Client, name: &str) -> f64 {
    let figures = client.http.get(client.url("/metrics")).send().await.expect("an answer").text().await.expect("text");
    let line = figures.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {figures}"));
    line.rsplit(' ').next().expect("a number").parse().expect("a number")
}

/// A WebSocket that never reads what it is sent, and so never answers a ping.
async fn silent_websocket(addr: SocketAddr, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(addr).await.expect("a connection");
    let head = format!(
        "GET /api/v1{path} HTTP/1.1\r\nhost: {addr}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.expect("it can be sent");
    stream
}

#[tokio::test]
async fn half_a_head_and_an_idle_connection_are_not_kept() {
    let (server, _folder) = server(|settings| settings.limits.header_time = SHORT).await;
    let mut half = TcpStream::connect(server.addr).await.expect("a connection");
    half.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nx-").await.expect("it can be sent");
    let mut nothing = TcpStream::connect(server.addr).await.expect("a connection");
    let mut idle = TcpStream::connect(server.addr).await.expect("a connection");
    idle.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await.expect("it can be sent");
    assert!(is_closed(&mut half).await, "half a head");
    assert!(is_closed(&mut nothing).await, "nothing at all");
    let said = said_until_closed(&mut idle).await.expect("an idle connection ends");
    assert!(said.contains("200 OK") && said.ends_with("ok\n"), "{said}");
    server.stop().await;
}

#[tokio::test]
async fn half_a_body_is_not_waited_for() {
    let (server, _folder) = server(|settings| settings.limits.body_time = SHORT).await;
    let mut slow = TcpStream::connect(server.addr).await.expect("a connection");
    let head =
        "POST /api/v1/games HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{";
    slow.write_all(head.as_bytes()).await.expect("it can be sent");
    let said = said_until_closed(&mut slow).await.expect("the connection ends");
    assert!(said.contains("408") && said.contains("body_too_slow"), "{said}");
    server.stop().await;
}

#[tokio::test]
async fn one_address_cannot_hold_all_connections_by_saying_nothing() {
    let (server, _folder) = server(|settings| settings.limits.connections = 4).await;
    let mut held = Vec::new();
    for _ in 0..8 {
        held.push(connect_from(2, server.addr).await);
    }
    let mut more = connect_from(2, server.addr).await;
    let said = said_until_closed(&mut more).await.expect("one too many is closed");
    assert!(said.is_empty() || said.contains("503"), "{said}");
    assert!(metric(&server.client(), "dropline_connections_refused_total{why=\"address\"}").await >= 1.0);
    drop(held);
    let client = server.client();
    client.look(&client.make_for_two().await.0).await;
    server.stop().await;
}

#[tokio::test]
async fn the_cap_on_all_connections_is_left_when_idle_ones_end() {
    let (server, _folder) = server(|settings| {
        settings.limits.all_connections = 6;
        settings.limits.header_time = Duration::from_secs(2);
    })
    .await;
    let mut held = Vec::new();
    for last in 2..8 {
        held.push(connect_from(last, server.addr).await);
    }
    assert!(is_closed(&mut connect_from(9, server.addr).await).await, "the seventh is closed at once");
    for mut idle in held {
        assert!(is_closed(&mut idle).await);
    }
    assert!(metric(&server.client(), "dropline_connections_refused_total{why=\"all\"}").await >= 1.0);
    server.stop().await;
}

#[tokio::test]
async fn a_websocket_that_does_not_answer_is_given_up() {
    let (server, _folder) = server(|settings| settings.limits.ping = SHORT).await;
    let (id, ..) = server.client().make_for_two().await;
    for path in ["/analysis".to_owned(), format!("/games/{id}/live")] {
        let mut silent = silent_websocket(server.addr, &path).await;
        let said = said_until_closed(&mut silent).await;
        assert!(said.is_some_and(|said| said.contains("101")), "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn who_floods_a_connection_loses_it() {
    let (server, _folder) = server(|settings| settings.limits.messages_a_second = 2).await;
    let client = server.client();
    let (id, red, _) = client.make_for_two().await;
    let (game, _) = client.seated(&red).join(&id).await;
    let flood = async |mut live: Live| {
        for _ in 0..200 {
            live.send_text_if_open(json!({"type": "ping"}).to_string()).await;
        }
        tokio::time::timeout(SOON, live.closed()).await.expect("a flood ends the connection");
    };
    flood(game).await;
    flood(client.connect("/analysis").await).await;
    assert!(metric(&client, "dropline_floods_total").await >= 2.0);
    server.stop().await;
}

/// A client whose address a proxy tells.
fn behind_proxy(client: &Client, address: &str) -> Client {
    let mut headers = reqwest::header::HeaderMap::new();
    headers.insert("x-forwarded-for", address.parse().expect("a header"));
    let http = reqwest::Client::builder().default_headers(headers).build().expect("a client");
    Client { http, forwarded: Some(address.to_owned()), ..client.clone() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_cannot_lock_others_out_of_analysis() {
    let (server, _folder) = server(|settings| {
        settings.trust_proxy = true;
        settings.limits.analysis_time = Duration::from_secs(2);
    })
    .await;
    let greedy = behind_proxy(&server.client(), "10.0.0.1");
    let mut asked = Vec::new();
    for number in 0..260u32 {
        let (greedy, moves) = (greedy.clone(), format!("{},{}", number % 20 + 1, number / 20 + 1));
        asked.push(tokio::spawn(async move {
            greedy.post("/analyses", &json!({"variant": "20x20c5", "moves": moves})).await
        }));
    }
    tokio::time::timeout(SOON, async {
        while metric(&server.client(), "dropline_analyses_waiting").await < 40.0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await
    .expect("many questions wait");
    tokio::time::sleep(SHORT).await;
    let (status, answer) =
        behind_proxy(&server.client(), "10.0.0.2").post("/analyses", &json!({"variant": "4x4c4"})).await;
    assert_eq!((status, &answer["exact"]), (200, &json!(true)), "{answer}");
    let refused = asked.iter().filter(|asked| asked.is_finished()).count();
    assert!(refused < 260, "the questions of the first address still wait");
    asked.iter().for_each(tokio::task::JoinHandle::abort);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_spectator_cannot_move_anothers_computer_into_its_own_line() {
    const MINE: usize = 16;
    let (server, _folder) = server(|settings| settings.trust_proxy = true).await;
    let (alice, bob) = (behind_proxy(&server.client(), "10.0.0.1"), behind_proxy(&server.client(), "10.0.0.2"));
    let computer = json!({"kind": "computer", "player": "random"});
    // A game that does not end while the test looks.
    let shown = alice.make(json!({"variant": "20x20c20", "red": computer, "black": computer})).await;
    let shown = shown["game"]["id"].as_str().expect("a name").to_owned();
    let (mut watched, _) = alice.join(&shown).await;
    let (mut spectator, _) = bob.join(&shown).await;
    watched.until("move").await;
    assert_eq!(spectator.refused(json!({"type": "resign"})).await, "not_your_seat");
    // Bob's own computers have much to think about: half a second each.
    let mut own = Vec::new();
    for _ in 0..MINE {
        let made = bob.make(json!({"variant": "12x12c5", "black": {"kind": "computer", "player": "engine"}})).await;
        let id = made["game"]["id"].as_str().expect("a name").to_owned();
        let token = made["tokens"]["red"].as_str().expect("a token").to_owned();
        own.push((bob.seated(&token).join(&id).await.0, id));
    }
    for (live, _) in &mut own {
        live.play(0, 6).await;
    }
    let before = alice.look(&shown).await["game"]["seq"].as_u64().expect("a number");
    while watched.until("move").await["seq"].as_u64().expect("a number") < before + 2 {}
    let mut answered = 0;
    for (_, id) in &own {
        answered += usize::from(bob.look(id).await["game"]["ply"] == 2);
    }
    assert!(answered < MINE, "the watched game waited for all of the spectator's");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_cannot_have_all_pictures_drawn() {
    let (server, _folder) = server(|settings| settings.trust_proxy = true).await;
    let client = server.client();
    let draw = |address: &str, number: usize| {
        let moves = (0..900 - number).map(|ply| (ply / 2 % 31 + 1).to_string()).collect::<Vec<_>>().join(",");
        let url = client.url(&format!("/api/v1/picture.png?variant=32x32m33&moves={moves}"));
        let request = client.http.get(url).header("x-forwarded-for", address);
        async move { request.send().await.expect("an answer").status().as_u16() }
    };
    let mut drawing = tokio::task::JoinSet::new();
    (0..60).for_each(|number| drop(drawing.spawn(draw("10.0.0.1", number))));
    for _ in 0..40 {
        let answered = tokio::time::timeout(SOON, drawing.join_next()).await;
        let refused = answered.expect("most are refused at once").expect("an answer").expect("a status");
        assert_eq!(refused, 503);
    }
    // Another address still has a place.
    let other = tokio::time::timeout(SHORT, draw("10.0.0.2", 60)).await;
    assert!(other.is_err() || other == Ok(200), "it waits its turn or is drawn, but is not refused");
    assert!(metric(&client, "dropline_pictures_refused_total{why=\"address\"}").await >= 40.0);
    drawing.shutdown().await;
    server.stop().await;
}

/// What is stored of the only game.
async fn stored_setup(folder: &TempDir) -> String {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.path().join("games.sqlite3"));
    let pool = sqlx::SqlitePool::connect_with(options).await.expect("a database");
    let (setup,): (String,) = sqlx::query_as("SELECT setup FROM games").fetch_one(&pool).await.expect("a game");
    pool.close().await;
    setup
}

#[tokio::test]
async fn moves_are_stored_in_their_shortest_form() {
    let (server, folder) = server(|_| {}).await;
    let client = server.client();
    let moves = format!("4{}, 4 ,5", " ".repeat(60_000));
    let made = client.make(json!({"moves": moves})).await;
    assert_eq!(made["game"]["moves"], "445");
    let player = format!("engine:time=0.{}1", "0".repeat(60_000));
    let (status, answer) = client.post("/games", &json!({"black": {"kind": "computer", "player": player}})).await;
    assert_eq!((status, &answer["error"]["code"]), (400, &json!("bad_player")), "a player's name is short");
    server.stop().await;
    let setup = stored_setup(&folder).await;
    assert!(setup.len() < 300, "{} bytes are stored", setup.len());
}

#[tokio::test]
async fn one_address_makes_so_many_games_an_hour_and_no_more() {
    let (server, _folder) = server(|settings| settings.limits.games_an_hour = 5).await;
    let client = server.client();
    let made = client.make(json!({"black": {"kind": "computer", "player": "random"}})).await;
    let (id, token) = (made["game"]["id"].as_str().expect("a name"), made["tokens"]["red"].as_str().expect("a token"));
    let (mut live, _) = client.seated(token).join(id).await;
    live.done(json!({"type": "resign"})).await;
    live.done(json!({"type": "rematch"})).await;
    for _ in 2..5 {
        client.make(json!({})).await;
    }
    let (status, answer) = client.post("/games", &json!({})).await;
    assert_eq!((status, &answer["error"]["code"]), (429, &json!("too_many_games")), "{answer}");
    let (id, token) = {
        let made = client.look(id).await;
        (made["game"]["next"].as_str().expect("a rematch").to_owned(), token)
    };
    let (mut live, _) = client.seated(token).join(&id).await;
    live.done(json!({"type": "resign"})).await;
    assert_eq!(live.refused(json!({"type": "rematch"})).await, "too_many_games");
    server.stop().await;
}

#[tokio::test]
async fn a_game_has_only_so_many_events() {
    let (server, _folder) = server(|settings| {
        settings.limits.events = 19;
        settings.limits.missed_events = 10;
    })
    .await;
    let client = server.client();
    let made = client.make(json!({"seats": "both"})).await;
    let (id, token) = (made["game"]["id"].as_str().expect("a name"), made["tokens"]["red"].as_str().expect("a token"));
    let black = made["tokens"]["black"].as_str().expect("a token");
    let (mut red, _) = client.seated(token).join(id).await;
    let (mut other, _) = client.seated(black).join(id).await;
    red.play(0, 4).await;
    for _ in 0..9 {
        red.done(json!({"type": "undo"})).await;
        other.done(json!({"type": "answer", "accept": true})).await;
        red.play(0, 4).await;
        if client.look(id).await["game"]["seq"].as_u64().expect("a number") >= 19 {
            break;
        }
    }
    assert_eq!(red.refused(json!({"type": "undo"})).await, "too_many_events");
    other.play(1, 4).await;
    let now = client.look(id).await["game"]["seq"].as_u64().expect("a number");
    let (_, hello) = client.join_since(id, Some(now - 11)).await;
    assert_eq!(hello["seq"].as_u64(), Some(now), "who missed too much gets the game as it stands");
    let (mut late, hello) = client.join_since(id, Some(now - 10)).await;
    assert_eq!(hello["seq"].as_u64(), Some(now - 10));
    for number in now - 9..=now {
        assert_eq!(late.event().await.0, number);
    }
    server.stop().await;
}

#[tokio::test]
async fn what_asks_the_database_is_limited_outside_of_the_api_too() {
    let (server, _folder) = server(|settings| settings.limits.requests_a_second = 1).await;
    let client = server.client();
    for path in ["/readyz".to_owned(), format!("/g/AAAAAAAAAAAA?seat={}", "A".repeat(32))] {
        let mut refused = false;
        for _ in 0..30 {
            refused |= client.http.get(client.url(&path)).send().await.expect("an answer").status() == 429;
        }
        assert!(refused, "{path}");
    }
    assert_eq!(client.http.get(client.url("/healthz")).send().await.expect("an answer").status(), 200);
    server.stop().await;
}

/// A browser's cookies, as far as they concern seats.
#[derive(Default)]
struct Cookies(Vec<(String, String)>);

impl Cookies {
    fn take(&mut self, response: &reqwest::Response) {
        for cookie in response.headers().get_all("set-cookie") {
            let pair = cookie.to_str().expect("text").split(';').next().expect("a cookie");
            let (name, value) = pair.split_once('=').expect("a value");
            self.0.retain(|(known, _)| known != name);
            self.0.push((name.to_owned(), value.to_owned()));
        }
    }

    fn header(&self) -> String {
        self.0.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
    }
}

struct Browser {
    client: Client,
    cookies: Cookies,
}

impl Browser {
    async fn go(&mut self, request: reqwest::RequestBuilder) -> reqwest::Response {
        let response = request.header("cookie", self.cookies.header()).send().await.expect("an answer");
        self.cookies.take(&response);
        response
    }

    async fn open(&mut self, path: &str) -> reqwest::Response {
        self.go(self.client.http.get(self.client.url(path))).await
    }

    /// Makes a game between two people; its name and the invitation.
    async fn make(&mut self) -> (String, String) {
        let url = self.client.url("/api/v1/games");
        let made: Value = self.go(self.client.http.post(url).json(&json!({}))).await.json().await.expect("JSON");
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        (text(&made["game"]["id"]), text(&made["invitation"]))
    }

    async fn seats(&mut self, id: &str) -> Value {
        self.open(&format!("/api/v1/games/{id}")).await.json::<Value>().await.expect("JSON")["you"].clone()
    }
}

#[tokio::test]
async fn invitations_of_others_do_not_take_ones_own_seats_away() {
    let (server, _folder) = server(|_| {}).await;
    let mut me = Browser { client: server.client(), cookies: Cookies::default() };
    let mut friend = Browser { client: server.client(), cookies: Cookies::default() };
    let (own, _) = me.make().await;
    let (invited, invitation) = friend.make().await;
    assert_eq!(me.open(&invitation).await.status(), 303);
    for _ in 0..40 {
        let (_, foreign) = friend.make().await;
        me.open(&foreign).await;
    }
    assert_eq!(me.seats(&own).await, json!(["red"]));
    assert_eq!(me.seats(&invited).await, json!(["black"]));
    server.stop().await;
}

#[tokio::test]
async fn ones_own_invitation_does_not_take_the_other_seat_without_a_question() {
    let (server, _folder) = server(|_| {}).await;
    let mut me = Browser { client: server.client(), cookies: Cookies::default() };
    let (id, invitation) = me.make().await;
    let question = me.open(&invitation).await;
    assert_eq!(question.status(), 200);
    let page = question.text().await.expect("a page");
    assert!(page.contains("<form method=\"post\"") && !page.contains("<script src=\"/web/js/pages/game"), "{page}");
    assert_eq!(me.seats(&id).await, json!(["red"]));
    let url = me.client.url(&invitation);
    let foreign = me.client.http.post(&url).header("origin", "http://evil.example");
    assert_eq!(me.go(foreign).await.status(), 403);
    assert_eq!(me.seats(&id).await, json!(["red"]));
    let answer = me.client.http.post(&url).header("origin", format!("http://{}", me.client.addr));
    assert_eq!(me.go(answer).await.status(), 303);
    assert_eq!(me.seats(&id).await, json!(["red", "black"]));
    server.stop().await;
}

#[tokio::test]
async fn a_clock_never_starts_at_nothing() {
    let (server, _folder) = server(|_| {}).await;
    let client = server.client();
    for minutes in [0.0, 1e-9, 0.000_008] {
        let (status, answer) = client.post("/games", &json!({"clock": {"minutes": minutes, "increment": 0}})).await;
        assert_eq!((status, &answer["error"]["code"]), (400, &json!("bad_clock")), "{minutes}: {answer}");
    }
    let made = client.make(json!({"seats": "both", "clock": {"minutes": 0, "increment": 5}})).await;
    assert_eq!(made["game"]["clock"]["red_ms"], 5000);
    let (id, token) = (made["game"]["id"].as_str().expect("a name"), made["tokens"]["red"].as_str().expect("a token"));
    client.seated(token).join(id).await.0.play(0, 4).await;
    assert_eq!(client.look(id).await["game"]["outcome"], Value::Null);
    server.stop().await;
}

#[tokio::test]
async fn behind_https_browsers_are_told_to_stay_there() {
    let (plain, _folder) = server(|_| {}).await;
    let (secure, _other) = server(|settings| settings.public_url = Some("https://play.example.org".to_owned())).await;
    for (server, expected) in [(&plain, None), (&secure, Some("max-age=31536000"))] {
        for path in ["/", "/api/v1/players", "/nothing"] {
            let client = server.client();
            let response = client.http.get(client.url(path)).send().await.expect("an answer");
            let told = response.headers().get("strict-transport-security").map(|value| value.to_str().expect("text"));
            assert_eq!(told, expected, "{path}");
        }
    }
    plain.stop().await;
    secure.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_asked_for_twice_with_one_key_is_made_once() {
    let (server, _folder) = server(|_| {}).await;
    let client = server.client();
    let ask = async |key: &str, body: Value| {
        let request = client.http.post(client.url("/api/v1/games")).header("idempotency-key", key).json(&body);
        let response = request.send().await.expect("an answer");
        let cookie = response.headers().get("set-cookie").map(|value| value.to_str().expect("text").to_owned());
        (response.status().as_u16(), cookie, response.json::<Value>().await.expect("JSON"))
    };
    let body = json!({"variant": "5x4c4"});
    let (first, again) = tokio::join!(ask("one", body.clone()), ask("one", body.clone()));
    assert_eq!((first.0, &first.2), (201, &again.2));
    let later = ask("one", body.clone()).await;
    assert_eq!((later.0, &later.2), (201, &first.2), "the same game and the same seats");
    assert!(later.1.is_some_and(|cookie| cookie.contains(first.2["tokens"]["red"].as_str().expect("a token"))));
    assert_ne!(ask("two", body.clone()).await.2["game"]["id"], first.2["game"]["id"]);
    let (status, _, answer) = ask("one", json!({"variant": "7x6c4"})).await;
    assert_eq!((status, &answer["error"]["code"]), (422, &json!("other_request")), "{answer}");
    let (status, _, answer) = ask(&"k".repeat(300), body).await;
    assert_eq!((status, &answer["error"]["code"]), (400, &json!("bad_key")), "{answer}");
    server.stop().await;
}

#[tokio::test]
async fn files_are_small_on_the_way_and_asked_for_once() {
    let (server, _folder) = server(|_| {}).await;
    let client = server.client();
    let fetch = async |path: &str, encoding: &str| {
        let request = client.http.get(client.url(path)).header("accept-encoding", encoding);
        request.send().await.expect("an answer")
    };
    let page = fetch("/", "identity").await;
    assert_eq!(page.headers()["cache-control"], "no-cache");
    let page = page.text().await.expect("a page");
    // The folder of the engine is named, not asked for.
    let is_file = |part: &&str| part.starts_with("/web/") && !part.ends_with('/');
    let mut files: Vec<&str> = page.split('"').filter(is_file).collect();
    files.dedup();
    assert_eq!(files.len(), 4, "icon, style, theme and script: {page}");
    for path in files {
        let plain = fetch(path, "identity").await;
        assert_eq!(plain.headers()["cache-control"], "public, max-age=31536000, immutable", "{path}");
        assert!(plain.headers().get("content-encoding").is_none(), "{path}");
        assert_eq!(plain.headers()["vary"], "accept-encoding");
        let plain = plain.bytes().await.expect("bytes");
        let packed = fetch(path, "br, gzip").await;
        assert_eq!(packed.headers()["content-encoding"], "gzip", "{path}");
        assert!(packed.bytes().await.expect("bytes").len() < plain.len(), "{path}");
    }
    // A page that was opened before the server was replaced still finds its files, but does not keep them for ever.
    let other = fetch("/web/0123456789abcdef/js/board.js", "identity").await;
    assert_eq!(
        (other.status().as_u16(), &other.headers()["cache-control"]),
        (200, &"no-cache".parse().expect("a header"))
    );
    let no_gzip = fetch("/web/js/board.js", "gzip;q=0").await;
    assert!(no_gzip.status() == 200 && no_gzip.headers().get("content-encoding").is_none());
    server.stop().await;
}
