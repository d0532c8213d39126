//! `dropline serve` as a program of its own, and one game on it.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::stream::MaybeTlsStream;
use tokio_tungstenite::tungstenite::{Message, WebSocket, connect};

/// How soon a server is ready again after what was wrong with its database is put right.
pub(crate) const SOON: Duration = Duration::from_secs(2);

/// Nothing takes so long unless something hangs.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) fn command(database: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dropline"));
    command
        .args(["serve", "--addr", "127.0.0.1:0", "--log", "none", "--requests", "10000", "--database"])
        .arg(database);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What a command that does not serve says.
pub(crate) fn refused(mut command: Command) -> String {
    let mut child = command.spawn().expect("dropline starts");
    let began = Instant::now();
    while child.try_wait().expect("a state").is_none() {
        if began.elapsed() > PATIENCE {
            let _ = child.kill();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().expect("what it said");
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]), "{said}");
    said
}

/// A running server, killed when it is dropped.
pub(crate) struct Server {
    child: Child,
    addr: String,
}

impl Server {
    pub(crate) fn start(mut command: Command) -> Server {
        let mut child = command.spawn().expect("dropline starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        if line.is_empty() {
            child.stderr.take().expect("a pipe").read_to_string(&mut line).expect("text");
        }
        let rest = line.strip_prefix("Dropline is at http://").unwrap_or_else(|| panic!("{line}"));
        let addr = rest.split_once(' ').expect("an address").0.to_owned();
        Server { child, addr }
    }

    /// A request's status and body.
    pub(crate) fn request(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let mut stream = TcpStream::connect(&self.addr).expect("a connection");
        let head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", self.addr);
        let head = format!("{head}content-type: application/json\r\ncontent-length: {}\r\n\r\n", body.len());
        stream.write_all((head + body).as_bytes()).expect("it can be sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a body");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, serde_json::from_str(body).unwrap_or_else(|_| Value::String(body.to_owned())))
    }

    pub(crate) fn is_ready(&self) -> bool {
        self.request("GET", "/readyz", "").0 == 200
    }

    /// Waits until the server is ready, or not ready, which must be soon.
    pub(crate) fn becomes(&self, ready: bool) {
        let began = Instant::now();
        while self.is_ready() != ready {
            assert!(began.elapsed() < SOON, "not {} soon enough", if ready { "ready" } else { "unready" });
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub(crate) fn kill(mut self) {
        self.end();
    }

    fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Asks it to go in good order.
    pub(crate) fn stop(mut self) {
        let asked = Command::new("kill").arg(self.child.id().to_string()).status().expect("kill runs");
        assert!(asked.success());
        assert_eq!(self.child.wait().expect("it ends").code(), Some(0));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// A long game in which one person plays both sides, and the moves that were acknowledged.
pub(crate) struct Game {
    pub(crate) id: String,
    tokens: [String; 2],
    pub(crate) acknowledged: Vec<usize>,
}

const COLUMNS: usize = 9;

impl Game {
    pub(crate) fn make(server: &Server) -> Game {
        let (status, made) = server.request("POST", "/api/v1/games", r#"{"variant": "9x100c90", "seats": "both"}"#);
        assert_eq!(status, 201, "{made}");
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        let tokens = ["red", "black"].map(|side| text(&made["tokens"][side]));
        Game { id: text(&made["game"]["id"]), tokens, acknowledged: Vec::new() }
    }

    fn path(&self) -> String {
        format!("/api/v1/games/{}", self.id)
    }

    /// Tries the next move: the code of the refusal if it is refused.
    pub(crate) fn play(&mut self, server: &Server) -> Result<(), String> {
        let ply = self.acknowledged.len();
        let column = ply % COLUMNS + 1;
        let address = format!("ws://{}{}/live", server.addr, self.path());
        let mut request = address.into_client_request().expect("an address");
        let token = format!("Bearer {}", self.tokens[ply % 2]);
        request.headers_mut().insert("authorization", token.parse().expect("a header"));
        let mut socket: WebSocket<MaybeTlsStream<TcpStream>> = match connect(request) {
            Ok((socket, _)) => socket,
            Err(error) => return Err(error.to_string()),
        };
        let message = json!({"type": "move", "ref": "m", "ply": ply, "column": column}).to_string();
        socket.send(Message::text(message)).expect("it can be sent");
        loop {
            let Message::Text(text) = socket.read().expect("an answer") else { continue };
            let said: Value = serde_json::from_str(&text).expect("JSON");
            match said["type"].as_str() {
                Some("ok") => break,
                Some("error") => return Err(said["error"]["code"].as_str().expect("a code").to_owned()),
                _ => {}
            }
        }
        self.acknowledged.push(column);
        Ok(())
    }

    /// The same, which must succeed.
    pub(crate) fn must_play(&mut self, server: &Server) {
        self.play(server).unwrap_or_else(|error| panic!("move {}: {error}", self.acknowledged.len() + 1));
    }

    /// The server knows the acknowledged moves and no others.
    pub(crate) fn check(&self, server: &Server) {
        let (status, seen) = server.request("GET", &self.path(), "");
        assert_eq!(status, 200, "{seen}");
        let moves: String = self.acknowledged.iter().map(usize::to_string).collect();
        assert_eq!(seen["game"]["moves"].as_str().expect("moves"), moves);
    }
}
