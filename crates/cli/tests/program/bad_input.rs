//! Wrong input of every kind: a sentence that says what is wrong and what would be right, exit code 2, nothing on standard output.

use crate::{Run, command, dropline, dropline_with, file, run};

/// Checks that a run was refused, and returns the sentence.
#[track_caller]
fn refused(run: Run) -> String {
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{}", run.err);
    assert!(!run.err.contains("panicked"), "{}", run.err);
    run.err
}

#[track_caller]
fn says(args: &str, sentence: &str) {
    let err = refused(dropline(args));
    assert!(err.contains(sentence), "dropline {args}\nsaid     {err}expected {sentence}");
}

#[track_caller]
fn grid_says(grid: &[u8], sentence: &str) {
    let err = refused(dropline_with("show --grid -", grid));
    assert!(err.starts_with("dropline: standard input: line "), "{err}");
    assert!(err.contains(sentence), "{:?}\nsaid     {err}expected {sentence}", String::from_utf8_lossy(grid));
}

#[test]
fn sizes() {
    says("show --columns 0", "columns must be 1 or more, not 0");
    says("show --levels -3", "levels must be 1 or more, not -3");
    says("show --connect 0", "connect must be 1 or more, not 0");
    says("show --columns 65 --levels 64", "65 columns × 64 levels are 4160 cells, more than the 4096 a board may have");
    says("show --columns 5000", "columns must be at most 4096, not 5000");
    says("show --columns seven", "invalid value 'seven' for '--columns <N>': write a whole number");
    says("show --columns 99999999999999999999", "99999999999999999999");
    says("show --variant 7x6", "`7x6` is not a variant: at character 4");
    says("show --variant 7x6q4", "expected `c` (Connect) or `m` (Max-Connect)");
    says("show --variant -1x6c4", "columns must be 1 or more, not -1");
    says("show --variant 99999999999999999999x6c4", "99999999999999999999");
    says("show --variant 7x6c4 --columns 8", "cannot be used with");
    says("show --rules chess", "possible values: connect, max");
}

#[test]
fn numbers() {
    says("match bad bad --games 0", "invalid value '0' for '--games <N>': write a whole number, 1 or more");
    says("match bad bad --games -1", "invalid value '-1' for '--games <N>': write a whole number, 1 or more");
    says("match bad bad --jobs 0", "invalid value '0' for '--jobs <N>': write a whole number, 1 or more");
    says("solve --threads 0 -", "invalid value '0' for '--threads <N>': write a whole number from 1 to 1024");
    says("explain 44 --column x", "invalid value 'x' for '--column <N>': write a whole number, 1 or more");
    says("move bad --seed 1.5", "invalid value '1.5' for '--seed <NUMBER>': write a whole number");
    says("solve --memory 1024 -", "without a unit that is only 1024 bytes: write a size such as 64K, 8M or 1G");
    says("solve --memory lots -", "invalid value 'lots' for '--memory <SIZE>': write a size such as 64K, 8M or 1G");
    says("puzzle --rating 65536", "invalid value '65536' for '--rating <R>': write a whole number from 0 to 9999");
    says(
        "puzzle --seed 99999999999999999999",
        "invalid value '99999999999999999999' for '--seed <NUMBER>': write a whole number from 0 to 18446744073709551615",
    );
    says("analyze 4453 --time -1s", "`-1s` is out of range: write a time such as 10s or 500ms");
    says("review 4453 --time -5ms", "`-5ms` is out of range: write a time such as 10s or 500ms");
    says("solve --memory -1M 44", "invalid value '-1M' for '--memory <SIZE>': write a size such as 64K, 8M or 1G");
    says("book build --nodes -2k --out x", "write a number of nodes, 1 or more, such as 500k or 2M");
    says("solve --time -1s -", "`-1s` is out of range: write a time such as 10s or 500ms");
    says("analyze 44 --time soon", "`soon` is not a time such as 10s or 500ms");
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().display();
    says(&format!("solve --file {name}"), &format!("dropline: cannot read {name}: this is a folder, not a file"));
    let (_folder, path) = file("wide.txt", b"\xff\xfe4\x004\x00\n\x00");
    let name = path.display();
    says(&format!("solve --file {name}"), &format!("dropline: cannot read {name}: this is not text in UTF-8"));
}

