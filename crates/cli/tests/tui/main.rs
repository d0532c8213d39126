//! The terminal UI as a whole: the real program in a pseudo-terminal.

#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod pty;

use dropline_core::{Game, GameRecord};
use pty::Pty;
use std::path::Path;
use std::process::Command;

const PROGRAM: &str = env!("CARGO_BIN_EXE_dropline");

/// What gives a terminal back: mouse off, the first screen again, the cursor shown.
const GIVEN_BACK: [&str; 3] = ["\x1b[?1000l", "\x1b[?1049l", "\x1b[?25h"];

fn start(home: &Path, size: (u16, u16)) -> Pty {
    Pty::start(PROGRAM, home, size, &[], &[])
}

fn configure(home: &Path, text: &str) {
    std::fs::create_dir_all(home.join("config/dropline")).unwrap();
    std::fs::write(home.join("config/dropline/config.toml"), text).unwrap();
}

/// The game that "continue" would bring back.
fn kept(home: &Path) -> Option<Game> {
    let text = std::fs::read_to_string(home.join("state/dropline/last-game.json")).ok()?;
    let record: GameRecord = serde_json::from_str(&text).expect("what is kept is whole at any moment");
    Some(Game::try_from(record).unwrap())
}

/// Waits until so many moves are kept, the computer's answer included.
fn wait_for_moves(pty: &Pty, home: &Path, is_so: impl Fn(&Game) -> bool) -> Game {
    // Moves are kept before they are drawn, and every one is drawn.
    pty.wait_for_output("a kept game", |_| kept(home).filter(&is_so))
}

fn given_back(raw: &str) {
    for sequence in GIVEN_BACK {
        assert!(raw.contains(sequence), "{sequence:?} was not sent");
    }
    let last = |sequence: &str| raw.rfind(sequence).unwrap();
    assert!(last("\x1b[?1049l") > last("\x1b[?1049h"), "the first screen is shown last");
    assert!(last("\x1b[?25h") > last("\x1b[?25l"), "the cursor is shown last");
}

/// Plays on until the game is over, always the leftmost column with room.
fn play_to_the_end(pty: &mut Pty, home: &Path) -> Game {
    loop {
        let game = kept(home).unwrap();
        if game.is_over() {
            return game;
        }
        let before = game.moves().len();
        let column = game.legal_columns().next().unwrap();
        pty.send(&format!("{column}{column}"));
        wait_for_moves(pty, home, |game| game.moves().len() > before);
        pty.wait("an answer", |screen| {
            screen.contains("Your turn") || screen.contains("wins!") || screen.contains("A tie")
        });
        wait_for_moves(pty, home, |game| game.is_over() || game.moves().len() == before + 2);
    }
}

#[test]
fn a_whole_game_with_undo_analysis_resize_save_quit_and_continue() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    // On a board of this size the strongest player plays perfectly and at once.
    configure(home, "animation = false\n[new_game]\nvariant = \"4x4c4\"\n");
    let mut pty = start(home, (80, 24));
    pty.wait_for("New game");
    pty.send("n");
    pty.wait_for("4x4c4");
    pty.send("\r");
    pty.wait_for("Your turn");

    // A move, its answer, back again, and once more.
    pty.send("22");
    let answered = wait_for_moves(&pty, home, |game| game.moves().len() == 2);
    pty.wait_for("move 2");
    pty.send("u");
    wait_for_moves(&pty, home, |game| game.moves().is_empty());
    pty.wait_for("Back to the start");
    pty.send("r");
    pty.wait_for("On to move 2");
    assert_eq!(kept(home).unwrap(), answered);

    // Analysis in words.
    pty.send("a");
    pty.wait("values", |screen| screen.contains("Red plays") && screen.contains("Best:"));
    pty.send(".");
    pty.wait_for("Best line, 1 of");
    pty.send(",");
    pty.wait("the graph", |screen| screen.contains("↑red ↓yellow") && screen.contains('┼'));

    // Any size, and too small a one.
    pty.resize((120, 40));
    pty.wait("a larger board", |screen| screen.lines().count() > 30 && screen.contains("Connect 4"));
    pty.resize((30, 10));
    pty.wait_for("This terminal has 30×10");
    pty.resize((40, 16));
    pty.wait("a small board", |screen| screen.contains("Connect 4") && screen.contains('●'));
    pty.resize((80, 24));
    pty.wait("the old size", |screen| screen.lines().any(|line| line.contains("you") && line.contains("Red")));
    pty.send("a");

    // Saving, and reading what was saved with another command.
    pty.send("s");
    pty.wait_for("Save the game as");
    pty.send("\r");
    pty.wait_for("Saved to 4x4c4-game.json");
    let saved = home.join("work/4x4c4-game.json");
    let shown = Command::new(PROGRAM).args(["show", "--to", "moves", "--load"]).arg(&saved).output().unwrap();
    let moves = dropline_core::notation::moves::write(answered.variant(), answered.moves());
    assert_eq!(String::from_utf8_lossy(&shown.stdout).trim(), moves);
    pty.send("s");
    pty.wait_for("Save the game as");
    pty.send("\r");
    pty.wait_for("4x4c4-game.json is there already");
    pty.send("n");
    pty.send("e");
    pty.wait_for("Picture (.svg or .png)");
    pty.send("\r");
    pty.wait_for("Picture written");
    assert!(std::fs::read_to_string(home.join("work/4x4c4-board.svg")).unwrap().starts_with("<svg"));

    // Leaving and coming back.
    pty.send("q");
    pty.wait_for("Continue");
    pty.send("q");
    let (code, raw) = pty.end();
    assert_eq!(code, 0);
    given_back(&raw);
    let mut pty = start(home, (80, 24));
    pty.wait_for("4x4c4, 2 moves");
    pty.send("c");
    pty.wait_for("move 2");
    let over = play_to_the_end(&mut pty, home);
    assert!(over.is_over());
    pty.wait("the result", |screen| screen.contains("wins!") || screen.contains("A tie"));
    pty.send("\x03");
    let (code, raw) = pty.end();
    assert_eq!(code, 0);
    given_back(&raw);
}

