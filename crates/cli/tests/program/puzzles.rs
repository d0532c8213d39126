//! `dropline puzzle` and `dropline puzzles`.

use crate::{Run, command, dropline, dropline_with, file, printed, refused, run};
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs with this folder as the home in which progress is kept.
fn at_home(home: &Path, args: &str, input: &str) -> Run {
    let mut command = command();
    command.args(args.split(' ')).env("HOME", home).env("XDG_STATE_HOME", home.join("state"));
    run(command, input.as_bytes())
}

fn events(run: &Run) -> Vec<Value> {
    assert_eq!(run.code, 0, "{}", run.err);
    run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

const EASY: &str = "dropline puzzles 1: 7x6c4\n-N6eWGF31 6 win 2 double-threat 1365 67\n";

#[test]
fn puzzles_are_the_same_whatever_the_jobs_and_after_being_killed() {
    let folder = tempfile::tempdir().unwrap();
    let make = |name: &str, more: &str| {
        let path = folder.path().join(name);
        let told = printed(&format!("puzzles make --variant 5x4c4 --count 6 --seed 3 --out {} {more}", path.display()));
        assert!(told.ends_with(": 6 puzzles of 5x4c4\n"), "{told}");
        assert!(!folder.path().join(format!("{name}.part")).exists());
        std::fs::read_to_string(path).unwrap()
    };
    let whole = make("one", "--jobs 1");
    assert_eq!(make("two", "--jobs 3"), whole);
    // What a killed process leaves: some lines, and half of the next one.
    let mut command = command();
    let path = folder.path().join("killed");
    command.args(["puzzles", "make", "--variant", "5x4c4", "--count", "100000", "--seed", "3", "--out"]).arg(&path);
    let mut child = command.spawn().unwrap();
    let part = folder.path().join("killed.part");
    let lines = || std::fs::read_to_string(&part).unwrap_or_default().lines().count();
    while lines() < 4 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let again = dropline(&format!("puzzles make --variant 5x4c4 --count 6 --seed 3 --out {}", path.display()));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(again.code, 2, "another run meanwhile: {}", again.out);
    assert!(again.err.ends_with("killed.part is in use by another run\n"), "{}", again.err);
    let mut left = std::fs::read(&part).unwrap();
    left.extend_from_slice(b"0F52 half a li");
    std::fs::write(&part, left).unwrap();
    assert_eq!(make("killed", "--jobs 2"), whole);
    assert_eq!(printed("puzzles make --variant 5x4c4 --count 6 --seed 3"), whole);
    assert_ne!(printed("puzzles make --variant 5x4c4 --count 6 --seed 4"), whole);
    assert_eq!(printed(&format!("puzzles check {}", path.display())), "6 of 6 puzzles proven, 0 wrong\n");
    let json = printed("puzzles make --variant 5x4c4 --count 6 --seed 3 --format json");
    for (line, told) in whole.lines().skip(1).zip(json.lines()) {
        let told: Value = serde_json::from_str(told).unwrap();
        let id = told["id"].as_str().unwrap().strip_prefix("5x4c4:").unwrap();
        assert!(line.starts_with(&format!(
            "{id} {} {} {} ",
            told["column"],
            told["goal"].as_str().unwrap(),
            told["moves"]
        )));
    }
}

#[test]
fn what_cannot_be_made_is_refused() {
    refused("puzzles make --variant 20x20c5", "20x20c5");
    refused("puzzles make --count 0", "write a whole number from 1 to 1000000");
    refused("puzzles make --count 1 --variant 2x2c2", "games of 2x2c2 hold no puzzle: choose a larger board");
    refused("puzzles list --variant 12x10c5", "there are no puzzles of 12x10c5 in the program: choose one of 7x6c4");
    refused("puzzles make --count 1 --out /no/such/folder/x", "cannot use /no/such/folder/x.part");
    // A disk without room, as far as this process is concerned.
    let folder = tempfile::tempdir().unwrap();
    let line =
        format!("trap '' XFSZ; ulimit -f 0; exec {} puzzles make --count 1 --out x", env!("CARGO_BIN_EXE_dropline"));
    let mut full = Command::new("sh");
    full.args(["-c", &line]).current_dir(&folder);
    let full = run(full, b"");
    assert_eq!((full.code, full.out.as_str()), (2, ""));
    assert!(
        full.err.contains("cannot ") && full.err.contains("x.part: the file is larger than the disk allows"),
        "{}",
        full.err
    );
    let (_folder, path) = file("x.part", "dropline puzzles part 1: 5x4c4, seed 9\n");
    let out = path.with_extension("");
    refused(
        &format!("puzzles make --variant 5x4c4 --out {}", out.display()),
        "belongs to another puzzle set (dropline puzzles part 1: 5x4c4, seed 9): delete it or choose another --out",
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_set_that_is_made_leaves_nothing_unfinished_though_nobody_can_be_told() {
    let folder = tempfile::tempdir().unwrap();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut make = command();
    make.args(["puzzles", "make", "--variant", "5x4c4", "--count", "1", "--out"]).arg(folder.path().join("x"));
    assert_eq!(make.stdout(full).output().unwrap().status.code(), Some(2));
    assert!(folder.path().join("x").exists() && !folder.path().join("x.part").exists());
}

#[test]
fn a_set_that_is_not_what_it_says_is_refused_with_the_position_and_what_is_true() {
    let (_folder, path) = file("x.puzzles", EASY.replace(" 6 win 2", " 3 win 2"));
    let name = path.display();
    let truth = "7x6c4:-N6eWGF31: it says that column 3 alone keeps the win (win in 2), but column 6 alone keeps the win (win in 2)";
    let check = dropline(&format!("puzzles check {name}"));
    assert_eq!((check.code, check.out), (1, format!("{truth}\n0 of 1 puzzles proven, 1 wrong\n")));
    let home = tempfile::tempdir().unwrap();
    let solve = at_home(home.path(), &format!("puzzle --set {name}"), "6\n");
    assert_eq!((solve.code, solve.out.as_str()), (2, ""));
    assert!(solve.err.contains(truth), "{}", solve.err);
    let (_folder, path) = file("y.puzzles", "dropline puzzles 1: 7x6c4\n-N6eWGF31 6 win two plan 1 1\n");
    refused(&format!("puzzles check {}", path.display()), "y.puzzles: line 2: `two` is no number of moves");
    refused("puzzles list nothing.puzzles", "cannot read nothing.puzzles");
}

#[test]
fn a_puzzle_is_solved_and_the_rating_kept() {
    let (_folder, path) = file("x.puzzles", EASY);
    let home = tempfile::tempdir().unwrap();
    let args = format!("puzzle --set {} --format json", path.display());
    let told = events(&at_home(home.path(), &args, "6\nhint\nhint\nquit\n"));
    let kinds: Vec<&str> = told.iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["puzzle", "answer", "hint", "hint", "progress"]);
    assert_eq!((told[0]["words"].as_str(), told[0].get("column")), (Some("win in 2"), None));
    assert_eq!((told[1]["answer"].as_str(), told[2]["theme"].as_str()), (Some("right"), Some("double-threat")));
    assert_eq!((told[4]["solved"].as_bool(), told[4]["counted"].as_bool()), (Some(false), Some(true)));
    assert!(told[4]["rating"].as_f64().unwrap() < 1500.0);
    let last = told[3]["column"].as_u64().unwrap();
    // It was tried: nothing is left of this set.
    let again = at_home(home.path(), &args, "");
    assert_eq!(again.code, 2);
    assert!(again.err.contains("there is no puzzle of 7x6c4 left that you have not tried"), "{}", again.err);

    let home = tempfile::tempdir().unwrap();
    let args = format!("puzzle --set {} --color never --board scaffold", path.display());
    let solved = at_home(home.path(), &args, &format!("six\n9\n\n6\n{last}\nquit\n"));
    assert_eq!((solved.code, solved.err.as_str()), (0, ""));
    for sentence in [
        "Puzzle 7x6c4:-N6eWGF31, rated 1365. ",
        " to move: win in 2.",
        "`six` is not possible here: type a column (",
        "column 9 is off the board: choose ",
        "Column 6 is right. ",
        "is right, and all is found.",
        "), 1 in a row.",
    ] {
        assert!(solved.out.contains(sentence), "{sentence}\n{}", solved.out);
    }
    assert!(std::fs::read_to_string(home.path().join("state/dropline/puzzles.json")).unwrap().contains("\"streak\":1"));
}

#[test]
fn a_wrong_column_is_refuted_and_taken_back() {
    let (_folder, path) = file("x.puzzles", EASY);
    let home = tempfile::tempdir().unwrap();
    let args = format!("puzzle --set {} --format json", path.display());
    let told = events(&at_home(home.path(), &args, "3\nsolution\n6\nquit\n"));
    assert_eq!(told[1]["answer"].as_str(), Some("wrong"));
    assert!(!told[1]["line"].as_array().unwrap().is_empty() && told[1]["value"].is_object(), "{}", told[1]);
    assert_eq!(told[2]["event"].as_str(), Some("progress"));
    assert_eq!((told[3]["event"].as_str(), told[3]["line"][0].as_u64()), (Some("solution"), Some(6)));
    assert_eq!(told[4]["answer"].as_str(), Some("right"));
    assert_eq!(told.len(), 5);
}

#[test]
fn damaged_progress_is_set_aside() {
    let home = tempfile::tempdir().unwrap();
    let kept = home.path().join("state/dropline/puzzles.json");
    std::fs::create_dir_all(kept.parent().unwrap()).unwrap();
    std::fs::write(&kept, "{\"rating\":").unwrap();
    let run = at_home(home.path(), "puzzle --format json", "");
    assert_eq!(run.code, 0);
    assert!(
        run.err.contains("Your progress with puzzles in ") && run.err.contains("puzzles.json.broken"),
        "{}",
        run.err
    );
    assert_eq!(std::fs::read_to_string(kept.with_extension("json.broken")).unwrap(), "{\"rating\":");
}

#[test]
fn two_at_once_both_keep_their_progress() {
    let (_folder, path) = file("x.puzzles", EASY);
    let home = tempfile::tempdir().unwrap();
    let mut first = command();
    first
        .args(["puzzle", "--format", "json"])
        .env("HOME", home.path())
        .env("XDG_STATE_HOME", home.path().join("state"));
    let mut first = first.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(first.stdout.take().unwrap()).lines();
    let puzzle: Value = serde_json::from_str(&said.next().unwrap().unwrap()).unwrap();
    // It has read what is kept, and waits.
    let second = at_home(home.path(), &format!("puzzle --set {} --format json", path.display()), "3\nquit\n");
    assert_eq!(events(&second)[2]["counted"], true);
    let columns: String = (1..=7).map(|column| format!("{column}\n")).collect();
    first.stdin.take().unwrap().write_all(columns.as_bytes()).unwrap();
    assert!(said.any(|line| line.unwrap().contains("\"event\":\"progress\"")));
    said.for_each(drop);
    assert!(first.wait().unwrap().success());
    let kept = std::fs::read_to_string(home.path().join("state/dropline/puzzles.json")).unwrap();
    let kept: Value = serde_json::from_str(&kept).unwrap();
    assert_eq!(kept["tried"]["7x6c4:-N6eWGF31"], false, "{kept}");
    assert!(kept["tried"].get(puzzle["id"].as_str().unwrap()).is_some(), "{kept}");
}

#[test]
fn progress_that_cannot_be_kept_is_told_of_once_and_the_puzzles_go_on() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("state"), "no folder").unwrap();
    let run = at_home(home.path(), "puzzle --format json", "solution\nnext\nsolution\nquit\n");
    let told = events(&run);
    let progress: Vec<&Value> = told.iter().filter(|event| event["event"] == "progress").collect();
    assert!(progress.len() == 2 && progress.iter().all(|event| event["counted"] == true), "{told:?}");
    assert!(progress[1]["rating"].as_f64() < progress[0]["rating"].as_f64(), "it counts as long as this lasts");
    assert_eq!(run.err.matches("dropline: progress is not kept: cannot make the folder ").count(), 1, "{}", run.err);
}