#[test]
fn the_system_s_words_become_sentences() {
    let (_folder, path) = file("x.dpf", b"\xff\xfe\x00");
    says(&format!("proof check {}", path.display()), "x.dpf: this is not text in UTF-8");
    says(&format!("man --dir {}", path.display()), "there is a file of this name already");
    #[cfg(target_os = "linux")]
    says(
        "solve 4 --no-book --memory 4000000G",
        "dropline: there is no memory for a table of 4294967296000000 bytes, choose a smaller one: the system does not give that much\n",
    );
}

#[test]
fn what_cannot_be_written_is_said_in_sentences() {
    let (folder, path) = file("board.txt", "");
    says(&format!("show 44 --out {}", folder.path().display()), "this is a folder, not a file");
    says(&format!("show 44 --out {}/x", path.display()), "cannot write");
    #[cfg(target_os = "linux")]
    says("show 44 --out /proc/x", "cannot write /proc/x: there is no such file or folder");
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    for args in ["--help", "--version", "help play", "show --help"] {
        let mut help = command();
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = help.args(args.split(' ')).stdout(full).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), said.as_ref()), (Some(2), "dropline: the disk is full\n"), "{args}");
    }
}

#[test]
fn how_a_file_is_written_is_said_of_files_alone() {
    let (_folder, key) = file("a.key", "7x6c4:-10-WF731");
    let name = key.display();
    for args in ["show --from key 44", "solve --from key -", "play --from grid --moves 44"] {
        says(args, "the argument '--from <NOTATION>' cannot be used with");
    }
    says(&format!("show --from grid --grid {name}"), "the argument '--from <NOTATION>' cannot be used with");
    let run = dropline(&format!("show --from moves --file {name}"));
    assert_eq!(run.code, 2);
    for command in ["analyze", "solve"] {
        let run = dropline(&format!("{command} --from moves --file {name}"));
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{command} reads the key as moves: {}", run.err);
    }
}

#[test]
fn what_there_is_not() {
    says(
        "arena bad random --openings none:2",
        "--openings takes none, all:K, random:K or a file with moves on each line",
    );
    says("boards --variant 20x20c5", "is not in the table, and 20x20c5 is too large to solve");
}

#[test]
fn moves() {
    says("show 4484", "the moves: line 1, character 3: column 8 is off the board (1 to 7)");
    says("show 40", "column 0 is off the board");
    says("show 4444444", "line 1, character 7: column 4 is full");
    says("show 12121212", "line 1, character 8: the game is already over before this move");
    says("show 4x4", "`x` is not a column: columns are numbers from 1");
    says("show 4,,4", "expected a column next to the comma");
    says("show --variant 12x6c4 1213", "put commas between columns");
    says("show 4 5", "unexpected argument '5'");
    says("play --moves 49", "column 9 is off the board (1 to 7)");
    says("move bad 4484", "column 8 is off the board (1 to 7)");
}

#[test]
fn grids() {
    grid_says(b"...\n.?.\n", "line 2, character 2: `?` is not a cell: use . for vacant, R for red, B for black");
    grid_says(b"...\n..\n", "line 2, character 3: this line has 2 cells, the first has 3");
    grid_says(b"...\n....\n", "line 2, character 4: this line has 4 cells, the first has 3");
    grid_says(b"R..\n...\n", "line 1, character 1: the checker at column 1, level 2 hangs in the air");
    grid_says(
        b"...\nRRR\n",
        "3 red and 0 black checkers cannot come from taking turns: add a last line `red` or `black`",
    );
    grid_says(b"...\nRB.\nred\nblack\n", "line 4, character 1: nothing may follow the side to move");
    grid_says(b"...\nR\xffB\n", "line 2, character 2: this is not text in UTF-8");
    grid_says(b"\x89PNG\r\n\x1a\n", "line 1, character 1");
    let (_folder, path) = file("board.txt", "...\n.?.\n");
    says(&format!("show --grid {}", path.display()), "board.txt: line 2, character 2: `?` is not a cell");
}

