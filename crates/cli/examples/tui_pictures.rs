//! Pictures of the terminal UI, made from the real program:
//! `cargo build -p dropline --release && cargo run -p dropline --example tui_pictures -- target/release/dropline docs/pictures`.

#[path = "../tests/tui/pty.rs"]
#[allow(dead_code)]
mod pty;
#[path = "../tests/tui/svg.rs"]
mod svg;

use pty::Pty;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A game worth looking at: red threw a win away, and black gave it back.
const GAME: &str = r#"{"variant":"7x6c4","moves":[4,4,4,4,4,2,2,5,5,3,6,6,1,2],"red":"human","black":"smart:depth=8","clocks":[84.0,31.0]}"#;

/// Black to move has a plan in column 3.
const PLAN: &str =
    r#"{"variant":"7x6c4","moves":[2,7,7,2,2,2,5,7,3,7,7,4,1,1,2,6,7,6,3,3,5],"red":"human","black":"human"}"#;

/// Enough for the graph of the game above.
const GRAPH_TIME: Duration = Duration::from_secs(15);

fn main() {
    let mut args = std::env::args().skip(1);
    let (Some(program), Some(folder)) = (args.next(), args.next()) else {
        eprintln!("usage: tui_pictures PROGRAM FOLDER");
        std::process::exit(2);
    };
    let (program, folder) = (PathBuf::from(program), PathBuf::from(folder));
    let program = program.canonicalize().expect("the program exists");
    let program = program.to_str().expect("the program's path is text");

    take(program, &folder, "tui-start", "dark", (80, 24), &[], "New game");
    take(
        program,
        &folder,
        "tui-new-game",
        "dark",
        (80, 24),
        &["n", "\x1b[B\x1b[B\x1b[B\x1b[B\x1b[B\x1b[B\x1b[B"],
        "Options:",
    );
    take(program, &folder, "tui-game", "dark", (80, 24), &["c"], "Your turn");
    take(program, &folder, "tui-analysis", "dark", (110, 34), &["c", "a"], "Best:");
    take(program, &folder, "tui-light", "light", (80, 24), &["c"], "Your turn");
    take(program, &folder, "tui-high-contrast", "high-contrast", (80, 24), &["c"], "Your turn");
    take(program, &folder, "tui-colour-blind", "colour-blind", (80, 24), &["c"], "Your turn");
    take(program, &folder, "tui-small", "dark", (40, 16), &["c"], "Your turn");
    take(program, &folder, "tui-plan", "dark", (110, 34), &["c", "3", "w"], "decides:");
    take(program, &folder, "tui-puzzle", "dark", (80, 24), &["p"], "rated");
    take(
        program,
        &folder,
        "tui-lesson",
        "dark",
        (80, 24),
        &["e", "\x1b[B\x1b[B\x1b[B\x1b[B\x1b[B", "\r", "\r"],
        "task 1",
    );
    take(program, &folder, "tui-help", "dark", (80, 24), &["?"], "Keys");
}

/// Runs the program, presses keys, waits for a text and draws what the terminal shows.
fn take(program: &str, folder: &Path, name: &str, theme: &str, size: (u16, u16), keys: &[&str], awaited: &str) {
    let home = tempfile::tempdir().expect("a folder can be made");
    let write = |path: &str, text: &str| {
        let path = home.path().join(path);
        std::fs::create_dir_all(path.parent().expect("it has a folder")).expect("a folder can be made");
        std::fs::write(path, text).expect("a file can be written");
    };
    write("config/dropline/config.toml", &format!("theme = \"{theme}\"\nanimation = false\n"));
    write("state/dropline/last-game.json", if name == "tui-plan" { PLAN } else { GAME });
    let mut pty = Pty::start(program, home.path(), size, &["tui", "--seed", "1"], &[]);
    pty.wait_for("New game");
    for key in keys {
        pty.send(key);
    }
    pty.wait_for(awaited);
    if name == "tui-plan" {
        // The second reason that can be shown.
        pty.send("w");
    }
    if awaited == "Best:" {
        // The graph is analysed move by move, and nothing on the screen says that it is complete.
        std::thread::sleep(GRAPH_TIME);
    }
    let title = format!("Dropline in a terminal: {name}");
    let picture = pty.wait_for_output("a whole screen", |output| {
        // A frame comes in several pieces, and the clock makes one every second.
        (output.at.elapsed() > Duration::from_millis(200)).then(|| svg::of(output.parser.screen(), &title))
    });
    let file = folder.join(format!("{name}.svg"));
    std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&file, picture)).expect("a picture can be written");
    println!("{}", file.display());
    pty.send("\x03");
    pty.end();
}