#[test]
fn the_puzzle_of_a_day_is_the_same_for_everybody() {
    let [one, two] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let of = |home: &Path, day: &str| {
        events(&at_home(home, &format!("puzzle --today={day} --format json"), ""))[0]["id"].clone()
    };
    assert_eq!(of(one.path(), "2026-11-16"), of(two.path(), "2026-11-16"));
    assert!((10..20).any(|day| of(one.path(), &format!("2026-11-{day}")) != of(one.path(), "2026-11-16")));
    let wrong = at_home(one.path(), "puzzle --today=2026-02-30", "");
    assert_eq!(wrong.code, 2);
    assert!(
        wrong.err.contains("`2026-02-30` is no date from 1970 to 9999: write it as in 2026-11-16"),
        "{}",
        wrong.err
    );
    assert_eq!(at_home(one.path(), "puzzle --today --format json", "").code, 0);
}

#[test]
fn mistakes_of_a_game_are_puzzles_that_do_not_count() {
    let home = tempfile::tempdir().unwrap();
    let (_folder, path) = file("game.txt", "4444467");
    let told =
        events(&at_home(home.path(), &format!("puzzle --from-game {} --format json", path.display()), "solution\n"));
    assert_eq!(told[0]["event"].as_str(), Some("puzzle"));
    assert_eq!((told[2]["event"].as_str(), told[2]["counted"].as_bool()), (Some("progress"), Some(false)));
    assert!(!home.path().join("state").exists());
    let (_folder, path) = file("game.txt", "4444");
    let none = at_home(home.path(), &format!("puzzle --from-game {}", path.display()), "");
    assert_eq!(none.code, 2);
    assert!(none.err.contains("no move of this game is a mistake where one column alone was right"), "{}", none.err);
    let large = dropline_with("puzzle --variant 20x20c5 --from-game -", b"1,2,3");
    assert_eq!(large.code, 2);
}

#[test]
fn next_gives_another_puzzle() {
    let home = tempfile::tempdir().unwrap();
    for seed in ["", " --seed 7"] {
        let told =
            events(&at_home(home.path(), &format!("puzzle --format json{seed}"), "next\nnext\nnext\nnext\nquit\n"));
        let ids: BTreeSet<&str> = told.iter().map(|event| event["id"].as_str().unwrap()).collect();
        assert_eq!((told.len(), ids.len()), (5, 5), "{told:?}");
    }
}

#[test]
fn a_theme_is_kept_to() {
    let home = tempfile::tempdir().unwrap();
    let told = events(&at_home(home.path(), "puzzle --theme only-defence --format json", "next\nnext\n"));
    assert!(told.len() >= 3 && told.iter().all(|event| event["theme"] == "only-defence"), "{told:?}");
    refused("puzzle --theme luck", "luck");
    refused(
        "puzzle --theme points",
        "there is no puzzle of 7x6c4 with the theme points: choose one of double-threat, forced-win, zugzwang, only-defence, sacrifice, plan, or another board",
    );
}