#[test]
fn files() {
    says("show --grid /no/such/file", "cannot read /no/such/file: there is no such file or folder");
    says("show --load /", "cannot read /: this is a folder, not a file");
    let (_folder, path) = file("letter.txt", "hello\n");
    let read = "letter.txt: line 1, character 1: `h` is not a column: columns are numbers from 1 (read as moves; --from says how a file is written)";
    says(&format!("show --load {}", path.display()), read);
    says("play --load /no/such/file", "cannot read /no/such/file");
    let (_folder, path) = file("game.json", "{\"variant\": \"7x6c4\",\n\"moves\": [4, 4, 9]}");
    let name = path.display();
    says(
        &format!("play --load {name}"),
        "game.json: line 2, character 17: move 3 (column 9): column 9 is off the board",
    );
    says(&format!("show --load {name} --grid {name}"), "cannot be used with");
    let (_folder, path) = file("game.json", "{\"variant\": \"7x6c4\",\n\"moves\": [4, \"x\"]}");
    says(&format!("show --load {}", path.display()), "game.json: line 2, character 16: this is not a saved game");
    let (_folder, path) = file("game.json", "{\"variant\": \"7x6c4\", \"colour\": 1}");
    says(&format!("show --load {}", path.display()), "there is no field `colour` here: choose one of `variant`");
    let (_folder, path) = file("game.json", "{\"variant\": \"7x6c4\"}");
    says(&format!("show --load {} --variant 8x8c4", path.display()), "is a game of 7x6c4, not of 8x8c4");
    let (_folder, path) = file("games.csv", "4453,3\n4444,1\n");
    let read = "`4` is not a cell: use . for vacant, R for red, B for black (read as a drawn board; --from says how a file is written)";
    says(&format!("show --load {}", path.display()), read);
    let (_folder, path) = file("zeros", vec![0; (16 << 20) + 1]);
    says(&format!("show --load {}", path.display()), "is larger than 16777216 bytes");
}

/// They were taken for no moves at all, and so for the empty board.
#[test]
fn empty_files() {
    for content in ["", " \n\t\n", "\u{feff}\r\n"] {
        let (_folder, path) = file("empty.json", content);
        let name = path.display();
        for command in [
            "show --load",
            "show --grid",
            "show --from moves --load",
            "play --load",
            "move bad --load",
            "judge forecast --load",
            "explain --load",
            "review --load",
            "analyze --file",
            "solve --file",
            "solve --check --file",
            "puzzle --from-game",
        ] {
            says(&format!("{command} {name}"), &format!("dropline: {name} is empty: there is no position in it\n"));
        }
        assert!(refused(dropline_with("show --load -", content.as_bytes())).contains("standard input is empty"));
        // No lines are no positions.
        assert_eq!(
            (dropline_with("solve", content.as_bytes()).code, dropline_with("analyze", content.as_bytes()).code),
            (0, 0)
        );
    }
    let written = dropline("show --to moves").out;
    assert_eq!(
        (written.as_str(), dropline_with("show --load - --to moves", written.as_bytes()).out),
        ("-\n", "-\n".to_owned())
    );
}

/// Options that say nothing of what is asked for were passed over.
#[test]
fn options_without_effect() {
    let unused = |args: &str, option: &str, with: &str| {
        says(args, &format!("dropline: {option} changes nothing with {with}: leave it out\n"));
    };
    unused("show --theme dark", "--theme", "--to modern");
    unused("show --to moves --theme dark", "--theme", "--to moves");
    unused("show --to grid --line-ends crlf", "--line-ends", "--to grid");
    unused("show --to key --color always", "--color always", "--to key");
    unused("show --to svg --color always", "--color always", "--to svg");
    unused("show --to key --names green,red", "--names", "--to key");
    let people = "--format json";
    for args in ["play --red bad --black bad", "puzzle"] {
        unused(&format!("{args} --format json --board bricks"), "--board", people);
        unused(&format!("{args} --format json --color always"), "--color always", people);
    }
    for args in ["puzzle", "analyze 4", "review 4", "move bad", "judge forecast 4", "match bad bad --games 2"] {
        unused(&format!("{args} --format json --names green,red"), "--names", people);
    }
    unused("explain 4 --format json --color always", "--color always", people);
    unused("play --red human --black human --step", "--step", "two people");
    unused("play --red bad --black bad --coach", "--coach", "two computers");
    unused("one-move in.txt out.txt 3 --color always", "--color always", "--board course");
    #[cfg(feature = "server")]
    unused(
        "serve --database postgres://x@y/z --flush-every-move",
        "--flush-every-move",
        "Postgres, which flushes as it is set up to",
    );
    says("analyze --variant 4x4m3 --threads 2 -", "Max-Connect is searched by one thread: leave --threads out");
    says("puzzle --today --seed 3", "cannot be used with");
    says("puzzle --from-game x --seed 3", "cannot be used with");
    says("arena bad random --margin 10ms", "--time <TIME>");
    says("arena bad random --time 1s --patience 10s", "cannot be used with");
    // Names stand in a saved game.
    assert_eq!(
        dropline("show 4 --to json --names green,red").out,
        "{\"variant\":\"7x6c4\",\"moves\":[4],\"names\":\"green,red\"}\n"
    );
}

