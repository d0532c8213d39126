//! `dropline serve` as a whole program: what it prints, refuses, keeps and never tells.
#![cfg(unix)]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::stream::MaybeTlsStream;
use tokio_tungstenite::tungstenite::{Message, WebSocket, connect};

fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dropline"));
    command.arg("serve").env_remove("DROPLINE_DATABASE").env("HOME", folder).env("XDG_DATA_HOME", folder.join("data"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A running server.
struct Server {
    child: Child,
    /// `127.0.0.1:PORT`
    addr: String,
}

impl Server {
    fn start(mut command: Command) -> Server {
        let mut child = command.spawn().expect("dropline starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        out.read_line(&mut line).expect("a line");
        let rest = line.strip_prefix("Dropline is at http://").unwrap_or_else(|| panic!("{line}"));
        let addr = rest.split_once(' ').expect("an address").0.to_owned();
        Server { child, addr }
    }

    fn request(&self, method: &str, path: &str, body: &str) -> Value {
        let mut stream = TcpStream::connect(&self.addr).expect("a connection");
        let length = body.len();
        let head = format!("{method} /api/v1{path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", self.addr);
        let head = format!("{head}content-type: application/json\r\ncontent-length: {length}\r\n\r\n");
        stream.write_all((head + body).as_bytes()).expect("it can be sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }

    fn join(&self, id: &str, token: &str) -> Live {
        let address = format!("ws://{}/api/v1/games/{id}/live", self.addr);
        let mut request = address.into_client_request().expect("an address");
        request.headers_mut().insert("authorization", format!("Bearer {token}").parse().expect("a header"));
        let (socket, _) = connect(request).expect("a connection");
        Live(socket)
    }

    fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }

    /// Asks it to go; what it wrote to standard error.
    fn end(mut self) -> String {
        let asked = Command::new("kill").arg(self.child.id().to_string()).status().expect("kill runs");
        assert!(asked.success());
        let mut log = String::new();
        self.child.stderr.take().expect("a pipe").read_to_string(&mut log).expect("text");
        assert_eq!(self.child.wait().expect("it ends").code(), Some(0), "{log}");
        log
    }
}

struct Live(WebSocket<MaybeTlsStream<TcpStream>>);

impl Live {
    fn play(&mut self, ply: usize, column: u32) {
        let message = json!({"type": "move", "ref": "m", "ply": ply, "column": column}).to_string();
        self.0.send(Message::text(message)).expect("it can be sent");
        loop {
            let Message::Text(text) = self.0.read().expect("an answer") else { continue };
            let said: Value = serde_json::from_str(&text).expect("JSON");
            match said["type"].as_str() {
                Some("ok") => return,
                Some("error") => panic!("{said}"),
                _ => {}
            }
        }
    }
}

fn refused(command: &mut Command) -> String {
    let output = command.output().expect("dropline ends");
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]), "{said}");
    assert!(!said.contains("panicked"), "{said}");
    said
}

#[test]
fn a_taken_port_is_said_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let addr = taken.local_addr().expect("an address").to_string();
    let said = refused(command(folder.path()).args(["--addr", &addr]));
    assert!(said.contains(&format!("dropline: {addr} is taken by another program")), "{said}");
    assert!(!folder.path().join("data").exists(), "no database is made for nothing");
}

#[test]
fn lessons_of_ones_own_are_served() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path().join("data/dropline/lessons");
    std::fs::create_dir_all(&own).expect("a folder");
    let lesson = "lesson: own\ntitle: Own\nwords: Words.\ntask: win\nposition: 415261\ncolumns: 3 7\nask: Win.\nhint: Look.\nright: Yes.\nwrong: No.\n";
    std::fs::write(own.join("own.txt"), lesson).expect("a file");
    let mut command = command(folder.path());
    command.args(["--addr", "127.0.0.1:0", "--log", "none"]);
    let server = Server::start(command);
    assert_eq!(server.request("GET", "/lessons", "")["lessons"][10]["id"], "own");
    let attempt = server.request("POST", "/lessons/own/attempts", r#"{"task":1,"drops":[3]}"#);
    assert_eq!(attempt["state"], "done");
    server.kill();
}