#[test]
fn a_killed_program_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    configure(home, "animation = false\n[new_game]\nred = \"human\"\nblack = \"human\"\n");
    let mut pty = start(home, (80, 24));
    pty.wait_for("New game");
    pty.send("n\r");
    pty.wait_for("Red to move");
    pty.send("4433");
    wait_for_moves(&pty, home, |game| game.moves().len() == 2);
    assert!(Command::new("kill").args(["-9", &pty.process().to_string()]).status().unwrap().success());
    pty.end();
    let mut pty = start(home, (80, 24));
    pty.wait_for("7x6c4, 2 moves");
    pty.send("c");
    pty.wait_for("move 2");
    assert_eq!(kept(home).unwrap().moves().len(), 2);
    pty.send("\x03");
    assert_eq!(pty.end().0, 0);
}

#[test]
fn signals_give_the_terminal_back() {
    for signal in ["-TERM", "-HUP"] {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path();
        let mut pty = start(home, (80, 24));
        pty.wait_for("New game");
        pty.send("n\r");
        pty.wait_for("Your turn");
        assert!(Command::new("kill").args([signal, &pty.process().to_string()]).status().unwrap().success());
        let (code, raw) = pty.end();
        assert_eq!(code, 0, "{signal}");
        given_back(&raw);
        assert!(kept(home).is_some());
    }
}

#[test]
fn without_a_utf8_locale_every_character_is_ascii() {
    let folder = tempfile::tempdir().unwrap();
    let mut pty = Pty::start(PROGRAM, folder.path(), (80, 24), &["tui"], &[("LANG", "C"), ("NO_COLOR", "1")]);
    pty.wait_for("D R O P L I N E");
    pty.send("n\r");
    pty.wait_for("Your turn");
    assert!(pty.screen().is_ascii(), "{}", pty.screen());
    pty.send("\x03");
    let (_, raw) = pty.end();
    assert!(raw.is_ascii());
    assert!(!raw.contains("38;2;") && !raw.contains("48;5;"), "NO_COLOR is kept to");
}

#[test]
fn a_broken_settings_file_is_reported_and_ignored() {
    let folder = tempfile::tempdir().unwrap();
    configure(folder.path(), "theme = \"pink\"\n");
    let mut pty = start(folder.path(), (80, 24));
    let screen = pty.wait_for("are ignored:");
    assert!(screen.contains("line 1") && screen.contains("pink"), "{screen}");
    pty.send(" ");
    pty.wait_for("New game");
    pty.send("q");
    assert_eq!(pty.end().0, 0);
}

#[test]
fn plain_mode_speaks_in_lines_and_keeps_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    configure(home, "plain = true\n[new_game]\nblack = \"bad\"\n");
    let mut pty = start(home, (80, 24));
    pty.wait_for("Red, column (1 to 7):");
    pty.send("4\r");
    pty.wait_for("Red (human) plays column 4, level 1.");
    pty.wait_for("Yellow (bad) plays column 1, level 1.");
    pty.send("quit\r");
    let (code, raw) = pty.end();
    assert_eq!(code, 0);
    assert!(!raw.contains("\x1b["), "nothing is drawn: {raw:?}");
    assert_eq!(kept(home).unwrap().moves().len(), 2);
    let mut pty = start(home, (80, 24));
    pty.wait_for("The last game goes on.");
    pty.send("quit\r");
    assert_eq!(pty.end().0, 0);
}

