//! Load on a server of its own, over loopback only: many live games held open, a steady stream of moves, analysis at the same time; then `kill -9` in the
//! middle, a restart, and a look whether every acknowledged move is there.
//!
//! ```sh
//! cargo run --release -p dropline-server --example load -- --games 1000 --rate 500 --seconds 30 --analyses 4
//! ```
//!
//! `--flush true` lets SQLite flush every move to the disk. It ends with exit code 1 if a move was lost. `--database postgres://…` uses that database instead of a fresh SQLite file.

use dropline_core::{Game, Variant};
use dropline_server::{Database, ServerLimits, Settings, serve};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;
type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// What is never exceeded, whatever is asked for.
const MOST_GAMES: u64 = 5000;
const MOST_RATE: u64 = 5000;
const MOST_SECONDS: u64 = 600;
const MOST_ANALYSES: u64 = 64;

struct Options {
    games: u64,
    rate: u64,
    seconds: u64,
    analyses: u64,
    flush: bool,
    database: Option<String>,
}

fn options() -> Result<Options> {
    let mut options = Options { games: 1000, rate: 500, seconds: 30, analyses: 4, flush: false, database: None };
    let mut args = std::env::args().skip(1);
    while let Some(name) = args.next() {
        let value = args.next().ok_or_else(|| format!("{name} needs a value"))?;
        match name.as_str() {
            "--games" => options.games = value.parse::<u64>()?.clamp(1, MOST_GAMES),
            "--rate" => options.rate = value.parse::<u64>()?.clamp(1, MOST_RATE),
            "--seconds" => options.seconds = value.parse::<u64>()?.clamp(1, MOST_SECONDS),
            "--analyses" => options.analyses = value.parse::<u64>()?.min(MOST_ANALYSES),
            "--flush" => options.flush = value.parse()?,
            "--database" => options.database = Some(value),
            _ => {
                return Err(format!(
                    "{name} is not known: --games, --rate, --seconds, --analyses, --flush, --database"
                )
                .into());
            }
        }
    }
    Ok(options)
}

fn main() -> Result<ExitCode> {
    let runtime = tokio::runtime::Runtime::new()?;
    if std::env::args().nth(1).as_deref() == Some("server") {
        let database = std::env::args().nth(2).ok_or("a server needs a database")?;
        let flush = std::env::args().nth(3).as_deref() == Some("flush");
        runtime.block_on(run_server(&database, flush))?;
        return Ok(ExitCode::SUCCESS);
    }
    runtime.block_on(load(options()?))
}

/// The server under load, in a process of its own.
async fn run_server(database: &str, flush: bool) -> Result<()> {
    let database = match database.starts_with("postgres") {
        true => Database::Postgres(database.to_owned()),
        false => Database::Sqlite(database.into()),
    };
    let mut settings = Settings::new(database);
    settings.flush_every_move = flush;
    settings.addr = SocketAddr::from(([127, 0, 0, 1], 0));
    settings.limits = ServerLimits {
        requests_a_second: 1_000_000,
        connections: 1_000_000,
        games_an_hour: 1_000_000,
        ..ServerLimits::default()
    };
    let tell = |addr| {
        let mut out = std::io::stdout().lock();
        let _ = writeln!(out, "{addr}").and_then(|()| out.flush());
    };
    Ok(serve(settings, tell, std::future::pending()).await?)
}

/// Starts a server; where it listens.
fn start(database: &str, flush: bool) -> Result<(Child, SocketAddr)> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("server").arg(database).args(flush.then_some("flush"));
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
    Ok((child, line.trim().parse()?))
}

/// The moves of a game that fills the board without a winner, so that it lasts.
fn long_game() -> Vec<u32> {
    let mut seed = 1u64;
    loop {
        let mut game = Game::new(Variant::STANDARD);
        while !game.is_over() {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let open: Vec<_> = game.legal_columns().collect();
            let _ = game.play(open[(seed >> 33) as usize % open.len()]);
        }
        if game.outcome().is_some_and(|outcome| outcome.winner().is_none()) {
            return game.moves().iter().map(|column| column.number()).collect();
        }
    }
}

/// What the players of a game know for sure.
struct Played {
    id: String,
    acknowledged: AtomicU64,
}

async fn connect(addr: SocketAddr, path: &str, token: Option<&str>) -> Result<Socket> {
    let mut request = format!("ws://{addr}/api/v1{path}").into_client_request()?;
    if let Some(token) = token {
        request.headers_mut().insert("authorization", format!("Bearer {token}").parse()?);
    }
    Ok(connect_async(request).await?.0)
}

/// Plays a game from both seats, a move for each time it is told to; ends when a connection does.
async fn play(
    mut seats: [Socket; 2],
    moves: Arc<Vec<u32>>,
    played: Arc<Played>,
    mut turns: mpsc::Receiver<()>,
    times: Arc<Mutex<Vec<Duration>>>,
) -> Result<()> {
    for ply in 0..moves.len() {
        let (mover, other) = (ply % 2, (ply + 1) % 2);
        loop {
            tokio::select! {
                turn = turns.recv() => match turn {
                    Some(()) => break,
                    None => return Ok(()),
                },
                // What the other seat is told must be read, or it would be closed for being slow.
                told = seats[other].next() => if !matches!(told, Some(Ok(_))) {
                    return Ok(());
                },
            }
        }
        let message = json!({"type": "move", "ref": "m", "ply": ply, "column": moves[ply]}).to_string();
        let sent = Instant::now();
        seats[mover].send(Message::text(message)).await?;
        loop {
            let text = match seats[mover].next().await {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(_)) => continue,
                _ => return Ok(()),
            };
            if text.starts_with("{\"type\":\"ok\"") {
                break;
            }
            if text.starts_with("{\"type\":\"error\"") {
                return Err(text.to_string().into());
            }
        }
        times.lock().map_err(|_| "a player panicked")?.push(sent.elapsed());
        played.acknowledged.store(ply as u64 + 1, Ordering::SeqCst);
    }
    Ok(())
}