/// Whether an answer is the one that a page shows; `[..]` stands for anything.
fn is_as_shown(shown: &Value, told: &Value) -> bool {
    match (shown, told) {
        (Value::String(shown), _) if shown == "[..]" => true,
        (Value::Object(shown), Value::Object(told)) => {
            shown.len() == told.len()
                && shown.iter().all(|(name, value)| told.get(name).is_some_and(|told| is_as_shown(value, told)))
        }
        _ => shown == told,
    }
}

#[test]
fn questions_of_the_handbook_have_the_answers_that_stand_there() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/api.md")).expect("the page");
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = command(folder.path());
    command.args(["--addr", "127.0.0.1:0", "--log", "none"]);
    let server = Server::start(command);
    let examples: Vec<&str> = page.split("```http\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(examples.len() >= 3);
    for example in examples {
        let (question, answer) = example.split_once('\n').expect("an answer");
        let mut words = question.splitn(3, ' ');
        let mut word = || words.next().unwrap_or_default();
        let told = server.request(word(), word(), word());
        let shown = serde_json::from_str(answer).unwrap_or_else(|error| panic!("{question}: {error}"));
        assert!(is_as_shown(&shown, &told), "{question}\nshown {shown:#}\ntold  {told:#}");
        if let Some(id) = told["game"]["id"].as_str() {
            server.join(id, told["tokens"]["red"].as_str().expect("a seat")).play(0, 4);
        }
    }
    server.kill();
}

#[test]
fn wrong_settings_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (args, sentence) in [
        (["--addr", "nonsense"], "`nonsense` is not an address to listen on: write HOST:PORT"),
        (["--addr", "127.0.0.1:99999"], "is not an address to listen on"),
        (["--addr", "192.0.2.1:7788"], "cannot listen on 192.0.2.1:7788"),
        (["--database", "mysql://host/name"], "this database is not known"),
        (["--database", "postgres://127.0.0.1:1/none"], "cannot open the database postgres://127.0.0.1:1"),
        (["--database", "/dev/null/games"], "cannot"),
        (["--public-url", "play.example.org"], "`play.example.org` is not an address"),
        (["--max-cells", "0"], "write a whole number from 1 to 4096"),
        (["--move-time", "soon"], "`soon` is not a time such as 10s or 500ms"),
        (["--book", "/dev/null"], "this is not a Dropline book"),
        (["--log", "xml"], "text, json, none"),
    ] {
        let said = refused(command(folder.path()).args(args));
        assert!(said.contains(sentence), "{args:?}\nsaid     {said}expected {sentence}");
    }
}

#[test]
fn every_acknowledged_move_outlives_kill_and_no_token_is_logged() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = || {
        let mut command = command(folder.path());
        command.args(["--addr", "127.0.0.1:0", "--log", "json"]).env("DROPLINE_LOG", "trace");
        Server::start(command)
    };
    let server = start();
    let made = server.request("POST", "/games", r#"{"seats": "both"}"#);
    let id = made["game"]["id"].as_str().expect("a name").to_owned();
    let tokens = ["red", "black"].map(|side| made["tokens"][side].as_str().expect("a token").to_owned());
    let mut seats = [server.join(&id, &tokens[0]), server.join(&id, &tokens[1])];
    for (ply, column) in [4, 4, 3, 5, 2, 1].into_iter().enumerate() {
        seats[ply % 2].play(ply, column);
    }
    server.kill();
    let server = start();
    assert_eq!(server.request("GET", &format!("/games/{id}"), "")["game"]["moves"], "443521");
    server.join(&id, &tokens[0]).play(6, 6);
    let log = server.end();
    assert!(log.contains("\"route\":\"/api/v1/games/{id}/live\""), "{log}");
    for token in &tokens {
        assert!(!log.contains(token), "{log}");
    }
    let server = start();
    assert_eq!(server.request("GET", &format!("/games/{id}"), "")["game"]["moves"], "4435216");
    server.end();
    assert!(folder.path().join("data/dropline/games.sqlite3").exists() || cfg!(not(target_os = "linux")));
}

