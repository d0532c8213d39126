//! `one-move INPUT OUTPUT DEPTH`.

use crate::harness::{BOTH, DROPLINE, FILES, MAXCONNECT4, folder, names, read, run, say, write};
use std::fs;

const FIRST_MOVE: &str = "\
MaxConnect-4 game
Game state before move:
 -----------------
 | 0 0 0 0 0 0 0 | 
 | 0 0 0 0 0 0 0 | 
 | 0 0 0 0 0 0 0 | 
 | 0 0 0 0 0 0 0 | 
 | 0 0 0 0 0 0 0 | 
 | 0 0 0 0 0 0 0 | 
 -----------------
Score: Player 1 = 0, Player 2 = 0

move 1: Player 1, column 1
Game state after move:
 -----------------
 | 0 0 0 0 0 0 0 | 
 | 0 0 0 0 0 0 0 | 
 | 0 0 0 0 0 0 0 | 
 | 0 0 0 0 0 0 0 | 
 | 0 0 0 0 0 0 0 | 
 | 1 0 0 0 0 0 0 | 
 -----------------
Score: Player 1 = 0, Player 2 = 0
";

const AFTER_FIRST_MOVE: &str = "0000000\n0000000\n0000000\n0000000\n0000000\n1000000\n2\n";

#[test]
fn a_missing_file_is_an_empty_board_with_player_1_next() {
    for program in BOTH {
        let folder = folder();
        let out = say(program, folder.path(), "one-move no-such.txt out.txt 3 --player bad").ok();
        assert_eq!(out, FIRST_MOVE);
        assert_eq!(read(folder.path(), "out.txt"), AFTER_FIRST_MOVE);
        assert_eq!(names(folder.path()), ["out.txt"]);
    }
}

#[test]
fn input_and_output_may_be_the_same_file() {
    let folder = folder();
    for number in 1..=42 {
        let out = say(MAXCONNECT4, folder.path(), "one-move board.txt board.txt 1 --player bad").ok();
        let mover = 2 - number % 2;
        assert!(out.contains(&format!("\nmove {number}: Player {mover}, column {}\n", (number + 5) / 6)), "{out}");
    }
    assert_eq!(names(folder.path()), ["board.txt"]);
    let full = read(folder.path(), "board.txt");
    let out = say(MAXCONNECT4, folder.path(), "one-move board.txt board.txt 1 --player bad").ok();
    // Alternating columns of equal colours: rows of seven, four points each, three of a colour.
    assert!(out.ends_with("\nThe board is full.\nIt is a tie, 12 to 12.\nGame over.\n"), "{out}");
    assert_eq!(read(folder.path(), "board.txt"), full);
}

#[test]
fn crlf_is_written_when_asked_for() {
    let folder = folder();
    say(DROPLINE, folder.path(), "one-move none out.txt 1 --player bad --crlf").ok();
    assert_eq!(read(folder.path(), "out.txt"), AFTER_FIRST_MOVE.replace('\n', "\r\n"));
    say(DROPLINE, folder.path(), "one-move out.txt out.txt 1 --player bad").ok();
    assert!(!read(folder.path(), "out.txt").contains('\r'));
}

#[test]
fn scores_are_counted_before_and_after_the_move() {
    let folder = folder();
    write(folder.path(), "in.txt", "0000000\n0000000\n0000000\n2000000\n2000000\n2111100\n2\n");
    let ran = say(MAXCONNECT4, folder.path(), "one-move in.txt out.txt 1 --player bad");
    assert!(ran.out.contains("Score: Player 1 = 1, Player 2 = 0\n\nmove 8: Player 2, column 1\n"), "{}", ran.out);
    assert!(ran.out.ends_with("Score: Player 1 = 1, Player 2 = 1\n"), "{}", ran.out);
}

#[test]
fn the_turn_digit_rules_over_the_counts() {
    let folder = folder();
    let ran =
        say(MAXCONNECT4, folder.path(), &format!("one-move {FILES}/v08_three_ones_turn_1.txt out.txt 1 --player bad"));
    assert_eq!(ran.code, Some(0));
    assert!(ran.out.contains("\nmove 4: Player 1, column 1\n"));
    assert_eq!(
        ran.err,
        format!(
            "warning: {FILES}/v08_three_ones_turn_1.txt:7:1: player 1 has 3 on the board and player 2 has 0, which contradicts player 1 being next (player 1 begins, then turns alternate); the digit decides\n"
        )
    );
    assert!(read(folder.path(), "out.txt").ends_with("\n1000111\n2\n"));
}

