//! What many clients ask for at once stays within the memory it is given. In a program of its own: the peak is that of the whole process.
#![cfg(target_os = "linux")]

use dropline_server::{Database, Settings, serve};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::Path;
use tokio::sync::{Mutex, oneshot};

/// Held by the test that measures.
static MEASURING: Mutex<()> = Mutex::const_new(());

async fn start(database: &Path) -> (SocketAddr, oneshot::Sender<()>, tokio::task::JoinHandle<()>) {
    let mut settings = Settings::new(Database::Sqlite(database.to_owned()));
    settings.addr = SocketAddr::from(([127, 0, 0, 1], 0));
    settings.limits.requests_a_second = 10_000;
    let (ready, listening) = oneshot::channel();
    let (stop, stopped) = oneshot::channel::<()>();
    let task = tokio::spawn(async move {
        let tell = move |addr| ready.send(addr).expect("somebody waits");
        serve(settings, tell, async move { drop(stopped.await) }).await.expect("the server serves");
    });
    (listening.await.expect("the server starts"), stop, task)
}

/// Forgets the peak so far.
fn forget_peak() {
    std::fs::write("/proc/self/clear_refs", "5").expect("the peak is forgotten");
}

/// A line of the process's status, in megabytes.
fn megabytes(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("a status");
    let line = status.lines().find(|line| line.starts_with(name)).expect("a line");
    line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse::<u64>().ok()).expect("a number") / 1024
}

/// The moves that fill most of a board of 32 columns and 32 levels; `number` makes each another one.
fn long_moves(number: usize) -> String {
    let columns = (0..1000).map(|ply| if ply < 992 { ply / 2 % 31 + 1 } else { 32 });
    let mut moves: Vec<String> = columns.map(|column| column.to_string()).collect();
    moves.truncate(1000 - number % 60);
    moves.join(",")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
#[ignore = "slow"]
async fn sixty_large_pictures_at_once() {
    let _alone = MEASURING.lock().await;
    let folder = tempfile::tempdir().expect("a folder");
    let (addr, stop, task) = start(&folder.path().join("games.sqlite3")).await;
    let http = reqwest::Client::new();
    let draw = |number: usize| {
        let moves = long_moves(number);
        let url = format!("http://{addr}/api/v1/picture.png?variant=32x32m33&moves={moves}");
        let request = http.get(url);
        async move {
            let response = request.send().await.expect("an answer");
            (response.status().as_u16(), response.bytes().await.expect("bytes"))
        }
    };
    forget_peak();
    let before = megabytes("VmRSS");
    let mut drawing = tokio::task::JoinSet::new();
    (0..60).for_each(|number| drop(drawing.spawn(draw(number))));
    // Once the first is drawn, all that are drawn at the same time have their memory.
    let first = loop {
        let (status, body) = drawing.join_next().await.expect("one is drawn").expect("an answer");
        match status {
            200 => break body,
            503 => assert_eq!(serde_json::from_slice::<Value>(&body).expect("JSON")["error"]["code"], "busy"),
            _ => panic!("{status}"),
        }
    };
    let side = |at: usize| u32::from_be_bytes(first[at..at + 4].try_into().expect("four bytes"));
    assert!(side(16) <= 2048 && side(20) <= 2048, "{} by {} pixels", side(16), side(20));
    let more = megabytes("VmHWM").saturating_sub(before);
    assert!(more < 250, "sixty pictures took {more} MB");
    drawing.shutdown().await;
    drop(stop);
    task.await.expect("the server ends");
}

/// Moves and take-backs without end, which the server no longer allows: put into the database by hand.
const MANY_EVENTS: &str = r#"
    WITH RECURSIVE numbers (seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM numbers WHERE seq < $2)
    INSERT INTO events (game, seq, at, body) SELECT $1, seq, 1800000000000, CASE seq % 2
        WHEN 1 THEN '{"kind": "move", "side": "red", "column": 32, "level": 1, "ply": 961}'
        ELSE '{"kind": "undo", "to_ply": 960}' END
    FROM numbers"#;

async fn make_long(database: &Path, game: &str, events: i64) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(database);
    let pool = sqlx::SqlitePool::connect_with(options).await.expect("a database");
    sqlx::query(MANY_EVENTS).bind(game).bind(events).execute(&pool).await.expect("it is stored");
    pool.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_game_of_sixty_thousand_events_from_its_beginning() {
    let _alone = MEASURING.lock().await;
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("games.sqlite3");
    let (addr, stop, task) = start(&database).await;
    let body = json!({"variant": "32x32m33", "seats": "both", "moves": long_moves(40)});
    let made = reqwest::Client::new().post(format!("http://{addr}/api/v1/games")).json(&body).send().await;
    let made: Value = made.expect("an answer").json().await.expect("JSON");
    let id = made["game"]["id"].as_str().expect("a name").to_owned();
    drop(stop);
    task.await.expect("the server ends");
    make_long(&database, &id, 60_000).await;
    let (addr, stop, task) = start(&database).await;
    let connect = || tokio_tungstenite::connect_async(format!("ws://{addr}/api/v1/games/{id}/live?since=0"));
    let (first, _) = connect().await.expect("a connection");
    forget_peak();
    let before = megabytes("VmRSS");
    // They are let in and never read.
    let mut silent = vec![first];
    for _ in 0..9 {
        silent.push(connect().await.expect("a connection").0);
    }
    let hello = silent[0].next().await.expect("a message").expect("a message");
    let hello: Value = serde_json::from_str(hello.to_text().expect("text")).expect("JSON");
    assert_eq!((&hello["type"], &hello["seq"]), (&json!("hello"), &json!(60_000)), "the game as it stands");
    let more = megabytes("VmHWM").saturating_sub(before);
    assert!(more < 150, "ten connections took {more} MB");
    drop(silent);
    drop(stop);
    task.await.expect("the server ends");
}