#[test]
#[cfg(target_os = "linux")]
fn the_browser_is_opened() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let (browser, opened) = (folder.path().join("xdg-open"), folder.path().join("opened"));
    std::fs::write(&browser, format!("#!/bin/sh\necho \"$1\" >'{}'\n", opened.display())).expect("a file");
    std::fs::set_permissions(&browser, std::fs::Permissions::from_mode(0o755)).expect("it can be run");
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap_or_default());
    let mut command = command(folder.path());
    let server = Server::start({
        command.args(["--addr", "127.0.0.1:0", "--open", "--log", "none"]).env("PATH", path);
        command
    });
    for _ in 0..600 {
        if std::fs::read_to_string(&opened).is_ok_and(|text| text.ends_with('\n')) {
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(std::fs::read_to_string(&opened).expect("opened"), format!("http://{}\n", server.addr));
    server.end();
}

/// A request that must be answered soon; nothing if it is not.
fn answer_in_time(addr: &str, path: &str) -> Option<String> {
    let mut stream = TcpStream::connect(addr).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(20))).ok()?;
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {addr}\r\nconnection: close\r\n\r\n").ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    Some(answer)
}

#[test]
fn a_log_that_nobody_reads_stops_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = command(folder.path());
    command.args(["--addr", "127.0.0.1:0", "--log", "json", "--requests", "100000"]);
    // Standard error is a pipe of 64 KiB that is not read before the end: far less than these lines.
    let server = Server::start(command);
    for number in 0..6000 {
        let answer = answer_in_time(&server.addr, "/healthz");
        assert!(answer.is_some_and(|answer| answer.contains("200 OK")), "request {number} is answered");
    }
    let figures = answer_in_time(&server.addr, "/metrics").expect("figures");
    let dropped = figures.lines().find_map(|line| line.strip_prefix("dropline_log_lines_dropped_total "));
    assert!(dropped.is_some_and(|dropped| dropped != "0"), "{figures}");
    let log = server.end();
    assert!(log.contains("log lines were dropped"), "the log says what is missing");
}

#[test]
#[cfg(target_os = "linux")]
fn idle_connections_without_end_leave_a_live_game_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -n 128; exec \"$0\" serve --addr 127.0.0.1:0 --log json --games 1000"]);
    limited.arg(env!("CARGO_BIN_EXE_dropline")).env("HOME", folder.path()).env("XDG_DATA_HOME", folder.path());
    limited.env_remove("DROPLINE_DATABASE").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let server = Server::start(limited);
    let made = server.request("POST", "/games", r#"{"seats": "both"}"#);
    let id = made["game"]["id"].as_str().expect("a name").to_owned();
    let mut live = server.join(&id, made["tokens"]["red"].as_str().expect("a token"));
    let idle: Vec<TcpStream> = (0..200).filter_map(|_| TcpStream::connect(&server.addr).ok()).collect();
    live.play(0, 4);
    drop(idle);
    let figures = (0..100).find_map(|_| {
        std::thread::sleep(Duration::from_millis(100));
        answer_in_time(&server.addr, "/metrics").filter(|answer| answer.contains("200 OK"))
    });
    let figures = figures.expect("everybody is let in again");
    let refused =
        figures.lines().find_map(|line| line.strip_prefix("dropline_connections_refused_total{why=\"all\"} "));
    assert!(refused.is_some_and(|refused| refused != "0"), "{figures}");
    drop(live);
    let log = server.end();
    assert!(log.contains("connections are turned away"), "{log}");
}