#[test]
fn the_mouse_points_drops_takes_back_and_jumps() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    configure(home, "animation = false\n[new_game]\nred = \"human\"\nblack = \"human\"\n");
    let mut pty = start(home, (80, 24));
    pty.wait_for("New game");
    pty.send("n\r");
    pty.wait_for("Red to move");
    // As terminals send it: button, column and row, both from 1. The leftmost column, then the rightmost.
    pty.send("\x1b[<0;4;10M\x1b[<0;4;10m");
    pty.wait_for("Red plays column 1, level 1.");
    pty.send("\x1b[<0;46;10M\x1b[<0;46;10m");
    pty.wait_for("Yellow plays column 7, level 1.");
    pty.send("\x1b[<2;46;10M\x1b[<2;46;10m");
    pty.wait_for("Back to move 1.");
    pty.send("r");
    let screen = pty.wait_for("On to move 2.");
    let (row, line) = screen.lines().enumerate().find(|(_, line)| line.contains("1. ●1")).unwrap();
    let column = line.chars().position(|c| c == '.').unwrap() + 3;
    pty.send(&format!("\x1b[<0;{column};{}M", row + 1));
    pty.wait_for("At move 1.");
    wait_for_moves(&pty, home, |game| game.moves().len() == 1);
    pty.send("\x03");
    assert_eq!(pty.end().0, 0);
}

#[test]
fn a_dumb_terminal_is_written_on_line_by_line() {
    let folder = tempfile::tempdir().unwrap();
    let mut pty = Pty::start(PROGRAM, folder.path(), (80, 24), &[], &[("TERM", "dumb")]);
    pty.wait_for("Red, column (1 to 7):");
    pty.send("quit\r");
    let (code, raw) = pty.end();
    assert_eq!(code, 0);
    assert!(!raw.contains('\x1b'), "{raw:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_that_goes_away_without_a_signal_ends_the_program() {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::{Winsize, tcsetwinsize};
    use std::io::Read;
    let home = tempfile::tempdir().unwrap();
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    tcsetwinsize(&master, Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
    let slave = std::fs::OpenOptions::new().read(true).write(true).open(name).unwrap();
    // The program shares this process's session, so the terminal is not the one whose end is told by a signal.
    let mut child = Command::new(PROGRAM)
        .env("HOME", home.path())
        .env("XDG_CONFIG_HOME", home.path().join("config"))
        .env("XDG_STATE_HOME", home.path().join("state"))
        .env("TERM", "xterm-256color")
        .stdin(slave.try_clone().unwrap())
        .stdout(slave.try_clone().unwrap())
        .stderr(slave)
        .spawn()
        .unwrap();
    let mut terminal = std::fs::File::from(master);
    let mut drawn = [0; 512];
    assert!(terminal.read(&mut drawn).unwrap() > 0, "something is drawn");
    drop(terminal);
    // Whether it was drawing or waiting when the terminal went, it ends by itself and without a panic.
    assert!(matches!(child.wait().unwrap().code(), Some(0 | 2)));
}

const TWO_PEOPLE: &str = "animation = false\n[new_game]\nred = \"human\"\nblack = \"human\"\n";

#[test]
fn two_programs_do_not_replace_each_others_game() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    configure(home, TWO_PEOPLE);
    let has = |moves: usize| move |game: &Game| game.moves().len() == moves;
    let mut one = start(home, (80, 24));
    one.wait_for("New game");
    one.send("n\r");
    one.wait_for("Red to move");
    one.send("\r");
    wait_for_moves(&one, home, has(1));
    let mut other = start(home, (80, 24));
    other.wait_for("Continue");
    one.send("\r\r\r");
    wait_for_moves(&one, home, has(4));
    other.send("c");
    other.wait_for("move 4");
    other.send("\r");
    wait_for_moves(&other, home, has(5));
    one.send("l\r");
    one.wait_for("another Dropline keeps its game");
    assert_eq!(kept(home).unwrap().moves().last().unwrap().number(), 4, "the game of the other one stays");
    one.send(" q");
    one.wait_for("New game");
    one.send("c");
    one.wait_for("move 5");
    for mut program in [one, other] {
        program.send("\x03");
        assert_eq!(program.end().0, 0);
    }
}

#[test]
fn pipes_are_neither_read_nor_written() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    configure(home, TWO_PEOPLE);
    let mut pty = start(home, (80, 24));
    pty.wait_for("New game");
    assert!(Command::new("mkfifo").arg(home.join("work/pipe.json")).status().unwrap().success());
    pty.send("l");
    pty.wait_for("No saved games in this folder");
    pty.send("pipe.json\r");
    pty.wait_for("cannot read pipe.json: it is not a file");
    pty.send("\x1b");
    pty.wait_for("New game");
    pty.send("n\r");
    pty.wait_for("Red to move");
    pty.send("s");
    pty.wait_for("Save the game as:");
    pty.send(&format!("{}pipe.json\r", "\x7f".repeat(20)));
    pty.wait_for("cannot write pipe.json: it is not a file");
    pty.send("\x03");
    assert_eq!(pty.end().0, 0);
}