#[test]
fn other_sizes_come_from_the_file_and_n_from_connect() {
    let folder = folder();
    write(folder.path(), "in.txt", "000\n000\n022\n011\n1\n");
    let out = say(DROPLINE, folder.path(), "one-move in.txt out.txt 2 --player bad --connect 3").ok();
    assert!(out.starts_with("MaxConnect-3 game\nGame state before move:\n ---------\n | 0 0 0 | \n"), "{out}");
    assert!(out.ends_with("Score: Player 1 = 1, Player 2 = 0\n"), "{out}");
    assert_eq!(read(folder.path(), "out.txt"), "000\n000\n022\n111\n2\n");
    for (size, rows) in [("1x1", "1\n2\n"), ("7x2", "0000000\n1000000\n2\n"), ("1x3", "0\n0\n1\n2\n")] {
        let words = format!("one-move none {size}.txt 9 --player bad --size {size}");
        say(DROPLINE, folder.path(), &words).ok();
        assert_eq!(read(folder.path(), &format!("{size}.txt")), rows);
    }
    say(DROPLINE, folder.path(), "one-move none wide.txt 1 --player bad --size 4096x1 --connect 5000").ok();
    assert_eq!(read(folder.path(), "wide.txt").len(), 4096 + 3);
    let said = say(DROPLINE, folder.path(), "one-move 7x2.txt out.txt 9 --player bad").refused();
    assert!(said.contains("7x2.txt:3:1: too few rows: 2 instead of 6"), "{said}");
    assert!(said.contains("--size"), "{said}");
    let said = say(DROPLINE, folder.path(), "one-move in.txt out.txt 9 --player bad --size 4x4").refused();
    assert!(said.contains("in.txt:1:4: this row is too short"), "{said}");
}

#[test]
fn binary_data_and_endless_files_are_refused() {
    let folder = folder();
    write(folder.path(), "in.txt", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02");
    let said = say(MAXCONNECT4, folder.path(), "one-move in.txt out.txt 1 --player bad").refused();
    assert!(said.starts_with("maxconnect4: in.txt:1:1: a byte that is not text is not a cell"), "{said}");
    write(folder.path(), "in.txt", vec![b'\n'; 2 << 20]);
    let said = say(MAXCONNECT4, folder.path(), "one-move in.txt out.txt 1 --player bad").refused();
    assert!(said.contains("in.txt: this is larger than 1048576 bytes"), "{said}");
    assert_eq!(names(folder.path()), ["in.txt"]);
}

#[test]
fn an_output_that_cannot_be_written_is_told() {
    let folder = folder();
    fs::create_dir(folder.path().join("folder")).unwrap();
    for (output, why) in [("folder", "this is a folder, not a file"), ("no/such.txt", "there is no folder no")] {
        let ran = say(MAXCONNECT4, folder.path(), &format!("one-move none {output} 1 --player bad"));
        assert_eq!(ran.code, Some(2));
        assert!(ran.err.starts_with(&format!("maxconnect4: cannot write {output}: ")), "{}", ran.err);
        assert!(ran.err.contains(why), "{}", ran.err);
    }
    assert_eq!(names(folder.path()), ["folder"]);
}

#[test]
fn other_pictures_can_be_chosen() {
    let folder = folder();
    let print = |style: &str| {
        let words = format!("one-move none out.txt 1 --player bad --size 3x2 --color never --board {style}");
        say(DROPLINE, folder.path(), &words).ok()
    };
    assert!(print("scaffold").contains("after move:\n| | | |\n|R| | |\n+-+-+-+\nScore: "));
    assert!(print("scaffold-underscore").contains("after move:\n| | | |\n|R| | |\n+_+_+_+\nScore: "));
    assert!(print("bricks").contains("[R]"));
    assert!(print("course").contains("after move:\n ---------\n | 0 0 0 | \n | 1 0 0 | \n ---------\nScore: "));
    assert!(!print("modern").contains(" ---------\n"));
    let said = say(DROPLINE, folder.path(), "one-move none out.txt 1 --player bad --board stones").refused();
    assert!(said.contains("course, scaffold, scaffold-underscore, bricks, modern"), "{said}");
}

#[test]
fn the_seed_decides_what_chance_plays() {
    let folder = folder();
    let column = |seed: u32| {
        let words = format!("one-move none out.txt 1 --player random --seed {seed}");
        let out = say(DROPLINE, folder.path(), &words).ok();
        let line = out.lines().find(|line| line.starts_with("move 1: ")).unwrap().to_owned();
        line.rsplit(' ').next().unwrap().to_owned()
    };
    let columns: Vec<String> = (0..20).map(column).collect();
    assert_eq!(columns, (0..20).map(column).collect::<Vec<_>>());
    assert!(columns.iter().any(|column| *column != columns[0]));
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder();
    write(folder.path(), "real.txt", "old");
    fs::set_permissions(folder.path().join("real.txt"), PermissionsExt::from_mode(0o640)).unwrap();
    symlink("real.txt", folder.path().join("link.txt")).unwrap();
    say(DROPLINE, folder.path(), "one-move none link.txt 1 --player bad").ok();
    assert_eq!(read(folder.path(), "real.txt"), AFTER_FIRST_MOVE);
    assert!(folder.path().join("link.txt").is_symlink());
    assert_eq!(fs::metadata(folder.path().join("real.txt")).unwrap().permissions().mode() & 0o777, 0o640);
}

#[cfg(unix)]
#[test]
fn a_device_is_written_to_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let folder = folder();
    say(DROPLINE, folder.path(), "one-move none /dev/null 1 --player bad").ok();
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[cfg(unix)]
#[test]
fn the_output_is_written_even_if_nobody_reads_what_is_printed() {
    let folder = folder();
    let script = format!("'{MAXCONNECT4}' one-move none out.txt 1 --player bad | true; sleep 0.2");
    let ran = run("sh", folder.path(), &["-c", &script], "");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert_eq!(read(folder.path(), "out.txt"), AFTER_FIRST_MOVE);
}