/// Asks hard questions one after the other; how many were answered.
async fn analyse(addr: SocketAddr, number: u64, answered: Arc<AtomicU64>) -> Result<()> {
    let mut socket = connect(addr, "/analysis", None).await?;
    for id in 0.. {
        let moves = format!("{}{}", 1 + (number + id) % 7, 1 + (id / 7) % 7);
        socket.send(Message::text(json!({"type": "analyse", "id": id, "moves": moves}).to_string())).await?;
        loop {
            match socket.next().await {
                Some(Ok(Message::Text(text))) if text.contains("\"done\":true") => break,
                Some(Ok(_)) => {}
                _ => return Ok(()),
            }
        }
        answered.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

async fn load(options: Options) -> Result<ExitCode> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("games.sqlite3");
    let database = options.database.clone().unwrap_or_else(|| file.display().to_string());
    let (mut server, addr) = start(&database, options.flush)?;
    let (moves, times) = (Arc::new(long_game()), Arc::new(Mutex::new(Vec::new())));
    let http = reqwest::Client::new();
    let mut games = Vec::new();
    for _ in 0..options.games {
        let made = http.post(format!("http://{addr}/api/v1/games")).json(&json!({"seats": "both"})).send().await?;
        let made: Value = made.json().await?;
        let text = |value: &Value| value.as_str().map(str::to_owned).ok_or("not a game");
        let id = text(&made["game"]["id"])?;
        let path = format!("/games/{id}/live");
        let red = connect(addr, &path, Some(&text(&made["tokens"]["red"])?)).await?;
        let black = connect(addr, &path, Some(&text(&made["tokens"]["black"])?)).await?;
        let played = Arc::new(Played { id, acknowledged: AtomicU64::new(0) });
        let (turn, turns) = mpsc::channel(64);
        let task = tokio::spawn(play([red, black], moves.clone(), played.clone(), turns, times.clone()));
        games.push((played, turn, task));
    }
    println!("{} games are open, {} connections", games.len(), 2 * games.len());
    let answered = Arc::new(AtomicU64::new(0));
    let analyses: Vec<_> =
        (0..options.analyses).map(|number| tokio::spawn(analyse(addr, number, answered.clone()))).collect();
    let mut pace = tokio::time::interval(Duration::from_secs(1) / u32::try_from(options.rate)?);
    let began = Instant::now();
    let last = options.rate * options.seconds;
    for number in 0..last {
        pace.tick().await;
        let _ = games[(number % options.games) as usize].1.try_send(());
        if number + 1 == last {
            // Right among the moves: what is under way is lost, what was acknowledged must not be.
            server.kill()?;
            server.wait()?;
        }
    }
    let took = began.elapsed();
    analyses.into_iter().for_each(|task| task.abort());
    let mut known = Vec::new();
    for (played, turn, task) in games {
        drop(turn);
        task.abort();
        let _ = task.await;
        known.push(played);
    }
    report(&times, took, answered.load(Ordering::Relaxed))?;
    let lost = check(&database, &known, &moves).await?;
    drop(folder);
    Ok(if lost == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn report(times: &Mutex<Vec<Duration>>, took: Duration, answered: u64) -> Result<()> {
    let mut times = times.lock().map_err(|_| "a player panicked")?.clone();
    times.sort_unstable();
    let at = |share: f64| times.get(((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1)));
    let ms = |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1e3);
    println!(
        "{} moves in {:.1} s: {:.0} a second",
        times.len(),
        took.as_secs_f64(),
        times.len() as f64 / took.as_secs_f64()
    );
    println!(
        "acknowledged within: half {:.1} ms, 90 % {:.1} ms, 99 % {:.1} ms, 99.9 % {:.1} ms, all {:.1} ms",
        ms(at(0.5)),
        ms(at(0.9)),
        ms(at(0.99)),
        ms(at(0.999)),
        ms(times.last())
    );
    println!("{answered} analyses were answered meanwhile");
    Ok(())
}

/// Starts the server again and looks at every game; how many acknowledged moves are not there.
async fn check(database: &str, known: &[Arc<Played>], moves: &[u32]) -> Result<u64> {
    let (mut server, addr) = start(database, false)?;
    let http = reqwest::Client::new();
    let (mut lost, mut found) = (0, 0);
    for played in known {
        let seen: Value = http.get(format!("http://{addr}/api/v1/games/{}", played.id)).send().await?.json().await?;
        let stored = Game::from_moves(Variant::STANDARD, seen["game"]["moves"].as_str().unwrap_or_default())?;
        let stored: Vec<u32> = stored.moves().iter().map(|column| column.number()).collect();
        let acknowledged = played.acknowledged.load(Ordering::SeqCst) as usize;
        let same = stored.iter().zip(moves).take_while(|(stored, sent)| stored == sent).count();
        lost += acknowledged.saturating_sub(same) as u64;
        found += acknowledged.min(same);
    }
    server.kill()?;
    server.wait()?;
    println!("kill -9 and restart: {found} acknowledged moves in {} games are there, {lost} are lost", known.len());
    Ok(lost)
}