/// Variations that cannot be played were loaded.
#[test]
fn variations_of_saved_games() {
    let (_folder, path) = file("game.json", "{\"variant\": \"3x3c3\", \"moves\": [1],\n\"variations\": \"1(9)\"}");
    let place =
        "game.json: line 2, character 15: the variations: line 1, character 3: column 9 is off the board (1 to 3)";
    says(&format!("show --load {}", path.display()), place);
    says(&format!("play --load {}", path.display()), place);
}

#[test]
fn keys() {
    says("show --key 7x6c4", "a position key is a variant, a colon and the position");
    says("show --key 7x6c4:abc", "a key of 7x6c4 has 9 characters after the colon, not 3");
    says("show --key 0x6c4:abc", "columns must be 1 or more, not 0");
    says("show --key 7x6c4:?????????", "`?` does not occur in position keys");
    says("show --key 7x6c4:---------", "the position key: line 1, character");
}

#[test]
fn players() {
    says("play --red nobody", "there is no player `nobody`: choose one of human, bad, random");
    says("play --red bad:depth=3", "bad has no option `depth`: it takes none");
    says("move human", "human asks a person: name a player that chooses by itself");
    says("match human bad", "human asks a person: a match is between players that choose by themselves");
    says("match bad", "required arguments were not provided");
    says("match bad bad --random-plies 42", "no game of 7x6c4 goes on after 42 random moves: use fewer");
    says("match bad bad --variant 1x1c1 --random-plies 1", "no game of 1x1c1 goes on after 1 random move: use fewer");
    says("move bad 1212121", "there is no move to choose, the game is over: Red wins with the line 1/1, 1/2, 1/3, 1/4");
}

#[test]
fn words() {
    says("shwo", "unrecognized subcommand 'shwo'");
    let png = if cfg!(feature = "png") { "svg, png, gif]" } else { "svg]" };
    says(
        "show --to bmp",
        &format!(
            "possible values: scaffold, scaffold-underscore, bricks, modern, grid, course, moves, key, json, {png}"
        ),
    );
    says("show --theme pink", "`pink` is not a theme: light, dark, high-contrast or colour-blind");
    says("play --board stones", "possible values: scaffold, scaffold-underscore, bricks, modern");
    says("play --seed x", "invalid value 'x' for '--seed <NUMBER>'");
    says("count --plies -1", "-1");
    says("completions tcsh", "possible values");
    says("play --moves 4 --key 7x6c4:-10-VF731", "cannot be used with");
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text() {
    use std::os::unix::ffi::OsStrExt;
    let mut odd = command();
    odd.arg("show").arg(std::ffi::OsStr::from_bytes(b"\xff\xfe"));
    assert!(refused(run(odd, b"")).contains("invalid UTF-8"));
}

#[test]
#[cfg(target_os = "linux")]
fn files_without_an_end() {
    const LONG: &str = "a line is longer than 1048576 bytes";
    says("solve --file /dev/zero", LONG);
    says("solve --jobs 2 --file /dev/zero", LONG);
    says("analyze --file /dev/zero", "/dev/zero is larger than");
    says("show --load /dev/zero", "/dev/zero is larger than");
    says("show --grid /dev/zero", "/dev/zero is larger than");
    says("review --load /dev/zero", "/dev/zero is larger than");
    says("play --load /dev/zero", "/dev/zero is larger than");
    says("analyze --book /dev/zero 4", "this is not a Dropline book");
    says("book info /dev/zero", "this is not a Dropline book");
    says("arena bad random --openings /dev/zero", "/dev/zero is larger than");
    says("arena bad random --resume --journal /dev/zero", "/dev/zero: a line is longer than any of a journal");
    says("arena bad random --overwrite --journal /dev/zero", "/dev/zero: ");
    for args in ["solve", "play"] {
        let mut command = command();
        command.args(args.split(' ')).stdin(std::fs::File::open("/dev/zero").expect("a device"));
        let output = command.output().expect("dropline ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(LONG), "{args}: {said}");
    }
}
