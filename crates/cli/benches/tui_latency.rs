//! From key press to redrawn frame, in the real program on a pseudo-terminal, while a player and the analyst think; and the processor
//! time that an idle game takes. `cargo bench -p dropline --bench tui_latency`.

#[path = "../tests/tui/pty.rs"]
#[allow(dead_code)]
mod pty;

use pty::Pty;
use std::path::Path;
use std::time::{Duration, Instant};

const PRESSES: usize = 1000;
const IDLE: Duration = Duration::from_secs(30);
/// Several times what all of it takes on a busy computer.
const PATIENCE: Duration = Duration::from_secs(600);

fn main() {
    std::thread::spawn(|| {
        std::thread::sleep(PATIENCE);
        eprintln!("tui_latency gave up: it was not ready after {} s", PATIENCE.as_secs());
        std::process::exit(1);
    });
    // `cargo test` runs it too, with few key presses, to see that it works.
    let quick = !std::env::args().any(|argument| argument == "--bench");
    let presses = if quick { 20 } else { PRESSES };
    latency("nobody thinks", "human", presses);
    latency("a player and the analyst think", "smart:time=600s", presses);
    if !quick {
        idle();
    }
}

fn start(home: &Path, black: &str) -> Pty {
    std::fs::create_dir_all(home.join("config/dropline")).expect("a folder can be made");
    // A board that keeps the analyst busy: no book knows it.
    let players = format!("red = \"human\"\nblack = \"{black}\"\n");
    let config = format!("animation = false\nnames = \"red,yellow\"\n[new_game]\nvariant = \"9x7c4\"\n{players}");
    std::fs::write(home.join("config/dropline/config.toml"), config).expect("a file can be written");
    let mut pty = Pty::start(env!("CARGO_BIN_EXE_dropline"), home, (80, 24), &["tui"], &[]);
    pty.wait_for("New game");
    pty.send("n\r");
    pty.wait_for("move 0");
    pty
}

/// Where the pointer above the board is.
fn pointer(screen: &vt100::Screen) -> Option<u16> {
    let (rows, columns) = screen.size();
    let points = |row: u16, column: u16| screen.cell(row, column).is_some_and(|cell| cell.contents() == "▼");
    (0..rows).find_map(|row| (0..columns).find(|&column| points(row, column)))
}

/// Whether the player is at work, and the analyst, whose list has a turning sign beside its head then.
fn both_think(screen: &str) -> bool {
    let analyst = screen.lines().find_map(|line| line.split_once("Yellow plays ")).map(|(_, sign)| sign.trim());
    screen.contains("thinking") && analyst.is_some_and(|sign| !sign.is_empty())
}

fn latency(what: &str, black: &str, presses: usize) {
    let home = tempfile::tempdir().expect("a folder can be made");
    let mut pty = start(home.path(), black);
    let thinks = black != "human";
    if thinks {
        pty.send("44a");
        pty.wait("both to think", both_think);
    }
    let mut times: Vec<Duration> = Vec::new();
    let before_all = drawing_thread(pty.process());
    for press in 0..presses {
        let before = pty.wait_for_output("a pointer", |output| pointer(output.parser.screen()));
        // Pauses of different lengths, so that no rhythm of the program is met by chance.
        std::thread::sleep(Duration::from_millis(5 + (press as u64 * 7) % 23));
        let pressed = Instant::now();
        pty.send(if press % 2 == 0 { "\x1b[D" } else { "\x1b[C" });
        let shown = pty.wait_for_output("a moved pointer", |output| {
            pointer(output.parser.screen()).filter(|&now| now != before).map(|_| output.at)
        });
        times.push(shown.saturating_duration_since(pressed));
    }
    let after_all = drawing_thread(pty.process());
    assert!(!thinks || both_think(&pty.screen()), "somebody stopped thinking:\n{}", pty.screen());
    let each = |part: usize| (after_all[part] - before_all[part]) * 1000.0 / presses as f64;
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize].as_secs_f64() * 1000.0;
    println!(
        "key press to frame, {what}: median {:.2} ms, 99 % {:.2} ms, worst {:.2} ms ({presses} presses)",
        at(0.5),
        at(0.99),
        at(1.0)
    );
    println!(
        "  the thread that draws, for each press: {:.2} ms on a processor, {:.2} ms waiting for one",
        each(0),
        each(1)
    );
    pty.send("\x03");
    pty.end();
}

/// Processor time of a game in which it is a person's turn.
fn idle() {
    let home = tempfile::tempdir().expect("a folder can be made");
    let mut pty = start(home.path(), "human");
    std::thread::sleep(Duration::from_secs(1));
    let before = processor_time(pty.process());
    std::thread::sleep(IDLE);
    let used = processor_time(pty.process()) - before;
    println!("idle: {:.2} % of a core over {} s", 100.0 * used / IDLE.as_secs_f64(), IDLE.as_secs());
    pty.send("\x03");
    pty.end();
}

/// Seconds that the first thread of a process has run, and that it has waited for a processor.
fn drawing_thread(process: u32) -> [f64; 2] {
    let times = std::fs::read_to_string(format!("/proc/{process}/task/{process}/schedstat")).unwrap_or_default();
    let mut times = times.split_whitespace().map(|time| time.parse::<f64>().unwrap_or(0.0) / 1e9);
    [times.next().unwrap_or(0.0), times.next().unwrap_or(0.0)]
}

/// Seconds of processor time that a process has used, from the system's table of processes.
fn processor_time(process: u32) -> f64 {
    let table = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields: Vec<&str> = table.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |index: usize| fields.get(index).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}
